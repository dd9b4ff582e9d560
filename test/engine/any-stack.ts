import fc from "fast-check";
import { cartOf } from "../../src/engine/cart";
import type { AssignedRules, Candidate } from "../../src/engine/stacking/snapshot";
import type { ApplicableEntry } from "../../src/model/applicable-to";
import type { Discount } from "../../src/model/discount";
import type { OrderInput, OrderItemInput } from "../../src/model/order";
import type { ProjectStackingRules } from "../../src/model/stacking-rules";
import { bundle, candidate, type Given, type GivenRules, goods, orderOver } from "./stacking-shop";

const IDS = ["p1", "p2", "p3", "p4"];
const id = fc.constantFrom(...IDS);
const HUGE = 9_007_199_254_740_991;

export const money = fc.oneof(
  { weight: 15, arbitrary: fc.integer({ min: 0, max: 3000 }) },
  fc.constantFrom(0, 1, 2, 99, 4_503_599_627_370_495, HUGE),
);
const price = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 5000 }) },
  fc.constantFrom(0, 1, 100_000_000_000_000),
);
const units = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 12 }) },
  fc.constantFrom(1_000_000_000, HUGE),
);
const percent = fc
  .oneof({ weight: 4, arbitrary: fc.nat({ max: 300_000 }) }, fc.nat({ max: 1_000_000 }))
  .map((parts) => parts / 10_000);
/** `freq` is how often it is there for each time that it is not. */
const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 2) =>
  fc.oneof({ weight: 10 * freq, arbitrary }, { weight: 10, arbitrary: fc.constant(undefined) });

/** What is there, and nothing that is undefined. */
const set = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/** Lines with and without a quantity, a price and an amount of their own. */
export const line: fc.Arbitrary<OrderItemInput> = fc
  .record({
    product_id: id,
    sku_id: maybe(fc.constantFrom("s1", "s2"), 0.3),
    quantity: maybe(units, 8),
    price: maybe(price, 8),
    amount: maybe(price, 0.3),
  })
  .map(set);

const isSound = (order: OrderInput): boolean => cartOf(order, []).ok;
const ordered = (items: fc.Arbitrary<OrderItemInput[]>): fc.Arbitrary<OrderInput> =>
  fc.oneof(
    { weight: 4, arbitrary: items.map((all) => ({ items: all })) },
    fc.record({ items, amount: fc.integer({ min: 0, max: 60_000 }) }),
    fc.record({ items, amount: money }),
  );

/** Orders whose amount is the sum of their lines, above it or below it. */
export const order = ordered(fc.array(line, { maxLength: 12 })).filter(isSound);
export const largeOrder = ordered(
  fc.array(line, { minLength: 300, maxLength: 500, size: "max" }),
).filter(isSound);

const amountFormula = fc.constantFrom("ORDER_AMOUNT / 7", 'ORDER_METADATA("none")', "123.5");
const unitFormula = fc.constantFrom("ORDER_ITEMS_QUANTITY", 'ORDER_METADATA("none")', "1.5");

const unit = {
  unit_off: maybe(units, 6),
  unit_off_formula: maybe(unitFormula, 0.3),
  unit_type: fc.oneof(id, fc.constantFrom("s1", "free", "prod_5h1pp1ng")),
};

