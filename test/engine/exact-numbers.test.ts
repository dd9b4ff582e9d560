import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { Money, Percent } from "../../src/model/discount";
import { readBody } from "../../src/model/exact-numbers";
import { describeIssue } from "../../src/model/issue";
import { Metadata } from "../../src/model/metadata";

const Line = z.union([
  z.object({ kind: z.literal("a"), points: z.int() }),
  z.object({ off: Money }),
]);
const Body = z.object({
  amount: Money.nullish(),
  change: z.int().nullish(),
  percent: Percent.nullish(),
  lines: z.array(Line).nullish(),
  name: z.string().nullish(),
  either: z.union([z.string(), z.number()]).nullish(),
  metadata: Metadata.nullish(),
});

const read = (sent: unknown): unknown => readBody(Body, sent).data;
const said = (sent: unknown): string | undefined => {
  const issue = readBody(Body, sent).error?.issues[0];
  return issue && describeIssue(issue);
};
const MINOR =
  "must be integer: amounts are in minor units of the currency, so that 26.99 is sent as 2699";

describe("a number that came as text, or with the noise of floating point", () => {
  it.each([
    ["7500.00", 7500],
    ["5000", 5000],
    ["0", 0],
    ["0.00", 0],
    ["-0.00", 0],
    ["007", 7],
    ["469.99999999999994", 470],
    [469.99999999999994, 470],
    [470.0000009, 470],
    [0.0000001, 0],
    [-0.0000001, 0],
    ["9007199254740991", 9007199254740991],
    ["9007199254740991.000", 9007199254740991],
  ])("%j is the amount %d", (amount, expected) => {
    expect(read({ amount })).toStrictEqual({ amount: expected });
  });

  it.each([
    ["26.99", MINOR],
    [26.99, MINOR],
    [469.99, MINOR],
    [470.000002, MINOR],
    ["470.000002", MINOR],
    ["-500", "must be >= 0"],
    [-500, "must be >= 0"],
    ["", "must be number"],
    [" 5", "must be number"],
    ["5 ", "must be number"],
    ["1e3", "must be number"],
    ["1E3", "must be number"],
    ["0x10", "must be number"],
    ["+5", "must be number"],
    ["--5", "must be number"],
    ["5.", "must be number"],
    [".5", "must be number"],
    ["5,00", "must be number"],
    ["1,000", "must be number"],
    ["1_000", "must be number"],
    ["Infinity", "must be number"],
    ["-Infinity", "must be number"],
    ["NaN", "must be number"],
    ["true", "must be number"],
    ["٥", "must be number"],
    ["5\n", "must be number"],
    ["9007199254740992", "must be number"],
    ["9007199254740993", "must be number"],
    ["9".repeat(100_000), "must be number"],
    [true, "must be number"],
    [["5"], "must be number"],
    [{ valueOf: "5" }, "must be number"],
  ])("%j is no amount: it %s", (amount, expected) => {
    expect(said({ amount })).toBe(`Property .amount ${expected}`);
  });

  it("is read in the shapes of a union, in lists, and where fractions are taken", () => {
    expect(
      read({
        change: "-5.0",
        percent: "12.5",
        lines: [{ kind: "a", points: "3" }, { off: "4.00" }, { off: 4.999999999 }],
      }),
    ).toStrictEqual({
      change: -5,
      percent: 12.5,
      lines: [{ kind: "a", points: 3 }, { off: 4 }, { off: 5 }],
    });
    expect(said({ percent: "12.50001" })).toBe("Property .percent up to 4 decimals");
  });

  it("leaves the request itself as it was sent", () => {
    const sent = { amount: "5", lines: [{ off: "4" }] };
    read(sent);
    expect(sent).toStrictEqual({ amount: "5", lines: [{ off: "4" }] });
  });

  it("is that number for every integer and every noise, and never changes what takes texts", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789.-e"), maxLength: 12 });
    const value = fc.oneof(digits, fc.double({ noNaN: true, noDefaultInfinity: true }));
    const Free = fc.record({ name: digits, either: value, metadata: fc.dictionary(digits, value) });
    fc.assert(
      fc.property(
        fc.nat(Number.MAX_SAFE_INTEGER),
        fc.constantFrom("", ".0", ".00", ".000000"),
        fc.nat(1_000_000),
        fc.double({ min: -9e-7, max: 9e-7, noNaN: true }),
        Free,
        (integer, decimals, small, noise, free) => {
          expect(read({ ...free, amount: `${integer}${decimals}`, change: small + noise })).toEqual(
            {
              ...free,
              amount: integer,
              change: small,
            },
          );
        },
      ),
    );
  });

  it("is refused for every other fraction", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.double({ min: 2e-6, max: 1 - 2e-6 }), (integer, part) => {
        fc.pre(!Number.isNaN(part));
        expect(said({ amount: integer + part })).toBe(`Property .amount ${MINOR}`);
      }),
    );
  });
});
