// Decides whether a rule set is met by the facts, and which rule broke it first.

import type { RuleNode, RuleSet, Rules } from "../../model/rule";
import { evaluateConditions, readFact } from "./conditions";
import type { Facts } from "./facts";
import {
  evaluateLogic,
  firstUnmet,
  isBlankLogic,
  mentionedRules,
  parseLogic,
  type Truth,
} from "./logic";
import { RULE_NAMES } from "./names";
import { isRuleNode } from "./nodes";
import { type RulesTrace, type RuleTrace, type Verdict, verdictOf } from "./trace";
import { both, truthOf, type Unmet, unmetAt, type Violation } from "./unmet";

/** Only `matched` lets through: an unknown at the top is not met. */
export interface RuleOutcome {
  verdict: Verdict;
  violated: Violation | null;
  /** The violated rule's own text, else that of the rule around it, else the set's. */
  message: string | null;
  trace?: RulesTrace;
}

const MATCHED: RuleOutcome = Object.freeze({ verdict: "matched", violated: null, message: null });

const textOf = (error: { message?: string | undefined } | null | undefined): string | null =>
  error?.message ? error.message : null;

/** The rule's own conditions, without what is nested in it. */
function evaluateOwn(
  path: string,
  node: RuleNode,
  facts: Facts,
  trace: RuleTrace | null,
): Unmet | null {
  const row = RULE_NAMES.get(node.name);
  if (row === undefined) return unmetAt(path, null, "redemption", String(node.name));
  const reading = readFact(row, node, facts);
  const outcome = evaluateConditions(
    node.conditions ?? {},
    reading,
    facts,
    trace?.conditions ?? null,
  );
  // A fact that nobody gathers changes the meaning of what is nested in it: never passed over.
  const truth = row.read === null ? null : outcome.truth;
  const missing = outcome.missing ?? row.name;
  if (trace !== null) {
    trace.actual = reading.known ? reading.value : null;
    trace.missing = truth === null ? missing : null;
  }
  return truth === true ? null : unmetAt(path, truth, row.scope, missing);
}

function startTrace(path: string, node: RuleNode): RuleTrace {
  return {
    rule: path,
    name: node.name,
    property: node.property ?? null,
    actual: null,
    conditions: [],
    verdict: "matched",
    missing: null,
    nested: null,
  };
}

const startLevel = (rules: Rules): RulesTrace => ({
  logic: typeof rules.logic === "string" ? rules.logic : null,
  verdict: "matched",
  rules: [],
});

/** One level of numbered rules, with the prefix of their paths; `trace` only when asked for. */
interface Level {
  prefix: string;
  rules: Rules;
  facts: Facts;
  trace: RulesTrace | null;
}

/** A rule holds when its conditions hold and so do the rules nested in it. */
function evaluateRule(level: Level, key: string): Unmet | null {
  const path = level.prefix + key;
  const node = level.rules[key];
  if (!isRuleNode(node)) return unmetAt(path, null, "redemption", path);
  const trace = level.trace === null ? null : startTrace(path, node);
  const own = evaluateOwn(path, node, level.facts, trace);
  const nested = evaluateNested(path, node, level.facts, trace);
  const unmet = both(own, nested);
  if (trace !== null) {
    trace.verdict = verdictOf(truthOf(unmet));
    level.trace?.rules.push(trace);
  }
  if (unmet === null || unmet.message !== null) return unmet;
  return { ...unmet, message: textOf(node.error) };
}

function evaluateNested(
  path: string,
  node: RuleNode,
  facts: Facts,
  trace: RuleTrace | null,
): Unmet | null {
  const { rules } = node;
  if (!rules || Object.keys(rules).length === 0) return null;
  const nested = trace === null ? null : startLevel(rules);
  if (trace !== null) trace.nested = nested;
  return evaluateLevel({ prefix: `${path}.rules.`, rules, facts, trace: nested });
}

/** Object keys that are whole numbers come in numeric order, so the first unmet is the lowest. */
function evaluateAll(level: Level): Unmet | null {
  let unmet: Unmet | null = null;
  for (const key of Object.keys(level.rules)) {
    if (key === "logic") continue;
    if (unmet?.truth === false && level.trace === null) break;
    unmet = both(unmet, evaluateRule(level, key));
  }
  return unmet;
}

function evaluateExpression(level: Level, text: string): Unmet | null {
  const parsed = parseLogic(text, (key) => Object.hasOwn(level.rules, key));
  if (!parsed.ok) return unmetAt(`${level.prefix}logic`, null, "redemption", "logic");
  const logic = parsed.value;
  // Each rule is decided once, however often the expression names it.
  const decided = new Map<string, Unmet | null>();
  const truthOfRule = (key: string): Truth => {
    const before = decided.get(key);
    if (before !== undefined) return truthOf(before);
    const unmet = evaluateRule(level, key);
    decided.set(key, unmet);
    return truthOf(unmet);
  };
  if (level.trace !== null) mentionedRules(logic).forEach(truthOfRule);
  const truth = evaluateLogic(logic, truthOfRule);
  const first = truth === true ? null : firstUnmet(logic, truthOfRule);
  const unmet = first === null ? null : (decided.get(first) ?? null);
  return truth === true || unmet === null ? null : { ...unmet, truth };
}

function evaluateLevel(level: Level): Unmet | null {
  const { logic } = level.rules;
  const unmet =
    typeof logic === "string" && !isBlankLogic(logic)
      ? evaluateExpression(level, logic)
      : evaluateAll(level);
  if (level.trace !== null) level.trace.verdict = verdictOf(truthOf(unmet));
  return unmet;
}

/**
 * Whether a checked rule set is met (contract, Validation rule; Errors, rule 3). In: the stored set
 * and the facts (amounts in minor units, `now` in epoch milliseconds). Never throws. An empty set is
 * met. `trace` asks for the tree of values and verdicts and makes every mentioned rule be decided.
 */
export function evaluateRules(
  set: RuleSet,
  facts: Facts,
  options?: { trace?: boolean },
): RuleOutcome {
  const trace = options?.trace === true ? startLevel(set.rules) : null;
  const unmet = evaluateLevel({ prefix: "", rules: set.rules, facts, trace });
  const outcome: RuleOutcome =
    unmet === null
      ? MATCHED
      : {
          verdict: verdictOf(unmet.truth),
          violated: unmet.violation,
          message: unmet.message ?? textOf(set.error),
        };
  return trace === null ? outcome : { ...outcome, trace };
}
