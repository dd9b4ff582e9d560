import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DiscountOf, DiscountTarget } from "../../src/engine/discounts/effect.ts";
import { type GiftRequest, giftCredits } from "../../src/engine/discounts/gift.ts";
import { discountOn } from "../../src/engine/discounts/index.ts";
import type { Discount } from "../../src/model/discount.ts";

interface Row {
  name: string;
  given: { discount: Discount; target: DiscountTarget };
  expect: number;
}

const running = (initial_amount: number, amount_left: number): DiscountTarget => ({
  initial_amount,
  amount_left,
  base: "DISCOUNTED_AMOUNT",
});

const initial = (initial_amount: number, amount_left: number): DiscountTarget => ({
  initial_amount,
  amount_left,
  base: "INITIAL_AMOUNT",
});

describe("AMOUNT takes a fixed amount off", () => {
  test.each<Row>([
    {
      name: "the amount itself",
      given: { discount: { type: "AMOUNT", amount_off: 300 }, target: running(1000, 1000) },
      expect: 300,
    },
    {
      name: "no more than what is left of the target",
      given: { discount: { type: "AMOUNT", amount_off: 300 }, target: running(1000, 200) },
      expect: 200,
    },
    {
      name: "no more than its limit over the order",
      given: {
        discount: { type: "AMOUNT", amount_off: 300, aggregated_amount_limit: 250 },
        target: running(1000, 1000),
      },
      expect: 250,
    },
    {
      name: "a limit of 0 takes nothing off",
      given: {
        discount: { type: "AMOUNT", amount_off: 300, aggregated_amount_limit: 0 },
        target: running(1000, 1000),
      },
      expect: 0,
    },
    {
      name: "the base of percentages changes nothing",
      given: { discount: { type: "AMOUNT", amount_off: 300 }, target: initial(1000, 200) },
      expect: 200,
    },
    {
      name: "nothing off nothing",
      given: { discount: { type: "AMOUNT", amount_off: 300 }, target: running(1000, 0) },
      expect: 0,
    },
  ])("$name", (row) => {
    expect(discountOn(row.given.discount, row.given.target)).toEqual({
      order_discount: row.expect,
    });
  });
});

describe("PERCENT takes a percentage off", () => {
  test.each<Row>([
    {
      name: "of the running amount",
      given: { discount: { type: "PERCENT", percent_off: 10 }, target: running(1000, 600) },
      expect: 60,
    },
    {
      name: "of the initial amount",
      given: { discount: { type: "PERCENT", percent_off: 10 }, target: initial(1000, 600) },
      expect: 100,
    },
    {
      name: "of the initial amount, no more than what is left",
      given: { discount: { type: "PERCENT", percent_off: 70 }, target: initial(1000, 600) },
      expect: 600,
    },
    {
      name: "rounded half up",
      given: { discount: { type: "PERCENT", percent_off: 12.5 }, target: running(100, 100) },
      expect: 13,
    },
    {
      name: "rounded up to all that is left, not above it",
      given: { discount: { type: "PERCENT", percent_off: 50 }, target: running(1, 1) },
      expect: 1,
    },
    {
      name: "no more than its amount limit",
      given: {
        discount: { type: "PERCENT", percent_off: 10, amount_limit: 50 },
        target: running(1000, 1000),
      },
      expect: 50,
    },
    {
      name: "no more than its limit over the order",
      given: {
        discount: { type: "PERCENT", percent_off: 10, aggregated_amount_limit: 40 },
        target: running(1000, 1000),
      },
      expect: 40,
    },
    {
      name: "the smaller of two limits holds",
      given: {
        discount: {
          type: "PERCENT",
          percent_off: 10,
          amount_limit: 50,
          aggregated_amount_limit: 40,
        },
        target: running(1000, 1000),
      },
      expect: 40,
    },
    {
      name: "a limit above the result changes nothing",
      given: {
        discount: { type: "PERCENT", percent_off: 10, amount_limit: 101 },
        target: running(1000, 1000),
      },
      expect: 100,
    },
    {
      name: "a limit of 0 takes nothing off",
      given: {
        discount: { type: "PERCENT", percent_off: 10, amount_limit: 0 },
        target: running(1000, 1000),
      },
      expect: 0,
    },
    {
      name: "100 percent leaves nothing",
      given: { discount: { type: "PERCENT", percent_off: 100 }, target: running(1999, 1999) },
      expect: 1999,
    },
  ])("$name", (row) => {
    expect(discountOn(row.given.discount, row.given.target)).toEqual({
      order_discount: row.expect,
    });
  });
});

