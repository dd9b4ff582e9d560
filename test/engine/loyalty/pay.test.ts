import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Coin, payWithPoints } from "../../../src/engine/loyalty/pay";

const coin = (exchange_ratio: number, points_ratio = 1, decimals = 2): Coin => ({
  exchange_ratio,
  points_ratio,
  decimals,
});

/** 20.00 for 100 points. */
const TWENTY = coin(20, 100);

/** Numbers by hand; `asks` is null where no points are named, `pays` is [points, discount]. */
const ROWS: {
  name: string;
  coin: Coin;
  asks: number | null;
  has: number;
  left: number;
  pays: [number, number] | null;
}[] = [
  // Worked out in public by the reference service.
  {
    name: "450.00 by whole packs",
    coin: TWENTY,
    asks: null,
    has: 9000,
    left: 45_000,
    pays: [2300, 45_000],
  },
  { name: "100 points", coin: TWENTY, asks: 100, has: 9000, left: 45_000, pays: [100, 2000] },
  {
    name: "what is asked above the card",
    coin: TWENTY,
    asks: 101,
    has: 100,
    left: 45_000,
    pays: null,
  },
  {
    name: "what is needed above the card",
    coin: TWENTY,
    asks: null,
    has: 2299,
    left: 45_000,
    pays: null,
  },
  {
    name: "all that is on the card",
    coin: TWENTY,
    asks: null,
    has: 2300,
    left: 45_000,
    pays: [2300, 45_000],
  },
  { name: "part of a pack", coin: TWENTY, asks: 50, has: 100, left: 45_000, pays: [50, 1000] },
  { name: "one point", coin: TWENTY, asks: 1, has: 100, left: 45_000, pays: [1, 20] },
  {
    name: "more than the order takes",
    coin: TWENTY,
    asks: 5000,
    has: 9000,
    left: 45_000,
    pays: [2300, 45_000],
  },
  {
    name: "more than the order takes and the card has",
    coin: TWENTY,
    asks: 5000,
    has: 4999,
    left: 45_000,
    pays: null,
  },
  { name: "nothing left to pay", coin: TWENTY, asks: null, has: 500, left: 0, pays: [0, 0] },
  {
    name: "nothing left to pay, points asked for",
    coin: TWENTY,
    asks: 100,
    has: 500,
    left: 0,
    pays: [0, 0],
  },
  {
    name: "an amount of whole packs",
    coin: TWENTY,
    asks: null,
    has: 500,
    left: 4000,
    pays: [200, 4000],
  },
  { name: "one cent needs a pack", coin: TWENTY, asks: null, has: 500, left: 1, pays: [100, 1] },
  {
    name: "a point for a cent",
    coin: coin(0.01),
    asks: null,
    has: 500,
    left: 499,
    pays: [499, 499],
  },
  {
    name: "a ratio that doubles have not",
    coin: coin(0.1, 3),
    asks: 3,
    has: 500,
    left: 5000,
    pays: [3, 10],
  },
  {
    name: "a third of 0.10, half up",
    coin: coin(0.1, 3),
    asks: 1,
    has: 500,
    left: 5000,
    pays: [1, 3],
  },
  {
    name: "two thirds of 0.10, half up",
    coin: coin(0.1, 3),
    asks: 2,
    has: 500,
    left: 5000,
    pays: [2, 7],
  },
  { name: "half a cent, half up", coin: coin(0.005), asks: 1, has: 500, left: 5000, pays: [1, 1] },
  { name: "1.15 times 100 is 115", coin: coin(1.15), asks: 1, has: 1, left: 5000, pays: [1, 115] },
  {
    name: "six decimals",
    coin: coin(0.000001),
    asks: 10_000,
    has: 10_000,
    left: 5,
    pays: [10_000, 1],
  },
  {
    name: "yen have no decimals",
    coin: coin(20, 100, 0),
    asks: 100,
    has: 500,
    left: 45_000,
    pays: [100, 20],
  },
  {
    name: "dinars have three",
    coin: coin(20, 100, 3),
    asks: 100,
    has: 500,
    left: 45_000,
    pays: [100, 20_000],
  },
  {
    name: "worth more than any amount",
    coin: coin(1e9),
    asks: 9e15,
    has: 9e15,
    left: 9_007_199_254_740_991,
    pays: [90_072, 9_007_199_254_740_991],
  },
  {
    name: "needs more points than there are numbers",
    coin: coin(0.000001, 1e9),
    asks: null,
    has: 9_007_199_254_740_991,
    left: 9_007_199_254_740_991,
    pays: null,
  },
];

describe("pay with points", () => {
  it.each(ROWS)("$name: $pays", ({ coin, asks, has, left, pays }) => {
    const paid = payWithPoints({ requested: asks, spendable: has, left }, coin);
    expect(paid).toEqual(
      pays === null
        ? { ok: false, error: "loyalty_card_points_exceeded" }
        : { ok: true, value: { points: pays[0], discount: pays[1] } },
    );
  });

  const some = {
    coin: fc.record({
      exchange_ratio: fc.integer({ min: 1, max: 1_000_000_000 }).map((parts) => parts / 1_000_000),
      points_ratio: fc.integer({ min: 1, max: 1000 }),
      decimals: fc.constantFrom(0, 2, 3),
    }),
    asks: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    has: fc.integer({ min: 0, max: 1_000_000 }),
    left: fc.integer({ min: 0, max: 10_000_000 }),
  };

  it("takes no more than is there, is asked for and is left; more points never pay less", () => {
    fc.assert(
      fc.property(fc.record(some), ({ coin, asks, has, left }) => {
        const paid = payWithPoints({ requested: asks, spendable: has, left }, coin);
        if (!paid.ok) return;
        const { points, discount } = paid.value;
        expect(points).toBeLessThanOrEqual(Math.min(has, asks ?? has));
        expect(discount).toBeLessThanOrEqual(left);
        if (asks === null) expect(discount).toBe(left);
        if (points === 0) return;
        const less = payWithPoints({ requested: points - 1, spendable: has, left }, coin);
        expect(less.ok && less.value.discount).toBeLessThanOrEqual(discount);
      }),
    );
  });
});
