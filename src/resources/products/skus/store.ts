import { load } from "../../../commit/load";
import { decode, insertRows, type RawRow, type Statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { deleteRow, updateRow } from "../../../db/rows";
import { type Fragment, param, raw, sql, valuesOf } from "../../../db/sql";
import { type ProductRow, type SkuRow, skus } from "../../../db/tables/catalogue";
import { notFound } from "../../../errors";
import { mergeMetadata } from "../../../model/metadata";
import { isoNow, type Scope } from "../../../scope/scope";
import type { SkuFields, SkuInput } from "./schema";

export const decodeSku = (raw: RawRow): SkuRow => decode(skus, raw);

/** The SKUs that a path's name can mean: one look-up for its id, one for its source id. */
export function bySkuName(scope: Scope, name: string): Statement {
  const [project, named] = [param(scope.project.id), param(name)];
  return sql`SELECT * FROM skus WHERE project_id = ${project} AND id = ${named}
    UNION ALL SELECT * FROM skus WHERE project_id = ${project} AND source_id = ${named}`;
}

/** The SKU of an id or, without one, of a source id; no row where neither is given. */
export const bySkuIdentity = (scope: Scope, { id, source_id }: SkuInput): Statement =>
  sql`SELECT * FROM skus WHERE project_id = ${scope.project.id}
    AND ${raw(id ? "id" : "source_id")} = ${id || source_id || null}`;

/** The SKU among the rows that a read gave: an id goes before a source id. */
export function theSku(rows: readonly RawRow[] | undefined, name: string): SkuRow {
  const found = rows?.find((row) => row.id === name) ?? rows?.[0];
  if (!found) throw notFound("sku", name);
  return decodeSku(found);
}

export async function getSku(scope: Scope, name: string): Promise<SkuRow> {
  const { rows } = await load(scope, { rows: bySkuName(scope, name) });
  return theSku(rows, name);
}

export const insertSku = (row: SkuRow): Statement => insertRows(skus, [row]);

/** Columns that callers set; identity and product are not among them. */
export type SkuChange = Partial<
  Omit<SkuRow, "project_id" | "id" | "product_id" | "source_id" | "created_at">
>;

/**
 * The columns an input changes: absent keeps, null clears, attributes are replaced, metadata
 * merges.
 */
export function skuChange(row: SkuRow, input: SkuFields): SkuChange {
  const { sku, price, currency, image_url, metadata } = input;
  const isNone = input.attributes && Object.keys(input.attributes).length === 0;
  // None are stored in one way, as they are shown in one.
  const attributes = isNone ? null : input.attributes;
  const sent = Object.entries({ sku, price, currency, attributes, image_url });
  return {
    ...Object.fromEntries(sent.filter(([, value]) => value !== undefined)),
    ...(metadata !== undefined && { metadata: mergeMetadata(row.metadata, metadata) }),
  };
}

/** A SKU of the product, with what the input says of it. */
export function newSku(scope: Scope, product: ProductRow, input: SkuInput): SkuRow {
  const bare: SkuRow = {
    project_id: scope.project.id,
    id: scope.newId("sku"),
    product_id: product.id,
    source_id: input.source_id || null,
    sku: null,
    price: null,
    currency: null,
    attributes: null,
    image_url: null,
    metadata: {},
    created_at: isoNow(scope),
    updated_at: null,
  };
  return { ...bare, ...skuChange(bare, input) };
}

/** Sets columns of the SKU that was read; aborts where another update came between. */
export const updateSku = (row: SkuRow, change: SkuChange): Statement[] =>
  updateRow(skus, row, change, "sku_moved");

export const deleteSku = (row: SkuRow): Statement[] => deleteRow(skus, row, "sku_moved");

const ofProduct = ({ project_id, id }: ProductRow): Fragment =>
  sql`FROM skus INDEXED BY skus_product WHERE project_id = ${project_id} AND product_id = ${id}`;

/** Ids of a product's SKUs, at most so many. */
export const skuIdsOf = (row: ProductRow, most: number): Statement =>
  sql`SELECT id ${ofProduct(row)} LIMIT ${most}`;

/** Takes all SKUs of a product away; aborts where others than so many are there. */
export const deleteSkusOf = (row: ProductRow, count: number): Statement[] => [
  sql`DELETE ${ofProduct(row)}`,
  assertChanged("skus_moved", count),
];

/** The SKUs of these source ids. */
export const skusBySourceIds = (scope: Scope, sourceIds: readonly string[]): Statement =>
  sql`SELECT * FROM skus INDEXED BY skus_source_id
    WHERE project_id = ${scope.project.id} AND source_id IN (${valuesOf(sourceIds)})`;
