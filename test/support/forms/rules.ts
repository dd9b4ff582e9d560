import type { Row } from "./row";

const ENTRY = {
  effect: "APPLY_FROM_CHEAPEST",
  quantity_limit: 2,
  aggregated_quantity_limit: 3,
  amount_limit: 100,
  aggregated_amount_limit: 200,
  price: 100,
  price_formula: "1 + 1",
  skip_initially: 1,
  repeat: 2,
  target: "ITEM",
};

const RULE = {
  name: "All",
  type: "advanced",
  context_type: "campaign.discount_coupons.discount.apply_to_order",
  error: { message: "Not for you" },
  rules: {
    "1": { name: "order.amount", conditions: { $more_than: [1000] }, rules: {} },
    "2": {
      name: "order.metadata",
      property: "channel",
      conditions: { $is: ["app"] },
      rules: {},
      error: { message: "App only" },
    },
    logic: "1 and 2",
  },
  bundle_rules: {
    "1": {
      name: "order.items.any",
      conditions: { $is: [{ id: "prod_1", object: "product" }] },
      rules: { "1": { name: "order.items.aggregated_quantity", conditions: { $is: [2] } } },
    },
    logic: "1",
    limit: 3,
  },
  applicable_to: {
    included: [
      { ...ENTRY, object: "product", id: "prod_1", source_id: "p-1", strict: true },
      { ...ENTRY, object: "sku", id: "sku_1", product_id: "prod_1", product_source_id: "p-1" },
    ],
    excluded: [{ object: "products_collection", id: "pc_1" }],
    included_all: true,
  },
};

const ONE = "/v1/validation-rules/:validationRuleId";

export const rules: readonly Row[] = [
  { operation: "GET /v1/validation-rules" },
  { operation: "GET /v1/validation-rules-assignments" },
  {
    operation: "POST /v1/validation-rules",
    least: { name: "Any" },
    most: RULE,
    keep: { validationRuleId: "id" },
  },
  { operation: `GET ${ONE}` },
  { operation: `PUT ${ONE}`, least: {}, most: { ...RULE, name: "All others" } },
  { operation: `GET ${ONE}/assignments` },
  ...[
    "voucher",
    "campaign",
    "promotion_tier",
    "earning_rule",
    "reward_assignment",
    "distribution",
  ].map((kind) => ({
    operation: `POST ${ONE}/assignments`,
    least: (known: Record<string, string>) => ({ [kind]: known[kind] }),
    most: (known: Record<string, string>) => ({
      related_object_type: kind,
      related_object_id: known[kind],
    }),
    keep: { assignmentId: "id" },
  })),
  { operation: `GET ${ONE}/assignments` },
  { operation: "GET /v1/validation-rules-assignments", query: "?limit=100" },
  { operation: `GET ${ONE}` },
  { operation: "GET /v1/validation-rules" },
  { operation: `DELETE ${ONE}/assignments/:assignmentId` },
  { operation: `DELETE ${ONE}` },
];
