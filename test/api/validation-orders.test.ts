import { describe, expect, it } from "vitest";
import { Validation } from "../../src/resources/validations/schema";
import { costOf, newProject, parsed, type TestProject } from "../support/api";

const voucher = (id: string, more = {}) => ({ object: "voucher", id, ...more });

async function shop() {
  const project = await newProject();
  await project.post("/v1/vouchers/P20", { discount: { type: "PERCENT", percent_off: 20 } });
  await project.post("/v1/vouchers/P0", { discount: { type: "PERCENT", percent_off: 0 } });
  await project.post("/v1/vouchers/A500", { discount: { type: "AMOUNT", amount_off: 500 } });
  await project.post("/v1/vouchers/GIFT", { gift: { amount: 3000 } });
  return project;
}

const calculated = async (project: TestProject, redeemables: object[], order: object) => {
  const reply = await project.post("/v1/validations", { redeemables, order });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Validation, reply);
};

describe("the calculated order", () => {
  it("shows its lines as sent, with their amounts worked out", async () => {
    const project = await shop();
    const { order } = await calculated(project, [voucher("P20")], {
      items: [
        {
          source_id: "line-1",
          product_id: "prod_1",
          quantity: 2,
          price: 1500,
          product: { name: "Shirt", price: 9999, metadata: { size: "L" }, override: true },
          metadata: { gift: false },
        },
        { sku_id: "sku_1", related_object: "sku", quantity: "3", sku: { sku: "S", price: 100 } },
        { price: 3000, quantity: 2, amount: 3400 },
        { product_id: "prod_2", price: 700 },
        { source_id: "free", quantity: 1 },
      ],
    });
    expect(order?.items).toEqual([
      {
        object: "order_item",
        source_id: "line-1",
        product_id: "prod_1",
        quantity: 2,
        initial_quantity: 2,
        price: 1500,
        amount: 3000,
        initial_amount: 3000,
        subtotal_amount: 3000,
        product: { name: "Shirt", price: 9999, metadata: { size: "L" }, override: true },
        metadata: { gift: false },
      },
      {
        object: "order_item",
        sku_id: "sku_1",
        related_object: "sku",
        quantity: 3,
        initial_quantity: 3,
        price: 100,
        amount: 300,
        initial_amount: 300,
        subtotal_amount: 300,
        sku: { sku: "S", price: 100 },
      },
      {
        object: "order_item",
        quantity: 2,
        initial_quantity: 2,
        price: 3000,
        amount: 3400,
        initial_amount: 3400,
        subtotal_amount: 3400,
      },
      {
        object: "order_item",
        product_id: "prod_2",
        price: 700,
        amount: 700,
        initial_amount: 700,
        subtotal_amount: 700,
      },
      { object: "order_item", source_id: "free", quantity: 1, initial_quantity: 1 },
    ]);
    expect(order).toMatchObject({ amount: 7400, discount_amount: 1480, total_amount: 5920 });
  });

  it("tells who referred to a stored order, as the order and a redemption do", async () => {
    const project = await shop();
    const people = { customer: { source_id: "ann" }, referrer: { source_id: "ben" } };
    const { body: stored } = await project.post("/v1/orders", { amount: 1000, ...people });
    const { body: ben } = await project.get("/v1/customers/ben");
    expect(stored.referrer_id).toBe(ben.id);
    const [order, redeemables] = [{ id: stored.id }, [voucher("P20")]];
    const validation = await calculated(project, redeemables, order);
    const [entry] = validation.redeemables;
    expect([validation.order, Object(entry).order]).toMatchObject([
      { referrer_id: ben.id },
      { referrer_id: ben.id },
    ]);
    const { body: qualified } = await project.post("/v1/qualifications", { order });
    expect(qualified.order.referrer_id).toBe(ben.id);
    const { body: paid } = await project.post("/v1/redemptions", { redeemables, order });
    expect(paid.order.referrer_id).toBe(ben.id);
  });

  it("takes the amount as sent over the sum of its lines", async () => {
    const project = await shop();
    const { order } = await calculated(project, [voucher("P20")], {
      amount: 6000,
      items: [{ price: 6700, quantity: 1 }],
    });
    expect(order).toMatchObject({ amount: 6000, discount_amount: 1200, total_amount: 4800 });
  });

  it("leaves out totals that are zero", async () => {
    const project = await shop();
    const { order } = await calculated(project, [voucher("P0")], { amount: 5496 });
    expect(order).toEqual({
      amount: 5496,
      initial_amount: 5496,
      total_amount: 5496,
      metadata: {},
      customer_id: null,
      referrer_id: null,
      object: "order",
    });
  });

  it("never goes below zero", async () => {
    const project = await shop();
    const { order } = await calculated(project, [voucher("A500")], { amount: 300 });
    expect(order).toMatchObject({ discount_amount: 300, total_amount: 0 });
  });

  it("rounds a half up, once", async () => {
    const project = await shop();
    const half = await calculated(project, [voucher("P20")], { amount: 1003 });
    expect(half.order?.discount_amount).toBe(201);
    await project.post("/v1/vouchers/P50", { discount: { type: "PERCENT", percent_off: 50 } });
    const exact = await calculated(project, [voucher("P50")], { amount: 1001 });
    expect(exact.order?.discount_amount).toBe(501);
  });

  it("counts in whole minor units up to the largest safe amount", async () => {
    const project = await shop();
    const { order } = await calculated(project, [voucher("P20")], {
      amount: Number.MAX_SAFE_INTEGER,
    });
    expect(order).toMatchObject({
      discount_amount: 1801439850948198,
      total_amount: 7205759403792793,
    });
  });
});

