import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluateRules } from "../../../src/engine/rules/evaluate";
import type { ItemFacts } from "../../../src/engine/rules/facts";
import type { Verdict } from "../../../src/engine/rules/trace";
import type { RuleNode, Rules } from "../../../src/model/rule";
import { runs } from "../../support/runs";
import { about, collection, one, product, rule, sku, withItems } from "./items-shop";
import { goods, item, ruleSet } from "./shop";

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 4 });

const productOf = (id: string | null, brand: string | null) =>
  id === null ? null : goods({ id, metadata: brand === null ? {} : { brand } });

/** A line of which anything may be unknown. */
const line: fc.Arbitrary<ItemFacts> = fc
  .record({
    id: maybe(fc.constantFrom("prod_1", "prod_2", "prod_3")),
    sku_id: maybe(fc.constantFrom("sku_1", "sku_2")),
    quantity: maybe(fc.integer({ min: 1, max: 4 })),
    price: maybe(fc.integer({ min: 0, max: 4 })),
    brand: maybe(fc.constantFrom("acme", "umbrella")),
    collections: fc.subarray(["pc_1", "pc_2"]),
  })
  .map(({ id, brand, quantity, price, ...rest }) => {
    const amount = quantity === null || price === null ? null : quantity * price;
    return item({
      ...rest,
      quantity,
      price,
      amount,
      product_id: id,
      product: productOf(id, brand),
    });
  });

const lines = fc.array(line, { minLength: 1, maxLength: 6 });

const choice = fc.constantFrom<Record<string, unknown>>(
  {},
  { $is: [product("prod_1"), sku("sku_2")] },
  { $is_not: ["prod_2", "sku_1"] },
  { $from: [collection("pc_1")] },
  { $not_intersect: ["pc_2"] },
  { $in: ["prod_3"], $count_more: [1] },
);
const selecting = fc.constantFrom<Record<string, unknown>>({}, { $is: ["prod_1", sku("sku_2")] });

const leaf: fc.Arbitrary<RuleNode> = fc.constantFrom(
  rule("order.items.quantity", { $more_than: [1] }),
  rule("order.items.price", { $less_than: [3] }),
  rule("product.metadata", { $is_not: ["acme"] }, "brand"),
  rule("sku.id", { $is: ["sku_1"] }),
  rule("order.items.aggregated_quantity", { $less_than: [6] }),
  rule("order.items.aggregated_amount", { $more_than: [7] }),
  rule("product.metadata.aggregated_quantity", { $more_than: [2] }, "brand"),
  rule("order.amount", { $is: [7000] }),
);
const inner = fc
  .tuple(fc.constantFrom("any", "every", "none"), choice, fc.array(leaf, { maxLength: 2 }))
  .map(([quantifier, conditions, rules]) => about(quantifier, conditions, ...rules));
const nested = fc.array(fc.oneof({ weight: 3, arbitrary: leaf }, inner), { maxLength: 3 });

const verdict = (node: RuleNode, items: readonly ItemFacts[]): Verdict =>
  evaluateRules(ruleSet(one(node)), withItems(items)).verdict;

const opposite = { matched: "not_matched", not_matched: "matched", unknown: "unknown" } as const;

