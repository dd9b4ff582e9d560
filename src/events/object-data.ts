import * as z from "zod";
import { Assignment } from "../model/assignment";
import { EarningRule, SimpleEarningRule } from "../model/loyalty/earning";
import { Reward, RewardAssignment } from "../model/loyalty/reward";
import { LoyaltyTier } from "../model/loyalty/tier";
import { Order } from "../model/order";
import { PromotionTier } from "../model/promotion";
import { Balance, Transaction } from "../model/transaction";
import { Voucher } from "../model/voucher";
import {
  campaign,
  customer,
  promotion_stack,
  publication,
  redemption,
  rollback,
  rule,
} from "./parts";

// What events of the shop's objects carry: vouchers, rules, campaigns, orders, publications.

export const voucherEvent = z.object({ voucher: Voucher, campaign: campaign.nullable() });
export const ruleEvent = z.object({ rule });
export const assignmentEvent = z.object({
  rule,
  assignment: Assignment,
  voucher: Voucher.nullish(),
  campaign: campaign.nullish(),
  promotion_tier: PromotionTier.nullish(),
  earning_rule: SimpleEarningRule.nullish(),
  reward_assignment: RewardAssignment.nullish(),
  /** The id alone (as the reference service). */
  distribution: z.object({ distribution: z.string() }).nullish(),
});
export const redemptionEvent = z.object({
  customer: customer.nullable(),
  order: Order.nullable(),
  campaign: campaign.nullable(),
  voucher: Voucher.nullable(),
  holder: customer.nullable(),
  promotion_tier: PromotionTier.nullable(),
  promotion_stack: promotion_stack.nullable(),
  redemption,
});
export const rollbackEvent = redemptionEvent.extend({ redemption_rollback: rollback });
export const giftEvent = z.object({
  voucher: Voucher,
  balance: Balance,
  campaign: campaign.nullable(),
  transaction: Transaction,
});
export const movedGiftEvent = giftEvent.extend({
  voucher: Voucher.nullable(),
  holder: customer.nullish(),
  order: Order.nullish(),
  redemption: redemption.nullish(),
  rollback: rollback.nullable(),
});
export const customerEvent = z.object({ customer });
export const orderEvent = z.object({
  customer: customer.nullable(),
  referrer: customer.nullable(),
  order: Order,
});
/** What a redemption or rollback did to its order, with what was redeemed. */
export const redeemedOrderEvent = orderEvent.extend({
  redemption,
  campaign: campaign.nullable(),
  voucher: Voucher.nullable(),
  promotion_tier: PromotionTier.nullable(),
});
export const campaignEvent = z.object({ campaign });
export const tierEvent = z.object({ campaign, promotion_tier: PromotionTier });
export const loyaltyTierEvent = z.object({ campaign, loyalty_tier: LoyaltyTier });
export const stackEvent = z.object({ campaign, promotion_stack });
export const earningRuleEvent = z.object({ campaign, earning_rule: EarningRule });
export const rewardEvent = z.object({
  campaign,
  reward: Reward,
  reward_assignment: RewardAssignment,
});
export const generationEvent = z.object({ campaign, count: z.int() });
export const publicationEvent = z.object({
  customer,
  campaign: campaign.nullable(),
  publication,
  voucher: Voucher.nullable(),
});
