import type { Known, Row } from "./row";

const EXPAND = ["order", "redeemable", "category", "redemption"];
const SESSION = { type: "LOCK", key: "basket", ttl: 1, ttl_unit: "HOURS" };
const ADA = { source_id: "ada", metadata: { vip: true } };

const order = ({ productId, skuId }: Known) => ({
  source_id: "o-1",
  amount: 20_000,
  initial_amount: 20_000,
  items: [
    {
      source_id: "line-1",
      product_id: productId,
      related_object: "product",
      quantity: 2,
      initial_quantity: 2,
      price: 5000,
      metadata: { engraved: true },
    },
    { sku_id: skuId, related_object: "sku", quantity: 1, price: 5000 },
    {
      product_id: "own",
      related_object: "product",
      quantity: 1,
      price: 5000,
      amount: 5000,
      product: { override: true, name: "Own", price: 5000, metadata: { made: "here" } },
    },
  ],
  metadata: { gift: true },
});

/** All that a decision can be asked with. */
export const full = (known: Known) => ({
  customer: ADA,
  order: order(known),
  tracking_id: "ada",
  metadata: { desk: 4 },
});

export const voucher = (id: string | undefined) => ({ object: "voucher", id });

const fromCard = (credits: number) => ({ ...voucher("CARD"), gift: { credits } });

/** A code, a card, a tier and a stack's tiers, one that does not exist and, later, too many. */
const several = ({ promotionTierId }: Known) => [
  voucher("TEN"),
  fromCard(100),
  { object: "promotion_tier", id: promotionTierId },
];

export const published: readonly Row[] = [
  { operation: "GET /v1/publications" },
  {
    operation: "POST /v1/publications",
    least: { voucher: "TEN", customer: { source_id: "bob" } },
    most: {
      voucher: "TEN",
      customer: ADA,
      channel: "counter",
      source_id: "desk-1",
      metadata: { desk: 4 },
    },
  },
  {
    operation: "POST /v1/publications",
    least: ({ gifts }) => ({ campaign: { id: gifts }, customer: { source_id: "bob" } }),
    most: ({ gifts }) => ({
      campaign: { id: gifts, count: 1 },
      customer: ADA,
      channel: "counter",
      metadata: { desk: 4 },
    }),
  },
  {
    operation: "POST /v1/publications",
    least: ({ gifts }) => ({ campaign: { id: gifts, count: 2 }, customer: { source_id: "bob" } }),
    most: ({ gifts }) => ({ campaign: { id: gifts, count: 2 }, customer: ADA }),
  },
  {
    operation: "GET /v1/publications/create",
    wanted: "?voucher=OTHER&customer[source_id]=bob",
    query: "&channel=link&source_id=link-1&metadata[desk]=4",
  },
  { operation: "GET /v1/publications", query: "?limit=100" },
  { operation: "GET /v1/vouchers/:code" },
];

export const validated: readonly Row[] = [
  {
    operation: "POST /v1/validations",
    least: { redeemables: [voucher("TEN")], order: { amount: 100 } },
    most: (known) => ({
      redeemables: several(known),
      ...full(known),
      options: { expand: EXPAND },
      session: SESSION,
    }),
  },
  {
    operation: "POST /v1/validations",
    least: { redeemables: [voucher("GONE")] },
    most: (known) => ({
      redeemables: [voucher("GONE"), fromCard(1_000_000)],
      ...full(known),
      options: { expand: EXPAND },
    }),
  },
  {
    operation: "POST /v1/validations",
    least: ({ stackId }) => ({
      redeemables: [{ object: "promotion_stack", id: stackId }],
      order: { amount: 100 },
    }),
    most: (known) => ({
      redeemables: [{ object: "promotion_stack", id: known.stackId }],
      ...full(known),
      options: { expand: EXPAND },
    }),
  },
  {
    operation: "POST /v1/vouchers/:code/validate",
    least: { order: { amount: 100 } },
    most: (known) => ({ ...full(known), session: SESSION }),
  },
  {
    operation: "POST /v1/vouchers/:code/validate",
    least: { order: { amount: 100 } },
    most: (known) => ({ ...full(known), gift: { credits: 10 } }),
    at: { code: "card" },
  },
  {
    operation: "POST /v1/vouchers/:code/validate",
    least: {},
    most: (known) => ({ ...full(known), gift: { credits: 1_000_000 } }),
    at: { code: "card" },
  },
  { operation: "POST /v1/promotions/validation", least: {}, most: full },
  {
    operation: "POST /v1/promotions/tiers/:promotionTierId/validation",
    least: {},
    most: (known) => ({ ...full(known), session: SESSION }),
  },
];

