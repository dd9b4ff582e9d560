import { type ErrorEntry, entry } from "./entry";

/** Why something cannot be redeemed, validated or rolled back. */
export const decidingErrors = {
  duplicated_redeemables: entry(
    400,
    "Duplicated redeemables detected",
    "One redeemable stands twice in the request.",
  ),
  invalid_redeemables: entry(
    400,
    "Invalid redeemables",
    "The redeemables cannot be combined in one request.",
  ),
  no_applicable_redeemables: entry(
    400,
    "No applicable redeemables",
    "None of the redeemables applies.",
  ),
  multiple_requests: entry(
    400,
    "Multiple requests for the same resource",
    "Other requests kept changing the same order, customer or voucher while this one was decided.",
  ),
  voucher_disabled: entry(400, "voucher is disabled", "The voucher's `active` flag is off."),
  voucher_not_active: entry(400, "voucher is not active yet", "The start date lies ahead."),
  voucher_expired: entry(400, "voucher expired", "The expiration date has passed."),
  voucher_not_active_now: entry(
    400,
    "voucher not active now",
    "The moment lies outside the validity timeframe, days or hours.",
  ),
  quantity_exceeded: entry(
    400,
    "quantity exceeded",
    "All redemptions the voucher allows are used.",
  ),
  gift_amount_exceeded: entry(
    400,
    "gift amount exceeded",
    "More credits are asked for than the card holds.",
  ),
  loyalty_card_points_exceeded: entry(
    400,
    "loyalty card points exceeded",
    "More points are asked for, or needed, than can be spent of the card.",
  ),
  missing_reward: entry(
    400,
    "Missing reward",
    "A loyalty card is redeemed without naming a reward.",
  ),
  missing_order: entry(
    400,
    "Missing order",
    "A rule or the discount needs an order and none was sent.",
  ),
  missing_amount: entry(
    400,
    "Missing amount",
    "A rule or the discount needs the order's amount and it is not known.",
  ),
  missing_order_items: entry(
    400,
    "Missing order items",
    "A rule needs the order's items and none were sent.",
  ),
  missing_order_items_amount: entry(
    400,
    "Missing applicable order items",
    "A gift card pays for items, and the order has none that it may pay for.",
  ),
  promotion_inactive: entry(
    400,
    "Inactive Promotion",
    "The promotion tier or its campaign is disabled.",
  ),
  promotion_not_active_now: entry(
    400,
    "Promotion not active now",
    "The moment lies outside the tier's or its campaign's window.",
  ),
  missing_customer: entry(400, "Missing customer", "A rule needs a customer and none was sent."),
  missing_customer_token: entry(
    400,
    "Missing customer token",
    "A limit for each customer stands on the redeemable, and a browser names a customer without that customer's `X-Customer-Token`.",
  ),
  customer_rules_violated: entry(
    400,
    "customer does not match validation rules",
    "A rule on the customer is not met.",
  ),
  order_rules_violated: entry(
    400,
    "order does not match validation rules",
    "A rule on the order or its items is not met.",
  ),
  redemption_rules_violated: entry(
    400,
    "redemption does not match validation rules",
    "A rule on the redemption is not met.",
  ),
  invalid_customer: entry(
    400,
    "Invalid customer",
    "The customer is not the one that the redemption belongs to, or not the holder of the loyalty card.",
  ),
  referrer_not_permitted_to_redeem: entry(
    400,
    "voucher cannot be redeemed by referrer",
    "A referral code is redeemed by who gives it out, or by somebody through whom that one was referred.",
  ),
  invalid_order: entry(
    400,
    "Invalid order",
    "The order's amounts or its change of status are not possible.",
  ),
  already_rolled_back: entry(400, "Already rolled back", "The redemption was rolled back before."),
  invalid_redemption: entry(
    400,
    "Invalid redemption",
    "The redemption cannot be rolled back this way: it failed, or it is a stack.",
  ),
  invalid_redemption_parent: entry(
    400,
    "Invalid redemption parent",
    "The redemption is part of a stack, which is rolled back as a whole here.",
  ),
  ambiguous_tracking_id: entry(
    400,
    "Ambiguous trackingId",
    "`tracking_id` and the customer name two different people.",
  ),
} satisfies Record<string, ErrorEntry>;
