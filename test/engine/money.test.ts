import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cap,
  isAmount,
  MAX_AMOUNT,
  multiply,
  percentOf,
  percentTimes,
  shareOf,
  sum,
} from "../../src/engine/money.ts";

const amounts = fc.oneof(fc.maxSafeNat(), fc.nat({ max: 100_000 }));
const percents = fc.integer({ min: 0, max: 1_000_000 }).map((parts) => ({
  parts,
  percent: parts / 10_000,
}));

describe("an amount is an integer of minor units from 0 to 2^53 - 1", () => {
  test.each([
    { name: "nothing is an amount", given: 0, expect: true },
    { name: "one minor unit", given: 1, expect: true },
    { name: "the largest", given: 9_007_199_254_740_991, expect: true },
    { name: "one more than the largest", given: 9_007_199_254_740_992, expect: false },
    { name: "a negative number", given: -1, expect: false },
    { name: "a fraction", given: 10.5, expect: false },
    { name: "not a number", given: Number.NaN, expect: false },
    { name: "infinity", given: Number.POSITIVE_INFINITY, expect: false },
    { name: "a text", given: "1000", expect: false },
    { name: "a big integer", given: 1000n, expect: false },
    { name: "null", given: null, expect: false },
    { name: "absent", given: undefined, expect: false },
  ])("$name", (row) => {
    expect(isAmount(row.given)).toBe(row.expect);
  });

  test("MAX_AMOUNT is the largest", () => {
    expect(MAX_AMOUNT).toBe(9_007_199_254_740_991);
  });
});

describe("a percentage is taken of the whole base and rounded half up once", () => {
  test.each([
    { name: "a whole result stays", given: [1000, 10], expect: 100 },
    { name: "12.5 goes up", given: [100, 12.5], expect: 13 },
    { name: "2.5 goes up, not to the even number", given: [25, 10], expect: 3 },
    { name: "12.375 goes down", given: [99, 12.5], expect: 12 },
    { name: "0.5 goes up", given: [500_000, 0.0001], expect: 1 },
    { name: "0.499999 goes down", given: [499_999, 0.0001], expect: 0 },
    { name: "100.5 that floating point takes for less", given: [10_000, 1.005], expect: 101 },
    { name: "0 percent", given: [1000, 0], expect: 0 },
    { name: "100 percent", given: [1000, 100], expect: 1000 },
    { name: "of nothing", given: [0, 50], expect: 0 },
    {
      name: "half of the largest amount",
      given: [9_007_199_254_740_991, 50],
      expect: 4_503_599_627_370_496,
    },
    {
      name: "all of the largest amount",
      given: [9_007_199_254_740_991, 100],
      expect: 9_007_199_254_740_991,
    },
    {
      name: "99.9999 percent of the largest amount",
      given: [9_007_199_254_740_991, 99.9999],
      expect: 9_007_190_247_541_736,
    },
  ] as const)("$name", (row) => {
    const [base, percent] = row.given;
    expect(percentOf(base, percent)).toBe(row.expect);
  });

  test.each([
    { name: "a fifth decimal", given: [1000, 0.00001] },
    { name: "more than 100 percent", given: [1000, 100.0001] },
    { name: "less than nothing", given: [1000, -1] },
    { name: "no number", given: [1000, Number.NaN] },
    { name: "a base that is no amount", given: [0.5, 10] },
  ] as const)("breaks on $name", (row) => {
    const [base, percent] = row.given;
    expect(() => percentOf(base, percent)).toThrow(/invariant broken/);
  });

  test("law: the result is the exact one, plus one half, rounded down", () => {
    fc.assert(
      fc.property(amounts, percents, (base, { parts, percent }) => {
        const twiceExact = 2n * BigInt(base) * BigInt(parts) + 1_000_000n;
        expect(BigInt(percentOf(base, percent))).toBe(twiceExact / 2_000_000n);
      }),
    );
  });
});

