import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ceil,
  compare,
  Exact,
  exactOf,
  fitted,
  floor,
  halfUp,
  minus,
  over,
  plus,
  power,
  remainder,
  shifted,
  times,
  toDouble,
} from "../../../src/engine/formula/exact";

const half = new Exact(1n, 2n);
const third = new Exact(1n, 3n);
const told = (number: Exact | null) => number && toDouble(number);

describe("fractions", () => {
  const rows: [name: string, got: number | bigint | null, want: number | bigint | null][] = [
    ["0.1 is a tenth", compare(exactOf(0.1), new Exact(1n, 10n)), 0],
    ["an exponent is read: 1e21", exactOf(1e21).top, 1_000_000_000_000_000_000_000n],
    ["a small one, too: 2.5e-7", told(exactOf(2.5e-7)), 2.5e-7],
    ["a negative one: -1.25", told(exactOf(-1.25)), -1.25],
    ["1/2 + 1/3 = 5/6", told(plus(half, third)), 0.8333333333333334],
    ["1/2 - 1/3 = 1/6", told(minus(half, third)), 0.16666666666666666],
    ["1/2 x 1/3 = 1/6", told(times(half, third)), 0.16666666666666666],
    ["1/2 : -1/3 = -3/2", told(over(half, new Exact(-1n, 3n))), -1.5],
    ["nothing is divided by zero", told(over(half, new Exact(0n))), null],
    ["7.5 % 2 = 1.5", told(remainder(exactOf(7.5), exactOf(2))), 1.5],
    ["-7 % 2 = -1", told(remainder(exactOf(-7), exactOf(2))), -1],
    ["-7 % -2 = -1", told(remainder(exactOf(-7), exactOf(-2))), -1],
    ["no remainder of zero", told(remainder(half, new Exact(0n))), null],
    ["(1/2) to the -3 = 8", told(power(half, exactOf(-3))), 8],
    ["zero to the -1 is none", told(power(new Exact(0n), exactOf(-1))), null],
    ["a root is that of doubles", told(power(exactOf(2), half)), Math.SQRT2],
    ["beyond all numbers", told(power(exactOf(10), exactOf(400))), null],
    ["down: -2.5", floor(exactOf(-2.5)), -3n],
    ["down: 2.5", floor(exactOf(2.5)), 2n],
    ["up: -2.5", ceil(exactOf(-2.5)), -2n],
    ["half up: 2.5", halfUp(exactOf(2.5)), 3n],
    ["half up: -2.5", halfUp(exactOf(-2.5)), -2n],
    ["half up: 2.4999999999999996", halfUp(exactOf(2.4999999999999996)), 2n],
    ["1.005 moved by two", told(shifted(exactOf(1.005), 2)), 100.5],
    ["100.5 moved back by two", told(shifted(exactOf(100.5), -2)), 1.005],
    ["at least zero", told(fitted(exactOf(-1), exactOf(5))), 0],
    ["at most five", told(fitted(exactOf(6), exactOf(5))), 5],
    ["between as it is", told(fitted(exactOf(4.5), exactOf(5))), 4.5],
  ];
  it.each(rows)("%s", (_, got, want) => {
    expect(got).toEqual(want);
  });

  const double = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 });

  it("every number is itself again", () => {
    fc.assert(
      fc.property(double, (number) => {
        const isTold = Math.abs(number) >= 1e-20 || number === 0;
        if (isTold) expect(toDouble(exactOf(number))).toBe(number + 0);
      }),
    );
  });

  it("adding and taking away, multiplying and dividing leave a number as it was", () => {
    fc.assert(
      fc.property(double, double, (a, b) => {
        const [one, other] = [exactOf(a), exactOf(b)];
        const [sum, product] = [plus(one, other), times(one, other)];
        expect(sum && compare(minus(sum, other) ?? sum, one)).toBe(0);
        if (b !== 0) expect(product && compare(over(product, other) ?? product, one)).toBe(0);
      }),
    );
  });
});
