import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allocate } from "../../src/engine/allocate.ts";

interface Row {
  name: string;
  given: { amount: number; left: number[]; weights?: number[] };
  expect: number[];
}

const split = ({ amount, left, weights }: Row["given"]) => allocate(amount, left, weights);

describe("an amount is split by what is left of the lines", () => {
  test.each<Row>([
    { name: "exact quotas stay", given: { amount: 30, left: [100, 200] }, expect: [10, 20] },
    {
      name: "the unit over goes to the largest remainder: 147.76 and 152.24",
      given: { amount: 300, left: [3300, 3400] },
      expect: [148, 152],
    },
    {
      name: "a larger remainder wins over an earlier line: 0.25 and 0.75",
      given: { amount: 1, left: [100, 300] },
      expect: [0, 1],
    },
    {
      name: "equal lines: the earlier gets the unit over",
      given: { amount: 100, left: [500, 500, 500] },
      expect: [34, 33, 33],
    },
    {
      name: "equal lines: the two earlier get two units over",
      given: { amount: 101, left: [500, 500, 500] },
      expect: [34, 34, 33],
    },
    {
      name: "equal remainders of unequal lines: the earlier gets the unit over",
      given: { amount: 2, left: [100, 300] },
      expect: [1, 1],
    },
    {
      name: "equal remainders the other way round",
      given: { amount: 2, left: [300, 100] },
      expect: [2, 0],
    },
    { name: "one line takes all", given: { amount: 7, left: [10] }, expect: [7] },
    {
      name: "a line with nothing left gets nothing",
      given: { amount: 500, left: [0, 400, 600] },
      expect: [0, 200, 300],
    },
    { name: "nothing to split", given: { amount: 0, left: [300, 200] }, expect: [0, 0] },
    { name: "no lines", given: { amount: 100, left: [] }, expect: [] },
    { name: "only lines with nothing left", given: { amount: 100, left: [0, 0] }, expect: [0, 0] },
    {
      name: "an amount as large as the lines fills them",
      given: { amount: 500, left: [300, 200] },
      expect: [300, 200],
    },
    {
      name: "an amount larger than the lines fills them",
      given: { amount: 501, left: [300, 200] },
      expect: [300, 200],
    },
    {
      name: "one unit less than the lines: 299.4 and 199.6",
      given: { amount: 499, left: [300, 200] },
      expect: [299, 200],
    },
    {
      name: "the largest amount, digit for digit",
      given: {
        amount: 9_007_199_254_740_990,
        left: [4_503_599_627_370_496, 4_503_599_627_370_495],
      },
      expect: [4_503_599_627_370_495, 4_503_599_627_370_495],
    },
  ])("$name", (row) => {
    expect(split(row.given)).toEqual(row.expect);
  });
});

describe("a split by other weights never goes above what is left of a line", () => {
  test.each<Row>([
    {
      name: "by quantity: 6.67 and 3.33",
      given: { amount: 10, left: [100, 100], weights: [2, 1] },
      expect: [7, 3],
    },
    {
      name: "the overflow of a full line is split over the others",
      given: { amount: 11, left: [1, 10, 10], weights: [1, 1, 1] },
      expect: [1, 5, 5],
    },
    {
      name: "the overflow is split by the weights of the others",
      given: { amount: 100, left: [10, 60, 200], weights: [5, 3, 2] },
      expect: [10, 54, 36],
    },
    {
      name: "the overflow may fill another line",
      given: { amount: 100, left: [10, 50, 200], weights: [5, 3, 2] },
      expect: [10, 50, 40],
    },
    {
      name: "a unit over of the second split goes to the earlier line",
      given: { amount: 12, left: [1, 10, 10], weights: [1, 1, 1] },
      expect: [1, 6, 5],
    },
    {
      name: "a line of weight 0 gets nothing, though the others overflow",
      given: { amount: 100, left: [30, 40, 500], weights: [1, 1, 0] },
      expect: [30, 40, 0],
    },
    {
      name: "a weight counts nothing where nothing is left",
      given: { amount: 10, left: [0, 100, 100], weights: [9, 1, 1] },
      expect: [0, 5, 5],
    },
    {
      name: "a line filled exactly by its quota",
      given: { amount: 20, left: [10, 30], weights: [1, 1] },
      expect: [10, 10],
    },
  ])("$name", (row) => {
    expect(split(row.given)).toEqual(row.expect);
  });
});

