import { decode, type RawRow, type Statement, statement } from "../../db/client";
import { type ProductRow, products, type SkuRow, skus } from "../../db/tables/catalogue";
import { nameInOrder, type StoredOrder } from "../../deciding/sql/stored-names";
import { unitPrice } from "../../engine/rules/goods";
import type { OrderItemInput } from "../../model/order";
import type { Scope } from "../../scope/scope";

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

/** Every id and source id by which items name goods of either kind. */
export function namedGoods(items: readonly OrderItemInput[]) {
  const [product, sku] = [listed(items, productNames), listed(items, skuNames)];
  const named = (all: (string | null | undefined)[]) =>
    all.filter((name) => typeof name === "string");
  return {
    ids: named([...product.ids, ...sku.ids]),
    sources: named([...product.sources, ...sku.sources]),
  };
}

const SKUS = `s.*, p.price AS product_price FROM skus s`;
const OWN_PRODUCT = "LEFT JOIN products p ON p.project_id = s.project_id AND p.id = s.product_id";

type Name = Parameters<typeof nameInOrder>[0];

/** The names that were sent, and those of a stored order's lines where there is one. */
const inList = (param: string, name: Name, isStored: boolean): string =>
  `(SELECT value FROM json_each(${param}) ${isStored ? `UNION ALL ${nameInOrder(name, "?4")}` : ""})`;

const skusNamed = (isStored: boolean) => ({
  ids: `s.id IN ${inList("?5", "sku_id", isStored)}`,
  sources: `s.source_id IN ${inList("?6", "sku_source", isStored)}`,
});

/** Products that items name, and those of the SKUs that they name. */
function productsNamed(isStored: boolean): string {
  const { ids, sources } = skusNamed(isStored);
  return `SELECT * FROM products WHERE project_id = ?1 AND id IN ${inList("?2", "product_id", isStored)}
  UNION ALL SELECT * FROM products INDEXED BY products_source_id
  WHERE project_id = ?1 AND source_id IN ${inList("?3", "product_source", isStored)}
  UNION ALL SELECT * FROM products WHERE project_id = ?1 AND id IN (
    SELECT s.product_id FROM skus s WHERE s.project_id = ?1 AND ${ids}
    UNION ALL SELECT s.product_id FROM skus s INDEXED BY skus_source_id WHERE s.project_id = ?1 AND ${sources})`;
}

function pricedSkus(isStored: boolean): string {
  const { ids, sources } = skusNamed(isStored);
  return `SELECT ${SKUS} ${OWN_PRODUCT} WHERE s.project_id = ?1 AND ${ids}
  UNION ALL SELECT ${SKUS} INDEXED BY skus_source_id ${OWN_PRODUCT}
  WHERE s.project_id = ?1 AND ${sources}`;
}

/**
 * Reads what items name of the catalogue, and what the lines of a stored order do, an index look-up for
 * each name: none or two statements for the load that they ride in; `readGoods` takes their rows.
 */
export function goodsStatements(
  scope: Scope,
  items: readonly OrderItemInput[],
  stored: StoredOrder | null = null,
): Statement[] {
  const [product, sku] = [listed(items, productNames), listed(items, skuNames)];
  const count = [product, sku].flatMap(({ ids, sources }) => [...ids, ...sources]).length;
  if (count === 0 && !stored) return [];
  const params = [
    scope.project.id,
    JSON.stringify(product.ids),
    JSON.stringify(product.sources),
    stored && JSON.stringify(stored),
    JSON.stringify(sku.ids),
    JSON.stringify(sku.sources),
  ];
  const isStored = stored !== null;
  return [
    statement(productsNamed(isStored), ...params),
    statement(pricedSkus(isStored), ...params),
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

/**
 * The item with what the catalogue adds: ids of what it names, and a price where it was sent without
 * one: the SKU's, then the product's (reference service, orders). Minor units.
 */
export function pricedItem(shelf: Shelf, item: OrderItemInput): OrderItemInput {
  const sku = skuOf(shelf, item);
  const product = productOf(shelf, item);
  const owner = (sku && shelf.products.get(sku.product_id)) ?? product;
  const stored = sku?.price ?? owner?.price ?? sku?.product_price ?? null;
  const productId = sku?.product_id ?? product?.id;
  return {
    ...item,
    ...(productId && { product_id: productId }),
    ...(sku && { sku_id: sku.id }),
    ...(unitPrice(item) === null && stored !== null && { price: stored }),
  };
}

/** All items so; what the catalogue does not know stays as it was sent. */
export function priced(goods: Goods, items: readonly OrderItemInput[]): OrderItemInput[] {
  const shelf = shelfOf(goods);
  return items.map((item) => pricedItem(shelf, item));
}
