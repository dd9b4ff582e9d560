import * as z from "zod";
import { EarningRule } from "../model/loyalty/earning";
import { PendingBalance, PendingPoints } from "../model/loyalty/pending-points";
import { LoyaltyTier } from "../model/loyalty/tier";
import { Order } from "../model/order";
import { RedemptionReward } from "../model/redemption";
import { PointsBalance, Transaction } from "../model/transaction";
import { Voucher } from "../model/voucher";
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
  loyalty_tier: z.object({ id: z.string(), name: z.string() }).nullable(),
  earning_rule: EarningRule,
  balance: PointsBalance,
  order: Order.nullable(),
  event: cause,
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
  reward_redemption: z.object({ id: z.string(), object: z.literal("redemption") }),
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
/** An entry of a card's ledger, with what moved the points as far as it is told. */
export const movedPointsEvent = pointsEvent.extend({
  holder: customer.nullable(),
  order: Order.nullish(),
  redemption: redemption.nullish(),
  rollback: rollback.nullish(),
  reward: RedemptionReward.partial({ customer: true }).nullish(),
  holder_loyalty_tier: z.null(),
  event: z.null(),
  earning_rule: z.null(),
  segment: z.null(),
  loyalty_tier: z.null(),
  custom_event: z.null(),
  source_voucher: z.null(),
  destination_voucher: z.null(),
});
