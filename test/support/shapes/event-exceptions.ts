import type { Exception } from "./exception";

const each = (owners: readonly string[], names: readonly string[]): string[] =>
  owners.flatMap((owner) => names.map((name) => `${owner}.${name}`));

const ORDERED = ["Created", "Updated", "Paid", "Canceled"].map(
  (done) => `EventCustomerOrder${done}Data`,
);
const PENDING = ["Activated", "Added", "Canceled", "Updated"].flatMap((done) => [
  `EventVoucherLoyaltyCardPendingPoints${done}Data`,
  `EventCustomerVoucherLoyaltyCardPendingPoints${done}Data`,
]);
const SPENT = ["EventCustomerRewardRedemptionsBase", "EventCustomerRewardRedemptionsCompletedData"];

const OF_ITEMS = ["Quantity", "Amount", "SubtotalAmount"].map(
  (name) =>
    `EarningRuleProportionalOrderItems${name}.order_items.${name
      .replace("Subtotal", "subtotal_")
      .toLowerCase()}`,
);
const FORMULAS = [
  "EarningRuleFixed",
  "EarningRuleProportionalOrderAmount.order.amount",
  "EarningRuleProportionalOrderTotalAmount.order.total_amount",
  "EarningRuleProportionalOrderMetadata.order.metadata",
  "EarningRuleProportionalCustomerMetadata.customer.metadata",
  "EarningRuleProportionalCustomEvent.custom_event.metadata",
  ...OF_ITEMS,
].map((place) => `${place}.points_formula`);

