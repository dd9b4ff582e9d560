import { type BundleRules, hasBundle } from "../../../../src/engine/bundles/define";
import { isRuleKey } from "../../../../src/engine/bundles/entry";
import { isBlankLogic, parseLogic } from "../../../../src/engine/rules/logic";
import { isRecord } from "../../../../src/lib/json-value";

type Goods = Record<string, unknown>;

/** Goods of which a bundle takes so many units; any of them will do. */
export interface Part {
  key: string;
  goods: readonly Goods[];
  /** As it was typed. */
  units: string;
}

/** A bundle while it is edited; without parts there is none. */
export interface BundleDraft {
  parts: readonly Part[];
  /** Whether all parts make a bundle, each of them one, or what an expression says. */
  join: "and" | "or" | "own";
  own: string;
  /** Bundles that count, as it was typed; empty for any number. */
  limit: string;
}

export const NO_BUNDLE: BundleDraft = { parts: [], join: "and", own: "", limit: "1" };

/** The values of the one operator that a part has. */
const valuesOf = (rule: unknown): unknown[] =>
  isRecord(rule) && isRecord(rule.conditions) ? Object.values(rule.conditions).flat() : [];

function partOf(key: string, rule: unknown): Part {
  const nested = isRecord(rule) && isRecord(rule.rules) ? rule.rules : {};
  const [quantity] = Object.entries(nested).flatMap(([name, one]) =>
    isRuleKey(name) ? [one] : [],
  );
  const [units] = valuesOf(quantity);
  return { key, goods: valuesOf(rule).filter(isRecord), units: String(units ?? "") };
}

/** What an expression says, as far as it is "all of them" or "any of them". */
function joinOf(logic: unknown, keys: readonly string[]): BundleDraft["join"] {
  if (isBlankLogic(logic)) return "and";
  const read = parseLogic(String(logic), (key) => keys.includes(key));
  if (!read.ok) return "own";
  if (read.value.kind === "rule") return keys.length === 1 ? "and" : "own";
  const { kind, parts } = read.value;
  const named = new Set(parts.map((part) => (part.kind === "rule" ? part.key : null)));
  return !named.has(null) && named.size === keys.length ? kind : "own";
}

/** Bundle rules as they are stored. */
export function bundleDraftOf(stored: unknown): BundleDraft {
  if (!hasBundle(stored)) return NO_BUNDLE;
  const { logic, limit = 1 } = stored;
  const parts = Object.keys(stored)
    .filter(isRuleKey)
    .map((key) => partOf(key, stored[key]));
  const keys = parts.map(({ key }) => key);
  const own = typeof logic === "string" ? logic : "";
  return { parts, join: joinOf(logic, keys), own, limit: limit === null ? "" : String(limit) };
}

/** A number as it was typed; what is none is sent as it is, and refused. */
const numberOf = (text: string): unknown => (/^\d+$/.test(text.trim()) ? Number(text) : text);

const ruleOf = ({ goods, units }: Part) => ({
  name: "order.items.any",
  conditions: { $is: [...goods] },
  rules: {
    "1": { name: "order.items.aggregated_quantity", conditions: { $is: [numberOf(units)] } },
  },
});

/** Bundle rules as they are sent; null where there is no bundle. */
export function bundleRulesOf({ parts, join, own, limit }: BundleDraft): BundleRules | null {
  if (parts.length === 0) return null;
  const logic = join === "or" ? parts.map(({ key }) => key).join(" or ") : own;
  return {
    ...Object.fromEntries(parts.map((part) => [part.key, ruleOf(part)])),
    ...(join !== "and" && { logic }),
    limit: limit.trim() === "" ? null : numberOf(limit),
  };
}

/** A bundle with one more part, of which any goods may be. */
export function withPart(draft: BundleDraft): BundleDraft {
  const key = String(Math.max(0, ...draft.parts.map((part) => Number(part.key))) + 1);
  return { ...draft, parts: [...draft.parts, { key, goods: [], units: "1" }] };
}
