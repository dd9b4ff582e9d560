import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nearMiss } from "../../../src/engine/near-misses/near-miss";
import { amountOff, bundle, item, percentOff } from "../stacking-shop";
import { askedOf, type Given, rule, rules, told } from "./near-shop";

const over = (amount: number) => rule("order.amount", { $more_than_or_equal: [amount] });
const all = (...list: Parameters<typeof rules>[0]) => ({ rules: [rules(list)] });
const IN_TEAS = { $is: [{ object: "products_collection", id: "pc_tea" }] };
const SUM_OF_3 = rule("order.items.aggregated_quantity", { $more_than_or_equal: [3] });
const CART = { items: [item("mug", 1, 800), item("tea", 2, 450)] };

interface Row {
  name: string;
  given: Given;
  expect: ReturnType<typeof told>;
}

const ROWS: Row[] = [
  {
    name: "12.00 more of 50.00, and 10 percent of that is saved",
    given: { candidate: percentOff(10, all(over(5000))), order: { amount: 3800 } },
    expect: { missing: ["order.amount 3800 -> 5000"], amount: 5000, saving: 500 },
  },
  {
    name: "`more than` is one minor unit more",
    given: {
      candidate: amountOff(970, all(rule("order.amount", { $more_than: [5000] }))),
      order: { amount: 3800 },
    },
    expect: { missing: ["order.amount 3800 -> 5001"], amount: 5001, saving: 970 },
  },
  {
    name: "without an order everything is missing",
    given: { candidate: amountOff(100, all(over(2000))), order: null },
    expect: { missing: ["order.amount 0 -> 2000"], amount: 2000, saving: 100 },
  },
  {
    name: "lines stay as they are where an amount is missing",
    given: { candidate: amountOff(100, all(over(2000))), order: CART },
    expect: { missing: ["order.amount 1700 -> 2000"], amount: 2000, saving: 100 },
  },
  {
    name: "what is left to pay after a fifth off grows slower than the order",
    given: {
      candidate: percentOff(20, all(rule("order.total_amount", { $more_than_or_equal: [4000] }))),
      order: { amount: 4000 },
    },
    expect: { missing: ["order.total_amount 3200 -> 4000"], amount: 5000, saving: 1000 },
  },
  {
    name: "an amount that is wanted twice is told once each, and reached by the larger one",
    given: {
      candidate: amountOff(
        100,
        all(over(2000), rule("order.initial_amount", { $more_than_or_equal: [2500] })),
      ),
      order: { amount: 1700 },
    },
    expect: {
      missing: ["order.amount 1700 -> 2000", "order.initial_amount 1700 -> 2500"],
      amount: 2500,
      saving: 100,
    },
  },
  {
    name: "a unit of a product that is not there comes as a line of its price",
    given: {
      candidate: percentOff(10, all(rule("product.id", { $is: ["pot"] }))),
      order: CART,
    },
    expect: { missing: ["product.quantity 0 -> 1 of line 2"], amount: 4200, saving: 420 },
  },
  {
    name: "three units of a line of which there are two",
    given: {
      candidate: amountOff(
        200,
        all(
          rule(
            "order.items.any",
            { $is: [{ object: "product", id: "tea" }] },
            {
              rules: { "1": rule("order.items.aggregated_quantity", { $more_than_or_equal: [3] }) },
            },
          ),
        ),
      ),
      order: CART,
    },
    expect: {
      missing: ["order.items.aggregated_quantity 2 -> 3 of line 1"],
      amount: 2150,
      saving: 200,
    },
  },
  {
    name: "two units of goods that are not there are one new line",
    given: {
      candidate: amountOff(
        200,
        all(
          rule(
            "product.id",
            { $is: ["pot"] },
            {
              rules: { "1": rule("product.quantity", { $more_than_or_equal: [2] }) },
            },
          ),
        ),
      ),
      order: CART,
    },
    expect: { missing: ["product.quantity 0 -> 2 of line 2"], amount: 6700, saving: 200 },
  },
  {
    name: "units of named goods are told of all their lines",
    given: {
      candidate: amountOff(
        200,
        all(
          rule(
            "order.items.any",
            { $is: ["tea"] },
            {
              rules: { "1": rule("product.quantity", { $more_than_or_equal: [3] }) },
            },
          ),
        ),
      ),
      order: { items: [item("tea", 1, 450), item("tea", 2, 450)] },
    },
    expect: { missing: ["product.quantity 2 -> 3 of line 1"], amount: 1800, saving: 200 },
  },
  {
    name: "a unit of a collection",
    given: {
      candidate: amountOff(
        200,
        all(rule("order.items.any", { $is: [{ object: "products_collection", id: "pc_tea" }] })),
      ),
      order: { items: [item("mug", 1, 800)] },
    },
    expect: { missing: ["product.quantity 0 -> 1 of line 1"], amount: 1250, saving: 200 },
  },
  {
    name: "several units of a collection, told once",
    given: {
      candidate: amountOff(
        200,
        all(rule("order.items.any", IN_TEAS, { rules: { "1": SUM_OF_3 } })),
      ),
      order: { items: [item("mug", 1, 800)] },
    },
    expect: { missing: ["product.quantity 0 -> 3 of line 1"], amount: 2150, saving: 200 },
  },
  {
    name: "any unit of the cheapest line, for a number of units",
    given: {
      candidate: amountOff(200, all(rule("order.items.count", { $more_than_or_equal: [5] }))),
      order: CART,
    },
    expect: { missing: ["order.items.count 3 -> 5 of line 1"], amount: 2600, saving: 200 },
  },
  {
    name: "units that make up an amount of lines",
    given: {
      candidate: amountOff(
        200,
        all(rule("order.items.aggregated_amount", { $more_than_or_equal: [2500] })),
      ),
      order: CART,
    },
    expect: {
      missing: ["order.items.aggregated_amount 1700 -> 2500 of line 0"],
      amount: 2500,
      saving: 200,
    },
  },
  {
    name: "units count towards an amount that is missing beside them",
    given: {
      candidate: amountOff(100, all(rule("product.id", { $is: ["pot"] }), over(5000))),
      order: { items: [item("mug", 1, 800)] },
    },
    expect: {
      missing: ["product.quantity 0 -> 1 of line 1", "order.amount 800 -> 5000"],
      amount: 5000,
      saving: 100,
    },
  },
  {
    name: "units that are enough leave no amount missing",
    given: {
      candidate: amountOff(100, all(rule("product.id", { $is: ["pot"] }), over(3000))),
      order: { items: [item("mug", 1, 800)] },
    },
    expect: { missing: ["product.quantity 0 -> 1 of line 1"], amount: 3300, saving: 100 },
  },
  {
    name: "the cheaper of two ways",
    given: {
      candidate: amountOff(100, {
        rules: [rules([rule("product.id", { $is: ["pot"] }), over(2000)], "1 or 2")],
      }),
      order: CART,
    },
    expect: { missing: ["order.amount 1700 -> 2000"], amount: 2000, saving: 100 },
  },
  {
    name: "every line grows where each must have two units",
    given: {
      candidate: amountOff(
        100,
        all(
          rule(
            "order.items.every",
            {},
            {
              rules: { "1": rule("order.items.quantity", { $more_than_or_equal: [2] }) },
            },
          ),
        ),
      ),
      order: { items: [item("mug", 1, 800), item("tea", 2, 450), item("pot", 1, 2500)] },
    },
    expect: {
      missing: ["order.items.quantity 1 -> 2 of line 0", "order.items.quantity 1 -> 2 of line 2"],
      amount: 7500,
      saving: 100,
    },
  },
  {
    name: "what a bundle lacks",
    given: { candidate: amountOff(100, bundle({ mug: 1, pot: 1 })), order: CART },
    expect: { missing: ["product.quantity 0 -> 1 of line 2"], amount: 4200, saving: 100 },
  },
  {
    name: "all that a bundle lacks, each by the line that it has then",
    given: {
      candidate: amountOff(100, bundle({ tea: 1, pot: 1 })),
      order: { items: [item("mug", 1, 800)] },
    },
    expect: {
      missing: ["product.quantity 0 -> 1 of line 1", "product.quantity 0 -> 1 of line 2"],
      amount: 3750,
      saving: 100,
    },
  },
  {
    name: "from its start on",
    given: {
      candidate: amountOff(100, { start_date: "2026-06-20T00:00:00.000Z" }),
      order: CART,
    },
    expect: { missing: ["from 2026-06-20T00:00:00.000Z"], amount: 1700, saving: 100 },
  },
  {
    name: "on the next day that it is open: Saturday",
    given: { candidate: amountOff(100, { validity_day_of_week: [6] }), order: CART },
    expect: { missing: ["from 2026-06-20T00:00:00.000Z"], amount: 1700, saving: 100 },
  },
  {
    name: "at its next happy hour, and with an amount by then",
    given: {
      candidate: amountOff(100, {
        ...all(over(2000)),
        validity_hours: { daily: [{ start_time: "17:00", expiration_time: "19:00" }] },
      }),
      order: CART,
    },
    expect: {
      missing: ["from 2026-06-15T17:00:00.000Z", "order.amount 1700 -> 2000"],
      amount: 2000,
      saving: 100,
    },
  },
  {
    name: "at the next opening of a timeframe: a day every week from 1 June",
    given: {
      candidate: amountOff(100, {
        start_date: "2026-06-02T08:00:00.000Z",
        validity_timeframe: { interval: "P1W", duration: "P1D" },
      }),
      order: CART,
    },
    expect: { missing: ["from 2026-06-16T08:00:00.000Z"], amount: 1700, saving: 100 },
  },
  {
    name: "another segment where the project tells them",
    given: {
      candidate: amountOff(100, all(rule("customer.segment", { $is: ["seg_vip"] }))),
      order: CART,
      more: { customer: { metadata: {}, segments: [] } },
      tellsSegments: true,
    },
    expect: { missing: ["into seg_vip"], amount: 1700, saving: 100 },
  },
];

