import { describe } from "vitest";
import type { OrderInput } from "../../../src/model/order";
import {
  amountOff,
  bundle,
  entry,
  except,
  giftCard,
  item,
  off,
  only,
  orderOver,
  percentOff,
  type Row,
  rows,
  tier,
} from "../stacking-shop";

/** Two lines: 2 x 500 and 1 x 3000. */
const AB: OrderInput = { items: [item("a", 2, 500), item("b", 1, 3000)] };
const fixed = (fixed_amount: number) => off({ type: "FIXED", fixed_amount });

const amounts: Row[] = [
  {
    name: "the order costs price x quantity of each line: 2 x 500 + 3000 = 4000",
    given: [amountOff(100)],
    order: AB,
    expect: [100],
    amount: 4000,
    left: 3900,
  },
  {
    name: "an amount of a line wins over 2 x 3000: 3400",
    given: [percentOff(10)],
    order: { items: [item("a", 2, 3000, { amount: 3400 })] },
    expect: [340],
    amount: 3400,
    left: 3060,
  },
  {
    name: "an amount of the order wins over its lines: 6000, not 3400 + 3300 = 6700",
    given: [percentOff(10)],
    order: { amount: 6000, items: [item("a", 2, 1700), item("b", 1, 3300)] },
    expect: [600],
    amount: 6000,
    left: 5400,
  },
  {
    name: "an amount of 0 is an amount: not 4000",
    given: [percentOff(10)],
    order: { ...AB, amount: 0 },
    expect: [0],
    amount: 0,
    left: 0,
  },
  {
    name: "a price of the line goes before that of its product: 2 x 700 = 1400",
    given: [percentOff(10)],
    order: { items: [item("a", 2, 700, { product: { price: 900 } })] },
    expect: [140],
    amount: 1400,
  },
  {
    name: "the price of a SKU goes before that of its product: 2 x 800 = 1600",
    given: [percentOff(10)],
    order: { items: [{ sku_id: "s", quantity: 2, sku: { price: 800 }, product: { price: 900 } }] },
    expect: [160],
    amount: 1600,
  },
  {
    name: "the price of the product, where nothing else has one: 2 x 900 = 1800",
    given: [percentOff(10)],
    order: { items: [{ product_id: "a", quantity: 2, product: { price: 900 } }] },
    expect: [180],
    amount: 1800,
  },
  {
    name: "a line without a quantity is one unit: 500",
    given: [percentOff(10)],
    order: { items: [{ product_id: "a", price: 500 }] },
    expect: [50],
    amount: 500,
  },
  {
    name: "a line of no units costs nothing: 0 x 500 + 3000 = 3000",
    given: [percentOff(10)],
    order: { items: [item("a", 0, 500), item("b", 1, 3000)] },
    expect: [300],
    amount: 3000,
    lines: [0, 2700],
  },
  {
    name: "a line of unknown price is left out: 3000",
    given: [percentOff(10)],
    order: { items: [{ product_id: "a", quantity: 4 }, item("b", 1, 3000)] },
    expect: [300],
    amount: 3000,
    lines: [0, 2700],
  },
  {
    name: "no line has a price: the amount is unknown, so nothing is taken off",
    given: [percentOff(10)],
    order: { items: [{ product_id: "a", quantity: 4 }] },
    expect: [0],
    amount: null,
    left: null,
  },
  {
    name: "an order discount stays at order level and is split as 148 / 152 (300 of 3300 + 3400)",
    given: [amountOff(300)],
    order: { items: [item("a", 1, 3300), item("b", 1, 3400)] },
    expect: [300],
    left: 6400,
    lines: [3152, 3248],
  },
  {
    name: "running total: 2700 - 1700 of a line - 100 of a gift card = 900, of which 40 % are 360",
    given: [
      off({ type: "AMOUNT", amount_off: 1700, effect: "APPLY_TO_ITEMS" }, only("a")),
      giftCard(100),
      percentOff(40),
    ],
    order: { items: [item("a", 1, 2000), item("b", 1, 700)] },
    expect: ["0: 1700", 100, 360],
    left: 540,
  },
  {
    name: "discounts of lines and of the order add up: 4000 - 100 - 200 - 370 (10 % of 3700) = 3330",
    given: [
      off({ type: "AMOUNT", amount_off: 100, effect: "APPLY_TO_ITEMS" }, only("a")),
      amountOff(200),
      percentOff(10),
    ],
    order: AB,
    expect: ["0: 100", 200, 370],
    left: 3330,
  },
];

