import type { Known, Row } from "./row";
import { AMOUNT, DISCOUNTS, HOURS, ruled, settled } from "./vouchers";

const TIER = "/v1/promotions/tiers/:promotionTierId";
const STACK = "/v1/promotions/:campaignId/stacks/:stackId";

const SALE = { campaignId: "promotion" };

/** What only wants the campaign of the promotion. */
const OF_CAMPAIGN: readonly Row[] = ["tiers", "stacks"].flatMap((list) => [
  { operation: `GET /v1/promotions/:campaignId/${list}`, at: SALE },
  { operation: `GET /v1/promotions/${list}`, query: "?limit=100" },
]);

export const promotions: readonly Row[] = [
  ...OF_CAMPAIGN,
  {
    operation: "POST /v1/promotions/:campaignId/tiers",
    least: { name: "First", action: { discount: { type: "AMOUNT", amount_off: 1 } } },
    most: (known) => ({
      name: "First",
      banner: "Less",
      action: { discount: AMOUNT },
      hierarchy: 1,
      ...ruled(known),
    }),
    at: SALE,
    keep: { promotionTierId: "id" },
  },
  {
    operation: "POST /v1/promotions/:campaignId/tiers",
    least: { name: "Second", action: { discount: { type: "AMOUNT", amount_off: 1 } } },
    most: { name: "Second", action: { discount: { type: "PERCENT", percent_off: 1 } } },
    at: SALE,
    keep: { second: "id" },
  },
  { operation: `GET ${TIER}` },
  {
    operation: `PUT ${TIER}`,
    least: {},
    most: { ...HOURS, banner: "Even less", metadata: { season: "summer" } },
  },
  { operation: `POST ${TIER}/disable`, least: {}, most: {} },
  { operation: `POST ${TIER}/enable`, least: {}, most: {} },
  {
    operation: "POST /v1/promotions/:campaignId/stacks",
    least: ({ promotionTierId, second }) => ({
      name: "Both",
      tiers: { ids: [promotionTierId, second] },
    }),
    most: ({ promotionTierId, second, categoryId }) => ({
      name: "Both",
      tiers: { ids: [promotionTierId, second], hierarchy_mode: "MANUAL" },
      category_id: categoryId,
    }),
    at: SALE,
    keep: { stackId: "id" },
  },
  { operation: `GET ${STACK}`, at: SALE },
  {
    operation: `PUT ${STACK}`,
    least: {},
    most: ({ promotionTierId, second }) => ({
      name: "All",
      tiers: { ids: [promotionTierId, second] },
    }),
    at: SALE,
  },
  ...OF_CAMPAIGN,
  { operation: "GET /client/v1/promotions/tiers" },
];

/** A tier with each other kind of discount. */
export const discountedTiers: readonly Row[] = DISCOUNTS.map((discountOf, at) => ({
  operation: "POST /v1/promotions/:campaignId/tiers",
  most: (known: Known) => ({
    name: `D-${at}`,
    action: { discount: discountOf(known) },
    ...settled(known),
  }),
  at: SALE,
  keep: { [`tier.${at}`]: "id" },
}));

export const retired: readonly Row[] = [
  { operation: `DELETE ${STACK}`, at: SALE },
  { operation: `DELETE ${TIER}` },
];
