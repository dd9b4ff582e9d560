import { describe, expect, it } from "vitest";
import { checkRules } from "../../../src/engine/rules/define";
import { evaluateRules } from "../../../src/engine/rules/evaluate";
import type { ItemFacts } from "../../../src/engine/rules/facts";
import type { Verdict } from "../../../src/engine/rules/trace";
import type { RuleNode } from "../../../src/model/rule";
import {
  about,
  BOOTS,
  CART,
  collection,
  NAMELESS,
  one,
  product,
  rule,
  SHIRTS,
  SOCKS,
  sku,
  withItems,
} from "./items-shop";
import { ruleSet } from "./shop";

interface Row {
  name: string;
  given: RuleNode;
  items?: readonly ItemFacts[];
  expect: Verdict;
}

const decide = (node: RuleNode, items: readonly ItemFacts[] = CART) => {
  expect(checkRules(one(node)).ok).toBe(true);
  return evaluateRules(ruleSet(one(node)), withItems(items));
};

const YES = "matched";
const NO = "not_matched";
const OPEN = "unknown";
const units = (conditions: Record<string, unknown>) => rule("order.items.quantity", conditions);
const price = (conditions: Record<string, unknown>) => rule("order.items.price", conditions);
const allUnits = (count: number) => rule("order.items.aggregated_quantity", { $is: [count] });
const allAmount = (sum: number) => rule("order.items.aggregated_amount", { $is: [sum] });
const SALE = { $from: [collection("pc_sale")] };

/** The order: 2 shirts at 15.00, 1 pair of boots at 40.00, 5 pairs of socks at 2.00. */
describe("several conditions on a fact of lines", () => {
  const unpriced: ItemFacts = { ...SHIRTS, price: null, amount: null };
  const rows: Row[] = [
    {
      name: "one line meets them all",
      given: price({ $more_than_or_equal: [1000], $less_than_or_equal: [2000] }),
      expect: YES,
    },
    {
      name: "no line lies between, though one is above and one below",
      given: price({ $more_than_or_equal: [2000], $less_than_or_equal: [3000] }),
      expect: NO,
    },
    {
      name: "of any line",
      given: rule("order.items.price_any", { $more_than: [2000], $is_not: [4000] }),
      expect: NO,
    },
    {
      name: "a negative one is asked of all lines",
      given: price({ $more_than: [1000], $is_not: [200] }),
      expect: NO,
    },
    {
      name: "each line",
      given: rule("order.items.price_each", { $more_than: [100], $less_than: [4001] }),
      expect: YES,
    },
    {
      name: "a line whose price is unknown may lie between",
      given: price({ $more_than_or_equal: [2000], $less_than_or_equal: [3000] }),
      items: [unpriced, BOOTS, SOCKS],
      expect: OPEN,
    },
  ];
  it.each(rows)("$name", ({ given, items, expect: verdict }) => {
    expect(decide(given, items).verdict).toBe(verdict);
  });
});

