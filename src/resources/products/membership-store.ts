import type { Statement } from "../../db/client";
import { type Fragment, param, sql } from "../../db/sql";
import type { ProductRow, SkuRow } from "../../db/tables/catalogue";

const leaveCollections = (projectId: string, ids: Fragment): Statement =>
  sql`DELETE FROM product_collection_members INDEXED BY product_collection_members_object
    WHERE project_id = ${projectId} AND object_id IN (${ids})`;

/**
 * Takes a product and its SKUs out of all static collections; stands before the SKUs are deleted.
 */
export function forgetProduct({ project_id, id }: ProductRow): Statement {
  const product = param(id);
  return leaveCollections(
    project_id,
    sql`SELECT ${product} UNION ALL SELECT id FROM skus INDEXED BY skus_product
      WHERE project_id = ${project_id} AND product_id = ${product}`,
  );
}

/** Takes a SKU out of all static collections. */
export const forgetSku = ({ project_id, id }: SkuRow): Statement =>
  leaveCollections(project_id, sql`${id}`);
