import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { campaign } from "../support/campaigns";
import { failure } from "../support/failure";
import { promotion, stack, tier } from "../support/promotions";
import { qualify, qualifyAsShopper } from "../support/qualifying";
import { voucher } from "../support/redeeming";

type Sent = Record<string, unknown>;

const NEAR = { expand: ["near_misses", "redeemable"] };
const alice = { source_id: "alice" };
const amountOf = (bound: number) => ({
  name: "order.amount",
  conditions: { $more_than_or_equal: [bound] },
});

/** A tier of a promotion of its own that has this rule, and takes 10 % off unless it says otherwise. */
async function ruled(project: TestProject, name: string, rules: Sent, sent: Sent = {}) {
  const rule = await project.post("/v1/validation-rules", { name, rules });
  expect(rule.status, JSON.stringify(rule.body)).toBe(200);
  const { id } = await tier(project, await promotion(project, name), name, {
    validation_rules: [rule.body.id],
    ...sent,
  });
  return id;
}

async function product(project: TestProject, source_id: string, price: number): Promise<string> {
  const { status, body } = await project.post("/v1/products", {
    source_id,
    name: source_id,
    price,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

/** What is told, by name: what is missing, what the cart costs then, and what is saved. */
const told = (answer: Awaited<ReturnType<typeof qualify>>) =>
  answer.near_misses?.data.map(({ name, missing, order }) => ({
    name,
    missing,
    amount: order?.amount,
    saved: order?.total_discount_amount,
  }));

describe("POST /v1/qualifications with near misses", () => {
  it("200: an amount that is missing, and what would be saved", async () => {
    const project = await newProject();
    await ruled(project, "Fifty", { "1": amountOf(5000) });
    const answer = await qualify(project, { order: { amount: 3800 } }, NEAR);
    expect(answer.ids).toEqual([]);
    expect(answer.near_misses?.total).toBe(1);
    expect(told(answer)).toEqual([
      {
        name: "Fifty",
        missing: [{ fact: "order.amount", present: 3800, needed: 5000, more: 1200 }],
        amount: 5000,
        saved: 500,
      },
    ]);
    expect(answer.order?.amount).toBe(3800);
  });

  it("200: nothing of what qualifies, and nothing where nothing was asked", async () => {
    const project = await newProject();
    await ruled(project, "Ten", { "1": amountOf(1000) });
    const has = await qualify(project, { order: { amount: 3800 } }, NEAR);
    expect(has.ids).toHaveLength(1);
    expect(has.near_misses).toEqual({ object: "list", data_ref: "data", data: [], total: 0 });
    const plain = await qualify(project, { order: { amount: 100 } });
    expect(plain).not.toHaveProperty("near_misses");
  });

  it("200: a product of the catalogue that the cart has not, at its price, with its name", async () => {
    const project = await newProject();
    const pot = await product(project, "pot", 2500);
    await product(project, "mug", 800);
    await ruled(project, "Pot", { "1": { name: "product.id", conditions: { $is: [pot] } } });
    const order = { items: [{ source_id: "mug", related_object: "product", quantity: 1 }] };
    const answer = await qualify(project, { order }, NEAR);
    expect(told(answer)).toEqual([
      {
        name: "Pot",
        missing: [
          {
            fact: "product.quantity",
            present: 0,
            needed: 1,
            more: 1,
            product: { id: pot, source_id: "pot", name: "pot" },
          },
        ],
        amount: 3300,
        saved: 330,
      },
    ]);
    const [entry] = answer.near_misses?.data ?? [];
    expect(entry?.order?.items?.map(({ product_id, quantity }) => [product_id, quantity])).toEqual([
      [expect.any(String), 1],
      [pot, 1],
    ]);
    const items = entry?.order?.items?.map(({ product_id, quantity }) => ({
      product_id,
      quantity,
    }));
    const bought = await qualify(project, { order: { items } });
    expect(bought.ids).toEqual([entry?.id]);
    expect(bought.entries[0]?.order?.total_discount_amount).toBe(330);
  });

  it("200: a SKU, and a unit of a collection", async () => {
    const project = await newProject();
    const shirt = await product(project, "shirt", 2000);
    const { body: sku } = await project.post(`/v1/products/${shirt}/skus`, {
      source_id: "shirt-m",
      sku: "Shirt M",
      price: 2200,
    });
    const { body: teas } = await project.post("/v1/product-collections", {
      name: "Teas",
      type: "STATIC",
      products: [{ id: await product(project, "tea", 450), object: "product" }],
    });
    await ruled(project, "Shirt", { "1": { name: "sku.id", conditions: { $is: [sku.id] } } });
    const inTeas = { $is: [{ id: teas.id, object: "products_collection" }] };
    await ruled(project, "Teas", { "1": { name: "order.items.any", conditions: inTeas } });
    const answer = await qualify(project, { order: { amount: 1000 } }, NEAR);
    expect(told(answer)).toEqual([
      {
        name: "Teas",
        missing: [
          {
            fact: "product.quantity",
            present: 0,
            needed: 1,
            more: 1,
            product: { id: expect.any(String), source_id: "tea", name: "tea" },
            collection: { id: teas.id, name: "Teas" },
          },
        ],
        amount: 1450,
        saved: 145,
      },
      {
        name: "Shirt",
        missing: [
          {
            fact: "sku.quantity",
            present: 0,
            needed: 1,
            more: 1,
            product: { id: shirt, source_id: "shirt", name: "shirt" },
            sku: { id: sku.id, source_id: "shirt-m", name: "Shirt M" },
          },
        ],
        amount: 3200,
        saved: 320,
      },
    ]);
  });

  it("200: several units of a collection are one thing that is missing", async () => {
    const project = await newProject();
    const { body: teas } = await project.post("/v1/product-collections", {
      name: "Teas",
      type: "STATIC",
      products: [{ id: await product(project, "tea", 450), object: "product" }],
    });
    const rule = {
      name: "order.items.any",
      conditions: { $is: [{ id: teas.id, object: "products_collection" }] },
      rules: {
        "1": { name: "order.items.aggregated_quantity", conditions: { $more_than_or_equal: [3] } },
      },
    };
    await ruled(project, "Teas", { "1": rule });
    const [three] = told(await qualify(project, { order: { amount: 1000 } }, NEAR)) ?? [];
    expect(three?.amount).toBe(2350);
    expect(three?.missing).toMatchObject([
      { fact: "product.quantity", present: 0, needed: 3, collection: { name: "Teas" } },
    ]);
  });

  it("200: a collection that lists one SKU counts no other of its product", async () => {
    const project = await newProject();
    const shirt = await product(project, "shirt", 2000);
    const sizes = ["shirt-m", "shirt-l"].map((source_id) =>
      project.post(`/v1/products/${shirt}/skus`, { source_id, sku: source_id, price: 2200 }),
    );
    const [medium, large] = (await Promise.all(sizes)).map(({ body }) => body.id);
    const { body: kept } = await project.post("/v1/product-collections", {
      name: "Medium",
      type: "STATIC",
      products: [{ id: medium, object: "sku", product_id: shirt }],
    });
    const three = {
      name: "order.items.aggregated_quantity",
      conditions: { $more_than_or_equal: [3] },
    };
    const inKept = { $is: [{ id: kept.id, object: "products_collection" }] };
    const rules = { "1": { name: "order.items.any", conditions: inKept, rules: { "1": three } } };
    await ruled(project, "Medium", rules);
    const order = { items: [{ product_id: shirt, sku_id: large, quantity: 2 }] };
    const [near] = told(await qualify(project, { order }, NEAR)) ?? [];
    expect(near).toMatchObject({ amount: 11000, saved: 1100 });
    expect(near?.missing.at(-1)).toMatchObject({ more: 3, sku: { id: medium } });
  });

  it("200: each rule's own product, though neither has a source id", async () => {
    const project = await newProject();
    for (const [name, price] of Object.entries({ Mug: 800, Pot: 2500 })) {
      const { body } = await project.post("/v1/products", { name, price });
      const conditions = { $is: [{ id: body.id, object: "product" }] };
      await ruled(project, name, { "1": { name: "product.id", conditions } });
    }
    const near = told(await qualify(project, { order: { amount: 1000 } }, NEAR));
    expect(
      near?.map(({ name, amount, missing: [one] }) => [name, amount, one?.product?.name]),
    ).toEqual([
      ["Mug", 1800, "Mug"],
      ["Pot", 3500, "Pot"],
    ]);
  });

  it("200: one more unit of what the cart has", async () => {
    const project = await newProject();
    const mug = await product(project, "mug", 800);
    const nested = { "1": { name: "product.quantity", conditions: { $more_than_or_equal: [3] } } };
    const rules = { "1": { name: "product.id", conditions: { $is: [mug] }, rules: nested } };
    await ruled(project, "Mugs", rules);
    const order = { items: [{ product_id: mug, quantity: 2 }] };
    const [near] = told(await qualify(project, { order }, NEAR)) ?? [];
    expect(near).toMatchObject({
      missing: [{ fact: "product.quantity", present: 2, needed: 3, more: 1, product: { id: mug } }],
      amount: 2400,
      saved: 240,
    });
  });

  it("200: the nearest first, at most five, and what has to be waited for last", async () => {
    const project = await newProject();
    const start_date = "2099-01-01T00:00:00.000Z";
    await ruled(project, "Later", { "1": amountOf(1) }, { start_date });
    for (const bound of [9000, 5000, 7000]) {
      await ruled(project, `From ${bound}`, { "1": amountOf(bound) });
    }
    const few = told(await qualify(project, { order: { amount: 3800 } }, NEAR));
    expect(few?.map(({ name }) => name)).toEqual(["From 5000", "From 7000", "From 9000", "Later"]);
    expect(few?.at(-1)).toMatchObject({
      missing: [{ fact: "date", from: start_date }],
      saved: 380,
    });
    for (const bound of [6000, 8000]) {
      await ruled(project, `From ${bound}`, { "1": amountOf(bound) });
    }
    const most = told(await qualify(project, { order: { amount: 3800 } }, NEAR));
    expect(most?.map(({ amount }) => amount)).toEqual([5000, 6000, 7000, 8000, 9000]);
  });

  it("200: another segment only where the project tells them", async () => {
    for (const isTold of [0, 1]) {
      const project = await newProject({ near_miss_segments_enabled: isTold });
      const segment = await project.post("/v1/segments", {
        name: "VIP",
        type: "static",
        customers: [],
      });
      expect(segment.status, JSON.stringify(segment.body)).toBe(200);
      const { id } = segment.body;
      await ruled(project, "VIP", { "1": { name: "customer.segment", conditions: { $is: [id] } } });
      const asked = { customer: alice, order: { amount: 1000 } };
      const wanted = { fact: "customer.segment", segment: { id, name: "VIP" } };
      const answers = [
        await qualify(project, asked, NEAR),
        await qualifyAsShopper(project, asked, NEAR),
      ];
      for (const { near_misses } of answers) {
        expect(near_misses?.data.map(({ missing }) => missing)).toEqual(isTold ? [[wanted]] : []);
      }
    }
  });

  it("200: what a customer holds, campaigns, and no stack", async () => {
    const project = await newProject();
    const rule = await project.post("/v1/validation-rules", {
      name: "R",
      rules: { "1": amountOf(5000) },
    });
    await voucher(project, "ALICE", { validation_rules: [rule.body.id] });
    await project.post("/v1/publications", { voucher: "ALICE", customer: alice });
    const coupons = await campaign(project, "Coupons", { validation_rules: [rule.body.id] });
    const sale = await promotion(project, "Sale");
    const first = await tier(project, sale, "First", { validation_rules: [rule.body.id] });
    await stack(project, sale, "Both", [first.id]);
    const asked = { customer: alice, order: { amount: 3800 } };
    const all = await qualify(project, asked, NEAR);
    expect(all.near_misses?.data.map(({ id }) => id).sort()).toEqual(
      ["ALICE", coupons, first.id].sort(),
    );
    const wallet = await qualify(project, { ...asked, scenario: "CUSTOMER_WALLET" }, NEAR);
    expect(wallet.near_misses?.data.map(({ id }) => id)).toEqual(["ALICE"]);
    const filters = { resource_type: { conditions: { $is: ["campaign"] } } };
    const some = await qualify(project, asked, { ...NEAR, filters });
    expect(some.near_misses?.data.map(({ id }) => id)).toEqual([coupons]);
  });

  it("200: the first page alone tells them", async () => {
    const project = await newProject();
    await ruled(project, "Fifty", { "1": amountOf(5000) });
    for (const name of ["A", "B", "C"]) await campaign(project, name);
    const asked = { order: { amount: 3800 } };
    const first = await qualify(project, asked, { ...NEAR, limit: 2 });
    expect(first.near_misses?.total).toBe(1);
    const starting_after = first.list.more_starting_after;
    const second = await qualify(project, asked, { ...NEAR, limit: 2, starting_after });
    expect(second.entries).toHaveLength(1);
    expect(second).not.toHaveProperty("near_misses");
  });

  it("200: at the instant of a dry run", async () => {
    const project = await newProject();
    const start_date = "2099-01-01T00:00:00.000Z";
    await ruled(project, "Later", { "1": amountOf(5000) }, { start_date });
    const as_of = "2099-01-02T00:00:00.000Z";
    const [near] =
      told(await qualify(project, { order: { amount: 3800 } }, { ...NEAR, as_of })) ?? [];
    expect(near?.missing).toEqual([
      { fact: "order.amount", present: 3800, needed: 5000, more: 1200 },
    ]);
  });

  it("400: beside a scenario that looks for stacks alone", async () => {
    const project = await newProject();
    for (const path of ["/v1/qualifications", "/client/v1/qualifications"]) {
      const reply = await project.post(path, { scenario: "PROMOTION_STACKS", options: NEAR });
      expect(failure(reply, 400, "invalid_payload").details).toBe(
        "Property .options.expand cannot have near_misses with scenario PROMOTION_STACKS",
      );
    }
  });
});

describe("a law of near misses, over generated carts", () => {
  /** A shop of four products, a SKU, a collection, and rules of every kind that a shopper can meet. */
  async function shop() {
    const project = await newProject({ near_miss_dates_enabled: 1 });
    const [mug, tea, pot] = [
      await product(project, "mug", 800),
      await product(project, "tea", 450),
      await product(project, "pot", 2500),
    ];
    const { body: sku } = await project.post(`/v1/products/${mug}/skus`, {
      source_id: "mug-red",
      sku: "Red",
      price: 950,
    });
    const { body: teas } = await project.post("/v1/product-collections", {
      name: "Teas",
      type: "STATIC",
      products: [tea, pot].map((id) => ({ id, object: "product" })),
    });
    const { body: dear } = await project.post("/v1/product-collections", {
      name: "Dear",
      type: "AUTO_UPDATE",
      filter: { junction: "and", price: { conditions: { $more_than: [2000] } } },
    });
    expect([sku.id, teas.id, dear.id]).not.toContain(undefined);
    const least = (name: string, bound: number) => ({
      name,
      conditions: { $more_than_or_equal: [bound] },
    });
    const named = (name: string, value: unknown, nested?: object) => ({
      name,
      conditions: { $is: [value] },
      ...(nested && { rules: { "1": nested } }),
    });
    const inTeas = { id: teas.id, object: "products_collection" };
    const inDear = { id: dear.id, object: "products_collection" };
    const twoTeas = least("order.items.aggregated_quantity", 2);
    await ruled(project, "Sixty", { "1": amountOf(6000) });
    await ruled(project, "Total", { "1": least("order.total_amount", 4000) });
    await ruled(project, "Pot", { "1": named("product.id", pot) });
    await ruled(project, "Red", { "1": named("sku.id", sku.id), "2": amountOf(3000) });
    await ruled(project, "Teas", { "1": named("order.items.any", inTeas, twoTeas) });
    await ruled(project, "Dear", { "1": named("order.items.any", inDear), "2": amountOf(3000) });
    await ruled(project, "Count", { "1": least("order.items.count", 5), "2": amountOf(4000) });
    await ruled(project, "Either", {
      "1": named("product.id", pot),
      "2": amountOf(3500),
      logic: "1 or 2",
    });
    const none = { name: "order.items.none", conditions: { $is: [mug] } };
    await ruled(project, "No mug", { "1": none, "2": amountOf(2000) });
    const start_date = "2099-01-01T00:00:00.000Z";
    await ruled(project, "Later", { "1": amountOf(5000) }, { start_date });
    return { project, products: [mug, tea, pot] };
  }

  const cart = fc.record({
    lines: fc.array(fc.record({ at: fc.nat(2), quantity: fc.integer({ min: 1, max: 3 }) }), {
      maxLength: 3,
    }),
    amount: fc.option(fc.integer({ min: 0, max: 7000 })),
  });

  it("what is told qualifies on the completed cart and saves what was told", async () => {
    const { project, products } = await shop();
    let [many, later] = [0, 0];
    for (const { lines, amount } of fc.sample(cart, { seed: 14, numRuns: 20 })) {
      const items = lines.map(({ at, quantity }) => ({ product_id: products[at], quantity }));
      const order = { ...(items.length > 0 && { items }), ...(amount !== null && { amount }) };
      const answer = await qualify(project, { order }, NEAR);
      const shown = await qualifyAsShopper(project, { order }, NEAR);
      expect(told(shown)).toEqual(told(answer));
      for (const { id, name, order: after, missing } of answer.near_misses?.data ?? []) {
        expect(answer.ids, name).not.toContain(id);
        const bought = (after?.items ?? []).map(({ product_id, sku_id, quantity }) => ({
          product_id,
          sku_id,
          quantity,
        }));
        const completed = { items: bought, amount: after?.initial_amount };
        const as_of = missing.find(({ from }) => from)?.from;
        const real = await qualify(project, { order: completed }, as_of ? { as_of } : {});
        const entry = real.entries.find((each) => each.id === id);
        expect(entry?.order?.total_amount, `${name} on ${JSON.stringify(completed)}`).toBe(
          after?.total_amount,
        );
        many += 1;
        later += as_of ? 1 : 0;
      }
    }
    expect(many).toBeGreaterThan(40);
    expect(later).toBeGreaterThan(5);
  });
});

describe("POST /client/v1/qualifications with near misses", () => {
  it("200: what a browser may be shown, and no code of others", async () => {
    const project = await newProject();
    await ruled(project, "Fifty", { "1": amountOf(5000) });
    const rule = await project.post("/v1/validation-rules", {
      name: "R",
      rules: { "1": amountOf(4000) },
    });
    await voucher(project, "SECRET", { validation_rules: [rule.body.id] });
    await voucher(project, "ALICE", { validation_rules: [rule.body.id] });
    await project.post("/v1/publications", { voucher: "ALICE", customer: alice });
    const asked = { customer: alice, order: { amount: 3800 } };
    const answer = await qualifyAsShopper(project, asked, NEAR);
    expect(JSON.stringify(answer)).not.toMatch(/SECRET|ALICE/);
    expect(answer.near_misses?.data).toMatchObject([
      {
        name: "Fifty",
        missing: [{ fact: "order.amount", present: 3800, needed: 5000, more: 1200 }],
        order: { amount: 5000, total_discount_amount: 500 },
      },
    ]);
    const all = await qualify(project, asked, NEAR);
    expect(JSON.stringify(all.near_misses)).toMatch(/SECRET.*ALICE|ALICE.*SECRET/s);
  });

  it("200: what opens later only where the project tells it, and nothing else by that", async () => {
    for (const isTold of [0, 1]) {
      const project = await newProject({ near_miss_dates_enabled: isTold });
      const start_date = "2099-01-01T00:00:00.000Z";
      await ruled(project, "Later", { "1": amountOf(1) }, { start_date });
      const hours = {
        daily: [{ start_time: "00:00", expiration_time: "00:01", days_of_week: [1] }],
      };
      await ruled(project, "Hour", { "1": amountOf(1) }, { validity_hours: hours });
      await ruled(project, "Fifty", { "1": amountOf(5000) });
      await voucher(project, "SECRET", { start_date });
      const asked = { order: { amount: 3800 } };
      const all = await qualify(project, asked, NEAR);
      expect(all.near_misses?.total).toBe(4);
      const shown = told(await qualifyAsShopper(project, asked, NEAR));
      const names = isTold ? ["Fifty", "Hour", "Later"] : ["Fifty"];
      expect(shown?.map(({ name }) => name)).toEqual(names);
      const later = { missing: [{ fact: "date", from: start_date }], amount: 3800, saved: 380 };
      if (isTold) expect(shown?.at(-1)).toMatchObject(later);
    }
  });

  it("200: nothing of lines that are stored under an order's name", async () => {
    const project = await newProject();
    const mug = await product(project, "mug", 800);
    const rules = { "1": { name: "order.items.count", conditions: { $more_than_or_equal: [3] } } };
    await ruled(project, "Three", rules);
    const items = [{ product_id: mug, quantity: 2 }];
    await project.post("/v1/orders", { source_id: "order-1", items });
    const named = { order: { source_id: "order-1" } };
    expect((await qualify(project, named, NEAR)).near_misses?.total).toBe(1);
    expect((await qualifyAsShopper(project, named, NEAR)).near_misses?.total).toBe(0);
    const sent = { order: { source_id: "order-1", items } };
    expect((await qualifyAsShopper(project, sent, NEAR)).near_misses?.total).toBe(1);
  });
});
