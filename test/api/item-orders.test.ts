import { describe, expect, it } from "vitest";
import { rowsOf, type TestProject } from "../support/api";
import { cartOf, coupon, ruled, shop } from "../support/carts";
import {
  costs,
  expectIdentities,
  made,
  redeemed,
  stacked,
  standingCosts,
  stateOf,
  storedOrder,
  validated,
} from "../support/deciding";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import { countsOf, giftCard, parallel, redeem, redeemables, voucher } from "../support/redeeming";

const rollback = (project: TestProject, id: string | undefined, all = "") =>
  made(project, `/v1/redemptions/${id}/rollback${all}`, {});

const ledgerOf = async (project: TestProject) => {
  const rows = await rowsOf("voucher_transactions", project.id);
  return rows
    .filter(({ type }) => type !== "CREDITS_ADDITION")
    .map(({ type, amount, balance }) => [type, amount, balance]);
};

const balanceOf = async (project: TestProject, code: string) =>
  (await project.get(`/v1/vouchers/${code}`)).body.gift.balance;

describe("a gift card on items", () => {
  const onItems = { effect: "APPLY_TO_ITEMS" };

  /** A card of 20.00 that pays for mugs and pens alone: 1000 + 200 of 4200. */
  async function carded() {
    const at = await shop();
    const included = [
      { object: "product", id: at.mug },
      { object: "product", id: at.pen },
    ];
    const rule = await ruled(at.project, { applicable_to: { included } });
    await giftCard(at.project, "CARD", 2000, {
      gift: { amount: 2000, ...onItems },
      validation_rules: [rule],
    });
    return at;
  }

  it("200: pays what it reaches: 1000 of the mugs, 200 of the pen", async () => {
    const at = await carded();
    const { project } = at;
    const order = { source_id: "cart", items: cartOf(at) };
    const first = await validated(project, "CARD", { order });
    expect(first.redeemables[0]?.result).toEqual({ gift: { balance: 2000, credits: 1200 } });
    expect(first.order).toMatchObject({
      items_discount_amount: 1200,
      total_amount: 3000,
      items: [{ subtotal_amount: 3000 }, { discount_amount: 1000 }, { discount_amount: 200 }],
    });
    expectIdentities(first.order);
    const { order: paid, redemptions } = await redeemed(project, "CARD", { order });
    expect(redemptions[0]).toMatchObject({ amount: 1200, gift: { amount: 1200 } });
    expect(costs(paid)).toEqual(costs(first.order));
    expect(await balanceOf(project, "CARD")).toBe(800);
    const again = await validated(project, "CARD", { order: { id: paid?.id } });
    expect(again.redeemables[0]?.result).toEqual({ gift: { balance: 2000, credits: 1200 } });
    expect(costs(again.order)).toEqual(costs(first.order));

    await rollback(project, redemptions[0]?.id);
    expect(await balanceOf(project, "CARD")).toBe(2000);
    expect((await ledgerOf(project)).slice(-2)).toEqual([
      ["CREDITS_REDEMPTION", -1200, 800],
      ["CREDITS_REFUND", 1200, 2000],
    ]);
    await expectSound(project.id);
  });

  it("200: 500 credits asked for are split over what it reaches: 416.7 and 83.3, so 417 and 83", async () => {
    const at = await carded();
    const order = { items: cartOf(at) };
    const body = { redeemables: redeemables("CARD", 500), order };
    const { order: paid } = await redeemed(at.project, redeemables("CARD", 500), { order });
    expect(paid?.items).toMatchObject([
      { subtotal_amount: 3000 },
      { discount_amount: 417 },
      { discount_amount: 83 },
    ]);
    expect(await balanceOf(at.project, "CARD")).toBe(1500);
    const more = { ...body, redeemables: redeemables("CARD", 1501) };
    const before = await stateOf(at.project, ["redemptions", "outbox"]);
    failure(await at.project.post("/v1/redemptions", more), 400, "gift_amount_exceeded");
    expect(await stateOf(at.project, ["redemptions", "outbox"])).toEqual(before);
    await expectSound(at.project.id);
  });

  it("200: after a discount of the whole order it pays what is left of its lines", async () => {
    const at = await carded();
    await voucher(at.project, "TENTH", { discount: { type: "PERCENT", percent_off: 10 } });
    const order = { source_id: "cart", items: cartOf(at) };
    // 420 over 3000, 1000, 200 is 300, 100, 20: 900 of the mugs and 180 of the pen are left.
    const { order: paid } = await redeemed(at.project, ["TENTH", "CARD"], { order });
    expect(paid).toMatchObject({
      discount_amount: 420,
      items_discount_amount: 1080,
      total_amount: 2700,
    });
    expectIdentities(paid);
  });

  it("400 missing_order_items_amount: nothing that it reaches", async () => {
    const at = await carded();
    const but = ["redemptions", "outbox"];
    const before = await stateOf(at.project, but);
    for (const order of [
      { items: [{ product_id: at.shirt }] },
      { amount: 1000, items: [] },
      { items: [{ source_id: "unknown" }] },
    ]) {
      const { valid, redeemables: entries } = await validated(at.project, "CARD", {
        order: { amount: 1000, ...order },
      });
      expect(valid).toBe(false);
      expect(entries[0]?.result).toMatchObject({
        error: {
          key: "missing_order_items_amount",
          details:
            "At least one applicable order item with amount is required to redeem this GIFT_VOUCHER",
        },
      });
      const refused = await redeem(at.project, "CARD", { order: { amount: 1000, ...order } });
      failure(refused, 400, "missing_order_items_amount");
    }
    expect(await stateOf(at.project, but)).toEqual(before);
    await expectSound(at.project.id);
  });
});

