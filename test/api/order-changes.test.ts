import { describe, expect, it } from "vitest";
import { Customer } from "../../src/model/customer";
import { Order } from "../../src/model/order";
import { costOf, eventKinds, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";

async function created(project: TestProject, body: object) {
  const reply = await project.post("/v1/orders", body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Order, reply);
}

async function changed(project: TestProject, name: string | undefined, body: object) {
  const reply = await project.put(`/v1/orders/${name}`, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Order, reply);
}

const STATUSES = ["CREATED", "PAID", "FULFILLED", "CANCELED"] as const;

/** What each status may become, written out. */
const ALLOWED: Record<string, string> = {
  CREATED: "CREATED PAID FULFILLED CANCELED",
  PAID: "PAID FULFILLED CANCELED",
  FULFILLED: "FULFILLED CANCELED",
  CANCELED: "CANCELED",
};

const MOVES = STATUSES.flatMap((from) =>
  STATUSES.map((to) => ({ from, to, goes: ALLOWED[from]?.split(" ").includes(to) ?? false })),
);

const COUNTS = (status: string) => (status === "PAID" || status === "FULFILLED" ? 1 : 0);

describe("the status of an order", () => {
  it.each(MOVES.filter(({ goes }) => goes))("200: $from to $to", async ({ from, to }) => {
    const project = await newProject();
    const body = { status: from, amount: 70, customer: { source_id: "alice" } };
    const { id } = await created(project, body);
    const before = await eventKinds(project.id);
    expect((await changed(project, id, { status: to })).status).toBe(to);
    const told = (await eventKinds(project.id)).slice(before.length);
    const move = ["customer.order.updated", `customer.order.${to.toLowerCase()}`];
    expect(told).toEqual(from === to ? [] : move);
    const { orders } = parsed(Customer, await project.get("/v1/customers/alice")).summary;
    expect([orders.total_count, orders.total_amount]).toEqual([COUNTS(to), 70 * COUNTS(to)]);
    await expectSound(project.id);
  });

  it.each(MOVES.filter(({ goes }) => !goes))(
    "400 invalid_order: $from to $to, by PUT and by POST",
    async ({ from, to }) => {
      const project = await newProject();
      const body = { source_id: "o-1", amount: 70, customer: { source_id: "alice" } };
      const { id } = await created(project, { ...body, status: from });
      const before = await rowsOf("orders", project.id);
      const sent = { status: to, amount: 5, customer: { source_id: "alice", name: "New" } };
      for (const reply of [
        await project.put(`/v1/orders/${id}`, sent),
        await project.post("/v1/orders", { ...sent, source_id: "o-1" }),
      ]) {
        const { details } = failure(reply, 400, "invalid_order");
        expect(details).toBe(`Order cannot go from ${from} to ${to}`);
      }
      expect(await rowsOf("orders", project.id)).toEqual(before);
      expect((await project.get("/v1/customers/alice")).body).not.toHaveProperty("name");
      await expectSound(project.id);
    },
  );

  it("a canceled order can still be described", async () => {
    const project = await newProject();
    const { id } = await created(project, { status: "CANCELED" });
    const order = await changed(project, id, { metadata: { reason: "late" } });
    expect(order).toMatchObject({ status: "CANCELED", metadata: { reason: "late" } });
  });
});

describe("PUT /v1/orders/{orderId}", () => {
  it("200: sent fields change, items as a whole, metadata by key; null clears", async () => {
    const project = await newProject();
    const first = await created(project, {
      source_id: "o-1",
      customer: { source_id: "alice" },
      items: [
        { source_id: "a", price: 100 },
        { source_id: "b", price: 50 },
      ],
      metadata: { a: 1, b: 2 },
    });
    const reply = await project.put("/v1/orders/o-1", { metadata: { b: 3, c: 4 }, source_id: "x" });
    expect(costOf(reply).roundTrips).toBe(2);
    expect(parsed(Order, reply)).toEqual({
      ...first,
      metadata: { a: 1, b: 3, c: 4 },
      updated_at: expect.any(String),
    });
    expect(await changed(project, first.id, { metadata: { a: null } })).toMatchObject({
      amount: 150,
      metadata: { b: 3, c: 4 },
    });
    const replaced = await changed(project, first.id, { items: [{ price: 10, quantity: 4 }] });
    expect(replaced.items).toHaveLength(1);
    expect([replaced.amount, replaced.total_amount]).toEqual([40, 40]);
    const cleared = await changed(project, first.id, {
      customer: null,
      items: null,
      metadata: null,
    });
    expect(cleared).toEqual({
      id: first.id,
      source_id: "o-1",
      status: "CREATED",
      items: [],
      customer_id: null,
      referrer_id: null,
      created_at: first.created_at,
      updated_at: expect.any(String),
      object: "order",
    });
    expect((await changed(project, first.id, { amount: 9 })).amount).toBe(9);
    expect(await changed(project, first.id, { amount: null })).not.toHaveProperty("amount");
    await expectSound(project.id);
  });

  it("200: new items cost what they cost, unless the amount is sent with them", async () => {
    const project = await newProject();
    const { id } = await created(project, { amount: 6000, items: [{ price: 100 }] });
    expect((await changed(project, id, { metadata: { a: 1 } })).amount).toBe(6000);
    expect((await changed(project, id, { items: [{ price: 300 }] })).amount).toBe(300);
    expect((await changed(project, id, { items: [{ price: 300 }], amount: 70 })).amount).toBe(70);
  });

  it("200: what redemptions took off stays off, down to nothing", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/A500", { discount: { type: "AMOUNT", amount_off: 500 } });
    const redeemed = await project.post("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "A500" }],
      order: { amount: 2000 },
      customer: { source_id: "alice" },
    });
    const { id } = redeemed.body.order;
    expect(await changed(project, id, { amount: 3000 })).toMatchObject({
      discount_amount: 500,
      total_amount: 2500,
      redemptions: { [redeemed.body.redemptions[0].id]: { related_object_type: "voucher" } },
    });
    const small = await changed(project, id, { amount: 300 });
    expect([small.discount_amount, small.total_amount]).toEqual([300, 0]);
    expect(await changed(project, id, { amount: 800 })).toMatchObject({
      discount_amount: 500,
      total_amount: 300,
    });
    await expectSound(project.id);
    // Canceling gives nothing back by itself; the rollback still does, once.
    expect((await changed(project, id, { status: "CANCELED" })).discount_amount).toBe(500);
    expect(await rowsOf("vouchers", project.id)).toMatchObject([{ redeemed_quantity: 1 }]);
    await expectSound(project.id);
    const rollback = await project.post(
      `/v1/redemptions/${redeemed.body.redemptions[0].id}/rollback`,
      {},
    );
    expect(rollback.status).toBe(200);
    expect(await rowsOf("vouchers", project.id)).toMatchObject([{ redeemed_quantity: 0 }]);
    expect(await rowsOf("orders", project.id)).toMatchObject([
      { status: "CANCELED", discount_amount: 0 },
    ]);
    await expectSound(project.id);
  });

  it("404 not_found: an order, customer or referrer that nobody knows", async () => {
    const project = await newProject();
    const { id } = await created(project, { amount: 1 });
    const before = await rowsOf("orders", project.id);
    failure(await project.put("/v1/orders/ord_nothing", { amount: 2 }), 404, "not_found");
    failure(await project.get("/v1/orders/ord_nothing"), 404, "not_found");
    const unknown = { amount: 2, customer: { id: "cust_nobody" } };
    failure(await project.put(`/v1/orders/${id}`, unknown), 404, "not_found");
    const referrer = { amount: 2, referrer: { id: "cust_nobody", name: "Nobody" } };
    failure(await project.put(`/v1/orders/${id}`, referrer), 404, "not_found");
    expect(await rowsOf("orders", project.id)).toEqual(before);
  });

  it("an id goes before a source id that reads the same", async () => {
    const project = await newProject();
    const first = await created(project, { amount: 1 });
    await created(project, { source_id: first.id, amount: 2 });
    expect((await project.get(`/v1/orders/${first.id}`)).body.amount).toBe(1);
    expect((await changed(project, first.id, { amount: 3 })).id).toBe(first.id);
  });
});

