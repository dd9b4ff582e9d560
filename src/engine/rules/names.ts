// Decides which facts a rule may name, which error a violation of each gives, and where it is read.

import { missingUsage, USAGE_NAMES, type UsageName } from "../usage/facts";
import {
  type Facts,
  type ItemFacts,
  known,
  linesReading,
  metadataReading,
  missing,
  nullable,
  type OrderFacts,
  property,
  type Quantifier,
  type Reading,
} from "./facts";

/** Whose data broke the rule: gives the error key `<scope>_rules_violated`. */
export type Scope = "customer" | "order" | "redemption";

type Read = (facts: Facts, property: string) => Reading;

/** One public rule name. `read` is null where the fact is not gathered: such a rule is never met. */
export interface RuleName {
  name: string;
  scope: Scope;
  needsProperty: boolean;
  read: Read | null;
}

const ofOrder =
  (read: (order: OrderFacts, property: string) => Reading): Read =>
  (facts, key) =>
    facts.order === null ? missing("order") : read(facts.order, key);

const amount = (name: string, key: "amount" | "initial_amount" | "total_amount"): Read =>
  ofOrder((order) => nullable(order[key], name));

function lines(
  quantifier: Quantifier,
  missingName: string,
  pick: (item: ItemFacts) => unknown,
  counts: (item: ItemFacts) => boolean = () => true,
): Read {
  const how = { quantifier, missing: missingName };
  return ofOrder((order) => linesReading(order.items.filter(counts), how, pick));
}

function lineMetadata(
  quantifier: Quantifier,
  name: string,
  from: (item: ItemFacts) => Record<string, unknown> | null,
): Read {
  return ofOrder((order, key) =>
    linesReading(order.items, { quantifier, missing: `${name}.${key}` }, (item) =>
      property(from(item), key),
    ),
  );
}

/** Units, not lines; a line without a quantity is one unit. */
const unitCount = (order: OrderFacts): Reading =>
  known(order.items.reduce((units, item) => units + (item.quantity ?? 1), 0));

const present = (ids: readonly (string | null | undefined)[]): string[] =>
  ids.filter((id) => id !== null && id !== undefined);

/** Every ID that names the product of a line; a line that names nothing is unknown. */
function productIds(item: ItemFacts): string[] | null {
  const { product } = item;
  const ids = present([item.product_id, product?.id, product?.source_id, item.source_id]);
  return ids.length === 0 ? null : ids;
}

/** As for products; a line that names only a product is known to have no SKU. */
function skuIds(item: ItemFacts): string[] | null {
  const ids = present([item.sku_id, item.sku?.id, item.sku?.source_id, item.source_id]);
  return ids.length === 0 && productIds(item) === null ? null : ids;
}

const hasSku = (item: ItemFacts): boolean => item.sku_id !== null || item.sku !== null;
const linePrice = (item: ItemFacts): unknown => item.price;
const productPrice = (item: ItemFacts): unknown => item.price ?? item.product?.price ?? null;
const skuPrice = (item: ItemFacts): unknown => item.price ?? item.sku?.price ?? null;
const quantity = (item: ItemFacts): unknown => item.quantity;
const ownMetadata = (item: ItemFacts) => item.metadata;
const productMetadata = (item: ItemFacts) => item.product?.metadata ?? null;

type Row = [name: string, scope: Scope, property: "required" | "none", read: Read | null];

