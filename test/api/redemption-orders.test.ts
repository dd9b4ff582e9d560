import { describe, expect, it } from "vitest";
import { RedemptionAnswer } from "../../src/resources/redemptions/schema";
import { newProject, parsed, rowsOf, type TestProject } from "../support/api";

const voucher = (id: string) => ({ object: "voucher", id });

async function shop() {
  const project = await newProject();
  await project.post("/v1/vouchers/P20", { discount: { type: "PERCENT", percent_off: 20 } });
  await project.post("/v1/vouchers/A500", { discount: { type: "AMOUNT", amount_off: 500 } });
  return project;
}

async function redeem(project: TestProject, code: string, more: object) {
  const reply = await project.post("/v1/redemptions", { redeemables: [voucher(code)], ...more });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(RedemptionAnswer, reply);
}

describe("the order of a redemption", () => {
  it("is made on the fly, also without a source id", async () => {
    const project = await shop();
    const { order } = await redeem(project, "P20", { order: { amount: 100 } });
    expect(order).toMatchObject({
      id: expect.stringMatching(/^ord_[0-9a-f]{18}$/),
      source_id: null,
      status: "PAID",
    });
    expect(order).not.toHaveProperty("customer");
    const other = await redeem(project, "P20", { order: { amount: 100 } });
    expect(other.order?.id).not.toBe(order?.id);
    expect(await rowsOf("orders", project.id)).toHaveLength(2);
  });

  it("by id alone: a second voucher adds its discount to the stored order", async () => {
    const project = await shop();
    const first = await redeem(project, "P20", {
      order: {
        source_id: "o-1",
        items: [{ product_id: "prod_1", quantity: 2, price: 2500 }],
        metadata: { till: 4 },
      },
    });
    const second = await redeem(project, "A500", { order: { id: first.order?.id } });
    expect(second.order).toMatchObject({
      id: first.order?.id,
      source_id: "o-1",
      status: "PAID",
      amount: 5000,
      discount_amount: 1500,
      applied_discount_amount: 500,
      total_amount: 3500,
      items: [{ product_id: "prod_1", quantity: 2, price: 2500, amount: 5000 }],
      metadata: { till: 4 },
    });
    const path = `/v1/redemptions/${second.redemptions[0]?.id}`;
    expect((await project.get(path)).body.order).toEqual(second.order);
    const ids = [first, second].map(({ redemptions }) => String(redemptions[0]?.id));
    expect(Object.keys(second.order?.redemptions ?? {}).sort()).toEqual(ids.sort());
    expect(await rowsOf("orders", project.id)).toMatchObject([{ discount_amount: 1500 }]);
  });

  it("by source id: the same order", async () => {
    const project = await shop();
    const first = await redeem(project, "P20", { order: { source_id: "o-1", amount: 1000 } });
    const second = await redeem(project, "A500", { order: { source_id: "o-1" } });
    expect(second.order).toMatchObject({
      id: first.order?.id,
      discount_amount: 700,
      total_amount: 300,
    });
  });

  it("400 invalid_order: nothing leaves CANCELED", async () => {
    const project = await shop();
    const first = await redeem(project, "P20", { order: { source_id: "o-1", amount: 1000 } });
    await project.post(`/v1/redemptions/${first.redemptions[0]?.id}/rollback`, {});
    const before = await rowsOf("vouchers", project.id);
    const reply = await project.post("/v1/redemptions", {
      redeemables: [voucher("A500")],
      order: { source_id: "o-1" },
    });
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_order"]);
    expect(reply.body.details).toBe("Order cannot go from CANCELED to PAID");
    expect(await rowsOf("vouchers", project.id)).toEqual(before);
    expect(await rowsOf("orders", project.id)).toMatchObject([{ status: "CANCELED" }]);
  });

  it("a paid order validates again with what it used", async () => {
    const project = await shop();
    await project.put("/v1/vouchers/P20", { redemption: { quantity: 1 } });
    const { order } = await redeem(project, "P20", { order: { source_id: "o-1", amount: 1000 } });
    const again = await project.post("/v1/validations", {
      redeemables: [voucher("P20")],
      order: { id: order?.id },
    });
    expect(again.body).toMatchObject({ valid: true, order: { total_amount: 800 } });
    const elsewhere = await project.post("/v1/validations", {
      redeemables: [voucher("P20")],
      order: { amount: 1000 },
    });
    expect(elsewhere.body.valid).toBe(false);
  });

  it("its amount may be more, or less, than its lines say", async () => {
    const project = await shop();
    await project.post("/v1/vouchers/GIFT", { gift: { amount: 3000 } });
    for (const amount of [5000, 700]) {
      const { order } = await redeem(project, "P20", {
        order: { amount, items: [{ price: 1000, quantity: 1 }] },
      });
      expect(order?.amount).toBe(amount);
    }
    const { order } = await redeem(project, "GIFT", {
      order: { amount: 5000, items: [{ price: 1000, quantity: 1 }] },
    });
    expect(order?.total_amount).toBe(2000);
  });
});

describe("the customer of a redemption", () => {
  it("source id: made once, changed by what is sent, and counted", async () => {
    const project = await shop();
    const [first, second] = [
      await redeem(project, "P20", {
        order: { amount: 1000 },
        customer: { source_id: "alice", name: "Alice", metadata: { a: 1 } },
      }),
      await redeem(project, "A500", {
        order: { amount: 1000 },
        customer: { source_id: "alice", email: "a@example.com", metadata: { b: 2 } },
      }),
    ];
    expect(second.redemptions[0]?.customer_id).toBe(first.redemptions[0]?.customer_id);
    const stored = (await project.get("/v1/customers/alice")).body;
    expect(stored).toMatchObject({
      name: "Alice",
      email: "a@example.com",
      metadata: { a: 1, b: 2 },
      updated_at: expect.any(String),
    });
    expect(stored.summary.redemptions).toMatchObject({ total_redeemed: 2, total_succeeded: 2 });
    expect(stored.summary.orders).toMatchObject({
      total_amount: 1300,
      total_count: 2,
      average_amount: 650,
      last_order_amount: 500,
    });
  });

  it("id: the one that is known", async () => {
    const project = await shop();
    const { body } = await project.post("/v1/customers", { source_id: "bob" });
    const { redemptions } = await redeem(project, "P20", { customer: { id: body.id } });
    expect(redemptions[0]).toMatchObject({ customer_id: body.id, customer: { source_id: "bob" } });
    expect((await project.get("/v1/customers/bob")).body.summary.redemptions.total_redeemed).toBe(
      1,
    );
  });

  it("attributes alone: always somebody new", async () => {
    const project = await shop();
    for (const _ of [1, 2]) {
      const { redemptions } = await redeem(project, "P20", {
        customer: { email: "x@example.com" },
      });
      expect(redemptions[0]?.customer).toMatchObject({ email: "x@example.com" });
    }
    expect(await rowsOf("customers", project.id)).toHaveLength(2);
  });
});
