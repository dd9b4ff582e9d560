import type { Answer } from "../../commit/answer";
import type { Scope } from "../../scope/scope";
import { beginBulk, bulkType } from "../async-actions/bulk";
import { BulkVoucher, type BulkVoucherMetadata, type BulkVouchers } from "./schema";

export const BULK_VOUCHERS = bulkType("VOUCHERS_BULK_UPDATE", BulkVoucher);
export const BULK_VOUCHER_METADATA = bulkType("VOUCHERS_METADATA_UPDATE", BulkVoucher);

/** Begins to add metadata to vouchers, to each its own; unknown codes are told in the result. */
export const updateVouchers = (scope: Scope, vouchers: BulkVouchers): Promise<Answer> =>
  beginBulk(scope, BULK_VOUCHERS, { left: vouchers });

/** Begins to add the same metadata to vouchers. */
export const updateVoucherMetadata = (
  scope: Scope,
  { codes, metadata }: BulkVoucherMetadata,
): Promise<Answer> =>
  beginBulk(scope, BULK_VOUCHER_METADATA, {
    left: [...new Set(codes)].map((code) => ({ code })),
    metadata,
  });
