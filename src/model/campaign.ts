import * as z from "zod";
import { CAMPAIGN_TYPES } from "./campaign-types";
import { Discount } from "./discount";
import { CodeConfig, Gift, LoyaltyCard, Quantity, VoucherType } from "./voucher";

export const CampaignType = z.enum(CAMPAIGN_TYPES);

export const GenerationStatus = z.enum(["DONE", "IN_PROGRESS", "FAILED", "DRAFT", "MODIFYING"]);

/** What every voucher of a campaign is made from (contract, Campaign: `voucher`). */
export const CampaignVoucher = z.object({
  type: VoucherType,
  discount: Discount.nullish(),
  gift: Gift.omit({ balance: true }).nullish(),
  loyalty_card: LoyaltyCard.omit({ balance: true }).loose().nullish(),
  redemption: Quantity.nullish(),
  code_config: CodeConfig.nullish(),
  is_referral_code: z.boolean().nullish(),
});
export type CampaignVoucher = z.infer<typeof CampaignVoucher>;
