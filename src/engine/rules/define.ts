// Decides whether a rule definition may be saved, and in which form.

import { isRecord } from "../../lib/json-value";
import { err, ok, type Result } from "../../lib/result";
import type { RuleNode, Rules } from "../../model/rule";
import {
  type Checked,
  checkConditions,
  defect,
  HOSTILE_KEYS,
  type RuleDefect,
  shown,
} from "./define-conditions";
import { isBlankLogic, parseLogic } from "./logic";
import { RULE_NAMES } from "./names";

const MAX_RULES = 100;
const MAX_DEPTH = 10;
const MAX_MESSAGE = 1000;
const MAX_PROPERTY = 200;
const RULE_KEY = /^[1-9]\d{0,8}$/;

/** Counts the rules of the whole definition while it is being walked. */
interface Walk {
  rules: number;
}

const own = (record: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined;

const isRuleKey = (key: string): boolean => RULE_KEY.test(key);

function checkProperty(
  path: string,
  name: string,
  required: boolean,
  property: unknown,
): Checked<string | null> {
  const isAbsent = property === undefined || property === null || property === "";
  if (isAbsent && required) return defect(path, `Rule '${name}' must have a 'property'`);
  if (isAbsent) return ok(property === "" ? "" : null);
  if (
    typeof property !== "string" ||
    property.length > MAX_PROPERTY ||
    HOSTILE_KEYS.has(property)
  ) {
    return defect(path, `Rule '${name}' has an invalid 'property'`);
  }
  return ok(property);
}

function checkError(path: string, name: string, error: unknown): Checked<RuleNode["error"]> {
  if (error === undefined || error === null) return ok(error);
  const message = isRecord(error) ? own(error, "message") : undefined;
  if (!isRecord(error) || (message !== undefined && typeof message !== "string")) {
    return defect(path, `Rule '${name}' must have 'error' with a 'message'`);
  }
  if (message === undefined) return ok({});
  if (message.length <= MAX_MESSAGE) return ok({ message });
  return defect(path, `Rule '${name}' has a 'message' longer than ${MAX_MESSAGE} characters`);
}

/** Where the walk is: the rule's path, how deep it lies, and the count of all rules so far. */
interface Place {
  path: string;
  depth: number;
  walk: Walk;
}

function checkNode(place: Place, node: unknown): Checked<RuleNode> {
  const { path } = place;
  if (!isRecord(node)) return defect(path, `Rule '${path}' must be an object`);
  const hostile = Object.keys(node).find((key) => HOSTILE_KEYS.has(key));
  if (hostile !== undefined) return defect(path, `Rule '${path}' has the key '${hostile}'`);
  const name = own(node, "name");
  if (typeof name !== "string") return defect(path, `Rule '${path}' must have a 'name'`);
  const row = RULE_NAMES.get(name);
  if (row === undefined) return defect(path, `Rule '${path}' has unknown name '${shown(name)}'`);
  const property = checkProperty(path, name, row.needsProperty, own(node, "property"));
  if (!property.ok) return property;
  const parts = checkParts(place, name, node);
  if (!parts.ok) return parts;
  return ok({
    name,
    ...(Object.hasOwn(node, "property") && { property: property.value }),
    ...parts.value,
  });
}

/**
 * Conditions, nested rules and error; a rule that asks for nothing is refused, since it would let
 * all through.
 */
function checkParts(
  place: Place,
  name: string,
  node: Record<string, unknown>,
): Checked<Pick<RuleNode, "conditions" | "rules" | "error">> {
  const { path, depth, walk } = place;
  const sent = own(node, "conditions");
  const conditions = checkConditions(path, name, sent ?? {});
  if (!conditions.ok) return conditions;
  const rules = checkLevel(own(node, "rules") ?? {}, {
    path: `${path}.rules.`,
    depth: depth + 1,
    walk,
  });
  if (!rules.ok) return rules;
  const asksNothing =
    Object.keys(conditions.value).length === 0 && !Object.keys(rules.value).some(isRuleKey);
  if (asksNothing) return defect(path, `Rule '${name}' must have 'conditions' or 'rules'`);
  const error = checkError(path, name, own(node, "error"));
  if (!error.ok) return error;
  return ok({
    ...(sent !== undefined && { conditions: sent === null ? null : conditions.value }),
    rules: rules.value,
    ...(error.value !== undefined && { error: error.value }),
  });
}

function checkLogic(prefix: string, rules: Rules, logic: unknown): RuleDefect | null {
  if (isBlankLogic(logic)) return null;
  const rule = `${prefix}logic`;
  if (typeof logic !== "string") return { rule, reason: `'${rule}' must be a text` };
  const parsed = parseLogic(logic, (key) => Object.hasOwn(rules, key));
  if (parsed.ok) return null;
  const { position, reason } = parsed.error;
  return { rule, reason: `'${rule}' at character ${position}: ${reason}` };
}

/** One level of numbered rules; `place.path` is the prefix of its keys. */
function checkLevel(level: unknown, place: Place): Checked<Rules> {
  const { path: prefix, depth, walk } = place;
  const where = prefix === "" ? "rules" : prefix.slice(0, -1);
  if (!isRecord(level)) return defect(where, `'${where}' must be an object`);
  const rules: Rules = {};
  for (const key of Object.keys(level)) {
    if (key === "logic") continue;
    const path = prefix + shown(key);
    if (!isRuleKey(key)) return defect(path, `'${path}' is neither a rule number nor 'logic'`);
    walk.rules++;
    if (walk.rules > MAX_RULES) return defect(path, `There are more than ${MAX_RULES} rules`);
    if (depth > MAX_DEPTH) return defect(path, `Rules nest deeper than ${MAX_DEPTH} levels`);
    const node = checkNode({ path, depth, walk }, level[key]);
    if (!node.ok) return node;
    rules[key] = node.value;
  }
  const logic = own(level, "logic");
  const malformed = checkLogic(prefix, rules, logic);
  if (malformed !== null) return err(malformed);
  if (typeof logic === "string") rules.logic = logic;
  return ok(rules);
}

/**
 * Checks a definition when it is saved (contract, Validation rule; key `invalid_validation_rules`,
 * whose `details` is the reason). In: what was sent. Out: a plain copy of it with `rules: {}` where
 * nothing is nested. Refuses unknown names and operators, a missing property, values an operator
 * does not take, malformed logic and what is too large.
 */
export function checkRules(rules: unknown): Result<Rules, RuleDefect> {
  return checkLevel(rules ?? {}, { path: "", depth: 1, walk: { rules: 0 } });
}