/** Where events differ from the shapes of their payloads, with the reason why. */
export const EVENT_EXCEPTIONS: readonly Exception[] = [
  {
    at: [
      ...each(["Voucher", "SimpleVoucher"], ["start_date", "expiration_date", "updated_at"]),
      ...each(["Voucher"], ["category", "category_id", "additional_info"]),
      ...each(["Voucher"], ["validity_timeframe", "validity_day_of_week", "redemption.quantity"]),
      "Gift.effect",
      "Voucher.gift.effect",
      "PromotionTier.category_id",
    ],
    may: "be null",
    why: "what is not set of a voucher or tier is null, never left out (reference 2.3)",
  },
  {
    at: [
      "CampaignVoucher.redemption",
      "SimpleCampaignVoucher.redemption",
      "SimpleCampaignVoucher.redemption.redeemed_quantity",
      "CodeConfigRequiredLengthCharsetPattern.prefix",
      "CodeConfigRequiredLengthCharsetPattern.postfix",
      "LoyaltyTiersExpirationAll.expiration_date.extend",
      "ApplicableTo.strict",
    ],
    may: "be absent",
    why: "what is not set of a campaign is left out (reference 2.3)",
  },
  {
    at: ["SimpleCampaign.access_settings_assignments"],
    may: { more: "object" },
    why: "an event tells a campaign as its own operation does",
  },
  {
    at: ["Gift.balance"],
    may: "be absent",
    why: "what a campaign makes cards from has no balance; its cards have one",
  },
  {
    at: ["Gift.subtracted_amount", "Voucher.gift.subtracted_amount"],
    may: { more: "integer" },
    why: "an event tells a voucher as its own operation does",
  },
  {
    at: each(["ValidityHours.daily.[]"], ["start_time", "expiration_time"]),
    may: { type: "string" },
    why: "hours and minutes without seconds and zone, as they were sent",
  },
  {
    at: each(["ValidationRule"], ["bundle_rules"]),
    may: "be more",
    why: "the shapes have no number for its limit, and not all types of goods that it takes",
  },
  {
    at: each(["BusValRuleAssignment"], ["validation_status", "validation_omitted_rules"]),
    may: "be absent",
    why: "the contract's assignment has neither: no rule is kept that is valid in part",
  },
  {
    at: ["BusValRuleAssignment.related_object_type"],
    may: { type: "string" },
    why: "rules are assigned to tiers and rewards too",
  },
  {
    at: [
      "EventBusValRuleAssignmentCreatedData.reward_assignment",
      "EventBusValRuleAssignmentDeletedData.reward_assignment",
    ],
    may: "be more",
    why: "a rule can be on the assignment of a reward, which is shown as the others are",
  },
  {
    at: each(ORDERED, ["redemption"]),
    may: "be absent",
    why: "the order was written by itself, without a redemption",
  },
  {
    at: [...each(ORDERED, ["customer", "referrer"]), ...each(PENDING, ["order"])],
    may: "be null",
    why: "an event has all that its kind can have, and null for what there is none of",
  },
  {
    at: ["OrderCalculated.source_id"],
    may: "be absent",
    why: "an order need not have one",
  },
  {
    at: ["VoucherTransaction.details.order.source_id"],
    may: "be null",
    why: "an order need not have one",
  },
  {
    at: [
      "ListPublicationsItemBase.customer",
      "PublicationsVoucher.customer",
      "PublicationsVoucher.voucher",
    ],
    may: "be absent",
    why: "they stand beside the publication in its event",
  },
  {
    at: ["EventCustomerPublicationSucceededData.user"],
    may: "be more",
    why: "webhooks are told it, and the activity tells the same",
  },
  {
    at: each(
      ["EventCustomerPublicationSucceededData", "EventPublicationSucceededData"],
      ["voucher"],
    ),
    may: "be null",
    why: "several codes were published at once",
  },
  {
    at: each(["SimpleRedemption"], ["metadata", "tracking_id", "reason"]),
    may: "be null",
    why: "none was sent",
  },
  {
    at: ["SimpleRedemption.status"],
    may: { enum: ["ROLLED_BACK"] },
    why: "the shapes misspell it with a space",
  },
  {
    at: each(SPENT, ["source", "balance"]),
    may: "be more",
    why: "the shapes of the member's activity have a text and a number there, and so have we",
  },
  {
    at: ["EventCustomerRewardedData.order"],
    may: "be more",
    why: "the reward was had by paying for this order",
  },
  {
    at: ["EventVoucherLoyaltyCardPointsExpiredData.buckets"],
    may: "be more",
    why: "a slip of the shapes: buckets are a list",
  },
  {
    at: each(["Reward"], ["metadata", "redeemed", "stock", "updated_at"]),
    may: "be absent",
    why: "the reward as its redemption shows it",
  },
  {
    at: each(["LoyaltyPendingPoints"], ["customer_id", "order_id"]),
    may: "be null",
    why: "points added by hand come of no order, and a card need not have a holder",
  },
  {
    at: each(["LoyaltyPendingPointsDetails"], ["event", "earning_rule", "order"]),
    may: "be absent",
    why: "points added by hand come of no rule, and of no order",
  },
  {
    at: each(["CustomEvent"], ["loyalty", "referral"]),
    may: "be null",
    why: "the event was sent with neither",
  },
  {
    at: each(["CustomerWithSummaryLoyaltyReferrals"], ["summary", "loyalty", "referrals"]),
    may: "be absent",
    why: "of a customer who was permanently deleted only the id is left",
  },
  {
    at: each(
      ["CustomerWithSummaryLoyaltyReferrals.address"],
      ["city", "state", "line_1", "line_2", "country", "postal_code"],
    ),
    may: "be null",
    why: "a part of an address is null where it was taken away",
  },
  {
    at: ["ReferralProgram.referee_reward.amount"],
    may: "be more",
    why: "a slip of the shapes: it is a number, as the referrer's is",
  },
  {
    at: ["VoucherTransaction.campaign_id"],
    may: "be null",
    why: "a card need not be of a campaign",
  },
  {
    at: ["VoucherTransaction.source"],
    may: { type: "string" },
    why: "who moved it: requests through this API have a source of their own",
  },
  {
    at: ["VoucherBalance.balance"],
    may: "be absent",
    why: "pending points are in no balance yet",
  },
  {
    at: [
      ...each(
        ["SimpleVoucher"],
        [
          "category",
          "validity_timeframe",
          "validity_day_of_week",
          "validity_hours",
          "additional_info",
          "publish",
          "assets",
          "validation_rules_assignments",
          ...["object", "url", "redeemed_amount", "redeemed_points"].map(
            (name) => `redemption.${name}`,
          ),
        ],
      ),
    ],
    may: { as: "Voucher" },
    why: "an event tells a voucher whole, as its own operation does",
  },
  {
    at: each(
      ["SimpleOrder"],
      ["initial_amount", "redemptions", "customer", "referrer", "created_at", "updated_at"],
    ),
    may: { as: "OrderCalculated" },
    why: "an event tells an order whole, as its own operation does",
  },
  {
    at: each(
      ["SimpleOrderItem"],
      [
        "initial_quantity",
        "initial_amount",
        "applied_discount_quantity",
        "applied_quantity",
        "applied_quantity_amount",
        "metadata",
      ],
    ),
    may: { as: "OrderItemCalculated" },
    why: "an event tells an order whole, as its own operation does",
  },
  {
    at: each(["SimpleOrderItem", "OrderItemCalculated"], ["product", "sku"]),
    may: { more: "object" },
    why: "the shapes of operations have what the line is of, those of events forgot it",
  },
  {
    at: each(["SimpleOrderItem", "OrderItemCalculated"], ["application_details"]),
    may: { more: "array" },
    why: "the shapes of operations have them, those of events forgot them",
  },
  {
    at: each(
      ["SimpleCampaign"],
      [
        "use_voucher_metadata_schema",
        "vouchers_count",
        "creation_status",
        "vouchers_generation_status",
        "protected",
        "validation_rules_assignments",
        "access_settings_assignments",
        "promotion",
        "loyalty_tiers_expiration",
        "activity_duration_after_publishing",
        "validity_timeframe",
        "validity_day_of_week",
        "validity_hours",
      ],
    ),
    may: { as: "Campaign" },
    why: "an event of what belongs to a campaign tells the campaign whole, as its own operation does",
  },
  {
    at: each(
      ["SimpleCampaignVoucher"],
      [
        "is_referral_code",
        "start_date",
        "expiration_date",
        "validity_timeframe",
        "validity_day_of_week",
        "validity_hours",
      ],
    ),
    may: { as: "CampaignVoucher" },
    why: "an event of what belongs to a campaign tells the campaign whole, as its own operation does",
  },
  {
    at: each(
      ["SimplePromotionTier"],
      [
        "action",
        "hierarchy",
        "active",
        "category_id",
        "categories",
        "campaign_id",
        "promotion_id",
        "summary",
        "validation_rule_assignments",
        "start_date",
        "expiration_date",
        "validity_timeframe",
        "validity_day_of_week",
        "validity_hours",
        "created_at",
        "updated_at",
        "object",
      ],
    ),
    may: { as: "PromotionTier" },
    why: "an event tells a tier whole, as its own operation does",
  },
  {
    at: each(
      ["SimplePromotionTierCampaign"],
      [
        "start_date",
        "expiration_date",
        "validity_timeframe",
        "validity_day_of_week",
        "validity_hours",
        "active",
        "category_id",
        "object",
      ],
    ),
    may: { as: "PromotionTier.campaign" },
    why: "an event tells a tier whole, as its own operation does",
  },
  {
    at: each(["PromotionTier", "SimplePromotionTier"], ["category"]),
    may: { more: "string" },
    why: "a tier has the name of its category beside the id, as vouchers and campaigns have",
  },
  {
    at: ["SimplePromotionStack.object"],
    may: { more: "string" },
    why: "every object says what it is",
  },
  {
    at: each(["SimpleRedemption"], ["related_object_type", "related_object_id"]),
    may: { as: "RedemptionInternal" },
    why: "an event tells a redemption whole, as its own operation does",
  },
  {
    at: each(["RedemptionInternal"], ["date", "channel"]),
    may: { as: "SimpleRedemption" },
    why: "a redemption is told alike in all events of it",
  },
  {
    at: each(["SimpleRedemption", "RedemptionInternal"], ["gift", "loyalty_card"]),
    may: { more: "object" },
    why: "an event tells a redemption whole: the credits or points that it took, too",
  },
  {
    at: each(
      ["SimpleProduct"],
      ["price", "attributes", "image_url", "metadata", "created_at", "updated_at", "object"],
    ),
    may: { as: "Product" },
    why: "a reward's goods are told whole, as its own operation does",
  },
  {
    at: each(
      ["SimpleSku"],
      [
        "product_id",
        "price",
        "currency",
        "attributes",
        "image_url",
        "metadata",
        "created_at",
        "updated_at",
        "object",
      ],
    ),
    may: { as: "Sku" },
    why: "a reward's goods are told whole, as its own operation does",
  },
  {
    at: each(
      ["Reward"],
      ["created_at", "assignment_id", "loyalty_tier_id", "voucher", "product", "sku"],
    ),
    may: { as: "RedemptionRewardResult" },
    why: "the reward as its redemption shows it",
  },
  {
    at: ["LoyaltiesMembersBalanceUpdateResponseBody.operation_type"],
    may: { as: "VoucherBalance" },
    why: "every balance says whether somebody moved it by hand",
  },
  {
    at: ["SimpleRedeemableHolder.metadata"],
    may: { more: "object" },
    why: "what was sent with the holder, as its own operation shows it",
  },
  {
    at: each(["ListPublicationsItemBase", "PublicationsVoucher"], ["vouchers"]),
    may: { more: "array" },
    why: "several codes were published at once",
  },
  {
    at: ["PublicationsVoucher.metadata"],
    may: "be more",
    why: "metadata is what the shop noted at the publication",
  },
  {
    at: ["ApplicableTo.effect"],
    may: "be absent",
    why: "an entry that was sent without one applies to every item, as its own operation shows it",
  },
  {
    at: ["ApplicableTo.id"],
    may: "be absent",
    why: "goods that nothing is stored of are named by their source id alone",
  },
  {
    at: ["DiscountUnit.effect"],
    may: { enum: ["ADD_SAME_ITEMS", "REPLACE_ITEMS"] },
    why: "the contract has two effects more than the shapes",
  },
  {
    at: ["DiscountUnit.unit_type"],
    may: "be absent",
    why: "ADD_SAME_ITEMS adds more of what is in the cart",
  },
  {
    at: ["SimpleRedemption.related_object_type"],
    may: { enum: ["redemption"] },
    why: "a stack as a whole is about its redemption (reference 2.14)",
  },
  {
    at: ["CustomerWithSummaryLoyaltyReferrals.birthday"],
    may: { more: "string" },
    why: "the shapes of operations have it, those of events forgot it",
  },
  {
    at: ["EarningRule.expiration_rules"],
    may: { more: "object" },
    why: "the shapes of operations have them, those of events forgot them",
  },
  {
    at: ["SimpleEarningRule.object"],
    may: { more: "string" },
    why: "every object says what it is",
  },
  {
    at: ["VouchersBalanceUpdateResponseBody.operation_type"],
    may: { enum: ["AUTOMATIC"] },
    why: "redemptions move it by themselves",
  },
  {
    at: each(["EarningRule", "SimpleEarningRule"], ["event"]),
    may: { type: "string" },
    why: "a rule for a custom event names the event as its schema does",
  },
  {
    at: FORMULAS,
    may: { more: "string" },
    why: "points may be counted by a formula (reference 2.13), which the shapes forgot",
  },
  {
    at: OF_ITEMS.map((place) => `${place}.applicable_to`),
    may: { more: "array" },
    why: "a rule can count several goods (reference 2.13), which the shapes forgot",
  },
  {
    at: each(OF_ITEMS, ["object", "id"]),
    may: "be absent",
    why: "a rule that counts several goods lists them instead",
  },
  {
    at: ["4_obj_reward_object_parameters_COIN.coin.exchange_ratio"],
    may: { type: "number" },
    why: "a slip of the shapes: a point can be worth a part of a unit, as rewards' own shape says",
  },
  {
    at: ["VoucherTransaction.details.order.source_id"],
    may: "be absent",
    why: "the order's name went with the customer who was permanently deleted",
  },
  {
    at: ["ApplicableTo.price_formula"],
    may: { type: "string" },
    why: "a slip of the shapes: a formula is a text",
  },
  {
    at: ["ValidationRuleConditions"],
    may: "be more",
    why: "a rule is told as it was sent: single values, other spellings, operators of the contract",
  },
  {
    at: ["ValidationRuleRules", "ValidationRuleRules01", "ValidationRuleRules02"].map(
      (name) => `${name}.*.error`,
    ),
    may: "be null",
    why: "a rule is told as it was sent",
  },
  {
    at: ["RedemptionInternal.status"],
    may: { enum: ["ROLLED_BACK"] },
    why: "an order that a rollback moved shows the redemption as that has left it",
  },
];
