import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountBy, percentBy, unitsBy } from "../../../src/engine/formula/field";
import { percentOf } from "../../../src/engine/money";
import { facts } from "./shop";

describe("an amount by a formula", () => {
  const rows: { name: string; given: string | null | undefined; expect: number }[] = [
    { name: "no formula: the static field", given: undefined, expect: 321 },
    { name: "null: the static field", given: null, expect: 321 },
    { name: "an empty text: the static field", given: "", expect: 321 },
    { name: "what is no formula: the static field", given: "1 +", expect: 321 },
    { name: "a missing operand: the static field", given: 'ORDER_METADATA("no")', expect: 321 },
    { name: "a division by zero: the static field", given: "1 / 0", expect: 321 },
    { name: "minor units, as they are", given: "ORDER_AMOUNT - 500", expect: 11000 },
    { name: "half up: 230.5", given: "ORDER_AMOUNT / 50 + 0.5", expect: 231 },
    { name: "below a half: 230.4", given: "230.4", expect: 230 },
    { name: "half up: 1.15 * 50 is 57.5, which doubles miss", given: "1.15 * 50", expect: 58 },
    { name: "negative: nothing", given: "0 - 500", expect: 0 },
    { name: "minus a half: nothing", given: "-0.5", expect: 0 },
    { name: "the largest amount", given: "9007199254740991", expect: 9_007_199_254_740_991 },
    { name: "beyond the largest amount", given: "POW(10;30)", expect: 9_007_199_254_740_991 },
  ];
  it.each(rows)("$name", ({ given, expect: expected }) => {
    expect(Object.is(amountBy(given, 321, facts), expected)).toBe(true);
  });
});

describe("a percent by a formula", () => {
  const rows: { name: string; given: string | null; expect: number }[] = [
    { name: "no formula: the static field", given: null, expect: 12.5 },
    { name: "a missing operand: the static field", given: 'ORDER_METADATA("no")', expect: 12.5 },
    { name: "percent, as it is", given: 'CUSTOMER_METADATA("age")', expect: 20 },
    { name: "four decimals: 33.33333...", given: "100 / 3", expect: 33.3333 },
    { name: "four decimals, half up: 66.66666...", given: "200 / 3", expect: 66.6667 },
    { name: "above 100", given: "ORDER_AMOUNT", expect: 100 },
    { name: "negative", given: "-5", expect: 0 },
  ];
  it.each(rows)("$name", ({ given, expect: expected }) => {
    expect(percentBy(given, 12.5, facts)).toBe(expected);
  });

  it("is one that a percentage can be taken by", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (percent) => {
        const text = percent < 1e-6 ? "0" : String(percent);
        const result = percentOf(10_000, percentBy(text, 0, facts));
        expect(Math.abs(result - percent * 100)).toBeLessThanOrEqual(0.51);
      }),
    );
  });
});

describe("units by a formula", () => {
  const rows: { name: string; given: string | null; expect: number }[] = [
    { name: "no formula: the static field", given: null, expect: 2 },
    { name: "a missing operand: the static field", given: "DAYS_SINCE(5)", expect: 2 },
    { name: "whole units: 20 / 5", given: 'CUSTOMER_METADATA("age") / 5', expect: 4 },
    { name: "half up: 20 / 8 is 2.5", given: 'CUSTOMER_METADATA("age") / 8', expect: 3 },
    { name: "negative", given: "1 - 3", expect: 0 },
    { name: "at most what unit_off may say", given: "POW(10;12)", expect: 1_000_000_000 },
  ];
  it.each(rows)("$name", ({ given, expect: expected }) => {
    expect(unitsBy(given, 2, facts)).toBe(expected);
  });
});
