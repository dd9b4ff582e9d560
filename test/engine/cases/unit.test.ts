import { describe } from "vitest";
import type { OrderInput } from "../../../src/model/order";
import {
  amountOff,
  bundle,
  entry,
  type Given,
  giftCard,
  goods,
  item,
  off,
  only,
  percentOff,
  type Row,
  rows,
} from "../stacking-shop";

type Effect = "ADD_MISSING_ITEMS" | "ADD_NEW_ITEMS" | "ADD_SAME_ITEMS" | "REPLACE_ITEMS";

/** 3 x 200 = 600, 1 x 1000. */
const AB: OrderInput = { items: [item("a", 3, 200), item("b", 1, 1000)] };
const SHIPPING = "prod_5h1pp1ng";

const units = (effect: Effect, unit_type: string, unit_off: number, given: Given = {}) =>
  off({ type: "UNIT", unit_type, unit_off, effect }, given);
const addNew = (unit_type: string, unit_off: number, given: Given = {}) =>
  units("ADD_NEW_ITEMS", unit_type, unit_off, given);
const addMissing = (unit_type: string, unit_off: number, given: Given = {}) =>
  units("ADD_MISSING_ITEMS", unit_type, unit_off, given);
const same = (unit_off: number, given: Given = {}) =>
  off({ type: "UNIT", unit_off, effect: "ADD_SAME_ITEMS" }, given);
const replace = (unit_type: string, unit_off: number | undefined, given: Given = {}) =>
  off(
    {
      type: "UNIT",
      unit_type,
      effect: "REPLACE_ITEMS",
      ...(unit_off !== undefined && { unit_off }),
    },
    given,
  );
const kinds = (...list: [unit_type: string, unit_off: number, effect?: "ADD_NEW_ITEMS"][]) =>
  off({
    type: "UNIT",
    effect: "ADD_MANY_ITEMS",
    units: list.map(([unit_type, unit_off, effect]) => ({
      unit_type,
      unit_off,
      ...(effect && { effect }),
    })),
  });

const newItems: Row[] = [
  {
    name: "ADD_NEW: 2 more of a at 200 raise the amount by 400 and take 400 off: 1600 to pay as before",
    given: [addNew("a", 2)],
    order: AB,
    expect: ["0: 400 (2 free, +2)"],
    amount: 2000,
    left: 1600,
    lines: [600, 1000],
  },
  {
    name: "ADD_NEW: units that are there are not made free",
    given: [addNew("b", 1)],
    order: AB,
    expect: ["1: 1000 (1 free, +1)"],
    amount: 2600,
    left: 1600,
  },
  {
    name: "ADD_NEW: a product that is not there becomes a line, at the catalogue's 350: 1600 + 350",
    given: [addNew("c", 1, { goods: [goods("c", 350)] })],
    order: AB,
    expect: ["2: 350 (1 free, +1)"],
    amount: 1950,
    left: 1600,
    lines: [600, 1000, 0],
  },
  {
    name: "ADD_NEW: the price of the cart goes before the catalogue's: 200, not 999",
    given: [addNew("a", 1, { goods: [goods("a", 999)] })],
    order: AB,
    expect: ["0: 200 (1 free, +1)"],
  },
  {
    name: "ADD_NEW: a line without a price takes the catalogue's: 2 x 150",
    given: [addNew("z", 2, { goods: [goods("z", 150)] })],
    order: { items: [item("a", 1, 200), { product_id: "z", quantity: 1, amount: 70 }] },
    expect: ["1: 300 (2 free, +2)"],
    amount: 570,
    left: 270,
  },
  {
    name: "ADD_NEW: a product without any known price is given at 0",
    given: [addNew("c", 2)],
    order: AB,
    expect: ["2: 0 (2 free, +2)"],
    amount: 1600,
    left: 1600,
  },
  {
    name: "ADD_NEW: into an order without lines: 250 + 100 for nothing",
    given: [addNew("c", 1, { goods: [goods("c", 100)] })],
    order: { amount: 250 },
    expect: ["0: 100 (1 free, +1)"],
    amount: 350,
    left: 250,
  },
  {
    name: "ADD_NEW: the second voucher finds the line that the first one put in",
    given: [
      addNew("c", 1, { goods: [goods("c", 100)] }),
      addNew("c", 2, { goods: [goods("c", 100)] }),
    ],
    order: AB,
    expect: ["2: 100 (1 free, +1)", "2: 200 (2 free, +2)"],
    amount: 1900,
    left: 1600,
  },
  {
    name: "ADD_NEW: no units are given: nothing",
    given: [addNew("a", 0)],
    order: AB,
    expect: [0],
    amount: 1600,
  },
  {
    name: "ADD_NEW: units that would pass the largest amount are not given",
    given: [addNew("a", 1)],
    order: { items: [item("a", 1, 9_007_199_254_740_991)] },
    expect: [0],
  },
  {
    name: "ADD_NEW: nor those that would pass the largest quantity",
    given: [addNew("a", 1)],
    order: { items: [item("a", 9_007_199_254_740_991, 0), item("b", 1, 10)] },
    expect: [0],
  },
  {
    name: "ADD_NEW: an order that was sent below its lines: 100 + 200 - 200",
    given: [addNew("a", 1)],
    order: { ...AB, amount: 100 },
    expect: ["0: 200 (1 free, +1)"],
    amount: 300,
    left: 100,
  },
];

