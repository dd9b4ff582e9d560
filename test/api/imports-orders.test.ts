import { describe, expect, it } from "vitest";
import { Order } from "../../src/model/order";
import { eventKinds, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { resultOf, sendRaw, stock } from "../support/imports";
import { expectSound } from "../support/invariants";

const send = (project: TestProject, rows: unknown) =>
  sendRaw(project, "/v1/orders/import", JSON.stringify(rows), "application/json");

const order = async (project: TestProject, name: string) =>
  parsed(Order, await project.get(`/v1/orders/${name}`));

describe("POST /v1/orders/import", () => {
  it("202: creates and updates orders with their customers and goods", async () => {
    const project = await newProject();
    await project.post("/v1/orders", { source_id: "old", amount: 100, metadata: { a: 1 } });
    await project.post("/v1/products", { source_id: "shirt", price: 700 });
    const rows = [
      { source_id: "old", status: "PAID", amount: 500, customer: { source_id: "jane" } },
      {
        source_id: "one",
        status: "PAID",
        customer: { source_id: "jane", name: "Jane" },
        items: [{ source_id: "shirt", related_object: "product", quantity: 2 }],
      },
      {
        source_id: "two",
        items: [
          { quantity: 1, product: { source_id: "hat", override: true, name: "Hat", price: 300 } },
        ],
      },
      { source_id: "three", items: [{ quantity: 3, product: { source_id: "hat" } }] },
      { amount: 5 },
    ];
    const result = await resultOf(project, await send(project, rows));
    expect(result).toMatchObject({
      operation_status: "SUCCESS",
      created: 4,
      updated: 1,
      failed_count: 0,
    });
    expect(await order(project, "old")).toMatchObject({
      status: "PAID",
      amount: 500,
      metadata: { a: 1 },
    });
    expect(await order(project, "one")).toMatchObject({ status: "PAID", amount: 1400 });
    expect((await order(project, "two")).amount).toBe(300);
    expect((await order(project, "three")).amount).toBe(900);
    const jane = (await project.get("/v1/customers/jane")).body;
    expect(jane).toMatchObject({
      name: "Jane",
      summary: { orders: { total_amount: 1900, total_count: 2 } },
    });
    expect((await project.get("/v1/orders")).body.total).toBe(5);
    expect(await rowsOf("products", project.id)).toHaveLength(2);
    const kinds = await eventKinds(project.id);
    expect(kinds.filter((kind) => kind === "customer.order.created")).toHaveLength(5);
    expect(kinds.filter((kind) => kind === "customer.order.paid")).toHaveLength(2);
    await expectSound(project.id);
  });

  it("202: 60 orders of three customers are each counted once", async () => {
    const project = await newProject();
    const rows = Array.from({ length: 60 }, (_, at) => ({
      source_id: `o${at}`,
      status: "PAID",
      amount: 10,
      customer: { source_id: `c${Math.floor(at / 20)}` },
    }));
    const result = await resultOf(project, await send(project, rows));
    expect(result).toMatchObject({ operation_status: "SUCCESS", created: 60 });
    for (const name of ["c0", "c1", "c2"]) {
      const { summary } = (await project.get(`/v1/customers/${name}`)).body;
      expect(summary.orders).toMatchObject({ total_amount: 200, total_count: 20 });
    }
    expect(await rowsOf("customers", project.id)).toHaveLength(3);
    await expectSound(project.id);
  });

  it("202: a referrer whom several orders name is made once", async () => {
    const project = await newProject();
    const referrer = { source_id: "bob", name: "Bob" };
    const rows = [
      { source_id: "one", referrer },
      { source_id: "two", referrer, customer: { source_id: "jane" } },
      { source_id: "three", customer: { source_id: "bob" }, referrer: { source_id: "jane" } },
    ];
    const result = await resultOf(project, await send(project, rows));
    expect(result).toMatchObject({ operation_status: "SUCCESS", created: 3 });
    const bob = (await project.get("/v1/customers/bob")).body;
    expect([bob.name, (await order(project, "one")).referrer_id]).toEqual(["Bob", bob.id]);
    expect((await order(project, "two")).referrer_id).toBe(bob.id);
    expect((await order(project, "three")).customer_id).toBe(bob.id);
    expect(await rowsOf("customers", project.id)).toHaveLength(2);
    await expectSound(project.id);
  });

  it("202: bad orders, and nothing is stored", async () => {
    const project = await newProject();
    await project.post("/v1/orders", { source_id: "gone", amount: 100, status: "CANCELED" });
    const before = await stock(project);
    const rows = [
      { source_id: "good", amount: 1, customer: { source_id: "new" } },
      { source_id: "gone", status: "PAID" },
      { source_id: "a", amount: -1 },
      { source_id: "good", amount: 2 },
      { source_id: "b", customer: { id: "cust_unknown" } },
      { id: "ord_unknown", amount: 1 },
      { source_id: "c", status: "SENT" },
      [],
    ];
    const result = await resultOf(project, await send(project, rows));
    expect(result).toMatchObject({
      operation_status: "FAILED",
      rows: 8,
      created: 0,
      failed_count: 7,
    });
    expect(result.failed).toEqual([
      { row: 2, reason: "Order cannot go from CANCELED to PAID" },
      { row: 3, column: "amount", reason: "must be >= 0; it is '-1'" },
      { row: 4, column: "source_id", reason: "is the same as in row 1" },
      { row: 5, reason: "Cannot find customer with id cust_unknown" },
      { row: 6, reason: "Cannot find order with id ord_unknown" },
      {
        row: 7,
        column: "status",
        reason:
          "must be equal to one of the allowed values [ CREATED, PAID, FULFILLED, CANCELED ]; it is 'SENT'",
      },
      { row: 8, reason: "must be an object" },
    ]);
    expect(await stock(project)).toEqual(before);
  });
});
