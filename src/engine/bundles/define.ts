// Decides whether bundle rules may be saved, and what they ask for.

import { isRecord } from "../../lib/json-value";
import { ok, type Result } from "../../lib/result";
import { isBlankLogic, type Logic, parseLogic } from "../rules/logic";
import { alternativesOf, countAlternatives } from "./alternatives";
import { type BundleDefect, type BundleEntry, checkEntry, defect, isRuleKey } from "./entry";

const MAX_RULES = 100;
const MAX_LIMIT = 100;
const MAX_ALTERNATIVES = 100;
const DEFAULT_LIMIT = 1;

/** Bundle rules as they are kept: numbered rules beside `logic` and `limit`. */
export type BundleRules = Record<string, unknown>;

/** `limit` is the most bundles, null for any number; each alternative alone makes a bundle. */
export interface BundlePlan {
  limit: number | null;
  alternatives: readonly (readonly BundleEntry[])[];
}

interface Defined {
  kept: BundleRules;
  plan: BundlePlan;
}

/** Whether there is a bundle at all: empty bundle rules configure nothing. */
export const hasBundle = (rules: unknown): rules is BundleRules =>
  isRecord(rules) && Object.keys(rules).some(isRuleKey);

function checkLimit(limit: unknown): Result<number | null, BundleDefect> {
  if (limit === undefined) return ok(DEFAULT_LIMIT);
  if (limit === null) return ok(null);
  const fits =
    typeof limit === "number" && Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT;
  return fits ? ok(limit) : defect("limit", `must be an integer from 1 to ${MAX_LIMIT}`);
}

function checkLogic(
  logic: unknown,
  keys: readonly string[],
): Result<ReadonlySet<string>[], BundleDefect> {
  if (isBlankLogic(logic)) return ok(keys.length === 0 ? [] : [new Set(keys)]);
  if (typeof logic !== "string") return defect("logic", "must be a text");
  const parsed: Result<Logic, { position: number; reason: string }> = parseLogic(logic, (key) =>
    keys.includes(key),
  );
  if (!parsed.ok) {
    return defect("logic", `at character ${parsed.error.position}: ${parsed.error.reason}`);
  }
  if (countAlternatives(parsed.value) > MAX_ALTERNATIVES) {
    return defect("logic", `must leave ${MAX_ALTERNATIVES} alternatives at most`);
  }
  return ok(alternativesOf(parsed.value));
}

function define(sent: unknown): Result<Defined, BundleDefect> {
  if (!isRecord(sent)) return defect("", "must be an object");
  const { logic, limit, ...numbered } = sent;
  const keys = Object.keys(numbered);
  if (keys.length > MAX_RULES) return defect("", `must not have more than ${MAX_RULES} rules`);
  const entries = new Map<string, BundleEntry>();
  const kept: BundleRules = {};
  for (const key of keys) {
    const path = key.slice(0, 60);
    if (!isRuleKey(key)) return defect(path, "is neither a rule number nor 'logic' nor 'limit'");
    const entry = checkEntry(path, numbered[key]);
    if (!entry.ok) return entry;
    entries.set(key, entry.value.entry);
    kept[key] = entry.value.kept;
  }
  const most = checkLimit(limit);
  if (!most.ok) return most;
  const sets = checkLogic(logic, keys);
  if (!sets.ok) return sets;
  if (logic !== undefined) kept.logic = logic;
  if (limit !== undefined) kept.limit = limit;
  const alternatives = sets.value.map((set) =>
    [...entries].flatMap(([key, entry]) => (set.has(key) ? [entry] : [])),
  );
  return ok({ kept, plan: { limit: most.value, alternatives } });
}

/**
 * Checks bundle rules when they are saved (reference service, bundles). In: what was sent. Out: a
 * plain copy without what means nothing. Refuses any other rule than goods in `order.items.any`
 * with one nested quantity, malformed logic or one with too many ways, a limit outside 1 to 100 and
 * too many rules.
 */
export function checkBundle(sent: unknown): Result<BundleRules, BundleDefect> {
  const defined = define(sent);
  return defined.ok ? ok(defined.value.kept) : defined;
}

/** What bundle rules ask for. In: rules as sent or kept. Refuses what `checkBundle` refuses. */
export function planBundle(rules: unknown): Result<BundlePlan, BundleDefect> {
  const defined = define(rules);
  return defined.ok ? ok(defined.value.plan) : defined;
}
