import { describe, expect, it } from "vitest";
import { judgedRules } from "../../../src/engine/qualification/omit";
import { isJudged } from "../../../src/engine/qualification/scenario";
import type { RuleNode, Rules } from "../../../src/model/rule";
import type { Scenario } from "../../../src/model/scenario";

const rule = (name: string, rules?: Rules): RuleNode => ({
  name,
  conditions: { $is: ["x"] },
  ...(rules && { rules }),
});
const USED = rule("redemption.count.per_customer");
const AMOUNT = rule("order.amount");
const SEGMENT = rule("customer.segment");
const PRODUCT = rule("product.id");

const rows: {
  name: string;
  scenario?: Scenario;
  given: Rules;
  expect: Rules;
  omitted: string[];
}[] = [
  {
    name: "usage is not judged, the rest is",
    given: { "1": USED, "2": AMOUNT },
    expect: { "2": AMOUNT },
    omitted: ["1"],
  },
  {
    name: "in an expression it counts as met: and",
    given: { "1": USED, "2": AMOUNT, "3": SEGMENT, logic: "1 and 2 and 3" },
    expect: { "2": AMOUNT, "3": SEGMENT, logic: "(2 and 3)" },
    omitted: ["1"],
  },
  {
    name: "in an expression it counts as met: or",
    given: { "1": USED, "2": AMOUNT, logic: "1 or 2" },
    expect: {},
    omitted: ["1"],
  },
  {
    name: "in an expression it counts as met: both, in brackets",
    given: { "1": USED, "2": AMOUNT, "3": SEGMENT, logic: "(1 or 2) and 3" },
    expect: { "2": AMOUNT, "3": SEGMENT, logic: "(3)" },
    omitted: ["1"],
  },
  {
    name: "an or of what is half judged keeps what is judged",
    given: { "1": USED, "2": AMOUNT, "3": SEGMENT, logic: "(1 and 2) or 3" },
    expect: { "2": AMOUNT, "3": SEGMENT, logic: "((2) or 3)" },
    omitted: ["1"],
  },
  {
    name: "nested ones are left out alone",
    given: { "1": rule("order.amount", { "1": USED, "2": SEGMENT }) },
    expect: { "1": rule("order.amount", { "2": SEGMENT }) },
    omitted: ["1.rules.1"],
  },
  {
    name: "what is nested in one that is not judged is judged, without it",
    scenario: "AUDIENCE_ONLY",
    given: { "1": rule("order.amount", { "1": SEGMENT, "2": USED }) },
    expect: { "1": { ...rule("order.amount", { "1": SEGMENT }), conditions: {} } },
    omitted: ["1", "1.rules.2"],
  },
  {
    name: "one of which nothing nested is judged either is told once",
    scenario: "AUDIENCE_ONLY",
    given: { "1": rule("order.amount", { "1": PRODUCT, "2": USED }), "2": SEGMENT },
    expect: { "2": SEGMENT },
    omitted: ["1"],
  },
  {
    name: "what is nested in the choice of goods or lines goes with it",
    scenario: "AUDIENCE_ONLY",
    given: {
      "1": rule("product.id", { "1": SEGMENT }),
      "2": rule("order.items.any", { "1": SEGMENT }),
    },
    expect: {},
    omitted: ["1", "2"],
  },
  {
    name: "a rule on lines that nests something else is left out as a whole",
    given: { "1": rule("order.items.none", { "1": USED }) },
    expect: {},
    omitted: ["1.rules.1", "1"],
  },
  {
    name: "the audience alone",
    scenario: "AUDIENCE_ONLY",
    given: { "1": AMOUNT, "2": SEGMENT, "3": PRODUCT },
    expect: { "2": SEGMENT },
    omitted: ["1", "3"],
  },
  {
    name: "the products alone",
    scenario: "PRODUCTS",
    given: { "1": AMOUNT, "2": SEGMENT, "3": PRODUCT },
    expect: { "3": PRODUCT },
    omitted: ["1", "2"],
  },
  {
    name: "products and audience",
    scenario: "PRODUCTS_BY_CUSTOMER",
    given: { "1": AMOUNT, "2": SEGMENT, "3": PRODUCT },
    expect: { "2": SEGMENT, "3": PRODUCT },
    omitted: ["1"],
  },
];

describe("the rules that a scenario judges", () => {
  it.each(rows)("$name", ({ scenario = "ALL", given, expect: expected, omitted }) => {
    const judged = judgedRules(given, (name) => isJudged(scenario, name));
    expect(judged).toEqual({ rules: expected, omitted });
  });

  it("where all are judged, the very same set", () => {
    const given = { "1": AMOUNT, "2": rule("order.items.any", { "1": PRODUCT }), logic: "1 or 2" };
    expect(judgedRules(given, (name) => isJudged("ALL", name)).rules).toBe(given);
  });

  it.each([
    "campaign.redemptions.count",
    "campaign.redemptions.customers_count",
    "campaign.orders.amount",
    "campaign.orders.amount_discounted",
    "redemption.count.per_customer",
    "redemption.count.per_user",
    "redemption.count.daily",
  ])("no scenario judges %s", (name) => {
    expect(isJudged("ALL", name)).toBe(false);
  });
});