export const qualified: readonly Row[] = [
  {
    operation: "POST /v1/qualifications",
    least: {},
    most: (known) => ({
      ...full(known),
      scenario: "ALL",
      options: {
        limit: 50,
        expand: ["redeemable", "category", "validation_rules"],
        sorting_rule: "DEFAULT",
      },
    }),
  },
  {
    operation: "POST /v1/qualifications",
    least: { scenario: "AUDIENCE_ONLY" },
    most: (known) => ({
      ...full(known),
      scenario: "PRODUCTS",
      options: { limit: 1, expand: ["redeemable", "category", "validation_rules"] },
    }),
  },
  { operation: "POST /v1/vouchers/qualification", least: {}, most: full },
  { operation: "POST /v1/campaigns/qualification", least: {}, most: full },
];

export const redeemed: readonly Row[] = [
  { operation: "GET /v1/redemptions" },
  {
    operation: "POST /v1/redemptions",
    least: { redeemables: [voucher("TEN")], order: { amount: 100 } },
    most: (known) => ({
      redeemables: several(known),
      ...full(known),
      options: { expand: EXPAND },
    }),
    keep: { id: "redemptions.0.id", parent: "parent_redemption.id" },
  },
  {
    operation: "POST /v1/redemptions",
    least: { redeemables: [fromCard(1)], order: { amount: 100 } },
    most: (known) => ({ redeemables: [fromCard(1)], ...full(known), options: { expand: EXPAND } }),
    keep: { ofCard: "redemptions.0.id" },
  },
  {
    operation: "POST /v1/redemptions",
    least: ({ stackId }) => ({
      redeemables: [{ object: "promotion_stack", id: stackId }],
      order: { amount: 100 },
    }),
    most: (known) => ({
      redeemables: [{ object: "promotion_stack", id: known.stackId }],
      ...full(known),
      options: { expand: EXPAND },
    }),
    keep: { ofStack: "parent_redemption.id" },
  },
  {
    operation: "POST /v1/vouchers/:code/redemption",
    least: { order: { amount: 100 } },
    most: full,
    keep: { first: "id" },
  },
  {
    operation: "POST /v1/vouchers/:code/redemption",
    least: { order: { amount: 100 }, gift: { credits: 1 } },
    most: (known) => ({ ...full(known), gift: { credits: 10 } }),
    at: { code: "card" },
  },
  {
    operation: "POST /v1/promotions/tiers/:promotionTierId/redemption",
    least: { order: { amount: 100 } },
    most: full,
    keep: { ofTier: "id" },
  },
  ...["id", "ofCard", "ofStack", "ofTier"].map((id) => ({
    operation: "GET /v1/redemptions/:id",
    at: { id },
  })),
  { operation: "GET /v1/vouchers/:code/redemption" },
  { operation: "GET /v1/vouchers/:code/redemption", at: { code: "card" } },
  { operation: "GET /v1/redemptions", query: "?limit=100" },
];

const BACK = { reason: "broken", customer: { source_id: "ada" }, metadata: { desk: 4 } };

export const undone: readonly Row[] = [
  ...["first", "ofCard", "ofTier"].map((id) => ({
    operation: "POST /v1/redemptions/:id/rollback",
    least: {},
    most: BACK,
    at: { id },
  })),
  {
    operation: "POST /v1/redemptions/:id/rollbacks",
    least: {},
    most: BACK,
    at: { id: "ofStack" },
  },
  { operation: "GET /v1/redemptions", query: "?limit=100" },
  { operation: "GET /v1/redemptions/:id", at: { id: "first" } },
  { operation: "GET /v1/vouchers/:code/redemption" },
];
