import * as z from "zod";
import { filteredQuery, listOf, ordersOf, pageQuery } from "../../http/page";

export const BinnedType = z.enum(["campaign", "product", "sku", "voucher"]);

/** Something that was deleted and can be brought back (reference service, bin). */
export const BinEntry = z
  .object({
    id: z.string(),
    created_at: z.string().meta({ description: "when it was deleted" }),
    deleted_by_user_id: z.null().meta({ description: "keys delete here, not users" }),
    resource_id: z.string(),
    resource_type: BinnedType,
    resource_name: z.string(),
    resource_parent_id: z
      .string()
      .nullable()
      .meta({ description: "the campaign of a voucher, the product of a SKU" }),
    object: BinnedType,
  })
  .meta({ id: "BinEntry" });
export type BinEntry = z.infer<typeof BinEntry>;

export const BinList = listOf("data", BinEntry);

/** What was brought back, and for a campaign the work that brings its vouchers back. */
export const Restored = BinEntry.extend({ async_action_id: z.string().optional() });

export const BinQuery = z.object({
  limit: pageQuery.limit,
  order: ordersOf("id").default("-id"),
  ...filteredQuery,
});
export type BinQuery = z.infer<typeof BinQuery>;
