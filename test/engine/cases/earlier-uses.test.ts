import { describe, expect, it } from "vitest";
import { amountLeft, type EarlierUse } from "../../../src/engine/cart";
import { planUses } from "../../../src/engine/redemption/plan";
import type { Candidate } from "../../../src/engine/stacking/snapshot";
import type { OrderInput } from "../../../src/model/order";
import {
  amountOff,
  cart,
  decided,
  entry,
  goods,
  item,
  off,
  only,
  percentOff,
} from "../stacking-shop";

/** 3 x 200 = 600, 1 x 1000. */
const AB: OrderInput = { items: [item("a", 3, 200), item("b", 1, 1000)] };

const usesOf = (...redeemables: Candidate[]): EarlierUse[] =>
  planUses(decided(redeemables, AB)).map(({ effects }) => effects);

const OFF_A = usesOf(off({ type: "AMOUNT", amount_off: 150, effect: "APPLY_TO_ITEMS" }, only("a")));
const OFF_ORDER = usesOf(amountOff(160));
const FREE_C = usesOf(
  off(
    { type: "UNIT", unit_off: 2, unit_type: "c", effect: "ADD_NEW_ITEMS" },
    { goods: [goods("c", 50)] },
  ),
);
const FREE_A = usesOf(off({ type: "UNIT", unit_off: 1, unit_type: "a", effect: "ADD_NEW_ITEMS" }));
const A_FOR_B = usesOf(
  off(
    { type: "UNIT", unit_off: 1, unit_type: "b", effect: "REPLACE_ITEMS" },
    only(entry("a", { quantity_limit: 1 })),
  ),
);

/** An order discount of 145, whose uses before it, 150 off a and a line of c, were rolled back. */
const AFTER_FREE_C = usesOf(
  off({ type: "AMOUNT", amount_off: 150, effect: "APPLY_TO_ITEMS" }, only("a")),
  off(
    { type: "UNIT", unit_off: 2, unit_type: "c", effect: "ADD_NEW_ITEMS" },
    { goods: [goods("c", 50)] },
  ),
  amountOff(145),
).slice(2);
/** One of 160 on a, b and the c that had replaced a unit of a, which was rolled back. */
const AFTER_A_FOR_C = usesOf(
  off(
    { type: "UNIT", unit_off: 1, unit_type: "c", effect: "REPLACE_ITEMS" },
    { ...only(entry("a", { quantity_limit: 1 })), goods: [goods("c", 500)] },
  ),
  amountOff(160),
).slice(1);
/**
 * One of 160 on a, a c for a unit of it (500 less 300), and a d for the b (1500 less 500): 400, 0,
 * 200, 1000. The use that put in c was rolled back.
 */
const AFTER_D_WITHOUT_C = usesOf(
  off(
    { type: "UNIT", unit_off: 1, unit_type: "c", effect: "REPLACE_ITEMS" },
    { ...only(entry("a", { quantity_limit: 1 })), goods: [goods("c", 500)] },
  ),
  off(
    { type: "UNIT", unit_off: 1, unit_type: "d", effect: "REPLACE_ITEMS" },
    { ...only("b"), goods: [goods("d", 1500)] },
  ),
  amountOff(160),
).slice(1);

/** One unit of a product, put in as a line of its own. */
const putIn = (index: number, product_id: string, price: number): EarlierUse => ({
  lines: [
    {
      index,
      discount: price,
      discount_quantity: 1,
      added_quantity: 1,
      added_amount: price,
      item: { product_id },
      price,
    },
  ],
});

interface Row {
  name: string;
  order: OrderInput;
  earlier: EarlierUse[];
  amount: number | null;
  left: number | null;
  discount_amount: number;
  items_discount_amount: number;
  lines: number[];
}

