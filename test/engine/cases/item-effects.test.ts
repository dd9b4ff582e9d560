import { describe } from "vitest";
import type * as z from "zod";
import type { AmountDiscount, AmountEffect, PercentDiscount } from "../../../src/model/discount";
import type { OrderInput } from "../../../src/model/order";
import {
  amountOff,
  entry,
  type Given,
  giftCard,
  item,
  off,
  only,
  percentOff,
  type Row,
  rows,
} from "../stacking-shop";

/** 2 x 500 = 1000, 1 x 3000, 4 x 250 = 1000. */
const ABC: OrderInput = { items: [item("a", 2, 500), item("b", 1, 3000), item("c", 4, 250)] };
const ONE: OrderInput = { items: [item("a", 3, 333)] };

type Amount = Partial<z.infer<typeof AmountDiscount>>;
const amount = (amount_off: number, effect: AmountEffect, more: Amount = {}, given: Given = {}) =>
  off({ type: "AMOUNT", amount_off, effect, ...more }, given);
const percent = (
  percent_off: number,
  more: Partial<z.infer<typeof PercentDiscount>> = {},
  given: Given = {},
) => off({ type: "PERCENT", percent_off, effect: "APPLY_TO_ITEMS", ...more }, given);

const each: Row[] = [
  {
    name: "APPLY_TO_ITEMS: the amount once for each line",
    given: [amount(100, "APPLY_TO_ITEMS")],
    order: ABC,
    expect: ["0: 100, 1: 100, 2: 100"],
    left: 4700,
    lines: [900, 2900, 900],
  },
  {
    name: "APPLY_TO_ITEMS: no more than the line: 1000 + 2000 + 1000",
    given: [amount(2000, "APPLY_TO_ITEMS")],
    order: ABC,
    expect: ["0: 1000, 1: 2000, 2: 1000"],
    left: 1000,
  },
  {
    name: "APPLY_TO_ITEMS: at most 250 over the order: 100 + 100 + 50",
    given: [amount(100, "APPLY_TO_ITEMS", { aggregated_amount_limit: 250 })],
    order: ABC,
    expect: ["0: 100, 1: 100, 2: 50"],
  },
  {
    name: "APPLY_TO_ITEMS: a line that the limit leaves nothing for is not touched",
    given: [amount(100, "APPLY_TO_ITEMS", { aggregated_amount_limit: 200 })],
    order: ABC,
    expect: ["0: 100, 1: 100"],
  },
  {
    name: "BY_QUANTITY: the amount for each unit: 2 x 100, 1 x 100, 4 x 100",
    given: [amount(100, "APPLY_TO_ITEMS_BY_QUANTITY")],
    order: ABC,
    expect: ["0: 200, 1: 100, 2: 400"],
  },
  {
    name: "BY_QUANTITY: no more than the line: 4 x 300 = 1200, but c costs 1000",
    given: [amount(300, "APPLY_TO_ITEMS_BY_QUANTITY")],
    order: ABC,
    expect: ["0: 600, 1: 300, 2: 1000"],
  },
  {
    name: "BY_QUANTITY: at most 500 over the order: 200 + 100 + 200",
    given: [amount(100, "APPLY_TO_ITEMS_BY_QUANTITY", { aggregated_amount_limit: 500 })],
    order: ABC,
    expect: ["0: 200, 1: 100, 2: 200"],
  },
  {
    name: "BY_QUANTITY: a line without a quantity is one unit",
    given: [amount(100, "APPLY_TO_ITEMS_BY_QUANTITY")],
    order: { items: [{ product_id: "a", amount: 1000 }] },
    expect: ["0: 100"],
  },
  {
    name: "BY_QUANTITY: the largest amount for each of 4 units is all of the line",
    given: [amount(9_007_199_254_740_991, "APPLY_TO_ITEMS_BY_QUANTITY", {}, only("c"))],
    order: ABC,
    expect: ["2: 1000"],
  },
  {
    name: "PROPORTIONALLY: 500 over 1000, 3000, 1000 = 100, 300, 100",
    given: [amount(500, "APPLY_TO_ITEMS_PROPORTIONALLY")],
    order: ABC,
    expect: ["0: 100, 1: 300, 2: 100"],
  },
  {
    name: "PROPORTIONALLY: 300 over 3300 and 3400 = 148 and 152",
    given: [amount(300, "APPLY_TO_ITEMS_PROPORTIONALLY")],
    order: { items: [item("a", 1, 3300), item("b", 1, 3400)] },
    expect: ["0: 148, 1: 152"],
    lines: [3152, 3248],
  },
  {
    name: "PROPORTIONALLY: only over the lines that are named: 500 over 1000, 1000 = 250 each",
    given: [amount(500, "APPLY_TO_ITEMS_PROPORTIONALLY", {}, only("a", "c"))],
    order: ABC,
    expect: ["0: 250, 2: 250"],
  },
  {
    name: "PROPORTIONALLY: of equal remainders the earlier line's first, though the rule walks c first",
    given: [amount(1, "APPLY_TO_ITEMS_PROPORTIONALLY", {}, only("c", "a"))],
    order: ABC,
    expect: ["0: 1"],
  },
  {
    name: "PROPORTIONALLY: at most 50 over the order: 10, 30, 10",
    given: [amount(500, "APPLY_TO_ITEMS_PROPORTIONALLY", { aggregated_amount_limit: 50 })],
    order: ABC,
    expect: ["0: 10, 1: 30, 2: 10"],
  },
  {
    name: "PROPORTIONALLY: more than the lines cost is all of them",
    given: [amount(6000, "APPLY_TO_ITEMS_PROPORTIONALLY")],
    order: ABC,
    expect: ["0: 1000, 1: 3000, 2: 1000"],
    left: 0,
  },
  {
    name: "PROPORTIONALLY_BY_QUANTITY: 700 over 2, 1 and 4 units = 200, 100, 400",
    given: [amount(700, "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY")],
    order: ABC,
    expect: ["0: 200, 1: 100, 2: 400"],
  },
  {
    name: "PROPORTIONALLY_BY_QUANTITY: 10 over 2, 1, 4 units: 2.86, 1.43, 5.71 = 3, 1, 6",
    given: [amount(10, "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY")],
    order: ABC,
    expect: ["0: 3, 1: 1, 2: 6"],
  },
  {
    name: "PROPORTIONALLY_BY_QUANTITY: 2100 = 600, 300, 1200, c holds 1000; 1100 over 2, 1 = 733, 367",
    given: [amount(2100, "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY")],
    order: ABC,
    expect: ["0: 733, 1: 367, 2: 1000"],
  },
  {
    name: "PERCENT: of each line: 10 % of 1000, 3000, 1000",
    given: [percent(10)],
    order: ABC,
    expect: ["0: 100, 1: 300, 2: 100"],
    left: 4500,
  },
  {
    name: "PERCENT: rounded once a line, not a unit: 15 % of 999 = 149.85, up to 150",
    given: [percent(15)],
    order: ONE,
    expect: ["0: 150"],
  },
  {
    name: "PERCENT: each line rounds by itself: 0.5 + 0.5 + 0.5 go up to 3",
    given: [percent(50)],
    order: { items: [item("a", 1, 1), item("b", 1, 1), item("c", 1, 1)] },
    expect: ["0: 1, 1: 1, 2: 1"],
    left: 0,
  },
  {
    name: "PERCENT: amount_limit is of a line: 100, 200 of 300, 100",
    given: [percent(10, { amount_limit: 200 })],
    order: ABC,
    expect: ["0: 100, 1: 200, 2: 100"],
  },
  {
    name: "PERCENT: aggregated_amount_limit is of the order: 100 + 250 = 350",
    given: [percent(10, { aggregated_amount_limit: 350 })],
    order: ABC,
    expect: ["0: 100, 1: 250"],
  },
  {
    name: "PERCENT: both limits: 100 + 200 + 20 = 320",
    given: [percent(10, { amount_limit: 200, aggregated_amount_limit: 320 })],
    order: ABC,
    expect: ["0: 100, 1: 200, 2: 20"],
  },
  {
    name: "PERCENT: a limit of 0 takes nothing",
    given: [percent(10, { amount_limit: 0 })],
    order: ABC,
    expect: [0],
  },
];

