import { isRecord } from "../../engine/rules/compare";
import { checkRules } from "../../engine/rules/define";
import { segmentsNamed } from "../../engine/rules/segments";
import { readsUsage } from "../../engine/usage/facts";
import { ApiError } from "../../errors";
import type { Rules } from "../../model/rule";
import type { ApplicableInput } from "./schema";
import type { RuleRow } from "./store";

/** Characters of JSON: three such parts stay well below the largest row that D1 stores. */
const MOST_CHARACTERS = 200_000;
const MAX_RULES = 100;
const MAX_LIMIT = 100;
const MAX_VALUES = 1000;
const MAX_DEPTH = 20;
const RULE_KEY = /^[1-9]\d{0,8}$/;
const HOSTILE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

const invalid = (details: string) => new ApiError("invalid_validation_rules", { details });

function refuseLarge(name: string, definition: unknown): void {
  if (JSON.stringify(definition).length <= MOST_CHARACTERS) return;
  throw invalid(`'${name}' is larger than ${MOST_CHARACTERS} characters`);
}

/** The rules as they are kept; a defect is refused with the rule's path and the reason. */
function definedRules(sent: unknown): Rules {
  const checked = checkRules(sent);
  if (!checked.ok) {
    const { rule, reason } = checked.error;
    throw invalid(reason.includes(`'${rule}'`) ? reason : `${reason} (at '${rule}')`);
  }
  refuseLarge("rules", checked.value);
  return checked.value;
}

/** The rules as they are kept, with what a decision has to read for them. */
export function ruleColumns(sent: unknown) {
  const rules = definedRules(sent);
  return { rules, segments: segmentsNamed(rules), reads_usage: readsUsage(rules) };
}

/** Why a value cannot be kept as it is, or null. */
function valueDefect(value: unknown, depth: number): string | null {
  if (typeof value !== "object" || value === null) return null;
  if (depth > MAX_DEPTH) return `nests deeper than ${MAX_DEPTH} levels`;
  const entries = Object.entries(value);
  if (entries.length > MAX_VALUES) return `has more than ${MAX_VALUES} values in one place`;
  const hostile = entries.find(([key]) => HOSTILE_KEYS.has(key));
  if (hostile) return `has the key '${hostile[0]}'`;
  for (const [, inner] of entries) {
    const defect = valueDefect(inner, depth + 1);
    if (defect !== null) return defect;
  }
  return null;
}

function bundleDefect(key: string, value: unknown): string | null {
  if (key === "logic") return typeof value === "string" ? null : "must be a text";
  if (key === "limit") {
    const fits = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_LIMIT;
    return value === null || fits ? null : `must be an integer from 1 to ${MAX_LIMIT}`;
  }
  if (!RULE_KEY.test(key)) return "is neither a rule number nor 'logic' nor 'limit'";
  return isRecord(value) ? valueDefect(value, 1) : "must be an object";
}

/** Bundle rules are kept as sent: numbered objects beside `logic` and `limit` (as the reference service). */
export function definedBundle(sent: unknown): Record<string, unknown> {
  if (!isRecord(sent)) throw invalid("'bundle_rules' must be an object");
  const entries = Object.entries(sent);
  if (entries.length > MAX_RULES) throw invalid(`There are more than ${MAX_RULES} bundle rules`);
  for (const [key, value] of entries) {
    const defect = bundleDefect(key, value);
    if (defect !== null) throw invalid(`'bundle_rules.${key.slice(0, 60)}' ${defect}`);
  }
  refuseLarge("bundle_rules", sent);
  return sent;
}

const COLLECTION_ID = /^pc_/;

/** Every text in a definition, at any depth, that is the id of a product collection. */
function collectionsIn(value: unknown, found: Set<string>): Set<string> {
  if (typeof value === "string" && COLLECTION_ID.test(value)) found.add(value);
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) collectionsIn(inner, found);
  }
  return found;
}

/** The collections that any part of a rule names, so that a decision reads those and no others. */
export const collectionsNamed = (
  rule: Pick<RuleRow, "rules" | "applicable_to" | "bundle_rules">,
): string[] => [
  ...collectionsIn([rule.rules, rule.applicable_to, rule.bundle_rules], new Set<string>()),
];

/** All three parts are always there; what was not sent is empty. */
export function definedApplicableTo(sent: ApplicableInput | null | undefined) {
  const whole = {
    included: sent?.included ?? [],
    excluded: sent?.excluded ?? [],
    included_all: sent?.included_all ?? false,
  };
  refuseLarge("applicable_to", whole);
  return whole;
}
