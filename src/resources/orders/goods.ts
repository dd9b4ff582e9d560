import { decode, type RawRow } from "../../db/client";
import { type PackableRead, packable, rowLayout } from "../../db/packed";
import { param, projectSlot, shared } from "../../db/sql";
import { type ProductRow, products, type SkuRow, skus } from "../../db/tables/catalogue";
import { unitPrice } from "../../engine/rules/goods";
import { memoised } from "../../lib/memoised";
import type { OrderItemInput } from "../../model/order";
import type { Scope } from "../../scope/scope";
import { namesSent, namesStored, pricedSkus, productsNamed, type StoredOrder } from "./sql";

/** A SKU without a price of its own costs what its product costs. */
export interface PricedSku extends SkuRow {
  product_price: number | null;
}

/** The stored products and SKUs that items name, by id and by source id. */
export interface Goods {
  products: readonly ProductRow[];
  skus: readonly PricedSku[];
}

type Names = { ids: (string | null | undefined)[]; sources: (string | null | undefined)[] };

/** What an item calls its product: a line's own source id may be that of either kind. */
export const productNames = (item: OrderItemInput): Names => ({
  ids: [item.product_id || item.product?.id],
  sources: [item.product?.source_id || (item.related_object === "sku" ? null : item.source_id)],
});

export const skuNames = (item: OrderItemInput): Names => ({
  ids: [item.sku_id || item.sku?.id],
  sources: [item.sku?.source_id || (item.related_object === "product" ? null : item.source_id)],
});

const listed = (items: readonly OrderItemInput[], names: (item: OrderItemInput) => Names) => {
  const all = items.map(names);
  const distinct = (found: Names["ids"]) => [...new Set(found.filter(Boolean))];
  return {
    ids: distinct(all.flatMap(({ ids }) => ids)),
    sources: distinct(all.flatMap(({ sources }) => sources)),
  };
};

/** What items name of either kind; asked for twice by each decision. */
const namesIn = memoised((items: readonly OrderItemInput[]) => ({
  product: listed(items, productNames),
  sku: listed(items, skuNames),
}));

/** Every id and source id by which items name goods of either kind. */
export function namedGoods(items: readonly OrderItemInput[]) {
  const { product, sku } = namesIn(items);
  const named = (all: (string | null | undefined)[]) =>
    all.filter((name) => typeof name === "string");
  return {
    ids: named([...product.ids, ...sku.ids]),
    sources: named([...product.sources, ...sku.sources]),
  };
}

function askedBy(items: readonly OrderItemInput[]) {
  const { product, sku } = namesIn(items);
  const count = [product, sku].flatMap(({ ids, sources }) => [...ids, ...sources]).length;
  if (count === 0) return null;
  const list = (names: Names["ids"]) => param(JSON.stringify(names));
  return namesSent({
    product_id: list(product.ids),
    product_source: list(product.sources),
    sku_id: list(sku.ids),
    sku_source: list(sku.sources),
  });
}

const PRODUCTS = rowLayout(products);
const SKUS = rowLayout(skus, { plain: ["product_price"] });

/**
 * Reads what items name of the catalogue, or what the lines of a stored order do instead, an index
 * look-up for each name: none or two statements for the load that they ride in; `readGoods` takes
 * their rows.
 */
export function goodsStatements(
  scope: Scope,
  items: readonly OrderItemInput[],
  stored: StoredOrder | null = null,
): PackableRead[] {
  const project = projectSlot(scope.project.id);
  const asked = stored
    ? namesStored({ project, by: stored.by, name: shared("order", stored.name) })
    : askedBy(items);
  if (!asked) return [];
  return [
    packable(productsNamed(project, asked), PRODUCTS),
    packable(pricedSkus(project, asked), SKUS),
  ];
}

/** The rows of `goodsStatements`; the cast holds because its query names the column. */
export const readGoods = ([found = [], units = []]: readonly RawRow[][]): Goods => ({
  products: found.map((row) => decode(products, row)),
  skus: units.map((row) => decode(skus, row) as PricedSku),
});

const find = <T extends { id: string; source_id: string | null }>(
  rows: ReadonlyMap<string, T>,
  { ids, sources }: Names,
): T | null => {
  if (rows.size === 0) return null;
  const named = [...ids, ...sources.map((source) => source && `source:${source}`)];
  for (const name of named) {
    const row = name ? rows.get(name) : undefined;
    if (row) return row;
  }
  return null;
};

/** Products and SKUs under each of their names. */
export interface Shelf {
  products: Map<string, ProductRow>;
  skus: Map<string, PricedSku>;
}

/** Puts a product or SKU where items find it. */
export function shelve<T extends { id: string; source_id: string | null }>(
  rows: Map<string, T>,
  row: T,
): void {
  rows.set(row.id, row);
  if (row.source_id !== null) rows.set(`source:${row.source_id}`, row);
}

export function shelfOf(goods: Goods): Shelf {
  const shelf: Shelf = { products: new Map(), skus: new Map() };
  for (const row of goods.products) shelve(shelf.products, row);
  for (const row of goods.skus) shelve(shelf.skus, row);
  return shelf;
}

/** An id goes before a source id, and the item's own field before that of its `product`. */
export const productOf = (shelf: Shelf, item: OrderItemInput): ProductRow | null =>
  find(shelf.products, productNames(item));

export const skuOf = (shelf: Shelf, item: OrderItemInput): PricedSku | null =>
  find(shelf.skus, skuNames(item));

/** The goods that a line names; a SKU's product goes before one that the line names beside it. */
export function goodsOfLine(shelf: Shelf, item: OrderItemInput) {
  const sku = skuOf(shelf, item);
  const product = (sku && shelf.products.get(sku.product_id)) ?? productOf(shelf, item);
  return { sku, product };
}

/** The item with the ids of what it names. */
function withIds(
  item: OrderItemInput,
  { sku, product }: ReturnType<typeof goodsOfLine>,
): OrderItemInput {
  const productId = sku?.product_id ?? product?.id;
  return { ...item, ...(productId && { product_id: productId }), ...(sku && { sku_id: sku.id }) };
}

/**
 * The item with what the catalogue adds: ids of what it names, and a price where it was sent
 * without one: the SKU's, then the product's (reference service, orders). Minor units.
 */
export function pricedItem(shelf: Shelf, item: OrderItemInput): OrderItemInput {
  const known = goodsOfLine(shelf, item);
  const { sku, product } = known;
  const stored = sku?.price ?? product?.price ?? sku?.product_price ?? null;
  return {
    ...withIds(item, known),
    ...(unitPrice(item) === null && stored !== null && { price: stored }),
  };
}

/** All items so; what the catalogue does not know stays as it was sent. */
export function priced(goods: Goods, items: readonly OrderItemInput[]): OrderItemInput[] {
  const shelf = shelfOf(goods);
  return items.map((item) => pricedItem(shelf, item));
}

/**
 * Lines of a stored order, which keep their prices, with the ids of what they name by now: goods
 * that were made since are decided on, and told later by their ids.
 */
export function identified(goods: Goods, items: readonly OrderItemInput[]): OrderItemInput[] {
  const shelf = shelfOf(goods);
  return items.map((item) => withIds(item, goodsOfLine(shelf, item)));
}
