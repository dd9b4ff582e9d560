import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bundleOf } from "../../../src/engine/bundles/bundle";
import type { ItemFacts } from "../../../src/engine/rules/facts";
import { countedReads } from "../../support/counted-reads";
import { item } from "../rules/shop";
import { collection, product, rule, sku } from "./shop";

const line = (product_id: string, quantity: number | null, collections: string[] = []) =>
  item({ product_id, quantity, collections });
const skuLine = (sku_id: string, quantity: number, product_id = "p") =>
  item({ sku_id, quantity, product_id });

/** As `quantity: id@line x units; missing id x units`. */
function told(rules: object, items: ItemFacts[]): string {
  const { quantity, identified, missing } = bundleOf({ ...rules }, items);
  const found = identified.map((one) => `${one.id}@${one.item_index} x ${one.item_quantity}`);
  const lacking = missing.map((one) => `${one.id} x ${one.item_quantity}`);
  return `${quantity}: ${found.join(", ")}; missing ${lacking.join(", ") || "none"}`;
}

const PAIR = { "1": rule(2, product("a")), "2": rule(1, product("b")) };
const ANY = { ...PAIR, limit: null };
const LARGE = 1_000_000_000_000;
/** At most so many properties of a line are read, however many rules there are. */
const READS = 40;

const ROWS: { name: string; given: [rules: object, items: ItemFacts[]]; expect: string }[] = [
  {
    name: "a whole bundle",
    given: [PAIR, [line("a", 2), line("b", 1)]],
    expect: "1: a@0 x 2, b@1 x 1; missing none",
  },
  {
    name: "at least so many: more is no harm",
    given: [PAIR, [line("a", 9), line("b", 9)]],
    expect: "1: a@0 x 2, b@1 x 1; missing none",
  },
  {
    name: "nothing, and what is missing",
    given: [PAIR, []],
    expect: "0: ; missing a x 2, b x 1",
  },
  {
    name: "too few: the found part is told, and what lacks",
    given: [PAIR, [line("a", 1), line("b", 5)]],
    expect: "0: a@0 x 1, b@1 x 1; missing a x 1",
  },
  {
    name: "units of several lines add up",
    given: [PAIR, [line("a", 1), line("b", 1), line("a", 1)]],
    expect: "1: a@0 x 1, a@2 x 1, b@1 x 1; missing none",
  },
  {
    name: "a line without a quantity is one unit",
    given: [PAIR, [line("a", 2), line("b", null)]],
    expect: "1: a@0 x 2, b@1 x 1; missing none",
  },
  {
    name: "without a limit as many as fit: 7 / 2 and 5 / 1 leave 3",
    given: [ANY, [line("a", 7), line("b", 5)]],
    expect: "3: a@0 x 6, b@1 x 3; missing none",
  },
  {
    name: "a limit of 2 caps them",
    given: [{ ...PAIR, limit: 2 }, [line("a", 7), line("b", 5)]],
    expect: "2: a@0 x 4, b@1 x 2; missing none",
  },
  {
    name: "10^12 units: 10^12 / 2 bundles",
    given: [ANY, [line("a", LARGE), line("b", LARGE)]],
    expect: "500000000000: a@0 x 1000000000000, b@1 x 500000000000; missing none",
  },
  {
    name: "no unit counts twice: two rules for one unit each of the same product need two",
    given: [{ "1": rule(1, product("a")), "2": rule(1, product("a")) }, [line("a", 1)]],
    expect: "0: a@0 x 1; missing a x 1",
  },
  {
    name: "SKUs go before products, whatever their numbers: the product gets the other line",
    given: [
      { "1": rule(1, product("p")), "2": rule(1, sku("s")) },
      [skuLine("s", 1), skuLine("t", 1)],
    ],
    expect: "1: s@0 x 1, p@1 x 1; missing none",
  },
  {
    name: "products go before collections",
    given: [
      { "1": rule(1, collection("c")), "2": rule(1, product("a")) },
      [line("a", 1, ["c"]), line("b", 1, ["c"])],
    ],
    expect: "1: a@0 x 1, c@1 x 1; missing none",
  },
  {
    name: "what an SKU took is missing for the product, not for the SKU",
    given: [{ "1": rule(1, product("p")), "2": rule(1, sku("s")) }, [skuLine("s", 1)]],
    expect: "0: s@0 x 1; missing p x 1",
  },
  {
    name: "a product is found in lines of its SKUs",
    given: [{ "1": rule(2, product("p")) }, [skuLine("s", 1), skuLine("t", 1)]],
    expect: "1: p@0 x 1, p@1 x 1; missing none",
  },
  {
    name: "of several goods any will do, SKUs first",
    given: [{ "1": rule(2, collection("c"), sku("s")) }, [line("a", 1, ["c"]), skuLine("s", 1)]],
    expect: "1: c@0 x 1, s@1 x 1; missing none",
  },
  {
    name: "overlapping collections: c1 leaves line 0 to c2, which has no other",
    given: [
      { "1": rule(1, collection("c1")), "2": rule(1, collection("c2")) },
      [line("a", 1, ["c1", "c2"]), line("b", 1, ["c1"])],
    ],
    expect: "1: c1@1 x 1, c2@0 x 1; missing none",
  },
  {
    name: "overlapping collections over three lines: c1 moves on, so does c2",
    given: [
      {
        "1": rule(1, collection("c1")),
        "2": rule(1, collection("c2")),
        "3": rule(1, collection("c3")),
      },
      [line("a", 1, ["c1", "c3"]), line("b", 1, ["c1", "c2"]), line("d", 1, ["c2"])],
    ],
    expect: "1: c1@1 x 1, c2@2 x 1, c3@0 x 1; missing none",
  },
  {
    name: "overlap bounds the number: 5 units in c1 and c2 are 2 bundles, not 5",
    given: [
      { "1": rule(1, collection("c1")), "2": rule(1, collection("c2")), limit: null },
      [line("a", 5, ["c1", "c2"])],
    ],
    expect: "2: c1@0 x 2, c2@0 x 2; missing none",
  },
  {
    name: "or: the first alternative that can be met",
    given: [{ ...PAIR, logic: "1 or 2" }, [line("b", 1)]],
    expect: "1: b@0 x 1; missing none",
  },
  {
    name: "or: the first in the expression, not in number",
    given: [{ ...PAIR, logic: "2 or 1" }, [line("a", 2), line("b", 1)]],
    expect: "1: b@1 x 1; missing none",
  },
  {
    name: "or: alternatives are not added up",
    given: [{ ...ANY, logic: "1 or 2" }, [line("a", 2), line("b", 5)]],
    expect: "1: a@0 x 2; missing none",
  },
  {
    name: "or: with none met the first tells what lacks",
    given: [{ ...PAIR, logic: "1 or 2" }, [line("a", 1)]],
    expect: "0: a@0 x 1; missing a x 1",
  },
  {
    name: "rules that logic does not name are not needed",
    given: [{ ...PAIR, logic: "2" }, [line("b", 1)]],
    expect: "1: b@0 x 1; missing none",
  },
  {
    name: "no rules: no bundle, and nothing lacks",
    given: [{}, [line("a", 1)]],
    expect: "0: ; missing none",
  },
];

