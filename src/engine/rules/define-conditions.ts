// Decides which conditions a saved rule may have: known operators with values that they take.

import { isRecord } from "../../lib/json-value";
import { err, ok, type Result } from "../../lib/result";
import type { Operator } from "./operator";
import { OPERATORS } from "./operators";

/**
 * Why a definition is refused: the path of the rule, such as `1.rules.2`, and the reason in words.
 */
export interface RuleDefect {
  rule: string;
  reason: string;
}

export type Checked<T> = Result<T, RuleDefect>;

const MAX_VALUE_DEPTH = 4;
/** Keys that could reach a prototype when somebody copies the definition carelessly. */
export const HOSTILE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** What was sent, short enough to be repeated. */
export const shown = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 60)}...` : text;

/** A refusal at a path. */
export const defect = (rule: string, reason: string) => err<RuleDefect>({ rule, reason });

/** A copy of a JSON value; undefined where it is none, is too deep or carries a hostile key. */
function jsonCopy(value: unknown, depth: number): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object" || depth >= MAX_VALUE_DEPTH) return undefined;
  if (Array.isArray(value)) {
    const copy = value.map((element) => jsonCopy(element, depth + 1));
    return copy.includes(undefined) ? undefined : copy;
  }
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    HOSTILE_KEYS.has(key) ? undefined : jsonCopy(inner, depth + 1),
  ]);
  return entries.some(([, inner]) => inner === undefined) ? undefined : Object.fromEntries(entries);
}

function checkValues(
  path: string,
  about: string,
  operator: Operator,
  values: unknown,
): Checked<unknown> {
  const list: readonly unknown[] = Array.isArray(values) ? values : [values];
  const { most, isBare = false } = operator;
  // Some clients write the empty list where there is nothing to compare with.
  if (list.length === 0 && isBare) return ok(true);
  if (list.length > most) return defect(path, `${about} has more than ${most} values`);
  if (list.length === 0) return defect(path, `${about} has no value`);
  if (!list.every(operator.accepts)) return defect(path, `${about} takes ${operator.wants}`);
  const copy = jsonCopy(values, 0);
  return copy === undefined ? defect(path, `${about} takes ${operator.wants}`) : ok(copy);
}

/**
 * Checks the conditions of one rule (contract, Validation rule: `conditions`). In: the rule's path
 * and name, and what was sent. Out: a plain copy. Refuses unknown operators and values they do not
 * take.
 */
export function checkConditions(
  path: string,
  name: string,
  conditions: unknown,
): Checked<Record<string, unknown>> {
  if (!isRecord(conditions))
    return defect(path, `Rule '${name}' must have 'conditions' as an object`);
  const copy: Record<string, unknown> = {};
  for (const [key, values] of Object.entries(conditions)) {
    const operator = OPERATORS.get(key);
    if (operator === undefined)
      return defect(path, `Rule '${name}' has unknown operator '${shown(key)}'`);
    const checked = checkValues(path, `Operator '${key}' of rule '${name}'`, operator, values);
    if (!checked.ok) return checked;
    copy[key] = checked.value;
  }
  return ok(copy);
}