const missing: Row[] = [
  {
    name: "ADD_MISSING: 2 of the 3 that are there are free: 2 x 200",
    given: [addMissing("a", 2)],
    order: AB,
    expect: ["0: 400 (2 free)"],
    amount: 1600,
    left: 1200,
    lines: [200, 1000],
  },
  {
    name: "ADD_MISSING: all 3 are there: 600",
    given: [addMissing("a", 3)],
    order: AB,
    expect: ["0: 600 (3 free)"],
    left: 1000,
  },
  {
    name: "ADD_MISSING: 3 of 5 are there, 2 are added: 600 + 400 off, 400 put in",
    given: [addMissing("a", 5)],
    order: AB,
    expect: ["0: 1000 (5 free, +2)"],
    amount: 2000,
    left: 1000,
    lines: [0, 1000],
  },
  {
    name: "ADD_MISSING: nothing is there: a line at the catalogue's 350",
    given: [addMissing("c", 1, { goods: [goods("c", 350)] })],
    order: AB,
    expect: ["2: 350 (1 free, +1)"],
    amount: 1950,
    left: 1600,
  },
  {
    name: "ADD_MISSING: nothing is there and no price is known: given at 0",
    given: [addMissing("c", 1)],
    order: AB,
    expect: ["2: 0 (1 free, +1)"],
    amount: 1600,
  },
  {
    name: "ADD_MISSING: units of two lines of the product: 1 x 200 + 2 x 150 = 500",
    given: [addMissing("a", 3)],
    order: { items: [item("a", 1, 200), item("b", 1, 1000), item("a", 4, 150)] },
    expect: ["0: 200 (1 free), 2: 300 (2 free)"],
  },
  {
    name: "ADD_MISSING: units are free once: the second voucher finds 1 of 3 and adds 1",
    given: [addMissing("a", 2), addMissing("a", 2)],
    order: AB,
    expect: ["0: 400 (2 free)", "0: 400 (2 free, +1)"],
    amount: 1800,
    left: 1000,
  },
  {
    name: "ADD_MISSING: what a unit costs now: 600 - 60 (10 %) = 540, 540 / 3 = 180",
    given: [percentOff(10, only("a")), addMissing("a", 1)],
    order: AB,
    expect: ["0: 60", "0: 180 (1 free)"],
    left: 1360,
  },
  {
    name: "ADD_MISSING: rounded down for a part of a line: 100 / 3 = 33.33, and 1 of 3",
    given: [addMissing("a", 1)],
    order: { items: [item("a", 3, 0, { amount: 100 })] },
    expect: ["0: 33 (1 free)"],
    left: 67,
  },
  {
    name: "ADD_MISSING: a share of an order discount is not taken twice: a 600 - 60, one of three 180",
    given: [amountOff(160), addMissing("a", 1)],
    order: AB,
    expect: [160, "0: 180 (1 free)"],
    left: 1260,
    lines: [360, 900],
  },
  {
    name: "ADD_MISSING: a line without a quantity is one unit",
    given: [addMissing("a", 1)],
    order: { items: [{ product_id: "a", amount: 300 }] },
    expect: ["0: 300 (1 free)"],
  },
  {
    name: "ADD_MISSING: no more than is left of an order that was sent below its lines: 100",
    given: [addMissing("a", 2)],
    order: { ...AB, amount: 100 },
    expect: ["0: 100 (2 free)"],
    left: 0,
  },
  {
    name: "ADD_MISSING: found by SKU",
    given: [addMissing("s", 1)],
    order: { items: [{ sku_id: "s", product_id: "a", quantity: 2, price: 300 }] },
    expect: ["0: 300 (1 free)"],
  },
  {
    name: "ADD_MISSING: found by the source id that the catalogue knows",
    given: [addMissing("c", 1, { goods: [goods("c", 999, { source_id: "shop-7" })] })],
    order: { items: [{ source_id: "shop-7", quantity: 2, price: 300 }] },
    expect: ["0: 300 (1 free)"],
  },
  {
    name: "without an order nothing is given",
    given: [addMissing("c", 1)],
    order: null,
    expect: [0],
  },
];

