import { describe, expect, it } from "vitest";
import {
  type EarningFacts,
  type EarningLine,
  type EarningMapping,
  pointsEarned,
} from "../../../src/engine/loyalty/earn";
import type { Earning } from "../../../src/model/loyalty/earning";

const line = (given: Partial<EarningLine>): EarningLine => ({
  product_id: null,
  sku_id: null,
  source_id: null,
  quantity: 1,
  price: null,
  amount: null,
  subtotal: null,
  metadata: null,
  product: null,
  sku: null,
  collections: [],
  free_units: 0,
  ...given,
});

/** 250.00 of goods, of which 230.00 were paid. */
const facts: EarningFacts = {
  now: Date.UTC(2026, 10, 21, 10, 30),
  currency: "EUR",
  timeZone: "Europe/Warsaw",
  order: {
    amount: 25_000,
    total_amount: 23_000,
    metadata: { nights: 3, weight: "12.5", debt: -7, note: "none", big: 1e15 },
    items: [
      line({ product_id: "prod_1", quantity: 3, amount: 15_000, subtotal: 14_000 }),
      line({
        product_id: "prod_2",
        sku_id: "sku_2",
        quantity: 2,
        amount: 8_000,
        subtotal: 7_500,
        collections: ["pc_1"],
      }),
      line({ product_id: "prod_3", quantity: null, amount: null, subtotal: null }),
      line({ product_id: "prod_1", quantity: 1, amount: 2_000, subtotal: 1_500 }),
    ],
  },
  customer: { metadata: { age: 42, visits: "17" }, birthdate: "1984-05-06" },
  custom_event: { metadata: { steps: 10_999 } },
};

const type = "PROPORTIONAL" as const;
const ofAmount = (every: number, points: number): Earning => ({
  type,
  calculation_type: "ORDER_AMOUNT",
  order: { amount: { every, points } },
});
const ofTotal = (every: number, points: number): Earning => ({
  type,
  calculation_type: "ORDER_TOTAL_AMOUNT",
  order: { total_amount: { every, points } },
});
const ofOrder = (property: string, every = 1, points = 1): Earning => ({
  type,
  calculation_type: "ORDER_METADATA",
  order: { metadata: { every, points, property } },
});
const ofCustomer = (property: string, every: number, points: number): Earning => ({
  type,
  calculation_type: "CUSTOMER_METADATA",
  customer: { metadata: { every, points, property } },
});
const ofEvent = (property: string, every: number, points: number): Earning => ({
  type,
  calculation_type: "CUSTOM_EVENT_METADATA",
  custom_event: { metadata: { every, points, property } },
});

type Goods = { object: "product" | "sku" | "products_collection"; id: string };
const quantityOf = (every: number, points: number, ...goods: Goods[]): Earning => ({
  type,
  calculation_type: "ORDER_ITEMS_QUANTITY",
  order_items: { quantity: { every, points, applicable_to: goods } },
});
const amountOf = (every: number, points: number, goods: Goods): Earning => ({
  type,
  calculation_type: "ORDER_ITEMS_AMOUNT",
  order_items: { amount: { every, points, ...goods } },
});
const subtotalOf = (every: number, points: number, goods: Goods): Earning => ({
  type,
  calculation_type: "ORDER_ITEMS_SUBTOTAL_AMOUNT",
  order_items: { subtotal_amount: { every, points, ...goods } },
});

const product = (id: string): Goods => ({ object: "product", id });
const fixed = (points: number, points_formula?: string): Earning => ({
  type: "FIXED",
  points,
  points_formula,
});

