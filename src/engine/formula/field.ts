// Decides what a discount's field is worth when a formula stands beside it.
import { remembered } from "../../lib/remembered";
import { MAX_AMOUNT } from "../money";
import { evaluateFormula } from "./evaluate";
import { Exact, exactOf, fitted, halfUp, shifted, toDouble } from "./exact";
import type { FormulaFacts } from "./facts";
import { parseFormula } from "./parse";

const PERCENT_DECIMALS = 4;
const MAX_PERCENT = 100;
/** The most that `unit_off` itself may say. */
const MAX_UNITS = 1_000_000_000;

/** A formula of lines is worked out for each of them, but read once. */
const parsed = remembered(100, parseFormula);

function computed(formula: string | null | undefined, facts: FormulaFacts): Exact | null {
  if (formula === null || formula === undefined || formula === "") return null;
  const read = parsed(formula);
  return read.ok ? evaluateFormula(read.value, facts) : null;
}

/** Half up once to so many decimals, then into 0 to `most`. */
function rounded(value: Exact, decimals: number, most: number): number {
  const whole = new Exact(halfUp(shifted(value, decimals)));
  return toDouble(shifted(fitted(whole, shifted(exactOf(most), decimals)), -decimals));
}

/**
 * A formula's value as an amount in minor units: the formula speaks of major ones, which are
 * multiplied by the currency's decimals and rounded half up; 0 where it is negative, at most the
 * largest amount; `fallback` (minor units) where there is no formula or it cannot be computed
 * (docs/rounding.md, rule 6). Refuses nothing.
 */
export function amountBy<F extends number | null>(
  formula: string | null | undefined,
  fallback: F,
  facts: FormulaFacts,
): number | F {
  const value = computed(formula, facts);
  return value === null ? fallback : rounded(shifted(value, facts.decimals), 0, MAX_AMOUNT);
}

/** As `amountBy`, in percent: 0 to 100, half up to four decimals. */
export function percentBy(
  formula: string | null | undefined,
  fallback: number,
  facts: FormulaFacts,
): number {
  const value = computed(formula, facts);
  return value === null ? fallback : rounded(value, PERCENT_DECIMALS, MAX_PERCENT);
}

/** As `amountBy`, in units of a product: half up to whole ones, 0 to what `unit_off` may say. */
export function unitsBy(
  formula: string | null | undefined,
  fallback: number,
  facts: FormulaFacts,
): number {
  const value = computed(formula, facts);
  return value === null ? fallback : rounded(value, 0, MAX_UNITS);
}
