/**
 * Decides what an amount is and how amounts are added, multiplied, capped and taken in percent,
 * exactly.
 */
import { assert } from "../lib/assert.ts";

/** The largest amount, in minor units (rounding.md, rule 1): the largest safe integer. */
export const MAX_AMOUNT = 9_007_199_254_740_991;

/** A percent has four decimals at most, so it is a whole number of these. */
const PARTS_PER_PERCENT = 10_000;
const PARTS_OF_WHOLE = 100 * PARTS_PER_PERCENT;

/**
 * True for an integer of minor units from 0 to MAX_AMOUNT, and for nothing else (rounding.md, rule
 * 1).
 */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/**
 * Minor units in, their total out. Breaks on anything that is no amount, the total included
 * (rounding.md, rule 1).
 */
export function sum(amounts: readonly number[]): number {
  let total = 0;
  for (const amount of amounts) {
    assert(isAmount(amount), "an addend is no amount");
    total += amount;
  }
  assert(isAmount(total), "a sum is no amount");
  return total;
}

/**
 * Price (minor units) x quantity, or null where an operand or the product is no amount: the caller
 * refuses (rounding.md, rule 1).
 */
export function multiply(price: number, quantity: number): number | null {
  const product = price * quantity;
  return isAmount(price) && isAmount(quantity) && isAmount(product) ? product : null;
}

/**
 * The amount, lowered to the smallest limit; all in minor units. An absent limit limits nothing, a
 * limit of 0 leaves 0 (rounding.md, rule 3).
 */
export function cap(amount: number, ...limits: readonly (number | undefined)[]): number {
  let capped = amount;
  for (const limit of limits) if (limit !== undefined) capped = Math.min(capped, limit);
  assert(isAmount(capped), "a capped amount is no amount");
  return capped;
}

/**
 * `amount x part / whole` as its whole minor units and what the division leaves over, `part` at
 * most `whole`. Exact for every amount: numbers while the product is a safe integer, BigInt beyond
 * (rounding.md, rule 1).
 */
export function shareOf(
  amount: number,
  part: number,
  whole: number,
): { share: number; remainder: number } {
  assert(isAmount(amount) && isAmount(part) && isAmount(whole), "an operand is no amount");
  assert(whole > 0 && part <= whole, "a part is larger than its whole");
  const product = amount * part;
  if (Number.isSafeInteger(product)) {
    // The floor is exact: a quotient below an integer is at least 1 / whole below it, and rounding
    // moves it by less.
    const share = Math.floor(product / whole);
    return { share, remainder: product - share * whole };
  }
  const exact = BigInt(amount) * BigInt(part);
  const divisor = BigInt(whole);
  return { share: Number(exact / divisor), remainder: Number(exact % divisor) };
}

/** A percent so many times over, at most 100, exact in its four decimals. */
export const percentTimes = (percent: number, count: number): number =>
  Math.min(Math.round(percent * PARTS_PER_PERCENT) * count, PARTS_OF_WHOLE) / PARTS_PER_PERCENT;

/**
 * `percent` (0 to 100, four decimals at most) of `base` (minor units), rounded half up once
 * (rounding.md, rule 2). Breaks on any other percent.
 */
export function percentOf(base: number, percent: number): number {
  const parts = Math.round(percent * PARTS_PER_PERCENT);
  assert(parts / PARTS_PER_PERCENT === percent, "a percent has more than four decimals");
  const { share, remainder } = shareOf(base, parts, PARTS_OF_WHOLE);
  return remainder * 2 >= PARTS_OF_WHOLE ? share + 1 : share;
}
