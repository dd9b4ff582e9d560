import { form } from "../one-of-each";
import type { Known, Row } from "./row";

const WINDOW = {
  start_date: "2026-01-01T00:00:00.000Z",
  expiration_date: "2030-01-01T00:00:00.000Z",
  validity_timeframe: { interval: "P1D", duration: "P1D" },
  validity_day_of_week: [0, 1, 2, 3, 4, 5, 6],
};

const DAY = { start_time: "00:00", expiration_time: "23:59", days_of_week: [0, 1, 2, 3, 4, 5, 6] };

/** Hours stand in the place of days and of a timeframe. */
export const HOURS = {
  validity_timeframe: null,
  validity_day_of_week: null,
  validity_hours: { daily: [DAY] },
};

/** All that vouchers, campaigns and tiers have in common. */
export const settled = ({ categoryId }: Known) => ({
  ...WINDOW,
  category_id: categoryId,
  active: true,
  metadata: { season: "winter" },
});

export const ruled = (known: Known) => ({
  ...settled(known),
  validation_rules: [known.validationRuleId],
});

export const AMOUNT = {
  type: "AMOUNT",
  amount_off: 500,
  amount_off_formula: "2 + 3",
  aggregated_amount_limit: 5000,
  effect: "APPLY_TO_ORDER",
  is_dynamic: true,
};

/** A discount of every other kind. */
export const DISCOUNTS: readonly ((known: Known) => object)[] = [
  () => ({
    type: "PERCENT",
    percent_off: 10.5,
    percent_off_formula: "10 + 1",
    amount_limit: 4000,
    aggregated_amount_limit: 5000,
    effect: "APPLY_TO_ITEMS",
    is_dynamic: true,
  }),
  () => ({
    type: "FIXED",
    fixed_amount: 900,
    fixed_amount_formula: "8 + 1",
    effect: "APPLY_TO_ITEMS",
    aggregated_amount_limit: 5000,
    is_dynamic: true,
  }),
  ({ productId }) => ({
    type: "UNIT",
    unit_off: 1,
    unit_off_formula: "1 + 0",
    unit_type: productId,
    effect: "ADD_NEW_ITEMS",
    is_dynamic: true,
  }),
  ({ productId, skuId }) => ({
    type: "UNIT",
    effect: "ADD_MANY_ITEMS",
    units: [
      { unit_type: productId, unit_off: 1, effect: "ADD_NEW_ITEMS" },
      { unit_type: skuId, unit_off: 1, effect: "ADD_MISSING_ITEMS" },
    ],
  }),
];

const ten = (code: string) => ({ code, discount: { type: "AMOUNT", amount_off: 10 } });

export const vouchers: readonly Row[] = [
  { operation: "GET /v1/vouchers" },
  {
    operation: "POST /v1/vouchers",
    least: ten("TEN"),
    most: (known) => ({
      code: "TEN",
      type: "DISCOUNT_VOUCHER",
      discount: AMOUNT,
      redemption: { quantity: 100 },
      additional_info: "Printed on the bag",
      ...ruled(known),
    }),
    keep: { code: "code" },
  },
  {
    operation: "POST /v1/vouchers",
    least: { code: "CARD", gift: { amount: 10_000 } },
    most: (known) => ({
      code: "CARD",
      type: "GIFT_VOUCHER",
      gift: { amount: 10_000, balance: 9_000, effect: "APPLY_TO_ORDER" },
      ...ruled(known),
    }),
    keep: { card: "code" },
  },
  {
    operation: "POST /v1/vouchers/:code",
    least: { discount: { type: "AMOUNT", amount_off: 10 } },
    most: (known) => ({ discount: AMOUNT, ...settled(known) }),
    at: { code: "spare" },
  },
  { operation: "GET /v1/vouchers/:code" },
  {
    operation: "PUT /v1/vouchers/:code",
    least: {},
    most: { ...HOURS, metadata: { season: "summer" }, additional_info: "Not printed" },
  },
  { operation: "POST /v1/vouchers/:code/disable", least: {}, most: {} },
  { operation: "POST /v1/vouchers/:code/enable", least: {}, most: {} },
  { operation: "GET /v1/vouchers/:code/transactions", at: { code: "card" } },
  {
    operation: "POST /v1/vouchers/:code/balance",
    least: { amount: 1 },
    most: { amount: 100, source_id: "desk-1", reason: "a present" },
    at: { code: "card" },
  },
  { operation: "GET /v1/vouchers/:code/transactions", at: { code: "card" } },
  { operation: "GET /v1/vouchers/:code/redemption" },
  {
    operation: "POST /v1/vouchers/bulk/async",
    least: [{ code: "TEN", metadata: {} }],
    most: [{ code: "TEN", metadata: { season: "autumn" } }],
  },
  {
    operation: "POST /v1/vouchers/metadata/async",
    least: { codes: ["TEN"], metadata: {} },
    most: { codes: ["TEN"], metadata: { season: "autumn" } },
  },
  { operation: "POST /v1/vouchers/import", least: [ten("I-1")], most: [ten("I-1")] },
  {
    operation: "POST /v1/vouchers/importCSV",
    least: () => form("Code,Voucher Type,Value\nI-2,gift,1"),
    most: () => form("Code,Voucher Type,Value\nI-2,gift,1"),
  },
  { operation: "GET /v1/vouchers", query: "?limit=100" },
];

/** Once more with a discount of every kind. */
export const discounted: readonly Row[] = DISCOUNTS.flatMap((discountOf, at) => [
  {
    operation: "POST /v1/vouchers",
    most: (known: Known) => ({
      code: `D-${at}`,
      discount: discountOf(known),
      validation_rules: [known.validationRuleId],
    }),
    keep: { one: "code" },
  },
  { operation: "GET /v1/vouchers/:code", at: { code: "one" } },
]);

export const withdrawn: readonly Row[] = [
  { operation: "DELETE /v1/vouchers/:code", at: { code: "spare" } },
];