const shipping: Row[] = [
  {
    name: "free shipping that is in the cart is taken off: 490",
    given: [addMissing(SHIPPING, 1)],
    order: { items: [item("a", 3, 200), item(SHIPPING, 1, 490)] },
    expect: ["1: 490 (1 free)"],
    left: 600,
  },
  {
    name: "free shipping that is not in the cart and has no price is given at 0",
    given: [addMissing(SHIPPING, 1)],
    order: AB,
    expect: ["2: 0 (1 free, +1)"],
    left: 1600,
  },
  {
    name: "free shipping is free once",
    given: [addMissing(SHIPPING, 1), percentOff(10, only(SHIPPING))],
    order: { items: [item("a", 3, 200), item(SHIPPING, 1, 490)] },
    expect: ["1: 490 (1 free)", 0],
  },
];

const sameItems: Row[] = [
  {
    name: "ADD_SAME: one more of each line that the rules name: 200 and 1000",
    given: [same(1, only("a", "b"))],
    order: AB,
    expect: ["0: 200 (1 free, +1), 1: 1000 (1 free, +1)"],
    amount: 2800,
    left: 1600,
  },
  {
    name: "ADD_SAME: only of what the rules name: 2 x 200",
    given: [same(2, only("a"))],
    order: AB,
    expect: ["0: 400 (2 free, +2)"],
  },
  {
    name: "ADD_SAME: without any rule, of all lines",
    given: [same(1)],
    order: AB,
    expect: ["0: 200 (1 free, +1), 1: 1000 (1 free, +1)"],
  },
  {
    name: "ADD_SAME: of the cheapest",
    given: [same(1, only(entry("a", { effect: "APPLY_TO_CHEAPEST" }), entry("z", {})))],
    order: AB,
    expect: ["0: 200 (1 free, +1)"],
  },
  {
    name: "ADD_SAME: unit_type narrows the lines further",
    given: [units("ADD_SAME_ITEMS", "b", 1, only("a", "b"))],
    order: AB,
    expect: ["1: 1000 (1 free, +1)"],
  },
  {
    name: "ADD_SAME: a line without a price gives units at 0",
    given: [same(1)],
    order: { items: [{ product_id: "z", quantity: 2, amount: 900 }] },
    expect: ["0: 0 (1 free, +1)"],
    left: 900,
  },
  {
    name: "ADD_SAME: an order without lines has nothing to give more of",
    given: [same(1)],
    order: { amount: 1000 },
    expect: [0],
  },
  {
    name: "ADD_SAME: behind free goods alone there is nothing of the shopper's to give more of",
    given: [addNew("c", 1, { goods: [goods("c", 250)] }), same(1)],
    order: { amount: 1000 },
    expect: ["0: 250 (1 free, +1)", 0],
  },
  {
    name: "REPLACE: an order without lines has nothing to replace",
    given: [replace("b", 1, only("a"))],
    order: { amount: 1000 },
    expect: [0],
  },
  {
    name: "ADD_SAME: each is given as far as the largest amount holds: one of two halves",
    given: [same(1)],
    order: {
      items: [item("a", 1, 3_002_399_751_580_331), item("b", 1, 3_002_399_751_580_330)],
    },
    expect: ["1: 3002399751580330 (1 free, +1)"],
  },
];