describe("rollback order mode WITHOUT_ORDER", () => {
  it("keeps what a redemption took off the order, and gives the use back", async () => {
    const at = await shop();
    const { project } = at;
    await stacked(project, { redeemables_rollback_order_mode: "WITHOUT_ORDER" });
    const half = { type: "PERCENT", percent_off: 50, effect: "APPLY_TO_ITEMS" };
    await voucher(project, "HALF", { discount: half, redemption: { quantity: 1 } });
    await voucher(project, "TWO", { discount: { type: "AMOUNT", amount_off: 200 } });
    const order = { source_id: "cart", items: cartOf(at) };
    const { order: paid, redemptions } = await redeemed(project, ["HALF", "TWO"], { order });
    const id = String(paid?.id);
    const before = standingCosts(await storedOrder(project, id));
    expect(before).toMatchObject({ items_discount_amount: 2100, discount_amount: 200 });

    for (const { id: child } of redemptions) {
      await rollback(project, child);
      const left = await storedOrder(project, id);
      expect(left.status).toBe("PAID");
      expect(standingCosts(left)).toEqual(before);
      expect(JSON.stringify(left)).not.toContain("is_kept");
    }
    const { body } = await project.get("/v1/vouchers/HALF");
    expect(body.redemption.redeemed_quantity).toBe(0);
    const again = await validated(project, "HALF", { order: { source_id: "other", amount: 1 } });
    expect(again.redeemables[0]).toMatchObject({
      status: "APPLICABLE",
      order: { total_amount: 1 },
    });
    await expectSound(project.id);
  });
});

