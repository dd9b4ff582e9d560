import { describe, expect, it } from "vitest";
import { Customer } from "../../src/model/customer";
import { Order } from "../../src/model/order";
import {
  costOf,
  eventKinds,
  eventsOf,
  newProject,
  parsed,
  rowsOf,
  type TestProject,
} from "../support/api";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";

const AT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function sent(project: TestProject, body: object) {
  const reply = await project.post("/v1/orders", body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Order, reply);
}

const summaryOf = async (project: TestProject, name: string) =>
  parsed(Customer, await project.get(`/v1/customers/${name}`)).summary.orders;

describe("POST /v1/orders", () => {
  it("200: all of an order, in two round trips", async () => {
    const project = await newProject();
    const alice = await project.post("/v1/customers", { source_id: "alice" });
    const bob = await project.post("/v1/customers", { source_id: "bob" });
    const reply = await project.post("/v1/orders", {
      source_id: "o-1",
      status: "CREATED",
      customer: { id: alice.body.id },
      referrer: { source_id: "bob" },
      items: [
        { product_id: "prod_x", quantity: 2, price: 3000, amount: 3400, metadata: { gift: true } },
        { source_id: "mug", related_object: "product", quantity: "3", price: 1100 },
        { sku_id: "sku_x", sku: { price: 50 } },
      ],
      metadata: { till: 4 },
      currency: "EUR",
    });
    expect(costOf(reply).roundTrips).toBe(2);
    const order = parsed(Order, reply);
    expect(order).toEqual({
      id: expect.stringMatching(/^ord_[0-9a-f]{18}$/),
      source_id: "o-1",
      status: "CREATED",
      // 3400 as sent + 3 x 1100 + 1 x 50
      amount: 6750,
      total_amount: 6750,
      items: [
        {
          object: "order_item",
          product_id: "prod_x",
          quantity: 2,
          price: 3000,
          amount: 3400,
          initial_amount: 3400,
          subtotal_amount: 3400,
          metadata: { gift: true },
        },
        {
          object: "order_item",
          source_id: "mug",
          related_object: "product",
          quantity: 3,
          price: 1100,
          amount: 3300,
          initial_amount: 3300,
          subtotal_amount: 3300,
        },
        {
          object: "order_item",
          sku_id: "sku_x",
          sku: { price: 50 },
          price: 50,
          amount: 50,
          initial_amount: 50,
          subtotal_amount: 50,
        },
      ],
      metadata: { till: 4 },
      customer_id: alice.body.id,
      customer: { id: alice.body.id, object: "customer" },
      referrer_id: bob.body.id,
      referrer: { id: bob.body.id, object: "customer" },
      created_at: AT,
      updated_at: null,
      object: "order",
    });
    const read = await project.get(`/v1/orders/${order.id}`);
    expect(parsed(Order, read)).toEqual(order);
    expect(costOf(read).roundTrips).toBe(1);
    expect((await project.get("/v1/orders/o-1")).body).toEqual(order);
    await expectSound(project.id);
  });

  it("200: nothing at all is an order too", async () => {
    const project = await newProject();
    expect(await sent(project, {})).toEqual({
      id: expect.any(String),
      source_id: null,
      status: "CREATED",
      items: [],
      customer_id: null,
      referrer_id: null,
      created_at: AT,
      updated_at: null,
      object: "order",
    });
    const nulls = { source_id: null, customer: null, items: null, amount: null, metadata: null };
    expect(await sent(project, { ...nulls, status: null, referrer: null })).not.toHaveProperty(
      "amount",
    );
    expect(await rowsOf("orders", project.id)).toHaveLength(2);
    expect(await rowsOf("customers", project.id)).toHaveLength(0);
    await expectSound(project.id);
  });

  it("200: the amount as sent wins over the sum of the items", async () => {
    const project = await newProject();
    const items = [{ price: 3000, quantity: 2, amount: 3400 }, { price: 3300 }];
    expect(await sent(project, { amount: 6000, items })).toMatchObject({
      amount: 6000,
      total_amount: 6000,
      items: [{ amount: 3400 }, { amount: 3300 }],
    });
    expect((await sent(project, { items })).amount).toBe(6700);
  });

  it.each(["CREATED", "PAID", "FULFILLED", "CANCELED"])(
    "200: a new order can be %s at once",
    async (status) => {
      const project = await newProject();
      expect((await sent(project, { status, amount: 1 })).status).toBe(status);
      await expectSound(project.id);
    },
  );

  it("200: the customer is found, changed or made, and the order stands in its activity", async () => {
    const project = await newProject();
    const made = await sent(project, { customer: { source_id: "alice", name: "Alice" } });
    const changed = await sent(project, { customer: { source_id: "alice", phone: "1" } });
    expect(changed.customer_id).toBe(made.customer_id);
    const [row] = await rowsOf("customers", project.id);
    expect(row).toMatchObject({ id: made.customer_id, name: "Alice", phone: "1" });
    expect(await eventKinds(project.id)).toEqual([
      "customer.created",
      "customer.order.created",
      "customer.updated",
      "customer.order.created",
    ]);
    const told = await eventsOf(project.id);
    expect(told[3]?.entity_id).toBe(changed.id);
    expect(told[3]?.data.order).toEqual(changed);
    const events = await rowsOf("outbox", project.id);
    const ofOrders = events.filter(({ kind }) => String(kind).includes(".order."));
    expect(ofOrders.map(({ customer_id }) => customer_id)).toEqual(
      [made, changed].map(({ customer_id }) => customer_id),
    );
    await expectSound(project.id);
  });

  it("200: the referrer is found, changed or made like the customer", async () => {
    const project = await newProject();
    const referrer = { source_id: "bob", name: "Bob", address: { city: "Bonn" } };
    const first = await sent(project, { customer: { source_id: "alice" }, referrer });
    const bob = (await project.get("/v1/customers/bob")).body;
    expect(bob).toMatchObject({ name: "Bob", address: { city: "Bonn" } });
    expect(first.referrer_id).toBe(bob.id);
    expect(first.referrer).toEqual({ id: bob.id, object: "customer" });
    const found = await sent(project, { referrer: { source_id: "bob" } });
    expect(found.referrer_id).toBe(bob.id);
    const changed = await sent(project, { referrer: { id: bob.id, phone: "1" } });
    expect(changed.referrer_id).toBe(bob.id);
    expect((await project.get("/v1/customers/bob")).body).toMatchObject({
      name: "Bob",
      phone: "1",
    });
    const nameless = await sent(project, { referrer: { name: "Carol" } });
    expect([null, bob.id]).not.toContain(nameless.referrer_id);
    expect((await sent(project, { referrer: { name: null } })).referrer_id).toBeNull();
    const kinds = await eventKinds(project.id);
    expect(kinds.filter((kind) => kind.startsWith("customer.c"))).toHaveLength(3);
    expect(kinds.filter((kind) => kind === "customer.updated")).toHaveLength(1);
    expect(await rowsOf("tallies", project.id)).toMatchObject([{ customers: 3, orders: 5 }]);
    await expectSound(project.id);
  });

  it("200: who is customer and referrer is made once", async () => {
    const project = await newProject();
    const alice = { source_id: "alice", name: "Alice" };
    const made = await sent(project, { customer: alice, referrer: { source_id: "alice" } });
    expect(made.referrer_id).toBe(made.customer_id);
    const again = { customer: { ...alice, phone: "1" }, referrer: { ...alice, phone: "2" } };
    const known = await sent(project, again);
    expect([known.customer_id, known.referrer_id]).toEqual([made.customer_id, made.customer_id]);
    expect(await rowsOf("customers", project.id)).toMatchObject([{ name: "Alice", phone: "1" }]);
    await expectSound(project.id);
  });

  it("200: id or source id of an order updates it", async () => {
    const project = await newProject();
    const first = await sent(project, { source_id: "o-1", amount: 100, metadata: { a: 1 } });
    const second = await sent(project, { source_id: "o-1", status: "PAID", metadata: { b: 2 } });
    expect(second).toEqual({
      ...first,
      status: "PAID",
      initial_amount: 100,
      metadata: { a: 1, b: 2 },
      redemptions: {},
      updated_at: AT,
    });
    const third = await sent(project, { id: first.id, source_id: "other", amount: 200 });
    expect(third).toMatchObject({ id: first.id, source_id: "o-1", amount: 200, status: "PAID" });
    expect(await rowsOf("orders", project.id)).toHaveLength(1);
    expect(await eventKinds(project.id)).toEqual([
      "customer.order.created",
      "customer.order.updated",
      "customer.order.paid",
      "customer.order.updated",
    ]);
    await expectSound(project.id);
  });

  it("404 not_found: an unknown id of order, customer or referrer changes nothing", async () => {
    const project = await newProject();
    const bodies = [
      [{ id: "ord_nothing", amount: 1 }, "order", "ord_nothing"],
      [{ customer: { id: "cust_nobody" } }, "customer", "cust_nobody"],
      [{ customer: { source_id: "new" }, referrer: { id: "cust_x" } }, "customer", "cust_x"],
      [{ referrer: { id: "cust_x", name: "X" } }, "customer", "cust_x"],
    ] as const;
    for (const [body, type, id] of bodies) {
      const { resource_type, resource_id } = failure(
        await project.post("/v1/orders", body),
        404,
        "not_found",
      );
      expect([resource_type, resource_id]).toEqual([type, id]);
    }
    for (const table of ["orders", "customers", "outbox", "tallies"]) {
      expect(await rowsOf(table, project.id)).toEqual([]);
    }
  });

  it("200: 500 items; 400 invalid_payload: 501", async () => {
    const project = await newProject();
    const items = (count: number) => Array.from({ length: count }, () => ({ price: 7 }));
    expect((await sent(project, { items: items(500) })).amount).toBe(3500);
    const { details } = failure(
      await project.post("/v1/orders", { items: items(501) }),
      400,
      "invalid_payload",
    );
    expect(details).toBe("Property .items must NOT have more than 500 items");
    expect(await rowsOf("orders", project.id)).toHaveLength(1);
  });

  it.each([
    [
      { status: "SHIPPED" },
      "Property .status must be equal to one of the allowed values [ CREATED, PAID, FULFILLED, CANCELED ]",
    ],
    [{ amount: -1 }, "Property .amount must be >= 0"],
    [
      { amount: 1.5 },
      "Property .amount must be integer: amounts are in minor units of the currency, so that 26.99 is sent as 2699",
    ],
    [{ items: [{ quantity: -1, price: 1 }] }, null],
    [
      { items: [{ price: 9_007_199_254_740_991, quantity: 2 }] },
      "Property .items[0].amount must be <= 9007199254740991",
    ],
    [
      { items: [{ amount: 9_007_199_254_740_991 }, { amount: 1 }] },
      "Property .items must be <= 9007199254740991",
    ],
  ])("400 invalid_payload: %j", async (body, details) => {
    const project = await newProject();
    const refused = failure(await project.post("/v1/orders", body), 400, "invalid_payload");
    if (details) expect(refused.details).toBe(details);
    expect(await rowsOf("orders", project.id)).toEqual([]);
  });
});

