import type { EventKind } from "../../events/catalogue";

/** Kinds of events that stand in a customer's activity, by the name that they have there. */
export const ACTIVITY_KINDS: Record<string, EventKind> = {
  "customer.created": "customer.created",
  "customer.updated": "customer.updated",
  "customer.deleted": "customer.deleted",
  "customer.order.created": "customer.order.created",
  "customer.order.updated": "customer.order.updated",
  "customer.order.paid": "customer.order.paid",
  "customer.order.fulfilled": "customer.order.fulfilled",
  "customer.order.canceled": "customer.order.canceled",
  "customer.publication.succeeded": "publication.succeeded",
  "customer.redemption.succeeded": "redemption.succeeded",
  "customer.redemption.failed": "redemption.failed",
  "customer.redemption.rollback.succeeded": "redemption.rollback.succeeded",
  "customer.redemption.rollback.failed": "redemption.rollback.failed",
  "customer.voucher.deleted": "voucher.deleted",
  "customer.voucher.gift.balance_added": "voucher.gift.balance_aded",
};
