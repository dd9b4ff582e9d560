import { describe } from "vitest";
import type { ApplicableEntry } from "../../../src/model/applicable-to";
import type { OrderInput } from "../../../src/model/order";
import {
  amountOff,
  entry,
  except,
  type GivenRules,
  giftCard,
  item,
  off,
  only,
  percentOff,
  type Row,
  rows,
} from "../stacking-shop";

/** 4 x 100 = 400, 3 x 300 = 900, 2 x 200 = 400: 1700 in all. */
const ABC: OrderInput = { items: [item("a", 4, 100), item("b", 3, 300), item("c", 2, 200)] };
const COLLECTIONS = { a: ["pc_1"], b: ["pc_1", "pc_2"], c: ["pc_2"] };

const collection = (id: string, more: Partial<ApplicableEntry> = {}): ApplicableEntry => ({
  object: "products_collection",
  id,
  ...more,
});

/** 10 % of the lines of these entries; a number for each line in the order of the decision. */
const tenth = (...entries: (string | ApplicableEntry)[]) =>
  off({ type: "PERCENT", percent_off: 10, effect: "APPLY_TO_ITEMS" }, only(...entries));
const each = (amount_off: number, ...entries: (string | ApplicableEntry)[]) =>
  off({ type: "AMOUNT", amount_off, effect: "APPLY_TO_ITEMS_BY_QUANTITY" }, only(...entries));

const rule = (id: string, more: Partial<GivenRules["applicable_to"] & object>): GivenRules => ({
  id,
  rules: {},
  error: null,
  applicable_to: { included: [], excluded: [], included_all: false, ...more },
});

/** Lines as rules see them, with the collections that the products are in. */
const collected = {
  items: Object.entries(COLLECTIONS).map(([product_id, collections], at) => ({
    product_id,
    sku_id: null,
    source_id: null,
    quantity: [4, 3, 2][at] ?? 0,
    price: [100, 300, 200][at] ?? 0,
    amount: [400, 900, 400][at] ?? 0,
    metadata: null,
    product: null,
    sku: null,
    collections,
  })),
};

const entries: Row[] = [
  {
    name: "lines that are named: 10 % of 400 and 400",
    given: [tenth("a", "c")],
    order: ABC,
    expect: ["0: 40, 2: 40"],
    left: 1620,
  },
  {
    name: "what is left out is not touched: 10 % of 900 and 400",
    given: [percentOff(10, except("a"))],
    order: ABC,
    expect: ["1: 90, 2: 40"],
  },
  {
    name: "excluded beats included: a is both",
    given: [
      percentOff(10, {
        rules: [rule("val_1", { included: [entry("a"), entry("b")], excluded: [entry("a")] })],
      }),
    ],
    order: ABC,
    expect: ["1: 90"],
  },
  {
    name: "excluded beats included also from another rule",
    given: [
      percentOff(10, {
        rules: [
          rule("val_1", { included: [entry("a"), entry("b")] }),
          rule("val_2", { excluded: [entry("a")] }),
        ],
      }),
    ],
    order: ABC,
    expect: ["1: 90"],
  },
  {
    name: "rules of a voucher and its campaign add up: a of one, c of the other",
    given: [
      percentOff(10, {
        rules: [
          rule("val_1", { included: [entry("a")] }),
          rule("val_2", { included: [entry("c")] }),
        ],
      }),
    ],
    order: ABC,
    expect: ["0: 40, 2: 40"],
  },
  {
    name: "included_all beside an entry: the entry's own price or limit, and all others whole",
    given: [
      percentOff(10, {
        rules: [rule("val_1", { included: [entry("a", { amount_limit: 5 })], included_all: true })],
      }),
    ],
    order: ABC,
    expect: ["0: 5, 1: 90, 2: 40"],
  },
  {
    name: "a collection names its lines: 10 % of 900 and 400",
    given: [tenth(collection("pc_2"))],
    order: ABC,
    more: collected,
    expect: ["1: 90, 2: 40"],
  },
  {
    name: "all but a collection",
    given: [percentOff(10, except(collection("pc_1")))],
    order: ABC,
    more: collected,
    expect: ["2: 40"],
  },
  {
    name: "a line of two collections is touched once, by the first",
    given: [tenth(collection("pc_1", { amount_limit: 50 }), collection("pc_2"))],
    order: ABC,
    more: collected,
    expect: ["0: 40, 1: 50, 2: 40"],
  },
  {
    name: "a product names lines of its SKUs",
    given: [tenth("a")],
    order: { items: [{ product_id: "a", sku_id: "s", quantity: 1, price: 500 }] },
    expect: ["0: 50"],
  },
  {
    name: "a strict product does not",
    given: [tenth(entry("a", { strict: true }))],
    order: { items: [{ product_id: "a", sku_id: "s", quantity: 1, price: 500 }] },
    expect: [0],
  },
  {
    name: "an SKU names its own lines only",
    given: [tenth({ object: "sku", id: "s" })],
    order: {
      items: [
        { product_id: "a", sku_id: "s", quantity: 1, price: 500 },
        { product_id: "a", sku_id: "t", quantity: 1, price: 600 },
      ],
    },
    expect: ["0: 50"],
  },
];

