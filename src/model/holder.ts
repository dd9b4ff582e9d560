import * as z from "zod";
import { Metadata } from "./metadata";
import { VoucherType } from "./voucher";

export const HolderRole = z.enum(["OWNER", "REFERRER", "REFEREE"]);
export type HolderRole = z.infer<typeof HolderRole>;

/** Who holds a referral code, and as what (contract, "Redeemable holder"). */
export const RedeemableHolder = z
  .object({
    id: z.string(),
    created_at: z.string(),
    redeemable_id: z.string(),
    redeemable_object: z.literal("voucher"),
    customer_id: z.string(),
    holder_role: HolderRole,
    campaign_id: z.string(),
    campaign_type: z.literal("REFERRAL_PROGRAM"),
    voucher_type: VoucherType,
    metadata: Metadata,
    object: z.literal("redeemable_holder"),
  })
  .meta({ id: "RedeemableHolder" });
export type RedeemableHolder = z.infer<typeof RedeemableHolder>;
