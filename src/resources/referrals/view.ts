import type { RedeemableHolderRow } from "../../db/tables/publications";
import type { RedeemableHolder } from "../../model/holder";
import type { ReferralCode } from "./code";

export const viewHolder = (row: RedeemableHolderRow, code: ReferralCode): RedeemableHolder => ({
  id: row.id,
  created_at: row.created_at,
  redeemable_id: row.redeemable_id,
  redeemable_object: row.redeemable_object,
  customer_id: row.customer_id,
  holder_role: row.holder_role,
  campaign_id: code.campaign_id,
  campaign_type: "REFERRAL_PROGRAM",
  voucher_type: code.type,
  metadata: row.metadata,
  object: "redeemable_holder",
});