describe("laws of rules on items", () => {
  it("the order of the lines does not matter to any, every and none", () => {
    const shuffled = lines.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
      ),
    );
    const quantifier = fc.constantFrom("any", "every", "none");
    fc.assert(
      fc.property(shuffled, quantifier, choice, nested, ([list, other], name, where, rules) => {
        const node = about(name, where, ...rules);
        expect(verdict(node, other)).toBe(verdict(node, list));
      }),
      { numRuns: runs(500) },
    );
  });

  it("every implies any", () => {
    fc.assert(
      fc.property(lines, choice, nested, (list, where, rules) => {
        if (verdict(about("every", where, ...rules), list) !== "matched") return;
        expect(verdict(about("any", where, ...rules), list)).toBe("matched");
      }),
      { numRuns: runs(500) },
    );
  });

  it("none is the negation of any, and open where that is", () => {
    fc.assert(
      fc.property(lines, selecting, nested, (list, where, rules) => {
        const any = verdict(about("any", where, ...rules), list);
        expect(verdict(about("none", where, ...rules), list)).toBe(opposite[any]);
      }),
      { numRuns: runs(500) },
    );
  });

  it("a line more cannot undo any, nor bring about every", () => {
    const own = fc.constantFrom(
      rule("order.items.quantity", { $more_than: [1] }),
      rule("product.metadata", { $is_not: ["acme"] }, "brand"),
    );
    fc.assert(
      fc.property(lines, line, selecting, own, (list, more, where, node) => {
        const longer = [...list, more];
        if (verdict(about("any", where, node), list) === "matched") {
          expect(verdict(about("any", where, node), longer)).toBe("matched");
        }
        if (verdict(about("every", where, node), longer) === "matched") {
          expect(verdict(about("every", where, node), list)).toBe("matched");
        }
      }),
    );
  });

  it("filling in a missing price or amount changes no verdict that was not open", () => {
    const node = (where: Record<string, unknown>, rules: RuleNode[]) =>
      about("any", where, ...rules);
    fc.assert(
      fc.property(lines, choice, nested, (list, where, rules) => {
        const before = verdict(node(where, rules), list);
        const filled = list.map((one) => ({
          ...one,
          price: one.price ?? 1,
          amount: one.amount ?? 3,
        }));
        if (before !== "unknown") expect(verdict(node(where, rules), filled)).toBe(before);
      }),
    );
  });

  it("asking for the trace changes nothing, and its verdict is the set's", () => {
    const quantifier = fc.constantFrom("any", "every", "none", "cheapest", "most_expensive");
    const logic = fc.constantFrom("", "1 or 2", "(1 or 2) and 3", "3 and 1");
    fc.assert(
      fc.property(
        lines,
        quantifier,
        choice,
        fc.tuple(leaf, inner, leaf),
        logic,
        (list, name, where, rules, text) => {
          const node = about(name, where, ...rules);
          const set = ruleSet({ "1": { ...node, rules: { ...node.rules, logic: text } } });
          const world = withItems(list);
          const { trace, ...traced } = evaluateRules(set, world, { trace: true });
          expect(traced).toEqual(evaluateRules(set, world));
          expect(trace?.verdict).toBe(traced.verdict);
          expect(traced.violated === null).toBe(traced.verdict === "matched");
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it("answers as a plain loop over the lines does", () => {
    const ids = fc.subarray(["prod_1", "prod_2", "prod_3"], { minLength: 1 });
    const full = fc.array(
      fc.record({
        id: fc.constantFrom("prod_1", "prod_2", "prod_3"),
        units: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 1, maxLength: 500 },
    );
    fc.assert(
      fc.property(full, ids, fc.integer({ min: 0, max: 9 }), (cart, wanted, least) => {
        const items = cart.map(({ id, units }) => item({ product_id: id, quantity: units }));
        const fits = (one: { id: string; units: number }) =>
          wanted.includes(one.id) && one.units > least;
        const above = rule("order.items.quantity", { $more_than: [least] });
        const asked = (name: string) =>
          verdict(about(name, { $is: wanted }, above), items) === "matched";
        expect(asked("any")).toBe(cart.some(fits));
        expect(asked("every")).toBe(cart.every(fits));
        const units = cart
          .filter(({ id }) => wanted.includes(id))
          .reduce((n, one) => n + one.units, 0);
        const sum = rule("order.items.aggregated_quantity", { $is: [units] });
        expect(verdict(about("any", { $is: wanted }, sum), items) === "matched").toBe(units > 0);
      }),
    );
  });

  it("never throws on rules that nobody checked", () => {
    const name = fc.constantFrom(
      "order.items.any",
      "order.items.every",
      "order.items.cheapest",
      "sku.id",
    );
    const { tree } = fc.letrec<{ tree: Rules }>((tie) => ({
      tree: fc.dictionary(
        fc.constantFrom("1", "2", "logic"),
        fc.oneof(
          { maxDepth: 4 },
          fc.constantFrom("1 and 2", "((", null),
          fc.record({
            name,
            conditions: fc.dictionary(fc.constantFrom("$is", "$count", "$nope"), fc.jsonValue()),
            rules: tie("tree"),
          }),
        ),
        { maxKeys: 2 },
      ),
    }));
    fc.assert(
      fc.property(tree, fc.array(line, { maxLength: 3 }), (rules, items) => {
        evaluateRules(ruleSet(rules), withItems(items), { trace: true });
      }),
    );
  });
});