const replaced: Row[] = [
  {
    name: "REPLACE: 2 of a (200) become 2 of b (1000): -400 + 2000, 1600 off: 1600 to pay as before",
    given: [replace("b", 1, only(entry("a", { quantity_limit: 2 })))],
    order: AB,
    expect: ["0: 0 (-2), 1: 1600 (2 free, +2)"],
    amount: 3200,
    left: 1600,
    lines: [200, 1400],
  },
  {
    name: "REPLACE: without a number all units that the rules reach: -600 + 3000, 2400 off",
    given: [replace("b", undefined, only("a"))],
    order: AB,
    expect: ["0: 0 (-3), 1: 2400 (3 free, +3)"],
    amount: 4000,
    left: 1600,
    lines: [0, 1600],
  },
  {
    name: "REPLACE: by something cheaper, the shopper pays less: -1000 + 200",
    given: [replace("a", 1, only("b"))],
    order: AB,
    expect: ["1: 0 (-1), 0: 0 (1 free, +1)"],
    amount: 800,
    left: 800,
    lines: [800, 0],
  },
  {
    name: "REPLACE: by a product that becomes a line, at the catalogue's 300: -200 + 300, 100 off",
    given: [
      replace("c", 1, { ...only(entry("a", { quantity_limit: 1 })), goods: [goods("c", 300)] }),
    ],
    order: AB,
    expect: ["0: 0 (-1), 2: 100 (1 free, +1)"],
    amount: 1700,
    left: 1600,
    lines: [400, 1000, 200],
  },
  {
    name: "REPLACE: by a product of unknown price nothing is replaced",
    given: [replace("c", 1, only("a"))],
    order: AB,
    expect: [0],
    amount: 1600,
  },
  {
    name: "REPLACE: rules that name nothing replace nothing",
    given: [replace("b", 1)],
    order: AB,
    expect: [0],
  },
  {
    name: "REPLACE: rules that name what is not there replace nothing",
    given: [replace("b", 1, only("z"))],
    order: AB,
    expect: [0],
  },
  {
    name: "REPLACE: a product is not replaced by itself, also in another line",
    given: [replace("a", undefined, only("a"))],
    order: { items: [item("a", 1, 200), item("a", 2, 300)] },
    expect: [0],
  },
  {
    name: "REPLACE: 3 of b for the one unit of a that the rules reach: -200 + 3000",
    given: [replace("b", 3, only(entry("a", { quantity_limit: 1 })))],
    order: AB,
    expect: ["0: 0 (-1), 1: 2800 (3 free, +3)"],
  },
  {
    name: "REPLACE: one of 3 bottles (2500) becomes 3 mugs (1000): 8000 - 500",
    given: [
      replace("mug", 3, {
        ...only(entry("bottle", { quantity_limit: 1 })),
        goods: [goods("mug", 1000)],
      }),
    ],
    order: { items: [item("bottle", 3, 2500)] },
    expect: ["0: 0 (-1), 1: 500 (3 free, +3)"],
    amount: 8000,
    left: 7500,
  },
  {
    name: "REPLACE: 2 of 3 T (2000) become L (2500): 2 x 500 off",
    given: [
      replace("L", 1, { ...only(entry("T", { quantity_limit: 2 })), goods: [goods("L", 2500)] }),
    ],
    order: { items: [item("T", 3, 2000)] },
    expect: ["0: 0 (-2), 1: 1000 (2 free, +2)"],
  },
  {
    name: "REPLACE: without a limit all 3 T become L: 3 x 500 off",
    given: [replace("L", 1, { ...only("T"), goods: [goods("L", 2500)] })],
    order: { items: [item("T", 3, 2000)] },
    expect: ["0: 0 (-3), 1: 1500 (3 free, +3)"],
  },
  {
    name: "REPLACE: 2 bundles replace a limit of 1 unit twice, 3 mugs for each: 6000 - 5000 off",
    given: [
      replace("mug", 3, {
        rules: [...bundle({ tea: 1 }).rules, ...only(entry("bottle", { quantity_limit: 1 })).rules],
        goods: [goods("mug", 1000)],
      }),
    ],
    order: { items: [item("tea", 2, 100), item("bottle", 3, 2500)] },
    expect: ["1: 0 (-2), 2: 1000 (6 free, +6)"],
  },
  {
    name: "REPLACE: no units for each is nothing replaced",
    given: [replace("b", 0, only("a"))],
    order: AB,
    expect: [0],
  },
  {
    name: "REPLACE: what was replaced is gone: the second finds one unit of three",
    given: [
      replace("b", 1, only(entry("a", { quantity_limit: 2 }))),
      replace("b", 1, only(entry("a", { quantity_limit: 2 }))),
    ],
    order: AB,
    expect: ["0: 0 (-2), 1: 1600 (2 free, +2)", "0: 0 (-1), 1: 800 (1 free, +1)"],
    left: 1600,
  },
  {
    name: "REPLACE: units that are all gone are not replaced again",
    given: [replace("b", undefined, only("a")), replace("b", undefined, only("a"))],
    order: AB,
    expect: ["0: 0 (-3), 1: 2400 (3 free, +3)", 0],
  },
  {
    name: "REPLACE: of units that are all gone there are no more of the same",
    given: [replace("b", undefined, only("a")), same(1, only("a", "b"))],
    order: AB,
    expect: ["0: 0 (-3), 1: 2400 (3 free, +3)", "1: 1000 (1 free, +1)"],
  },
  {
    name: "REPLACE: a line that is paid by discounts already stays",
    given: [percentOff(100, only("a")), replace("b", 1, only("a"))],
    order: AB,
    expect: ["0: 600", 0],
  },
  {
    name: "REPLACE: units of several lines: 3 x 200 + 1 x 1000 leave, 4 x 600 come, 800 off",
    given: [replace("c", undefined, { ...only("a", "b"), goods: [goods("c", 600)] })],
    order: AB,
    expect: ["0: 0 (-3), 1: 0 (-1), 2: 800 (4 free, +4)"],
    amount: 2400,
    left: 1600,
  },
  {
    name: "REPLACE: units that cost more than is left of the order stay: 100 sent, a costs 200",
    given: [replace("b", 1, only("a"))],
    order: { ...AB, amount: 100 },
    expect: [0],
    amount: 100,
    left: 100,
  },
];

