import * as z from "zod";
import { PointsBucket } from "../model/loyalty/points-bucket";
import { Order } from "../model/order";
import type { PaidReferrals } from "../model/referral";
import { PointsBalance, Transaction } from "../model/transaction";
import { customEvent, segmentEvent, validationEvent } from "./customer-data";
import {
  betweenTiersEvent,
  customerTierEvent,
  earnedEvent,
  movedPendingEvent,
  movedPointsEvent,
  pendingEvent,
  pointsEvent,
  rewardRedemptionEvent,
  shortCard,
  spentEvent,
} from "./loyalty-data";
import {
  assignmentEvent,
  campaignEvent,
  customerEvent,
  earningRuleEvent,
  generationEvent,
  giftEvent,
  loyaltyTierEvent,
  movedGiftEvent,
  orderEvent,
  publicationEvent,
  redemptionEvent,
  rewardEvent,
  rollbackEvent,
  ruleEvent,
  stackEvent,
  tierEvent,
  voucherEvent,
} from "./object-data";
import { campaign, customer, failedPublication, redemption } from "./parts";
import { referralKinds, rewardingTier } from "./referral-data";

interface Kind {
  data: z.ZodObject;
  /** The field that tells webhooks when it happened; activities have no such field. */
  at?: "created_at" | "updated_at" | "deleted_at" | "completed_at";
  /** Its name in a customer's activity, if it stands there. */
  activity?: string;
}

/**
 * Every event kind of this service: the data that its event carries when it is shown, and its name
 * in a customer's activity. Kinds of orders stand in activities only; no webhook can ask for them.
 */