describe("free units", () => {
  /** Two vases of 700 on top of 4200. */
  async function vased() {
    const at = await shop();
    await voucher(at.project, "VASES", {
      discount: { type: "UNIT", unit_off: 2, unit_type: at.vase, effect: "ADD_NEW_ITEMS" },
    });
    return { at, project: at.project, order: { source_id: "cart", items: cartOf(at) } };
  }

  it("the line that is added names what the catalogue knows", async () => {
    const { at, project, order } = await vased();
    const { order: checked } = await validated(project, "VASES", { order });
    expect(checked?.items?.[3]).toEqual({
      object: "order_item",
      product_id: at.vase,
      source_id: "vase",
      related_object: "product",
      product: {
        ...{ id: at.vase, source_id: "vase", name: "vase", price: 700 },
        metadata: { stuff: "clay" },
      },
      price: 700,
      quantity: 2,
      initial_quantity: 0,
      amount: 1400,
      initial_amount: 0,
      discount_amount: 1400,
      discount_quantity: 2,
      subtotal_amount: 0,
      applied_discount_amount: 1400,
      applied_discount_quantity: 2,
      applied_quantity: 2,
      applied_quantity_amount: 1400,
    });
  });

  it("keep their price in the stored order when the catalogue's changes", async () => {
    const { at, project, order } = await vased();
    const { order: paid } = await redeemed(project, "VASES", { order });
    await project.put(`/v1/products/${at.vase}`, { price: 900 });
    const stored = await storedOrder(project, String(paid?.id));
    expect(stored).toMatchObject({ amount: 5600, initial_amount: 4200, total_amount: 4200 });
  });

  it("are no lines that another redeemable, or the next request, takes for the shopper's", async () => {
    const { project, order } = await vased();
    const lines = { effect: "APPLY_TO_ITEMS" };
    await voucher(project, "HALF", { discount: { type: "PERCENT", percent_off: 50, ...lines } });
    const both = await validated(project, ["VASES", "HALF"], { order });
    expect(both.order).toMatchObject({ amount: 5600, total_amount: 2100 });
    const { order: paid } = await redeemed(project, "VASES", { order });
    const next = await redeemed(project, "HALF", { order: { id: paid?.id } });
    expect(costs(next.order)).toMatchObject({ amount: 5600, total_amount: 2100 });
    const stored = await storedOrder(project, String(paid?.id));
    expect(stored.items).toHaveLength(4);
    await rollback(project, next.redemptions[0]?.id);
    const less = await storedOrder(project, String(paid?.id));
    expect(less).toMatchObject({ amount: 5600, total_amount: 4200 });
    await expectSound(project.id);
  });

  it("leave the order with their own redemption's rollback, others stay", async () => {
    const { project, order } = await vased();
    await voucher(project, "TWO", { discount: { type: "AMOUNT", amount_off: 200 } });
    const { redemptions, order: paid } = await redeemed(project, ["VASES", "TWO"], { order });
    await rollback(project, redemptions[0]?.id);
    const less = await storedOrder(project, String(paid?.id));
    expect(less).toMatchObject({
      status: "PAID",
      amount: 4200,
      discount_amount: 200,
      total_amount: 4000,
    });
    expect(less.items).toHaveLength(3);
    await expectSound(project.id);
  });

  it("of several redemptions stand for themselves: each leaves with its own", async () => {
    const { at, project, order } = await vased();
    const one = (unit_type: string) => ({
      discount: { type: "UNIT", unit_off: 1, unit_type, effect: "ADD_NEW_ITEMS" },
    });
    const cup = (await made(project, "/v1/products", { source_id: "cup", price: 300 })).id;
    await voucher(project, "CUP", one(cup));
    await voucher(project, "VASE", one(at.vase));
    const codes = ["VASES", "CUP", "VASE"];
    const { redemptions, order: paid } = await redeemed(project, codes, { order });
    const id = String(paid?.id);
    const added = async () => {
      const { items = [], total_amount } = await storedOrder(project, id);
      expect(total_amount).toBe(4200);
      return items.slice(3).map(({ product_id, quantity }) => [product_id, quantity]);
    };
    expect(await added()).toEqual([
      [at.vase, 3],
      [cup, 1],
    ]);
    await rollback(project, redemptions[0]?.id);
    expect(await added()).toEqual([
      [cup, 1],
      [at.vase, 1],
    ]);
    await rollback(project, redemptions[1]?.id);
    expect(await added()).toEqual([[at.vase, 1]]);
    await rollback(project, redemptions[2]?.id);
    expect(await added()).toEqual([]);
    await expectSound(project.id);
  });

  it("stay beside a line that the shopper adds later", async () => {
    const { at, project, order } = await vased();
    const { order: paid } = await redeemed(project, "VASES", { order });
    await voucher(project, "TWO", { discount: { type: "AMOUNT", amount_off: 200 } });
    const items = [...order.items, { product_id: at.pen, price: 100, quantity: 1 }];
    const next = await redeemed(project, "TWO", { order: { id: paid?.id, items } });
    expect(next.order).toMatchObject({
      amount: 5700,
      initial_amount: 4300,
      total_amount: 4100,
      items: [
        {},
        {},
        {},
        { product_id: at.pen, quantity: 1 },
        { product_id: at.vase, quantity: 2 },
      ],
    });
    expectIdentities(next.order);
  });

  it("of a product that the catalogue does not know cost nothing", async () => {
    const { project, order } = await vased();
    const shipping = { type: "UNIT", unit_off: 1, unit_type: "prod_5h1pp1ng" };
    await voucher(project, "SHIPPING", { discount: shipping });
    const { order: checked } = await validated(project, "SHIPPING", { order });
    expect(checked).toMatchObject({ amount: 4200, total_amount: 4200 });
    const sent = [...order.items, { product_id: "prod_5h1pp1ng", price: 490, quantity: 1 }];
    const shipped = await validated(project, "SHIPPING", { order: { items: sent } });
    expect(shipped.order).toMatchObject({ amount: 4690, total_amount: 4200 });
  });

  it("shows what REPLACE_ITEMS did to each line", async () => {
    const { at, project, order } = await vased();
    const discount = { type: "UNIT", unit_type: at.vase, effect: "REPLACE_ITEMS" };
    const reach = { applicable_to: { included: [{ object: "product", id: at.mug }] } };
    await coupon(project, "UPGRADE", discount, reach);
    const { order: checked } = await validated(project, "UPGRADE", { order });
    const details = [{ type: "REPLACE_ITEMS", unit_type: at.vase, units: 2 }];
    expect(checked?.items).toMatchObject([
      {},
      { quantity: 0, applied_quantity: -2, application_details: details },
      {},
      { quantity: 2, discount_amount: 400, application_details: details },
    ]);
    expect(checked?.items?.[0]).not.toHaveProperty("application_details");
  });
});

