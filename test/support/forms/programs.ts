import type { Row } from "./row";

const TIERS = {
  qualification_type: "BALANCE",
  qualification_period: "QUARTER",
  start_date: { type: "IMMEDIATE" },
  expiration_date: {
    type: "CUSTOM",
    extend: "P3M",
    rounding: { type: "CUSTOM", strategy: "END", unit: "MONTH", value: 11 },
  },
};

const EXPIRATION = {
  period_type: "MONTH",
  period_value: 3,
  rounding_type: "PARTICULAR_MONTH",
  rounding_value: 12,
};

const WINDOW = {
  start_date: "2026-01-01T00:00:00.000Z",
  expiration_date: "2030-01-01T00:00:00.000Z",
  validity_timeframe: { interval: "P1D", duration: "P1D" },
  validity_day_of_week: [0, 1, 2, 3, 4, 5, 6],
};

/** Hours stand in the place of days and of a timeframe. */
const HOURS = {
  validity_timeframe: null,
  validity_day_of_week: null,
  validity_hours: {
    daily: [{ start_time: "00:00", expiration_time: "23:59", days_of_week: [0, 1, 2, 3, 4, 5, 6] }],
  },
};

const CARD = { type: "LOYALTY_CARD", loyalty_card: { points: 0 } };

export const programs: readonly Row[] = [
  { operation: "GET /v1/loyalties", query: "?expand=category" },
  {
    operation: "POST /v1/loyalties",
    least: { name: "Points", voucher: CARD },
    most: ({ categoryId, validationRuleId }) => ({
      name: "Points",
      description: "All that there is",
      type: "AUTO_UPDATE",
      campaign_type: "LOYALTY_PROGRAM",
      auto_join: true,
      join_once: true,
      use_voucher_metadata_schema: true,
      active: true,
      category_id: categoryId,
      activity_duration_after_publishing: "P900D",
      loyalty_tiers_expiration: TIERS,
      validation_rules: [validationRuleId],
      vouchers_count: 1,
      metadata: { season: "winter" },
      ...WINDOW,
      voucher: {
        type: "LOYALTY_CARD",
        loyalty_card: { points: 10, expiration_rules: EXPIRATION },
        redemption: { quantity: 1000 },
        code_config: { length: 8, prefix: "P-", postfix: "-S", charset: "ABCDEFGH" },
      },
    }),
    keep: { campaignId: "id" },
  },
  { operation: "GET /v1/loyalties/:campaignId" },
  {
    operation: "PUT /v1/loyalties/:campaignId",
    least: {},
    most: {
      description: "Changed",
      ...WINDOW,
      ...HOURS,
      loyalty_tiers_expiration: TIERS,
      options: { recalculate_tiers: true },
      metadata: { season: "summer" },
      voucher: {
        loyalty_card: {
          points: 5,
          expiration_rules: { period_type: "FIXED_DAY_OF_YEAR", fixed_month: 12, fixed_day: 31 },
        },
      },
    },
  },
];

export const members: readonly Row[] = [
  { operation: "GET /v1/loyalties/:campaignId/members" },
  {
    operation: "POST /v1/loyalties/:campaignId/members",
    least: { customer: { source_id: "bob" } },
    most: { customer: { source_id: "bob" } },
    keep: { bob: "code" },
  },
  {
    operation: "POST /v1/loyalties/:campaignId/members",
    least: { customer: { source_id: "ada" } },
    most: {
      customer: {
        source_id: "ada",
        name: "Ada",
        email: "ada@example.com",
        phone: "+49 1",
        description: "A customer",
        birthdate: "1990-01-01",
        address: {
          city: "Berlin",
          line_1: "1",
          line_2: "2",
          postal_code: "3",
          country: "DE",
          state: "B",
        },
        metadata: { vip: true },
      },
      channel: "counter",
      metadata: { desk: 4 },
      source_id: "desk-1",
      join_once: true,
    },
    keep: { memberId: "code", code: "code", holder: "holder_id" },
  },
  { operation: "GET /v1/loyalties/:campaignId/members/:memberId" },
  { operation: "GET /v1/loyalties/members/:memberId" },
  { operation: "GET /v1/loyalties/:campaignId/members/:memberId/activity", query: "?limit=100" },
  { operation: "GET /v1/loyalties/members/:memberId/activity", query: "?limit=100" },
];
