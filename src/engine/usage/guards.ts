// Decides how far counters may move before a decision that was made on them no longer holds.

import { toNumber } from "../../lib/json-value";
import type { RuleSet, Rules } from "../../model/rule";
import { isRuleNode } from "../../model/rule-node";
import type { Usage } from "./counters";
import { USAGE_NAMES, type UsageFacts, type UsageName } from "./facts";

/** The decision stays the same while the fact stays from `lo` to `hi`, both included. */
export interface UsageRange extends UsageName {
  value: number;
  lo: number;
  hi: number;
}

const WIDEST = { lo: Number.MIN_SAFE_INTEGER, hi: Number.MAX_SAFE_INTEGER };

export type Bounds = typeof WIDEST;

/** The values on the same side of `bound` as `value`: up to and including it, or above it. */
const sideOf = (value: number, bound: number): Bounds =>
  value <= bound ? { ...WIDEST, hi: bound } : { ...WIDEST, lo: bound + 1 };

const SIDES: ReadonlyMap<string, (value: number, operand: number) => Bounds> = new Map([
  ["$less_than", (value, operand) => sideOf(value, Math.ceil(operand) - 1)],
  ["$less_than_or_equal", (value, operand) => sideOf(value, Math.floor(operand))],
  ["$less_than_equal", (value, operand) => sideOf(value, Math.floor(operand))],
  ["$more_than", (value, operand) => sideOf(value, Math.floor(operand))],
  ["$greater_than", (value, operand) => sideOf(value, Math.floor(operand))],
  ["$more_than_or_equal", (value, operand) => sideOf(value, Math.ceil(operand) - 1)],
  ["$greater_than_or_equal", (value, operand) => sideOf(value, Math.ceil(operand) - 1)],
  ["$more_than_equal", (value, operand) => sideOf(value, Math.ceil(operand) - 1)],
  ["$greater_than_equal", (value, operand) => sideOf(value, Math.ceil(operand) - 1)],
]);

/** For an operator that is no comparison, which may tell any two values apart: this value only. */
const exactly = (value: number): Bounds => ({ lo: value, hi: value });

/** The values between which every one of these conditions answers as it does for `value`. */
export function boundsOf(conditions: Record<string, unknown>, value: number): Bounds {
  let { lo, hi } = WIDEST;
  for (const [name, values] of Object.entries(conditions)) {
    const operands: readonly unknown[] = Array.isArray(values) ? values : [values];
    for (const operand of operands) {
      const number = toNumber(operand);
      const side = SIDES.get(name);
      const bounds = side && number !== null ? side(value, number) : exactly(value);
      lo = Math.max(lo, bounds.lo);
      hi = Math.min(hi, bounds.hi);
    }
  }
  return { lo, hi };
}

function rangesIn(rules: Rules, facts: UsageFacts): UsageRange[] {
  return Object.values(rules).flatMap((node) => {
    if (!isRuleNode(node)) return [];
    const nested = node.rules ? rangesIn(node.rules, facts) : [];
    const name = USAGE_NAMES.get(node.name);
    const usage: Usage | null = name ? facts[name.owner][name.subject] : null;
    if (!name || usage === null) return nested;
    const value = usage[name.measure];
    return [{ ...name, value, ...boundsOf(node.conditions ?? {}, value) }, ...nested];
  });
}

/**
 * The ranges of usage in which every condition of these rule sets answers as it does now, whatever
 * joins them. A commit asserts them, so that two requests that saw room for one more cannot both
 * take it (docs/behaviour.md, "Usage").
 */
export const usageRanges = (sets: readonly RuleSet[], facts: UsageFacts): UsageRange[] =>
  sets.flatMap(({ rules }) => rangesIn(rules, facts));
