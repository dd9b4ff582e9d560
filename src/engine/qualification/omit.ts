// Decides what is left of a rule set where some of its rules are not judged: those count as met.
import type { RuleNode, Rules } from "../../model/rule";
import { isRuleNode } from "../../model/rule-node";
import { isBlankLogic, type Logic, parseLogic } from "../rules/logic";
import { RULE_NAMES } from "../rules/names";

/** The rules that are judged, and the keys of those that are not: `1`, or `1.rules.2` nested. */
export interface Omitted {
  rules: Rules;
  omitted: string[];
}

type IsJudged = (name: string) => boolean;

interface Judging {
  isJudged: IsJudged;
  /** Keys of what is left out, as it is found. */
  omitted: string[];
}

/** An expression with what is not judged taken for met; null where nothing is left to ask. */
function without(logic: Logic, isLeft: (key: string) => boolean): Logic | null {
  if (logic.kind === "rule") return isLeft(logic.key) ? logic : null;
  const parts = logic.parts.map((part) => without(part, isLeft));
  const left = parts.filter((part) => part !== null);
  if (logic.kind === "or") return left.length === parts.length ? { ...logic, parts: left } : null;
  return left.length > 0 ? { ...logic, parts: left } : null;
}

const written = (logic: Logic): string =>
  logic.kind === "rule" ? logic.key : `(${logic.parts.map(written).join(` ${logic.kind} `)})`;

const isItems = ({ name }: RuleNode): boolean => (RULE_NAMES.get(name)?.items ?? null) !== null;

/** Whether what is nested in a rule is about the lines that it chooses, and means nothing alone. */
const choosesLines = (node: RuleNode): boolean =>
  isItems(node) || RULE_NAMES.get(node.name)?.line?.isNames === true;

/** A rule that is never met is so without conditions, too. */
const isGathered = ({ name }: RuleNode): boolean => (RULE_NAMES.get(name)?.read ?? null) !== null;

const asksNothing = ({ conditions, rules }: RuleNode): boolean =>
  Object.keys(conditions ?? {}).length === 0 && Object.keys(rules ?? {}).length === 0;

/** What is judged of a rule that is not: the rules nested in it, which must be met as well. */
function nestedAlone(node: RuleNode, key: string, judging: Judging): RuleNode | null {
  if (!node.rules || choosesLines(node) || !isGathered(node)) return null;
  const omitted: string[] = [];
  const rules = judgedLevel(node.rules, `${key}.rules.`, { ...judging, omitted });
  const left = { ...node, conditions: {}, rules };
  if (asksNothing(left)) return null;
  judging.omitted.push(...omitted);
  return left;
}

/**
 * A rule about lines that asks something else of them, too, cannot be judged in part: `none` would
 * turn it round.
 */
function judgedNode(node: RuleNode, key: string, judging: Judging): RuleNode | null {
  const { isJudged, omitted } = judging;
  if (!isJudged(node.name)) {
    omitted.push(key);
    return nestedAlone(node, key, judging);
  }
  if (!node.rules) return node;
  const before = omitted.length;
  const rules = judgedLevel(node.rules, `${key}.rules.`, judging);
  if (rules === node.rules) return node;
  if (isItems(node) && omitted.length > before) {
    omitted.push(key);
    return null;
  }
  const left = { ...node, rules };
  return asksNothing(left) ? null : left;
}

/** An expression that cannot be read is never met, whatever is left out of it. */
function readLogic(rules: Rules): Logic | "broken" | null {
  const { logic } = rules;
  if (typeof logic !== "string" || isBlankLogic(logic)) return null;
  const parsed = parseLogic(logic, (key) => Object.hasOwn(rules, key));
  return parsed.ok ? parsed.value : "broken";
}

function judgedLevel(rules: Rules, prefix: string, judging: Judging): Rules {
  const left: Rules = {};
  let isWhole = true;
  for (const [key, node] of Object.entries(rules)) {
    if (!isRuleNode(node)) continue;
    const judged = judgedNode(node, prefix + key, judging);
    if (judged !== null) left[key] = judged;
    isWhole &&= judged === node;
  }
  const logic = isWhole ? "broken" : readLogic(rules);
  if (logic === "broken") return rules;
  if (logic === null) return left;
  const asked = without(logic, (key) => Object.hasOwn(left, key));
  return asked === null ? {} : { ...left, logic: written(asked) };
}

/**
 * The rules without those that a qualification does not judge (reference service, qualification).
 * In: a rule set and which names are judged. Out: the rest, in which what is left out counts as
 * met, also where the expression names it; the same object where nothing is left out.
 */
export function judgedRules(rules: Rules, isJudged: IsJudged): Omitted {
  const omitted: string[] = [];
  return { rules: judgedLevel(rules, "", { isJudged, omitted }), omitted };
}
