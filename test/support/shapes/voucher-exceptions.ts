import { type Exception, each, type Otherwise, unsetOf } from "./exception";

/** Vouchers, campaigns and promotions. */
export const VOUCHERS: readonly Exception[] = [
  unsetOf("VoucherWithCategories"),
  {
    at: ["VoucherWithCategories.redemption.redeemed_amount"],
    may: "be more",
    why: "what was redeemed of a gift card (reference 1.2)",
  },
  {
    at: ["VoucherWithCategories.validation_rules_assignments"],
    may: { as: "Voucher" },
    why: "a list tells a voucher as its own operation does",
  },
  {
    at: ["CampaignBase.validation_rules_assignments", "CampaignBase.promotion"],
    may: { as: "Campaign" },
    why: "a list tells a campaign as its own operation does",
  },
  {
    at: each(
      [
        "Campaign",
        "CampaignBase",
        "LoyaltyCampaign",
        "SimpleCampaign",
        "2_obj_campaign_object_campaigns_qualification",
      ],
      ["category"],
    ),
    may: "be null",
    why: "null in live answers where the campaign has none (docs/behaviour.md)",
  },
  {
    at: ["Gift.balance"],
    may: "be absent",
    why: "a campaign has no balance of its own, nor have examples of it (differences, section 2)",
  },
  {
    at: [
      "PromotionTier.category_id",
      "PromotionTier.campaign.category_id",
      "PromotionTier.campaign.start_date",
      "PromotionTier.campaign.expiration_date",
    ],
    may: "be null",
    why: "null where there is none, as of campaigns (reference 2.3)",
  },
  {
    at: ["PromotionTier.category"],
    may: "be more",
    why: "the contract has its name beside its id (differences, D7)",
  },
  {
    at: ["DiscountFixed.aggregated_amount_limit"],
    may: { as: "DiscountAmount" },
    why: "a cap that discounts of the other types have",
  },
  {
    at: [
      "PromotionsStacksCreateResponseBody.categories",
      "PromotionsStacksUpdateResponseBody.categories",
    ],
    may: { as: "PromotionStack" },
    why: "a slip of the shapes, which have stacks here: elsewhere they are categories",
  },
  {
    at: ["VoucherTransaction.campaign_id"],
    may: "be null",
    why: "a card need not be of a campaign",
  },
  {
    at: ["PromotionsStacksUpdateResponseBody.updated_at"],
    may: "be absent",
    why: "what changes nothing is no update",
  },
];

export const VOUCHERS_OTHERWISE: Record<string, Otherwise> = {
  "POST /v1/campaigns/:campaignId/importCSV": {
    status: 202,
    why: "what goes on in the background is 202 (decision 2)",
  },
};