const many: Row[] = [
  {
    name: "ADD_MANY: one of a that is there, one of c that is not: 200, and 350 at 0 paid",
    given: [
      {
        ...kinds(["a", 1], ["c", 1]),
        goods: [goods("c", 350)],
      },
    ],
    order: AB,
    expect: ["0: 200 (1 free), 2: 350 (1 free, +1)"],
    amount: 1950,
    left: 1400,
  },
  {
    name: "ADD_MANY: ADD_NEW for one of them: 2 more of a, one of b that is there",
    given: [kinds(["a", 2, "ADD_NEW_ITEMS"], ["b", 1])],
    order: AB,
    expect: ["0: 400 (2 free, +2), 1: 1000 (1 free)"],
    amount: 2000,
    left: 600,
  },
  {
    name: "ADD_MANY: the same product twice: 3 are there, then one more is added",
    given: [kinds(["a", 3], ["a", 1])],
    order: AB,
    expect: ["0: 800 (4 free, +1)"],
    amount: 1800,
    left: 1000,
  },
  {
    name: "ADD_MANY: two new lines stand behind each other",
    given: [{ ...kinds(["c", 1], ["d", 2]), goods: [goods("c", 10), goods("d", 20)] }],
    order: AB,
    expect: ["2: 10 (1 free, +1), 3: 40 (2 free, +2)"],
    amount: 1650,
    left: 1600,
  },
  {
    name: "ADD_MANY: a new line that comes twice is one line: 1 + 2 units",
    given: [
      {
        ...kinds(["c", 1, "ADD_NEW_ITEMS"], ["c", 2, "ADD_NEW_ITEMS"]),
        goods: [goods("c", 10)],
      },
    ],
    order: AB,
    expect: ["2: 30 (3 free, +3)"],
    amount: 1630,
    left: 1600,
  },
];

const stacks: Row[] = [
  {
    name: "free units are not paid by a gift card: 1600 to pay, not 2000",
    given: [addNew("a", 2), giftCard(5000)],
    order: AB,
    expect: ["0: 400 (2 free, +2)", 1600],
    left: 0,
  },
  {
    name: "a percentage of the order is not of free units: 10 % of 1600",
    given: [addNew("a", 2), percentOff(10)],
    order: AB,
    expect: ["0: 400 (2 free, +2)", 160],
  },
  {
    name: "INITIAL_AMOUNT: the initial amount has no free units: 10 % of 1600",
    given: [addNew("a", 2), percentOff(10)],
    order: AB,
    stacking: { discount_calculation_mode: "INITIAL_AMOUNT" },
    expect: ["0: 400 (2 free, +2)", 160],
  },
  {
    name: "units of a bundle: 2 free c for each of 3 bundles of one a: 6 x 50",
    given: [addNew("c", 2, { ...bundle({ a: 1 }), goods: [goods("c", 50)] })],
    order: AB,
    expect: ["2: 300 (6 free, +6)"],
    amount: 1900,
    left: 1600,
  },
  {
    name: "ONCE: units of a line that was discounted are not discounted again, and are there",
    given: [percentOff(10, only("a")), addMissing("a", 2)],
    order: AB,
    stacking: { redeemables_products_application_mode: "ONCE" },
    expect: ["0: 60", 0],
    left: 1540,
  },
  {
    name: "ONCE: a line that units were put into is closed: nothing is left for the percentage",
    given: [addNew("a", 1), percentOff(10, only("a"))],
    order: AB,
    stacking: { redeemables_products_application_mode: "ONCE" },
    expect: ["0: 200 (1 free, +1)", 0],
  },
];

describe.each([
  ["units beside what is there", newItems],
  ["missing units", missing],
  ["free shipping", shipping],
  ["the same again", sameItems],
  ["replaced units", replaced],
  ["many kinds of units", many],
  ["free units in a stack", stacks],
])("%s", (_, table) => {
  rows(table);
});
