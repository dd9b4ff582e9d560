import { load } from "../../commit/load";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { updateRow } from "../../db/rows";
import { param, raw, sql, valuesOf } from "../../db/sql";
import {
  type ProductCollectionMemberRow,
  type ProductCollectionRow,
  productCollections,
} from "../../db/tables/catalogue";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";

export type MemberRow = Pick<ProductCollectionMemberRow, "object_id" | "object" | "product_id">;

/** A collection with its members in the order of their ids; none where a filter decides. */
export interface StoredCollection extends ProductCollectionRow {
  members: MemberRow[];
}

const MEMBERS = sql`(
  SELECT json_group_array(json_object('object_id', m.object_id, 'object', m.object,
    'product_id', m.product_id) ORDER BY m.object_id)
  FROM product_collection_members m
  WHERE m.project_id = c.project_id AND m.collection_id = c.id) AS members`;

/** What every read of collections selects. */
export const WITH_MEMBERS = sql`SELECT c.*, ${MEMBERS} FROM product_collections c`;

/** The cast holds because the column is made by `WITH_MEMBERS` alone. */
export const decodeCollection = ({ members, ...row }: RawRow): StoredCollection => ({
  ...decode(productCollections, row),
  members: JSON.parse(String(members)) as MemberRow[],
});

export const byId = (scope: Scope, id: string): Statement =>
  sql`${WITH_MEMBERS} WHERE c.project_id = ${scope.project.id} AND c.id = ${id}`;

/** The collection among the rows that a read gave; throws not-found where there is none. */
export function theCollection([row]: readonly RawRow[], id: string): StoredCollection {
  if (!row) throw notFound("products_collection", id);
  return decodeCollection(row);
}

export async function getCollection(scope: Scope, id: string): Promise<StoredCollection> {
  const { found } = await load(scope, { found: byId(scope, id) });
  return theCollection(found, id);
}

const idsOf = (members: readonly MemberRow[], object: MemberRow["object"]): string[] =>
  members.filter((member) => member.object === object).map(({ object_id }) => object_id);

/**
 * Writes a collection and those of its members that are still in the catalogue; aborts where one of
 * them was deleted meanwhile.
 */
export function insertCollection({ members, ...row }: StoredCollection): Statement[] {
  const insertion = (columns: string, from: string, ids: readonly string[]): Statement[] =>
    ids.length === 0
      ? []
      : [
          sql`INSERT INTO product_collection_members
              (project_id, collection_id, object_id, object, product_id)
            SELECT project_id, ${row.id}, id, ${raw(columns)} FROM ${raw(from)}
            WHERE project_id = ${row.project_id} AND id IN (${valuesOf(ids)})`,
          assertChanged("goods_moved", ids.length),
        ];
  return [
    insertRows(productCollections, [row]),
    ...insertion("'product', NULL", "products", idsOf(members, "product")),
    ...insertion("'sku', product_id", "skus", idsOf(members, "sku")),
  ];
}

/** Writes name and filter of a collection; aborts where another update came between. */
export const updateCollection = (
  row: ProductCollectionRow,
  change: Pick<ProductCollectionRow, "name" | "updated_at"> &
    Partial<Pick<ProductCollectionRow, "filter">>,
): Statement[] => updateRow(productCollections, row, change, "collection_moved");

/** Takes the collection away with its members. */
export const deleteCollection = ({ project_id, id }: ProductCollectionRow): Statement[] => [
  sql`DELETE FROM product_collections WHERE project_id = ${project_id} AND id = ${id}`,
  assertChanged("collection_moved"),
  sql`DELETE FROM product_collection_members
    WHERE project_id = ${project_id} AND collection_id = ${id}`,
];

/** Which of the ids are products and SKUs of the project; `product_id` is that of a SKU. */
export function membersByIds(scope: Scope, ids: readonly string[]): Statement {
  const [project, all] = [param(scope.project.id), valuesOf(ids)];
  return sql`SELECT id AS object_id, 'product' AS object, NULL AS product_id FROM products
      WHERE project_id = ${project} AND id IN (${all})
    UNION ALL SELECT id, 'sku', product_id FROM skus
      WHERE project_id = ${project} AND id IN (${all})`;
}
