import { type Exception, each, type Otherwise } from "./exception";

const CATEGORIES = [
  "CategoriesCreateResponseBody",
  "CategoriesGetResponseBody",
  "CategoriesUpdateResponseBody",
];
const HELD = "RedeemableVoucher";

/** Goods, orders and customers. */
export const CATALOGUE: readonly Exception[] = [
  {
    at: each([...CATEGORIES, "Category"], ["stacking_rules_type"]),
    may: { more: "string" },
    why: "a category has it where redeemables show theirs (qualifications of the reference)",
  },
  {
    at: ["CategoriesUpdateResponseBody.updated_at"],
    may: "be absent",
    why: "an update of nothing changes nothing",
  },
  {
    at: each(["ProductCollectionsProductsList"], ["more_starting_after"]),
    may: "be more",
    why: "a collection can have more goods than one page looks through (docs/behaviour.md)",
  },
  {
    at: ["ProductCollectionsItem.updated_at"],
    may: { more: "string" },
    why: "collections can be changed and sorted by it, so they tell it",
  },
  {
    at: ["Segment.updated_at"],
    may: "be null",
    why: "it was not changed, and the list of the reference says null",
  },
  {
    at: ["Segment.initial_sync_status"],
    may: { more: "string" },
    why: "who is in a segment is decided at once, which clients that wait for it read here",
  },
  {
    at: ["SegmentsListResponseBody.data"],
    may: "be more",
    why: "`data_ref` names it; the shapes have `segments` by a slip",
  },
  {
    at: ["CustomersPermanentDeletionCreateResponseBody.data_json.backups"],
    may: { more: "integer" },
    why: "how many backups still hold the customer, who is erased again where one is restored",
  },
  {
    at: ["CustomersPermanentDeletionCreateResponseBody.async_action_id"],
    may: { more: "string" },
    why: "what is deleted later is an action that can be looked up",
  },
  {
    at: ["CustomerActivityData"],
    may: "be more",
    why: "what a kind of event tells is held to the shapes of its own (event-shapes)",
  },
  {
    at: each(
      [HELD],
      [
        "campaign",
        "campaign_id",
        "category_id",
        "discount",
        "gift",
        "gift.effect",
        "loyalty_card",
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
    at: [`${HELD}.validation_rules_assignments`],
    may: { as: "Voucher" },
    why: "every voucher tells its rules",
  },
  {
    at: [`${HELD}.redemption.redeemed_amount`],
    may: "be more",
    why: "what was redeemed of a gift card (reference 1.2)",
  },
  {
    at: each(["CustomerRedeemable"], ["metadata", "object"]),
    may: "be more",
    why: "a holder has them wherever it stands (contract, redeemable holder)",
  },
];

export const CATALOGUE_OTHERWISE: Record<string, Otherwise> = {};