/** One generator for each type, so that a new type without one does not compile. */
const discounts: { [T in Discount["type"]]: fc.Arbitrary<Discount> } = {
  AMOUNT: fc
    .record({
      type: fc.constant("AMOUNT" as const),
      amount_off: money,
      amount_off_formula: maybe(amountFormula, 0.3),
      aggregated_amount_limit: maybe(money, 0.3),
      effect: fc.constantFrom(
        undefined,
        "APPLY_TO_ORDER" as const,
        "APPLY_TO_ITEMS" as const,
        "APPLY_TO_ITEMS_BY_QUANTITY" as const,
        "APPLY_TO_ITEMS_PROPORTIONALLY" as const,
        "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY" as const,
      ),
    })
    .map(set),
  PERCENT: fc
    .record({
      type: fc.constant("PERCENT" as const),
      percent_off: percent,
      amount_limit: maybe(money, 0.3),
      aggregated_amount_limit: maybe(money, 0.3),
      effect: fc.constantFrom(undefined, "APPLY_TO_ORDER" as const, "APPLY_TO_ITEMS" as const),
    })
    .map(set),
  FIXED: fc
    .record({
      type: fc.constant("FIXED" as const),
      fixed_amount: maybe(money),
      fixed_amount_formula: maybe(amountFormula, 0.3),
      effect: fc.constantFrom(undefined, "APPLY_TO_ORDER" as const, "APPLY_TO_ITEMS" as const),
    })
    .map(set),
  UNIT: fc
    .record({
      type: fc.constant("UNIT" as const),
      ...unit,
      effect: fc.constantFrom(
        undefined,
        "ADD_MISSING_ITEMS" as const,
        "ADD_NEW_ITEMS" as const,
        "ADD_SAME_ITEMS" as const,
        "REPLACE_ITEMS" as const,
        "ADD_MANY_ITEMS" as const,
      ),
      units: maybe(
        fc.array(
          fc
            .record({
              ...unit,
              effect: maybe(
                fc.constantFrom("ADD_NEW_ITEMS" as const, "ADD_MISSING_ITEMS" as const),
              ),
            })
            .map(set),
          { minLength: 1, maxLength: 4 },
        ),
        3,
      ),
    })
    .map(set),
};
const discount = fc.oneof<fc.Arbitrary<Discount>[]>(...Object.values(discounts));

const named = fc.oneof(
  fc.record({ object: fc.constant("product" as const), id, strict: fc.boolean() }),
  fc.record({ object: fc.constant("sku" as const), id: fc.constantFrom("s1", "s2") }),
);
const count = maybe(fc.integer({ min: 0, max: 9 }), 0.3);
const entry: fc.Arbitrary<ApplicableEntry> = fc
  .tuple(
    named,
    fc.record({
      effect: fc.constantFrom(
        undefined,
        "APPLY_TO_CHEAPEST" as const,
        "APPLY_FROM_CHEAPEST" as const,
        "APPLY_FROM_MOST_EXPENSIVE" as const,
      ),
      price: maybe(price, 0.3),
      price_formula: maybe(fc.constantFrom("ORDER_ITEM_PRICE / 3", 'ORDER_METADATA("no")'), 0.3),
      quantity_limit: count,
      aggregated_quantity_limit: count,
      amount_limit: maybe(price, 0.3),
      aggregated_amount_limit: maybe(price, 0.3),
      skip_initially: maybe(fc.integer({ min: 0, max: 3 }), 0.3),
      repeat: maybe(fc.integer({ min: 1, max: 4 }), 0.3),
      target: maybe(fc.constantFrom("ITEM" as const, "UNIT" as const), 0.3),
    }),
  )
  .map(([name, more]) => ({ ...name, ...set(more) }));

const reach: fc.Arbitrary<AssignedRules["applicable_to"]> = fc.record({
  included: fc.array(entry, { maxLength: 3 }),
  excluded: fc.array(named, { maxLength: 1 }),
  included_all: fc.boolean(),
});

const bundles = fc
  .dictionary(id, fc.integer({ min: 1, max: 2 }), { minKeys: 1, maxKeys: 2 })
  .chain((wanted) =>
    fc.constantFrom(null, null, 1, 3).map((limit) => bundle(wanted, limit).rules[0]),
  );

