import { describe } from "vitest";
import type { OrderInput } from "../../../src/model/order";
import {
  amountOff,
  bundle,
  type Given,
  giftCard,
  goods,
  item,
  off,
  percentOff,
  type Row,
  rows,
  tier,
} from "../stacking-shop";

/** 5 x 400 = 2000, 3 x 1000 = 3000, and 1 x 500: 5500 in all. */
const ABC: OrderInput = { items: [item("a", 5, 400), item("b", 3, 1000), item("c", 1, 500)] };
/** Two of a with one of b; the order holds two of these. */
const PAIR = { a: 2, b: 1 };
const items = (amount_off: number, given: Given) =>
  off({ type: "AMOUNT", amount_off, effect: "APPLY_TO_ITEMS" }, given);

const table: Row[] = [
  {
    name: "AMOUNT of the order, once for each of 2 bundles: 2 x 300",
    given: [amountOff(300, bundle(PAIR))],
    order: ABC,
    expect: [600],
  },
  {
    name: "at most as many bundles as the limit: 1 x 300",
    given: [amountOff(300, bundle(PAIR, 1))],
    order: ABC,
    expect: [300],
  },
  {
    name: "AMOUNT of the order: 2 x 300 = 600, but at most 500 over the order",
    given: [off({ type: "AMOUNT", amount_off: 300, aggregated_amount_limit: 500 }, bundle(PAIR))],
    order: ABC,
    expect: [500],
  },
  {
    name: "AMOUNT of the order: 2 x 3000, but the order costs 5500",
    given: [amountOff(3000, bundle(PAIR))],
    order: ABC,
    expect: [5500],
    left: 0,
  },
  {
    name: "AMOUNT that no product holds is all of the order",
    given: [amountOff(9_007_199_254_740_991, bundle(PAIR))],
    order: ABC,
    expect: [5500],
  },
  {
    name: "AMOUNT of lines, 2 x 100 for each line of the bundles: a 200, b 200, c is in none",
    given: [items(100, bundle(PAIR))],
    order: ABC,
    expect: ["0: 200, 1: 200"],
  },
  {
    name: "AMOUNT of lines, no more than the bundles' units cost: 4 x 400 = 1600 and 2 x 1000 = 2000",
    given: [items(900, bundle(PAIR))],
    order: ABC,
    expect: ["0: 1600, 1: 1800"],
  },
  {
    name: "BY_QUANTITY: the units are multiplied, not the amount: 4 x 100 and 2 x 100",
    given: [
      off({ type: "AMOUNT", amount_off: 100, effect: "APPLY_TO_ITEMS_BY_QUANTITY" }, bundle(PAIR)),
    ],
    order: ABC,
    expect: ["0: 400, 1: 200"],
  },
  {
    name: "PROPORTIONALLY: 2 x 180 over 1600 and 2000 of the bundles = 160 and 200",
    given: [
      off(
        { type: "AMOUNT", amount_off: 180, effect: "APPLY_TO_ITEMS_PROPORTIONALLY" },
        bundle(PAIR),
      ),
    ],
    order: ABC,
    expect: ["0: 160, 1: 200"],
  },
  {
    name: "PROPORTIONALLY_BY_QUANTITY: 2 x 180 over 4 and 2 units = 240 and 120",
    given: [
      off(
        { type: "AMOUNT", amount_off: 180, effect: "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY" },
        bundle(PAIR),
      ),
    ],
    order: ABC,
    expect: ["0: 240, 1: 120"],
  },
  {
    name: "PERCENT of the order: 2 x 10 % of 5500 = 1100",
    given: [percentOff(10, bundle(PAIR))],
    order: ABC,
    expect: [1100],
  },
  {
    name: "PERCENT: 2 x 60 % is no more than 100 %",
    given: [percentOff(60, bundle(PAIR))],
    order: ABC,
    expect: [5500],
  },
  {
    name: "PERCENT: 3 x 0.1 % of 5500 = 0.3 % = 16.5, up to 17",
    given: [percentOff(0.1, bundle({ b: 1 }))],
    order: ABC,
    expect: [17],
  },
  {
    name: "PERCENT: 2 x 10 %, but at most 700",
    given: [off({ type: "PERCENT", percent_off: 10, amount_limit: 700 }, bundle(PAIR))],
    order: ABC,
    expect: [700],
  },
  {
    name: "PERCENT of lines: 2 x 10 % of 4 x 400 and of 2 x 1000 = 320 and 400",
    given: [off({ type: "PERCENT", percent_off: 10, effect: "APPLY_TO_ITEMS" }, bundle(PAIR))],
    order: ABC,
    expect: ["0: 320, 1: 400"],
  },
  {
    name: "FIXED price of lines keeps its value: 4 x (400 - 300) and 2 x (1000 - 300)",
    given: [off({ type: "FIXED", fixed_amount: 300, effect: "APPLY_TO_ITEMS" }, bundle(PAIR))],
    order: ABC,
    expect: ["0: 400, 1: 1400"],
  },
  {
    name: "FIXED price of the order keeps its value: 5500 - 5000",
    given: [off({ type: "FIXED", fixed_amount: 5000 }, bundle(PAIR))],
    order: ABC,
    expect: [500],
  },
  {
    name: "UNIT: 3 free units for each of 2 bundles: 6 x 70",
    given: [
      off(
        { type: "UNIT", unit_off: 3, unit_type: "z" },
        { ...bundle(PAIR), goods: [goods("z", 70)] },
      ),
    ],
    order: ABC,
    expect: ["3: 420 (6 free, +6)"],
    amount: 5920,
    left: 5500,
  },
  {
    name: "UNIT: so many units that no number holds them are none",
    given: [off({ type: "UNIT", unit_off: 1_000_000_000, unit_type: "z" }, bundle({ a: 1 }))],
    order: { items: [item("a", 9_007_199_254_740_991, 0)] },
    expect: [0],
  },
  {
    name: "UNIT of several kinds: 2 bundles give 2 of c (one is there) and 4 of z",
    given: [
      off(
        {
          type: "UNIT",
          effect: "ADD_MANY_ITEMS",
          units: [
            { unit_off: 1, unit_type: "c" },
            { unit_off: 2, unit_type: "z" },
          ],
        },
        bundle(PAIR),
      ),
    ],
    order: ABC,
    expect: ["2: 1000 (2 free, +1), 3: 0 (4 free, +4)"],
    amount: 6000,
    left: 5000,
  },
  {
    name: "a bundle that is not whole breaks its rule",
    given: [amountOff(300, bundle({ a: 6, b: 1 }))],
    order: ABC,
    valid: false,
    expect: ["order_rules_violated"],
  },
  {
    name: "a bundle of a product that is not there breaks its rule",
    given: [percentOff(10, bundle({ z: 1 }))],
    order: ABC,
    valid: false,
    expect: ["order_rules_violated"],
  },
  {
    name: "a bundle without an order breaks its rule",
    given: [amountOff(300, bundle(PAIR))],
    order: null,
    valid: false,
    expect: ["order_rules_violated"],
  },
  {
    name: "a gift card pays for lines of the bundles only: 1600 of a and 2000 of b",
    given: [giftCard(9000, { ...bundle(PAIR), gift_effect: "APPLY_TO_ITEMS" })],
    order: ABC,
    expect: ["0: 1600, 1: 2000"],
    left: 1900,
  },
  {
    name: "a gift card of items whose bundle is not whole breaks its rule, before it looks for lines",
    given: [giftCard(9000, { ...bundle({ a: 99 }), gift_effect: "APPLY_TO_ITEMS" })],
    order: ABC,
    valid: false,
    expect: ["order_rules_violated"],
  },
  {
    name: "credits are not multiplied: 500 of the order",
    given: [giftCard(9000, { ...bundle(PAIR), credits: 500 })],
    order: ABC,
    expect: [500],
  },
  {
    name: "a tier's bundles multiply as well",
    given: [tier({ type: "AMOUNT", amount_off: 300 }, bundle(PAIR))],
    order: ABC,
    expect: [600],
  },
  {
    name: "no bundle is asked for: once",
    given: [amountOff(300, bundle({}))],
    order: ABC,
    expect: [300],
  },
  {
    name: "each redeemable of a stack finds the bundles of the order as sent",
    given: [amountOff(300, bundle(PAIR)), amountOff(200, bundle({ b: 3 }))],
    order: ABC,
    expect: [600, 200],
  },
];

describe("bundles", () => {
  rows(table);
});
