// Decides what a discount's field is worth when a formula stands beside it.
import { MAX_AMOUNT } from "../money";
import { evaluateFormula } from "./evaluate";
import type { FormulaFacts } from "./facts";
import { parseFormula } from "./parse";
import { roundedBy } from "./values";

const PERCENT_DECIMALS = 4;
const MAX_PERCENT = 100;
/** The most that `unit_off` itself may say. */
const MAX_UNITS = 1_000_000_000;

function computed(formula: string | null | undefined, facts: FormulaFacts): number | null {
  if (formula === null || formula === undefined || formula === "") return null;
  const parsed = parseFormula(formula);
  return parsed.ok ? evaluateFormula(parsed.value, facts) : null;
}

/** Half up once, then into 0 to `most`. */
function fitted(value: number, decimals: number, most: number): number {
  const bounded = Math.min(Math.max(value, 0), most);
  return roundedBy(Math.round, bounded, decimals) ?? bounded;
}

/**
 * A formula's value as an amount in minor units: half up to whole ones, 0 where it is negative, at
 * most the largest amount; `fallback` where there is no formula or it cannot be computed
 * (docs/rounding.md, rule 6). Refuses nothing.
 */
export function amountBy<F extends number | null>(
  formula: string | null | undefined,
  fallback: F,
  facts: FormulaFacts,
): number | F {
  const value = computed(formula, facts);
  return value === null ? fallback : fitted(value, 0, MAX_AMOUNT);
}

/** As `amountBy`, in percent: 0 to 100, half up to four decimals. */
export function percentBy(
  formula: string | null | undefined,
  fallback: number,
  facts: FormulaFacts,
): number {
  const value = computed(formula, facts);
  return value === null ? fallback : fitted(value, PERCENT_DECIMALS, MAX_PERCENT);
}

/** As `amountBy`, in units of a product: half up to whole ones, 0 to what `unit_off` may say. */
export function unitsBy(
  formula: string | null | undefined,
  fallback: number,
  facts: FormulaFacts,
): number {
  const value = computed(formula, facts);
  return value === null ? fallback : fitted(value, 0, MAX_UNITS);
}
