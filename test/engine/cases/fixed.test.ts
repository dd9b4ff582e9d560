import { describe } from "vitest";
import type { OrderInput } from "../../../src/model/order";
import {
  amountOff,
  bundle,
  entry,
  type Given,
  item,
  off,
  only,
  type Row,
  rows,
} from "../stacking-shop";

/** 3 x 400 = 1200, 1 x 1000. */
const AB: OrderInput = { items: [item("a", 3, 400), item("b", 1, 1000)] };
const fixed = (fixed_amount: number, given: Given = {}) =>
  off({ type: "FIXED", fixed_amount, effect: "APPLY_TO_ITEMS" }, given);
const priced = (given: Given) => off({ type: "FIXED", effect: "APPLY_TO_ITEMS" }, given);

const table: Row[] = [
  {
    name: "each unit costs 300: (400 - 300) x 3 = 300, 1000 - 300 = 700",
    given: [fixed(300)],
    order: AB,
    expect: ["0: 300, 1: 700"],
    lines: [900, 300],
  },
  {
    name: "a unit that costs less stays as it is: b 1000 - 500",
    given: [fixed(500)],
    order: AB,
    expect: ["1: 500"],
  },
  {
    name: "a price of 0 makes the lines free",
    given: [fixed(0, only("a"))],
    order: AB,
    expect: ["0: 1200"],
  },
  {
    name: "the price of the entry: (400 - 250) x 3 = 450",
    given: [priced(only(entry("a", { price: 250 })))],
    order: AB,
    expect: ["0: 450"],
  },
  {
    name: "the price of the entry goes before the discount's own: (400 - 250) x 3 = 450",
    given: [fixed(10, only(entry("a", { price: 250 })))],
    order: AB,
    expect: ["0: 450"],
  },
  {
    name: "a price of 0 of the entry is a price",
    given: [fixed(100, only(entry("a", { price: 0 })))],
    order: AB,
    expect: ["0: 1200"],
  },
  {
    name: "each entry has its price: a (400 - 390) x 3 = 30, b 1000 - 990 = 10",
    given: [priced(only(entry("a", { price: 390 }), entry("b", { price: 990 })))],
    order: AB,
    expect: ["0: 30, 1: 10"],
  },
  {
    name: "an entry without a price takes the discount's own: b 1000 - 300",
    given: [fixed(300, only(entry("a", { price: 390 }), "b"))],
    order: AB,
    expect: ["0: 30, 1: 700"],
  },
  {
    name: "neither has a price: nothing",
    given: [priced(only("a"))],
    order: AB,
    expect: [0],
  },
  {
    name: "the price by a formula: 4.00 - 0.40 = 3.60, 40 x 3 = 120",
    given: [priced(only(entry("a", { price_formula: "ORDER_ITEM_PRICE - 0.4" })))],
    order: AB,
    expect: ["0: 120"],
  },
  {
    name: "a formula goes before the static price: 400 / 2 = 200, 200 x 3 = 600",
    given: [priced(only(entry("a", { price: 390, price_formula: "ORDER_ITEM_PRICE / 2" })))],
    order: AB,
    expect: ["0: 600"],
  },
  {
    name: "a formula that lacks an operand falls back to the static price: (400 - 390) x 3 = 30",
    given: [priced(only(entry("a", { price: 390, price_formula: 'ORDER_METADATA("none")' })))],
    order: AB,
    expect: ["0: 30"],
  },
  {
    name: "a formula that lacks an operand, and no static price: the discount's own, (400 - 300) x 3",
    given: [fixed(300, only(entry("a", { price_formula: 'ORDER_METADATA("none")' })))],
    order: AB,
    expect: ["0: 300"],
  },
  {
    name: "a formula that lacks an operand, and no price at all: nothing is taken off",
    given: [priced(only(entry("a", { price_formula: 'ORDER_METADATA("none")' })))],
    order: AB,
    expect: [0],
  },
  {
    name: "two of three units: (400 - 300) x 2 = 200",
    given: [fixed(300, only(entry("a", { quantity_limit: 2 })))],
    order: AB,
    expect: ["0: 200"],
  },
  {
    name: "two of three units of what is left: 1200 - 300 = 900, 600 for two, 600 - 500 = 100",
    given: [amountOff(300, only("a")), fixed(250, only(entry("a", { quantity_limit: 2 })))],
    order: AB,
    expect: ["0: 300", "0: 100"],
  },
  {
    name: "at most 200 over the order",
    given: [
      off({
        type: "FIXED",
        fixed_amount: 300,
        effect: "APPLY_TO_ITEMS",
        aggregated_amount_limit: 200,
      }),
    ],
    order: AB,
    expect: ["0: 200"],
  },
  {
    name: "after a discount of the line: 1200 - 240 = 960, 960 - 3 x 300 = 60",
    given: [amountOff(240, only("a")), fixed(300, only("a"))],
    order: AB,
    expect: ["0: 240", "0: 60"],
    lines: [900, 1000],
  },
  {
    name: "INITIAL_AMOUNT: the price is fixed all the same: 1200 - 240 = 960, 960 - 3 x 300 = 60",
    given: [amountOff(240, only("a")), fixed(300, only("a"))],
    order: AB,
    stacking: { discount_calculation_mode: "INITIAL_AMOUNT" },
    expect: ["0: 240", "0: 60"],
    lines: [900, 1000],
  },
  {
    name: "a price that no product of units holds is above every line",
    given: [fixed(9_007_199_254_740_991)],
    order: AB,
    expect: [0],
  },
  {
    name: "a bundle covers more units at the same price: 2 bundles of one a, (400 - 300) x 2 = 200",
    given: [fixed(300, bundle({ a: 1 }, 2))],
    order: { items: [item("a", 2, 400)] },
    expect: ["0: 200"],
  },
  {
    name: "3 units, one of which became another product: 2 x (400 - 300) = 200",
    given: [
      off(
        { type: "UNIT", effect: "REPLACE_ITEMS", unit_off: 1, unit_type: "b" },
        only(entry("a", { quantity_limit: 1 })),
      ),
      fixed(300, only("a")),
    ],
    order: AB,
    expect: ["0: 0 (-1), 1: 600 (1 free, +1)", "0: 200"],
  },
];

describe("a fixed price of lines", () => {
  rows(table);
});
