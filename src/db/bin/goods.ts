import type { Statement } from "../client";
import { type Fragment, param, sql } from "../sql";
import type { ProductRow, SkuRow } from "../tables/catalogue";
import { bringBack, dropParts, keep, type PartKind } from "./parts";

/** Places in collections of goods whose ids are a SELECT. */
const placesOf = (projectId: string, ids: Fragment): Fragment =>
  sql`FROM product_collection_members k INDEXED BY product_collection_members_object
    WHERE k.project_id = ${projectId} AND k.object_id IN (${ids})`;

/** Keeps a product with its SKUs and their places in collections, before they are deleted. */
export function keepProduct({ project_id, id }: ProductRow): Statement[] {
  const [project, product] = [param(project_id), param(id)];
  const object = sql`${product}`;
  const itsSkus = sql`FROM skus k INDEXED BY skus_product
    WHERE k.project_id = ${project} AND k.product_id = ${product}`;
  return [
    keep(
      "products",
      object,
      sql`FROM products k WHERE k.project_id = ${project} AND k.id = ${product}`,
    ),
    keep("skus", object, itsSkus),
    keep(
      "product_collection_members",
      object,
      placesOf(project_id, sql`SELECT ${product} UNION ALL SELECT k.id ${itsSkus}`),
    ),
  ];
}

/** The same of one SKU. */
export function keepSku({ project_id, id }: SkuRow): Statement[] {
  const object = sql`${id}`;
  return [
    keep("skus", object, sql`FROM skus k WHERE k.project_id = ${project_id} AND k.id = ${id}`),
    keep("product_collection_members", object, placesOf(project_id, object)),
  ];
}

/** Brings them back; of collections those that are still there and still list what is in them. */
export const goodsBack = (
  projectId: string,
  objectId: string,
  kinds: readonly PartKind[],
): Statement[] => [
  ...kinds.map((kind) => bringBack(projectId, kind, [objectId])),
  bringBack(
    projectId,
    "product_collection_members",
    [objectId],
    sql`AND EXISTS (SELECT 1 FROM product_collections c WHERE c.project_id = p.project_id
      AND c.id = p.content->>'$.collection_id' AND c.type = 'STATIC')`,
  ),
  dropParts(projectId, [objectId]),
];