describe("bundleOf", () => {
  it.each(ROWS)("$name", ({ given: [rules, items], expect: bundle }) => {
    expect(told(rules, items)).toBe(bundle);
  });

  it("tells kinds, limit and units of lines", () => {
    const rules = {
      "1": rule(1, sku("s")),
      "2": rule(2, collection("c")),
      "3": rule(1, { id: "p", type: "product_or_sku" }),
    };
    const items = [skuLine("s", 2), line("a", 3, ["c"])];
    expect(bundleOf(rules, items)).toEqual({
      quantity: 1,
      limit: 1,
      identified: [
        { id: "s", object: "sku", item_index: 0, item_quantity: 1 },
        { id: "p", object: "product", item_index: 0, item_quantity: 1 },
        { id: "c", object: "products_collection", item_index: 1, item_quantity: 2 },
      ],
      missing: [],
      units: new Map([
        [0, 2],
        [1, 2],
      ]),
    });
  });

  it("has no units without a bundle, and asks for a product where it may be either", () => {
    const rules = { "1": rule(2, { id: "p", type: "product_or_sku" }), limit: null };
    expect(bundleOf(rules, [line("p", 1)])).toMatchObject({
      quantity: 0,
      limit: null,
      missing: [{ id: "p", object: "product", item_quantity: 1 }],
      units: new Map(),
    });
  });

  it("breaks on rules that were saved unchecked", () => {
    expect(() => bundleOf({ "1": { name: "order.amount" } }, [])).toThrow("unchecked");
  });

  it("100 rules over 500 lines that all fit read each line a few times in all", () => {
    const rules = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [at + 1, rule(at + 1, collection("c"))]),
    );
    const items = Array.from({ length: 500 }, (_, at) => line(`p${at}`, LARGE, ["c"]));
    const { value, reads } = countedReads(items);
    // 1 + 2 + ... + 100 = 5050 units a bundle; 500 x 10^12 / 5050 = 99009900990.09...
    expect(bundleOf({ ...rules, limit: null }, value).quantity).toBe(99_009_900_990);
    expect(reads()).toBeLessThan(500 * READS);
  });

  it("so do rules that must make room for each other on every line", () => {
    // 50 rules take of both halves, the first half first; 50 more rules have the first half only.
    const rules = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [
        at + 1,
        rule(5, collection(at < 50 ? "both" : "first")),
      ]),
    );
    const items = Array.from({ length: 500 }, (_, at) =>
      line(`p${at}`, 101, at < 250 ? ["both", "first"] : ["both"]),
    );
    const { value, reads } = countedReads(items);
    // Each half has 250 x 101 = 25250 units and a bundle takes 50 x 5 = 250 of each: 101 bundles.
    expect(bundleOf({ ...rules, limit: null }, value).quantity).toBe(101);
    expect(reads()).toBeLessThan(500 * READS);
  });
});

