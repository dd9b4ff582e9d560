import { describe } from "vitest";
import type { OrderInput } from "../../../src/model/order";
import {
  amountOff,
  entry,
  type Given,
  giftCard,
  item,
  only,
  percentOff,
  type Row,
  rows,
} from "../stacking-shop";

/** 1000, 3000 and 1000: 5000. */
const ABC: OrderInput = { items: [item("a", 2, 500), item("b", 1, 3000), item("c", 4, 250)] };
const onItems = (balance: number, given: Given = {}) =>
  giftCard(balance, { gift_effect: "APPLY_TO_ITEMS", ...given });

const ofOrder: Row[] = [
  {
    name: "credits default to the balance: 700",
    given: [giftCard(700)],
    expect: [700],
    left: 300,
  },
  {
    name: "credits default to what is left, where that is less: 1000",
    given: [giftCard(1700)],
    expect: [1000],
    left: 0,
  },
  {
    name: "APPLY_TO_ORDER said or not is the same",
    given: [giftCard(700, { gift_effect: "APPLY_TO_ORDER" })],
    expect: [700],
  },
  {
    name: "credits that were asked for: 250",
    given: [giftCard(700, { credits: 250 })],
    expect: [250],
  },
  {
    name: "more than the balance is refused, also where the order needs less",
    given: [giftCard(700, { credits: 701 })],
    order: { amount: 100 },
    valid: false,
    expect: ["gift_amount_exceeded"],
  },
  {
    name: "its own session's hold does not stand in its way: 700 - 500 + 500",
    given: [giftCard(700, { held_amount: 500, yielding: { quantity: 0, amount: 500 } })],
    expect: [700],
  },
  {
    name: "a foreign hold does: 700 - 500 = 200",
    given: [giftCard(700, { held_amount: 500 })],
    expect: [200],
  },
  {
    name: "two cards pay one after the other: 700, then 300 of 700",
    given: [giftCard(700), giftCard(700)],
    expect: [700, 300],
    left: 0,
  },
  {
    name: "credits without an order are taken as asked for, off nothing",
    given: [giftCard(700, { credits: 250 })],
    order: null,
    expect: [0],
    left: null,
  },
  {
    name: "a gift card is split over the lines like any order discount: 500 over 1 : 3 : 1",
    given: [giftCard(500)],
    order: ABC,
    expect: [500],
    lines: [900, 2700, 900],
  },
];

const ofItems: Row[] = [
  {
    name: "only the lines that its rules name: 1000 of a",
    given: [onItems(1500, only("a"))],
    order: ABC,
    expect: ["0: 1000"],
    left: 4000,
    lines: [0, 3000, 1000],
  },
  {
    name: "split over these lines by what they cost: 400 over 1000 and 1000",
    given: [onItems(400, only("a", "c"))],
    order: ABC,
    expect: ["0: 200, 2: 200"],
  },
  {
    name: "a credit over two equal lines pays the earlier one, though the rule walks c first",
    given: [onItems(1, only("c", "a"))],
    order: ABC,
    expect: ["0: 1"],
  },
  {
    name: "without rules over all lines: 500 over 1 : 3 : 1",
    given: [onItems(500)],
    order: ABC,
    expect: ["0: 100, 1: 300, 2: 100"],
    left: 4500,
  },
  {
    name: "credits that were asked for: 300 of 1500 over 1000 and 1000",
    given: [onItems(1500, { ...only("a", "c"), credits: 300 })],
    order: ABC,
    expect: ["0: 150, 2: 150"],
  },
  {
    name: "one unit more goes to the earlier line: 301 over 1000 and 1000",
    given: [onItems(301, only("a", "c"))],
    order: ABC,
    expect: ["0: 151, 2: 150"],
  },
  {
    name: "more than the balance is refused",
    given: [onItems(100, { ...only("a"), credits: 101 })],
    order: ABC,
    valid: false,
    expect: ["gift_amount_exceeded"],
  },
  {
    name: "no line that it may pay for",
    given: [onItems(1500, only("z"))],
    order: ABC,
    valid: false,
    expect: ["missing_order_items_amount"],
  },
  {
    name: "the line that it may pay for has no amount",
    given: [onItems(1500, only("z"))],
    order: { items: [{ product_id: "z", quantity: 1 }, item("a", 2, 500)] },
    valid: false,
    expect: ["missing_order_items_amount"],
  },
  {
    name: "an order without lines",
    given: [onItems(1500)],
    order: { amount: 1000 },
    valid: false,
    expect: ["missing_order_items_amount"],
  },
  {
    name: "without an order and without credits",
    given: [onItems(1500)],
    order: null,
    valid: false,
    expect: ["missing_order"],
  },
  {
    name: "what discounts left of its lines: 1000 - 200 (1000 x 1/5) = 800",
    given: [amountOff(1000), onItems(1500, only("a"))],
    order: ABC,
    expect: [1000, "0: 800"],
    left: 3200,
    lines: [0, 2400, 800],
  },
  {
    name: "lines that are paid already need no credits: used for nothing",
    given: [percentOff(100, only("a")), onItems(1500, only("a"))],
    order: ABC,
    expect: ["0: 1000", 0],
  },
  {
    name: "an empty card with lines to pay",
    given: [onItems(0, only("a"))],
    order: ABC,
    valid: false,
    expect: ["gift_amount_exceeded"],
  },
  {
    name: "one of two units: 1000 / 2 = 500",
    given: [onItems(1500, only(entry("a", { quantity_limit: 1 })))],
    order: ABC,
    expect: ["0: 500"],
  },
  {
    name: "amount_limit of the entry: 300 of a",
    given: [onItems(1500, only(entry("a", { amount_limit: 300 })))],
    order: ABC,
    expect: ["0: 300"],
  },
  {
    name: "aggregated_amount_limit of an entry: 100 of a; b gives 3000",
    given: [onItems(9000, only(entry("a", { aggregated_amount_limit: 100 }), "b"))],
    order: ABC,
    expect: ["0: 100, 1: 3000"],
  },
  {
    name: "fewer credits than that room are all used: 620 over 100 and 3000 = 20 and 600",
    given: [
      onItems(9000, { ...only(entry("a", { aggregated_amount_limit: 100 }), "b"), credits: 620 }),
    ],
    order: ABC,
    expect: ["0: 20, 1: 600"],
  },
  {
    name: "no more than is left of an order that was sent below its lines: 500 over 1 : 3 : 1",
    given: [onItems(9000)],
    order: { ...ABC, amount: 500 },
    expect: ["0: 100, 1: 300, 2: 100"],
    left: 0,
  },
  {
    name: "what an entry's limit leaves of such an order is paid of the other lines: 10 and 490",
    given: [onItems(9000, only(entry("a", { aggregated_amount_limit: 10 }), "b"))],
    order: { ...ABC, amount: 500 },
    expect: ["0: 10, 1: 490"],
    left: 0,
  },
];

describe.each([
  ["a gift card on the order", ofOrder],
  ["a gift card on lines", ofItems],
])("%s", (_, table) => {
  rows(table);
});
