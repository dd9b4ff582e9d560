import type { Answer } from "../../commit/answer";
import type { Scope } from "../../scope/scope";
import { beginBulk, bulkType } from "../async-actions/bulk";
import { BulkProduct, type BulkProductMetadata, type BulkProducts } from "./schema";

export const BULK_PRODUCTS = bulkType("PRODUCTS_BULK_UPDATE", BulkProduct);
export const BULK_PRODUCT_METADATA = bulkType("PRODUCTS_METADATA_UPDATE", BulkProduct);

/** Begins to write products by their source ids; unknown ones are created. */
export const updateProducts = (scope: Scope, products: BulkProducts): Promise<Answer> =>
  beginBulk(scope, BULK_PRODUCTS, { left: products });

/** Begins to add metadata to products by their source ids; unknown ones are created. */
export const updateProductMetadata = (
  scope: Scope,
  { source_ids, metadata }: BulkProductMetadata,
): Promise<Answer> =>
  beginBulk(scope, BULK_PRODUCT_METADATA, {
    left: [...new Set(source_ids)].map((source_id) => ({ source_id })),
    metadata,
  });