const chains: Row[] = [
  {
    name: "a second discount works on what is left of the line: 10 % of 1000, then of 900",
    given: [percent(10, {}, only("a")), percent(10, {}, only("a"))],
    order: ABC,
    expect: ["0: 100", "0: 90"],
    lines: [810, 3000, 1000],
  },
  {
    name: "an order discount before it has its share of the line: 1000 - 100 (500 x 1/5) = 900",
    given: [amountOff(500), percent(10, {}, only("a"))],
    order: ABC,
    expect: [500, "0: 90"],
    lines: [810, 2700, 900],
  },
  {
    name: "two order discounts before it: 10 % of 5000 = 500, 10 % of 4500 = 450; a: 1000 - 100 - 90",
    given: [percentOff(10), percentOff(10), percent(10, {}, only("a"))],
    order: ABC,
    expect: [500, 450, "0: 81"],
    left: 3969,
    lines: [729, 2430, 810],
  },
  {
    name: "a gift card before it has its share as well: 2500 over 5000 leave 500 of a",
    given: [giftCard(2500), percent(10, {}, only("a"))],
    order: ABC,
    expect: [2500, "0: 50"],
    left: 2450,
  },
  {
    name: "an order discount after it works on what the lines left: 10 % of 4900",
    given: [percent(10, {}, only("a")), percentOff(10)],
    order: ABC,
    expect: ["0: 100", 490],
    left: 4410,
    lines: [810, 2700, 900],
  },
  {
    name: "INITIAL_AMOUNT: of what the line cost before any discount: 10 % of 1000 twice",
    given: [percent(10, {}, only("a")), percent(10, {}, only("a"))],
    order: ABC,
    stacking: { discount_calculation_mode: "INITIAL_AMOUNT" },
    expect: ["0: 100", "0: 100"],
  },
  {
    name: "INITIAL_AMOUNT: no more than what is left of the line: 600, then 400 of 600",
    given: [percent(60, {}, only("a")), percent(60, {}, only("a"))],
    order: ABC,
    stacking: { discount_calculation_mode: "INITIAL_AMOUNT" },
    expect: ["0: 600", "0: 400"],
  },
  {
    name: "a line with nothing left gives nothing",
    given: [percent(100, {}, only("a")), amount(100, "APPLY_TO_ITEMS")],
    order: ABC,
    expect: ["0: 1000", "1: 100, 2: 100"],
  },
  {
    name: "lines are capped by what is left of an order sent below their sum: 1000 of 5000",
    given: [percent(50)],
    order: { ...ABC, amount: 1000 },
    expect: ["0: 500, 1: 500"],
    left: 0,
  },
  {
    name: "of an order sent above their sum, all lines are free and the rest is left: 6000 - 5000",
    given: [percent(100)],
    order: { ...ABC, amount: 6000 },
    expect: ["0: 1000, 1: 3000, 2: 1000"],
    left: 1000,
    lines: [0, 0, 0],
  },
  {
    name: "a line of unknown price is passed over",
    given: [amount(100, "APPLY_TO_ITEMS")],
    order: { items: [{ product_id: "z", quantity: 2 }, item("a", 2, 500)] },
    expect: ["1: 100"],
  },
  {
    name: "a line of no units is passed over",
    given: [amount(100, "APPLY_TO_ITEMS")],
    order: { items: [item("z", 0, 500), item("a", 2, 500)] },
    expect: ["1: 100"],
  },
  {
    name: "of an order without lines nothing is taken",
    given: [percent(10)],
    order: { amount: 1000 },
    expect: [0],
  },
  {
    name: "products named make a discount of lines, which takes 0 off an order without lines",
    given: [percentOff(10, only("a"))],
    order: { amount: 1000 },
    expect: [0],
  },
  {
    name: "without any order nothing is taken off",
    given: [percent(10)],
    order: null,
    expect: [0],
  },
  {
    name: "lines without any price: nothing is taken off",
    given: [percent(10)],
    order: { items: [{ product_id: "a", quantity: 1 }] },
    expect: [0],
  },
  {
    name: "2 paid and 1 free unit of a: 10 % of the 1000 that are left, not of 1500",
    given: [
      off({ type: "UNIT", unit_off: 1, unit_type: "a", effect: "ADD_NEW_ITEMS" }),
      percent(10, {}, only("a")),
    ],
    order: ABC,
    expect: ["0: 500 (1 free, +1)", "0: 100"],
    amount: 5500,
    left: 4900,
  },
  {
    name: "one of 2 paid units beside a free one: 10 % of 1000 / 2 = 50, the free one is none of them",
    given: [
      off({ type: "UNIT", unit_off: 1, unit_type: "a", effect: "ADD_NEW_ITEMS" }),
      percent(10, {}, only(entry("a", { quantity_limit: 1 }))),
    ],
    order: ABC,
    expect: ["0: 500 (1 free, +1)", "0: 50"],
  },
  {
    name: "INITIAL_AMOUNT: one of 2 paid units beside a free one: 10 % of 1000 / 2 = 50",
    given: [
      off({ type: "UNIT", unit_off: 1, unit_type: "a", effect: "ADD_NEW_ITEMS" }),
      percent(10, {}, only(entry("a", { quantity_limit: 1 }))),
    ],
    order: ABC,
    stacking: { discount_calculation_mode: "INITIAL_AMOUNT" },
    expect: ["0: 500 (1 free, +1)", "0: 50"],
  },
  {
    name: "INITIAL_AMOUNT: one of 4 sent units, of which one was replaced: 10 % of 1000 / 4 = 25",
    given: [
      off(
        { type: "UNIT", unit_off: 1, unit_type: "a", effect: "REPLACE_ITEMS" },
        only(entry("c", { quantity_limit: 1 })),
      ),
      percent(10, {}, only(entry("c", { quantity_limit: 1 }))),
    ],
    order: ABC,
    stacking: { discount_calculation_mode: "INITIAL_AMOUNT" },
    expect: ["2: 0 (-1), 0: 250 (1 free, +1)", "2: 25"],
  },
];

const HUGE = 9_007_199_254_740_991;

const extremes: Row[] = [
  {
    name: "by quantities that no sum holds: both lines weigh the same, 5 each",
    given: [amount(10, "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY")],
    order: {
      items: [
        { product_id: "a", quantity: HUGE, amount: 100 },
        { product_id: "b", quantity: HUGE, amount: 100 },
      ],
    },
    expect: ["0: 5, 1: 5"],
  },
  {
    name: "half of the largest amount on one line: 4503599627370495.5 goes up",
    given: [percent(50)],
    order: { items: [item("a", 1, HUGE)] },
    expect: [`0: ${4_503_599_627_370_496}`],
  },
];

describe.each([
  ["a discount of lines", each],
  ["in a stack, a discount of lines", chains],
  ["the largest numbers", extremes],
])("%s", (_, table) => {
  rows(table);
});
