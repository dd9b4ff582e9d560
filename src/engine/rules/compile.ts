// Decides what a stored rule set says, read once for all lines and turns it is judged on.
import { memoised } from "../../lib/memoised";
import type { RuleNode, Rules } from "../../model/rule";
import { isRuleNode } from "../../model/rule-node";
import { isBlankLogic, type Logic, mentionedRules, parseLogic } from "./logic";
import { RULE_NAMES, type RuleName } from "./names";

/** One rule. `node` is null where what is stored is no rule, `row` where its name is unknown. */
export interface ReadRule {
  key: string;
  node: RuleNode | null;
  row: RuleName | null;
  nested: ReadLevel | null;
  /** Judged line by line within a rule on items, itself or something nested in it. */
  isPerLine: boolean;
}

/**
 * One level of rules, lowest first: those that its expression mentions, or all where it has none.
 */
export interface ReadLevel {
  rules: readonly ReadRule[];
  text: string | null;
  /** Null where all rules must hold; `broken` where the expression cannot be read. */
  logic: Logic | "broken" | null;
  isPerLine: boolean;
}

const ONE_RULE = /^\d{1,9}$/;

function readLogic(text: string, rules: Rules): Logic | "broken" {
  const isRule = (key: string) => Object.hasOwn(rules, key);
  if (ONE_RULE.test(text)) return isRule(text) ? { kind: "rule", key: text } : "broken";
  const parsed = parseLogic(text, isRule);
  return parsed.ok ? parsed.value : "broken";
}

function readRule(key: string, node: Rules[string]): ReadRule {
  if (!isRuleNode(node)) return { key, node: null, row: null, nested: null, isPerLine: false };
  const row = RULE_NAMES.get(node.name) ?? null;
  const { rules } = node;
  const level = rules && Object.keys(rules).length > 0 ? readLevel(rules) : null;
  const nested = level !== null && (level.rules.length > 0 || level.logic !== null) ? level : null;
  const hasLines = row?.line !== undefined && row.line !== null;
  const isPerLine = row?.items === null && (hasLines || nested?.isPerLine === true);
  return { key, node, row, nested, isPerLine };
}

/**
 * A level of a stored definition, which is judged at every turn of a stack and read once; object
 * keys that are whole numbers come in numeric order.
 */
export const readLevel: (rules: Rules) => ReadLevel = memoised((rules: Rules): ReadLevel => {
  const text = typeof rules.logic === "string" ? rules.logic : null;
  const logic = text === null || isBlankLogic(text) ? null : readLogic(text, rules);
  const mentioned = logic === null ? Object.keys(rules).filter((key) => key !== "logic") : [];
  const keys = logic === null || logic === "broken" ? mentioned : mentionedRules(logic);
  const read = keys.map((key) => readRule(key, rules[key]));
  return { rules: read, text, logic, isPerLine: read.some((rule) => rule.isPerLine) };
});
