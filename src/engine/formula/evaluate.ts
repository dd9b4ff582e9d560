// Decides what number a formula comes to over the facts, if any.
import { COST, paid } from "../../lib/work";
import type { Exact } from "./exact";
import type { FormulaFacts } from "./facts";
import { type Sources, sourcesOf } from "./operands";
import type { Formula } from "./parse";
import { numberIn, type Value } from "./values";

/** Every part is computed at most once, and only when the part around it asks for it. */
function computed(formula: Formula, sources: Sources): Value | null {
  if (formula.kind === "literal") return formula.value;
  if (formula.kind === "operand") return formula.operand(sources);
  if (!paid(sources.facts, COST.part)) return null;
  const args = formula.parts.map((part) => () => computed(part, sources));
  return formula.apply(args, sources.facts);
}

/**
 * The number a formula comes to (reference service, discounts): amounts and prices go in as major
 * units of the project's currency. Null where an operand is missing or the result is no finite
 * number (division by zero, overflow, a text that is no number, a date), or where the work of the
 * facts is over, after which nothing may be applied: the caller falls back to
 * the static field. Exact but for roots and huge powers; what comes out is rounded once, by
 * `amountBy` and its like.
 */
export function evaluateFormula(formula: Formula, facts: FormulaFacts): Exact | null {
  const value = computed(formula, sourcesOf(facts));
  return value === null ? null : numberIn(value);
}
