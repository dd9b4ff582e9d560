import { describe } from "vitest";
import type { AmountEffect } from "../../../src/model/discount";
import type { OrderInput } from "../../../src/model/order";
import {
  amountOff,
  bundle,
  entry,
  type Given,
  goods,
  item,
  off,
  only,
  percentOff,
  type Row,
  rows,
  tier,
} from "../stacking-shop";

/** 3 x 200 = 600, 1 x 1000. */
const AB: OrderInput = {
  items: [item("a", 3, 200, { metadata: { points: 7 } }), item("b", 1, 1000)],
  metadata: { cut: 2.5, rate: 12.5, units: 2, text: "many" },
};
const SIX_TEN: OrderInput = { items: [item("a", 1, 600), item("b", 1, 1000)] };
const CUSTOMER = {
  customer: { metadata: { age: 30 }, segments: [], birthdate: "2000-06-15" },
};

const amount = (amount_off_formula: string, amount_off = 11, given: Given = {}) =>
  off({ type: "AMOUNT", amount_off, amount_off_formula }, given);
const percent = (percent_off_formula: string, percent_off = 1) =>
  off({ type: "PERCENT", percent_off, percent_off_formula });
const fixed = (fixed_amount_formula: string, fixed_amount?: number) =>
  off({
    type: "FIXED",
    fixed_amount_formula,
    ...(fixed_amount !== undefined && { fixed_amount }),
  });
/** Of the items, 5 unless the formula says. */
const each = (amount_off_formula: string, effect: AmountEffect) =>
  off({ type: "AMOUNT", amount_off: 5, amount_off_formula, effect });
const units = (unit_off_formula: string, unit_off?: number, given: Given = {}) =>
  off(
    {
      type: "UNIT",
      unit_type: "a",
      unit_off_formula,
      effect: "ADD_NEW_ITEMS",
      ...(unit_off !== undefined && { unit_off }),
    },
    given,
  );

