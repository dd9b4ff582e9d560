import type { Answer } from "../../commit/answer";
import type { Scope } from "../../scope/scope";
import { beginBulk, bulkType } from "../async-actions/bulk";
import { BulkCustomer, type BulkMetadata, type BulkUpdate } from "./schema";

export const BULK_UPDATE = bulkType("CUSTOMERS_BULK_UPDATE", BulkCustomer);
export const BULK_METADATA = bulkType("CUSTOMERS_METADATA_UPDATE", BulkCustomer);

/** Begins to write customers by their source ids; unknown ones are created. */
export const updateInBulk = (scope: Scope, customers: BulkUpdate): Promise<Answer> =>
  beginBulk(scope, BULK_UPDATE, { left: customers });

/** Begins to add metadata to customers by their source ids; unknown ones are created. */
export const updateMetadataInBulk = (
  scope: Scope,
  { source_ids, metadata }: BulkMetadata,
): Promise<Answer> =>
  beginBulk(scope, BULK_METADATA, {
    left: [...new Set(source_ids)].map((source_id) => ({ source_id })),
    metadata,
  });
