// Decides whether one numbered bundle rule may be saved: which goods it names, and how many units
// of them.

import { isRecord, toNumber } from "../../lib/json-value";
import { err, ok, type Result } from "../../lib/result";
import { isBlankLogic } from "../rules/logic";
import type { GoodsName } from "../targets/match";

/**
 * Why bundle rules are refused: the path below `bundle_rules`, empty for the whole, and the reason
 * in words.
 */
export interface BundleDefect {
  rule: string;
  reason: string;
}

type Checked<T> = Result<T, BundleDefect>;
type Sent = Record<string, unknown>;

/** Goods of which a bundle takes `units`; any of the names will do, the most specific first. */
export interface BundleEntry {
  names: readonly GoodsName[];
  units: number;
}

/** What is kept of a rule, and what it means. */
export interface CheckedEntry {
  kept: Sent;
  entry: BundleEntry;
}

const MAX_GOODS = 100;
const MAX_ID = 255;
const KEY = /^[1-9]\d{0,8}$/;
const IS: ReadonlySet<string> = new Set(["$is", "$in", "$from"]);
const KINDS = new Map<unknown, readonly GoodsName["object"][]>([
  ["sku", ["sku"]],
  ["product", ["product"]],
  ["product_or_sku", ["sku", "product"]],
  ["products_collection", ["products_collection"]],
]);

/** Goods are looked for in this order (reference service, bundles). */
export const PRECEDENCE = { sku: 0, product: 1, products_collection: 2 };

/** A number of a rule, as in `rules`. */
export const isRuleKey = (key: string): boolean => KEY.test(key);

/** A refusal at a path. */
export const defect = (rule: string, reason: string) => err<BundleDefect>({ rule, reason });

const isUnset = (value: unknown): boolean => value === undefined || value === null;

/** The only key that is set, if it is one of those; otherwise null. */
function onlyKey(record: Sent, isWanted: (key: string) => boolean): string | null {
  const [key, ...more] = Object.keys(record);
  return key !== undefined && more.length === 0 && isWanted(key) ? key : null;
}

const shortened = (key: string): string => (key.length > 60 ? `${key.slice(0, 60)}...` : key);

/**
 * Name and parts of a rule; anything beside them that is set could mean something that is not done
 * here.
 */
function checkParts(path: string, sent: unknown, name: string): Checked<Sent> {
  if (!isRecord(sent)) return defect(path, "must be an object");
  if (sent.name !== name) return defect(path, `must have the name '${name}'`);
  const parts = ["name", "conditions", "rules"];
  const other = Object.keys(sent).find((key) => !parts.includes(key) && !isUnset(sent[key]));
  if (other === undefined || (other === "property" && sent.property === "")) return ok(sent);
  return defect(path, `must not have '${shortened(other)}'`);
}

/** The values of the one operator that a bundle rule may have. */
function checkIs(
  path: string,
  { conditions }: Sent,
): Checked<{ key: string; sent: unknown; values: unknown[] }> {
  const key = isRecord(conditions) ? onlyKey(conditions, (name) => IS.has(name)) : null;
  if (!isRecord(conditions) || key === null) {
    return defect(`${path}.conditions`, "must have '$is' and nothing else");
  }
  const sent: unknown = conditions[key];
  return ok({ key, sent, values: Array.isArray(sent) ? sent : [sent] });
}

/** `object` says what it is; `type` may say the same, or leave open which of product and SKU. */
function kindsOf({ object, type }: Sent): readonly GoodsName["object"][] {
  const byType = KINDS.get(isUnset(type) ? object : type) ?? [];
  if (isUnset(object)) return byType;
  return byType.filter((kind) => object === kind);
}

const isName = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= MAX_ID;

