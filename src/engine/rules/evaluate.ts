// Decides whether a rule set is met by the facts, and which rule broke it first.

import type { RuleSet } from "../../model/rule";
import { readLevel } from "./compile";
import type { Facts } from "./facts";
import { levelTruthAt } from "./judge";
import { type RulesTrace, type Verdict, verdictOf } from "./trace";
import { traceOf } from "./tracing";
import { textOf, unmetIn, type Violation } from "./unmet";

/** Only `matched` lets through: an unknown at the top is not met. */
export interface RuleOutcome {
  verdict: Verdict;
  violated: Violation | null;
  /** The violated rule's own text, else that of the rule around it, else the set's. */
  message: string | null;
  trace?: RulesTrace;
}

const MATCHED: RuleOutcome = Object.freeze({ verdict: "matched", violated: null, message: null });

/**
 * Whether a checked rule set is met (contract, Validation rule; Errors, rule 3). In: the stored set
 * and the facts (amounts in minor units, `now` in epoch milliseconds). Never throws. An empty set
 * is met. `trace` asks for the tree of values and verdicts and makes every mentioned rule be
 * decided.
 */
export function evaluateRules(
  set: RuleSet,
  facts: Facts,
  options?: { trace?: boolean },
): RuleOutcome {
  const level = readLevel(set.rules);
  const spot = { prefix: "", place: { facts, selection: null }, at: null };
  const truth = levelTruthAt(level, spot.place, null);
  const unmet = truth === true ? null : unmetIn(level, spot);
  const outcome: RuleOutcome =
    unmet === null
      ? MATCHED
      : {
          verdict: verdictOf(truth),
          violated: unmet.violation,
          message: unmet.message ?? textOf(set.error),
        };
  return options?.trace === true ? { ...outcome, trace: traceOf(level, spot) } : outcome;
}