/** The order: 2 shirts at 15.00, 1 pair of boots at 40.00, 5 pairs of socks at 2.00. */
describe("which lines a rule on items chooses", () => {
  const rows: Row[] = [
    { name: "a product", given: about("any", { $is: [product("prod_1")] }), expect: YES },
    {
      name: "by source ID",
      given: about("any", { $is: [{ object: "product", source_id: "prod_1_source" }] }),
      expect: YES,
    },
    { name: "a bare ID", given: about("any", { $in: ["prod_9", "prod_3"] }), expect: YES },
    { name: "a SKU", given: about("any", { $is: [sku("sku_2")] }), expect: YES },
    { name: "a bare SKU", given: about("any", { $is: ["boots-42"] }), expect: YES },
    {
      name: "a product is no SKU of the same ID",
      given: about("any", { $is: [sku("prod_1")] }),
      expect: NO,
    },
    {
      name: "a SKU is no product of the same ID",
      given: about("any", { $is: [product("sku_2")] }),
      expect: NO,
    },
    { name: "a collection", given: about("any", { $is: [collection("pc_shoes")] }), expect: YES },
    { name: "from a collection", given: about("any", SALE), expect: YES },
    { name: "from a bare collection", given: about("any", { $from: ["pc_sale"] }), expect: YES },
    {
      name: "in a collection",
      given: about("any", { $in: [collection("pc_clothes")] }),
      expect: YES,
    },
    { name: "no such collection", given: about("any", { $from: ["pc_toys"] }), expect: NO },
    {
      name: "a line that calls itself after a collection is not in it",
      given: about("any", { $is: [collection("pc_toys")] }),
      items: [{ ...SHIRTS, source_id: "pc_toys" }],
      expect: NO,
    },
    { name: "all but one", given: about("any", { $is_not: ["prod_1"] }), expect: YES },
    {
      name: "all but all",
      given: about("any", { $not_in: ["prod_1", sku("sku_2"), collection("pc_sale")] }),
      expect: NO,
    },
    {
      name: "nothing in common with a collection",
      given: about("every", { $not_intersect: [collection("pc_toys")] }),
      expect: YES,
    },
    {
      name: "nothing in common, but one has",
      given: about("every", { $not_intersect: [collection("pc_shoes")] }),
      expect: NO,
    },
    {
      name: "nothing in common with a SKU of the line",
      given: about("any", { $not_intersect: ["boots-42"] }),
      items: [BOOTS],
      expect: NO,
    },
    {
      name: "several conditions choose lines that meet all",
      given: about("any", { ...SALE, $is_not: [product("prod_1")] }, units({ $is: [5] })),
      expect: YES,
    },
    {
      name: "several conditions leave out the rest",
      given: about("any", { ...SALE, $is_not: [product("prod_1")] }, units({ $is: [2] })),
      expect: NO,
    },
    {
      name: "no conditions choose all lines",
      given: about("any", {}, units({ $is: [1] })),
      expect: YES,
    },
    {
      name: "$count counts the lines chosen: 2 of the sale",
      given: about("any", { ...SALE, $count: [2] }),
      expect: YES,
    },
    {
      name: "$count_more: 2 is not more than 2",
      given: about("any", { ...SALE, $count_more: [2] }),
      expect: NO,
    },
    {
      name: "$count_less: 3 lines are less than 4",
      given: about("every", { $count_less: [4] }),
      expect: YES,
    },
  ];
  it.each(rows)("$name", ({ given, items, expect: verdict }) => {
    expect(decide(given, items).verdict).toBe(verdict);
  });
});