function checkGoods(path: string, sent: unknown): Checked<{ kept: Sent; names: GoodsName[] }> {
  if (!isRecord(sent)) return defect(path, "must be an object with 'id' and 'object'");
  const { id, source_id } = sent;
  if (!isName(id)) return defect(path, `must have an 'id' of 1 to ${MAX_ID} characters`);
  if (!isUnset(source_id) && !isName(source_id)) {
    return defect(path, `must have a 'source_id' of 1 to ${MAX_ID} characters or none`);
  }
  const kinds = kindsOf(sent);
  if (kinds.length === 0) {
    return defect(path, "must have 'object' or 'type' of a product, SKU or products_collection");
  }
  const kept = Object.fromEntries(
    ["id", "source_id", "type", "object"].flatMap((key) =>
      sent[key] === undefined ? [] : [[key, sent[key]]],
    ),
  );
  const source = isName(source_id) ? source_id : null;
  return ok({ kept, names: kinds.map((object) => ({ object, id, source_id: source })) });
}

function checkAllGoods(path: string, values: readonly unknown[]) {
  if (values.length === 0) return defect(path, "must name a product, SKU or collection");
  if (values.length > MAX_GOODS) return defect(path, `must name ${MAX_GOODS} goods at most`);
  const all = values.map((value) => checkGoods(path, value));
  const kept: Sent[] = [];
  const names: GoodsName[] = [];
  for (const one of all) {
    if (!one.ok) return one;
    kept.push(one.value.kept);
    names.push(...one.value.names);
  }
  names.sort((a, b) => PRECEDENCE[a.object] - PRECEDENCE[b.object]);
  return ok({ kept, names });
}

/** Nothing may be nested below the quantity. */
const isEmptyLevel = (rules: unknown): boolean =>
  isUnset(rules) ||
  (isRecord(rules) &&
    Object.entries(rules).every(([key, value]) => key === "logic" && isBlankLogic(value)));

/** The one nested rule, which says how many units a bundle takes. */
function checkQuantity(path: string, rules: unknown): Checked<{ kept: Sent; units: number }> {
  const { logic, ...level } = isRecord(rules) ? rules : {};
  const key = onlyKey(level, isRuleKey);
  if (key === null) return defect(path, "must hold one rule, 'order.items.aggregated_quantity'");
  const isSame = typeof logic === "string" && logic.trim() === key;
  if (!isBlankLogic(logic) && !isSame) {
    return defect(`${path}.logic`, `must be '${key}' or absent`);
  }
  const at = `${path}.${key}`;
  const parts = checkParts(at, level[key], "order.items.aggregated_quantity");
  if (!parts.ok) return parts;
  if (!isEmptyLevel(parts.value.rules)) return defect(`${at}.rules`, "must be empty");
  const is = checkIs(at, parts.value);
  if (!is.ok) return is;
  const { values } = is.value;
  const units = values.length === 1 ? toNumber(values[0]) : null;
  if (units === null || !Number.isSafeInteger(units) || units < 1) {
    return defect(`${at}.conditions`, "must be one whole number from 1");
  }
  const { name, rules: nested } = parts.value;
  const conditions = { [is.value.key]: is.value.sent };
  const rule = { name, conditions, ...(isRecord(nested) && { rules: { ...nested } }) };
  const kept = { [key]: rule, ...(logic !== undefined && { logic }) };
  return ok({ kept, units });
}

/** Checks one numbered rule (reference service, bundles). In: its path and what was sent. */
export function checkEntry(path: string, sent: unknown): Checked<CheckedEntry> {
  const parts = checkParts(path, sent, "order.items.any");
  if (!parts.ok) return parts;
  const is = checkIs(path, parts.value);
  if (!is.ok) return is;
  const goods = checkAllGoods(`${path}.conditions`, is.value.values);
  if (!goods.ok) return goods;
  const quantity = checkQuantity(`${path}.rules`, parts.value.rules);
  if (!quantity.ok) return quantity;
  const kept = {
    name: parts.value.name,
    conditions: { [is.value.key]: goods.value.kept },
    rules: quantity.value.kept,
  };
  return ok({ kept, entry: { names: goods.value.names, units: quantity.value.units } });
}
