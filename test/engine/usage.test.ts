import { describe, expect, it } from "vitest";
import { UNUSED, type UsageCounter, usageNow } from "../../src/engine/usage/counters";
import { USAGE_NAMES, type UsageFacts } from "../../src/engine/usage/facts";
import { usageRanges } from "../../src/engine/usage/guards";
import { NO_USAGE, usageTurn } from "../../src/engine/usage/turn";
import type { RuleSet } from "../../src/model/rule";
import { amountOff, cart, decided, told } from "./stacking-shop";

const counter: UsageCounter = {
  owner_id: "v_1",
  subject: "",
  count: 40,
  day: "2026-11-21",
  day_count: 3,
  week: "2026-11-16",
  week_count: 7,
  month: "2026-11",
  month_count: 11,
  orders_amount: 5000,
  discounted_amount: 900,
};

describe("usageNow", () => {
  it.each([
    ["the same day", ["2026-11-21", "2026-11-16", "2026-11"], [3, 7, 11]],
    ["the next day", ["2026-11-22", "2026-11-16", "2026-11"], [0, 7, 11]],
    ["the next week", ["2026-11-23", "2026-11-23", "2026-11"], [0, 0, 11]],
    ["the next month", ["2026-12-01", "2026-11-30", "2026-12"], [0, 0, 0]],
    ["a clock that is behind", ["2026-11-20", "2026-11-16", "2026-11"], [3, 7, 11]],
  ])("%s", (_, [day = "", week = "", month = ""], [days, weeks, months]) => {
    expect(usageNow(counter, { day, week, month })).toEqual({
      count: 40,
      day_count: days,
      week_count: weeks,
      month_count: months,
      orders_amount: 5000,
      discounted_amount: 900,
    });
  });

  it("is nothing without a counter", () => {
    expect(usageNow(undefined, { day: "2026-11-21", week: "2026-11-16", month: "2026-11" })).toBe(
      UNUSED,
    );
  });
});

describe("usageTurn", () => {
  const owners = { redeemable: "v_1", campaign: "camp_1" };
  const before: UsageFacts = {
    redeemable: { all: UNUSED, customer: null, api_key: UNUSED },
    campaign: { all: { ...UNUSED, count: 5, orders_amount: 300 }, customer: UNUSED, api_key: null },
  };
  const order = { cart: cart({ amount: 1000 }), discount: 100 };

  it("counts the redemption that is decided", () => {
    const { facts } = usageTurn(owners, before, new Map(), order);
    expect(facts.redeemable.all).toEqual({
      count: 1,
      day_count: 1,
      week_count: 1,
      month_count: 1,
      orders_amount: 1000,
      discounted_amount: 100,
    });
    expect(facts.redeemable.customer).toBeNull();
    expect(facts.campaign.all?.count).toBe(6);
    expect(facts.campaign.all?.orders_amount).toBe(1300);
  });

  it("counts a second code of the campaign as a second use, and the order once", () => {
    const first = usageTurn(owners, before, new Map(), order);
    const second = usageTurn({ redeemable: "v_2", campaign: "camp_1" }, before, first.taken, order);
    expect(second.facts.campaign.all?.count).toBe(7);
    expect(second.facts.campaign.all?.orders_amount).toBe(1300);
    expect(second.facts.campaign.all?.discounted_amount).toBe(200);
    expect(second.facts.redeemable.all?.count).toBe(1);
    expect(second.uses.get("camp_1")).toEqual({
      count: 1,
      orders_amount: 0,
      discounted_amount: 100,
    });
  });
});

const rule = (name: string, conditions: Record<string, unknown>): RuleSet => ({
  id: "val_1",
  rules: { "1": { name, conditions } },
  error: null,
});

const used = (count: number): UsageFacts => ({
  ...NO_USAGE,
  campaign: { ...NO_USAGE.campaign, all: { ...UNUSED, count } },
});

const COUNT = "campaign.redemptions.count";
const MIN = Number.MIN_SAFE_INTEGER;
const MAX = Number.MAX_SAFE_INTEGER;