describe("how the lines chosen answer together", () => {
  const LARGE = rule("order.items.metadata", { $is: ["L"] }, "size");
  const ACME = rule("product.metadata", { $is: ["acme"] }, "brand");
  const rows: Row[] = [
    { name: "any: one line fits", given: about("any", SALE, units({ $is: [5] })), expect: YES },
    {
      name: "any: the line that fits is not chosen",
      given: about("any", SALE, units({ $is: [1] })),
      expect: NO,
    },
    {
      name: "any: one line must meet all nested rules, not each its own",
      given: about("any", {}, units({ $is: [5] }), price({ $is: [1500] })),
      expect: NO,
    },
    {
      name: "every: all lines fit",
      given: about("every", {}, price({ $more_than: [199] })),
      expect: YES,
    },
    {
      name: "every: one does not",
      given: about("every", {}, units({ $less_than: [5] })),
      expect: NO,
    },
    { name: "every: one is not chosen", given: about("every", SALE), expect: NO },
    {
      name: "every: all are chosen",
      given: about("every", { $in: [collection("pc_sale"), product("prod_2")] }),
      expect: YES,
    },
    { name: "none: none is chosen", given: about("none", { $is: ["prod_9"] }), expect: YES },
    { name: "none: one is", given: about("none", { $is: ["prod_2"] }), expect: NO },
    {
      name: "none: one is chosen but does not fit",
      given: about("none", { $is: ["prod_2"] }, price({ $less_than: [4000] })),
      expect: YES,
    },
    { name: "cheapest: the socks", given: about("cheapest", { $is: ["prod_3"] }), expect: YES },
    { name: "cheapest: not the shirts", given: about("cheapest", { $is: ["prod_1"] }), expect: NO },
    {
      name: "cheapest of all lines, not of those chosen",
      given: about("cheapest", { $is: [collection("pc_clothes")] }),
      expect: NO,
    },
    {
      name: "cheapest: its own rules",
      given: about("cheapest", {}, units({ $is: [5] })),
      expect: YES,
    },
    {
      name: "most expensive: the boots",
      given: about("most_expensive", { $is: [sku("sku_2")] }, price({ $is: [4000] })),
      expect: YES,
    },
    {
      name: "most expensive by price, not by amount",
      given: about("most_expensive", { $is: ["prod_3"] }),
      items: [BOOTS, { ...SOCKS, quantity: 100, amount: 20_000 }],
      expect: NO,
    },
    {
      name: "cheapest: both of two at one price, the earlier",
      given: about("cheapest", { $is: ["prod_1"] }),
      items: [BOOTS, { ...SHIRTS, price: 200 }, SOCKS],
      expect: YES,
    },
    {
      name: "cheapest: both of two at one price, the later",
      given: about("cheapest", { $is: ["prod_3"] }),
      items: [BOOTS, { ...SHIRTS, price: 200 }, SOCKS],
      expect: YES,
    },
    {
      name: "most expensive: both of two at one price, the later",
      given: about("most_expensive", { $is: ["prod_3"] }),
      items: [{ ...SHIRTS, price: 200 }, SOCKS],
      expect: YES,
    },
    {
      name: "most expensive: one of two at one price fits",
      given: about("most_expensive", {}, units({ $is: [5] })),
      items: [{ ...SHIRTS, price: 200 }, SOCKS],
      expect: YES,
    },
    {
      name: "most expensive: both of two at one price count",
      given: about("most_expensive", { $count: [2] }),
      items: [{ ...SHIRTS, price: 200 }, SOCKS],
      expect: YES,
    },
    {
      name: "most expensive: a third one that costs less is none of them",
      given: about("most_expensive", { $is: ["prod_2"] }),
      items: [{ ...BOOTS, price: 100 }, { ...SHIRTS, price: 200 }, SOCKS],
      expect: NO,
    },
    {
      name: "most expensive within a collection: the shirts, though the boots cost more",
      given: about(
        "most_expensive",
        { $from: [collection("pc_clothes")] },
        price({ $more_than: [1000] }),
      ),
      expect: YES,
    },
    {
      name: "cheapest within what $from names, then of those that $is names",
      given: about("cheapest", { $from: [collection("pc_sale")], $is: ["prod_1"] }),
      items: [SHIRTS, { ...BOOTS, price: 100 }, { ...SOCKS, price: 2000 }],
      expect: YES,
    },
    {
      name: "cheapest within a collection that no line belongs to",
      given: about("cheapest", { $from: [collection("pc_none")] }),
      expect: NO,
    },
    { name: "metadata of the line", given: about("any", {}, LARGE), expect: YES },
    { name: "metadata of the product", given: about("every", SALE, ACME), expect: NO },
    {
      name: "metadata of the product, of those of one collection",
      given: about("none", SALE, rule("product.metadata", { $is_not: ["acme"] }, "brand")),
      expect: YES,
    },
    {
      name: "a negative rule on each line is about that line",
      given: about("any", SALE, rule("product.id", { $is_not: ["prod_1"] })),
      expect: YES,
    },
    {
      name: "product.id with a collection judges that line",
      given: about("any", SALE, rule("product.id", { $is: [collection("pc_clothes")] })),
      expect: YES,
    },
    {
      name: "sku.id judges that line",
      given: about("most_expensive", {}, rule("sku.id", { $is: ["sku_2"] })),
      expect: YES,
    },
    {
      name: "product.price judges that line",
      given: about("cheapest", {}, rule("product.price", { $less_than: [201] })),
      expect: YES,
    },
    {
      name: "a rule on the customer among the nested ones",
      given: about("any", {}, rule("customer.metadata", { $is: ["gold"] }, "tier")),
      expect: YES,
    },
  ];
  it.each(rows)("$name", ({ given, items, expect: verdict }) => {
    expect(decide(given, items).verdict).toBe(verdict);
  });
});