describe("laws of bundles", () => {
  const lines = fc.array(
    fc
      .record({
        product_id: fc.constantFrom("a", "b", "d"),
        quantity: fc.integer({ min: 0, max: 6 }),
        collections: fc.subarray(["c1", "c2"]),
      })
      .map((values) => item(values)),
    { maxLength: 5 },
  );
  const wanted = fc.array(
    fc.tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(product("a"), product("b"), collection("c1"), collection("c2")),
    ),
    { minLength: 1, maxLength: 3 },
  );
  const rulesOf = (all: [number, ReturnType<typeof product>][]) =>
    Object.fromEntries(all.map(([units, name], at) => [at + 1, rule(units, name)]));
  const law = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void) =>
    fc.assert(fc.property(arbitrary, check), { numRuns: 500 });

  it("bundles take no more of a line than it has, and each rule gets its units", () => {
    law(fc.tuple(wanted, lines), ([all, items]) => {
      const bundle = bundleOf({ ...rulesOf(all), limit: null }, items);
      for (const [at, units] of bundle.units) {
        expect(units).toBeLessThanOrEqual(items[at]?.quantity ?? 1);
      }
      const needed = all.reduce((sum, [units]) => sum + units, 0) * bundle.quantity;
      expect([...bundle.units.values()].reduce((sum, units) => sum + units, 0)).toBe(needed);
      expect(bundle.quantity > 0).toBe(bundle.missing.length === 0);
    });
  });

  it("an order with the units of n bundles, shuffled over lines, holds n at least", () => {
    const count = fc.integer({ min: 1, max: 4 });
    law(fc.tuple(wanted, count, fc.infiniteStream(fc.boolean())), ([all, bundles, coins]) => {
      const items = all.flatMap(([units, { id, object }]) => {
        const isOne = object === "product";
        // Half of the units may count for the other collection as well, which must not mislead.
        const both = coins.next().value ? ["c1", "c2"] : [id];
        const first = Math.floor((units * bundles) / 2);
        return [first, units * bundles - first].map((quantity) =>
          line(isOne ? id : "z", quantity, isOne ? both.filter((one) => one !== id) : both),
        );
      });
      const { quantity } = bundleOf({ ...rulesOf(all), limit: null }, items);
      expect(quantity).toBeGreaterThanOrEqual(bundles);
    });
  });

  it("is as good as trying every way to deal out the units", () => {
    const small = fc.array(
      fc
        .record({
          product_id: fc.constantFrom("a", "b"),
          quantity: fc.integer({ min: 0, max: 2 }),
          collections: fc.subarray(["c1", "c2"]),
        })
        .map((values) => item(values)),
      { maxLength: 4 },
    );
    law(fc.tuple(wanted, small), ([all, items]) => {
      const slots = all.flatMap(([units, name]) => Array.from({ length: units }, () => name));
      const fits = (at: number, left: number[]): boolean => {
        const slot = slots[at];
        if (slot === undefined) return true;
        return items.some((one, index) => {
          const isNamed = one.product_id === slot.id || one.collections.includes(slot.id);
          if (!isNamed || (left[index] ?? 0) === 0) return false;
          return fits(at + 1, left.with(index, (left[index] ?? 0) - 1));
        });
      };
      const isMade = fits(
        0,
        items.map(({ quantity }) => quantity ?? 1),
      );
      expect(bundleOf(rulesOf(all), items).quantity).toBe(isMade ? 1 : 0);
    });
  });

  it("lines in another order hold as many bundles", () => {
    law(fc.tuple(wanted, lines), ([all, items]) => {
      const rules = { ...rulesOf(all), limit: null };
      expect(bundleOf(rules, items.toReversed()).quantity).toBe(bundleOf(rules, items).quantity);
    });
  });
});
