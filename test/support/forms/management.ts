import type { Row } from "./row";

const PROJECT = "/management/v1/projects/:projectId";
const emails = ["ops@shop.example"];
const usage = { enabled: true, value: 50, in_app: true, emails };
const callout = { email: true, in_app: true, emails };

const SETTINGS = {
  name: "Shop",
  description: "A shop",
  timezone: "Europe/Warsaw",
  currency: "PLN",
  dial_code: "+48",
  week_start: 0,
  case_sensitive_codes: true,
  client_trusted_domains: ["https://shop.example"],
  client_redeem_enabled: true,
  client_publish_enabled: true,
  client_list_vouchers_enabled: true,
  client_create_customer_enabled: true,
  client_loyalty_events_enabled: true,
  client_set_voucher_expiration_date_enabled: true,
  client_orders_trusted: true,
  client_metadata_keys: ["size"],
  is_sandbox: true,
  default_code_config: { charset: "ABCDEFGH" },
  cluster_id: "eu1",
  api_version: "v2018-08-01",
  webhook_version: "v2024-01-01",
  api_usage_notifications: {
    redemptions: usage,
    messages: usage,
    api_calls: usage,
    bulk_api_calls: usage,
    webhook_calls: usage,
    cycle_calls: usage,
  },
  webhooks_callout_notifications: { distributions: callout, webhooks: callout },
};

const own = { projectId: "own" };

export const projects: readonly Row[] = [
  {
    operation: "POST /management/v1/projects",
    least: { name: "Shop" },
    most: SETTINGS,
    keep: { own: "id" },
  },
  { operation: "GET /management/v1/projects", query: "?limit=1" },
  { operation: `GET ${PROJECT}`, at: own },
  { operation: `PUT ${PROJECT}`, least: {}, most: { ...SETTINGS, name: "Stores" }, at: own },
  { operation: `GET ${PROJECT}`, at: own },
  { operation: `DELETE ${PROJECT}`, at: own },
];

const optional = { optional: true, array: true };

const PROPERTIES = {
  color: { type: "string", ...optional, eq: ["red"], ne: ["blue"], min_length: 1, max_length: 9 },
  name: { type: "string", ...optional, exact_length: 3 },
  size: { type: "number", ...optional, eq: [1], ne: [2], gt: 0, gte: 1, lt: 9, lte: 8 },
  sold: { type: "boolean", optional: true, deleted: true },
  day: { type: "date", optional: true },
  time: { type: "datetime", optional: true },
  place: { type: "geopoint", optional: true },
  image: { type: "image_url", optional: true },
  parts: { type: "object", optional: true, object_type: "part" },
};

const SCHEMA = { allow_defined_only: true, properties: PROPERTIES };

export const metadata: readonly Row[] = [
  { operation: "GET /v1/metadata-schemas" },
  { operation: `GET ${PROJECT}/metadata-schemas` },
  {
    operation: `POST ${PROJECT}/metadata-schemas`,
    least: { related_object: "order" },
    most: { related_object: "order", ...SCHEMA },
    keep: { metadataSchemaId: "id", resource: "related_object" },
  },
  { operation: `GET ${PROJECT}/metadata-schemas/:metadataSchemaId` },
  { operation: "GET /v1/metadata-schemas/:resource" },
  {
    operation: `PUT ${PROJECT}/metadata-schemas/:metadataSchemaId`,
    least: {},
    most: { ...SCHEMA, allow_defined_only: false },
  },
  { operation: `GET ${PROJECT}/metadata-schemas` },
  { operation: "GET /v1/metadata-schemas" },
  { operation: "GET /v1/metadata-schemas/:resource" },
  { operation: `DELETE ${PROJECT}/metadata-schemas/:metadataSchemaId` },
];

const EVENT = {
  schema: {
    properties: {
      text: { type: "string", optional: true },
      number: { type: "number", optional: false },
      day: { type: "date", optional: true },
      time: { type: "datetime", optional: true },
      sold: { type: "boolean", optional: true, deleted: true },
    },
  },
};

export const events: readonly Row[] = [
  { operation: `GET ${PROJECT}/custom-event-schemas` },
  {
    operation: `POST ${PROJECT}/custom-event-schemas`,
    least: { name: "visit" },
    most: { name: "visit", ...EVENT },
    keep: { customEventSchemaId: "id" },
  },
  { operation: `GET ${PROJECT}/custom-event-schemas/:customEventSchemaId` },
  {
    operation: `PUT ${PROJECT}/custom-event-schemas/:customEventSchemaId`,
    least: {},
    most: { schema: { properties: { more: { type: "string", optional: true } } } },
  },
  { operation: `GET ${PROJECT}/custom-event-schemas` },
  { operation: `DELETE ${PROJECT}/custom-event-schemas/:customEventSchemaId` },
];

const WEBHOOK = { target_url: "https://hooks.example.com/in", events: ["voucher.created"] };
const HOOK = `${PROJECT}/webhooks/:webhookId`;

export const webhooks: readonly Row[] = [
  { operation: `GET ${PROJECT}/webhooks` },
  {
    operation: `POST ${PROJECT}/webhooks`,
    least: WEBHOOK,
    most: { ...WEBHOOK, active: false },
    keep: { webhookId: "id" },
  },
  { operation: `GET ${HOOK}` },
  {
    operation: `PUT ${HOOK}`,
    least: {},
    most: { ...WEBHOOK, active: false, events: ["voucher.updated", "redemption.succeeded"] },
  },
  { operation: `GET ${PROJECT}/webhooks` },
  { operation: `DELETE ${HOOK}` },
];

const STACKING = {
  redeemables_limit: 20,
  applicable_redeemables_limit: 10,
  applicable_redeemables_per_category_limit: 5,
  applicable_exclusive_redeemables_limit: 2,
  applicable_exclusive_redeemables_per_category_limit: 2,
  redeemables_application_mode: "PARTIAL",
  redeemables_sorting_rule: "CATEGORY_HIERARCHY",
  redeemables_products_application_mode: "ONCE",
  redeemables_no_effect_rule: "SKIP",
  redeemables_rollback_order_mode: "WITHOUT_ORDER",
  discount_calculation_mode: "INITIAL_AMOUNT",
};

const ofCategories = ({ categoryId, other }: Record<string, string>) => ({
  ...STACKING,
  applicable_redeemables_category_limits: { [categoryId ?? ""]: 2 },
  exclusive_categories: [categoryId],
  joint_categories: [other],
  initial_amount_mode_categories: [categoryId],
  discounted_amount_mode_categories: [other],
  no_effect_skip_categories: [categoryId],
  no_effect_redeem_anyway_categories: [other],
});

export const stacking: readonly Row[] = [
  { operation: `GET ${PROJECT}/stacking-rules` },
  {
    operation: `POST ${PROJECT}/stacking-rules`,
    least: {},
    most: ofCategories,
    keep: { stackingRulesId: "id" },
  },
  { operation: `GET ${PROJECT}/stacking-rules/:stackingRulesId` },
  { operation: `PUT ${PROJECT}/stacking-rules/:stackingRulesId`, least: {}, most: ofCategories },
  { operation: `GET ${PROJECT}/stacking-rules` },
  { operation: `DELETE ${PROJECT}/stacking-rules/:stackingRulesId` },
];