describe("sums over the lines chosen", () => {
  const rows: Row[] = [
    { name: "units of the sale: 2 + 5", given: about("any", SALE, allUnits(7)), expect: YES },
    {
      name: "amount of the sale: 2 x 15.00 + 5 x 2.00",
      given: about("any", SALE, allAmount(4000)),
      expect: YES,
    },
    { name: "units of all: 2 + 1 + 5", given: about("every", {}, allUnits(8)), expect: YES },
    {
      name: "of nothing chosen",
      given: about("any", { $is: ["prod_9"] }, allUnits(0)),
      expect: NO,
    },
    { name: "none: 7 units are not 8", given: about("none", SALE, allUnits(8)), expect: YES },
    { name: "none: 7 units are 7", given: about("none", SALE, allUnits(7)), expect: NO },
    {
      name: "cheapest: of that line alone",
      given: about("cheapest", {}, allUnits(5)),
      expect: YES,
    },
    { name: "outside a rule on items: all units", given: allUnits(8), expect: YES },
    { name: "outside a rule on items: 30 + 40 + 10", given: allAmount(8000), expect: YES },
    {
      name: "a line without a quantity is one unit: 2 + 1",
      given: allUnits(3),
      items: [SHIRTS, { ...BOOTS, quantity: null }],
      expect: YES,
    },
    {
      name: "a line without an amount leaves the sum open",
      given: about("any", {}, allAmount(3000)),
      items: [SHIRTS, { ...BOOTS, amount: null }],
      expect: OPEN,
    },
    {
      name: "units of products with the property: 2 + 1 + 5",
      given: rule("product.metadata.aggregated_quantity", { $is: [8] }, "brand"),
      items: [...CART, NAMELESS],
      expect: YES,
    },
    {
      name: "amount of products with the property: 30.00 + 10.00 of 83.00",
      given: rule("product.metadata.aggregated_amount", { $is: [4000] }, "brand"),
      items: [SHIRTS, SOCKS, NAMELESS, { ...BOOTS, product: null }],
      expect: YES,
    },
    {
      name: "no product has the property: nothing",
      given: rule("product.metadata.aggregated_amount", { $is: [0] }, "colour"),
      expect: YES,
    },
    {
      name: "within a rule on items only of its lines: 2 + 5",
      given: about(
        "any",
        SALE,
        rule("product.metadata.aggregated_quantity", { $is: [7] }, "brand"),
      ),
      expect: YES,
    },
  ];
  it.each(rows)("$name", ({ given, items, expect: verdict }) => {
    expect(decide(given, items).verdict).toBe(verdict);
  });
});

