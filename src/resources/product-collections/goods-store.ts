import { decode, type RawRow, type Statement } from "../../db/client";
import { param, raw, sql, valuesOf } from "../../db/sql";
import { type ProductRow, products, type SkuRow, skus } from "../../db/tables/catalogue";
import type { Scope } from "../../scope/scope";

/** Rows of the catalogue that one request looks through for a collection with a filter. */
const SCANNED_ROWS = 5_000;
/** Characters of metadata that it reads at most, so that the worker's memory holds them. */
const SCANNED_CHARACTERS = 8_000_000;
const ROW_CHARACTERS = 500;

/** One thing of the catalogue. */
export type Goods = { object: "product"; row: ProductRow } | { object: "sku"; row: SkuRow };

const PRODUCT = raw(`'product' AS object, project_id, id, NULL AS product_id, source_id, name,
  NULL AS sku, price, NULL AS currency, attributes, image_url, metadata, created_at, updated_at`);
const SKU =
  raw(`'sku', project_id, id, product_id, source_id, NULL, sku, price, currency, attributes,
  image_url, metadata, created_at, updated_at`);

const BYTES = raw(`length(metadata) + coalesce(length(attributes), 0) + ${ROW_CHARACTERS}`);

/**
 * The catalogue in the order of ids after a cursor: products come before SKUs, since their ids do.
 * It ends with so many rows or characters, but for one row that is larger alone.
 */
export function scanGoods(scope: Scope, after: string): Statement {
  const most = param(SCANNED_ROWS);
  const next = sql`WHERE project_id = ${scope.project.id} AND id > ${after}
    ORDER BY id LIMIT ${most}`;
  return sql`SELECT * FROM (
      SELECT *, sum(${BYTES}) OVER (ORDER BY id) AS characters,
        row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS scanned
      FROM (
        SELECT * FROM (
          SELECT * FROM (SELECT ${PRODUCT} FROM products ${next})
          UNION ALL SELECT * FROM (SELECT ${SKU} FROM skus ${next}))
        LIMIT ${most}))
    WHERE characters <= ${SCANNED_CHARACTERS} OR place = 1 ORDER BY id`;
}

export function decodeGoods(found: RawRow): Goods {
  const { object, name, sku, product_id, currency, ...shared } = found;
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

/**
 * A static collection's members after an id, each with its size; products have other ids than SKUs.
 */
export function memberSizes(
  scope: Scope,
  collectionId: string,
  at: { after: string; most: number },
): Statement {
  const project = param(scope.project.id);
  const sizeIn = (table: string) =>
    sql`(SELECT octet_length(g.metadata) + coalesce(octet_length(g.attributes), 0)
      FROM ${raw(table)} g WHERE g.project_id = ${project} AND g.id = object_id)`;
  return sql`SELECT object_id,
      ${ROW_CHARACTERS} + coalesce(${sizeIn("products")}, ${sizeIn("skus")}, 0) AS bytes
    FROM product_collection_members
    WHERE project_id = ${project} AND collection_id = ${collectionId} AND object_id > ${at.after}
    ORDER BY object_id LIMIT ${at.most}`;
}

/** The products, then the SKUs, among these ids. */
export const goodsByIds = (scope: Scope, ids: readonly string[]): Statement[] =>
  [
    ["products", "product"],
    ["skus", "sku"],
  ].map(
    ([
      table = "",
      object = "",
    ]) => sql`SELECT g.*, ${raw(`'${object}'`)} AS object FROM ${raw(table)} g
      WHERE g.project_id = ${scope.project.id} AND g.id IN (${valuesOf(ids)}) ORDER BY g.id`,
  );

/** The products of SKUs. */
export const parentsOf = (scope: Scope, rows: readonly SkuRow[]): Statement =>
  sql`SELECT * FROM products WHERE project_id = ${scope.project.id}
    AND id IN (${valuesOf([...new Set(rows.map(({ product_id }) => product_id))])})`;

export const decodeParents = (rows: readonly RawRow[]): Map<string, ProductRow> =>
  new Map(rows.map((row) => decode(products, row)).map((row) => [row.id, row]));
