// Decides what rules may ask about the lines of an order, their products and their SKUs.
import { type Facts, type ItemFacts, property, type Quantifier, unitsOf } from "./facts";
import { productNames, skuNames } from "./goods";
import type { LineFact, SumFact } from "./lines";

type Pick = LineFact["pick"];

const fixed = (quantifier: Quantifier, missing: string, pick: Pick): LineFact => ({
  quantifier,
  missing,
  pick,
  isFixed: true,
  isNames: false,
});

type Metadata = Record<string, unknown> | null;

const inMetadata =
  (from: (item: ItemFacts) => Metadata): Pick =>
  (item, key) =>
    property(from(item), key);

const hasSku = (item: ItemFacts): boolean => item.sku_id !== null || item.sku !== null;
/** Only lines with a SKU count. */
const ofSku =
  (pick: Pick): Pick =>
  (item, key, facts, at) =>
    hasSku(item) ? pick(item, key, facts, at) : undefined;

const price: Pick = (item) => item.price;
const ownMetadata = inMetadata((item) => item.metadata);
const productMetadata = inMetadata((item) => item.product?.metadata ?? null);
const productPrice: Pick = (item) => item.price ?? item.product?.price ?? null;
const skuPrice: Pick = (item) => item.price ?? item.sku?.price ?? null;

/** The names of a line's product and of its SKU. */
export const PRODUCT_NAMES = { ...fixed("some", "product.id", productNames), isNames: true };
export const SKU_NAMES = { ...fixed("some", "sku.id", skuNames), isNames: true };

const reached = (facts: Facts, at: number): boolean | null => facts.reach?.[at] ?? null;

const reach = (missing: string, counts: (item: ItemFacts, key: string) => boolean): LineFact => ({
  quantifier: "some",
  missing,
  pick: (item, key, facts, at) => (counts(item, key) ? reached(facts, at) : undefined),
  isFixed: false,
  isNames: false,
});

const hasProductProperty = (item: ItemFacts, key: string): boolean =>
  property(item.product?.metadata ?? null, key) !== null;

type Named<Fact> = readonly [name: string, needs: "required" | "none", fact: Fact];

/** Facts with one value a line (reference service, validation rules). */
export const LINE_FACTS: readonly Named<LineFact>[] = [
  ["order.items.price_any", "none", fixed("any", "order.items.price", price)],
  ["order.items.price_each", "none", fixed("each", "order.items.price", price)],
  ["order.items.metadata_any", "required", fixed("any", "order.items.metadata", ownMetadata)],
  ["order.items.metadata_each", "required", fixed("each", "order.items.metadata", ownMetadata)],
  ["order.items.quantity", "none", fixed("some", "order.items.quantity", unitsOf)],
  ["order.items.price", "none", fixed("some", "order.items.price", price)],
  ["order.items.metadata", "required", fixed("some", "order.items.metadata", ownMetadata)],
  ["product.id", "none", PRODUCT_NAMES],
  ["product.price", "none", fixed("some", "product.price", productPrice)],
  ["product.quantity", "none", fixed("some", "product.quantity", unitsOf)],
  ["product.metadata", "required", fixed("some", "product.metadata", productMetadata)],
  ["product.metadata.match_all", "required", fixed("each", "product.metadata", productMetadata)],
  ["sku.id", "none", SKU_NAMES],
  ["sku.price", "none", fixed("some", "sku.price", ofSku(skuPrice))],
  ["sku.quantity", "none", fixed("some", "sku.quantity", ofSku(unitsOf))],
  ["product.discount_applicable", "none", reach("product.discount_applicable", () => true)],
  ["sku.discount_applicable", "none", reach("sku.discount_applicable", hasSku)],
  [
    "product.metadata.discount_applicable",
    "required",
    reach("product.metadata.discount_applicable", hasProductProperty),
  ],
];

/** Sums over lines whose product has a metadata property; a line counts whatever the value is. */
const withProperty =
  (of: SumFact["of"]): SumFact["of"] =>
  (item, key) =>
    hasProductProperty(item, key) ? of(item, key) : undefined;

const amount: SumFact["of"] = (item) => item.amount;

/** Sums over the lines of a rule on items, or over all lines outside one. */
export const SUM_FACTS: readonly Named<SumFact>[] = [
  ["order.items.aggregated_quantity", "none", { missing: "order.items", of: unitsOf }],
  ["order.items.aggregated_amount", "none", { missing: "order.items.amount", of: amount }],
  [
    "product.metadata.aggregated_quantity",
    "required",
    { missing: "product.metadata", of: withProperty(unitsOf) },
  ],
  [
    "product.metadata.aggregated_amount",
    "required",
    { missing: "order.items.amount", of: withProperty(amount) },
  ],
];

/** How a rule on items looks at the lines that it chooses. */
export type ItemsQuantifier = "every" | "any" | "none" | "cheapest" | "most_expensive";

export const ITEMS_NAMES: readonly (readonly [string, ItemsQuantifier])[] = [
  ["order.items.every", "every"],
  ["order.items.any", "any"],
  ["order.items.none", "none"],
  ["order.items.cheapest", "cheapest"],
  ["order.items.most_expensive", "most_expensive"],
];
