import { describe, expect, it } from "vitest";
import { evaluateRules } from "../../../src/engine/rules/evaluate";
import type { Facts } from "../../../src/engine/rules/facts";
import { RULE_NAMES } from "../../../src/engine/rules/names";
import type { Verdict } from "../../../src/engine/rules/trace";
import { facts, item, ruleSet } from "./shop";

interface Row {
  name: string;
  given: [rule: string, conditions: Record<string, unknown>, property?: string];
  expect: Verdict;
}

const decide = ([name, conditions, property]: Row["given"], about: Facts = facts()) =>
  evaluateRules(ruleSet({ "1": { name, property, conditions } }), about);

/** The shop's order: 2 x prod_1 at 15.00 (L, acme), 1 x prod_2/sku_2 at 40.00 (M, umbrella). */
describe("facts a rule can read", () => {
  const rows: Row[] = [
    { name: "segment", given: ["customer.segment", { $is: ["seg_2"] }], expect: "matched" },
    {
      name: "no segment",
      given: ["customer.segment", { $is_not: ["seg_2"] }],
      expect: "not_matched",
    },
    { name: "how many", given: ["customer.segment", { $count: [2] }], expect: "matched" },
    { name: "old name", given: ["customer_segment", { $in: ["seg_1"] }], expect: "matched" },
    {
      name: "customer",
      given: ["customer.metadata", { $is: ["gold"] }, "tier"],
      expect: "matched",
    },
    { name: "amount", given: ["order.amount", { $more_than: [6999] }], expect: "matched" },
    { name: "initial", given: ["order.initial_amount", { $is: [7000] }], expect: "matched" },
    { name: "total", given: ["order.total_amount", { $is: [6300] }], expect: "matched" },
    { name: "order", given: ["order.metadata", { $is: ["web"] }, "channel"], expect: "matched" },
    { name: "units, not lines", given: ["order.items.count", { $is: [3] }], expect: "matched" },
    {
      name: "any price",
      given: ["order.items.price_any", { $more_than: [3999] }],
      expect: "matched",
    },
    {
      name: "no price",
      given: ["order.items.price_any", { $more_than: [4000] }],
      expect: "not_matched",
    },
    {
      name: "each price",
      given: ["order.items.price_each", { $less_than: [4001] }],
      expect: "matched",
    },
    {
      name: "but one",
      given: ["order.items.price_each", { $less_than: [4000] }],
      expect: "not_matched",
    },
    {
      name: "any size",
      given: ["order.items.metadata_any", { $is: ["M"] }, "size"],
      expect: "matched",
    },
    {
      name: "any line that is not M",
      given: ["order.items.metadata_any", { $is_not: ["M"] }, "size"],
      expect: "matched",
    },
    {
      name: "each line is M",
      given: ["order.items.metadata_each", { $is: ["M"] }, "size"],
      expect: "not_matched",
    },
    {
      name: "each line is M or L",
      given: ["order.items.metadata_each", { $in: ["M", "L"] }, "size"],
      expect: "matched",
    },
    { name: "product", given: ["product.id", { $is: ["prod_1"] }], expect: "matched" },
    { name: "by its source ID", given: ["product.id", { $is: ["shirt"] }], expect: "matched" },
    { name: "no such product", given: ["product.id", { $is: ["prod_3"] }], expect: "not_matched" },
    {
      name: "$is_not says that no line is that product",
      given: ["product.id", { $is_not: ["prod_1"] }],
      expect: "not_matched",
    },
    {
      name: "and holds of another",
      given: ["product.id", { $is_not: ["prod_3"] }],
      expect: "matched",
    },
    { name: "how many products", given: ["product.id", { $count: [2] }], expect: "matched" },
    {
      name: "the products and no others",
      given: ["product.id", { $not_differ: ["prod_2", "shirt"] }],
      expect: "matched",
    },
    {
      name: "nothing in common",
      given: ["product.id", { $not_intersect: ["prod_2", "prod_9"] }],
      expect: "not_matched",
    },
    { name: "price", given: ["product.price", { $is: [1500] }], expect: "matched" },
    { name: "quantity", given: ["product.quantity", { $more_than: [2] }], expect: "not_matched" },
    { name: "brand", given: ["product.metadata", { $is: ["acme"] }, "brand"], expect: "matched" },
    {
      name: "no line of that brand",
      given: ["product_metadata", { $is_not: ["acme"] }, "brand"],
      expect: "not_matched",
    },
    { name: "SKU", given: ["sku.id", { $is: ["sku_2"] }], expect: "matched" },
    { name: "SKU by source ID", given: ["sku.id", { $is: ["boots-42"] }], expect: "matched" },
    {
      name: "a product without SKU has none of any ID",
      given: ["sku.id", { $is_not: ["sku_9"] }],
      expect: "matched",
    },
    {
      name: "only lines with a SKU have a SKU price",
      given: ["sku.price", { $is: [1500] }],
      expect: "not_matched",
    },
    { name: "SKU quantity", given: ["sku.quantity", { $is: [1] }], expect: "matched" },
    {
      name: "redemption",
      given: ["redemption.metadata", { $is: ["7"] }, "terminal"],
      expect: "matched",
    },
    { name: "gift", given: ["redemption.gift.amount", { $less_than: [501] }], expect: "matched" },
    { name: "key", given: ["redemption.api_key", { $is: ["app_1"] }], expect: "matched" },
  ];
  it.each(rows)("$given.0: $name", ({ given, expect: verdict }) => {
    expect(decide(given).verdict).toBe(verdict);
  });
});