const rows: Row[] = [
  {
    name: "nothing was used before",
    order: AB,
    earlier: [],
    amount: 1600,
    left: 1600,
    discount_amount: 0,
    items_discount_amount: 0,
    lines: [600, 1000],
  },
  {
    name: "an order discount has its shares: 160 over 600 and 1000 = 60 and 100",
    order: AB,
    earlier: OFF_ORDER,
    amount: 1600,
    left: 1440,
    discount_amount: 160,
    items_discount_amount: 0,
    lines: [540, 900],
  },
  {
    name: "a discount of a line stays with it: 600 - 150",
    order: AB,
    earlier: OFF_A,
    amount: 1600,
    left: 1450,
    discount_amount: 0,
    items_discount_amount: 150,
    lines: [450, 1000],
  },
  {
    name: "both, one after the other: 600 - 60 - 150",
    order: AB,
    earlier: [...OFF_ORDER, ...OFF_A],
    amount: 1600,
    left: 1290,
    discount_amount: 160,
    items_discount_amount: 150,
    lines: [390, 900],
  },
  {
    name: "free units that were put in are there again: 1600 + 2 x 50",
    order: AB,
    earlier: FREE_C,
    amount: 1700,
    left: 1600,
    discount_amount: 0,
    items_discount_amount: 100,
    lines: [600, 1000, 0],
  },
  {
    name: "replaced units are: a 600 - 200, b 1000 + 1000 - 800",
    order: AB,
    earlier: A_FOR_B,
    amount: 2400,
    left: 1600,
    discount_amount: 0,
    items_discount_amount: 800,
    lines: [400, 1200],
  },
  {
    name: "shares stay as they were when a line that was put in has left: 145 over 450, 1000, 0",
    order: AB,
    earlier: AFTER_FREE_C,
    amount: 1600,
    left: 1455,
    discount_amount: 145,
    items_discount_amount: 0,
    lines: [555, 900],
  },
  {
    name: "a share of a line that has left is split anew: 160 over 600, 1000, not over 400, 1000, 200",
    order: AB,
    earlier: AFTER_A_FOR_C,
    amount: 1600,
    left: 1440,
    discount_amount: 160,
    items_discount_amount: 0,
    lines: [540, 900],
  },
  {
    name: "nor does another line in its place take its share: 160 over 600, 0, 1000, not 40, 0, 20 + 100",
    order: AB,
    earlier: AFTER_D_WITHOUT_C,
    amount: 2100,
    left: 1440,
    discount_amount: 160,
    items_discount_amount: 500,
    lines: [540, 0, 900],
  },
  {
    name: "sent with another line, the order discount is split anew: 160 over 600, 1000, 1600",
    order: { items: [...(AB.items ?? []), item("d", 1, 1600)] },
    earlier: OFF_ORDER,
    amount: 3200,
    left: 3040,
    discount_amount: 160,
    items_discount_amount: 0,
    lines: [570, 950, 1520],
  },
  {
    name: "sent with another line, the free units stand behind it",
    order: { items: [...(AB.items ?? []), item("d", 1, 1600)] },
    earlier: FREE_C,
    amount: 3300,
    left: 3200,
    discount_amount: 0,
    items_discount_amount: 100,
    lines: [600, 1000, 1600, 0],
  },
  {
    name: "sent with fewer lines as well",
    order: { items: [item("a", 3, 200)] },
    earlier: FREE_C,
    amount: 700,
    left: 600,
    discount_amount: 0,
    items_discount_amount: 100,
    lines: [600, 0],
  },
  {
    name: "a line that no longer holds its discount: 150 stay at order level, 100 / 1100 and 1000 / 1100",
    order: { items: [item("a", 1, 100), item("b", 1, 1000)] },
    earlier: OFF_A,
    amount: 1100,
    left: 950,
    discount_amount: 150,
    items_discount_amount: 0,
    // 150 x 100 / 1100 = 13.64 and 150 x 1000 / 1100 = 136.36.
    lines: [86, 864],
  },
  {
    name: "an order that now costs less than what was taken is free, not below zero",
    order: { amount: 100 },
    earlier: OFF_ORDER,
    amount: 100,
    left: 0,
    discount_amount: 100,
    items_discount_amount: 0,
    lines: [],
  },
  {
    name: "the same lines, sent for less than what was taken of one: 100 of 150, at order level",
    order: { ...AB, amount: 100 },
    earlier: OFF_A,
    amount: 100,
    left: 0,
    discount_amount: 100,
    items_discount_amount: 0,
    // 100 over 600 and 1000: 37.5 and 62.5, the unit over goes to the earlier one.
    lines: [562, 938],
  },
  {
    name: "units that are no longer there cannot be replaced again",
    order: { items: [item("a", 0, 200), item("b", 1, 1000)] },
    earlier: A_FOR_B,
    amount: 1000,
    left: 1000,
    discount_amount: 0,
    items_discount_amount: 0,
    lines: [0, 1000],
  },
  {
    name: "two products that both stood in the fourth line, when each was put in: d 30, e 40",
    order: AB,
    earlier: [putIn(3, "d", 30), putIn(3, "e", 40)],
    amount: 1670,
    left: 1600,
    discount_amount: 0,
    items_discount_amount: 70,
    lines: [600, 1000, 0, 0],
  },
  {
    name: "one product that was put in twice is one line: 30 + 30",
    order: AB,
    earlier: [putIn(2, "d", 30), putIn(2, "d", 30)],
    amount: 1660,
    left: 1600,
    discount_amount: 0,
    items_discount_amount: 60,
    lines: [600, 1000, 0],
  },
  {
    name: "so it is when the line before it left in between, and it stood one up: 30 + 30",
    order: AB,
    earlier: [putIn(3, "d", 30), putIn(2, "d", 30)],
    amount: 1660,
    left: 1600,
    discount_amount: 0,
    items_discount_amount: 60,
    lines: [600, 1000, 0],
  },
  {
    name: "free units that no longer fit below the largest amount are left out",
    order: { items: [item("a", 1, 9_007_199_254_740_991)] },
    earlier: FREE_A,
    amount: 9_007_199_254_740_991,
    left: 9_007_199_254_740_991,
    discount_amount: 0,
    items_discount_amount: 0,
    lines: [9_007_199_254_740_991],
  },
  {
    name: "nor those that no longer fit into a quantity",
    order: { items: [item("a", 9_007_199_254_740_991, 0)] },
    earlier: FREE_C.map((use) => ({
      ...use,
      lines: [{ index: 0, discount: 0, discount_quantity: 1, added_quantity: 1 }],
    })),
    amount: 0,
    left: 0,
    discount_amount: 0,
    items_discount_amount: 0,
    lines: [0],
  },
];

describe("an order with earlier uses", () => {
  it.each(rows)("$name", ({ name: _, order, earlier, ...expected }) => {
    const made = cart(order, earlier);
    expect({
      amount: made?.amount,
      left: made && amountLeft(made),
      discount_amount: made?.discount_amount,
      items_discount_amount: made?.items_discount_amount,
      lines: made?.left,
    }).toEqual(expected);
  });

  it("written down: 160 off the order with its shares, then 10 % of what is left of a: 54", () => {
    const uses = planUses(decided([amountOff(160), percentOff(10, only("a"))], AB));
    expect(uses.map(({ effects }) => effects)).toEqual([
      { quantity: 1, order_discount: 160, line_shares: [60, 100] },
      { quantity: 1, order_discount: 0, line_shares: [0, 0], lines: [{ index: 0, discount: 54 }] },
    ]);
  });

  it("without lines there are no shares", () => {
    const uses = planUses(decided([amountOff(160)], { amount: 1000 }));
    expect(uses.map(({ effects }) => effects)).toEqual([{ quantity: 1, order_discount: 160 }]);
  });
});