const effects: Row[] = [
  {
    name: "APPLY_TO_EVERY is all lines of the entry",
    given: [tenth(collection("pc_1", { effect: "APPLY_TO_EVERY" }))],
    order: ABC,
    more: collected,
    expect: ["0: 40, 1: 90"],
  },
  {
    name: "APPLY_TO_CHEAPEST: the line of the lowest unit price",
    given: [tenth(collection("pc_1", { effect: "APPLY_TO_CHEAPEST" }))],
    order: ABC,
    more: collected,
    expect: ["0: 40"],
  },
  {
    name: "APPLY_TO_MOST_EXPENSIVE: the line of the highest",
    given: [tenth(collection("pc_1", { effect: "APPLY_TO_MOST_EXPENSIVE" }))],
    order: ABC,
    more: collected,
    expect: ["1: 90"],
  },
  {
    name: "APPLY_TO_CHEAPEST of units: 10 % of one of 4 units at 100, not of the line",
    given: [tenth(collection("pc_1", { effect: "APPLY_TO_CHEAPEST", target: "UNIT" }))],
    order: ABC,
    more: collected,
    expect: ["0: 10"],
    left: 1690,
  },
  {
    name: "APPLY_TO_MOST_EXPENSIVE of units: one unit of 300 is free, the line's other two are not",
    given: [
      off(
        { type: "PERCENT", percent_off: 100, effect: "APPLY_TO_ITEMS" },
        only(collection("pc_1", { effect: "APPLY_TO_MOST_EXPENSIVE", target: "UNIT" })),
      ),
    ],
    order: ABC,
    more: collected,
    expect: ["1: 300"],
  },
  {
    name: "a gift card pays for the most expensive unit alone: 300",
    given: [
      giftCard(9000, {
        gift_effect: "APPLY_TO_ITEMS",
        ...only(collection("pc_1", { effect: "APPLY_TO_MOST_EXPENSIVE", target: "UNIT" })),
      }),
    ],
    order: ABC,
    more: collected,
    expect: ["1: 300"],
  },
  {
    name: "APPLY_TO_CHEAPEST of units, the first one skipped: the cheapest is skipped",
    given: [
      tenth(collection("pc_1", { effect: "APPLY_TO_CHEAPEST", target: "UNIT", skip_initially: 1 })),
    ],
    order: ABC,
    more: collected,
    expect: [0],
  },
  {
    name: "APPLY_FROM_CHEAPEST: 3 units, from 200 on: 2 x 20 of c, 1 x 30 of b",
    given: [
      tenth(collection("pc_2", { effect: "APPLY_FROM_CHEAPEST", aggregated_quantity_limit: 3 })),
    ],
    order: ABC,
    more: collected,
    expect: ["2: 40, 1: 30"],
  },
  {
    name: "APPLY_FROM_MOST_EXPENSIVE: 4 units, from 300 on: 3 x 30 of b, 1 x 20 of c",
    given: [
      tenth(
        collection("pc_2", { effect: "APPLY_FROM_MOST_EXPENSIVE", aggregated_quantity_limit: 4 }),
      ),
    ],
    order: ABC,
    more: collected,
    expect: ["1: 90, 2: 20"],
  },
];

