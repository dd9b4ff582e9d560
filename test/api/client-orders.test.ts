import { describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { sendPausing } from "../support/faults";
import { parallel, redeemables, voucher } from "../support/redeeming";
import { customer, tokenOf } from "../support/shoppers";

const eve = { source_id: "eve" };

async function shop(sent: object = {}) {
  const project = await newProject();
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
    "A client key can pay an order that is new, or CREATED and not another customer's",
  );
}

describe("an order that a browser names", () => {
  it("200: is paid where it is new, and where it is CREATED and nobody's", async () => {
    const { project } = await shop();
    expect((await pay(project)).body.order).toMatchObject({ status: "PAID", total_amount: 4900 });
    const fresh = { order: { source_id: "order-2", amount: 1000 }, customer: eve };
    expect((await pay(project, fresh)).body.order.status).toBe("PAID");
  });

  it("200: is paid where it is CREATED and the customer's who is named, or who proved it", async () => {
    for (const isProved of [false, true]) {
      const { project, ada } = await shop({ customer: { source_id: "ada" } });
      const [more, headers] = isProved
        ? [{}, await tokenOf(project, "ada")]
        : [{ customer: { source_id: "ada" } }, {}];
      expect((await pay(project, more, headers)).status).toBe(200);
      expect(await rowsOf("orders", project.id)).toMatchObject([
        { status: "PAID", customer_id: ada },
      ]);
    }
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

  it("is told to its customer, but for who referred, also when it is paid", async () => {
    const { project, ada } = await shop({
      customer: { source_id: "ada" },
      referrer: { source_id: "bob" },
    });
    const customer = { source_id: "ada" };
    const { body } = await project.post("/client/v1/validations", { ...asked, customer });
    expect(body.order).toMatchObject({ customer_id: ada, referrer_id: null });
    const { order } = (await pay(project, { customer })).body;
    expect(order).toMatchObject({ status: "PAID", customer_id: ada, referrer_id: null });
    expect(order.referrer).toBeUndefined();
    const [stored] = await rowsOf("orders", project.id);
    expect(stored?.referrer_id).toMatch(/^cust_/);
  });
});

describe("an order that changes between reading and paying", () => {
  const request = (project: TestProject) => ({
    path: "/client/v1/redemptions",
    body: {
      redeemables: redeemables("OPEN"),
      order: { source_id: "order-1", amount: 5000 },
      customer: eve,
    },
    headers: { ...project.client, origin: "https://shop.example", "cf-connecting-ip": "10.9.9.9" },
  });

  it.each([
    ["is given to another", { customer: { source_id: "ada" } }],
    ["is paid", { status: "PAID" }],
  ])("400: where it %s meanwhile", async (_, change) => {
    const { project } = await shop();
    await pay(project, { order: { source_id: "warm", amount: 1 } });
    let before: unknown;
    const meanwhile = async (batch: number) => {
      if (batch !== 2) return;
      await project.put("/v1/orders/order-1", change);
      before = await stored(project);
    };
    refused(await sendPausing(project, request(project), { before: meanwhile }));
    expect(await stored(project)).toEqual(before);
  });

  it("400: where another browser makes it meanwhile under the same name", async () => {
    const project = await newProject();
    await voucher(project, "OPEN");
    await customer(project, "ada");
    await pay(project, { order: { source_id: "warm", amount: 1 } });
    const meanwhile = async (batch: number) => {
      const order = { source_id: "order-1", amount: 70, customer: { source_id: "ada" } };
      if (batch === 2) await project.post("/v1/orders", order);
    };
    refused(await sendPausing(project, request(project), { before: meanwhile }));
    const made = (await rowsOf("orders", project.id)).find(({ amount }) => amount === 70);
    expect(made).toMatchObject({ status: "CREATED" });
  });

  it("20 browsers pay one order at once: one does", async () => {
    const { project } = await shop();
    const replies = await parallel(20, (at) =>
      pay(project, { customer: { source_id: `c-${at}` } }),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const reply of replies) if (reply.status !== 200) refused(reply);
    const [order] = await rowsOf("orders", project.id);
    expect(Object.keys(JSON.parse(String(order?.redemptions)))).toHaveLength(1);
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
  });
});
