/** Decides how one amount is split over lines: by largest remainder, and never above what is left of a line. */
import { assert, present } from "../lib/assert.ts";
import { isAmount, shareOf, sum } from "./money.ts";

interface OpenLine {
  index: number;
  left: number;
  weight: number;
}

/** The exact quota of a line, as whole units and what the division leaves over. */
interface Quota {
  line: OpenLine;
  share: number;
  remainder: number;
}

/**
 * Splits `amount` over lines in proportion to `weights`, by default what is `left` of each line (rounding.md, rule 4).
 * Everything is in minor units, except weights that the caller chose otherwise, such as quantities.
 * Out: one share per line, from 0 to what is left of it; together exactly the amount, or all that is left of the lines
 * that have a weight. Refuses nothing; breaks on anything that is no amount, the total of the weights included.
 */
export function allocate(
  amount: number,
  left: readonly number[],
  weights: readonly number[] = left,
): number[] {
  assert(isAmount(amount) && left.every(isAmount), "a split is over amounts");
  assert(weights.length === left.length, "a split has one weight per line");
  const shares = left.map(() => 0);
  let open = openLines(left, weights);
  let rest = amount;
  while (open.length > 0) {
    const quotas = quotasOf(rest, open);
    const full = quotas.filter(isFull);
    if (full.length === 0) {
      settle(rest, quotas, shares);
      return shares;
    }
    // Filling the lines whose quota reaches their end only raises the quota of the others, so no fill is ever taken back.
    for (const { line } of full) {
      shares[line.index] = line.left;
      rest -= line.left;
    }
    open = quotas.filter((quota) => !isFull(quota)).map((quota) => quota.line);
  }
  return shares;
}

const isFull = (quota: Quota): boolean => quota.share >= quota.line.left;

const openLines = (left: readonly number[], weights: readonly number[]): OpenLine[] =>
  left
    .map((lineLeft, index) => ({
      index,
      left: lineLeft,
      weight: present(weights[index], "weight"),
    }))
    .filter((line) => line.weight > 0);

function quotasOf(amount: number, lines: readonly OpenLine[]): Quota[] {
  const total = sum(lines.map((line) => line.weight));
  return lines.map((line) => {
    const { share, remainder } = shareOf(amount, line.weight, total);
    return { line, share, remainder };
  });
}

/** Each quota rounded down, then one unit more for the largest remainders; no quota is full, so that unit fits. */
function settle(amount: number, quotas: readonly Quota[], shares: number[]): void {
  for (const { line, share } of quotas) shares[line.index] = share;
  const units = amount - sum(quotas.map((quota) => quota.share));
  const ranked = quotas.toSorted(
    (a, b) => b.remainder - a.remainder || a.line.index - b.line.index,
  );
  for (const { line, share } of ranked.slice(0, units)) shares[line.index] = share + 1;
}