const ROWS: readonly Row[] = [
  [
    "customer.segment",
    "customer",
    "none",
    ({ customer }) => (customer === null ? missing("customer") : known(customer.segments)),
  ],
  [
    "customer.metadata",
    "customer",
    "required",
    ({ customer }, key) =>
      customer === null
        ? missing("customer")
        : metadataReading(customer.metadata, "customer.metadata", key),
  ],
  ["custom_event.metadata", "customer", "required", null],

  ["order.amount", "order", "none", amount("order.amount", "amount")],
  ["order.initial_amount", "order", "none", amount("order.initial_amount", "initial_amount")],
  ["order.total_amount", "order", "none", amount("order.total_amount", "total_amount")],
  [
    "order.metadata",
    "order",
    "required",
    ofOrder((order, key) => metadataReading(order.metadata, "order.metadata", key)),
  ],
  ["order.items.count", "order", "none", ofOrder(unitCount)],
  ["order.items.price_any", "order", "none", lines("any", "order.items.price", linePrice)],
  ["order.items.price_each", "order", "none", lines("each", "order.items.price", linePrice)],
  [
    "order.items.metadata_any",
    "order",
    "required",
    lineMetadata("any", "order.items.metadata", ownMetadata),
  ],
  [
    "order.items.metadata_each",
    "order",
    "required",
    lineMetadata("each", "order.items.metadata", ownMetadata),
  ],
  ["order.items.every", "order", "none", null],
  ["order.items.any", "order", "none", null],
  ["order.items.none", "order", "none", null],
  ["order.items.cheapest", "order", "none", null],
  ["order.items.most_expensive", "order", "none", null],
  ["order.items.quantity", "order", "none", null],
  ["order.items.aggregated_quantity", "order", "none", null],
  ["order.items.price", "order", "none", null],
  ["order.items.aggregated_amount", "order", "none", null],
  ["order.items.metadata", "order", "required", null],

  ["product.id", "order", "none", lines("some", "product.id", productIds)],
  ["product.price", "order", "none", lines("some", "product.price", productPrice)],
  ["product.quantity", "order", "none", lines("some", "product.quantity", quantity)],
  [
    "product.metadata",
    "order",
    "required",
    lineMetadata("some", "product.metadata", productMetadata),
  ],
  ["product.discount_applicable", "order", "none", null],
  ["product.metadata.aggregated_quantity", "order", "none", null],
  ["product.metadata.aggregated_amount", "order", "none", null],
  ["product.metadata.discount_applicable", "order", "none", null],
  ["product.metadata.match_all", "order", "none", null],
  ["sku.id", "order", "none", lines("some", "sku.id", skuIds)],
  ["sku.price", "order", "none", lines("some", "sku.price", skuPrice, hasSku)],
  ["sku.quantity", "order", "none", lines("some", "sku.quantity", quantity, hasSku)],
  ["sku.discount_applicable", "order", "none", null],

  [
    "redemption.metadata",
    "redemption",
    "required",
    ({ redemption }, key) => metadataReading(redemption.metadata, "redemption.metadata", key),
  ],
  [
    "redemption.gift.amount",
    "redemption",
    "none",
    ({ redemption }) => nullable(redemption.gift_amount, "redemption.gift.amount"),
  ],
  [
    "redemption.api_key",
    "redemption",
    "none",
    ({ redemption }) => nullable(redemption.api_key, "redemption.api_key"),
  ],
  ["redemption.user.login", "redemption", "none", null],
  ["redemption.reward.pay_with_points.points_used", "redemption", "none", null],
  ["redemption.count.per_user", "redemption", "none", null],
  ["publication.redeemable_by_linked_customer", "redemption", "none", null],
];

/** The redemption that is decided is counted already (docs/behaviour.md, "Usage"). */
const usageOf =
  (name: UsageName): Read =>
  ({ usage }) => {
    if (usage === null) return missing("redemption");
    const counted = usage[name.owner][name.subject];
    return counted === null ? missing(missingUsage(name, usage)) : known(counted[name.measure]);
  };

/** Underscored names that older clients still send. */
const ALIASES: readonly (readonly [alias: string, name: string])[] = [
  ["customer_segment", "customer.segment"],
  ["customer_metadata", "customer.metadata"],
  ["custom_event_metadata", "custom_event.metadata"],
  ["order_metadata", "order.metadata"],
  ["order_items_metadata", "order.items.metadata"],
  ["product_metadata", "product.metadata"],
  ["redemption_metadata", "redemption.metadata"],
];

function buildTable(): ReadonlyMap<string, RuleName> {
  const table = new Map<string, RuleName>();
  for (const [name, scope, needs, read] of ROWS) {
    table.set(name, { name, scope, needsProperty: needs === "required", read });
  }
  for (const [name, usage] of USAGE_NAMES) {
    table.set(name, { name, scope: "redemption", needsProperty: false, read: usageOf(usage) });
  }
  for (const [alias, name] of ALIASES) {
    const row = table.get(name);
    if (row !== undefined) table.set(alias, row);
  }
  return table;
}

/** Every name a rule may carry, old spellings included (contract, Validation rule: `name`). */
export const RULE_NAMES: ReadonlyMap<string, RuleName> = buildTable();
