import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ItemFacts } from "../../../src/engine/rules/facts";
import { indexGoods, linesNamed, matchesEntry } from "../../../src/engine/targets/match";
import { targetsOf } from "../../../src/engine/targets/targets";
import type { ApplicableEntry } from "../../../src/model/applicable-to";
import { item, reach } from "./shelf";

const id = fc.constantFrom("p1", "p2", "p3", "p4");
const units = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom(1_000_000_000_000, 999));

const anyItem: fc.Arbitrary<ItemFacts> = fc
  .record({
    product_id: id,
    sku_id: fc.constantFrom(null, null, "s1", "s2"),
    quantity: fc.option(units),
    price: fc.option(fc.integer({ min: 0, max: 5 })),
    collections: fc.subarray(["c1", "c2"]),
  })
  .map((values) => item(values));

const goods = fc.oneof(
  fc.record({ object: fc.constant("product" as const), id, strict: fc.boolean() }),
  fc.record({ object: fc.constant("sku" as const), id: fc.constantFrom("s1", "s2") }),
  fc.record({
    object: fc.constant("products_collection" as const),
    id: fc.constantFrom("c1", "c2"),
  }),
);

const limit = fc.option(fc.integer({ min: 0, max: 9 }));
const entry: fc.Arbitrary<ApplicableEntry> = fc
  .tuple(
    goods,
    fc.record({
      effect: fc.constantFrom(
        undefined,
        "APPLY_TO_CHEAPEST" as const,
        "APPLY_FROM_CHEAPEST" as const,
        "APPLY_FROM_MOST_EXPENSIVE" as const,
      ),
      skip_initially: fc.constantFrom(0, 0, 1, 2, 11),
      repeat: fc.integer({ min: 1, max: 4 }),
      target: fc.constantFrom("ITEM" as const, "UNIT" as const),
      quantity_limit: limit,
      aggregated_quantity_limit: limit,
    }),
  )
  .map(([name, more]) => ({ ...name, ...more }));

const order = fc.array(anyItem, { maxLength: 8 });
const sets = fc
  .tuple(fc.array(entry, { maxLength: 4 }), fc.array(goods, { maxLength: 2 }), fc.boolean())
  .map(([included, excluded, isAll]) => reach(included, excluded, isAll));

const law = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, check), { numRuns: 500 });

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

describe("laws of targets", () => {
  it("what is excluded is never touched, and no line is touched twice", () => {
    law(fc.tuple(sets, order), ([one, items]) => {
      const touched = targetsOf([one], items).lines.map(({ index }) => index);
      expect(new Set(touched).size).toBe(touched.length);
      for (const at of touched) {
        const line = items[at] ?? item({});
        expect(one.excluded.some((name) => matchesEntry(line, name))).toBe(false);
      }
    });
  });

  it("units stay within the line and within both limits, and the listed units are those", () => {
    law(fc.tuple(sets, order), ([one, items]) => {
      const { lines, included } = targetsOf([one], items);
      for (const line of lines) {
        const of = items[line.index]?.quantity ?? 1;
        expect(line.units).toBeGreaterThan(0);
        expect(line.units).toBeLessThanOrEqual(Math.min(of, line.entry?.quantity_limit ?? of));
        expect(line.isWhole).toBe(line.units === of);
        if (line.unitIndices === null) continue;
        expect(new Set(line.unitIndices).size).toBe(line.units);
        expect(line.unitIndices.every((at) => at >= 0 && at < of)).toBe(true);
      }
      for (const [group, { aggregated_quantity_limit: most }] of included.entries()) {
        const own = lines.filter((line) => line.group === group).map((line) => line.units);
        expect(total(own)).toBeLessThanOrEqual(most ?? Number.MAX_SAFE_INTEGER);
      }
    });
  });

  it("UNIT covers what counting one unit after the other covers", () => {
    const counts = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 5 });
    const turn = fc.record({
      skip_initially: fc.integer({ min: 0, max: 12 }),
      repeat: fc.integer({ min: 1, max: 6 }),
    });
    law(fc.tuple(counts, turn), ([quantities, given]) => {
      const items = quantities.map((quantity) => item({ product_id: "p1", quantity }));
      const covered = quantities.map((): number[] => []);
      let at = 0;
      for (const [line, quantity] of quantities.entries()) {
        for (let unit = 0; unit < quantity; unit++, at++) {
          const after = at - given.skip_initially;
          if (after >= 0 && after % given.repeat === 0) covered[line]?.push(unit);
        }
      }
      const name = { object: "product" as const, id: "p1", target: "UNIT" as const };
      const { lines } = targetsOf([reach([{ ...name, ...given }])], items);
      const found = quantities.map(
        (_, line) => lines.find(({ index }) => index === line)?.unitIndices ?? [],
      );
      expect(found).toEqual(covered);
    });
  });

  it("equal lines may be reordered: as many units at each price are covered", () => {
    const permuted = order.chain((items) =>
      fc.tuple(
        fc.constant(items),
        fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length }),
      ),
    );
    const walk = fc.record({
      effect: fc.constantFrom("APPLY_FROM_CHEAPEST" as const, "APPLY_FROM_MOST_EXPENSIVE" as const),
      aggregated_quantity_limit: limit,
      skip_initially: fc.integer({ min: 0, max: 5 }),
      target: fc.constant("UNIT" as const),
    });
    law(fc.tuple(permuted, walk), ([[items, shuffled], more]) => {
      const name = { object: "products_collection" as const, id: "c1" };
      const byPrice = (given: ItemFacts[]) => {
        const covered = new Map<number | null, number>();
        for (const { index, units: count } of targetsOf([reach([{ ...name, ...more }])], given)
          .lines) {
          const price = given[index]?.price ?? null;
          covered.set(price, (covered.get(price) ?? 0) + count);
        }
        return [...covered].sort(([a], [b]) => (a ?? -1) - (b ?? -1));
      };
      expect(byPrice(shuffled)).toEqual(byPrice(items));
    });
  });

  it("the index and the entry by itself find the same lines", () => {
    law(fc.tuple(goods, order), ([name, items]) => {
      const slow = items.flatMap((line, at) => (matchesEntry(line, name) ? [at] : []));
      expect(linesNamed(indexGoods(items), name)).toEqual(slow);
    });
  });
});