const NEVER: { name: string; given: Given }[] = [
  {
    name: "segments of others where the project does not tell them",
    given: {
      candidate: amountOff(100, all(rule("customer.segment", { $is: ["seg_vip"] }))),
      order: CART,
      more: { customer: { metadata: {}, segments: [] } },
    },
  },
  {
    name: "metadata of the customer",
    given: {
      candidate: amountOff(100, all(rule("customer.metadata", { $is: ["x"] }, { property: "a" }))),
      order: CART,
      more: { customer: { metadata: {}, segments: [] } },
    },
  },
  {
    name: "an amount that must not be larger",
    given: {
      candidate: amountOff(100, all(rule("order.amount", { $less_than: [1000] }))),
      order: CART,
    },
  },
  {
    name: "an amount that a beside rule forbids",
    given: {
      candidate: amountOff(
        100,
        all(rule("order.amount", { $more_than: [2000], $less_than: [1900] })),
      ),
      order: CART,
    },
  },
  {
    name: "what has expired",
    given: {
      candidate: amountOff(100, { expiration_date: "2026-06-14T00:00:00.000Z" }),
      order: CART,
    },
  },
  {
    name: "what is switched off",
    given: { candidate: amountOff(100, { active: false }), order: CART },
  },
  {
    name: "what is used up",
    given: {
      candidate: amountOff(100, {
        ...all(over(2000)),
        redemption_quantity: 1,
        redeemed_quantity: 1,
      }),
      order: CART,
    },
  },
  {
    name: "goods that must not be there",
    given: {
      candidate: amountOff(100, all(rule("order.items.none", { $is: ["mug"] }))),
      order: CART,
    },
  },
  {
    name: "a collection that nothing is known to be in",
    given: {
      candidate: amountOff(
        100,
        all(rule("order.items.any", { $is: [{ object: "products_collection", id: "pc_x" }] })),
      ),
      order: CART,
    },
  },
  {
    name: "amounts of an order whose lines have no price",
    given: {
      candidate: amountOff(100, all(over(2000))),
      order: { items: [{ product_id: "mug" }] },
    },
  },
];

describe("what a cart almost has", () => {
  it.each(ROWS)("$name", ({ given, expect: wanted }) => {
    expect(told(given)).toEqual(wanted);
  });

  it.each(NEVER)("nothing is told of $name", ({ given }) => {
    expect(told(given)).toBeNull();
  });

  it("the example of the guide is what is told of its cart", () => {
    const guide = readFileSync("docs/deciding.md", "utf8").split("## Near misses")[1] ?? "";
    const example = JSON.parse(/```json\n(.*?)```/s.exec(guide)?.[1] ?? "");
    const near = nearMiss(
      askedOf({ candidate: percentOff(10, all(over(5000))), order: { amount: 3800 } }),
    );
    const [step] = near?.steps ?? [];
    expect(example.missing).toMatchObject([{ more: 1200 }]);
    expect(step).toMatchObject({
      fact: example.missing[0].fact,
      present: example.missing[0].present,
      needed: example.missing[0].needed,
    });
    expect(near?.setting.cart?.amount).toBe(example.order.amount);
    expect(near?.saving).toBe(example.order.total_discount_amount);
  });
});
