/**
 * Decides how one amount is split over lines: by largest remainder, and never above what is left of
 * a line.
 */
import { assert } from "../lib/assert.ts";
import { isAmount, MAX_AMOUNT, shareOf } from "./money.ts";

/**
 * Splits `amount` over lines in proportion to `weights`, by default what is `left` of each line
 * (rounding.md, rule 4). Everything is in minor units, except weights that the caller chose
 * otherwise, such as quantities. Out: one share per line, from 0 to what is left of it; together
 * exactly the amount, or all that is left of the lines that have a weight. Refuses nothing; breaks
 * on anything that is no amount, the total of the weights included.
 */
export function allocate(
  amount: number,
  left: readonly number[],
  weights: readonly number[] = left,
): number[] {
  assert(isAmount(amount) && left.every(isAmount), "a split is over amounts");
  assert(weights.length === left.length, "a split has one weight per line");
  const shares = left.map(() => 0);
  let open = left.map((_, at) => at).filter((at) => numberAt(weights, at) > 0);
  let rest = amount;
  while (open.length > 0) {
    const quotas = quotasOf(rest, open, { left, weights });
    if (quotas.full.length === 0) {
      settle(rest, open, quotas, shares);
      return shares;
    }
    // Filling the lines whose quota reaches their end only raises the quota of the others, so no
    // fill is ever taken back.
    for (const at of quotas.full) {
      shares[at] = numberAt(left, at);
      rest -= numberAt(left, at);
    }
    const full = new Set(quotas.full);
    open = open.filter((at) => !full.has(at));
  }
  return shares;
}

const numberAt = (numbers: ArrayLike<number>, at: number): number => numbers[at] ?? 0;

/** Exact quotas, one a line: whole units, and what the division leaves over. */
interface Quotas {
  shares: Float64Array;
  remainders: Float64Array;
  /** Lines whose quota reaches their end. */
  full: number[];
}

function totalOf(open: readonly number[], weights: readonly number[]): number {
  let total = 0;
  for (const at of open) total += numberAt(weights, at);
  assert(isAmount(total), "the weights are no amount");
  return total;
}

/**
 * Plain columns rather than an object a line, and plain numbers as long as they are exact: one
 * decision of a large stack splits thousands of lines.
 */
function quotasOf(
  amount: number,
  open: readonly number[],
  { left, weights }: { left: readonly number[]; weights: readonly number[] },
): Quotas {
  const total = totalOf(open, weights);
  const shares = new Float64Array(open.length);
  const remainders = new Float64Array(open.length);
  const full: number[] = [];
  for (let place = 0; place < open.length; place++) {
    const at = numberAt(open, place);
    const product = amount * numberAt(weights, at);
    const isExact = product <= MAX_AMOUNT;
    const quota = isExact ? null : shareOf(amount, numberAt(weights, at), total);
    const share = quota ? quota.share : Math.floor(product / total);
    shares[place] = share;
    remainders[place] = quota ? quota.remainder : product - share * total;
    if (share >= numberAt(left, at)) full.push(at);
  }
  return { shares, remainders, full };
}

/**
 * Of the `units` largest remainders the smallest, and how many lines that have just this remainder
 * get a unit: those are the earliest of them.
 */
function lastRemainder(remainders: Float64Array, units: number) {
  const last = numberAt(remainders.toSorted(), remainders.length - units);
  let larger = 0;
  for (const remainder of remainders) if (remainder > last) larger += 1;
  return { last, ties: units - larger };
}

/**
 * Each quota rounded down, then one unit more for the largest remainders, of equal ones for the
 * earlier line; no quota is full, so that unit fits.
 */
function settle(
  amount: number,
  open: readonly number[],
  { shares: quotas, remainders }: Quotas,
  shares: number[],
): void {
  let units = amount;
  for (const quota of quotas) units -= quota;
  let { last, ties } =
    units === 0 ? { last: Number.POSITIVE_INFINITY, ties: 0 } : lastRemainder(remainders, units);
  for (let place = 0; place < open.length; place++) {
    const remainder = numberAt(remainders, place);
    const isTie = remainder === last && ties > 0;
    if (isTie) ties -= 1;
    const more = isTie || remainder > last ? 1 : 0;
    shares[numberAt(open, place)] = numberAt(quotas, place) + more;
  }
}
