import { type Exception, each, unsetOf } from "./exception";

/** Older shapes, written by hand, of what newer operations tell in full. */
const FOUND = "1_res_vouchers_qualification.data.[]";
const FOUND_CAMPAIGN = "2_obj_campaign_object_campaigns_qualification";
const OLDER =
  "older shapes have what was there at the time: it is told as the newer operations tell it";

/** Publications, validations, qualifications and redemptions. */
export const DECIDING: readonly Exception[] = [
  unsetOf(FOUND),
  {
    at: [
      `${FOUND}.redemption.redeemed_amount`,
      "VouchersRedemptionGetResponseBody.redeemed_amount",
    ],
    may: "be more",
    why: "what was redeemed of a gift card (reference 1.2)",
  },
  {
    at: each(
      [FOUND_CAMPAIGN],
      [
        "access_settings_assignments",
        "campaign_type",
        "voucher",
        "categories",
        "category_id",
        "referral_program",
      ],
    ),
    may: { as: "CampaignBase" },
    why: OLDER,
  },
  {
    at: each([FOUND_CAMPAIGN], ["applicable_to", "inapplicable_to"]),
    may: { like: "ApplicableToResultList" },
    why: "told of campaigns as of vouchers",
  },
  {
    at: ["6_res_applicable_to_object", "6_res_inapplicable_to_object"],
    may: { like: "ApplicableToResultList" },
    why: OLDER,
  },
  {
    at: ["7_res_redeem_voucher", "7_obj_redemption_object_promotion_tier_extended"],
    may: { like: "Redemption" },
    why: OLDER,
  },
  {
    at: [
      ...each(
        [
          "6_res_validate_voucher_discount_code",
          "6_res_validate_voucher_gift_card",
          "6_res_validate_promotion_object",
          "6_res_validate_promotion_tier_true",
        ],
        ["order"],
      ),
    ],
    may: { as: "ValidationsRedeemableApplicable" },
    why: OLDER,
  },
  {
    at: each(
      [
        "6_res_validate_promotion_object",
        "6_res_validate_promotion_tier_true",
        "6_res_validate_promotion_tier_false",
        "6_res_validate_voucher_discount_code",
      ],
      ["discount"],
    ),
    may: { like: "Discount" },
    why: OLDER,
  },
  {
    at: each(
      [
        "6_res_validate_promotion_object",
        "6_res_validate_promotion_tier_true",
        "6_res_validate_promotion_tier_false",
      ],
      [
        "action",
        "active",
        "campaign",
        "campaign_id",
        "categories",
        "category_id",
        "created_at",
        "promotion_id",
        "summary",
        "updated_at",
        "validation_rule_assignments",
        "validity_day_of_week",
        "validity_hours",
        "validity_timeframe",
      ],
    ),
    may: { as: "PromotionTier" },
    why: OLDER,
  },
  {
    at: ["6_res_validate_promotion_object.valid", "6_res_validate_promotion_tier_true.valid"],
    may: { type: "boolean" },
    why: "a slip of the shapes: it is a boolean of a tier that does not apply",
  },
  {
    at: each(
      ["6_res_validate_promotion_tier_true", "6_res_validate_promotion_tier_false"],
      ["session"],
    ),
    may: { like: "Session" },
    why: "a hold can be asked for, and is told",
  },
  {
    at: ["Gift.credits", "6_res_validate_voucher_gift_card.gift.credits"],
    may: { more: "integer" },
    why: "how much of the card is to be taken, as the newer validation tells it",
  },
  {
    at: ["VouchersValidateValidResponseBody.tracking_id"],
    may: "be absent",
    why: "nobody was named whom it could track",
  },
  {
    at: ["6_res_validate_voucher_false.error"],
    may: { like: "Error" },
    why: OLDER,
  },
  {
    at: each(
      [
        "PublicationsCreateVoucherResponseBody",
        "PublicationsCreateVouchersResponseBody",
        "ListPublicationsItemValidSingleVoucher",
        "ListPublicationsItemValidMultipleVouchers",
      ],
      ["customer"],
    ),
    may: { like: "SimpleCustomer" },
    why: "whose it is; what they did and have is told by the customer's own operation",
  },
  {
    at: each(["ListPublicationsItemVoucher"], ["campaign", "discount", "gift", "loyalty_card"]),
    may: "be null",
    why: "a voucher of one type has null for the others (reference 2.3)",
  },
  {
    at: [
      "Redemption.voucher.gift.effect",
      "RedemptionWithVoucherWithoutStackingRulesTypeCategories.voucher.gift.effect",
      "Gift.effect",
    ],
    may: "be null",
    why: "what is not set of a voucher is null (reference 2.3)",
  },
  {
    at: each(
      [
        "Redemption",
        "RedemptionWithVoucherWithoutStackingRulesTypeCategories",
        "RedemptionRollback",
      ],
      ["promotion_stack"],
    ),
    may: { more: "object" },
    why: "the stack that the tier was redeemed with",
  },
  {
    at: each(
      [
        "Redemption",
        "RedemptionInternal",
        "RedemptionRollback",
        "RedemptionWithVoucherWithoutStackingRulesTypeCategories",
      ],
      ["voucher"],
    ),
    may: "be null",
    why: "null where a tier was redeemed, as live answers have it (docs/behaviour.md)",
  },
  {
    at: ["ApplicableTo.strict"],
    may: "be more",
    why: "what a rule says of the variants of a product is told with the rest of its entry",
  },
  {
    at: ["ApplicableTo.id"],
    may: "be absent",
    why: "an entry is told as its rule names the goods: by our id or by the shop's",
  },
  {
    at: ["DiscountUnitMultiple.is_dynamic"],
    may: { as: "DiscountUnit" },
    why: "told of a discount of every type",
  },
  {
    at: ["ValidationsRedeemableApplicable.banner"],
    may: { as: "QualificationsRedeemable" },
    why: "told of a tier here as well",
  },
  {
    at: each(
      ["PublicationsCreateVoucherResponseBody", "PublicationsCreateVouchersResponseBody"],
      ["channel"],
    ),
    may: { type: "string" },
    why: "the channel is told as it was sent, as lists of publications have it",
  },
  {
    at: ["6_res_validate_voucher_false.session"],
    may: { like: "Session" },
    why: "what was asked to be held is told in the newer validation too",
  },
  {
    at: each(
      ["6_res_validate_promotion_object", "6_res_validate_promotion_tier_true"],
      ["category"],
    ),
    may: { more: "string" },
    why: "the contract has its name beside its id (differences, D7)",
  },
];
