// Decides whether a rule set is met by the facts, and which rule broke it first.

import { isOver, WORK } from "../../lib/work";
import type { RuleSet } from "../../model/rule";
import { type ReadLevel, readLevel } from "./compile";
import type { Facts } from "./facts";
import { levelTruthAt } from "./judge";
import { type RulesTrace, type Verdict, verdictOf } from "./trace";
import { traceOf, untoldLevel } from "./tracing";
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
 * decided, with work of its own. Where the work of the facts is over, nothing is met.
 */
export function evaluateRules(
  set: RuleSet,
  facts: Facts,
  options?: { trace?: boolean },
): RuleOutcome {
  const level = readLevel(set.rules);
  if (isOver(facts)) return outOfWork(set, level);
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
  if (options?.trace !== true) return outcome;
  if (isOver(facts)) return { ...outcome, trace: untoldLevel(level) };
  const tell = () => traceOf(level, spot);
  const trace = facts.work ? facts.work.aside(tell) : tell();
  return { ...outcome, trace };
}

/**
 * Where the work of the decision was over before: nothing was compared, so that nothing is met, not
 * even a set without rules, whose reach cannot be told.
 */
function outOfWork(set: RuleSet, level: ReadLevel): RuleOutcome {
  const [first] = level.rules;
  const scope = first?.row?.scope ?? "redemption";
  return {
    verdict: "unknown",
    violated: { rule: first?.key ?? "rules", scope, missing: WORK },
    message: textOf(set.error),
    trace: untoldLevel(level),
  };
}