describe("facts that are missing", () => {
  const order = (values: Partial<NonNullable<Facts["order"]>>): Facts => {
    const whole = facts();
    return { ...whole, order: whole.order && { ...whole.order, ...values } };
  };
  const mixed = order({
    items: [item({ product_id: "prod_1", price: 100 }), item({ quantity: 4, metadata: {} })],
  });
  const rows: { name: string; given: Row["given"]; about: Facts; missing: string }[] = [
    {
      name: "order",
      given: ["order.amount", { $is: [1] }],
      about: facts({ order: null }),
      missing: "order",
    },
    {
      name: "order, for its lines",
      given: ["product.id", { $is_not: ["prod_1"] }],
      about: facts({ order: null }),
      missing: "order",
    },
    {
      name: "amount",
      given: ["order.amount", { $is: [1] }],
      about: order({ amount: null }),
      missing: "order.amount",
    },
    {
      name: "total",
      given: ["order.total_amount", { $is: [1] }],
      about: order({ total_amount: null }),
      missing: "order.total_amount",
    },
    {
      name: "order metadata",
      given: ["order_metadata", { $is_not: ["x"] }, "shop"],
      about: facts(),
      missing: "order.metadata.shop",
    },
    {
      name: "lines",
      given: ["order.items.price_each", { $less_than: [1] }],
      about: order({ items: [] }),
      missing: "order.items",
    },
    {
      name: "how many units there are, where no line was sent",
      given: ["order.items.count", { $less_than: [5] }],
      about: order({ items: [] }),
      missing: "order.items",
    },
    {
      name: "one line's price among all",
      given: ["order.items.price_each", { $less_than: [101] }],
      about: mixed,
      missing: "order.items.price",
    },
    {
      name: "one line's product, where none may be that",
      given: ["product.id", { $is_not: ["prod_9"] }],
      about: mixed,
      missing: "product.id",
    },
    {
      name: "one line's product, where products are counted",
      given: ["product.id", { $count: [1] }],
      about: mixed,
      missing: "product.id",
    },
    {
      name: "a line's metadata",
      given: ["order.items.metadata_any", { $is: ["L"] }, "size"],
      about: mixed,
      missing: "order.items.metadata.size",
    },
    {
      name: "a line without SKU",
      given: ["sku.quantity", { $is: [4] }],
      about: mixed,
      missing: "sku.quantity",
    },
    {
      name: "gift credits",
      given: ["redemption.gift.amount", { $is: [1] }],
      about: facts({ redemption: { metadata: {}, gift_amount: null, api_key: null } }),
      missing: "redemption.gift.amount",
    },
    {
      name: "API key",
      given: ["redemption.api_key", { $is_not: ["app_2"] }],
      about: facts({ redemption: { metadata: {}, gift_amount: null, api_key: null } }),
      missing: "redemption.api_key",
    },
  ];
  it.each(rows)("$name", ({ given, about, missing }) => {
    const outcome = decide(given, about);
    expect(outcome.verdict).toBe("unknown");
    expect(outcome.violated?.missing).toBe(missing);
  });

  it("one line that fits decides, whatever is missing on the others", () => {
    expect(decide(["product.id", { $is: ["prod_1"] }], mixed).verdict).toBe("matched");
    expect(decide(["product.id", { $is_not: ["prod_1"] }], mixed).verdict).toBe("not_matched");
    expect(decide(["order.items.price_each", { $more_than: [100] }], mixed).verdict).toBe(
      "not_matched",
    );
  });

  it("asks each line for its presence", () => {
    const ask = (name: string, operator: string) =>
      decide([name, { [operator]: [true] }, "size"], mixed).verdict;
    expect(ask("order.items.metadata_any", "$is_unknown")).toBe("matched");
    expect(ask("product.id", "$has_value")).toBe("matched");
    expect(ask("product.id", "$is_unknown")).toBe("not_matched");
  });

  it("a line without quantity is one unit", () => {
    expect(decide(["order.items.count", { $is: [5] }], mixed).verdict).toBe("matched");
  });
});

describe("known names whose fact is not gathered", () => {
  const ungathered = [...RULE_NAMES.values()].filter(
    (row) => row.read === null && row.items === null,
  );
  it.each(ungathered)("$name is unknown, whatever is asked", ({ name, scope }) => {
    for (const conditions of [{ $is: ["x"] }, { $is_not: ["x"] }, { $is_unknown: [true] }]) {
      const outcome = decide([name, conditions, "p"]);
      expect(outcome.verdict).toBe("unknown");
      expect(outcome.violated).toEqual({ rule: "1", scope, missing: name });
    }
  });

  it("are only those that count by users of a console", () => {
    expect(ungathered.map(({ name }) => name)).toEqual(["redemption.count.per_user"]);
  });
});
