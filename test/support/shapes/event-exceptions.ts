import type { Exception } from "./exceptions";

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

/** Where events differ from the shapes of their payloads, with the reason why. */
export const EVENT_EXCEPTIONS: readonly Exception[] = [
  {
    at: each(
      ["Voucher", "SimpleVoucher"],
      ["campaign", "campaign_id", "discount", "gift", "loyalty_card"],
    ),
    may: "be null",
    why: "a voucher of one type has null for the others (reference 2.3)",
  },
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
    at: ["Gift.balance"],
    may: "be absent",
    why: "what a campaign makes cards from has no balance; its cards have one",
  },
  {
    at: ["Gift.subtracted_amount"],
    may: "be more",
    why: "an event tells a voucher as its own operation does",
  },
  {
    at: each(["ValidityHours.daily.[]"], ["start_time", "expiration_time"]),
    may: { type: "string" },
    why: "hours and minutes without seconds and zone, as they were sent",
  },
  {
    at: each(["ValidationRuleConditions"], ["$is", "$is_not"]),
    may: "be more",
    why: "a rule can compare with true and false too",
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
    at: each(ORDERED, ["referrer", "redemption"]),
    may: "be absent",
    why: "a known gap: an order that was not made by a redemption has none",
  },
  {
    at: [...each(ORDERED, ["customer"]), ...each(PENDING, ["order"])],
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
    at: each(["PublicationsVoucher.metadata"], ["distribution_id", "source_id", "source_type"]),
    may: "be absent",
    why: "metadata is what the shop noted at the publication",
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
    at: ["EventCustomerRewardedLoyaltyPointsData.loyalty_tier"],
    may: "be more",
    why: "a known gap: the tier's id and name alone",
  },
  {
    at: ["EventVoucherLoyaltyCardPointsExpiredData.buckets"],
    may: "be more",
    why: "a slip of the shapes: buckets are a list",
  },
  {
    at: each(
      ["EventVoucherLoyaltyCardTransactionCreatedData"],
      ["order", "redemption", "reward", "rollback"],
    ),
    may: "be absent",
    why: "a known gap: only entries by a redemption tell what there is none of",
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
    at: each(["LoyaltyPendingPointsDetails"], ["event", "earning_rule"]),
    may: "be absent",
    why: "points added by hand come of no rule",
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
    at: each(["EventVoucherGiftTransactionCreatedData"], ["balance", "transaction"]),
    may: "be more",
    why: "a known gap: an entry by a redemption is told in short",
  },
];
