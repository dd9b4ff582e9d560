import { isBlankLogic, type Logic, parseLogic } from "../../../../src/engine/rules/logic";
import { RULE_NAMES } from "../../../../src/engine/rules/names";
import type { RuleNode, Rules } from "../../../../src/model/rule";
import { isRuleNode } from "../../../../src/model/rule-node";

export type Group = Extract<Logic, { parts: unknown }>;

/** One rule while it is edited; `inner` is what is nested in it. */
export interface Draft {
  name: string;
  property: string;
  conditions: Readonly<Record<string, unknown>>;
  message: string;
  inner: Level | null;
}

/** Rules by number, and the boxes that hold them. Rules in no box are kept, and never asked. */
export interface Level {
  rules: Readonly<Record<string, Draft>>;
  logic: Group;
}

export const EMPTY: Level = { rules: {}, logic: { kind: "and", parts: [] } };

export const leaf = (key: string): Logic => ({ kind: "rule", key });
export const isGroup = (logic: Logic): logic is Group => logic.kind !== "rule";

const draftOf = ({ name, property, conditions, rules, error }: RuleNode): Draft => ({
  name,
  property: property ?? "",
  conditions: conditions ?? {},
  message: error?.message ?? "",
  inner: rules && Object.keys(rules).some((key) => key !== "logic") ? levelOf(rules) : null,
});

/** A level as it is stored: without an expression all its rules must hold. */
export function levelOf(stored: Rules): Level {
  const rules: Record<string, Draft> = {};
  for (const [key, node] of Object.entries(stored)) {
    if (key !== "logic" && isRuleNode(node)) rules[key] = draftOf(node);
  }
  const text = stored.logic;
  const all: Group = { kind: "and", parts: Object.keys(rules).map(leaf) };
  if (typeof text !== "string" || isBlankLogic(text)) return { rules, logic: all };
  const read = parseLogic(text, (key) => Object.hasOwn(rules, key));
  if (!read.ok) return { rules, logic: all };
  return { rules, logic: isGroup(read.value) ? read.value : { kind: "and", parts: [read.value] } };
}

/** Numbers of the rules in a box, in order, as often as they stand there. */
export const keysIn = (logic: Logic): string[] =>
  isGroup(logic) ? logic.parts.flatMap(keysIn) : [logic.key];

const wordsOf = (logic: Logic, isInner: boolean): string => {
  if (!isGroup(logic)) return logic.key;
  const [only, ...others] = logic.parts;
  if (only && others.length === 0) return wordsOf(only, isInner);
  const parts = logic.parts.map((part) => wordsOf(part, true)).filter((text) => text !== "");
  const text = parts.join(` ${logic.kind} `);
  return isInner && parts.length > 1 ? `(${text})` : text;
};

/** The expression that the boxes stand for, such as `1 and (2 or 3)`. */
export const logicText = (logic: Logic): string => wordsOf(logic, false);

/** Whether the boxes say no more than "all of them", which needs no expression. */
function isAll({ rules, logic }: Level): boolean {
  const keys = keysIn(logic);
  const isPlain = logic.kind === "and" && logic.parts.every((part) => !isGroup(part));
  return isPlain && keys.length === Object.keys(rules).length;
}

const nodeOf = ({ name, property, conditions, message, inner }: Draft): RuleNode => ({
  name,
  ...((property !== "" || RULE_NAMES.get(name)?.needsProperty) && { property }),
  conditions: { ...conditions },
  rules: inner ? rulesOf(inner) : {},
  ...(message !== "" && { error: { message } }),
});

/** A level as it is sent. */
export function rulesOf(level: Level): Rules {
  const rules: Rules = {};
  for (const [key, draft] of Object.entries(level.rules)) rules[key] = nodeOf(draft);
  if (!isAll(level)) rules.logic = logicText(level.logic);
  return rules;
}

export const nextKey = ({ rules }: Level): string =>
  String(Math.max(0, ...Object.keys(rules).map(Number)) + 1);
