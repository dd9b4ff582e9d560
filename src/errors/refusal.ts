import type { Refusal } from "../engine/stacking/refusal";
import { type ErrorFacts, type ErrorKey, notFound } from "../errors";

const KIND = {
  PROMOTION_TIER: "Promotion Tier",
  DISCOUNT_VOUCHER: "Discount Coupon",
  GIFT_VOUCHER: "Gift Card",
  LOYALTY_CARD: "Loyalty Card",
} as const;

const NEEDED: Partial<Record<ErrorKey, string>> = {
  missing_customer: "Customer is required to validate rules",
  missing_customer_token:
    "The X-Customer-Token of the customer is required where uses are limited for each customer",
  missing_order: "Order is required to validate rules",
  missing_amount: "Order amount is required to validate rules",
  missing_reward: "A reward is required when redeeming a LOYALTY_CARD",
  missing_order_items: "Order items are required to apply the discount",
  missing_order_items_amount:
    "At least one applicable order item with amount is required to redeem this GIFT_VOUCHER",
};

const REWARD = {
  quantity_exceeded: "is out of stock",
  invalid_redeemables: "is not a coin: it is redeemed by the member, not on an order",
} as const;

const NOT_HOLDER = "Customer must be a holder of a loyalty card.";

const TOO_MUCH =
  "The rules of this request compare more than one decision may. Send fewer redeemables, lines or points, or shorter texts";

const TIER_STATE: Partial<Record<ErrorKey, string>> = {
  promotion_inactive: "is disabled.",
  promotion_not_active_now: "is not active now.",
};

/** A refusal of the engine as an entry of the table with its facts. */
export function refusalError(refusal: Refusal): { key: ErrorKey; facts: ErrorFacts } {
  const { reason: key } = refusal;
  if (refusal.kind === "unknown") return { key, facts: notFound(refusal.object, refusal.id).facts };
  if (refusal.kind === "state") {
    const { code } = refusal;
    const ofTier = TIER_STATE[key] && `Promotion Tier with id: ${code} ${TIER_STATE[key]}`;
    const message = key === "invalid_customer" ? NOT_HOLDER : undefined;
    return { key, facts: { details: NEEDED[key] ?? ofTier ?? code, ...(message && { message }) } };
  }
  if (refusal.kind === "reward") {
    const { id, reason } = refusal;
    return { key, facts: { details: `Reward with id ${id} ${REWARD[reason]}` } };
  }
  if (refusal.violation.missing === "work") return { key, facts: { details: TOO_MUCH } };
  const violated = `${KIND[refusal.type]} cannot be redeemed because of violated validation rules: ${refusal.rule_id}`;
  return {
    key,
    facts: {
      details: NEEDED[key] ?? violated,
      ...(refusal.message && { error: { message: refusal.message } }),
    },
  };
}