describe("rules on items within rules on items", () => {
  const rows: Row[] = [
    {
      name: "look at the lines chosen around them: the cheapest of the clothes",
      given: about(
        "any",
        { $is: [collection("pc_clothes")] },
        about("cheapest", {}, units({ $is: [2] })),
      ),
      expect: YES,
    },
    {
      name: "every of the sale, though not every line of the order",
      given: about("any", SALE, about("every", {}, units({ $more_than: [1] }))),
      expect: YES,
    },
    {
      name: "sums go over the inner choice: 5 of the 7",
      given: about("any", SALE, about("any", { $is: ["prod_3"] }, allUnits(5))),
      expect: YES,
    },
    {
      name: "none of the lines around",
      given: about("any", SALE, about("none", { $is: ["prod_2"] })),
      expect: YES,
    },
    {
      name: "a line that may lie outside cannot break every",
      given: about("any", SALE, about("every", {}, price({ $more_than: [999] }))),
      items: [SHIRTS, NAMELESS],
      expect: OPEN,
    },
    {
      name: "logic joins them line by line",
      given: {
        ...about(
          "any",
          {},
          units({ $is: [2] }),
          units({ $is: [5] }),
          price({ $less_than: [1000] }),
        ),
        rules: {
          "1": units({ $is: [2] }),
          "2": units({ $is: [5] }),
          "3": price({ $less_than: [1000] }),
          logic: "(1 or 2) and 3",
        },
      },
      expect: YES,
    },
    {
      name: "logic is of one line: 2 units below 10.00 are nowhere",
      given: {
        ...about("any", {}),
        rules: { "1": units({ $is: [2] }), "3": price({ $less_than: [1000] }), logic: "1 and 3" },
      },
      expect: NO,
    },
    {
      name: "rules nested in a rule on a line are about that line",
      given: about("any", {}, { ...units({ $is: [5] }), rules: one(price({ $is: [200] })) }),
      expect: YES,
    },
  ];
  it.each(rows)("$name", ({ given, items, expect: verdict }) => {
    expect(decide(given, items).verdict).toBe(verdict);
  });
});

describe("rules nested in product.id and sku.id", () => {
  const ofProduct = (id: string, ...nested: RuleNode[]): RuleNode => ({
    name: "product.id",
    conditions: { $is: [id] },
    rules: Object.fromEntries(nested.map((node, at) => [String(at + 1), node])),
  });
  const quantity = (conditions: Record<string, unknown>) => rule("product.quantity", conditions);
  const ONE_FIVE = [{ ...SHIRTS, quantity: 1 }, SOCKS];
  const rows: Row[] = [
    {
      name: "are about that product's line: one shirt is not two, though there are five socks",
      given: ofProduct("prod_1", quantity({ $more_than_or_equal: [2] })),
      items: ONE_FIVE,
      expect: NO,
    },
    {
      name: "are met by that product's line",
      given: ofProduct("prod_3", quantity({ $more_than_or_equal: [2] })),
      items: ONE_FIVE,
      expect: YES,
    },
    {
      name: "a line without a quantity is one unit",
      given: ofProduct("prod_1", quantity({ $is: [1] })),
      items: [{ ...SHIRTS, quantity: null }, SOCKS],
      expect: YES,
    },
    {
      name: "a line of an SKU as well",
      given: rule("sku.quantity", { $is: [1] }),
      items: [{ ...SHIRTS, sku_id: "sku_1", quantity: null }],
      expect: YES,
    },
    {
      name: "a price as well",
      given: ofProduct("prod_1", rule("product.price", { $less_than: [1000] })),
      items: ONE_FIVE,
      expect: NO,
    },
    {
      name: "all are about one line: of two lines of it one has the quantity, the other the price",
      given: ofProduct("prod_1", quantity({ $is: [2] }), rule("product.price", { $is: [900] })),
      items: [SHIRTS, { ...SHIRTS, quantity: 1, price: 900 }],
      expect: NO,
    },
    {
      name: "one line of two is enough",
      given: ofProduct("prod_1", quantity({ $is: [1] }), rule("product.price", { $is: [900] })),
      items: [SHIRTS, { ...SHIRTS, quantity: 1, price: 900 }],
      expect: YES,
    },
    {
      name: "sums go over the lines of that product: 2 of 8 units",
      given: ofProduct("prod_1", rule("order.items.aggregated_quantity", { $is: [2] })),
      expect: YES,
    },
    {
      name: "a rule that is about no line is what it is",
      given: ofProduct("prod_1", rule("order.amount", { $more_than: [100_000_000] })),
      expect: NO,
    },
    {
      name: "of no such product nothing is asked",
      given: ofProduct("prod_9", quantity({ $more_than: [0] })),
      expect: NO,
    },
    {
      name: "sku.id: the boots' line",
      given: {
        name: "sku.id",
        conditions: { $is: ["sku_2"] },
        rules: one(quantity({ $is: [5] })),
      },
      expect: NO,
    },
    {
      name: "negated: no line is the boots', and one of the others has five units",
      given: {
        name: "product.id",
        conditions: { $is_not: ["prod_2"] },
        rules: one(quantity({ $is: [5] })),
      },
      items: ONE_FIVE,
      expect: YES,
    },
    {
      name: "an order without lines leaves them unknown",
      given: ofProduct("prod_1", quantity({ $is: [1] })),
      items: [],
      expect: OPEN,
    },
  ];
  it.each(rows)("$name", ({ given, items, expect: verdict }) => {
    expect(decide(given, items).verdict).toBe(verdict);
  });
});