/** Rule sets with conditions, with a reach, with a bundle. */
const rules: fc.Arbitrary<GivenRules[]> = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 1 }),
    fc.array(reach, { maxLength: 2 }),
    maybe(bundles, 0.2),
  )
  .map(([over, reaches, bundled]) => [
    ...over.map((amount) => orderOver(amount)),
    ...reaches.map((applicable_to, at) => ({
      id: `val_reach_${at}`,
      rules: {},
      error: null,
      applicable_to,
    })),
    ...(bundled ? [bundled] : []),
  ]);

const state = fc.record({
  active: fc.oneof({ weight: 30, arbitrary: fc.constant(true) }, fc.constant(false)),
  redemption_quantity: fc.oneof({ weight: 30, arbitrary: fc.constant(null) }, fc.constant(0)),
  rules,
  category: fc.constantFrom(
    null,
    { id: "cat_1", hierarchy: 1 },
    { id: "cat_2", hierarchy: 2 },
    { id: "cat_3", hierarchy: 0 },
  ),
  goods: fc.constantFrom(
    [],
    [goods("p1", 700), goods("free", 250), goods("s1", 90, { object: "sku", product_id: "p9" })],
  ),
});

const kind: fc.Arbitrary<Given> = fc.oneof(
  { weight: 5, arbitrary: discount.map((one): Given => ({ discount: one })) },
  {
    weight: 2,
    arbitrary: discount.map((one): Given => ({ discount: one, type: "PROMOTION_TIER" })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        balance: money,
        credits: maybe(money, 0.2).map((credits) => credits ?? null),
        gift_effect: fc.constantFrom(null, "APPLY_TO_ORDER" as const, "APPLY_TO_ITEMS" as const),
      })
      .map((one): Given => ({ type: "GIFT_VOUCHER", discount: null, ...one })),
  },
);

const redeemable = fc.tuple(kind, state).map(([one, more]) => ({ ...one, ...more }));

const numbered = (all: Given[]): Candidate[] =>
  all.map((given, at) => candidate({ id: `v_${at}`, code: `CODE-${at}`, ...given }));

/** Redeemables of all types and effects, each with an id of its own. */
export const stackOf = (maxLength: number, minLength = 1): fc.Arbitrary<Candidate[]> =>
  fc.array(redeemable, { minLength, maxLength, size: "max" }).map(numbered);

const categories = fc.subarray(["cat_1", "cat_2", "cat_3"]);

/** Every field of stacking rules that deciding reads. */
export const stacking: fc.Arbitrary<Partial<ProjectStackingRules>> = fc
  .record({
    applicable_redeemables_limit: fc.integer({ min: 1, max: 30 }),
    applicable_redeemables_per_category_limit: maybe(fc.integer({ min: 1, max: 5 }), 0.3),
    applicable_redeemables_category_limits: fc.dictionary(
      fc.constantFrom("cat_1", "cat_2"),
      fc.integer({ min: 1, max: 4 }),
    ),
    applicable_exclusive_redeemables_limit: fc.integer({ min: 1, max: 5 }),
    applicable_exclusive_redeemables_per_category_limit: maybe(fc.integer({ min: 1, max: 3 }), 0.3),
    exclusive_categories: fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, categories),
    joint_categories: categories,
    redeemables_application_mode: fc.constantFrom(
      "ALL" as const,
      "PARTIAL" as const,
      "PARTIAL" as const,
    ),
    redeemables_sorting_rule: fc.constantFrom(
      "REQUESTED_ORDER" as const,
      "CATEGORY_HIERARCHY" as const,
    ),
    redeemables_products_application_mode: fc.constantFrom("STACK" as const, "ONCE" as const),
    redeemables_no_effect_rule: fc.constantFrom("REDEEM_ANYWAY" as const, "SKIP" as const),
    no_effect_skip_categories: categories,
    no_effect_redeem_anyway_categories: categories,
    discount_calculation_mode: fc.constantFrom(
      "DISCOUNTED_AMOUNT" as const,
      "INITIAL_AMOUNT" as const,
    ),
    initial_amount_mode_categories: categories,
    discounted_amount_mode_categories: categories,
  })
  .map(set);
