import { describe, expect, it } from "vitest";
import { newProject } from "../support/api";
import { cartOf, coupon, type Shop, shop } from "../support/carts";
import {
  costs,
  expectIdentities,
  made,
  redeemed,
  standingCosts,
  stateOf,
  storedOrder,
  validated,
} from "../support/deciding";
import { expectSound } from "../support/invariants";
import { voucher } from "../support/redeeming";

type Sent = Record<string, unknown>;

interface Case {
  name: string;
  discount: (shop: Shop) => Sent;
  /** Products that its rule includes. */
  only?: (shop: Shop) => string[];
  expect: {
    amount?: number;
    discount_amount?: number;
    items?: number[];
    quantities?: number[];
    amounts?: number[];
    total_amount: number;
  };
}

const CASES: Case[] = [
  {
    name: "AMOUNT on the order: 4200 - 500",
    discount: () => ({ type: "AMOUNT", amount_off: 500 }),
    expect: { discount_amount: 500, total_amount: 3700 },
  },
  {
    name: "AMOUNT on items: 300 a line, a pen gives its 200",
    discount: () => ({ type: "AMOUNT", amount_off: 300, effect: "APPLY_TO_ITEMS" }),
    expect: { items: [300, 300, 200], total_amount: 3400 },
  },
  {
    name: "AMOUNT by quantity: 100 x 3, 2, 1",
    discount: () => ({ type: "AMOUNT", amount_off: 100, effect: "APPLY_TO_ITEMS_BY_QUANTITY" }),
    expect: { items: [300, 200, 100], total_amount: 3600 },
  },
  {
    name: "AMOUNT proportionally: 100 over 3000, 1000, 200 is 71.4, 23.8, 4.8, so 71, 24, 5",
    discount: () => ({ type: "AMOUNT", amount_off: 100, effect: "APPLY_TO_ITEMS_PROPORTIONALLY" }),
    expect: { items: [71, 24, 5], total_amount: 4100 },
  },
  {
    name: "AMOUNT proportionally by quantity: 100 over 3, 2, 1 is 50, 33.3, 16.7, so 50, 33, 17",
    discount: () => ({
      type: "AMOUNT",
      amount_off: 100,
      effect: "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY",
    }),
    expect: { items: [50, 33, 17], total_amount: 4100 },
  },
  {
    name: "AMOUNT on items within 450 in all: 300, then 150",
    discount: () => ({
      type: "AMOUNT",
      amount_off: 300,
      effect: "APPLY_TO_ITEMS",
      aggregated_amount_limit: 450,
    }),
    expect: { items: [300, 150, 0], total_amount: 3750 },
  },
  {
    name: "AMOUNT without an effect, its rule includes mugs: on items",
    discount: () => ({ type: "AMOUNT", amount_off: 300 }),
    only: ({ mug }) => [mug],
    expect: { items: [0, 300, 0], total_amount: 3900 },
  },
  {
    name: "PERCENT on the order: 10 % of 4200",
    discount: () => ({ type: "PERCENT", percent_off: 10 }),
    expect: { discount_amount: 420, total_amount: 3780 },
  },
  {
    name: "PERCENT on items: 12.5 % of 3000, 1000, 200",
    discount: () => ({ type: "PERCENT", percent_off: 12.5, effect: "APPLY_TO_ITEMS" }),
    expect: { items: [375, 125, 25], total_amount: 3675 },
  },
  {
    name: "PERCENT on items, 50 a line: 300, 100, 20 become 50, 50, 20",
    discount: () => ({
      type: "PERCENT",
      percent_off: 10,
      effect: "APPLY_TO_ITEMS",
      amount_limit: 50,
    }),
    expect: { items: [50, 50, 20], total_amount: 4080 },
  },
  {
    name: "FIXED order: 4200 becomes 4000",
    discount: () => ({ type: "FIXED", fixed_amount: 4000 }),
    expect: { discount_amount: 200, total_amount: 4000 },
  },
  {
    name: "FIXED items at 400: 600 x 3, 100 x 2, a pen costs less",
    discount: () => ({ type: "FIXED", fixed_amount: 400, effect: "APPLY_TO_ITEMS" }),
    expect: { items: [1800, 200, 0], total_amount: 2200 },
  },
  {
    name: "ADD_NEW_ITEMS: two vases of 700 on top, free",
    discount: ({ vase }) => ({
      type: "UNIT",
      unit_off: 2,
      unit_type: vase,
      effect: "ADD_NEW_ITEMS",
    }),
    expect: {
      amount: 5600,
      items: [0, 0, 0, 1400],
      quantities: [3, 2, 1, 2],
      amounts: [3000, 1000, 200, 1400],
      total_amount: 4200,
    },
  },
  {
    name: "ADD_MISSING_ITEMS: three mugs, of which two are there",
    discount: ({ mug }) => ({
      type: "UNIT",
      unit_off: 3,
      unit_type: mug,
      effect: "ADD_MISSING_ITEMS",
    }),
    expect: {
      amount: 4700,
      items: [0, 1500, 0],
      quantities: [3, 3, 1],
      amounts: [3000, 1500, 200],
      total_amount: 3200,
    },
  },
  {
    name: "ADD_SAME_ITEMS: one more shirt",
    discount: () => ({ type: "UNIT", unit_off: 1, effect: "ADD_SAME_ITEMS" }),
    only: ({ shirt }) => [shirt],
    expect: {
      amount: 5200,
      items: [1000, 0, 0],
      quantities: [4, 2, 1],
      amounts: [4000, 1000, 200],
      total_amount: 4200,
    },
  },
  {
    name: "REPLACE_ITEMS: two mugs of 500 become two vases of 700, 1400 - 1000 off",
    discount: ({ vase }) => ({
      type: "UNIT",
      unit_off: 1,
      unit_type: vase,
      effect: "REPLACE_ITEMS",
    }),
    only: ({ mug }) => [mug],
    expect: {
      amount: 4600,
      items: [0, 0, 0, 400],
      quantities: [3, 0, 1, 2],
      amounts: [3000, 0, 200, 1400],
      total_amount: 4200,
    },
  },
  {
    name: "ADD_MANY_ITEMS: a vase on top, and both mugs that are there",
    discount: ({ vase, mug }) => ({
      type: "UNIT",
      effect: "ADD_MANY_ITEMS",
      units: [
        { unit_off: 1, unit_type: vase, effect: "ADD_NEW_ITEMS" },
        { unit_off: 2, unit_type: mug, effect: "ADD_MISSING_ITEMS" },
      ],
    }),
    expect: {
      amount: 4900,
      items: [0, 1000, 0, 700],
      quantities: [3, 2, 1, 1],
      amounts: [3000, 1000, 200, 700],
      total_amount: 3200,
    },
  },
];

