import type { RedeemableHolderRow } from "../../db/tables/publications";
import type { RedeemableHolder } from "../../model/holder";
import { viewHolding } from "../publications/view";
import type { ReferralCode } from "./code";

export const viewHolder = (row: RedeemableHolderRow, code: ReferralCode): RedeemableHolder => ({
  ...viewHolding(row),
  campaign_id: code.campaign_id,
  campaign_type: "REFERRAL_PROGRAM",
  voucher_type: code.type,
});
