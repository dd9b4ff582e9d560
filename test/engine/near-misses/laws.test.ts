import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearMiss } from "../../../src/engine/near-misses/near-miss";
import type { RedeemableState } from "../../../src/engine/stacking/snapshot";
import type { OrderInput } from "../../../src/model/order";
import type { RuleNode } from "../../../src/model/rule";
import { runs } from "../../support/runs";
import { amountOff, item, NOW, percentOff } from "../stacking-shop";
import { askedOf, type Given, has, rule, rules } from "./near-shop";

const PRODUCTS = ["mug", "tea", "pot"] as const;
const PRICES = { mug: 800, tea: 450, pot: 2500 };

const line = fc
  .record({ id: fc.constantFrom(...PRODUCTS), quantity: fc.integer({ min: 1, max: 4 }) })
  .map(({ id, quantity }) => item(id, quantity, PRICES[id]));

const order: fc.Arbitrary<OrderInput | null> = fc.oneof(
  fc.constant(null),
  fc.record({ amount: fc.integer({ min: 0, max: 9000 }) }),
  fc.record({ items: fc.array(line, { maxLength: 4 }) }),
  fc.record({
    items: fc.array(line, { minLength: 1, maxLength: 3 }),
    amount: fc.integer({ min: 0, max: 9000 }),
  }),
);

const MORE = ["$more_than", "$more_than_or_equal", "$greater_than", "$greater_than_or_equal"];

const amounts = fc
  .tuple(
    fc.constantFrom("order.amount", "order.initial_amount", "order.total_amount"),
    fc.constantFrom(...MORE, "$less_than"),
    fc.integer({ min: 1, max: 12_000 }),
  )
  .map(([name, operator, bound]) => rule(name, { [operator]: [bound] }));

const counts = fc
  .tuple(
    fc.constantFrom(
      "order.items.count",
      "order.items.aggregated_quantity",
      "order.items.quantity",
      "product.quantity",
    ),
    fc.constantFrom(...MORE, "$is"),
    fc.integer({ min: 1, max: 8 }),
  )
  .map(([name, operator, bound]) => rule(name, { [operator]: [bound] }));

const value = fc.constantFrom<unknown>(...PRODUCTS, { object: "product", id: "pot" }, "pc_tea", {
  object: "products_collection",
  id: "pc_tea",
});

const named = fc
  .tuple(
    fc.constantFrom("product.id", "order.items.any", "order.items.every", "order.items.none"),
    fc.constantFrom("$is", "$in", "$is_not"),
    value,
    fc.option(fc.oneof(counts, amounts)),
  )
  .map(([name, operator, one, nested]) =>
    rule(name, { [operator]: [one] }, nested ? { rules: { "1": nested } } : {}),
  );

const segment = fc
  .constantFrom("seg_a", "seg_b")
  .map((id) => rule("customer.segment", { $is: [id] }));

const node: fc.Arbitrary<RuleNode> = fc.oneof(amounts, counts, named, segment);

const LOGICS = [undefined, "1", "1 or 2", "1 and 2", "(1 or 2) and 3", "1 or (2 and 3)"];

const window = fc.constantFrom<Partial<RedeemableState>>(
  {},
  { start_date: "2026-06-20T10:00:00.000Z" },
  { validity_day_of_week: [0, 6] },
  { validity_hours: { daily: [{ start_time: "22:00", expiration_time: "02:00" }] } },
  { expiration_date: "2026-06-14T00:00:00.000Z" },
);

const given: fc.Arbitrary<Given> = fc
  .record({
    list: fc.tuple(node, node, node),
    logic: fc.constantFrom(...LOGICS),
    window,
    isPercent: fc.boolean(),
    order,
    segments: fc.subarray(["seg_a"]),
    tellsSegments: fc.boolean(),
  })
  .map(({ list, logic, window, isPercent, order, segments, tellsSegments }) => {
    const ruled = { rules: [rules(list, logic)], ...window };
    return {
      candidate: isPercent ? percentOff(25, ruled) : amountOff(500, ruled),
      order,
      more: { customer: { metadata: {}, segments }, now: NOW },
      tellsSegments,
    };
  });

const RUNS = { numRuns: runs(3000) };

describe("laws of near misses", () => {
  it("what is told comes true on the completed cart, and was not true before", () => {
    let found = 0;
    fc.assert(
      fc.property(given, (each) => {
        if (has(each)) return;
        const near = nearMiss(askedOf(each));
        if (!near) return;
        found += 1;
        const { order, setting } = near;
        const more = { customer: setting.customer, now: setting.now };
        expect(has({ ...each, order, more })).toBe(true);
        expect(near.steps.length).toBeGreaterThan(0);
      }),
      RUNS,
    );
    expect(found).toBeGreaterThan(runs(500));
  });

  it("one minor unit less is not enough", () => {
    const upwards = fc
      .tuple(
        fc.constantFrom("order.amount", "order.initial_amount", "order.total_amount"),
        fc.constantFrom(...MORE),
        fc.integer({ min: 1, max: 12_000 }),
      )
      .map(([name, operator, bound]) => rule(name, { [operator]: [bound] }));
    fc.assert(
      fc.property(fc.tuple(upwards, upwards), order, fc.boolean(), (list, order, isPercent) => {
        const ruled = { rules: [rules(list)] };
        const candidate = isPercent ? percentOff(25, ruled) : amountOff(500, ruled);
        const near = has({ candidate, order }) ? null : nearMiss(askedOf({ candidate, order }));
        const amount = near?.order?.amount;
        if (typeof amount !== "number") return;
        const less = { ...near?.order, amount: amount - 1 };
        expect(has({ candidate, order: less })).toBe(false);
      }),
      RUNS,
    );
  });

  it("no step takes anything away", () => {
    fc.assert(
      fc.property(given, (each) => {
        const near = has(each) ? null : nearMiss(askedOf(each));
        if (!near) return;
        for (const part of near.distance) expect(part).toBeGreaterThanOrEqual(0);
        for (const step of near.steps) {
          if (step.kind === "amount" || step.kind === "units") {
            expect(step.needed).toBeGreaterThan(step.present);
          }
        }
        const before = each.order?.items ?? [];
        const after = near.order?.items ?? [];
        for (const [at, { quantity }] of before.entries()) {
          expect(after[at]?.quantity ?? 1).toBeGreaterThanOrEqual(quantity ?? 1);
        }
      }),
      RUNS,
    );
  });
});
