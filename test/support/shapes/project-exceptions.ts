import { type Exception, each, type Otherwise } from "./exception";

const SHOWN = "ManagementProject";
const MADE = "ManagementProjectsCreateResponseBody";
const STACKING = "ManagementProjectsStackingRules";
const WEBHOOK = "ManagementProjectsWebhook";

const FROM_FILES = [
  ...["campaign_vouchers", "customers", "skus", "vouchers"].map(
    (what) => `17_res_obj_get_async_action_result_${what}_import_csv`,
  ),
  "AsyncActionResultProductsImportCSV",
];

/** Rules, work in the background, and administration. */
export const PROJECT: readonly Exception[] = [
  {
    at: each([SHOWN, MADE], ["description"]),
    may: "be null",
    why: "none was written",
  },
  {
    at: [`${SHOWN}.webhook_token`],
    may: "be absent",
    why: "a secret is shown once, when it is made (docs/behaviour.md)",
  },
  {
    at: each(
      [SHOWN, MADE],
      [
        "place",
        "week_start",
        "client_wallet_enabled",
        "client_visible_metadata",
        "client_hold_max_minutes",
        "client_orders_trusted",
        "client_metadata_keys",
        "near_miss_segments_enabled",
        "near_miss_dates_enabled",
        "events_kept_days",
        "busy",
        "created_at",
        "updated_at",
        "object",
      ],
    ),
    may: "be more",
    why: "settings of this service alone, where it lives, and when they were made and changed",
  },
  {
    at: [`${MADE}.default_code_config`],
    may: { as: SHOWN },
    why: "a create answers what a read does",
  },
  {
    at: each([STACKING], ["grouped_redeemables_sorting_rule", "object"]),
    may: { more: "string" },
    why: "a validation of the reference tells the rule",
  },
  {
    at: each([WEBHOOK], ["custom_headers", "inactive_because", "updated_at"]),
    may: "be more",
    why: "what is sent along, and why nothing is sent any more (docs/behaviour.md)",
  },
  {
    at: ["ManagementProjectsMetadataSchemaDefinition.ne"],
    may: "be more",
    why: "a slip of the shapes: texts can be listed as in `eq`",
  },
  {
    at: [
      ...each(
        ["Voucher", "Redemption", "Customer", "Publication", "Order", "PointsExpiration"].map(
          (name) => `Export${name}Scheduled`,
        ),
        ["user_id"],
      ),
      "OrdersExportCreateResponseBody.user_id",
    ],
    may: "be null",
    why: "nobody at a console asked for it (reference 1.8)",
  },
  {
    at: [
      ...each(
        ["Voucher", "Redemption", "Customer", "Publication", "Order", "PointsExpiration"].flatMap(
          (name) => [`Export${name}`, `Export${name}Scheduled`],
        ),
        ["async_action_id"],
      ),
      "OrdersExportCreateResponseBody.async_action_id",
    ],
    may: { more: "string" },
    why: "what tells how far it is (docs/behaviour.md)",
  },

  {
    at: [
      "AsyncActionsListResponseBody.total",
      ...each(["AsyncAction", "AsyncActionBase"], ["counts"]),
      "AsyncActionBase.result",
    ],
    may: "be more",
    why: "a list tells its total, and its actions all that they tell alone",
  },
  {
    at: each(FROM_FILES, ["rows", "created", "updated", "metadata_columns", "failed.[].column"]),
    may: "be more",
    why: "how many rows there were, what came of them, which columns were kept as metadata, and where a bad one is wrong",
  },
  {
    at: each(
      ["Customers", "Vouchers"].map((what) => `AsyncActionResult${what}BulkUpdateResponseBody`),
      ["results"],
    ),
    may: { more: "array" },
    why: "what came of each entry, in their order (docs/behaviour.md)",
  },
  {
    at: each(["ValidationRule"], ["error", "updated_at"]),
    may: "be null",
    why: "the reference's live answers have both keys always (docs/behaviour.md)",
  },
  {
    at: each(["ValidationRule"], ["bundle_rules"]),
    may: "be more",
    why: "the shapes have no number for its limit, and not all types of goods that it takes",
  },
  {
    at: ["ApplicableTo.price_formula"],
    may: { type: "string" },
    why: "a slip of the shapes: a formula is a text, as in all requests",
  },
];

const LATER =
  "files of all kinds are read in the background, as those of vouchers and customers are";

export const PROJECT_OTHERWISE: Record<string, Otherwise> = {
  "POST /v1/campaigns/:campaignId/importCSV": { status: 202, why: LATER },
  "POST /v1/products/importCSV": { status: 202, why: LATER },
  "POST /v1/skus/importCSV": { status: 202, why: LATER },
  "POST /v1/orders/import": { status: 202, why: LATER },
};
