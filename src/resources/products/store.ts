import { load } from "../../commit/load";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { rowJson } from "../../db/row-json";
import { deleteRow, type Keyed, updateRow } from "../../db/rows";
import { type Fragment, param, raw, sql, valuesOf } from "../../db/sql";
import { type ProductRow, products, type SkuRow, skus } from "../../db/tables/catalogue";
import { updateRows } from "../../db/update-rows";
import { notFound } from "../../errors";
import { mergeMetadata } from "../../model/metadata";
import { isoNow, type Scope } from "../../scope/scope";
import type { ProductFields, ProductInput } from "./schema";

/** A product with its first SKUs, and how many there are of them. */
export interface StoredProduct extends ProductRow {
  skus: SkuRow[];
  skus_count: number;
}

/** SKUs that stand inside a product; all of them are in the list of its SKUs. */
const SHOWN_SKUS = 10;
/**
 * SKUs of a product that are counted at most, so that reading a product costs little however many
 * it has.
 */
const COUNTED_SKUS = 1_000;

const OF_PRODUCT = raw(
  "skus INDEXED BY skus_product WHERE project_id = p.project_id AND product_id = p.id",
);

/** What every read of products that shows SKUs selects. */
export const WITH_SKUS = sql`SELECT p.*, (
    SELECT json_group_array(json(${rowJson(skus, "s")}) ORDER BY s.id)
    FROM (SELECT * FROM ${OF_PRODUCT} ORDER BY id LIMIT ${raw(SHOWN_SKUS)}) s) AS skus, (
    SELECT count(*) FROM (SELECT 1 FROM ${OF_PRODUCT} LIMIT ${raw(COUNTED_SKUS)})) AS skus_count
  FROM products p`;

export const decodeProduct = (row: RawRow): ProductRow => decode(products, row);

/** The cast holds because the column is made by `WITH_SKUS` alone. */
export const decodeStoredProduct = ({ skus: text, skus_count, ...row }: RawRow): StoredProduct => ({
  ...decodeProduct(row),
  skus: (JSON.parse(String(text)) as RawRow[]).map((sku) => decode(skus, sku)),
  skus_count: Number(skus_count),
});

/** The products that a path's name can mean: one look-up for its id, one for its source id. */
export function byProductName(scope: Scope, name: string): Statement {
  const [project, named] = [param(scope.project.id), param(name)];
  return sql`SELECT * FROM products WHERE project_id = ${project} AND id = ${named}
    UNION ALL SELECT * FROM products WHERE project_id = ${project} AND source_id = ${named}`;
}

/** The product of an id or, without one, of a source id; no row where neither is given. */
export const byProductIdentity = (scope: Scope, { id, source_id }: ProductInput): Statement =>
  sql`SELECT * FROM products WHERE project_id = ${scope.project.id}
    AND ${raw(id ? "id" : "source_id")} = ${id || source_id || null}`;

/** The products of these source ids. */
export const productsBySourceIds = (scope: Scope, sourceIds: readonly string[]): Statement =>
  sql`SELECT * FROM products INDEXED BY products_source_id
    WHERE project_id = ${scope.project.id} AND source_id IN (${valuesOf(sourceIds)})`;

/** The products that these names, ids or source ids, can mean. */
export function productsNamed(scope: Scope, names: readonly string[]): Statement {
  const [project, all] = [param(scope.project.id), valuesOf(names)];
  return sql`SELECT * FROM products WHERE project_id = ${project} AND id IN (${all})
    UNION SELECT * FROM products INDEXED BY products_source_id
    WHERE project_id = ${project} AND source_id IN (${all})`;
}

/** Aborts the batch where one of the products was deleted meanwhile. */
export const productsStand = (scope: Scope, ids: readonly string[]): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = ${ids.length}, 'product_moved'
    FROM products WHERE project_id = ${scope.project.id} AND id IN (${valuesOf(ids)})`;

/** The id of the product that a path names, as an expression for another query. */
export const idOfProduct = (scope: Scope, name: string): Fragment =>
  sql`coalesce((SELECT id FROM products WHERE project_id = ${scope.project.id} AND id = ${name}),
      (SELECT id FROM products WHERE project_id = ${scope.project.id} AND source_id = ${name}))`;

const picked = (rows: readonly RawRow[] | undefined, name: string): RawRow => {
  const found = rows?.find((row) => row.id === name) ?? rows?.[0];
  if (!found) throw notFound("product", name);
  return found;
};

/** The product among the rows that a read gave: an id goes before a source id. */
export const theProduct = (rows: readonly RawRow[] | undefined, name: string): ProductRow =>
  decodeProduct(picked(rows, name));

export async function getProduct(scope: Scope, name: string): Promise<ProductRow> {
  const { rows } = await load(scope, { rows: byProductName(scope, name) });
  return theProduct(rows, name);
}

export const insertProduct = (row: ProductRow): Statement => insertRows(products, [row]);

export const insertProducts = (rows: readonly ProductRow[]): Statement[] =>
  rows.length > 0 ? [insertRows(products, rows)] : [];

const CHANGEABLE = ["name", "price", "attributes", "image_url", "metadata", "updated_at"] as const;

/** Writes what callers can set of many products; aborts where another update came between. */
export const rewriteProducts = (
  rows: readonly { before: ProductRow; after: ProductRow }[],
): Statement[] =>
  updateRows(
    products,
    CHANGEABLE,
    rows.map(({ before, after }) => ({ ...after, was: before.updated_at })),
  );

/** Columns that callers set; identity is not among them. */
export type ProductChange = Partial<
  Omit<ProductRow, "project_id" | "id" | "source_id" | "created_at">
>;

/**
 * The columns an input changes: absent keeps, null clears, attributes are replaced, metadata
 * merges.
 */
export function productChange(row: ProductRow, input: ProductFields): ProductChange {
  const { name, price, image_url, metadata } = input;
  // None are stored in one way, as they are shown in one.
  const attributes = input.attributes?.length === 0 ? null : input.attributes;
  const sent = Object.entries({ name, price, attributes, image_url });
  return {
    ...Object.fromEntries(sent.filter(([, value]) => value !== undefined)),
    ...(metadata !== undefined && { metadata: mergeMetadata(row.metadata, metadata) }),
  };
}

/** A product with what the input says of it. */
export function newProductRow(scope: Scope, input: ProductInput): ProductRow {
  const bare: ProductRow = {
    project_id: scope.project.id,
    id: scope.newId("prod"),
    source_id: input.source_id || null,
    name: null,
    price: null,
    attributes: null,
    image_url: null,
    metadata: {},
    created_at: isoNow(scope),
    updated_at: null,
  };
  return { ...bare, ...productChange(bare, input) };
}

/** Sets columns of the product that was read; aborts where another update came between. */
export const updateProduct = (row: ProductRow, change: ProductChange): Statement[] =>
  updateRow(products, row, change, "product_moved");

export const deleteProduct = (row: ProductRow): Statement[] =>
  deleteRow(products, row, "product_moved");

/** Aborts the batch where the product was deleted meanwhile. */
export const assertProduct = ({ project_id, id }: Keyed): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*), 'product_moved' FROM products
    WHERE project_id = ${project_id} AND id = ${id}`;