describe("the summary of an order's customer", () => {
  it("is the same whichever way the order was paid", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/A500", { discount: { type: "AMOUNT", amount_off: 500 } });
    const customer = (source_id: string) => ({ customer: { source_id } });
    await sent(project, { ...customer("created-paid"), status: "PAID", amount: 1500 });
    const upserted = { source_id: "o-2", ...customer("upserted") };
    await sent(project, { ...upserted, amount: 1500 });
    await sent(project, { ...upserted, status: "PAID" });
    const put = await sent(project, { ...customer("put"), amount: 1500 });
    await project.put(`/v1/orders/${put.id}`, { status: "PAID" });
    await project.put(`/v1/orders/${put.id}`, { status: "FULFILLED" });
    const redemption = { redeemables: [{ object: "voucher", id: "A500" }] };
    await project.post("/v1/redemptions", {
      ...redemption,
      ...customer("redeemed"),
      order: { amount: 2000 },
    });
    const both = await sent(project, { ...customer("put-then-redeemed"), amount: 2000 });
    await project.put(`/v1/orders/${both.id}`, { status: "PAID" });
    await project.post("/v1/redemptions", {
      ...redemption,
      ...customer("put-then-redeemed"),
      order: { id: both.id },
    });
    for (const name of ["created-paid", "upserted", "put", "redeemed", "put-then-redeemed"]) {
      expect(await summaryOf(project, name), name).toEqual({
        total_amount: 1500,
        total_count: 1,
        average_amount: 1500,
        last_order_amount: 1500,
        last_order_date: AT,
      });
    }
    await expectSound(project.id);
  });

  it("follows status, amount and owner; an unpaid or canceled order does not count", async () => {
    const project = await newProject();
    const { id } = await sent(project, { customer: { source_id: "alice" }, amount: 100 });
    const none = { total_amount: 0, total_count: 0, average_amount: 0, last_order_amount: 0 };
    expect(await summaryOf(project, "alice")).toEqual(none);
    await project.put(`/v1/orders/${id}`, { status: "PAID" });
    expect(await summaryOf(project, "alice")).toMatchObject({ total_amount: 100, total_count: 1 });
    await project.put(`/v1/orders/${id}`, { amount: 250 });
    expect(await summaryOf(project, "alice")).toMatchObject({
      total_amount: 250,
      total_count: 1,
      last_order_amount: 250,
    });
    await project.put(`/v1/orders/${id}`, { customer: { source_id: "bob" } });
    expect(await summaryOf(project, "alice")).toMatchObject({ total_amount: 0, total_count: 0 });
    expect(await summaryOf(project, "bob")).toMatchObject({
      total_amount: 250,
      total_count: 1,
      last_order_amount: 250,
    });
    await project.put(`/v1/orders/${id}`, { status: "CANCELED" });
    expect(await summaryOf(project, "bob")).toMatchObject({ total_amount: 0, total_count: 0 });
    await expectSound(project.id);
  });

  it("an order of a customer who was deleted can still be paid", async () => {
    const project = await newProject();
    const { id } = await sent(project, { customer: { source_id: "alice" }, amount: 100 });
    await project.delete("/v1/customers/alice");
    const reply = await project.put(`/v1/orders/${id}`, { status: "PAID" });
    expect(parsed(Order, reply).status).toBe("PAID");
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });
});
