import { describe } from "vitest";
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
  metadata: { cut: 250, rate: 12.5, units: 2, text: "many" },
};
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
    name: "amount_off_formula is in minor units: 250",
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
    name: "a customer's property: 30",
    given: [amount('CUSTOMER_METADATA("age")')],
    order: AB,
    more: CUSTOMER,
    expect: [30],
  },
  {
    name: "the birthday is today: 500",
    given: [amount("IF(DAY_OF_MONTH(CUSTOMER_BIRTHDATE) = DAY_OF_MONTH(TODAY);500;1)")],
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
    name: "units and lines: 4 units x 10 + 2 lines = 42",
    given: [amount("ORDER_UNITS_QUANTITY * 10 + ORDER_ITEMS_QUANTITY")],
    order: AB,
    expect: [42],
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
    given: [amount('REDEEMABLE_METADATA("worth")', 11, { metadata: { worth: 75 } })],
    order: AB,
    expect: [75],
  },
  {
    name: "the request's metadata: 80",
    given: [amount('REDEMPTION_METADATA("worth")')],
    order: AB,
    more: { redemption: { metadata: { worth: 80 }, api_key: null } },
    expect: [80],
  },
  {
    name: "the publication's metadata: 85",
    given: [
      amount('PUBLICATION_METADATA("worth")', 11, { publication: { metadata: { worth: 85 } } }),
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
    name: "the voucher's counters: (10 - 4) x 5 = 30",
    given: [
      amount("(VOUCHER_REDEMPTION_QUANTITY - VOUCHER_REDEEMED_QUANTITY) * 5", 11, {
        redemption_quantity: 10,
        redeemed_quantity: 4,
      }),
    ],
    order: AB,
    expect: [30],
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
    name: "a tier's own dates: 16 days to 2026-07-01, x 10",
    given: [
      tier(
        {
          type: "AMOUNT",
          amount_off: 11,
          amount_off_formula: "DAYS_UNTIL(PROMOTION_TIER_EXPIRATION_DATE) * 10",
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
    name: "price_formula of an entry reads its own line: 7 points, 3 x (200 - 7) = 579",
    given: [
      off(
        { type: "FIXED", effect: "APPLY_TO_ITEMS" },
        only(entry("a", { price_formula: 'ORDER_ITEM_METADATA("points")' })),
      ),
    ],
    order: AB,
    expect: ["0: 579"],
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
    name: "free units count: 3 + 1 + 2 free = 6 units x 10",
    given: [units("2"), amount("ORDER_UNITS_QUANTITY * 10")],
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
