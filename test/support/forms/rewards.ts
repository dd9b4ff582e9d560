import type { Row } from "./row";

const priced = (points: number) => ({ parameters: { loyalty: { points } } });
const ASSIGNMENT = "/v1/rewards/:rewardId/assignments/:assignmentId";
const OF_PROGRAM = "/v1/loyalties/:campaignId/rewards";

export const rewards: readonly Row[] = [
  { operation: "GET /v1/rewards" },
  {
    operation: "POST /v1/rewards",
    least: { parameters: { coin: { exchange_ratio: 0.5 } } },
    most: ({ productId, skuId }) => ({
      name: "Mug",
      stock: 5,
      attributes: { image_url: "https://shop.example/mug.png", description: "Blue" },
      metadata: { weight: 300 },
      parameters: { product: { id: productId, sku_id: skuId } },
    }),
    keep: { rewardId: "id" },
  },
  { operation: "GET /v1/rewards/:rewardId" },
  {
    operation: "PUT /v1/rewards/:rewardId",
    least: {},
    most: { name: "Mug 2", stock: "7", metadata: { weight: 301 } },
  },
  { operation: "GET /v1/rewards/:rewardId/assignments" },
  { operation: `GET ${OF_PROGRAM}` },
  { operation: "GET /v1/loyalties/members/:memberId/rewards" },
  { operation: "GET /v1/loyalties/:campaignId/reward-assignments" },
  {
    operation: "POST /v1/rewards/:rewardId/assignments",
    least: ({ campaignId }) => ({ campaign: campaignId }),
    most: ({ campaignId }) => ({
      campaign: campaignId,
      parameters: { loyalty: { points: 150, auto_redeem: false } },
    }),
    keep: { assignmentId: "id" },
  },
  { operation: `GET ${ASSIGNMENT}` },
  {
    operation: `PUT ${ASSIGNMENT}`,
    least: {},
    most: { parameters: { loyalty: { points: 140, auto_redeem: false } } },
  },
  {
    operation: `POST ${OF_PROGRAM}`,
    least: ({ coin }) => [{ reward: coin }],
    most: ({ coin, coupon, credits, cards, validationRuleId }) => [
      { reward: coupon, ...priced(10) },
      { reward: credits, ...priced(11) },
      { reward: cards, ...priced(12) },
      { reward: coin, validation_rules: [validationRuleId] },
    ],
    keep: { second: "0.id" },
  },
  { operation: `GET ${OF_PROGRAM}/:assignmentId` },
  {
    operation: `PUT ${OF_PROGRAM}/:assignmentId`,
    least: {},
    most: { parameters: { loyalty: { points: 9 } } },
    at: { assignmentId: "second" },
  },
  { operation: "GET /v1/loyalties/:campaignId/reward-assignments/:assignmentId" },
  { operation: "GET /v1/loyalties/:campaignId/reward-assignments/:assignmentId/reward" },
];

const REDEMPTION = "members/:memberId/redemption";
const ORDER = { amount: 1000 };

export const spending: readonly Row[] = [
  {
    operation: "POST /v1/validations",
    least: ({ memberId, coin }) => ({
      redeemables: [{ object: "voucher", id: memberId, reward: { id: coin, points: 1 } }],
      order: ORDER,
      customer: { source_id: "ada" },
    }),
    most: ({ memberId, coin }) => ({
      redeemables: [{ object: "voucher", id: memberId, reward: { id: coin, points: 5 } }],
      order: { ...ORDER, metadata: { gift: true } },
      customer: { source_id: "ada" },
      options: { expand: ["order", "redeemable", "category", "redemption"] },
      session: { type: "LOCK", ttl: 1, ttl_unit: "HOURS" },
    }),
  },
  {
    operation: `POST /v1/loyalties/${REDEMPTION}`,
    least: ({ coin }) => ({ reward: { id: coin, points: 1 }, order: ORDER }),
    most: ({ rewardId }) => ({ reward: { id: rewardId }, metadata: { desk: 4 } }),
    keep: { id: "id" },
  },
  {
    operation: `POST /v1/loyalties/:campaignId/${REDEMPTION}`,
    least: ({ coin }) => ({ reward: { id: coin, points: 1 }, order: ORDER }),
    most: ({ coin }) => ({
      reward: { id: coin, points: 5 },
      order: { ...ORDER, source_id: "o-1", metadata: { gift: true } },
    }),
  },
  {
    operation: "POST /v1/redemptions",
    least: ({ memberId, coin }) => ({
      redeemables: [{ object: "voucher", id: memberId, reward: { id: coin, points: 1 } }],
      order: ORDER,
      customer: { source_id: "ada" },
    }),
    most: ({ memberId, coin }) => ({
      redeemables: [
        { object: "voucher", id: memberId, reward: { id: coin, points: 5 } },
        { object: "voucher", id: "TEN" },
      ],
      order: { ...ORDER, items: [{ product_id: "mug", quantity: 1, amount: 1000 }] },
      customer: { source_id: "ada" },
      metadata: { desk: 4 },
      options: { expand: ["order", "redeemable", "category", "redemption"] },
    }),
    keep: { parent: "redemptions.0.id" },
  },
  { operation: "GET /v1/redemptions/:id" },
  { operation: "GET /v1/redemptions" },
];

export const undone: readonly Row[] = [
  { operation: "POST /v1/redemptions/:id/rollback", least: {}, most: { reason: "broken" } },
];

export const removals: readonly Row[] = [
  { operation: `DELETE ${ASSIGNMENT}` },
  { operation: `DELETE ${OF_PROGRAM}/:assignmentId`, at: { assignmentId: "second" } },
  { operation: "DELETE /v1/rewards/:rewardId" },
  { operation: "DELETE /v1/loyalties/:campaignId/earning-rules/:earningRuleId" },
  { operation: "DELETE /v1/loyalties/:campaignId/tiers/:loyaltyTierId" },
  { operation: "DELETE /v1/loyalties/:campaignId" },
];