describe("a share is exact", () => {
  test.each([
    { name: "small operands", given: [10, 1, 3], expect: { share: 3, remainder: 1 } },
    { name: "a whole result", given: [9, 1, 3], expect: { share: 3, remainder: 0 } },
    {
      name: "a quotient just below an integer, at the largest product of numbers",
      given: [9_007_199_254_740_991, 1, 2],
      expect: { share: 4_503_599_627_370_495, remainder: 1 },
    },
    {
      name: "a product that numbers cannot hold",
      given: [9_007_199_254_740_991, 2, 3],
      expect: { share: 6_004_799_503_160_660, remainder: 2 },
    },
  ] as const)("$name", (row) => {
    const [amount, part, whole] = row.given;
    expect(shareOf(amount, part, whole)).toEqual(row.expect);
  });

  test.each([
    { name: "a part larger than the whole", given: [10, 4, 3] },
    { name: "a whole of nothing", given: [10, 0, 0] },
    { name: "a fraction", given: [10, 0.5, 3] },
  ] as const)("breaks on $name", (row) => {
    const [amount, part, whole] = row.given;
    expect(() => shareOf(amount, part, whole)).toThrow(/invariant broken/);
  });

  test("law: share x whole + remainder is amount x part, with a remainder below the whole", () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (amount, one, other) => {
        const part = Math.min(one, other);
        const whole = Math.max(one, other, 1);
        const { share, remainder } = shareOf(amount, part, whole);
        const product = BigInt(amount) * BigInt(part);
        expect(BigInt(share) * BigInt(whole) + BigInt(remainder)).toBe(product);
        expect(remainder).toBeLessThan(whole);
        expect(remainder).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("a cap lowers an amount to its smallest limit", () => {
  test.each<{ name: string; given: [number, ...(number | undefined)[]]; expect: number }>([
    { name: "a limit below the amount", given: [1000, 300], expect: 300 },
    { name: "a limit above the amount", given: [1000, 3000], expect: 1000 },
    { name: "the smallest of several limits", given: [1000, 500, 200, 700], expect: 200 },
    { name: "an absent limit limits nothing", given: [1000, undefined], expect: 1000 },
    { name: "a limit of 0 is a limit", given: [1000, undefined, 0], expect: 0 },
    { name: "no limit", given: [1000], expect: 1000 },
  ])("$name", (row) => {
    expect(cap(...row.given)).toBe(row.expect);
  });

  test.each<{ name: string; given: [number, ...number[]] }>([
    { name: "a negative amount", given: [-1] },
    { name: "a negative limit", given: [1000, -1] },
    { name: "a fraction", given: [0.5] },
    { name: "a number too large", given: [9_007_199_254_740_992] },
    { name: "no number", given: [Number.NaN, 5] },
  ])("breaks on $name", (row) => {
    expect(() => cap(...row.given)).toThrow(/invariant broken/);
  });
});

describe("a sum is an amount", () => {
  test.each([
    { name: "of nothing", given: [], expect: 0 },
    { name: "of amounts", given: [1, 20, 300], expect: 321 },
    { name: "up to the largest", given: [9_007_199_254_740_990, 1], expect: 9_007_199_254_740_991 },
  ])("$name", (row) => {
    expect(sum(row.given)).toBe(row.expect);
  });

  test.each([
    { name: "a total above the largest amount", given: [9_007_199_254_740_991, 1] },
    { name: "a negative addend, though the total is an amount", given: [5, -3] },
    { name: "a fraction", given: [0.5, 0.5] },
  ])("breaks on $name", (row) => {
    expect(() => sum(row.given)).toThrow(/invariant broken/);
  });
});

describe("price x quantity is an amount or nothing", () => {
  test.each([
    { name: "a price and a quantity", given: [1999, 3], expect: 5997 },
    { name: "no units", given: [1999, 0], expect: 0 },
    {
      name: "the largest product",
      given: [9_007_199_254_740_991, 1],
      expect: 9_007_199_254_740_991,
    },
    { name: "one above the largest product", given: [4_503_599_627_370_496, 2], expect: null },
    { name: "far above", given: [9_007_199_254_740_991, 9_007_199_254_740_991], expect: null },
    { name: "a fraction of a unit, though the product is whole", given: [2, 1.5], expect: null },
    {
      name: "a fraction of a minor unit, though the product is whole",
      given: [0.5, 2],
      expect: null,
    },
    { name: "two negative numbers", given: [-2, -3], expect: null },
  ] as const)("$name", (row) => {
    const [price, quantity] = row.given;
    expect(multiply(price, quantity)).toBe(row.expect);
  });
});

describe("a percentage may count several times", () => {
  test.each([
    {
      name: "3 x 0.1 is 0.3, where floating point sees 0.30000000000000004",
      given: [0.1, 3],
      expect: 0.3,
    },
    { name: "100 x 0.07 is 7", given: [0.07, 100], expect: 7 },
    { name: "2 x 60 is no more than 100", given: [60, 2], expect: 100 },
    { name: "so often that no product holds it", given: [99.9999, MAX_AMOUNT], expect: 100 },
    { name: "not at all", given: [33.3333, 0], expect: 0 },
  ])("$name", ({ given: [percent = 0, count = 0], expect: expected }) => {
    expect(percentTimes(percent, count)).toBe(expected);
  });
});
