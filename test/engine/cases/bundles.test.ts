import { describe } from "vitest";
import type { ApplicableEntry } from "../../../src/model/applicable-to";
import type { OrderInput } from "../../../src/model/order";
import {
  amountOff,
  bundle,
  entry,
  except,
  type Given,
  giftCard,
  goods,
  item,
  off,
  only,
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
    name: "AMOUNT of the order: 2 x 300 = 600, but at most 2 x 250 over the order",
    given: [off({ type: "AMOUNT", amount_off: 300, aggregated_amount_limit: 250 }, bundle(PAIR))],
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
    name: "PERCENT: 2 x 10 % of 5500 = 1100, but at most 2 x 350",
    given: [off({ type: "PERCENT", percent_off: 10, amount_limit: 350 }, bundle(PAIR))],
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

/** Laptop and bag make a bundle, twice; the mouse is beside it. */
const DESK: OrderInput = {
  items: [item("laptop", 2, 100_000), item("bag", 2, 5000), item("mouse", 3, 4000)],
};
const SET = { laptop: 1, bag: 1 };
/** Bundles of so many units of each product, whose discount reaches these goods. */
const bundled = (units: Record<string, number>, ...named: (string | ApplicableEntry)[]) => ({
  rules: [{ ...single(only(...named).rules), ...single(bundle(units, 10).rules) }],
});
const single = <T>([one]: T[]): T => {
  if (one === undefined) throw new Error("a rule set is missing");
  return one;
};
const mouse = (more: Partial<ApplicableEntry>) => entry("mouse", more);
const byQuantity = (amount_off: number, given: Given) =>
  off({ type: "AMOUNT", amount_off, effect: "APPLY_TO_ITEMS_BY_QUANTITY" }, given);
const percent = (percent_off: number, given: Given, more: { amount_limit?: number } = {}) =>
  off({ type: "PERCENT", percent_off, effect: "APPLY_TO_ITEMS", ...more }, given);
const price = (fixed_amount: number, given: Given) =>
  off({ type: "FIXED", fixed_amount, effect: "APPLY_TO_ITEMS" }, given);

const reaching: Row[] = [
  {
    name: "BY_QUANTITY beside the bundle: 2 bundles x 1 mouse x 2000",
    given: [byQuantity(2000, bundled(SET, mouse({ quantity_limit: 1 })))],
    order: DESK,
    expect: ["2: 4000"],
  },
  {
    name: "BY_QUANTITY beside the bundle without a limit: 3 mice x 2000, however many bundles",
    given: [byQuantity(2000, bundled(SET, "mouse"))],
    order: DESK,
    expect: ["2: 6000"],
  },
  {
    name: "AMOUNT of items beside the bundle, once for each bundle: 2 x 2000",
    given: [items(2000, bundled(SET, "mouse"))],
    order: DESK,
    expect: ["2: 4000"],
  },
  {
    name: "AMOUNT of items beside the bundle and in it: 2 x 2000 for each of 3 lines",
    given: [items(2000, bundled(SET, "mouse", "bag", "laptop"))],
    order: DESK,
    expect: ["2: 4000, 1: 4000, 0: 4000"],
  },
  {
    name: "PERCENT beside the bundle: crisps once, 10 % of 3 sodas at 1000",
    given: [percent(10, bundled({ crisps: 1 }, "soda"))],
    order: { items: [item("crisps", 1, 200), item("soda", 3, 1000)] },
    expect: ["1: 300"],
  },
  {
    name: "FIXED beside the bundle: a drink costs 400 with each of 2 tickets, 2 x (1500 - 400)",
    given: [price(400, bundled({ ticket: 1 }, entry("drink", { quantity_limit: 1 })))],
    order: { items: [item("ticket", 2, 9000), item("drink", 3, 1500)] },
    expect: ["1: 2200"],
  },
  {
    name: "PROPORTIONALLY beside the bundle: 2 x 1000 over 6000 and 4000",
    given: [
      off(
        { type: "AMOUNT", amount_off: 1000, effect: "APPLY_TO_ITEMS_PROPORTIONALLY" },
        bundled({ laptop: 1 }, "bag", "mouse"),
      ),
    ],
    order: { items: [item("laptop", 2, 9000), item("bag", 2, 3000), item("mouse", 4, 1000)] },
    expect: ["1: 1200, 2: 800"],
  },
  {
    name: "PROPORTIONALLY_BY_QUANTITY beside the bundle: 2 x 1000 over 3 and 2 units",
    given: [
      off(
        { type: "AMOUNT", amount_off: 1000, effect: "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY" },
        bundled({ laptop: 1 }, "bag", "mouse"),
      ),
    ],
    order: { items: [item("laptop", 2, 9000), item("bag", 3, 3000), item("mouse", 2, 1000)] },
    expect: ["1: 1200, 2: 800"],
  },
  {
    name: "of a product that is in the bundle and named, all units count: 3 x 100, for 1 bundle",
    given: [byQuantity(100, bundled({ x: 1, y: 1 }, "x"))],
    order: { items: [item("x", 3, 1000), item("y", 1, 500)] },
    expect: ["0: 300"],
  },
  {
    name: "what is only left out names nothing: the bundle's own units, without b",
    given: [
      byQuantity(100, {
        rules: [{ ...single(except("b").rules), ...single(bundle(PAIR).rules) }],
      }),
    ],
    order: ABC,
    expect: ["0: 400"],
  },
  {
    name: "goods that another rule of it names are reached as well",
    given: [
      byQuantity(100, {
        rules: [...bundle(PAIR).rules, { ...single(only("c").rules), id: "val_2" }],
      }),
    ],
    order: ABC,
    expect: ["2: 100"],
  },
  {
    name: "a gift card pays for what its rule names beside the bundle",
    given: [giftCard(90_000, { ...bundled(SET, "mouse"), gift_effect: "APPLY_TO_ITEMS" })],
    order: DESK,
    expect: ["2: 12000"],
  },
];

/** 3 bundles of one x each. */
const XXX: OrderInput = { items: [item("x", 3, 1000)] };
const x = (more: Partial<ApplicableEntry>) => bundled({ x: 1 }, entry("x", more));

const limits: Row[] = [
  {
    name: "FIXED: a limit of 1 unit is 3 units: 3 x (1000 - 100)",
    given: [off({ type: "FIXED", effect: "APPLY_TO_ITEMS" }, x({ price: 100, quantity_limit: 1 }))],
    order: XXX,
    expect: ["0: 2700"],
  },
  {
    name: "FIXED: so is a limit over all lines",
    given: [
      off(
        { type: "FIXED", effect: "APPLY_TO_ITEMS" },
        x({ price: 100, aggregated_quantity_limit: 1 }),
      ),
    ],
    order: XXX,
    expect: ["0: 2700"],
  },
  {
    name: "BY_QUANTITY: 3 units x 100",
    given: [byQuantity(100, x({ quantity_limit: 1 }))],
    order: XXX,
    expect: ["0: 300"],
  },
  {
    name: "PERCENT keeps its limit of units and is multiplied itself: 3 x 10 % of 1000",
    given: [percent(10, x({ quantity_limit: 1 }))],
    order: XXX,
    expect: ["0: 300"],
  },
  {
    name: "PERCENT: 3 x 10 % of 3000 = 900, at most 3 x 250 of a line",
    given: [percent(10, x({}), { amount_limit: 250 })],
    order: XXX,
    expect: ["0: 750"],
  },
  {
    name: "PERCENT: 3 x 10 % of 3000 = 900, at most 3 x 200 by the entry's limit",
    given: [percent(10, x({ amount_limit: 200 }))],
    order: XXX,
    expect: ["0: 600"],
  },
  {
    name: "BY_QUANTITY: 3 x 500 = 1500, at most 3 x 400 by the entry's limit over its lines",
    given: [byQuantity(500, x({ aggregated_amount_limit: 400 }))],
    order: XXX,
    expect: ["0: 1200"],
  },
  {
    name: "AMOUNT of items is multiplied itself, its limit of units is not: 3 x 500 of one unit",
    given: [items(500, x({ quantity_limit: 1 }))],
    order: XXX,
    expect: ["0: 1000"],
  },
  {
    name: "a limit so large that no product holds it is none",
    given: [byQuantity(100, x({ quantity_limit: 9_007_199_254_740_991 }))],
    order: XXX,
    expect: ["0: 300"],
  },
  {
    name: "a gift card's limits are not multiplied: credits are not",
    given: [giftCard(9000, { ...x({ quantity_limit: 1 }), gift_effect: "APPLY_TO_ITEMS" })],
    order: XXX,
    expect: ["0: 1000"],
  },
];

const ruled = (id: string, units: Record<string, number>, most: number | null = null) => ({
  ...single(bundle(units, most).rules),
  id,
});

const several: Row[] = [
  {
    name: "two rules ask for a bundle each: one is not whole, so it is refused",
    given: [amountOff(300, { rules: [ruled("val_1", { a: 1 }), ruled("val_2", { z: 1 })] })],
    order: ABC,
    valid: false,
    expect: ["order_rules_violated"],
  },
  {
    name: "the other way round it is refused as well",
    given: [amountOff(300, { rules: [ruled("val_1", { z: 1 }), ruled("val_2", { a: 1 })] })],
    order: ABC,
    valid: false,
    expect: ["order_rules_violated"],
  },
  {
    name: "two rules that both have bundles: as often as the rarer one, 3 x 300",
    given: [amountOff(300, { rules: [ruled("val_1", { a: 1 }), ruled("val_2", { b: 1 })] })],
    order: ABC,
    expect: [900],
  },
  {
    name: "lines of both, as many units as count: 2 x 100 of a and of b, of which 1 bundle needs 2",
    given: [byQuantity(100, { rules: [ruled("val_1", { a: 1 }, 2), ruled("val_2", { b: 1 })] })],
    order: ABC,
    expect: ["0: 200, 1: 200"],
  },
];

describe("bundles", () => {
  rows(table);
});

describe("what a bundle's discount reaches", () => {
  rows(reaching);
});

describe("limits beside bundles", () => {
  rows(limits);
});

describe("bundles of several rules", () => {
  rows(several);
});