describe("a gift card", () => {
  it("gives all it has, at most what is left to pay", async () => {
    const project = await shop();
    const all = await calculated(project, [voucher("GIFT")], { amount: 5000 });
    expect(all.redeemables[0]?.result).toEqual({ gift: { balance: 3000, credits: 3000 } });
    expect(all.order).toMatchObject({ discount_amount: 3000, total_amount: 2000 });
    const part = await calculated(project, [voucher("A500"), voucher("GIFT")], { amount: 1200 });
    expect(part.redeemables[1]?.result).toEqual({ gift: { balance: 3000, credits: 700 } });
    expect(part.order?.total_amount).toBe(0);
  });

  it("gives the credits that were asked for", async () => {
    const project = await shop();
    const gift = { credits: 250 };
    const some = await calculated(project, [voucher("GIFT", { gift })], { amount: 5000 });
    expect(some.redeemables[0]?.result).toEqual({ gift: { balance: 3000, credits: 250 } });
    expect(some.order?.total_amount).toBe(4750);
  });

  it.each([
    [{ gift: { credits: 3001 } }, { amount: 5000 }, "gift_amount_exceeded", "GIFT"],
    [{}, undefined, "missing_order", "Order is required to validate rules"],
    [{}, {}, "missing_amount", "Order amount is required to validate rules"],
  ])("INAPPLICABLE: %j on %j", async (more, order, key, details) => {
    const project = await shop();
    const reply = await project.post("/v1/validations", {
      redeemables: [voucher("GIFT", more)],
      order,
    });
    const [refused] = parsed(Validation, reply).inapplicable_redeemables ?? [];
    expect(refused?.result.error).toMatchObject({ code: 400, key, details });
  });

  it("without an order gives credits that were asked for", async () => {
    const project = await shop();
    const redeemables = [voucher("GIFT", { gift: { credits: 100 } })];
    const reply = await project.post("/v1/validations", { redeemables });
    expect(parsed(Validation, reply).redeemables[0]).toMatchObject({
      status: "APPLICABLE",
      result: { gift: { balance: 3000, credits: 100 } },
    });
  });
});

describe("a loyalty card", () => {
  it("INAPPLICABLE: no reward is named", async () => {
    const project = await shop();
    await project.post("/v1/vouchers/CARD", { loyalty_card: { points: 100 } });
    const reply = await project.post("/v1/validations", { redeemables: [voucher("CARD")] });
    const [refused] = parsed(Validation, reply).inapplicable_redeemables ?? [];
    expect(refused?.result.error).toMatchObject({
      code: 400,
      key: "missing_reward",
      message: "Missing reward",
      details: "A reward is required when redeeming a LOYALTY_CARD",
    });
  });
});

describe("limits and flags", () => {
  it.each([
    [{ redemption: { quantity: 0 } }, "quantity_exceeded", "quantity exceeded"],
    [{ active: false }, "voucher_disabled", "voucher is disabled"],
    [{ start_date: "2999-01-01" }, "voucher_not_active", "voucher is not active yet"],
    [{ expiration_date: "2001-01-01" }, "voucher_expired", "voucher expired"],
  ])("INAPPLICABLE: %j", async (more, key, message) => {
    const project = await newProject();
    await project.post("/v1/vouchers/Code", {
      discount: { type: "AMOUNT", amount_off: 5 },
      ...more,
    });
    const reply = await project.post("/v1/validations", { redeemables: [voucher("code")] });
    const [refused] = parsed(Validation, reply).inapplicable_redeemables ?? [];
    expect(refused?.result.error).toMatchObject({ code: 400, key, message, details: "Code" });
    expect(refused?.result.details).toEqual({ key, message });
  });
});

describe("an item without a price", () => {
  it("200: costs what the catalogue says, in the same round trip", async () => {
    const project = await newProject();
    await project.post("/v1/products", { source_id: "shirt", name: "Shirt", price: 2000 });
    const { body: product } = await project.post("/v1/products", { name: "Socks", price: 300 });
    const { body: sku } = await project.post(`/v1/products/${product.id}/skus`, {
      sku: "XL",
      price: 350,
    });
    await project.post("/v1/vouchers/HALF", { discount: { type: "PERCENT", percent_off: 50 } });
    const items = [
      { source_id: "shirt", quantity: 2 },
      { product_id: product.id, quantity: 1 },
      { sku_id: sku.id, quantity: 1 },
      { source_id: "shirt", quantity: 1, price: 100 },
      { source_id: "nothing", quantity: 1 },
    ];
    const reply = await project.post("/v1/validations", {
      redeemables: [voucher("HALF")],
      order: { items },
    });
    // 2 x 20.00 + 3.00 + 3.50 + 1.00 = 47.50
    expect(reply.body.order).toMatchObject({ amount: 4750, total_discount_amount: 2375 });
    expect(costOf(reply).roundTrips).toBe(1);
    const sent = { redeemables: [voucher("HALF")], order: { items } };
    const redeemed = await project.post("/v1/redemptions", sent);
    expect(redeemed.body.order).toMatchObject({ amount: 4750, total_amount: 2375 });
  });
});
