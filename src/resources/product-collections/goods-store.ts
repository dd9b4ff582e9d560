import { decode, type RawRow, type Statement, statement } from "../../db/client";
import { type ProductRow, products, type SkuRow, skus } from "../../db/tables/catalogue";
import type { Scope } from "../../scope/scope";

/** Rows of the catalogue that one request looks through for a collection with a filter. */
const SCANNED_ROWS = 5_000;
/** Characters of metadata that it reads at most, so that the worker's memory holds them. */
const SCANNED_CHARACTERS = 8_000_000;
const ROW_CHARACTERS = 500;

/** One thing of the catalogue. */
export type Goods = { object: "product"; row: ProductRow } | { object: "sku"; row: SkuRow };

const PRODUCT = `'product' AS object, project_id, id, NULL AS product_id, source_id, name, NULL AS sku, price,
  NULL AS currency, attributes, image_url, metadata, created_at, updated_at`;
const SKU = `'sku', project_id, id, product_id, source_id, NULL, sku, price, currency, attributes, image_url,
  metadata, created_at, updated_at`;

const bytes = `length(metadata) + coalesce(length(attributes), 0) + ${ROW_CHARACTERS}`;

/**
 * The catalogue in the order of ids after a cursor: products come before SKUs, since their ids do.
 * It ends with so many rows or characters, but for one row that is larger alone.
 */
export const scanGoods = (scope: Scope, after: string): Statement =>
  statement(
    `SELECT * FROM (
       SELECT *, sum(${bytes}) OVER (ORDER BY id) AS characters, row_number() OVER (ORDER BY id) AS place,
         count(*) OVER () AS scanned
       FROM (
         SELECT * FROM (
           SELECT * FROM (SELECT ${PRODUCT} FROM products WHERE project_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3)
           UNION ALL
           SELECT * FROM (SELECT ${SKU} FROM skus WHERE project_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3))
         LIMIT ?3))
     WHERE characters <= ?4 OR place = 1 ORDER BY id`,
    scope.project.id,
    after,
    SCANNED_ROWS,
    SCANNED_CHARACTERS,
  );

export function decodeGoods(raw: RawRow): Goods {
  const { object, name, sku, product_id, currency, ...shared } = raw;
  return object === "product"
    ? { object, row: decode(products, { ...shared, name }) }
    : { object: "sku", row: decode(skus, { ...shared, sku, product_id, currency }) };
}

export interface Scan {
  goods: Goods[];
  /** Whether the catalogue ends here. */
  isWhole: boolean;
}

/** What a scan gave, and whether there is more behind it. */
export const scanOf = (rows: readonly RawRow[]): Scan => ({
  goods: rows.map(decodeGoods),
  isWhole: rows.length < SCANNED_ROWS && rows.length === Number(rows[0]?.scanned ?? 0),
});

const sizeIn = (table: string): string =>
  `SELECT octet_length(g.metadata) + coalesce(octet_length(g.attributes), 0) FROM ${table} g WHERE g.project_id = ?1 AND g.id = object_id`;

/** A static collection's members after an id, each with its size; products have other ids than SKUs. */
export const memberSizes = (
  scope: Scope,
  collectionId: string,
  at: { after: string; most: number },
): Statement =>
  statement(
    `SELECT object_id, ${ROW_CHARACTERS} + coalesce((${sizeIn("products")}), (${sizeIn("skus")}), 0) AS bytes
     FROM product_collection_members WHERE project_id = ?1 AND collection_id = ?2 AND object_id > ?3
     ORDER BY object_id LIMIT ?4`,
    scope.project.id,
    collectionId,
    at.after,
    at.most,
  );

/** The products, then the SKUs, among these ids. */
export const goodsByIds = (scope: Scope, ids: readonly string[]): Statement[] =>
  [
    ["products", "product"],
    ["skus", "sku"],
  ].map(([table, object]) =>
    statement(
      `SELECT g.*, '${object}' AS object FROM ${table} g WHERE g.project_id = ?1
       AND g.id IN (SELECT value FROM json_each(?2)) ORDER BY g.id`,
      scope.project.id,
      JSON.stringify(ids),
    ),
  );

/** The products of SKUs. */
export const parentsOf = (scope: Scope, rows: readonly SkuRow[]): Statement =>
  statement(
    "SELECT * FROM products WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?2))",
    scope.project.id,
    JSON.stringify([...new Set(rows.map(({ product_id }) => product_id))]),
  );

export const decodeParents = (rows: readonly RawRow[]): Map<string, ProductRow> =>
  new Map(rows.map((raw) => decode(products, raw)).map((row) => [row.id, row]));
