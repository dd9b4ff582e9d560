import * as z from "zod";

const thing = z.record(z.string(), z.unknown());
const maybe = thing.nullable();

const voucherEvent = z.object({ voucher: thing, campaign: maybe });
const ruleEvent = z.object({ rule: thing });
const assignmentEvent = z.object({
  rule: thing,
  assignment: thing,
  voucher: maybe.optional(),
  campaign: maybe.optional(),
  promotion_tier: maybe.optional(),
});
const redemptionEvent = z.object({
  customer: maybe,
  order: maybe,
  campaign: maybe,
  voucher: maybe,
  holder: maybe,
  promotion_tier: maybe,
  promotion_stack: maybe,
  redemption: thing,
});
const rollbackEvent = redemptionEvent.extend({ redemption_rollback: thing });
const giftEvent = z.object({
  voucher: thing,
  balance: thing,
  campaign: maybe,
  transaction: thing,
});

const campaignEvent = z.object({ campaign: thing });
const tierEvent = z.object({ campaign: thing, promotion_tier: thing });
const stackEvent = z.object({ campaign: thing, promotion_stack: thing });
const generationEvent = z.object({ campaign: thing, count: z.int() });
const publicationEvent = z.object({
  customer: thing,
  campaign: maybe,
  publication: thing,
  voucher: maybe,
});
const orderEvent = z.object({ customer: maybe, order: thing });

/**
 * Every event kind that this service emits, and what its `data` carries. Kinds of orders stand in a
 * customer's activity only; webhooks cannot ask for them.
 */
export const catalogue = {
  "voucher.created": voucherEvent,
  "voucher.updated": voucherEvent,
  "voucher.deleted": voucherEvent,
  "voucher.enabled": voucherEvent,
  "voucher.disabled": voucherEvent,
  "voucher.gift.balance_aded": giftEvent,
  "voucher.gift.transaction.created": giftEvent.extend({
    holder: maybe,
    order: maybe,
    redemption: maybe,
    rollback: maybe,
  }),
  "business_validation_rule.created": ruleEvent,
  "business_validation_rule.updated": ruleEvent,
  "business_validation_rule.deleted": ruleEvent,
  "business_validation_rule.assignment.created": assignmentEvent,
  "business_validation_rule.assignment.deleted": assignmentEvent,
  "customer.created": z.object({ customer: thing }),
  "customer.updated": z.object({ customer: thing }),
  "customer.deleted": z.object({ customer: thing }),
  "customer.order.created": orderEvent,
  "customer.order.updated": orderEvent,
  "customer.order.paid": orderEvent,
  "customer.order.fulfilled": orderEvent,
  "customer.order.canceled": orderEvent,
  "campaign.created": campaignEvent,
  "campaign.updated": campaignEvent,
  "campaign.deleted": campaignEvent,
  "campaign.enabled": campaignEvent,
  "campaign.disabled": campaignEvent,
  "campaign.promotion_tier.created": tierEvent,
  "campaign.promotion_tier.updated": tierEvent,
  "campaign.promotion_tier.deleted": tierEvent,
  "campaign.promotion_tier.enabled": tierEvent,
  "campaign.promotion_tier.disabled": tierEvent,
  "campaign.promotion_stack.created": stackEvent,
  "campaign.promotion_stack.updated": stackEvent,
  "campaign.vouchers.aded": generationEvent,
  "campaign.vouchers.generation.started": generationEvent,
  "campaign.vouchers.generation.completed": generationEvent,
  "campaign.vouchers.generation.failed": generationEvent,
  "publication.succeeded": publicationEvent.extend({ user: maybe }),
  "voucher.published": publicationEvent,
  "redemption.succeeded": redemptionEvent,
  "redemption.failed": redemptionEvent,
  "redemption.rollback.succeeded": rollbackEvent,
  "redemption.rollback.failed": rollbackEvent,
} as const;

export type EventKind = keyof typeof catalogue;

/** A row's kind; the cast holds because only kinds of the catalogue are written. */
export const kindOf = (row: { kind: string }): EventKind => row.kind as EventKind;