describe("at once on one order", () => {
  const HALF = { discount: { type: "PERCENT", percent_off: 50, effect: "APPLY_TO_ITEMS" } };

  it("two redemptions: each takes of what the other left", async () => {
    const at = await shop();
    for (const name of ["A", "B"]) await voucher(at.project, name, HALF);
    const { id } = await made(at.project, "/v1/orders", { items: cartOf(at) });
    const replies = await parallel(2, (one) =>
      redeem(at.project, "AB"[one] ?? "", { order: { id } }),
    );
    expect(countsOf(replies)).toEqual({ 200: 2 });
    // 4200, 2100, 1050
    expect(await storedOrder(at.project, id)).toMatchObject({ status: "PAID", total_amount: 1050 });
    await expectSound(at.project.id);
  });

  it("two children's rollbacks: the last cancels the order", async () => {
    const at = await shop();
    const { project } = at;
    for (const name of ["A", "B"]) await voucher(project, name, HALF);
    const sent = { order: { items: cartOf(at) } };
    const { redemptions, order } = await redeemed(project, ["A", "B"], sent);
    const replies = await parallel(2, (one) =>
      project.post(`/v1/redemptions/${redemptions[one]?.id}/rollback`, {}),
    );
    expect(countsOf(replies)).toEqual({ 200: 2 });
    const left = await storedOrder(project, String(order?.id));
    expect(left).toMatchObject({ status: "CANCELED", total_amount: 4200 });
    await expectSound(project.id);
  });
});

describe("an order of nothing yet", () => {
  it("free units do not make its amount known", async () => {
    const at = await shop();
    const discount = { type: "UNIT", unit_off: 1, unit_type: at.vase, effect: "ADD_NEW_ITEMS" };
    await voucher(at.project, "VASE", { discount });
    const { order } = await redeemed(at.project, "VASE", { order: { source_id: "cart" } });
    expect(order).not.toHaveProperty("amount");
    expect(order?.items).toMatchObject([{ amount: 700, discount_amount: 700, subtotal_amount: 0 }]);
    await expectSound(at.project.id);
  });

  it("units that would pass the largest amount are not given", async () => {
    const at = await shop();
    const discount = { type: "UNIT", unit_off: 1e9, unit_type: at.vase, effect: "ADD_NEW_ITEMS" };
    await voucher(at.project, "VASES", { discount });
    const amount = Number.MAX_SAFE_INTEGER;
    const { order } = await redeemed(at.project, "VASES", { order: { amount } });
    expect(order).toMatchObject({ amount, total_amount: amount });
    expect(order).toHaveProperty("items", []);
  });
});

describe("an order whose lines change after it was redeemed", () => {
  it("keeps what was taken off, at order level, capped at what it costs now", async () => {
    const at = await shop();
    const { project } = at;
    const half = { type: "PERCENT", percent_off: 50, effect: "APPLY_TO_ITEMS" };
    await voucher(project, "HALF", { discount: half });
    const sent = { source_id: "cart", items: cartOf(at) };
    const { order, redemptions } = await redeemed(project, "HALF", { order: sent });
    expect(order).toMatchObject({ items_discount_amount: 2100 });
    const items = [{ product_id: at.pen, quantity: 20 }];
    await project.put(`/v1/orders/${order?.id}`, { items });
    const id = String(order?.id);
    expect(await storedOrder(project, id)).toMatchObject({
      amount: 4000,
      discount_amount: 2100,
      total_amount: 1900,
    });
    await project.put(`/v1/orders/${order?.id}`, { items: [{ product_id: at.pen, quantity: 3 }] });
    expect(await storedOrder(project, id)).toMatchObject({ amount: 600, total_amount: 0 });
    await rollback(project, redemptions[0]?.id);
    expect(await storedOrder(project, id)).toMatchObject({
      status: "CANCELED",
      amount: 600,
      total_amount: 600,
    });
  });
});
