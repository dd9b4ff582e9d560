import { form } from "../one-of-each";
import type { Known, Row } from "./row";
import { AMOUNT, DISCOUNTS, HOURS, ruled, settled } from "./vouchers";

const LEAST = { type: "AMOUNT", amount_off: 10 };

const CONFIG = {
  length: 8,
  prefix: "P-",
  postfix: "-S",
  charset: "ABCDEFGH",
  pattern: "P-########-S",
};

const shared = (known: Known) => ({
  ...ruled(known),
  description: "All that there is",
  type: "AUTO_UPDATE",
  auto_join: false,
  join_once: true,
  use_voucher_metadata_schema: true,
  activity_duration_after_publishing: "P900D",
  vouchers_count: 1,
});

const parts = { redemption: { quantity: 100 }, code_config: CONFIG };

export const campaigns: readonly Row[] = [
  { operation: "GET /v1/campaigns" },
  {
    operation: "POST /v1/campaigns",
    least: { name: "Coupons", voucher: { discount: LEAST } },
    most: (known) => ({
      name: "Coupons",
      campaign_type: "DISCOUNT_COUPONS",
      voucher: { type: "DISCOUNT_VOUCHER", discount: AMOUNT, ...parts },
      ...shared(known),
    }),
    keep: { campaignId: "id" },
  },
  { operation: "GET /v1/campaigns/:campaignId" },
  {
    operation: "PUT /v1/campaigns/:campaignId",
    least: {},
    most: { ...HOURS, description: "Changed", metadata: { season: "summer" } },
  },
  { operation: "POST /v1/campaigns/:campaignId/disable", least: {}, most: {} },
  { operation: "POST /v1/campaigns/:campaignId/enable", least: {}, most: {} },
  { operation: "GET /v1/campaigns/:campaignId/summary" },
  {
    operation: "POST /v1/campaigns/:campaignId/vouchers",
    least: {},
    most: (known) => ({ ...settled(known), redemption: { quantity: 3 } }),
    keep: { drawn: "code" },
  },
  {
    operation: "POST /v1/campaigns/:campaignId/vouchers/:code",
    least: {},
    most: (known) => ({ ...settled(known), redemption: { quantity: 3 } }),
    at: { code: "fixed" },
  },
  { operation: "GET /v1/vouchers/:code", at: { code: "fixed" } },
  {
    operation: "POST /v1/campaigns/:campaignId/import",
    least: [{ code: "C-1" }],
    most: [{ code: "C-1", metadata: { season: "winter" } }],
  },
  {
    operation: "POST /v1/campaigns/:campaignId/importCSV",
    least: () => form("Code\nC-2"),
    most: () => form("Code\nC-2"),
  },
];

/** Campaigns of the other types. */
export const everyCampaign: readonly Row[] = [
  {
    operation: "POST /v1/campaigns",
    least: { name: "Gifts", campaign_type: "GIFT_VOUCHERS", voucher: { gift: { amount: 100 } } },
    most: (known) => ({
      name: "Gifts",
      campaign_type: "GIFT_VOUCHERS",
      voucher: {
        type: "GIFT_VOUCHER",
        gift: { amount: 10_000, balance: 10_000, effect: "APPLY_TO_ITEMS" },
        ...parts,
      },
      ...shared(known),
      join_once: false,
    }),
    keep: { gifts: "id" },
  },
  {
    operation: "POST /v1/campaigns/:campaignId/vouchers/:code",
    least: {},
    most: {},
    at: { campaignId: "gifts", code: "credits" },
  },
  {
    operation: "POST /v1/vouchers/:code/balance",
    least: { amount: -1 },
    most: { amount: -100, source_id: "desk-2", reason: "a mistake" },
    at: { code: "credits" },
  },
  { operation: "GET /v1/campaigns/:campaignId/transactions", at: { campaignId: "gifts" } },
  {
    operation: "POST /v1/campaigns",
    least: {
      name: "Program",
      campaign_type: "LOYALTY_PROGRAM",
      type: "AUTO_UPDATE",
      voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
    },
    most: (known) => ({
      name: "Program",
      campaign_type: "LOYALTY_PROGRAM",
      voucher: {
        type: "LOYALTY_CARD",
        loyalty_card: {
          points: 10,
          expiration_rules: {
            period_type: "MONTH",
            period_value: 3,
            rounding_type: "PARTICULAR_MONTH",
            rounding_value: 12,
          },
        },
        ...parts,
      },
      ...shared(known),
    }),
    keep: { program: "id" },
  },
  {
    operation: "POST /v1/campaigns",
    least: {
      name: "Friends",
      campaign_type: "REFERRAL_PROGRAM",
      voucher: { discount: LEAST },
    },
    most: (known) => ({
      name: "Friends",
      campaign_type: "REFERRAL_PROGRAM",
      voucher: { type: "DISCOUNT_VOUCHER", discount: AMOUNT, ...parts },
      referral_program: {
        conversion_event_type: "redemption",
        referee_reward: {
          type: "GIFT_VOUCHER",
          amount: 1,
          related_object_parent: { id: known.gifts },
        },
      },
      ...shared(known),
    }),
    keep: { friends: "id" },
  },
  {
    operation: "POST /v1/campaigns",
    least: { name: "Sale", campaign_type: "PROMOTION" },
    most: (known) => ({
      name: "Sale",
      campaign_type: "PROMOTION",
      description: "All that there is",
      ...settled(known),
      promotion: {
        tiers: [{ name: "In it", banner: "Less", action: { discount: AMOUNT }, ...ruled(known) }],
      },
    }),
    keep: { promotion: "id" },
  },
  ...["gifts", "program", "friends", "promotion"].flatMap((campaignId) => [
    { operation: "GET /v1/campaigns/:campaignId", at: { campaignId } },
    { operation: "GET /v1/campaigns/:campaignId/summary", at: { campaignId } },
    { operation: "PUT /v1/campaigns/:campaignId", least: {}, most: {}, at: { campaignId } },
  ]),
  { operation: "GET /v1/campaigns", query: "?limit=100&expand=category" },
];

/** A campaign with each other kind of discount. */
export const discountedCampaigns: readonly Row[] = DISCOUNTS.map((discountOf, at) => ({
  operation: "POST /v1/campaigns",
  most: (known: Known) => ({ name: `D-${at}`, voucher: { discount: discountOf(known) } }),
}));

export const ended: readonly Row[] = [{ operation: "DELETE /v1/campaigns/:campaignId" }];