async function couponOf(at: Shop, { discount, only }: Case): Promise<void> {
  const included = (only?.(at) ?? []).map((id) => ({ object: "product", id }));
  await coupon(at.project, "CODE", discount(at), { applicable_to: { included } });
}

const numbersOf = (order: Sent | undefined) => {
  const items = (order?.items ?? []) as Record<string, number>[];
  return {
    amount: order?.amount,
    discount_amount: order?.discount_amount ?? 0,
    items: items.map(({ discount_amount }) => discount_amount ?? 0),
    quantities: items.map(({ quantity }) => quantity),
    amounts: items.map(({ amount }) => amount),
    total_amount: order?.total_amount,
  };
};

const SENT = {
  amount: 4200,
  discount_amount: 0,
  items: [0, 0, 0],
  quantities: [3, 2, 1],
  amounts: [3000, 1000, 200],
  total_amount: 4200,
};

describe("an order with lines", () => {
  it.each(CASES)("$name", async (one) => {
    const at = await shop();
    const { project } = at;
    await couponOf(at, one);
    const order = { source_id: "cart", items: cartOf(at) };
    const before = await stateOf(project);
    const first = await validated(project, "CODE", { order });
    expect(first.valid, JSON.stringify(first)).toBe(true);
    expect(numbersOf(first.order)).toEqual({ ...SENT, ...one.expect });
    expect(first.order).toMatchObject({ initial_amount: 4200 });
    expectIdentities(first.order);
    expect(await stateOf(project)).toEqual(before);

    const { redemptions, order: paid } = await redeemed(project, "CODE", { order });
    expectIdentities(paid);
    expect(costs(paid)).toEqual(costs(first.order));
    expect(costs(redemptions[0]?.order)).toEqual(costs(first.order));
    const stored = await storedOrder(project, String(paid?.id));
    expect(standingCosts(stored)).toEqual(standingCosts(first.order));

    for (const again of [{ id: paid?.id }, order, { id: paid?.id, items: cartOf(at) }]) {
      const answer = await validated(project, "CODE", { order: again });
      expect(costs(answer.order), JSON.stringify(again)).toEqual(costs(first.order));
      expect(answer.redeemables[0]?.result).toEqual(first.redeemables[0]?.result);
    }

    await made(project, `/v1/redemptions/${redemptions[0]?.id}/rollback`, {});
    const canceled = await storedOrder(project, String(paid?.id));
    expect(canceled.status).toBe("CANCELED");
    expect(numbersOf(canceled)).toEqual(SENT);
    await expectSound(project.id);
  });

  it.each([
    ["a discount of lines", { type: "PERCENT", percent_off: 10, effect: "APPLY_TO_ITEMS" }],
    ["more of the same", { type: "UNIT", unit_off: 1, effect: "ADD_SAME_ITEMS" }],
    [
      "an amount split over lines",
      { type: "AMOUNT", amount_off: 100, effect: "APPLY_TO_ITEMS_PROPORTIONALLY" },
    ],
    ["a fixed price of lines", { type: "FIXED", fixed_amount: 1, effect: "APPLY_TO_ITEMS" }],
  ])("%s takes 0 off an order that has none, and says why", async (_, discount) => {
    const project = await newProject();
    await voucher(project, "CODE", { discount, redemption: { quantity: 1 } });
    const order = { amount: 1000 };
    const options = { expand: ["explanation"] };
    const { valid, redeemables } = await validated(project, "CODE", { order, options });
    expect(valid).toBe(true);
    expect(redeemables[0]).toMatchObject({
      status: "APPLICABLE",
      order: { amount: 1000, total_amount: 1000 },
      explanation: {
        stacking: { missing: "order.items", amount_before: 1000, amount_after: 1000 },
      },
    });
    const { order: paid, redemptions } = await redeemed(project, ["CODE"], { order });
    expect(redemptions[0]?.result).toBe("SUCCESS");
    expect(paid).toMatchObject({ amount: 1000, total_amount: 1000, status: "PAID" });
    const { body } = await project.get("/v1/vouchers/CODE");
    expect(body.redemption.redeemed_quantity).toBe(1);
    await expectSound(project.id);
  });
});