export const catalogue = {
  "voucher.created": { data: voucherEvent },
  "voucher.updated": { data: voucherEvent },
  "voucher.deleted": { data: voucherEvent, activity: "customer.voucher.deleted" },
  "voucher.enabled": { data: voucherEvent },
  "voucher.disabled": { data: voucherEvent },
  "voucher.gift.balance_aded": {
    data: giftEvent,
    activity: "customer.voucher.gift.balance_added",
  },
  "voucher.gift.transaction.created": { data: movedGiftEvent },
  "voucher.loyalty_card.points_aded": {
    data: pointsEvent.extend({ customer: customer.nullable() }),
    activity: "customer.voucher.loyalty_card.points_added",
  },
  "voucher.loyalty_card.pending_points.aded": {
    data: movedPendingEvent,
    activity: "customer.voucher.loyalty_card.pending_points.added",
  },
  "voucher.loyalty_card.pending_points.updated": {
    data: movedPendingEvent,
    activity: "customer.voucher.loyalty_card.pending_points.updated",
  },
  "voucher.loyalty_card.pending_points.canceled": {
    data: movedPendingEvent,
    activity: "customer.voucher.loyalty_card.pending_points.canceled",
  },
  "voucher.loyalty_card.pending_points.activated": {
    data: pendingEvent.extend({ balance: PointsBalance, transaction: Transaction }),
    activity: "customer.voucher.loyalty_card.pending_points.activated",
  },
  "voucher.loyalty_card.points_expired": {
    data: pointsEvent.omit({ balance: true }).extend({
      points: z.int(),
      customer: customer.nullable(),
      buckets: z.array(PointsBucket),
    }),
    activity: "customer.voucher.loyalty_card.points_expired",
  },
  "customer.voucher.loyalty_card.points_transferred": {
    data: pointsEvent.extend({
      source_voucher: shortCard,
      destination_voucher: shortCard,
      customer: customer.nullable(),
    }),
    activity: "customer.voucher.loyalty_card.points_transferred",
  },
  "voucher.loyalty_card.transaction.created": {
    data: movedPointsEvent,
  },
  "customer.rewarded": {
    data: spentEvent.extend({
      balance: z.object({ amount: z.int().optional(), points: z.int().optional() }).nullable(),
      order: Order.nullish(),
      redemption: redemption.nullable(),
      referral_tier: rewardingTier.nullable(),
      custom_event: customEvent.shape.event.nullable(),
      customer_event: z.null(),
    }),
    activity: "customer.rewarded",
  },
  "customer.reward_redemptions.created": {
    data: rewardRedemptionEvent,
    activity: "customer.reward_redemptions.created",
  },
  "customer.reward_redemptions.completed": {
    data: rewardRedemptionEvent,
    activity: "customer.reward_redemptions.completed",
  },
  "customer.reward_redemptions.rolledback": {
    data: rewardRedemptionEvent,
    activity: "customer.reward_redemptions.rolledback",
  },
  "business_validation_rule.created": {
    data: ruleEvent,
    at: "created_at",
  },
  "business_validation_rule.updated": {
    data: ruleEvent,
    at: "updated_at",
  },
  "business_validation_rule.deleted": {
    data: ruleEvent,
    at: "deleted_at",
  },
  "business_validation_rule.assignment.created": { data: assignmentEvent },
  "business_validation_rule.assignment.deleted": { data: assignmentEvent },
  "customer.loyalty.tier.joined": {
    data: customerTierEvent,
    activity: "customer.loyalty.tier.joined",
  },
  "customer.loyalty.tier.left": {
    data: customerTierEvent,
    activity: "customer.loyalty.tier.left",
  },
  "customer.loyalty.tier.prolonged": {
    data: customerTierEvent,
    activity: "customer.loyalty.tier.prolonged",
  },
  "customer.loyalty.tier.upgraded": {
    data: betweenTiersEvent,
    activity: "customer.loyalty.tier.upgraded",
  },
  "customer.loyalty.tier.downgraded": {
    data: betweenTiersEvent,
    activity: "customer.loyalty.tier.downgraded",
  },
  "customer.loyalty.tier.expiration.changed": {
    data: customerTierEvent.extend({ expiration_date: z.string() }),
    activity: "customer.loyalty.tier.expiration.changed",
  },
  "customer.created": { data: customerEvent, activity: "customer.created" },
  "customer.updated": { data: customerEvent, activity: "customer.updated" },
  "customer.deleted": { data: customerEvent, activity: "customer.deleted" },
  "customer.segment.entered": { data: segmentEvent, activity: "customer.segment.entered" },
  "customer.segment.left": { data: segmentEvent, activity: "customer.segment.left" },
  ...referralKinds,
  "customer.custom_event": { data: customEvent, activity: "customer.custom_event" },
  "customer.order.created": { data: orderEvent, activity: "customer.order.created" },
  "customer.order.updated": { data: orderEvent, activity: "customer.order.updated" },
  "customer.order.paid": { data: orderEvent, activity: "customer.order.paid" },
  "customer.order.fulfilled": { data: orderEvent, activity: "customer.order.fulfilled" },
  "customer.order.canceled": { data: orderEvent, activity: "customer.order.canceled" },
  "customer.rewarded.loyalty_points": {
    data: earnedEvent,
    activity: "customer.rewarded.loyalty_points",
  },
  "campaign.created": {
    data: campaignEvent,
    at: "created_at",
  },
  "campaign.updated": { data: campaignEvent },
  "campaign.deleted": {
    data: campaignEvent,
    at: "deleted_at",
  },
  "campaign.enabled": { data: campaignEvent },
  "campaign.disabled": { data: campaignEvent },
  "campaign.promotion_tier.created": { data: tierEvent },
  "campaign.promotion_tier.updated": { data: tierEvent },
  "campaign.promotion_tier.deleted": { data: tierEvent },
  "campaign.promotion_tier.enabled": { data: tierEvent },
  "campaign.promotion_tier.disabled": { data: tierEvent },
  "campaign.loyalty_tier.created": { data: loyaltyTierEvent },
  "campaign.loyalty_tier.updated": { data: loyaltyTierEvent },
  "campaign.loyalty_tier.deleted": { data: loyaltyTierEvent },
  "campaign.promotion_stack.created": { data: stackEvent },
  "campaign.promotion_stack.updated": { data: stackEvent },
  "campaign.earning_rule.assigned": { data: earningRuleEvent },
  "campaign.earning_rule.updated": { data: earningRuleEvent },
  "campaign.earning_rule.deleted": { data: earningRuleEvent },
  "campaign.earning_rule.enabled": { data: earningRuleEvent },
  "campaign.earning_rule.disabled": { data: earningRuleEvent },
  "campaign.reward.assignment.created": { data: rewardEvent },
  "campaign.reward.assignment.updated": { data: rewardEvent },
  "campaign.reward.assignment.deleted": { data: rewardEvent },
  "campaign.vouchers.aded": { data: generationEvent },
  "campaign.vouchers.generation.started": { data: generationEvent },
  "campaign.vouchers.generation.completed": {
    data: generationEvent,
    at: "completed_at",
  },
  "campaign.vouchers.generation.failed": { data: generationEvent },
  "publication.succeeded": {
    data: publicationEvent.extend({ user: z.null() }),
    activity: "customer.publication.succeeded",
  },
  "voucher.published": {
    data: publicationEvent,
    at: "created_at",
  },
  "customer.publication.failed": {
    data: z.object({ customer, campaign: campaign.nullable(), publication: failedPublication }),
    activity: "customer.publication.failed",
  },
  "customer.validation.succeeded": {
    data: validationEvent,
    activity: "customer.validation.succeeded",
  },
  "customer.validation.failed": { data: validationEvent, activity: "customer.validation.failed" },
  "redemption.succeeded": {
    data: redemptionEvent,
    at: "created_at",
    activity: "customer.redemption.succeeded",
  },
  "redemption.failed": {
    data: redemptionEvent,
    at: "created_at",
    activity: "customer.redemption.failed",
  },
  "redemption.rollback.succeeded": {
    data: rollbackEvent,
    activity: "customer.redemption.rollback.succeeded",
  },
  "redemption.rollback.failed": {
    data: rollbackEvent,
    activity: "customer.redemption.rollback.failed",
  },
} satisfies Record<string, Kind>;

