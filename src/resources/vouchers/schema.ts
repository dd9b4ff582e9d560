import * as z from "zod";
import { afterId, filteredQuery, listOf, listOfIds, pageQuery } from "../../http/page";
import { bulkOf, metadataOf } from "../../model/bulk";
import { CategoryName } from "../../model/category";
import { DiscountInput } from "../../model/discount";
import { Filters } from "../../model/filter";
import { ExpirationDate, Instant, StartDate } from "../../model/instant";
import { Metadata } from "../../model/metadata";
import { DayOfWeek, ValidityHoursInput, ValidityTimeframe } from "../../model/time-window";
import {
  ClientVoucher,
  Code,
  CodeConfig,
  Gift,
  LoyaltyCard,
  NewCode,
  Quantity,
  Voucher,
  VoucherType,
} from "../../model/voucher";

const settable = {
  category: CategoryName,
  category_id: z.string().max(100).nullish(),
  start_date: StartDate.nullish(),
  expiration_date: ExpirationDate.nullish(),
  validity_timeframe: ValidityTimeframe.nullish(),
  validity_day_of_week: z.array(DayOfWeek).max(7).nullish(),
  validity_hours: ValidityHoursInput.nullish(),
  active: z.boolean().nullish(),
  additional_info: z.string().max(5000).nullish(),
  metadata: Metadata.nullish(),
  discount: DiscountInput.nullish(),
  redemption: Quantity.nullish(),
};

/** Body of a create with the code in the path (contract, "POST /v1/vouchers/{code}"). */
export const VoucherFields = z.object({
  type: VoucherType.nullish(),
  gift: Gift.nullish(),
  loyalty_card: LoyaltyCard.nullish(),
  campaign: z.string().max(255).nullish(),
  campaign_id: z.string().max(255).nullish(),
  validation_rules: z.array(z.string().max(100)).max(100).nullish(),
  ...settable,
});
export type VoucherFields = z.infer<typeof VoucherFields>;

/** Body of a create: with a code, or with rules for a drawn one. */
export const VoucherCreate = VoucherFields.extend({
  code: NewCode.nullish(),
  code_config: CodeConfig.nullish(),
});
export type VoucherCreate = z.infer<typeof VoucherCreate>;

/** Body of an update: absent keeps, null clears. The balance moves through `/balance` only. */
export const VoucherUpdate = z.object({
  ...settable,
  gift: Gift.pick({ effect: true }).nullish(),
});
export type VoucherUpdate = z.infer<typeof VoucherUpdate>;

/** A voucher as the answer that made it shows it. */
export const CreatedVoucher = Voucher.partial({ validation_rules_assignments: true }).meta({
  id: "CreatedVoucher",
});
export type CreatedVoucher = z.infer<typeof CreatedVoucher>;

export const ClientVoucherList = listOf("vouchers", ClientVoucher);

export const ClientVoucherQuery = z.object(pageQuery);
export type ClientVoucherQuery = z.infer<typeof ClientVoucherQuery>;

const range = z.object({ before: Instant.optional(), after: Instant.optional() }).optional();
/** Query of the list. */
export const VoucherQuery = z.object({
  ...pageQuery,
  order: z
    .enum(["created_at", "-created_at", "updated_at", "-updated_at", "code", "-code"])
    .default("-created_at"),
  code: z.string().max(255).optional(),
  ids: listOfIds,
  category: z.string().max(255).optional(),
  campaign: z.string().max(255).optional(),
  campaign_id: z.string().max(255).optional(),
  customer: z.string().max(255).optional(),
  created_at: range,
  updated_at: range,
  ...filteredQuery,
});
export type VoucherQuery = z.infer<typeof VoucherQuery>;

export const BalanceChange = z.object({
  amount: z.int().refine((value) => value !== 0, "must not be 0"),
  source_id: z.string().max(255).nullish(),
  reason: z.string().max(1000).nullish(),
});
export type BalanceChange = z.infer<typeof BalanceChange>;

export const TransactionQuery = z.object({
  limit: pageQuery.limit,
  order: z.enum(["id", "-id", "created_at", "-created_at"]).default("-id"),
  starting_after_id: afterId("vtx"),
  filters: Filters.optional(),
});
export type TransactionQuery = z.infer<typeof TransactionQuery>;

/** Metadata to add to one voucher. */
export const BulkVoucher = z.object({ code: Code, metadata: Metadata.nullish() });
export type BulkVoucher = z.infer<typeof BulkVoucher>;

export const BulkVouchers = bulkOf(BulkVoucher.extend({ metadata: Metadata }), 100);
export type BulkVouchers = z.infer<typeof BulkVouchers>;

/** One metadata for many vouchers. */
export const BulkVoucherMetadata = metadataOf(
  "codes",
  z.object({ codes: z.array(Code).max(1000), metadata: Metadata }),
);
export type BulkVoucherMetadata = z.infer<typeof BulkVoucherMetadata>;