test.each<Omit<Row, "expect">>([
  { name: "an amount that is none", given: { amount: 0.5, left: [1, 1] } },
  { name: "an amount that is none, also without lines", given: { amount: 0.5, left: [] } },
  { name: "a line that is no amount", given: { amount: 1, left: [1, -1] } },
  { name: "a weight that is no amount", given: { amount: 1, left: [1, 1], weights: [1, 0.5] } },
  { name: "fewer weights than lines", given: { amount: 1, left: [1, 1], weights: [1] } },
  { name: "more weights than lines", given: { amount: 1, left: [1], weights: [1, 1] } },
  {
    name: "lines that together are no amount",
    given: { amount: 1, left: [9_007_199_254_740_991, 1] },
  },
])("breaks on $name", (row) => {
  expect(() => split(row.given)).toThrow(/invariant broken/);
});

describe("laws", () => {
  const line = fc.oneof(
    fc.nat({ max: 20 }),
    fc.nat({ max: 1_000_000 }),
    fc.nat({ max: 9_000_000_000_000 }),
  );
  const amount = fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: 10_000_000 }), fc.maxSafeNat());
  const lines = fc.array(line, { maxLength: 12 });
  const weighted = fc.array(fc.record({ left: line, weight: line }), { maxLength: 12 });
  const total = (values: readonly number[]) => values.reduce((a, b) => a + BigInt(b), 0n);
  const least = (a: bigint, b: bigint) => (a < b ? a : b);

  test("shares sum to the amount, or to all that is left, and stay in [0, line]", () => {
    fc.assert(
      fc.property(amount, lines, (amount, left) => {
        const shares = allocate(amount, left);
        expect(total(shares)).toBe(least(BigInt(amount), total(left)));
        expect(shares.every((share, index) => share >= 0 && share <= (left[index] ?? -1))).toBe(
          true,
        );
      }),
    );
  });

  test("by other weights, shares sum to the amount, or to all that is left of the lines with a weight", () => {
    fc.assert(
      fc.property(amount, weighted, (amount, rows) => {
        const shares = allocate(
          amount,
          rows.map((row) => row.left),
          rows.map((row) => row.weight),
        );
        const room = rows.map((row) => (row.weight > 0 ? row.left : 0));
        expect(total(shares)).toBe(least(BigInt(amount), total(room)));
        expect(shares.every((share, index) => share >= 0 && share <= (room[index] ?? -1))).toBe(
          true,
        );
      }),
    );
  });

  test("a share is less than one unit away from its exact quota", () => {
    fc.assert(
      fc.property(amount, lines, (amount, left) => {
        const whole = total(left);
        fc.pre(BigInt(amount) <= whole);
        for (const [index, share] of allocate(amount, left).entries()) {
          const error = BigInt(share) * whole - BigInt(amount) * BigInt(left[index] ?? 0);
          expect(error === 0n || (-whole < error && error < whole)).toBe(true);
        }
      }),
    );
  });

  test("equal lines get equal shares, but for one unit that the earlier ones get", () => {
    fc.assert(
      fc.property(
        amount,
        lines,
        line,
        fc.integer({ min: 2, max: 6 }),
        (amount, others, equal, times) => {
          const shares = allocate(amount, [...others, ...Array<number>(times).fill(equal)]);
          const equals = shares.slice(others.length);
          expect(equals).toEqual(equals.toSorted((a, b) => b - a));
          expect((equals.at(0) ?? 0) - (equals.at(-1) ?? 0)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test("another order of the lines moves at most the one unit that is over, and keeps the total", () => {
    fc.assert(
      fc.property(amount, lines, (amount, left) => {
        const shares = allocate(amount, left);
        const reversed = allocate(amount, left.toReversed()).toReversed();
        expect(total(reversed)).toBe(total(shares));
        for (const [index, share] of shares.entries()) {
          expect(Math.abs(share - (reversed[index] ?? -2))).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
