import { describe, expect, it } from "vitest";
import { checkRules } from "../../../src/engine/rules/define";
import { evaluateRules } from "../../../src/engine/rules/evaluate";
import type { Facts } from "../../../src/engine/rules/facts";
import type { Verdict } from "../../../src/engine/rules/trace";
import type { RuleNode } from "../../../src/model/rule";
import { about, CART, collection, one, rule, SHIRTS, SOCKS, withItems } from "./items-shop";
import { facts, ruleSet } from "./shop";

const decide = (node: RuleNode, changes: Partial<Facts>, items = CART) =>
  evaluateRules(ruleSet(one(node)), withItems(items, changes)).verdict;

interface Row {
  name: string;
  given: RuleNode;
  changes?: Partial<Facts>;
  expect: Verdict;
}

describe("facts that may be given", () => {
  const POINTS = rule("redemption.reward.pay_with_points.points_used", { $more_than: [99] });
  const LOGIN = rule("redemption.user.login", { $is: ["anna"] });
  const LINKED = rule("publication.redeemable_by_linked_customer", { $is: [true] });
  const EVENT = rule("custom_event.metadata", { $is: ["web"] }, "channel");
  const redemption = { metadata: {}, gift_amount: null, api_key: null };
  const reach = [true, false, false];
  const reached = (name: string, property?: string) => rule(name, { $is: [true] }, property);
  const rows: Row[] = [
    {
      name: "points",
      given: POINTS,
      changes: { redemption: { ...redemption, points: 100 } },
      expect: "matched",
    },
    { name: "no points", given: POINTS, expect: "unknown" },
    {
      name: "user",
      given: LOGIN,
      changes: { redemption: { ...redemption, user_login: "anna" } },
      expect: "matched",
    },
    { name: "no user", given: LOGIN, expect: "unknown" },
    {
      name: "holder",
      given: LINKED,
      changes: { publication: { is_linked: true } },
      expect: "matched",
    },
    {
      name: "not the holder",
      given: LINKED,
      changes: { publication: { is_linked: false } },
      expect: "not_matched",
    },
    { name: "not published", given: LINKED, changes: { publication: null }, expect: "unknown" },
    {
      name: "event",
      given: EVENT,
      changes: { custom_event: { metadata: { channel: "web" } } },
      expect: "matched",
    },
    { name: "no event", given: EVENT, changes: { custom_event: null }, expect: "unknown" },
    {
      name: "the discount reaches a line",
      given: reached("product.discount_applicable"),
      changes: { reach },
      expect: "matched",
    },
    {
      name: "it reaches none",
      given: reached("product.discount_applicable"),
      changes: { reach: [false, false, false] },
      expect: "not_matched",
    },
    {
      name: "nobody knows what it reaches",
      given: reached("product.discount_applicable"),
      changes: { reach: null },
      expect: "unknown",
    },
    {
      name: "only the boots have a SKU, and it does not reach them",
      given: reached("sku.discount_applicable"),
      changes: { reach },
      expect: "not_matched",
    },
    {
      name: "it reaches a product with the property",
      given: reached("product.metadata.discount_applicable", "brand"),
      changes: { reach },
      expect: "matched",
    },
    {
      name: "within a rule on items: it does not reach the cheapest line",
      given: about("cheapest", {}, reached("product.discount_applicable")),
      changes: { reach },
      expect: "not_matched",
    },
    {
      name: "match_all: not every product is of acme",
      given: rule("product.metadata.match_all", { $is: ["acme"] }, "brand"),
      expect: "not_matched",
    },
    {
      name: "match_all: every product is of one of two",
      given: rule("product.metadata.match_all", { $in: ["acme", "umbrella"] }, "brand"),
      expect: "matched",
    },
  ];
  it.each(rows)("$given.name: $name", ({ given, changes = {}, expect: verdict }) => {
    expect(decide(given, changes)).toBe(verdict);
  });
});

describe("names of lines outside a rule on items are met by any line", () => {
  const rows: Row[] = [
    { name: "units", given: rule("order.items.quantity", { $is: [5] }), expect: "matched" },
    {
      name: "price",
      given: rule("order.items.price", { $less_than: [200] }),
      expect: "not_matched",
    },
    {
      name: "an older name",
      given: rule("order_items_metadata", { $is: ["M"] }, "size"),
      expect: "matched",
    },
  ];
  it.each(rows)("$name", ({ given, expect: verdict }) => {
    expect(decide(given, {})).toBe(verdict);
  });
});

describe("collections among the names of products and SKUs", () => {
  const rows: Row[] = [
    { name: "$is", given: rule("product.id", { $is: [collection("pc_sale")] }), expect: "matched" },
    { name: "$from", given: rule("product.id", { $from: ["pc_shoes"] }), expect: "matched" },
    { name: "$in", given: rule("sku.id", { $in: [collection("pc_shoes")] }), expect: "matched" },
    {
      name: "$contains",
      given: rule("product.id", { $contains: [collection("pc_toys")] }),
      expect: "not_matched",
    },
    {
      name: "$is_not: some line is",
      given: rule("product.id", { $is_not: [collection("pc_sale")] }),
      expect: "not_matched",
    },
    {
      name: "$not_in: no line is",
      given: rule("product.id", { $not_in: [collection("pc_toys")] }),
      expect: "matched",
    },
    {
      name: "$not_intersect",
      given: rule("product.id", { $not_intersect: [collection("pc_shoes"), "prod_9"] }),
      expect: "not_matched",
    },
    {
      name: "$not_differ: all lines, and nothing else",
      given: rule("product.id", { $not_differ: [collection("pc_sale"), "prod_2"] }),
      expect: "matched",
    },
    {
      name: "$not_differ: one collection too many",
      given: rule("product.id", { $not_differ: [collection("pc_sale"), "prod_2", "pc_toys"] }),
      expect: "not_matched",
    },
    {
      name: "a number among texts",
      given: rule("product.id", { $is: [7] }),
      expect: "not_matched",
    },
  ];
  it.each(rows)("$given.name $name", ({ given, expect: verdict }) => {
    expect(decide(given, {})).toBe(verdict);
  });

  it("a name that is a number is found by the number", () => {
    const items = [{ ...SHIRTS, source_id: "7" }, SOCKS];
    expect(decide(rule("product.id", { $is: [7] }), {}, items)).toBe("matched");
    expect(decide(about("any", { $is: [7] }), {}, items)).toBe("matched");
  });
});

describe("what a reference must have", () => {
  it("a reference to a collection without an ID is refused", () => {
    const sent = one(
      rule("product.id", { $is: [{ object: "products_collection", source_id: "x" }] }),
    );
    expect(checkRules(sent)).toMatchObject({ ok: false, error: { rule: "1" } });
  });

  it("leaves the facts of a builder without them as they were", () => {
    expect(decide(rule("order.amount", { $is: [7000] }), facts())).toBe("matched");
  });
});