const limits: Row[] = [
  {
    name: "quantity_limit of a line: 2 of 4 at 100 each = 10 % of 200",
    given: [tenth(entry("a", { quantity_limit: 2 }))],
    order: ABC,
    expect: ["0: 20"],
  },
  {
    name: "quantity_limit is of each line: 2 of 4, 2 of 3: 10 % of 200 and of 600",
    given: [tenth(collection("pc_1", { quantity_limit: 2 }))],
    order: ABC,
    more: collected,
    expect: ["0: 20, 1: 60"],
  },
  {
    name: "aggregated_quantity_limit is of all lines: 4 of a, 1 of b: 40 and 30",
    given: [tenth(collection("pc_1", { aggregated_quantity_limit: 5 }))],
    order: ABC,
    more: collected,
    expect: ["0: 40, 1: 30"],
  },
  {
    name: "BY_QUANTITY within both: 2 of a, 1 of b: 2 x 50 and 1 x 50",
    given: [each(50, collection("pc_1", { quantity_limit: 2, aggregated_quantity_limit: 3 }))],
    order: ABC,
    more: collected,
    expect: ["0: 100, 1: 50"],
  },
  {
    name: "BY_QUANTITY: no more than the covered units cost: 1 of 3 b is 300, not 350",
    given: [each(350, entry("b", { quantity_limit: 1 }))],
    order: ABC,
    expect: ["1: 300"],
  },
  {
    name: "amount_limit of each line: 30 of 40, 30 of 90",
    given: [tenth(collection("pc_1", { amount_limit: 30 }))],
    order: ABC,
    more: collected,
    expect: ["0: 30, 1: 30"],
  },
  {
    name: "aggregated_amount_limit of the entry: 40 + 20 = 60",
    given: [tenth(collection("pc_1", { aggregated_amount_limit: 60 }))],
    order: ABC,
    more: collected,
    expect: ["0: 40, 1: 20"],
  },
  {
    name: "aggregated_amount_limit is of its own entry: 10 of a, 40 of c",
    given: [tenth(entry("a", { aggregated_amount_limit: 10 }), "c")],
    order: ABC,
    expect: ["0: 10, 2: 40"],
  },
  {
    name: "all limits at once: the discount's 80 over the order: 10 of a, 70 of b",
    given: [
      off(
        {
          type: "PERCENT",
          percent_off: 10,
          amount_limit: 75,
          aggregated_amount_limit: 80,
          effect: "APPLY_TO_ITEMS",
        },
        only(entry("a", { aggregated_amount_limit: 10 }), "b", "c"),
      ),
    ],
    order: ABC,
    expect: ["0: 10, 1: 70"],
  },
  {
    name: "a limit of 0 leaves nothing",
    given: [tenth(entry("a", { amount_limit: 0 }), "c")],
    order: ABC,
    expect: ["2: 40"],
  },
  {
    name: "a quantity of 0 leaves nothing",
    given: [tenth(entry("a", { quantity_limit: 0 }), "c")],
    order: ABC,
    expect: ["2: 40"],
  },
  {
    name: "PROPORTIONALLY: 130 over 400 and 900 = 40 and 90; amount_limit fills a at 20, b takes 110",
    given: [
      off(
        { type: "AMOUNT", amount_off: 130, effect: "APPLY_TO_ITEMS_PROPORTIONALLY" },
        only(entry("a", { amount_limit: 20 }), "b"),
      ),
    ],
    order: ABC,
    expect: ["0: 20, 1: 110"],
  },
  {
    name: "PROPORTIONALLY: the same where aggregated_amount_limit stops a at 20",
    given: [
      off(
        { type: "AMOUNT", amount_off: 130, effect: "APPLY_TO_ITEMS_PROPORTIONALLY" },
        only(entry("a", { aggregated_amount_limit: 20 }), "b"),
      ),
    ],
    order: ABC,
    expect: ["0: 20, 1: 110"],
  },
  {
    name: "PROPORTIONALLY: 170 over 400, 900, 400 = 40, 90, 40; a and b stop at 100, c takes 70",
    given: [
      off(
        { type: "AMOUNT", amount_off: 170, effect: "APPLY_TO_ITEMS_PROPORTIONALLY" },
        only(collection("pc_1", { aggregated_amount_limit: 100 }), "c"),
      ),
    ],
    order: ABC,
    more: collected,
    expect: ["0: 40, 1: 60, 2: 70"],
  },
  {
    name: "PROPORTIONALLY_BY_QUANTITY: 90 over 4, 3, 2 units = 40, 30, 20; b stops at 12: 52 and 26",
    given: [
      off(
        { type: "AMOUNT", amount_off: 90, effect: "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY" },
        only("a", entry("b", { aggregated_amount_limit: 12 }), "c"),
      ),
    ],
    order: ABC,
    expect: ["0: 52, 1: 12, 2: 26"],
  },
  {
    name: "PROPORTIONALLY: where all entries stop, the rest is lost: 20 and 30 of 130",
    given: [
      off(
        { type: "AMOUNT", amount_off: 130, effect: "APPLY_TO_ITEMS_PROPORTIONALLY" },
        only(
          entry("a", { aggregated_amount_limit: 20 }),
          entry("b", { aggregated_amount_limit: 30 }),
        ),
      ),
    ],
    order: ABC,
    expect: ["0: 20, 1: 30"],
  },
];

