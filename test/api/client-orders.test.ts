import { describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { sendPausing } from "../support/faults";
import { parallel, redeemables, voucher } from "../support/redeeming";
import { customer, tokenOf } from "../support/shoppers";

const eve = { source_id: "eve" };

async function shop(sent: object = {}, settings = {}) {
  const project = await newProject(settings);
  await voucher(project, "OPEN");
  const ada = await customer(project, "ada");
  const order = { source_id: "order-1", amount: 5000, ...sent };
  expect((await project.post("/v1/orders", order)).status).toBe(200);
  return { project, ada };
}

const pay = (project: TestProject, more: object = {}, headers = {}) =>
  project.post(
    "/client/v1/redemptions",
    { redeemables: redeemables("OPEN"), order: { source_id: "order-1" }, ...more },
    headers,
  );

/** Everything that a payment could have moved. */
const stored = async ({ id }: TestProject) =>
  Object.fromEntries(
    await Promise.all(
      ["orders", "vouchers", "customers", "redemptions", "tallies"].map(
        async (table): Promise<[string, unknown]> => [table, await rowsOf(table, id)],
      ),
    ),
  );

function refused(reply: Reply): void {
  const { details } = failure(reply, 400, "invalid_order");
  expect(details).toBe(
    "A browser redeems on an order that is new, or on a CREATED one with the X-Customer-Token of its customer; redeem this one by your back end",
  );
}

describe("an order that a browser names", () => {
  it("200: is CREATED where it is new, and paid where the project trusts its browsers", async () => {
    for (const [trusted, status] of [
      [0, "CREATED"],
      [1, "PAID"],
    ]) {
      const { project } = await shop({}, { client_orders_trusted: trusted });
      const fresh = { order: { source_id: "order-2", amount: 1000 }, customer: eve };
      expect((await pay(project, fresh)).body.order.status).toBe(status);
      const nameless = { order: { amount: 1000, status: "PAID" } };
      expect((await pay(project, nameless)).body.order.status).toBe(status);
    }
  });

  it("200: is redeemed on where it is CREATED, by its customer's token alone", async () => {
    for (const trusted of [0, 1]) {
      const own = { customer: { source_id: "ada" } };
      const { project, ada } = await shop(own, { client_orders_trusted: trusted });
      const before = await stored(project);
      refused(await pay(project, own));
      expect(await stored(project)).toEqual(before);
      const reply = await pay(project, {}, await tokenOf(project, "ada"));
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      expect(await rowsOf("orders", project.id)).toMatchObject([
        { status: trusted ? "PAID" : "CREATED", customer_id: ada, initial_amount: 5000 },
      ]);
    }
  });

  it("400: is nobody's to take where it has no owner", async () => {
    for (const trusted of [0, 1]) {
      const { project } = await shop({}, { client_orders_trusted: trusted });
      await customer(project, "bob");
      const before = await stored(project);
      refused(await pay(project));
      refused(await pay(project, { customer: eve }));
      refused(await pay(project, {}, await tokenOf(project, "bob")));
      expect(await stored(project)).toEqual(before);
    }
  });

  it.each([
    ["amount", { amount: 100 }, "amount"],
    ["lines", { items: [{ product_id: "ring", quantity: 1, price: 100 }] }, "items"],
    ["metadata", { metadata: { gift: true } }, "metadata"],
  ])("400: keeps its %s, whatever its own customer says", async (_, more, named) => {
    const settings = { client_orders_trusted: 1, client_metadata_keys: '["gift", "note"]' };
    const own = { customer: { source_id: "ada" }, metadata: { note: "as it is" } };
    const { project } = await shop(own, settings);
    const before = await stored(project);
    const token = await tokenOf(project, "ada");
    const order = { source_id: "order-1", ...more };
    const { details } = failure(await pay(project, { order }, token), 400, "invalid_order");
    expect(details).toBe(
      `Property .order.${named} differs from the stored order, which a browser cannot change; send .order.source_id alone`,
    );
    expect(await stored(project)).toEqual(before);
    const same = { source_id: "order-1", amount: 5000, metadata: { note: "as it is" } };
    expect((await pay(project, { order: same }, token)).status).toBe(200);
  });

  it.each([
    ["somebody new", eve],
    ["somebody known", { source_id: "bob" }],
    ["nobody", undefined],
  ])("400: is not paid where it is another's, for %s", async (_, named) => {
    const { project } = await shop({ customer: { source_id: "ada" } });
    await customer(project, "bob");
    const before = await stored(project);
    refused(await pay(project, { customer: named }));
    const one = { order: { source_id: "order-1", amount: 1 }, customer: named };
    refused(await project.post("/client/v1/redeem?code=OPEN", one));
    expect(await stored(project)).toEqual(before);
  });

  it.each(["PAID", "FULFILLED", "CANCELED"])("400: is not paid where it is %s", async (status) => {
    for (const owner of [{}, { customer: { source_id: "ada" } }]) {
      const { project } = await shop({ status, ...owner });
      const before = await stored(project);
      refused(await pay(project, { customer: { source_id: "ada" } }));
      refused(await pay(project, {}, await tokenOf(project, "ada")));
      expect(await stored(project)).toEqual(before);
    }
  });

  it("400: a failing code on another's order leaves no record either", async () => {
    const { project } = await shop({ customer: { source_id: "ada" } });
    await voucher(project, "OLD", { expiration_date: "2001-01-01" });
    const before = await stored(project);
    refused(await pay(project, { redeemables: redeemables("OLD"), customer: eve }));
    expect(await stored(project)).toEqual(before);
  });

  it("200: back ends pay what they like", async () => {
    const { project } = await shop({ customer: { source_id: "ada" }, status: "PAID" });
    const request = { redeemables: redeemables("OPEN"), order: { source_id: "order-1" } };
    expect((await project.post("/v1/redemptions", { ...request, customer: eve })).status).toBe(200);
  });
});

describe("whose an order is, and who referred", () => {
  const about = { order: { source_id: "order-1" } };
  const asked = { redeemables: redeemables("OPEN"), ...about };

  it("is told to no browser that knows the order's name alone", async () => {
    const { project } = await shop({
      customer: { source_id: "ada" },
      referrer: { source_id: "bob" },
    });
    for (const customer of [undefined, eve]) {
      const { body } = await project.post("/client/v1/validations", { ...asked, customer });
      const nobody = { source_id: "order-1", customer_id: null, referrer_id: null };
      expect(body.order).toMatchObject({ ...nobody, total_amount: 4900 });
      expect(body.redeemables[0].order).toMatchObject(nobody);
      const found = await project.post("/client/v1/qualifications", { ...about, customer });
      expect(found.body.order).toMatchObject(nobody);
    }
    const { body } = await project.post("/v1/validations", asked);
    expect(body.order.customer_id).toMatch(/^cust_/);
    expect(body.order.referrer_id).toMatch(/^cust_/);
  });

  it("is told to its customer, but for who referred, also when it is redeemed on", async () => {
    const { project, ada } = await shop({
      customer: { source_id: "ada" },
      referrer: { source_id: "bob" },
    });
    const customer = { source_id: "ada" };
    const { body } = await project.post("/client/v1/validations", { ...asked, customer });
    expect(body.order).toMatchObject({ customer_id: ada, referrer_id: null });
    const { order } = (await pay(project, { customer }, await tokenOf(project, "ada"))).body;
    expect(order).toMatchObject({ status: "CREATED", customer_id: ada, referrer_id: null });
    expect(order.referrer).toBeUndefined();
    const [stored] = await rowsOf("orders", project.id);
    expect(stored?.referrer_id).toMatch(/^cust_/);
  });
});

describe("an order that changes between reading and paying", () => {
  const request = async (project: TestProject, who: string) => ({
    path: "/client/v1/redemptions",
    body: { redeemables: redeemables("OPEN"), order: { source_id: "order-1" } },
    headers: {
      ...project.client,
      ...(await tokenOf(project, who)),
      origin: "https://shop.example",
      "cf-connecting-ip": "10.9.9.9",
    },
  });

  it.each([
    ["is given to another", { customer: { source_id: "bob" } }],
    ["is paid", { status: "PAID" }],
  ])("400: where it %s meanwhile", async (_, change) => {
    const { project } = await shop({ customer: { source_id: "ada" } });
    await pay(project, { order: { source_id: "warm", amount: 1 } });
    const sent = await request(project, "ada");
    let before: unknown;
    const meanwhile = async (batch: number) => {
      if (batch !== 2) return;
      await project.put("/v1/orders/order-1", change);
      before = await stored(project);
    };
    refused(await sendPausing(project, sent, { before: meanwhile }));
    expect(await stored(project)).toEqual(before);
  });

  it("400: where another browser makes it meanwhile under the same name", async () => {
    const project = await newProject();
    await voucher(project, "OPEN");
    for (const each of ["ada", "bob"]) await customer(project, each);
    await pay(project, { order: { source_id: "warm", amount: 1 } });
    const sent = await request(project, "bob");
    const meanwhile = async (batch: number) => {
      const order = { source_id: "order-1", amount: 70, customer: { source_id: "ada" } };
      if (batch === 2) await project.post("/v1/orders", order);
    };
    refused(await sendPausing(project, sent, { before: meanwhile }));
    const made = (await rowsOf("orders", project.id)).find(({ amount }) => amount === 70);
    expect(made).toMatchObject({ status: "CREATED" });
  });

  it("20 browsers make one order at once: one does", async () => {
    const project = await newProject();
    await voucher(project, "OPEN");
    const order = { source_id: "order-1", amount: 5000 };
    const replies = await parallel(20, (at) =>
      pay(project, { order, customer: { source_id: `c-${at}` } }),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const reply of replies) if (reply.status !== 200) refused(reply);
    const [made] = await rowsOf("orders", project.id);
    expect(Object.keys(JSON.parse(String(made?.redemptions)))).toHaveLength(1);
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
  });
});
