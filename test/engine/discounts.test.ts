import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountLeft, cartOf, take } from "../../src/engine/cart.ts";
import type { DiscountOf, DiscountTarget } from "../../src/engine/discounts/effect.ts";
import { type GiftRequest, giftCredits } from "../../src/engine/discounts/gift.ts";
import { discountOn } from "../../src/engine/discounts/index.ts";
import { targetsOf } from "../../src/engine/targets/targets.ts";
import type { Discount } from "../../src/model/discount.ts";
import { facts } from "./formula/shop";

interface Row {
  name: string;
  given: { discount: Discount; target: DiscountTarget };
  expect: number;
}

/** An order without lines, of which earlier discounts have left so much. */
function targetOf(
  amount: number,
  left: number,
  base: DiscountTarget["base"] = "DISCOUNTED_AMOUNT",
): DiscountTarget {
  const made = cartOf({ amount }, []);
  if (!made.ok) throw new Error(made.error.reason);
  const cart = take(made.value, { order_discount: amount - left, lines: [] });
  return {
    cart,
    targets: targetsOf([], []),
    closed: new Set(),
    base,
    times: 1,
    goods: [],
    factsAt: () => facts,
  };
}

const running = (amount: number, left: number) => targetOf(amount, left);
const initial = (amount: number, left: number) => targetOf(amount, left, "INITIAL_AMOUNT");

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
      lines: [],
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
      lines: [],
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
    FIXED: fc.record(
      { type: fc.constant("FIXED"), fixed_amount: money, aggregated_amount_limit: money },
      { requiredKeys: ["type"] },
    ),
    UNIT: fc.record({
      type: fc.constant("UNIT"),
      unit_off: fc.nat({ max: 1000 }),
      unit_type: fc.constantFrom("prod_1", "prod_5h1pp1ng"),
    }),
  };
  const discounts = fc.oneof<fc.Arbitrary<Discount>[]>(...Object.values(generators));
  const targets = fc
    .tuple(money, money, bases)
    .map(([one, other, base]) => targetOf(Math.max(one, other), Math.min(one, other), base));

  test("no discount of the order is below 0, above what is left or above its limit", () => {
    fc.assert(
      fc.property(discounts, targets, (discount, target) => {
        const { order_discount } = discountOn(discount, target);
        const limit = discount.type === "UNIT" ? undefined : discount.aggregated_amount_limit;
        expect(Number.isSafeInteger(order_discount)).toBe(true);
        expect(order_discount).toBeGreaterThanOrEqual(0);
        expect(order_discount).toBeLessThanOrEqual(amountLeft(target.cart) ?? 0);
        expect(order_discount).toBeLessThanOrEqual(limit ?? order_discount);
      }),
    );
  });

  test("no chain of discounts takes off more than the order", () => {
    fc.assert(
      fc.property(money, fc.array(fc.tuple(discounts, bases)), (order, steps) => {
        const left = steps.reduce(
          (amount, [discount, base]) =>
            amount - discountOn(discount, targetOf(order, amount, base)).order_discount,
          order,
        );
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