const turns: Row[] = [
  {
    name: "skip_initially leaves out the first line of the walk",
    given: [tenth(collection("pc_1", { skip_initially: 1 }))],
    order: ABC,
    more: collected,
    expect: ["1: 90"],
  },
  {
    name: "repeat 2: every second line",
    given: [tenth(entry("a", { repeat: 2 }), entry("b", { repeat: 2 }))],
    order: ABC,
    expect: ["0: 40, 1: 90"],
  },
  {
    name: "target UNIT, skip 1, repeat 2: units 2 and 4 of 4 at 100: 10 % of 200",
    given: [tenth(entry("a", { target: "UNIT", skip_initially: 1, repeat: 2 }))],
    order: ABC,
    expect: ["0: 20"],
  },
  {
    name: "every third unit over two lines (4 + 3): units 1, 4, 7: 2 of a, 1 of b: 20 and 30",
    given: [tenth(collection("pc_1", { target: "UNIT", repeat: 3 }))],
    order: ABC,
    more: collected,
    expect: ["0: 20, 1: 30"],
  },
  {
    name: "buy two, get the third: skip 2, repeat 3, 100 % of 1 of 3 b = 300",
    given: [
      off(
        { type: "PERCENT", percent_off: 100, effect: "APPLY_TO_ITEMS" },
        only(entry("b", { target: "UNIT", skip_initially: 2, repeat: 3 })),
      ),
    ],
    order: ABC,
    expect: ["1: 300"],
  },
  {
    name: "a part of a line is rounded down before the percentage: 100 / 3 = 33, half of it 17",
    given: [
      off(
        { type: "PERCENT", percent_off: 50, effect: "APPLY_TO_ITEMS" },
        only(entry("a", { quantity_limit: 1 })),
      ),
    ],
    order: { items: [item("a", 3, 0, { amount: 100 })] },
    expect: ["0: 17"],
  },
];

const once: Row[] = [
  {
    name: "STACK: a line is discounted again",
    given: [amountOff(10, only("a")), amountOff(10, only("a", "b"))],
    order: ABC,
    expect: ["0: 10", "0: 10, 1: 10"],
  },
  {
    name: "ONCE: a line that was discounted is left alone",
    given: [amountOff(10, only("a")), amountOff(10, only("a", "b"))],
    order: ABC,
    stacking: { redeemables_products_application_mode: "ONCE" },
    expect: ["0: 10", "1: 10"],
  },
  {
    name: "ONCE: nothing is left for the second",
    given: [amountOff(10, only("a")), amountOff(10, only("a"))],
    order: ABC,
    stacking: { redeemables_products_application_mode: "ONCE" },
    expect: ["0: 10", 0],
  },
  {
    name: "ONCE: a line that gave nothing stays open",
    given: [amountOff(0, only("a")), amountOff(10, only("a"))],
    order: ABC,
    stacking: { redeemables_products_application_mode: "ONCE" },
    expect: [0, "0: 10"],
  },
  {
    name: "ONCE: a discount of the order touches no line: 170 of 1700, then 10 % of 400 - 40",
    given: [percentOff(10), tenth("a")],
    order: ABC,
    stacking: { redeemables_products_application_mode: "ONCE" },
    expect: [170, "0: 36"],
  },
  {
    name: "ONCE: the next cheapest is the cheapest of those that are open",
    given: [
      tenth(collection("pc_1", { effect: "APPLY_TO_CHEAPEST" })),
      tenth(collection("pc_1", { effect: "APPLY_TO_CHEAPEST" })),
    ],
    order: ABC,
    more: collected,
    stacking: { redeemables_products_application_mode: "ONCE" },
    expect: ["0: 40", "1: 90"],
  },
];

describe.each([
  ["entries", entries],
  ["effects of entries", effects],
  ["limits of entries", limits],
  ["turns of entries", turns],
  ["products application mode", once],
])("%s", (_, table) => {
  rows(table);
});
