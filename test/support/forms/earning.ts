import type { Known, Row } from "./row";

const each = { every: 100, points: 1, points_formula: "ORDER_AMOUNT / 100" };
const PROPORTIONAL = { type: "PROPORTIONAL" };

const settings = ({ validationRuleId }: Known) => ({
  validation_rule_id: validationRuleId,
  source: { banner: "Points for you" },
  active: true,
  pending_points: { period_type: "DAY", period_value: 30 },
  expiration_rules: { period_type: "FIXED_DAY_OF_YEAR", fixed_month: 12, fixed_day: 31 },
  start_date: "2026-01-01T00:00:00.000Z",
  expiration_date: "2030-01-01T00:00:00.000Z",
  validity_timeframe: { interval: "P1D", duration: "P1D" },
  validity_day_of_week: [0, 1, 2, 3, 4, 5, 6],
  metadata: { sort: "all" },
});

const loyaltyOf = (calculation_type: string, rest: object) => ({
  event: "order.paid",
  loyalty: { ...PROPORTIONAL, calculation_type, ...rest },
});

const fixed = { type: "FIXED", points: 3 };
const pending_points = { period_type: "DAY", period_value: 3 };

/** A rule of every kind. */
const everyKind = (known: Known) => [
  { event: "order.paid", loyalty: { ...fixed, points_formula: "1 + 2" }, ...settings(known) },
  loyaltyOf("ORDER_AMOUNT", { order: { amount: each } }),
  loyaltyOf("ORDER_TOTAL_AMOUNT", { order: { total_amount: each } }),
  loyaltyOf("ORDER_METADATA", { order: { metadata: { ...each, property: "weight" } } }),
  loyaltyOf("ORDER_ITEMS_QUANTITY", {
    order_items: { quantity: { ...each, object: "product", id: known.productId } },
  }),
  loyaltyOf("ORDER_ITEMS_AMOUNT", {
    order_items: { amount: { ...each, object: "sku", id: known.skuId } },
  }),
  loyaltyOf("ORDER_ITEMS_SUBTOTAL_AMOUNT", {
    order_items: {
      subtotal_amount: {
        ...each,
        applicable_to: [{ object: "products_collection", id: known.productCollectionId }],
      },
    },
  }),
  {
    event: "customer.segment.entered",
    segment: { id: known.segmentId },
    loyalty: {
      ...PROPORTIONAL,
      calculation_type: "CUSTOMER_METADATA",
      customer: { metadata: { every: 1, points: 1, property: "age" } },
    },
  },
  {
    event: "visit",
    custom_event: { schema_id: known.customEventSchemaId },
    loyalty: {
      ...PROPORTIONAL,
      calculation_type: "CUSTOM_EVENT_METADATA",
      custom_event: { metadata: { every: 1, points: 1, property: "length" } },
    },
  },
  ...["joined", "left", "upgraded", "downgraded", "prolonged"].map((move) => ({
    event: `customer.loyalty.tier.${move}`,
    loyalty_tier: { id: move === "joined" ? known.loyaltyTierId : "__ANY__" },
    loyalty: fixed,
  })),
  { event: "order.paid", loyalty: fixed, pending_points },
];

const ONE = "/v1/loyalties/:campaignId/earning-rules/:earningRuleId";

export const earning: readonly Row[] = [
  { operation: "GET /v1/loyalties/:campaignId/earning-rules" },
  {
    operation: "POST /v1/loyalties/:campaignId/earning-rules",
    least: [{ event: "order.paid", loyalty: fixed, pending_points }],
    most: everyKind,
    keep: { earningRuleId: "0.id" },
  },
  { operation: `GET ${ONE}` },
  {
    operation: `PUT ${ONE}`,
    least: {},
    most: (known) => ({ loyalty: fixed, ...settings(known), metadata: { sort: "changed" } }),
  },
  { operation: `POST ${ONE}/disable`, least: {}, most: {} },
  { operation: `POST ${ONE}/enable`, least: {}, most: {} },
  {
    operation: "POST /v1/loyalties/:campaignId/qualifications",
    least: {},
    most: { customer: { source_id: "ada" }, order: { amount: 10_000 } },
  },
];

const TIER = "/v1/loyalties/:campaignId/tiers/:loyaltyTierId";

const mappings = ({ earningRuleId = "ern_1", assignmentId = "rewa_1" }: Known) => ({
  earning_rules: { [earningRuleId]: { type: "MULTIPLY", multiplier: 2 } },
  rewards: { [assignmentId]: { type: "CUSTOM", points: 120 } },
});

export const tiers: readonly Row[] = [
  { operation: "GET /v1/loyalties/:campaignId/tiers" },
  { operation: "GET /v1/loyalties/members/:memberId/tiers" },
  {
    operation: "POST /v1/loyalties/:campaignId/tiers",
    least: [{ name: "Nobody", points: {} }],
    most: [
      { name: "Silver", points: { from: 100, to: 4999 }, metadata: { color: "grey" } },
      { name: "Gold", points: { from: 5000, to: 1_000_000 } },
    ],
    keep: { loyaltyTierId: "0.id" },
  },
  { operation: `GET ${TIER}` },
  { operation: `GET ${TIER}/earning-rules` },
  { operation: `GET ${TIER}/rewards` },
];

/** Once there are rules and rewards. */
export const mapped: readonly Row[] = [
  {
    operation: `PUT ${TIER}`,
    least: {},
    most: (known) => ({ metadata: { color: "white" }, ...mappings(known) }),
  },
];
