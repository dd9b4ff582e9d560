import { type Statement, statement } from "../../db/client";
import type { ProductRow, SkuRow } from "../../db/tables/catalogue";

const forget = (projectId: string, ids: string, id: string): Statement =>
  statement(
    `DELETE FROM product_collection_members INDEXED BY product_collection_members_object
     WHERE project_id = ?1 AND object_id IN (${ids})`,
    projectId,
    id,
  );

/**
 * Takes a product and its SKUs out of all static collections; stands before the SKUs are deleted.
 */
export const forgetProduct = (row: ProductRow): Statement =>
  forget(
    row.project_id,
    "SELECT ?2 UNION ALL SELECT id FROM skus INDEXED BY skus_product WHERE project_id = ?1 AND product_id = ?2",
    row.id,
  );

/** Takes a SKU out of all static collections. */
export const forgetSku = (row: SkuRow): Statement => forget(row.project_id, "?2", row.id);