describe("what is not known of a line", () => {
  const rows: (Row & { missing: string | null })[] = [
    {
      name: "no lines",
      given: about("none", { $is: ["prod_1"] }),
      items: [],
      expect: OPEN,
      missing: "order.items",
    },
    {
      name: "none, with a line that names nothing",
      given: about("none", { $is: ["prod_9"] }),
      items: [SHIRTS, NAMELESS],
      expect: OPEN,
      missing: "product.id",
    },
    {
      name: "every, negated, with a line that names nothing",
      given: about("every", { $is_not: ["prod_9"] }),
      items: [SHIRTS, NAMELESS],
      expect: OPEN,
      missing: "product.id",
    },
    {
      name: "any, with a line that fits: decided all the same",
      given: about("any", { $is: ["prod_1"] }),
      items: [NAMELESS, SHIRTS],
      expect: YES,
      missing: null,
    },
    {
      name: "every, with a line that does not: decided all the same",
      given: about("every", { $is: ["prod_9"] }),
      items: [NAMELESS, SHIRTS],
      expect: NO,
      missing: null,
    },
    {
      name: "a sum over lines that may be chosen",
      given: about("any", SALE, allUnits(2)),
      items: [SHIRTS, NAMELESS],
      expect: OPEN,
      missing: "product.id",
    },
    {
      name: "$count of lines that may be chosen",
      given: about("any", { ...SALE, $count: [1] }),
      items: [SHIRTS, NAMELESS],
      expect: OPEN,
      missing: "product.id",
    },
    {
      name: "the price that says which is cheapest",
      given: about("cheapest", {}, units({ $is: [2] })),
      items: [SHIRTS, { ...BOOTS, price: null }],
      expect: OPEN,
      missing: "order.items.price",
    },
    {
      name: "a property of the line",
      given: about("every", {}, rule("order.items.metadata", { $is_not: ["XL"] }, "size")),
      expect: OPEN,
      missing: "order.items.metadata.size",
    },
    {
      name: "a property can be asked for",
      given: about("any", {}, rule("order.items.metadata", { $is_unknown: [true] }, "size")),
      expect: YES,
      missing: null,
    },
    {
      name: "a SKU where the line has none",
      given: about("cheapest", {}, rule("sku.quantity", { $is: [5] })),
      expect: OPEN,
      missing: "sku.quantity",
    },
  ];
  it.each(rows)("$name", ({ given, items, expect: verdict, missing }) => {
    const outcome = decide(given, items);
    expect(outcome.verdict).toBe(verdict);
    expect(outcome.violated?.missing ?? null).toBe(missing);
  });

  it("is the order, where there is none", () => {
    const set = ruleSet(one(about("any", SALE)));
    const outcome = evaluateRules(set, { ...withItems(CART), order: null });
    expect(outcome.violated).toEqual({ rule: "1", scope: "order", missing: "order" });
  });
});
