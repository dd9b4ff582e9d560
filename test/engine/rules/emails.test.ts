import { describe, expect, it } from "vitest";
import { CUSTOMER_FIELDS } from "../../../src/engine/filters/fields";
import { meets } from "../../../src/engine/filters/filter";
import { evaluateConditions } from "../../../src/engine/rules/conditions";
import { known } from "../../../src/engine/rules/facts";

const clock = { now: Date.UTC(2026, 2, 4, 11), timeZone: "UTC" };

const ROWS: { name: string; given: [actual: unknown, conditions: object]; expect: boolean }[] = [
  { name: "$is", given: ["Ann@X.com", { $is: ["ann@x.COM"] }], expect: true },
  { name: "$in", given: ["ann@x.com", { $in: ["bob@x.com", "ANN@x.com"] }], expect: true },
  { name: "$is_not", given: ["Ann@x.com", { $is_not: ["ann@x.com"] }], expect: false },
  { name: "$not_in", given: ["Ann@x.com", { $not_in: ["bob@x.com"] }], expect: true },
  { name: "$ends_with", given: ["Ann@x.com", { $ends_with: ["@X.com"] }], expect: true },
  { name: "$starts_with", given: ["Ann@x.com", { $starts_with: ["ann@"] }], expect: true },
  { name: "$contains", given: ["Ann@Acme.com", { $contains: ["ACME"] }], expect: true },
  { name: "$not_contain", given: ["Ann@Acme.com", { $not_contain: ["acme"] }], expect: false },
  {
    name: "an address in a list",
    given: [["VIP", "Ann@x.com"], { $is: ["ann@x.com"] }],
    expect: true,
  },
  {
    name: "another text beside it",
    given: [["VIP", "Ann@x.com"], { $is: ["vip"] }],
    expect: false,
  },
  {
    name: "the same text beside it",
    given: [["VIP", "Ann@x.com"], { $is: ["VIP"] }],
    expect: true,
  },
  { name: "what is no address", given: ["Ann at x.com", { $is: ["ann at x.com"] }], expect: false },
  { name: "a handle", given: ["@Ann", { $is: ["@ann"] }], expect: false },
];

describe("e-mail addresses compare in any letter case", () => {
  it.each(ROWS)("$name", ({ given: [actual, conditions], expect: truth }) => {
    expect(evaluateConditions({ ...conditions }, known(actual), clock, null).truth).toBe(truth);
  });

  it("in segments, where all else tells letter case apart", () => {
    const customer = { email: "Ann@Example.com", source_id: "Ann@Example.com", name: "Ann" };
    const filter = (field: string, value: string) => ({
      junction: "and",
      [field]: { conditions: { $is: [value] } },
    });
    const met = (field: string, value: string) =>
      meets(CUSTOMER_FIELDS, filter(field, value), customer, clock);
    expect(met("email", "ann@example.com")).toBe(true);
    expect(met("email", "bob@example.com")).toBe(false);
    expect(met("name", "ann")).toBe(false);
    expect(met("source_id", "ann@example.com")).toBe(false);
    expect(met("source_id", "Ann@Example.com")).toBe(true);
  });
});
