// Decides whether one rule's own conditions hold, given the facts.
import { memoised } from "../../lib/memoised";
import { isOver, paid, WORK } from "../../lib/work";
import { idOf } from "../geo/named";
import { foldEmails } from "./emails";
import { type Expected, expectedOf } from "./expected";
import type { Clock, Known, Quantifier, Reading } from "./facts";
import type { Truth } from "./logic";
import { indexOf, isLookup, namedTruth } from "./names-index";
import { answer, type Operator } from "./operator";
import { OPERATORS } from "./operators";
import { type ConditionTrace, verdictOf } from "./trace";

/** One operator of a rule with its values; an operator that nobody knows is never decided. */
export interface Condition {
  name: string;
  operator: Operator | undefined;
  expected: Expected;
}

/** What came of the conditions; `missing` names the first thing that left one of them undecided. */
export interface ConditionsOutcome {
  truth: Truth;
  missing: string | null;
}

const MET: ConditionsOutcome = Object.freeze({ truth: true, missing: null });
const NONE: readonly Condition[] = [];

/** Prepared once for a stored definition, which is read again at every turn of a stack. */
const prepared = memoised((conditions: Record<string, unknown>): readonly Condition[] =>
  Object.keys(conditions).map((name) => ({
    name,
    operator: OPERATORS.get(name),
    expected: expectedOf(conditions[name]),
  })),
);

/**
 * The conditions as stored, their values sorted for comparing; a bare scalar counts as a list of
 * one.
 */
export const conditionsOf = (
  conditions: Record<string, unknown> | null | undefined,
): readonly Condition[] => (conditions ? prepared(conditions) : NONE);

/** Null and absent are the same to a rule. */
export const isAbsent = (value: unknown): boolean => value === null || value === undefined;

/** One line on its own; a line whose value is absent is unknown. */
export function holdsForLine(
  operator: Operator,
  value: unknown,
  expected: Expected,
  clock: Clock,
): Truth {
  if (isAbsent(value) && !operator.presence) return null;
  return answer(operator, operator.whole ? [value] : value, expected, clock);
}

/** Each line on its own, then all together. */
function overLines(
  operator: Operator,
  { value, lines }: Known,
  expected: Expected,
  clock: Clock,
): Truth {
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  if (lines?.isNames && operator.byName && isLookup(expected)) {
    if (!paid(clock, values.length + expected.names.size)) return null;
    return namedTruth(indexOf(values), expected, operator.negative);
  }
  if (operator.whole) {
    return values.some(isAbsent) ? null : answer(operator, values, expected, clock);
  }
  const quantifier = lines?.quantifier;
  const every = quantifier === "each" || (quantifier === "some" && operator.negative);
  let result: Truth = every;
  for (const one of values) {
    const truth = holdsForLine(operator, one, expected, clock);
    if (truth === !every) return truth;
    if (truth === null) result = null;
  }
  return result;
}

/** Whether a condition asks for a line that is so, rather than something of all lines. */
const asksForOne = ({ operator }: Condition, quantifier: Quantifier): boolean =>
  operator !== undefined &&
  !operator.whole &&
  (quantifier === "any" || (quantifier === "some" && !operator.negative));

/** Whether one line meets all conditions that ask for one, as "from 10.00, to 20.00" does. */
function byOneLine(conditions: readonly Condition[], reading: Known, clock: Clock): Truth {
  const { value, lines } = reading;
  if (lines === null || lines.isNames || !Array.isArray(value)) return true;
  const asked = conditions.filter((one) => asksForOne(one, lines.quantifier));
  if (asked.length < 2) return true;
  let result: Truth = false;
  for (const line of value) {
    const truths = asked.map(({ operator, expected }) =>
      operator === undefined ? null : holdsForLine(operator, line, expected, clock),
    );
    if (truths.every((truth) => truth === true)) return true;
    if (!truths.includes(false)) result = null;
  }
  return result;
}

/** A condition's values with e-mail addresses folded, made once for each way of folding. */
const foldedValues = memoised((expected: Expected) =>
  memoised((operand: (value: unknown) => unknown) => expectedOf(expected.list.map(operand))),
);

function decide({ operator, expected }: Condition, reading: Reading, clock: Clock): Truth {
  if (operator === undefined) return null;
  if (!reading.known) {
    return operator.presence && reading.answerable ? answer(operator, null, expected, clock) : null;
  }
  if (reading.lines !== null) return overLines(operator, reading, expected, clock);
  const folded = reading.isIdentity ? null : foldEmails(reading.value);
  return folded
    ? answer(operator, folded.value, foldedValues(expected)(folded.operand), clock)
    : answer(operator, reading.value, expected, clock);
}

function gapOf({ operator, name }: Condition, reading: Reading, clock: Clock): string {
  if (isOver(clock)) return WORK;
  if (operator === undefined) return name;
  return reading.known ? (reading.lines?.missing ?? name) : reading.missing;
}

/**
 * All operators of a rule must hold (contract, Validation rule: `conditions`). In: the conditions
 * as stored and the fact they are about. `trace` gets a line an operator when it is there.
 */
export function evaluateConditions(
  conditions: Record<string, unknown> | null | undefined,
  reading: Reading,
  clock: Clock,
  trace: ConditionTrace[] | null,
): ConditionsOutcome {
  let outcome = MET;
  for (const condition of conditionsOf(conditions)) {
    const truth = decide(condition, reading, clock);
    const { name, expected } = condition;
    trace?.push({
      operator: name,
      expected: expected.list.map(idOf),
      verdict: verdictOf(truth),
    });
    if (truth === false && outcome.truth !== false) outcome = { truth, missing: null };
    if (truth === null && outcome.truth === true) {
      outcome = { truth, missing: gapOf(condition, reading, clock) };
    }
  }
  if (outcome.truth !== true || !reading.known) return outcome;
  const together = byOneLine(conditionsOf(conditions), reading, clock);
  if (together === true) return outcome;
  const gap = isOver(clock) ? WORK : (reading.lines?.missing ?? null);
  return { truth: together, missing: together === null ? gap : null };
}