describe("races on one order", () => {
  it("20 parallel updates: each succeeds or asks to be sent again, and the sums add up", async () => {
    const project = await newProject();
    const { id } = await created(project, { customer: { source_id: "alice" }, status: "PAID" });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        project.put(`/v1/orders/${id}`, { amount: 100 + at, metadata: { [`k${at}`]: at } }),
      ),
    );
    const done = replies.filter(({ status }) => status === 200);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      failure(reply, 400, "multiple_requests");
    }
    expect(done.length).toBeGreaterThan(0);
    const order = parsed(Order, await project.get(`/v1/orders/${id}`));
    expect(Object.keys(order.metadata ?? {})).toHaveLength(done.length);
    const { orders } = parsed(Customer, await project.get("/v1/customers/alice")).summary;
    expect([orders.total_count, orders.total_amount]).toEqual([1, order.amount]);
    await expectSound(project.id);
  });

  it("20 parallel creates under one source id make one order and one customer", async () => {
    const project = await newProject();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        project.post("/v1/orders", {
          source_id: "o-1",
          status: "PAID",
          amount: 10,
          customer: { source_id: "alice" },
        }),
      ),
    );
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      failure(reply, 400, "multiple_requests");
    }
    expect(await rowsOf("orders", project.id)).toHaveLength(1);
    expect(await rowsOf("customers", project.id)).toMatchObject([
      { orders_count: 1, orders_amount: 10 },
    ]);
    await expectSound(project.id);
  });

  it("updates race redemptions and rollbacks of the same order", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/A5", { discount: { type: "AMOUNT", amount_off: 5 } });
    const { id } = await created(project, { customer: { source_id: "alice" }, amount: 1000 });
    await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        await project.put(`/v1/orders/${id}`, { amount: 1000 + at, status: "PAID" });
        await project.post("/v1/redemptions", {
          redeemables: [{ object: "voucher", id: "A5" }],
          order: { id },
          customer: { source_id: "alice" },
        });
      }),
    );
    await expectSound(project.id);
  });
});
