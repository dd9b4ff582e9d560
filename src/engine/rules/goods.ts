// Decides by which names a line's product and SKU go, which collections it belongs to, and what a
// unit of it costs.
import { isRecord, ownText } from "../../lib/json-value";
import type { OrderItemInput } from "../../model/order";
import type { GoodsFacts, ItemFacts } from "./facts";

/** A product or SKU as sent, else as the catalogue has it. */
export function goodsFacts(
  sent: OrderItemInput["product"],
  stored: GoodsFacts | null,
): GoodsFacts | null {
  if (!sent && !stored) return null;
  return {
    id: sent?.id ?? stored?.id ?? null,
    source_id: sent?.source_id ?? stored?.source_id ?? null,
    price: sent?.price ?? stored?.price ?? null,
    metadata: stored ? { ...stored.metadata, ...sent?.metadata } : (sent?.metadata ?? {}),
  };
}

/** What names a price of one unit, and may have goods that name one, too; minor units. */
interface Priced {
  price?: number | null | undefined;
  sku?: { price?: number | null | undefined } | null | undefined;
  product?: { price?: number | null | undefined } | null | undefined;
}

/** The price of one unit of a line: its own, else its SKU's, else its product's. */
export const unitPrice = ({ price, sku, product }: Priced): number | null =>
  price ?? sku?.price ?? product?.price ?? null;

const COLLECTION = "products_collection";
/** What the ID of a collection starts with, where it stands bare among IDs of products. */
const COLLECTION_ID = /^pc_/;

/**
 * Stands among the names of a line for a collection it belongs to; no shop can send one as an ID.
 */
export class Membership {
  constructor(readonly collection: string) {}
}

const namesOf = (ids: readonly (string | null | undefined)[], item: ItemFacts) => {
  const names = ids.filter((id) => id !== null && id !== undefined);
  return [...names, ...item.collections.map((id) => new Membership(id))];
};

/** Every name of a line's product; a line that names nothing is unknown. */
export function productNames(item: ItemFacts): readonly unknown[] | null {
  const { product } = item;
  const names = namesOf([item.product_id, product?.id, product?.source_id, item.source_id], item);
  return names.length > item.collections.length ? names : null;
}

/** As for products; a line that names only a product is known to have no SKU. */
export function skuNames(item: ItemFacts): readonly unknown[] | null {
  const names = namesOf([item.sku_id, item.sku?.id, item.sku?.source_id, item.source_id], item);
  const isNamed = names.length > item.collections.length;
  return isNamed || productNames(item) !== null ? names : null;
}

/**
 * The collection that a value of a condition refers to, as an object or as a bare ID; else null.
 */
export function collectionOf(value: unknown): string | null {
  if (typeof value === "string") return COLLECTION_ID.test(value) ? value : null;
  return isCollection(value) && typeof value.id === "string" ? value.id : null;
}

/** A reference to a collection, whether or not it has an ID. */
export const isCollection = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && Object.hasOwn(value, "object") && value.object === COLLECTION;

/** What a reference says it refers to: `product`, `sku`, ...; null for anything else. */
export const kindOf = (value: unknown): string | null =>
  isRecord(value) && Object.hasOwn(value, "object") && typeof value.object === "string"
    ? value.object
    : null;

/**
 * A reference such as `{"object":"product","id":"prod_1"}`: needs an `id` or a `source_id`. A
 * collection is known by its `id` alone.
 */
export const isReference = (value: unknown): value is Record<string, unknown> => {
  if (!isRecord(value)) return false;
  if (ownText(value, "object") === "products_collection") return !!ownText(value, "id");
  return (ownText(value, "id") ?? ownText(value, "source_id")) !== null;
};