describe("usageRanges", () => {
  it.each([
    ["below a limit, up to it", { $less_than_or_equal: [10] }, 3, MIN, 10],
    ["at a limit, up to it", { $less_than_or_equal: [10] }, 10, MIN, 10],
    ["past a limit, down to it", { $less_than_or_equal: [10] }, 11, 11, MAX],
    ["a limit with a fraction", { $less_than_or_equal: [10.5] }, 3, MIN, 10],
    ["strictly below", { $less_than: [10] }, 3, MIN, 9],
    ["strictly below a fraction", { $less_than: [9.5] }, 3, MIN, 9],
    ["from a least number", { $more_than_or_equal: [5] }, 7, 5, MAX],
    ["strictly more", { $more_than: [5] }, 7, 6, MAX],
    ["not yet more", { $greater_than: [5] }, 2, MIN, 5],
    ["two operators", { $more_than: [2], $less_than: [10] }, 5, 3, 9],
    ["two values", { $less_than_or_equal: [10, 20] }, 12, 11, 20],
    ["anything else: exactly this", { $is: [7] }, 3, 3, 3],
    ["a bare scalar", { $less_than_or_equal: 10 }, 3, MIN, 10],
    ["a text", { $less_than_or_equal: ["10"] }, 3, MIN, 10],
  ])("%s", (_, conditions, value, lo, hi) => {
    expect(usageRanges([rule(COUNT, conditions)], used(value))).toEqual([
      { owner: "campaign", subject: "all", measure: "count", value, lo, hi },
    ]);
  });

  it("finds nested rules and passes over what is not counted", () => {
    const nested: RuleSet = {
      id: "val_1",
      rules: {
        "1": { name: "order.amount", conditions: { $more_than: [1] } },
        "2": {
          name: "order.amount",
          rules: { "1": { name: COUNT, conditions: { $less_than: [9] } } },
        },
        "3": { name: "campaign.redemptions.customers_count", conditions: { $less_than: [9] } },
      },
      error: null,
    };
    expect(usageRanges([nested], used(3)).map(({ measure, hi }) => [measure, hi])).toEqual([
      ["count", 8],
    ]);
  });
});

describe("rules on usage", () => {
  const everyone: UsageFacts = {
    redeemable: { all: counter, customer: counter, api_key: counter },
    campaign: { all: counter, customer: counter, api_key: null },
  };
  const known = { id: "camp_1", active: true };

  it.each([
    ["redemption.count.daily", 4],
    ["redemption.count.weekly", 8],
    ["redemption.count.monthly", 12],
    ["redemption.count.per_customer", 41],
    ["redemption.count.per_customer.daily", 4],
    ["redemption.count.per_customer.weekly", 8],
    ["redemption.count.per_customer.monthly", 12],
    ["redemption.count.per_api_key", 41],
    ["campaign.redemptions.count", 41],
    ["campaign.redemptions.count.daily", 4],
    ["campaign.redemptions.count.weekly", 8],
    ["campaign.redemptions.count.monthly", 12],
    ["campaign.redemptions.customers_count", 41],
    ["campaign.redemptions.customers_count.daily", 4],
    ["campaign.redemptions.customers_count.weekly", 8],
    ["campaign.redemptions.customers_count.monthly", 12],
    ["campaign.orders.amount", 6000],
    ["campaign.orders.amount_discounted", 1000],
  ])("%s lets exactly the next one through", (name, next) => {
    expect([...USAGE_NAMES.keys()]).toContain(name);
    const given = (limit: number) =>
      decided(
        [
          amountOff(100, {
            campaign: known,
            usage: everyone,
            rules: [rule(name, { $less_than_or_equal: [limit] })],
          }),
        ],
        { amount: 1000 },
      );
    expect(told(given(next))).toEqual([100]);
    expect(told(given(next - 1))).toEqual(["redemption_rules_violated"]);
  });

  it("covers every name", () => {
    expect(USAGE_NAMES.size).toBe(18);
  });

  it("lets one of two codes of a campaign through in one request", () => {
    const limited = {
      campaign: known,
      usage: { ...NO_USAGE, campaign: { all: UNUSED, customer: null, api_key: null } },
      rules: [rule(COUNT, { $less_than_or_equal: [1] })],
    };
    const stacking = { redeemables_application_mode: "PARTIAL" } as const;
    const decision = decided(
      [amountOff(100, { id: "v_1", ...limited }), amountOff(100, { id: "v_2", ...limited })],
      { amount: 1000 },
      stacking,
    );
    expect(told(decision)).toEqual([100, "redemption_rules_violated"]);
  });

  it.each([
    ["redemption.count.per_customer", "missing_customer"],
    ["campaign.redemptions.count", "redemption_rules_violated"],
  ])("%s without anybody to count for is unknown", (name, refused) => {
    const given = amountOff(100, { rules: [rule(name, { $less_than_or_equal: [9] })] });
    expect(told(decided([given], { amount: 1000 }))).toEqual([refused]);
  });
});
