// Decides how the evaluation of a rule set is told to whoever asks why.
import type { Truth } from "./logic";

export type Verdict = "matched" | "not_matched" | "unknown";

/** The word for a truth value. */
export const verdictOf = (truth: Truth): Verdict => {
  if (truth === null) return "unknown";
  return truth ? "matched" : "not_matched";
};

export interface ConditionTrace {
  operator: string;
  expected: readonly unknown[];
  verdict: Verdict;
}

/** One rule: what was read, what was wanted, and what came of it. Amounts in minor units. */
export interface RuleTrace {
  /** Path of the rule, such as `1` or `1.rules.2`. */
  rule: string;
  name: string;
  property: string | null;
  /** The fact's value, a list over lines, or the places of lines that fit; null where unknown. */
  actual: unknown;
  conditions: ConditionTrace[];
  verdict: Verdict;
  missing: string | null;
  nested: RulesTrace | null;
}

/** A level of rules; those that the expression does not mention are left out. */
export interface RulesTrace {
  logic: string | null;
  verdict: Verdict;
  rules: RuleTrace[];
  /** Within a rule on items: the place in the order of the line that values and verdicts are of. */
  line?: number;
}