describe("points for an event", () => {
  it.each<[string, Earning, number]>([
    ["fixed ones, whatever was bought", fixed(150), 150],
    ["none at all", fixed(0), 0],
    ["two for each whole 10.00 of 250.00", ofAmount(1_000, 2), 50],
    ["one for each whole 99.99 of 250.00: two of them", ofAmount(9_999, 1), 2],
    ["for 250.00 once, exactly", ofAmount(25_000, 7), 7],
    ["for 250.01 not yet", ofAmount(25_001, 7), 0],
    ["three for each whole 100.00 of the 230.00 paid", ofTotal(10_000, 3), 6],
    ["for each night", ofOrder("nights", 1, 5), 15],
    ["for each 5 kg of 12.5, which is a text", ofOrder("weight", 5, 4), 8],
    ["less than nothing gives nothing", ofOrder("debt"), 0],
    ["what is no number gives nothing", ofOrder("note"), 0],
    ["what is missing gives nothing", ofOrder("height"), 0],
    ["what objects inherit is missing", ofOrder("constructor"), 0],
    ["never more than a thousand million", ofOrder("big", 1, 5), 1_000_000_000],
    ["a property of the customer", ofCustomer("age", 10, 3), 12],
    ["the same as a text", ofCustomer("visits", 5, 2), 6],
    ["a property of the event", ofEvent("steps", 1_000, 1), 10],
    ["four units of a product in two lines", quantityOf(1, 10, product("prod_1")), 40],
    ["every third unit", quantityOf(3, 10, product("prod_1")), 10],
    [
      "six units of two products, one of them named twice",
      quantityOf(1, 1, product("prod_1"), product("prod_2"), { object: "sku", id: "sku_2" }),
      6,
    ],
    ["units of an SKU", quantityOf(1, 1, { object: "sku", id: "sku_2" }), 2],
    ["units of a collection", quantityOf(1, 1, { object: "products_collection", id: "pc_1" }), 2],
    ["a line without a quantity is one unit", quantityOf(1, 1, product("prod_3")), 1],
    ["goods that were not bought", quantityOf(1, 1, product("prod_9")), 0],
    ["two for each 10.00 of 170.00", amountOf(1_000, 2, product("prod_1")), 34],
    ["two for each 10.00 of what was left, 155.00", subtotalOf(1_000, 2, product("prod_1")), 30],
    ["a line without an amount", amountOf(1, 1, product("prod_3")), 0],
  ])("%s", (_, loyalty, expected) => {
    expect(pointsEarned(loyalty, facts)).toBe(expected);
  });

  it.each<[string, Earning, number]>([
    ["of an order where there is none", ofAmount(1, 1), 0],
    ["of its lines", quantityOf(1, 1, product("prod_1")), 0],
    ["of a customer where there is none", ofCustomer("age", 1, 1), 0],
    ["of another event", ofEvent("steps", 1, 1), 0],
    ["fixed ones", fixed(5), 5],
  ])("%s", (_, loyalty, expected) => {
    const nothing = { ...facts, order: null, customer: null, custom_event: null };
    expect(pointsEarned(loyalty, nothing)).toBe(expected);
  });
});

describe("points by a formula", () => {
  const proportional = (points_formula: string): Earning => ({
    type,
    calculation_type: "ORDER_AMOUNT",
    order: { amount: { every: 10_000, points: 3, points_formula } },
  });

  it.each<[string, Earning, number]>([
    ["of a property of the customer", fixed(1, 'CUSTOMER_METADATA("age") * 2'), 84],
    ["rounded half up", fixed(1, "2.5"), 3],
    ["rounded down below the half", fixed(1, "2.49"), 2],
    ["amounts are major units: 250.00", fixed(1, "ORDER_AMOUNT"), 250],
    ["less than nothing is nothing", fixed(1, "0 - 5"), 0],
    [
      "one that cannot be computed leaves the rule's own points",
      fixed(7, 'ORDER_METADATA("x")'),
      7,
    ],
    ["one that cannot be read, too", fixed(7, "1 +"), 7],
    ["no formula but an empty text", fixed(7, ""), 7],
    ["for each whole 100.00 what the formula says", proportional('CUSTOMER_METADATA("age")'), 84],
    ["for each whole 100.00 its own points without it", proportional('ORDER_METADATA("x")'), 6],
    ["never more than a thousand million", fixed(1, "POW(10;12)"), 1_000_000_000],
  ])("%s", (_, loyalty, expected) => {
    expect(pointsEarned(loyalty, facts)).toBe(expected);
  });
});

describe("points of a member's tier", () => {
  const times = (multiplier: number): EarningMapping => ({ type: "MULTIPLY", multiplier });
  const custom = (points: number): EarningMapping => ({ type: "CUSTOM", points });

  it.each<[string, Earning, EarningMapping | null, number]>([
    ["no mapping", fixed(15), null, 15],
    ["doubled", fixed(15), times(2), 30],
    ["one and a half times 15 is 22.5, rounded half up", fixed(15), times(1.5), 23],
    ["1.1 times 15 is 16.5, whatever binary fractions say", fixed(15), times(1.1), 17],
    ["1.15 times 30 is 34.5", fixed(30), times(1.15), 35],
    ["a third of 10", fixed(10), times(0.333), 3],
    ["nothing of them", fixed(10), times(0), 0],
    [
      "all points are multiplied together: 50 times 1.05 is 52.5",
      ofAmount(1_000, 2),
      times(1.05),
      53,
    ],
    ["other points", fixed(15), custom(40), 40],
    ["other points for each whole 10.00", ofAmount(1_000, 2), custom(3), 75],
    ["other points where nothing was earned", ofAmount(99_999, 2), custom(3), 0],
    ["other points in place of a formula", fixed(15, "99"), custom(40), 40],
    ["a formula, multiplied", fixed(15, "99"), times(2), 198],
    ["never more than a thousand million", fixed(900_000_000), times(2), 1_000_000_000],
  ])("%s", (_, loyalty, mapping, expected) => {
    expect(pointsEarned(loyalty, facts, mapping)).toBe(expected);
  });
});
