import { describe, expect, it } from "vitest";
import * as z from "zod";
import { describeIssue } from "../../src/model/issue";
import { TierMapping } from "../../src/model/loyalty/tier";

const Named = z.union([
  z.string(),
  z.object({ name: z.string(), count: z.int().min(1).optional() }),
]);
const Body = z.object({
  of: Named.optional(),
  tier: TierMapping.optional(),
  fixed: z.never("cannot be changed").optional(),
  limits: z
    .record(
      z
        .string()
        .min(1)
        .regex(/^[a-z]*$/, "small letters"),
      z.int(),
    )
    .optional(),
});

const said = (sent: unknown): string | undefined => {
  const { error } = Body.safeParse(sent, { reportInput: true });
  return error?.issues[0] && describeIssue(error.issues[0]);
};

describe("what is said of a property that has one of several shapes, or none", () => {
  it.each([
    [{ of: 5 }, "Property .of must be string"],
    [{ of: { name: "A", count: "two" } }, "Property .of.count must be number"],
    [{ of: { name: "A", count: 0 } }, "Property .of.count must be >= 1"],
    [{ of: { count: 1 } }, "Property .of must have required property 'name'"],
    [
      { tier: { type: "NOPE" } },
      "Property .tier.type must be equal to one of the allowed values [ MULTIPLY, CUSTOM ]",
    ],
    [{ tier: { type: "CUSTOM" } }, "Property .tier must have required property 'points'"],
    [
      { tier: { type: "CUSTOM", multiplier: 2 } },
      "Property .tier must have required property 'points'",
    ],
    [{ tier: { type: "MULTIPLY" } }, "Property .tier must have required property 'multiplier'"],
    [{ tier: {} }, "Property .tier must have required property 'multiplier'"],
    [{ tier: { type: "CUSTOM", points: -1 } }, "Property .tier.points must be >= 0"],
    [
      { tier: { type: "CUSTOM", points: "x", multiplier: 2 } },
      "Property .tier.points must be number",
    ],
    [{ tier: { type: "MULTIPLY", multiplier: "x" } }, "Property .tier.multiplier must be number"],
    [{ tier: 5 }, "Property .tier must be object"],
  ])("%j: %s", (sent, expected) => {
    expect(said(sent)).toBe(expected);
  });

  it("says of a name that may not be one what it must be", () => {
    expect(said({ limits: { A: 1 } })).toBe("Property .limits.A must be small letters");
    expect(said({ limits: { "": 1 } })).toBe(
      "Property .limits. must NOT have fewer than 1 characters",
    );
    expect(said({ limits: { a: "x" } })).toBe("Property .limits.a must be number");
  });

  it("says itself why it may not be sent", () => {
    expect(said({ fixed: [] })).toBe("Property .fixed cannot be changed");
  });
});