export type EventKind = keyof typeof catalogue;

/** What an event of the kind carries when it is told. */
export type EventData<K extends EventKind> = z.infer<(typeof catalogue)[K]["data"]>;

/** The object of an assignment, under the name of its kind. */
export type Assigned = Pick<
  EventData<"business_validation_rule.assignment.created">,
  "voucher" | "campaign" | "promotion_tier" | "earning_rule" | "reward_assignment" | "distribution"
>;

/** Fields that are read when the event is shown: it stores the ids of entry and holder alone. */
type ReadLater = "order" | "redemption" | "redemption_rollback" | "rollback" | "holder";

/** Names of fields that are null whatever happened: who causes the event need not tell them. */
type Given<K extends EventKind> = {
  [N in keyof EventData<K>]-?: EventData<K>[N] extends null ? N : never;
}[keyof EventData<K>];

type Own<K extends EventKind> = [Given<K>] extends [never]
  ? EventData<K>
  : Omit<EventData<K>, Given<K>> & Partial<EventData<K>>;

/**
 * The data that an event of the kind is stored with: without the fields that are read from the
 * ledger, and those that follow from its kind. `order_events` says what a redemption did to its
 * order: the activity tells that as events of their own, which are stored nowhere else.
 */
export type Emitted<K extends EventKind> =
  EventData<K> extends { redemption?: unknown }
    ? (Omit<Own<K>, ReadLater> & OfEntry) | Own<K>
    : Own<K> & (K extends OrderKind ? PaidReferrals : unknown);

type OfEntry = PaidReferrals & { entry: string; order_events?: readonly OrderKind[] };

/** The field that tells webhooks when an event of the kind happened, if it has one. */
export const timeFieldOf = (kind: EventKind): string | undefined => {
  const row: Kind = catalogue[kind];
  return row.at;
};

/** What happened to an order, as it stands in the activity of its customer. */
export type OrderKind = Extract<EventKind, `customer.order.${string}`>;

/** A row's kind; the cast holds because only kinds of the catalogue are written. */
export const kindOf = (row: { kind: string }): EventKind => row.kind as EventKind;
