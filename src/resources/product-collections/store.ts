import { load } from "../../commit/load";
import { decode, insertRows, type RawRow, type Statement, statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
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

const MEMBERS = `(
  SELECT json_group_array(json_object('object_id', m.object_id, 'object', m.object,
    'product_id', m.product_id) ORDER BY m.object_id)
  FROM product_collection_members m
  WHERE m.project_id = c.project_id AND m.collection_id = c.id) AS members`;

/** What every read of collections selects. */
export const WITH_MEMBERS = `SELECT c.*, ${MEMBERS} FROM product_collections c`;

/** The cast holds because the column is made by `WITH_MEMBERS` alone. */
export const decodeCollection = ({ members, ...raw }: RawRow): StoredCollection => ({
  ...decode(productCollections, raw),
  members: JSON.parse(String(members)) as MemberRow[],
});

export async function getCollection(scope: Scope, id: string): Promise<StoredCollection> {
  const [[found] = []] = await load(scope, [
    statement(`${WITH_MEMBERS} WHERE c.project_id = ?1 AND c.id = ?2`, scope.project.id, id),
  ]);
  if (!found) throw notFound("products_collection", id);
  return decodeCollection(found);
}

const idsOf = (members: readonly MemberRow[], object: MemberRow["object"]): string[] =>
  members.filter((member) => member.object === object).map(({ object_id }) => object_id);

/**
 * Writes a collection and those of its members that are still in the catalogue; aborts where one of
 * them was deleted meanwhile.
 */
export function insertCollection({ members, ...row }: StoredCollection): Statement[] {
  const insertion = (select: string, ids: readonly string[]): Statement[] =>
    ids.length === 0
      ? []
      : [
          statement(
            `INSERT INTO product_collection_members (project_id, collection_id, object_id, object, product_id)
             ${select} WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?3))`,
            row.project_id,
            row.id,
            JSON.stringify(ids),
          ),
          assertChanged("goods_moved", ids.length),
        ];
  return [
    insertRows(productCollections, [row]),
    ...insertion("SELECT ?1, ?2, id, 'product', NULL FROM products", idsOf(members, "product")),
    ...insertion("SELECT ?1, ?2, id, 'sku', product_id FROM skus", idsOf(members, "sku")),
  ];
}

/** Takes the collection away with its members. */
export const deleteCollection = (row: ProductCollectionRow): Statement[] => [
  statement(
    "DELETE FROM product_collections WHERE project_id = ?1 AND id = ?2",
    row.project_id,
    row.id,
  ),
  assertChanged("collection_moved"),
  statement(
    "DELETE FROM product_collection_members WHERE project_id = ?1 AND collection_id = ?2",
    row.project_id,
    row.id,
  ),
];

/** Which of the ids are products and SKUs of the project; `product_id` is that of a SKU. */
export const goodsByIds = (scope: Scope, ids: readonly string[]): Statement =>
  statement(
    `SELECT id AS object_id, 'product' AS object, NULL AS product_id FROM products
     WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?2))
     UNION ALL SELECT id, 'sku', product_id FROM skus
     WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
    scope.project.id,
    JSON.stringify(ids),
  );
