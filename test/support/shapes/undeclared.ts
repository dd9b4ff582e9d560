/** Fields of the shapes that our document does not have in answers, with the reason why. */
export interface Undeclared {
  /** Names of fields, or of fields within fields: `promotion_tier.action`. A component's own name is one too. */
  fields: readonly string[];
  /** Only there: the beginning of the place. */
  within?: string;
  /** Only in answers to browsers. */
  family?: "client";
  why: string;
}

const OF_KINDS = "what a kind of event tells is held to the shapes of its own (event-shapes)";
const OF_TYPES = "the details of an entry have the form of its type";
const TRIMMED = "browsers are told what shoppers need (docs/behaviour.md, Browsers)";
const AS_SENT = "filters are echoed as they were sent";

const LIMITS = [
  "campaign",
  "customer_campaign",
  "promotion_tier",
  "customer_promotion_tier",
].flatMap((whose) =>
  ["product", "product_in_collection"].flatMap((what) => [
    `${what}_${whose}_quantity_limit`,
    `${what}_${whose}_quantity_limit_formula`,
  ]),
);

export const UNDECLARED: readonly Undeclared[] = [
  {
    within: "CustomerActivityData",
    fields: [
      "balance",
      "buckets",
      "campaign",
      "custom_event",
      "customer",
      "customer_event",
      "event",
      "holder",
      "loyalty",
      "loyalty_tier",
      "loyalty_tier_from",
      "loyalty_tier_to",
      "order",
      "pending_points",
      "promotion_stack",
      "promotion_tier",
      "publication",
      "redemption",
      "redemption_rollback",
      "referral",
      "referrer",
      "reward",
      "reward_assignment",
      "segment",
      "transaction",
      "unconfirmed_customer",
      "validation",
      "voucher",
      "voucher_pending_points_balance",
    ],
    why: OF_KINDS,
  },
  {
    within: "MemberActivity.data.",
    fields: [
      "balance",
      "buckets",
      "campaign",
      "customer",
      "customer_event",
      "holder",
      "loyalty_tier",
      "loyalty_tier_from",
      "loyalty_tier_to",
      "order",
      "pending_points",
      "promotion_stack",
      "promotion_tier",
      "publication",
      "redemption",
      "redemption_rollback",
      "reward",
      "reward_assignment",
      "transaction",
      "voucher",
      "voucher_pending_points_balance",
      "api_key",
      "user",
    ],
    why: OF_KINDS,
  },
  {
    fields: [
      "CustomEvent",
      "EarningRule",
      "EventSource.api_key",
      "EventSource.user",
      "LoyaltyPendingPoints",
      "SimpleCustomEvent",
      "SimpleEvent",
      "SimpleReferralTier",
      "SimpleVoucher",
      "VoucherBalance",
    ],
    why: OF_KINDS,
  },
  {
    within: "LoyaltyPendingPointsDetails.",
    fields: ["earning_rule", "event", "holder_loyalty_tier", "loyalty_tier", "order"],
    why: OF_TYPES,
  },
  ...["VoucherTransaction.details.", "LoyaltyCardTransaction.details."].map((within) => ({
    within,
    fields: [
      "custom_event",
      "earning_rule",
      "event",
      "event_schema",
      "holder_loyalty_tier",
      "loyalty_tier",
      "order",
      "redemption",
      "reward",
      "rollback",
      "segment",
    ],
    why: OF_TYPES,
  })),
  {
    fields: [
      "ExportOrderFilters",
      "ExportVoucherTransactionsFilters",
      "FieldConditions",
      "LoyaltiesPointsExpirationExportCreateResponseBodyParametersFilters",
      "VoucherTransactionsExportFilterConditions",
      "parameters.filters",
    ],
    why: AS_SENT,
  },
  { fields: ["ValidationRuleRules.*", "ValidationRuleBundleRules.*"], why: "rules go by number" },
  { fields: LIMITS, why: "these caps are not known (docs/behaviour.md, Known gaps)" },
  {
    fields: ["readonly"],
    why: "there are no areas and stores that campaigns could be assigned to",
  },
  {
    family: "client",
    fields: [
      "address",
      "assets",
      "birthdate",
      "birthday",
      "campaign",
      "campaign_id",
      "campaign_name",
      "categories",
      "created_at",
      "customer",
      "description",
      "effect",
      "email",
      "expiration_date",
      "holder_id",
      "loyalty",
      "loyalty_tier_id",
      "metadata",
      "name",
      "phone",
      "referrals",
      "referrer_id",
      "reward",
      "start_date",
      "summary",
      "system_metadata",
      "updated_at",
      "validation_rule_assignments",
      "voucher",
      "product",
      "sku",
      "unit_off",
      "unit_type",
    ],
    why: TRIMMED,
  },
  {
    fields: ["SegmentsListResponseBody.segments"],
    why: "a slip of the shapes: `data_ref` names the list",
  },
  {
    fields: ["ApplicableTo.order_item_indices", "ApplicableTo.order_item_units"],
    why: "a decision tells the lines that goods stand in; a rule knows none",
  },
  {
    within: "Customer",
    fields: ["assets"],
    why: "there are no pages of their own that customers could be sent to",
  },
  {
    within: "ManagementProject",
    fields: ["webhook_token"],
    why: "a secret is shown once, when it is made (docs/behaviour.md)",
  },
  {
    within: "ManagementProject",
    fields: ["limits"],
    why: "the limits are the deployment's; headers of answers tell them",
  },
  {
    within: "Products",
    fields: ["skus"],
    why: "what is written is the product; a read tells its SKUs",
  },
  {
    fields: ["OrderCalculatedItem.id", "order.items.[].id"],
    why: "lines of orders have no ids: their goods name them (docs/behaviour.md)",
  },
  {
    within: "AsyncActionGetResponseBody.result.failed.",
    fields: ["code", "source_id", "reason"],
    why: "a bad row is named by its number and column, in a list also where the shapes have one row",
  },
  {
    fields: ["promotion_id"],
    why: "live answers of the reference name the campaign by `campaign_id` alone",
  },
  {
    within: "Voucher.validation_rules_assignments",
    fields: ["validation_rules_assignments"],
    why: "live answers of the reference leave the rules of a published voucher out",
  },
  {
    family: "client",
    fields: ["BusValRuleAssignment", "validation_rules_assignments.data.[]"],
    why: TRIMMED,
  },
  {
    fields: ["stacked", "rollback_stacked"],
    why: "an entry is of one redemption or of a stack, so that it is declared open",
  },
  {
    fields: [
      "2_obj_campaign_object_campaigns_qualification.validation_rules_assignments.data.[].rule",
      "6_res_validate_promotion_object.campaign.categories",
      "6_res_validate_promotion_tier.campaign.categories",
      "Category.created_at",
      "Category.hierarchy",
      "Category.id",
      "Category.name",
      "Category.object",
      "Category.updated_at",
      "PromotionStackBase.tiers",
      "discount.units.effect",
      "discount.units.product",
      "discount.units.sku",
      "discount.units.unit_off",
      "discount.units.unit_type",
    ],
    why: "slips of the shapes: one for a list, and stacks for categories",
  },
  {
    fields: ["Discount", "action.discount"],
    why: "the action of a tier is kept and told as it was sent; its discount alone is read",
  },
  {
    fields: [
      "reward.product",
      "reward.sku",
      "RedemptionRewardResult.product",
      "RedemptionRewardResult.sku",
      "Sku",
    ],
    why: "goods are told as they were when a reward gave them",
  },
  {
    fields: ["voucher.holder"],
    why: "a redeemed voucher names its holder; who that is is told by the customer's own operation",
  },
  {
    fields: ["related_redemptions"],
    why: "the order of a redemption names all of its redemptions with their rollbacks",
  },
  {
    fields: [
      "LoyaltiesMembersRedemptionRedeemResponseBody.session",
      "Redemption.session",
      "RedemptionEntry.session",
      "RedemptionsGetResponseBody.session",
      "redemptions.[].session",
    ],
    why: "a hold ends with its redemption, which does not keep its key",
  },
  {
    fields: [
      "BusValRuleAssignment.created_at",
      "BusValRuleAssignment.updated_at",
      "validation_rules_assignments.data.[].updated_at",
    ],
    why: "an assignment is never changed, and a qualification only names it",
  },
  {
    fields: ["validation_omitted_rules", "validation_status"],
    why: "told by a qualification, which alone passes rules over",
  },
  {
    fields: [
      "RedeemableLoyaltyCard.exchange_ratio",
      "RedeemableLoyaltyCard.points_ratio",
      "RedeemableLoyaltyCard.transfers",
    ],
    why: "what points are worth is a matter of the reward, whose assignments tell it",
  },
  { fields: ["RedeemableResult.error"], why: "a qualification lists only what applies" },
  {
    fields: ["ValidationsRedeemableInapplicable.result.bundle"],
    why: "what cannot apply tells its error alone",
  },
  {
    fields: ["Gift.balance", "gift.balance", "Gift.subtracted_amount", "gift.subtracted_amount"],
    why: "of a card: a campaign and a validation move none",
  },
  {
    fields: ["initial_count"],
    why: "taken and without meaning, as in the reference service (reference 1.3)",
  },
  ...["PublicationsListResponseBody.publications.[].", "PublicationsCreateResponseBody."].map(
    (within) => ({
      within,
      fields: [
        "customer.address",
        "customer.assets",
        "customer.birthdate",
        "customer.birthday",
        "customer.created_at",
        "customer.description",
        "customer.loyalty",
        "customer.phone",
        "customer.referrals",
        "customer.summary",
        "customer.system_metadata",
        "customer.updated_at",
      ],
      why: "whose it is; what they did and have is told by the customer's own operation",
    }),
  ),
  {
    fields: ["PublicationsListResponseBody.publications.[].metadata"],
    why: "what the shop noted at the publication, whatever that is",
  },
  {
    fields: ["LoyaltiesMembersTransfersCreateResponseBody.publish.entries"],
    why: "a voucher tells how often it was published, and where that is listed",
  },
  {
    within: "LoyaltiesRewardsCreateAssignmentResponseBody.",
    fields: [
      "created_at",
      "id",
      "object",
      "parameters",
      "related_object_id",
      "related_object_type",
      "reward_id",
      "updated_at",
    ],
    why: "the body is a list, and so is the answer, whose entries have them; SDKs read one",
  },
];

/** Whether a rule is about this place in the answer of this operation. */
export const isAbout = (rule: Undeclared, operation: string, place: string): boolean =>
  (rule.family === undefined || operation.includes(` /${rule.family}/`)) &&
  place.startsWith(rule.within ?? "") &&
  rule.fields.some((field) => place === field || place.endsWith(`.${field}`));
