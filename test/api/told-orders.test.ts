import { describe, expect, it } from "vitest";
import { costOf, eventsOf, newProject, rowsOf, type TestProject } from "../support/api";
import { expectSound } from "../support/invariants";

// Entries of the ledger are stored without the lines of their order, which stand in the order
// itself, and among the lines it had before where it has others by now.

const SHIRTS = { product_id: "shirt", quantity: 2, price: 2000, metadata: { size: "M" } };
const SOCKS = { product_id: "socks", quantity: 1, price: 900 };

async function shop() {
  const project = await newProject();
  await project.post("/v1/vouchers/P20", { discount: { type: "PERCENT", percent_off: 20 } });
  await project.post("/v1/vouchers/A500", { discount: { type: "AMOUNT", amount_off: 500 } });
  return project;
}

const sale = (...items: object[]) => ({ source_id: "o-1", items, metadata: { till: 4 } });

async function redeemed(project: TestProject, codes: readonly string[], order: object) {
  const redeemables = codes.map((id) => ({ object: "voucher", id }));
  const { status, body } = await project.post("/v1/redemptions", { redeemables, order });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** An entry of an order of Ann's, and who she is. */
async function soldTo(project: TestProject, ...items: object[]) {
  const redeemables = [{ object: "voucher", id: "P20" }];
  const customer = { source_id: "ann@example.com" };
  const { body } = await project.post("/v1/redemptions", {
    redeemables,
    customer,
    order: sale(...items),
  });
  return { id: String(body.redemptions[0].id), who: String(body.redemptions[0].customer.id) };
}

async function forget(project: TestProject, who: string) {
  const gone = await project.post(`/v1/customers/${who}/permanent-deletion`, {});
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
}

/** Every entry that an answer told, by its id. */
const entriesOf = (body: Record<string, unknown>) =>
  Object.values(body)
    .flat()
    .filter((each): each is { id: string; order: object } => /^rr?_/.test(Object(each).id));

/** What the ledger tells of each entry of these answers is what they told of it. */
async function expectTold(project: TestProject, ...answers: Record<string, unknown>[]) {
  const entries = answers.flatMap(entriesOf);
  expect(entries.length).toBeGreaterThan(0);
  const { body: listed } = await project.get("/v1/redemptions?limit=100");
  for (const { id, order } of entries) {
    const reply = await project.get(`/v1/redemptions/${id}`);
    expect(costOf(reply).roundTrips).toBe(1);
    expect(reply.body.order, id).toEqual(order);
    expect(listed.redemptions).toContainEqual(expect.objectContaining({ id, order }));
  }
}

describe("the order that an entry of the ledger tells", () => {
  it("is that of its time, whatever becomes of the order", async () => {
    const project = await shop();
    const first = await redeemed(project, ["P20"], sale(SHIRTS));
    await project.put("/v1/orders/o-1", { metadata: { till: 7 } });
    const second = await redeemed(project, ["A500"], sale(SHIRTS, SOCKS));
    await project.put("/v1/orders/o-1", { items: [SOCKS] });
    await project.put("/v1/orders/o-1", { items: [{ ...SOCKS, quantity: 3 }] });
    await project.put("/v1/orders/o-1", { status: "FULFILLED" });
    expect(first.order).toMatchObject({
      total_amount: 3200,
      items: [{ ...SHIRTS, amount: 4000, subtotal_amount: 4000 }],
      metadata: { till: 4 },
    });
    expect(second.order).toMatchObject({
      total_amount: 3600,
      items: [{ product_id: "shirt" }, { product_id: "socks", amount: 900 }],
    });
    await expectTold(project, first, second);
    // What stood there between two entries, or stands behind the last one, is told by none.
    expect(await rowsOf("order_lines", project.id)).toMatchObject([
      { version: 0, items: JSON.stringify([SHIRTS]), metadata: '{"till":4}' },
      { version: 2, items: JSON.stringify([SHIRTS, SOCKS]), metadata: '{"till":4}' },
    ]);
    const back = await project.post(`/v1/redemptions/${first.redemptions[0].id}/rollbacks`, {});
    expect(back.body.order.items).toMatchObject([{ ...SOCKS, quantity: 3 }]);
    await project.put("/v1/orders/o-1", { items: [SHIRTS] });
    await expectTold(project, first, second, back.body);
    await expectSound(project.id);
  });

  it("is that of each turn of a stack, with its lines stored once", async () => {
    const project = await shop();
    const stack = await redeemed(project, ["P20", "A500"], sale(SHIRTS, SOCKS));
    const { parent_redemption: parent } = stack;
    expect(stack.redemptions).toMatchObject([
      { order: { discount_amount: 980, total_amount: 3920 } },
      { order: { discount_amount: 1480, total_amount: 3420 } },
    ]);
    await expectTold(project, stack);
    const back = await project.post(`/v1/redemptions/${parent.id}/rollbacks`, {});
    expect(back.body.order).toMatchObject({ status: "CANCELED", total_amount: 4900 });
    await expectTold(project, stack, back.body);
    expect(await rowsOf("order_lines", project.id)).toEqual([]);
    const stored = await rowsOf("redemptions", project.id);
    expect(stored).toHaveLength(6);
    for (const { order } of stored) expect(order).not.toMatch(/shirt|socks|size|till/);
  });

  it("is told by its events, and by those of a rollback that failed", async () => {
    const project = await shop();
    const { body: shirt } = await project.post("/v1/products", { name: "Shirt", price: 2000 });
    const first = await redeemed(project, ["P20"], sale({ product_id: shirt.id, quantity: 2 }));
    expect(first.order.items).toMatchObject([{ price: 2000, product: { name: "Shirt" } }]);
    const id = first.redemptions[0].id;
    const back = await project.post(`/v1/redemptions/${id}/rollback`, {});
    const again = await project.post(`/v1/redemptions/${id}/rollback`, {});
    expect(again.status).toBe(400);
    await project.put("/v1/orders/o-1", { items: [SOCKS], metadata: { till: 9 } });
    const events = await eventsOf(project.id);
    const told = (name: string) => events.find(({ kind }) => kind === name)?.data.order;
    expect(told("redemption.succeeded")).toEqual(first.order);
    expect(told("redemption.rollback.succeeded")).toEqual(back.body.order);
    expect(told("redemption.rollback.failed")).toEqual(first.order);
  });

  it("has no notes any more once its customer is forgotten", async () => {
    const project = await shop();
    const { id, who } = await soldTo(project, SHIRTS);
    await project.put("/v1/orders/o-1", { items: [SOCKS], metadata: { for: "Ann" } });
    await forget(project, who);
    const { items, metadata } = (await project.get(`/v1/redemptions/${id}`)).body.order;
    expect(metadata).toEqual({});
    expect(items).toMatchObject([{ product_id: "shirt", quantity: 2, amount: 4000 }]);
    expect(items[0]).not.toHaveProperty("metadata");
    expect(await rowsOf("order_lines", project.id)).toMatchObject([{ metadata: "{}" }]);
  });

  it("does not name its customer any more either", async () => {
    const project = await shop();
    const product = { name: "Mug of ann@example.com", source_id: "mug" };
    const { id, who } = await soldTo(project, { ...SHIRTS, source_id: "ann@example.com", product });
    await forget(project, who);
    const { items } = (await project.get(`/v1/redemptions/${id}`)).body.order;
    expect(items).toMatchObject([{ product_id: "shirt", product: { source_id: "mug" } }]);
    expect(JSON.stringify(items)).not.toContain("ann@");
    expect(JSON.stringify(await rowsOf("orders", project.id))).not.toContain("ann@");
  });

  it.each([
    ["with other lines", [SOCKS]],
    ["with the same lines", undefined],
  ])("is forgotten with its customer where it is another's by now, %s", async (_, items) => {
    const project = await shop();
    const { id, who } = await soldTo(project, SHIRTS);
    await project.put("/v1/orders/o-1", { customer: { source_id: "bob" }, items });
    const redeemables = [{ object: "voucher", id: "A500" }];
    const bob = { redeemables, customer: { source_id: "bob" }, order: { source_id: "o-1" } };
    const { body: his } = await project.post("/v1/redemptions", bob);
    const { body: order } = await project.get("/v1/orders/o-1");
    await forget(project, who);
    const { order: told } = (await project.get(`/v1/redemptions/${id}`)).body;
    expect(told.metadata).toEqual({});
    expect(told.items).toMatchObject([{ product_id: "shirt", quantity: 2, amount: 4000 }]);
    expect(told.items[0]).not.toHaveProperty("metadata");
    expect(order.metadata).toEqual({ till: 4 });
    expect((await project.get("/v1/orders/o-1")).body).toEqual(order);
    if (items) await expectTold(project, his);
    const { body: back } = await project.post(`/v1/redemptions/${his.redemptions[0].id}/rollback`);
    await expectTold(project, { back });
    await expectSound(project.id);
  });
});