const discounts: Row[] = [
  {
    name: "AMOUNT: 1000 - 300 = 700",
    given: [amountOff(300)],
    expect: [300],
    left: 700,
  },
  {
    name: "AMOUNT: no more than what the order costs",
    given: [amountOff(1001)],
    expect: [1000],
    left: 0,
  },
  {
    name: "AMOUNT: 300, but at most 250 over the order",
    given: [off({ type: "AMOUNT", amount_off: 300, aggregated_amount_limit: 250 })],
    expect: [250],
  },
  {
    name: "AMOUNT of nothing takes nothing",
    given: [amountOff(0)],
    expect: [0],
    left: 1000,
  },
  {
    name: "AMOUNT of the largest amount takes all",
    given: [amountOff(9_007_199_254_740_991)],
    expect: [1000],
  },
  {
    name: "PERCENT: 12.5 % of 1000 = 125",
    given: [percentOff(12.5)],
    expect: [125],
  },
  {
    name: "PERCENT: 20 % of 1000 = 200, but at most 150",
    given: [off({ type: "PERCENT", percent_off: 20, amount_limit: 150 })],
    expect: [150],
  },
  {
    name: "PERCENT: 20 % of 1000 = 200, but at most 120 over the order",
    given: [
      off({
        type: "PERCENT",
        percent_off: 20,
        amount_limit: 150,
        aggregated_amount_limit: 120,
      }),
    ],
    expect: [120],
  },
  {
    name: "PERCENT: 33.3333 % of 1000 = 333.333, down to 333",
    given: [percentOff(33.3333)],
    expect: [333],
  },
  {
    name: "FIXED: the order costs 600, so 1000 - 600 = 400 go off",
    given: [fixed(600)],
    expect: [400],
    left: 600,
  },
  {
    name: "FIXED above the order changes nothing",
    given: [fixed(1200)],
    expect: [0],
    left: 1000,
  },
  {
    name: "FIXED of 0: the order is free",
    given: [fixed(0)],
    expect: [1000],
    left: 0,
  },
  {
    name: "FIXED: 1000 - 600 = 400, but at most 300 over the order",
    given: [off({ type: "FIXED", fixed_amount: 600, aggregated_amount_limit: 300 })],
    expect: [300],
    left: 700,
  },
  {
    name: "FIXED works on what is left: 1000 - 250 = 750, 750 - 600 = 150",
    given: [amountOff(250), fixed(600)],
    expect: [250, 150],
    left: 600,
  },
  {
    name: "FIXED without an amount takes nothing off",
    given: [off({ type: "FIXED" })],
    expect: [0],
  },
  {
    name: "a tier takes off what a voucher would: 10 % of 1000 = 100, then 10 % of 900 = 90",
    given: [tier({ type: "PERCENT", percent_off: 10 }), percentOff(10)],
    expect: [100, 90],
    left: 810,
  },
  {
    name: "a tier without a discount takes nothing off",
    given: [tier({ type: "AMOUNT", amount_off: 1 }, { discount: null })],
    expect: [0],
  },
];

const effects: Row[] = [
  {
    name: "AMOUNT without an effect and products named: on these lines, 100 of a",
    given: [amountOff(100, only("a"))],
    order: AB,
    expect: ["0: 100"],
  },
  {
    name: "AMOUNT without an effect and products left out: on the other lines, 100 of b",
    given: [amountOff(100, except("a"))],
    order: AB,
    expect: ["1: 100"],
  },
  {
    name: "AMOUNT without an effect and no products named: on the order",
    given: [amountOff(100)],
    order: AB,
    expect: [100],
  },
  {
    name: "PERCENT without an effect and products named: 10 % of 1000",
    given: [percentOff(10, only("a"))],
    order: AB,
    expect: ["0: 100"],
  },
  {
    name: "PERCENT without an effect and products left out: 10 % of 3000",
    given: [percentOff(10, except("a"))],
    order: AB,
    expect: ["1: 300"],
  },
  {
    name: "FIXED without an effect and products named: 1000 - 2 x 400 = 200",
    given: [off({ type: "FIXED", fixed_amount: 400 }, only("a"))],
    order: AB,
    expect: ["0: 200"],
  },
  {
    name: "UNIT without an effect adds what is missing: one of a is there, so it is free",
    given: [off({ type: "UNIT", unit_off: 1, unit_type: "a" })],
    order: AB,
    expect: ["0: 500 (1 free)"],
  },
  {
    name: "UNIT with several units and no effect: each adds what is missing",
    given: [off({ type: "UNIT", units: [{ unit_off: 1, unit_type: "b" }] })],
    order: AB,
    expect: ["1: 3000 (1 free)"],
  },
  {
    name: "an effect that is named goes before the products: 10 % of the order of 4000",
    given: [off({ type: "PERCENT", percent_off: 10, effect: "APPLY_TO_ORDER" }, only("a"))],
    order: AB,
    expect: [400],
  },
  {
    name: "an effect on lines without products named: 10 % of each line",
    given: [off({ type: "PERCENT", percent_off: 10, effect: "APPLY_TO_ITEMS" })],
    order: AB,
    expect: ["0: 100, 1: 300"],
  },
  {
    name: "a rule that takes in all lines narrows nothing: on the order",
    given: [
      amountOff(100, {
        rules: [
          {
            ...orderOver(1),
            applicable_to: { included: [], excluded: [], included_all: true },
          },
        ],
      }),
    ],
    order: AB,
    expect: [100],
  },
  {
    name: "a bundle alone names no products: 100 of the order for each of 2 bundles of one a",
    given: [amountOff(100, bundle({ a: 1 }))],
    order: AB,
    expect: [200],
  },
  {
    name: "products named that the order does not hold: nothing",
    given: [amountOff(100, only("z"))],
    order: AB,
    expect: [0],
  },
  {
    name: "a source id names a product as well",
    given: [amountOff(100, only(entry("", { id: null, source_id: "sku-1" })))],
    order: { items: [{ source_id: "sku-1", quantity: 1, price: 300 }] },
    expect: ["0: 100"],
  },
];

describe.each([
  ["an order's amount", amounts],
  ["a discount of the order", discounts],
  ["the effect that holds", effects],
])("%s", (_, table) => {
  rows(table);
});
