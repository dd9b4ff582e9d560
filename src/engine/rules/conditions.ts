// Decides whether one rule's own conditions hold, given the facts.
import type { RuleNode } from "../../model/rule";
import { type Clock, type Facts, type Known, missing, type Reading } from "./facts";
import type { Truth } from "./logic";
import type { RuleName } from "./names";
import { OPERATORS, type Operator } from "./operators";
import { type ConditionTrace, verdictOf } from "./trace";

/** What came of the conditions; `missing` names the first thing that left one of them undecided. */
export interface ConditionsOutcome {
  truth: Truth;
  missing: string | null;
}

const MET: ConditionsOutcome = { truth: true, missing: null };
/** The only thing an operator cannot tell from known values is who belongs to a collection. */
const UNDECIDED = "products_collection";

/** The fact a rule names; one that is not gathered is missing under its own name. */
export function readFact(row: RuleName, node: RuleNode, facts: Facts): Reading {
  return row.read === null ? missing(row.name) : row.read(facts, node.property ?? "");
}

const isAbsent = (value: unknown): boolean => value === null || value === undefined;

/** Each line on its own, then all together; a line whose value is absent is unknown. */
function overLines(
  operator: Operator,
  { value, lines }: Known,
  expected: readonly unknown[],
  clock: Clock,
): Truth {
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  if (operator.whole) {
    return values.some(isAbsent) ? null : operator.holds(values, expected, clock);
  }
  const quantifier = lines?.quantifier;
  const every = quantifier === "each" || (quantifier === "some" && operator.negative);
  let result: Truth = every;
  for (const one of values) {
    const unknown = isAbsent(one) && !operator.presence;
    const truth = unknown ? null : operator.holds(one, expected, clock);
    if (truth === !every) return truth;
    if (truth === null) result = null;
  }
  return result;
}

function decide(
  operator: Operator,
  reading: Reading,
  expected: readonly unknown[],
  clock: Clock,
): Truth {
  if (!reading.known) {
    return operator.presence && reading.answerable ? operator.holds(null, expected, clock) : null;
  }
  if (reading.lines !== null) return overLines(operator, reading, expected, clock);
  return operator.holds(reading.value, expected, clock);
}

function gapOf(reading: Reading): string {
  if (!reading.known) return reading.missing;
  const hasGap = Array.isArray(reading.value) && reading.value.some(isAbsent);
  return reading.lines !== null && hasGap ? reading.lines.missing : UNDECIDED;
}

/**
 * All operators of a rule must hold (contract, Validation rule: `conditions`). In: the conditions as
 * stored and the fact they are about; a bare scalar counts as a list of one. `trace` gets a line an
 * operator when it is there.
 */
export function evaluateConditions(
  conditions: Record<string, unknown>,
  reading: Reading,
  clock: Clock,
  trace: ConditionTrace[] | null,
): ConditionsOutcome {
  let outcome = MET;
  for (const name of Object.keys(conditions)) {
    const values = conditions[name];
    const expected: readonly unknown[] = Array.isArray(values) ? values : [values];
    const operator = OPERATORS.get(name);
    const truth = operator === undefined ? null : decide(operator, reading, expected, clock);
    trace?.push({ operator: name, expected, verdict: verdictOf(truth) });
    if (truth === false && outcome.truth !== false) outcome = { truth, missing: null };
    if (truth === null && outcome.truth === true) {
      outcome = { truth, missing: operator === undefined ? name : gapOf(reading) };
    }
  }
  return outcome;
}