const table: Row[] = [
  {
    name: "amount_off_formula is in major units: 2.50 are 250",
    given: [amount('ORDER_METADATA("cut")')],
    order: AB,
    expect: [250],
  },
  {
    name: "it goes before the static amount: 1600 / 10 = 160, not 11",
    given: [amount("ORDER_AMOUNT / 10")],
    order: AB,
    expect: [160],
  },
  {
    name: "a missing operand falls back to amount_off: 11",
    given: [amount('ORDER_METADATA("none")')],
    order: AB,
    expect: [11],
  },
  {
    name: "a customer that was not sent is a missing operand: 11",
    given: [amount('CUSTOMER_METADATA("age")')],
    order: AB,
    expect: [11],
  },
  {
    name: "a customer's property: 30 / 10 are 3.00",
    given: [amount('CUSTOMER_METADATA("age") / 10')],
    order: AB,
    more: CUSTOMER,
    expect: [300],
  },
  {
    name: "the birthday is today: 5.00",
    given: [amount("IF(DAY_OF_MONTH(CUSTOMER_BIRTHDATE) = DAY_OF_MONTH(TODAY);5;1)")],
    order: AB,
    more: CUSTOMER,
    expect: [500],
  },
  {
    name: "a text where a number must be falls back: 11",
    given: [amount('ORDER_METADATA("text") * 2')],
    order: AB,
    expect: [11],
  },
  {
    name: "division by zero falls back: 11",
    given: [amount("ORDER_AMOUNT / 0")],
    order: AB,
    expect: [11],
  },
  {
    name: "1600 / 3 = 533.33, down to 533",
    given: [amount("ORDER_AMOUNT / 3")],
    order: AB,
    expect: [533],
  },
  {
    name: "below zero is nothing",
    given: [amount("ORDER_AMOUNT - 5000")],
    order: AB,
    expect: [0],
  },
  {
    name: "above the order is all of it",
    given: [amount("ORDER_AMOUNT * 9")],
    order: AB,
    expect: [1600],
  },
  {
    name: "ORDER_AMOUNT is what is left at its turn: (1600 - 600) / 10 = 100",
    given: [amountOff(600), amount("ORDER_AMOUNT / 10")],
    order: AB,
    expect: [600, 100],
  },
  {
    name: "units and lines are counts: 4 units + 2 lines / 10 = 4.20",
    given: [amount("ORDER_UNITS_QUANTITY + ORDER_ITEMS_QUANTITY / 10")],
    order: AB,
    expect: [420],
  },
  {
    name: "a line without a quantity is one unit: 3 + 1 = 4.00",
    given: [amount("ORDER_UNITS_QUANTITY")],
    order: { items: [item("a", 3, 200), { product_id: "b", price: 1000 }] },
    expect: [400],
  },
  {
    name: "a line without a quantity is one unit of its own formula: 1.00",
    given: [each("ORDER_ITEM_UNITS_QUANTITY", "APPLY_TO_ITEMS")],
    order: { items: [{ product_id: "b", price: 1000 }] },
    expect: ["0: 100"],
  },
  {
    name: "how often a voucher was redeemed leaves out what the order itself used: 3 - 1 = 2.00",
    given: [
      amount("VOUCHER_REDEEMED_QUANTITY", 11, {
        redeemed_quantity: 3,
        own: { quantity: 1, credits: 0 },
      }),
    ],
    order: AB,
    expect: [200],
  },
  {
    name: "the cheapest line's unit: 200 go off",
    given: [amount("CHEAPEST_ORDER_ITEM_PRICE")],
    order: AB,
    expect: [200],
  },
  {
    name: "the most expensive line after 10 % of it: 1000 - 100 = 900",
    given: [percentOff(10, only("b")), amount("MOST_EXPENSIVE_ORDER_ITEM_SUBTOTAL")],
    order: AB,
    expect: ["1: 100", 900],
  },
  {
    name: "the redeemable's metadata: 75",
    given: [amount('REDEEMABLE_METADATA("worth")', 11, { metadata: { worth: 0.75 } })],
    order: AB,
    expect: [75],
  },
  {
    name: "the request's metadata: 80",
    given: [amount('REDEMPTION_METADATA("worth")')],
    order: AB,
    more: { redemption: { metadata: { worth: 0.8 }, api_key: null } },
    expect: [80],
  },
  {
    name: "the publication's metadata: 85",
    given: [
      amount('PUBLICATION_METADATA("worth")', 11, { publication: { metadata: { worth: 0.85 } } }),
    ],
    order: AB,
    expect: [85],
  },
  {
    name: "a code that was not published has none: 11",
    given: [amount('PUBLICATION_METADATA("worth")')],
    order: AB,
    expect: [11],
  },
  {
    name: "the voucher's counters: (10 - 4) x 0.50 = 3.00",
    given: [
      amount("(VOUCHER_REDEMPTION_QUANTITY - VOUCHER_REDEEMED_QUANTITY) * 0.5", 11, {
        redemption_quantity: 10,
        redeemed_quantity: 4,
      }),
    ],
    order: AB,
    expect: [300],
  },
  {
    name: "a tier has no counters of a voucher: 11",
    given: [
      tier({
        type: "AMOUNT",
        amount_off: 11,
        amount_off_formula: "VOUCHER_REDEEMED_QUANTITY + 100",
      }),
    ],
    order: AB,
    expect: [11],
  },
  {
    name: "a tier's own dates: 16 days to 2026-07-01, x 0.10",
    given: [
      tier(
        {
          type: "AMOUNT",
          amount_off: 11,
          amount_off_formula: "DAYS_UNTIL(PROMOTION_TIER_EXPIRATION_DATE) * 0.1",
        },
        { expiration_date: "2026-07-01T12:00:00.000Z" },
      ),
    ],
    order: AB,
    expect: [160],
  },
  {
    name: "percent_off_formula is in percent: 12.5 % of 1600 = 200",
    given: [percent('ORDER_METADATA("rate")')],
    order: AB,
    expect: [200],
  },
  {
    name: "four decimals of percent: 100 / 3 = 33.3333 % of 1600 = 533.33, down",
    given: [percent("100 / 3")],
    order: AB,
    expect: [533],
  },
  {
    name: "more than 100 % is 100 %",
    given: [percent("300")],
    order: AB,
    expect: [1600],
  },
  {
    name: "a missing operand falls back to percent_off: 1 % of 1600",
    given: [percent('ORDER_METADATA("none")')],
    order: AB,
    expect: [16],
  },
  {
    name: "fixed_amount_formula: 1600 - 1600 / 2 = 800",
    given: [fixed("ORDER_AMOUNT / 2")],
    order: AB,
    expect: [800],
  },
  {
    name: "a missing operand falls back to fixed_amount: 1600 - 1500",
    given: [fixed('ORDER_METADATA("none")', 1500)],
    order: AB,
    expect: [100],
  },
  {
    name: "a missing operand and no fixed_amount: no price, so nothing is taken off",
    given: [fixed('ORDER_METADATA("none")')],
    order: AB,
    expect: [0],
  },
  {
    name: "unit_off_formula: 2 more of a",
    given: [units('ORDER_METADATA("units")')],
    order: AB,
    expect: ["0: 400 (2 free, +2)"],
  },
  {
    name: "rounded to whole units: 1.5 up to 2",
    given: [units("ORDER_UNITS_QUANTITY * 3 / 8")],
    order: AB,
    expect: ["0: 400 (2 free, +2)"],
  },
  {
    name: "a missing operand falls back to unit_off: 3",
    given: [units('ORDER_METADATA("none")', 3)],
    order: AB,
    expect: ["0: 600 (3 free, +3)"],
  },
  {
    name: "a missing operand and no unit_off: no units",
    given: [units('ORDER_METADATA("none")')],
    order: AB,
    expect: [0],
  },
  {
    name: "formulas of several kinds of units: 2 of a that are there, 4 of z",
    given: [
      off(
        {
          type: "UNIT",
          effect: "ADD_MANY_ITEMS",
          units: [
            { unit_type: "a", unit_off_formula: 'ORDER_METADATA("units")' },
            { unit_type: "z", unit_off_formula: "ORDER_UNITS_QUANTITY" },
          ],
        },
        { goods: [goods("z", 5)] },
      ),
    ],
    order: AB,
    expect: ["0: 400 (2 free), 2: 20 (4 free, +4)"],
  },
  {
    name: "price_formula of an entry reads its own line: 7 points are 0.07, 3 x (200 - 7) = 579",
    given: [
      off(
        { type: "FIXED", effect: "APPLY_TO_ITEMS" },
        only(entry("a", { price_formula: 'ORDER_ITEM_METADATA("points") / 100' })),
      ),
    ],
    order: AB,
    expect: ["0: 579"],
  },
  {
    name: "an AMOUNT of items by their own price: 6.00 x 0.01 + 1 = 1.06, and 1.10",
    given: [each("ORDER_ITEM_PRICE * 0.01 + 1", "APPLY_TO_ITEMS")],
    order: SIX_TEN,
    expect: ["0: 106, 1: 110"],
  },
  {
    name: "the same for each unit: 2 x 1.06 and 1 x 1.10",
    given: [each("ORDER_ITEM_PRICE * 0.01 + 1", "APPLY_TO_ITEMS_BY_QUANTITY")],
    order: { items: [item("a", 2, 600), item("b", 1, 1000)] },
    expect: ["0: 212, 1: 110"],
  },
  {
    name: "a line that misses the operand has the static amount, the other one its own",
    given: [each('ORDER_ITEM_METADATA("points")', "APPLY_TO_ITEMS")],
    order: AB,
    expect: ["0: 600, 1: 5"],
  },
  {
    name: "an amount that is split is one for all lines, so that it has none of its own: 5",
    given: [each("ORDER_ITEM_PRICE", "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY")],
    order: SIX_TEN,
    expect: ["0: 3, 1: 2"],
  },
  {
    name: "a PERCENT of items by their own price: 10 % of 6.00, 50 % of 10.00",
    given: [
      off({
        type: "PERCENT",
        percent_off: 30,
        percent_off_formula: "IF(ORDER_ITEM_PRICE > 8;50;10)",
        effect: "APPLY_TO_ITEMS",
      }),
    ],
    order: SIX_TEN,
    expect: ["0: 60, 1: 500"],
  },
  {
    name: "a fixed price of items by their own: 6.00 / 2, and 10.00 / 2",
    given: [
      off({
        type: "FIXED",
        fixed_amount_formula: "ORDER_ITEM_PRICE / 2",
        effect: "APPLY_TO_ITEMS",
      }),
    ],
    order: SIX_TEN,
    expect: ["0: 300, 1: 500"],
  },
  {
    name: "an entry's price by a formula over the order: 4.00 or more, so a unit costs 0 from 20",
    given: [
      off(
        { type: "FIXED", effect: "APPLY_TO_ITEMS" },
        only(entry("a", { price: 2000, price_formula: "IF(ORDER_AMOUNT > 4;0;20)" })),
      ),
    ],
    order: SIX_TEN,
    expect: ["0: 600"],
  },
  {
    name: "yen have no decimals: 10 % of 1600 and 5 more",
    given: [amount("ORDER_AMOUNT * 0.1 + 5")],
    order: AB,
    more: { currency: "JPY" },
    expect: [165],
  },
  {
    name: "dinars have three: 10 % of 1.600 and 0.005 more",
    given: [amount("ORDER_AMOUNT * 0.1 + 0.005")],
    order: AB,
    more: { currency: "KWD" },
    expect: [165],
  },
  {
    name: "half a cent goes up: 0.105 is 11",
    given: [amount("0.105", 99)],
    order: AB,
    expect: [11],
  },
  {
    name: "a cent that doubles lose: a third of 16.00, thrice, is 16.00",
    given: [amount("ORDER_AMOUNT / 3 * 3")],
    order: AB,
    expect: [1600],
  },
  {
    name: "not a cent of the largest amount is lost",
    given: [amount("ORDER_AMOUNT - 0.01")],
    order: { amount: 9_007_199_254_740_991 },
    expect: [9_007_199_254_740_990],
    left: 1,
  },
  {
    name: "a formula of the order has no line of its own: 11",
    given: [amount('ORDER_ITEM_METADATA("points")')],
    order: AB,
    expect: [11],
  },
  {
    name: "a bundle multiplies what the formula comes to: 3 x 250",
    given: [amount('ORDER_METADATA("cut")', 11, bundle({ a: 1 }))],
    order: AB,
    expect: [750],
  },
  {
    name: "free units count: 3 + 1 + 2 free = 6 units x 0.10",
    given: [units("2"), amount("ORDER_UNITS_QUANTITY * 0.1")],
    order: AB,
    expect: ["0: 400 (2 free, +2)", 60],
  },
  {
    name: "an empty formula is none: 11",
    given: [amount("")],
    order: AB,
    expect: [11],
  },
];

describe("formulas", () => {
  rows(table);
});