describe("a gift card pays with its credits", () => {
  test.each<{ name: string; given: GiftRequest; expect: number }>([
    {
      name: "without a request, the whole balance",
      given: { requested: null, balance: 500, amount_left: 900 },
      expect: 500,
    },
    {
      name: "without a request, no more than what is left of the order",
      given: { requested: null, balance: 500, amount_left: 300 },
      expect: 300,
    },
    {
      name: "without a request, an empty card pays nothing",
      given: { requested: null, balance: 0, amount_left: 300 },
      expect: 0,
    },
    {
      name: "the requested credits",
      given: { requested: 200, balance: 500, amount_left: 900 },
      expect: 200,
    },
    {
      name: "the whole balance may be requested",
      given: { requested: 500, balance: 500, amount_left: 900 },
      expect: 500,
    },
    {
      name: "requested credits, no more than what is left of the order",
      given: { requested: 400, balance: 500, amount_left: 300 },
      expect: 300,
    },
    {
      name: "a request for 0 is not an absent request",
      given: { requested: 0, balance: 500, amount_left: 900 },
      expect: 0,
    },
  ])("$name", (row) => {
    expect(giftCredits(row.given)).toEqual({ ok: true, value: { credits: row.expect } });
  });

  test.each<{ name: string; given: GiftRequest; expect: { requested: number; balance: number } }>([
    {
      name: "one credit above the balance",
      given: { requested: 501, balance: 500, amount_left: 900 },
      expect: { requested: 501, balance: 500 },
    },
    {
      name: "above the balance, though the order needs less",
      given: { requested: 501, balance: 500, amount_left: 300 },
      expect: { requested: 501, balance: 500 },
    },
    {
      name: "an empty card",
      given: { requested: 1, balance: 0, amount_left: 300 },
      expect: { requested: 1, balance: 0 },
    },
  ])("refuses $name", (row) => {
    const error = { reason: "gift_amount_exceeded", ...row.expect };
    expect(giftCredits(row.given)).toEqual({ ok: false, error });
  });
});

describe("laws", () => {
  const money = fc.oneof(fc.nat({ max: 1000 }), fc.maxSafeNat());
  const percent = fc.integer({ min: 0, max: 1_000_000 }).map((parts) => parts / 10_000);
  const bases = fc.constantFrom("DISCOUNTED_AMOUNT", "INITIAL_AMOUNT");

  /** One generator per type, so that a new type without one does not compile. */
  const generators: { [T in Discount["type"]]: fc.Arbitrary<DiscountOf<T>> } = {
    AMOUNT: fc.record(
      { type: fc.constant("AMOUNT"), amount_off: money, aggregated_amount_limit: money },
      { requiredKeys: ["type", "amount_off"] },
    ),
    PERCENT: fc.record(
      {
        type: fc.constant("PERCENT"),
        percent_off: percent,
        amount_limit: money,
        aggregated_amount_limit: money,
      },
      { requiredKeys: ["type", "percent_off"] },
    ),
  };
  const discounts = fc.oneof<fc.Arbitrary<Discount>[]>(...Object.values(generators));
  const targets = fc
    .record({ one: money, other: money, base: bases })
    .map(({ one, other, base }) => ({
      initial_amount: Math.max(one, other),
      amount_left: Math.min(one, other),
      base,
    }));

  test("no discount is below 0, above what is left or above its limit", () => {
    fc.assert(
      fc.property(discounts, targets, (discount, target) => {
        const { order_discount } = discountOn(discount, target);
        expect(Number.isSafeInteger(order_discount)).toBe(true);
        expect(order_discount).toBeGreaterThanOrEqual(0);
        expect(order_discount).toBeLessThanOrEqual(target.amount_left);
        expect(order_discount).toBeLessThanOrEqual(
          discount.aggregated_amount_limit ?? order_discount,
        );
      }),
    );
  });

  test("no chain of discounts takes off more than the order", () => {
    fc.assert(
      fc.property(money, fc.array(fc.tuple(discounts, bases)), (order, steps) => {
        const left = steps.reduce((amount_left, [discount, base]) => {
          const target = { initial_amount: order, amount_left, base };
          return amount_left - discountOn(discount, target).order_discount;
        }, order);
        expect(left).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("credits used are never above the balance, the request or what is left", () => {
    const requests = fc.record({ requested: fc.option(money), balance: money, amount_left: money });
    fc.assert(
      fc.property(requests, (request) => {
        const used = giftCredits(request);
        const { requested, balance, amount_left } = request;
        expect(used.ok).toBe(requested === null || requested <= balance);
        const most = Math.min(requested ?? balance, balance, amount_left);
        if (used.ok) expect(used.value.credits).toBeLessThanOrEqual(most);
      }),
    );
  });
});
