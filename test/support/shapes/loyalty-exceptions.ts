import { type Exception, each, type Otherwise } from "./exception";

/** Vouchers, wherever they stand. */
const REDEEMED = [
  "Redemption.voucher",
  "RedemptionWithVoucherWithoutStackingRulesTypeCategories.voucher",
  "LoyaltiesMembersRedemptionRedeemResponseBody.voucher",
];
const VOUCHERS = ["Voucher", ...REDEEMED];
const TRANSFERRED = "LoyaltiesMembersTransfersCreateResponseBody";

/** The order of the shapes' kinds of activity. */
const [REDEEMED_KIND, ROLLED_BACK_KIND] = ["MemberActivity.9", "MemberActivity.11"];

export const LOYALTY: readonly Exception[] = [
  {
    at: each(
      [...VOUCHERS, "LoyaltyMember"],
      [
        "category",
        "category_id",
        "start_date",
        "expiration_date",
        "validity_timeframe",
        "validity_day_of_week",
        "additional_info",
        "updated_at",
        "redemption.quantity",
      ],
    ),
    may: "be null",
    why: "what is not set of a voucher is null, never left out (reference 2.3)",
  },
  {
    at: each(["SimpleVoucher"], ["start_date", "expiration_date"]),
    may: "be null",
    why: "what is not set of a voucher is null, never left out (reference 2.3)",
  },
  {
    at: ["SimpleVoucher.validity_hours"],
    may: "be more",
    why: "an event tells when a voucher is valid as its own operation does",
  },
  {
    at: each(VOUCHERS, ["campaign", "campaign_id", "discount", "gift", "loyalty_card"]),
    may: "be null",
    why: "a voucher of one type has null for the others (reference 2.3)",
  },
  {
    at: each([TRANSFERRED], ["validity_timeframe", "validity_day_of_week", "updated_at"]),
    may: "be null",
    why: "what is not set of a voucher is null (reference 2.3), as its other dates are here",
  },
  {
    at: [`${TRANSFERRED}.active`],
    may: { type: "boolean" },
    why: "a slip of the shapes: it is a boolean of every other voucher",
  },
  {
    at: each([TRANSFERRED], ["discount", "gift", "object"]),
    may: "be more",
    why: "a voucher is shown whole wherever it stands",
  },
  {
    at: ["LoyaltyMember.categories"],
    may: "be more",
    why: "every voucher has them (reference 2.3)",
  },
  {
    at: each(VOUCHERS, ["applicable_to", "inapplicable_to"]),
    may: "be more",
    why: "a voucher tells them where it was redeemed (reference 1.4)",
  },
  {
    at: each(VOUCHERS, ["redemption.redeemed_amount"]),
    may: "be more",
    why: "what was redeemed of a gift card (reference 1.2)",
  },
  {
    at: ["Voucher.gift.effect"],
    may: "be null",
    why: "what is not set of a voucher is null (reference 2.3)",
  },
  {
    at: ["Reward.stock", "Reward.redeemed"],
    may: { type: "string" },
    why: "they are texts on the wire (reference 1.9)",
  },
  {
    at: ["Reward.attributes"],
    may: "be null",
    why: "null where none was set (reference 1.9)",
  },
  {
    at: [
      "LoyaltyCardTransaction.details.order.source_id",
      "VoucherTransaction.details.order.source_id",
    ],
    may: "be null",
    why: "an order need not have one, and pending points have null there too",
  },
  {
    at: each(
      [
        "Redemption",
        "RedemptionWithVoucherWithoutStackingRulesTypeCategories",
        "LoyaltiesMembersRedemptionRedeemResponseBody",
      ],
      ["redemption"],
    ),
    may: "be absent",
    why: "parts of a stack alone name the whole (reference 2.14)",
  },
  {
    at: ["RedemptionRollback.reason"],
    may: "be null",
    why: "none was given",
  },
  {
    at: ["StackingRules.applicable_redeemables_per_category_limit"],
    may: "be absent",
    why: "there is no limit until one is set (decision 10)",
  },
  {
    at: ["StackingRules.grouped_redeemables_sorting_rule"],
    may: "be more",
    why: "a rule of the reference that these shapes do not have yet",
  },
  {
    at: [`${REDEEMED_KIND}.type`],
    may: { enum: ["customer.redemption.succeeded"] },
    why: "the shapes misspell it (reference, trap 15)",
  },
  {
    at: [`${ROLLED_BACK_KIND}.type`],
    may: { enum: ["customer.redemption.rollback.succeeded"] },
    why: "the shapes misspell it (reference, trap 15)",
  },
  {
    at: [
      "ExportVoucherTransactionsScheduled.user_id",
      ...each(["LoyaltiesPointsExpirationExportCreateResponseBody"], ["user_id", "result"]),
    ],
    may: "be null",
    why: "nobody at a console asked for it, and there is no result yet (reference 1.8)",
  },
  {
    at: each(
      [
        "VoucherTransactionsExport",
        "CampaignsTransactionsExport",
        "ExportVoucherTransactions",
        "ExportVoucherTransactionsScheduled",
        "LoyaltiesPointsExpirationExportCreateResponseBody",
      ],
      ["async_action_id"],
    ),
    may: { more: "string" },
    why: "what tells how far it is (docs/behaviour.md)",
  },
  {
    at: each(["VoucherTransactionsExportFilterConditions"], ["created_at", "junction"]),
    may: "be more",
    why: "filters are echoed as they were sent, and these can be",
  },
  {
    at: ["EventSource.api_key.name"],
    may: "be null",
    why: "a key need not have a name",
  },
  {
    at: each(
      ["SimpleVoucher"],
      [
        "category",
        "validity_timeframe",
        "validity_day_of_week",
        "additional_info",
        "publish",
        "assets",
        "redemption.object",
        "redemption.url",
      ],
    ),
    may: "be more",
    why: "an event tells a voucher as its own operation does",
  },
  {
    at: ["SimpleOrder.source_id"],
    may: "be null",
    why: "an order need not have one, and is told as its own operation tells it",
  },
  {
    at: each(["LoyaltyMember", TRANSFERRED, "SimpleVoucher"], ["validation_rules_assignments"]),
    may: { as: "Voucher" },
    why: "every voucher tells its rules",
  },
  {
    at: each(["SimpleVoucher"], ["gift", "discount"]),
    may: "be null",
    why: "a voucher of one type has null for the others (reference 2.3)",
  },
  {
    at: [
      ...each(
        ["SimpleOrder"],
        ["initial_amount", "customer", "redemptions", "created_at", "updated_at"],
      ),
      ...each(["SimpleOrderItem"], ["initial_amount", "initial_quantity"]),
    ],
    may: "be more",
    why: "an event tells an order as its own operation does",
  },
  {
    at: each(
      [
        "EventCustomerLoyaltyCardPendingPointsActivated",
        "EventCustomerLoyaltyCardPendingPointsCanceled",
        "EventCustomerLoyaltyCardPendingPointsUpdated",
      ],
      ["order"],
    ),
    may: "be null",
    why: "the order is named in the details of the points; it is not read again",
  },
  {
    at: ["EventCustomerRewardedLoyaltyPoints.publication"],
    may: "be more",
    why: "an activity tells what a webhook is told of the same event",
  },
  {
    at: ["EventCustomerRewardedLoyaltyPoints.loyalty_tier"],
    may: "be null",
    why: "the member is in none",
  },
  {
    at: ["EventCustomerRewardRedemptions.reward_assignment"],
    may: { type: "object" },
    why: "the event names the assignment, beside the reward in full",
  },
  {
    at: each(
      [
        "EventCustomerRedemption",
        "EventCustomerRedemptionRollbackSucceeded",
        "EventCustomerRedemptionRollbackFailed",
      ],
      ["holder", "order", "promotion_stack", "promotion_tier"],
    ),
    may: "be null",
    why: "an event has all that its kind can have, and null for what there is none of",
  },
  {
    at: each(["SimpleRedemption"], ["metadata", "tracking_id", "reason"]),
    may: "be null",
    why: "none was sent",
  },
  {
    at: each(["SimpleRedemptionRewardResult"], ["customer", "product", "sku", "voucher"]),
    may: "be null",
    why: "a reward of one type has null for what the others give",
  },
  {
    at: [
      ...each(["SimpleRedemption"], ["loyalty_card", "related_object_id", "related_object_type"]),
      ...each(
        ["SimpleProduct", "SimpleSku"],
        ["attributes", "created_at", "image_url", "metadata", "object", "price", "updated_at"],
      ),
      ...each(["SimpleSku"], ["currency", "product_id"]),
    ],
    may: "be more",
    why: "an event tells redemptions and goods as their own operations do",
  },
  {
    at: ["SimpleRedemption.status"],
    may: { enum: ["ROLLED_BACK"] },
    why: "the shapes misspell it with a space",
  },
  {
    at: ["EventCustomerLoyaltyCardPointsAdded.transaction.type"],
    may: { enum: ["POINTS_ADDITION"] },
    why: "the entry beside an added point tells how it was added",
  },
  {
    at: ["EventCustomerLoyaltyCardPointsAdded.transaction.details.order.source_id"],
    may: "be null",
    why: "an order need not have one",
  },
  {
    at: ["ListPublicationsItemValidSingleVoucher.metadata"],
    may: { type: "object" },
    why: "what the shop noted at the publication",
  },
  {
    at: each(["ListPublicationsItemValidSingleVoucher"], ["customer", "voucher"]),
    may: "be absent",
    why: "they stand beside the publication in its event",
  },
  {
    at: each(["EventCustomerPublicationSucceeded"], ["voucher", "user"]),
    may: "be more",
    why: "they stand beside the publication in its event",
  },
  {
    at: ["VoucherBalance.balance"],
    may: "be absent",
    why: "pending points are in no balance yet",
  },
];

export const LOYALTY_OTHERWISE: Record<string, Otherwise> = {
  "DELETE /v1/loyalties/:campaignId": {
    status: 202,
    why: "the cards are deleted in the background, as those of all campaigns (reference, section 1)",
  },
  "POST /v1/loyalties/:campaignId/rewards": {
    isList: true,
    why: "the body is a list, and so is the answer; SDKs read one",
  },
};