describe("several on one order", () => {
  /**
   * Shirts 3000, mugs 1000, a pen 200: 10 % of each line is 300, 100, 20; then 378 off the order's
   * 3780; then 100 off each line.
   */
  async function three() {
    const at = await shop();
    const { project } = at;
    const lines = { effect: "APPLY_TO_ITEMS" };
    await voucher(project, "TENTH", { discount: { type: "PERCENT", percent_off: 10, ...lines } });
    await voucher(project, "ORDER", { discount: { type: "AMOUNT", amount_off: 378 } });
    await voucher(project, "EACH", { discount: { type: "AMOUNT", amount_off: 100, ...lines } });
    return { at, project, order: { source_id: "cart", items: cartOf(at) } };
  }

  it("each takes of what the ones before it left; a child's rollback gives back its share", async () => {
    const { project, order } = await three();
    const codes = ["TENTH", "ORDER", "EACH"];
    const { redeemables } = await validated(project, codes, { order });
    const turns = redeemables.map((entry) => ("order" in entry ? entry.order : undefined));
    turns.forEach(expectIdentities);
    expect(turns).toMatchObject([
      { items_discount_amount: 420, total_applied_discount_amount: 420, total_amount: 3780 },
      { discount_amount: 378, items_discount_amount: 420, total_amount: 3402 },
      {
        discount_amount: 378,
        items_discount_amount: 720,
        items_applied_discount_amount: 300,
        total_amount: 3102,
        items: [{ discount_amount: 400 }, { discount_amount: 200 }, { discount_amount: 120 }],
      },
    ]);
    const {
      redemptions,
      parent_redemption: parent,
      order: paid,
    } = await redeemed(project, codes, {
      order,
    });
    expect(paid).toMatchObject({ total_amount: 3102 });

    const id = String(paid?.id);
    await made(project, `/v1/redemptions/${redemptions[0]?.id}/rollback`, {});
    const less = await storedOrder(project, id);
    expect(less).toMatchObject({
      status: "PAID",
      discount_amount: 378,
      items_discount_amount: 300,
      total_amount: 3522,
    });
    await made(project, `/v1/redemptions/${parent?.id}/rollbacks`, {});
    expect(await storedOrder(project, id)).toMatchObject({
      status: "CANCELED",
      total_amount: 4200,
    });
    expect((await storedOrder(project, id)).total_discount_amount).toBeUndefined();
    await expectSound(project.id);
  });

  it("ten validations are one, also after the order was redeemed", async () => {
    const { project, order } = await three();
    const codes = ["EACH", "TENTH", "ORDER"];
    const first = await validated(project, codes, { order });
    await redeemed(project, codes, { order });
    for (let times = 1; times <= 10; times++) {
      const again = await validated(project, codes, { order });
      expect(costs(again.order)).toEqual(costs(first.order));
    }
  });

  it("one more on a stored order takes of what is left, by its id alone", async () => {
    const { project, order } = await three();
    const { order: paid } = await redeemed(project, "TENTH", { order });
    const more = { order: { id: paid?.id } };
    const { order: checked } = await validated(project, "EACH", more);
    const { order: after } = await redeemed(project, "EACH", more);
    expect(after).toMatchObject({
      items_discount_amount: 720,
      items_applied_discount_amount: 300,
      total_amount: 3480,
    });
    expect(costs(after)).toEqual(costs(checked));
    expect(await storedOrder(project, String(paid?.id))).toMatchObject({ total_amount: 3480 });
  });
});
