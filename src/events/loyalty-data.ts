import * as z from "zod";
import { EarningRule, SimpleEarningRule } from "../model/loyalty/earning";
import { PendingBalance, PendingPoints } from "../model/loyalty/pending-points";
import { LoyaltyTier } from "../model/loyalty/tier";
import { Order } from "../model/order";
import { RedemptionReward } from "../model/redemption";
import { PointsBalance, Transaction } from "../model/transaction";
import { Voucher } from "../model/voucher";
import { customEvent, segment } from "./customer-data";
import { campaign, customer, redemption, rollback } from "./parts";

/*
 * What events of loyalty programs carry.
 */

/** What moved the points of a card; its holder is the customer beside it. */
export const pointsEvent = z.object({
  voucher: Voucher,
  balance: PointsBalance,
  campaign: campaign.nullable(),
  transaction: Transaction,
});
/** What happened elsewhere and caused an event. */
const cause = z.object({
  id: z.string(),
  type: z.string(),
  category: z.literal("ACTION"),
  entity_id: z.string(),
  group_id: z.string(),
  created_at: z.string(),
});
/** Points that a rule gave; the card's balance has them already. */
export const earnedEvent = z.object({
  customer,
  holder: customer,
  voucher: Voucher,
  campaign: campaign.nullable(),
  loyalty_tier: LoyaltyTier.nullable(),
  earning_rule: EarningRule,
  balance: PointsBalance,
  order: Order.nullable(),
  event: cause,
  publication: z.null(),
});
/** Points that wait to count, and the card that waits for them. */
export const pendingEvent = z.object({
  voucher: Voucher,
  campaign: campaign.nullable(),
  customer: customer.nullable(),
  order: Order.nullable(),
  pending_points: PendingPoints,
});
export const movedPendingEvent = pendingEvent.extend({
  voucher_pending_points_balance: PendingBalance,
});
/** The other side of a transfer, in short. */
export const shortCard = Voucher.pick({
  id: true,
  code: true,
  type: true,
  loyalty_card: true,
  is_referral_code: true,
  created_at: true,
  object: true,
}).extend({ campaign: z.string().optional(), campaign_id: z.string().optional() });
/** What a member gets for points; the reward is shown with the redemption that it was had by. */
export const spentEvent = z.object({
  customer: customer.nullable(),
  holder: customer.nullable(),
  voucher: Voucher.nullable(),
  campaign: campaign.nullable(),
  reward: RedemptionReward.partial({ customer: true }).nullable(),
});
export const rewardRedemptionEvent = spentEvent.extend({
  reward_redemption: z.object({
    id: z.string(),
    state: z.enum(["CREATED", "COMPLETED", "ROLLEDBACK"]),
    created_at: z.string(),
    voucher_id: z.string(),
    campaign_id: z.string().optional(),
    customer_id: z.string().optional(),
    reward_assignment_id: z.string().optional(),
  }),
  reward_assignment: z.object({ id: z.string(), reward_id: z.string() }),
  source: z.string().nullable(),
  balance: z.int(),
});
/** What happened to a customer in a program; a tier that is gone by then is null. */
export const customerTierEvent = z.object({
  customer: customer.nullable(),
  campaign: campaign.nullable(),
  loyalty_tier: LoyaltyTier.nullable(),
  created_at: z.string(),
});
export const betweenTiersEvent = customerTierEvent.omit({ loyalty_tier: true }).extend({
  loyalty_tier_from: LoyaltyTier.nullable(),
  loyalty_tier_to: LoyaltyTier.nullable(),
});
/** An entry of a card's ledger, with what moved the points; null for what had no part in it. */
export const movedPointsEvent = pointsEvent.extend({
  holder: customer.nullable(),
  order: Order.nullable(),
  redemption: redemption.nullable(),
  rollback: rollback.nullable(),
  reward: RedemptionReward.partial({ customer: true }).nullable(),
  holder_loyalty_tier: LoyaltyTier.nullable(),
  event: cause.nullable(),
  earning_rule: SimpleEarningRule.nullable(),
  segment: segment.nullable(),
  loyalty_tier: LoyaltyTier.nullable(),
  custom_event: customEvent.shape.event.nullable(),
  source_voucher: shortCard.nullable(),
  destination_voucher: shortCard.nullable(),
});
