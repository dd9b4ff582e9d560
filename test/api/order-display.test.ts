import { describe, expect, it } from "vitest";
import { Order } from "../../src/model/order";
import { RedemptionAnswer } from "../../src/resources/redemptions/schema";
import { Validation } from "../../src/resources/validations/schema";
import { costOf, newProject, parsed, type Reply, rowsOf, type TestProject } from "../support/api";
import { homeDb } from "../support/places";

const MUG = {
  id: "prod_mug",
  source_id: "mug",
  name: "Mug",
  price: 1000,
  metadata: { brand: "Acme", cost: 3 },
};
const RED = { id: "sku_red", source_id: "mug-red", sku: "Red", price: 1200, metadata: { ml: 300 } };

/** A mug with its SKUs, and a hat of which little is known; straight into the tables. */
async function shop(settings: object = {}): Promise<TestProject> {
  const project = await newProject(settings);
  const made = "2026-01-01T00:00:00.000Z";
  await homeDb().batch([
    homeDb()
      .prepare(
        `INSERT INTO products (project_id, id, source_id, name, price, metadata, created_at)
       VALUES (?1, 'prod_mug', 'mug', 'Mug', 1000, '{"brand":"Acme","cost":3}', ?2),
         (?1, 'prod_hat', NULL, NULL, NULL, '{}', ?2)`,
      )
      .bind(project.id, made),
    homeDb()
      .prepare(
        `INSERT INTO skus (project_id, id, product_id, source_id, sku, price, metadata, created_at)
       VALUES (?1, 'sku_red', 'prod_mug', 'mug-red', 'Red', 1200, '{"ml":300}', ?2)`,
      )
      .bind(project.id, made),
    homeDb()
      .prepare("INSERT INTO tallies (project_id, products, skus) VALUES (?1, 2, 1)")
      .bind(project.id),
  ]);
  const discount = { type: "PERCENT", percent_off: 10 };
  expect((await project.post("/v1/vouchers/P10", { discount })).status).toBe(200);
  return project;
}

const P10 = { object: "voucher", id: "P10" };

/** The goods that the lines of an order show. */
const goodsIn = (order: { items?: object[] | undefined } | undefined) =>
  order?.items?.map((item) => {
    const { product, sku } = item as { product?: unknown; sku?: unknown };
    return { ...(product !== undefined && { product }), ...(sku !== undefined && { sku }) };
  });

/** Whichever way a line names its goods, and what it shows of them. */
const LINES: [name: string, line: object, shown: object][] = [
  ["a product by id", { product_id: "prod_mug" }, { product: MUG }],
  ["a product by source id", { source_id: "mug", quantity: 2 }, { product: MUG }],
  ["a SKU by id", { sku_id: "sku_red" }, { product: MUG, sku: RED }],
  [
    "a SKU by source id",
    { source_id: "mug-red", related_object: "sku" },
    { product: MUG, sku: RED },
  ],
  [
    "a product that is known by its id alone",
    { product_id: "prod_hat", price: 5 },
    { product: { id: "prod_hat", metadata: {} } },
  ],
  ["nothing that is known", { source_id: "scarf", price: 5 }, {}],
  [
    "what was sent goes before what is known",
    { source_id: "mug", product: { name: "Cup", metadata: { cost: 4, size: "L" } } },
    { product: { ...MUG, name: "Cup", metadata: { brand: "Acme", cost: 4, size: "L" } } },
  ],
  [
    "what was sent of what nobody knows",
    { product: { source_id: "sock", name: "Sock", price: 5 } },
    { product: { source_id: "sock", name: "Sock", price: 5 } },
  ],
];
const ITEMS = LINES.map(([, line]) => line);
const SHOWN = LINES.map(([, , shown]) => shown);

async function redeemed(project: TestProject, more: object = {}) {
  const reply = await project.post("/v1/redemptions", {
    redeemables: [P10],
    order: { items: ITEMS },
    customer: { source_id: "alice" },
    ...more,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(RedemptionAnswer, reply);
}

describe("the goods of an order's lines", () => {
  it("are shown by a validation: of the order, and of each turn", async () => {
    const project = await shop();
    const body = { redeemables: [P10], order: { items: ITEMS } };
    const reply = await project.post("/v1/validations", body);
    const { order, redeemables } = parsed(Validation, reply);
    expect(goodsIn(order)).toEqual(SHOWN);
    expect(redeemables.map((each) => "order" in each && goodsIn(each.order))).toEqual([SHOWN]);
    expect(costOf(reply).roundTrips).toBe(1);
  });

  it("are shown by the validation of one code and by qualifications", async () => {
    const project = await shop();
    const order = { items: ITEMS };
    const one = await project.post("/v1/vouchers/P10/validate", { order });
    expect(goodsIn(one.body.order)).toEqual(SHOWN);
    const { body } = await project.post("/v1/qualifications", { order });
    expect(goodsIn(body.order)).toEqual(SHOWN);
    expect(goodsIn(body.redeemables.data[0].order)).toEqual(SHOWN);
  });

  it("are shown by a redemption, wherever it is read again", async () => {
    const project = await shop();
    const answer = await redeemed(project);
    const [entry] = answer.redemptions;
    expect(goodsIn(entry?.order ?? undefined)).toEqual(SHOWN);
    expect(answer.order).toEqual(entry?.order);
    const read = async (path: string) => (await project.get(path)).body;
    expect((await read(`/v1/redemptions/${entry?.id}`)).order).toEqual(entry?.order);
    expect((await read("/v1/redemptions")).redemptions[0].order).toEqual(entry?.order);
    const ofVoucher = await read("/v1/vouchers/P10/redemption");
    expect(ofVoucher.redemption_entries[0].order).toEqual(entry?.order);
    const rollback = await project.post(`/v1/redemptions/${entry?.id}/rollback`, {});
    expect(goodsIn(rollback.body.order)).toEqual(SHOWN);
  });

  it("that were made since the order was stored are told later, too, at its own prices", async () => {
    const project = await shop();
    const items = [{ source_id: "scarf", price: 5 }, { source_id: "scarf" }];
    const { body: stored } = await project.post("/v1/orders", { items });
    const made = { source_id: "scarf", name: "Scarf", price: 900 };
    const { body: scarf } = await project.post("/v1/products", made);
    const { redemptions } = await redeemed(project, { order: { id: stored.id } });
    const shown = { product: { ...made, id: scarf.id, metadata: {} } };
    expect(redemptions[0]?.order?.items).toMatchObject([{ price: 5, ...shown }, shown]);
    expect(redemptions[0]?.order?.items?.[1]).not.toHaveProperty("price");
    const { body: later } = await project.get(`/v1/redemptions/${redemptions[0]?.id}`);
    expect(later.order).toEqual(redemptions[0]?.order);
    const { body: order } = await project.get(`/v1/orders/${stored.id}`);
    expect(goodsIn(order)).toEqual([shown, shown]);
  });

  it("are shown by stored orders", async () => {
    const project = await shop();
    const reply = await project.post("/v1/orders", { source_id: "o-1", items: ITEMS });
    const order = parsed(Order, reply);
    expect(goodsIn(order)).toEqual(SHOWN);
    expect((await project.get("/v1/orders/o-1")).body).toEqual(order);
    expect((await project.get("/v1/orders")).body.orders).toEqual([order]);
    const changed = await project.put("/v1/orders/o-1", { metadata: { a: 1 } });
    expect(goodsIn(changed.body)).toEqual(SHOWN);
    expect(goodsIn((await project.post("/v1/orders", { source_id: "o-1" })).body)).toEqual(SHOWN);
  });

  it("are told by events and activities, which keep none of them", async () => {
    const project = await shop();
    const customer = { source_id: "alice" };
    expect((await project.post("/v1/orders", { items: ITEMS, customer })).status).toBe(200);
    const { redemptions } = await redeemed(project);
    await project.post(`/v1/redemptions/${redemptions[0]?.id}/rollback`, {});
    const told = await project.get("/v1/customers/alice/activity?limit=100");
    const ofOrders = told.body.data.filter(
      ({ data }: { data: { data: object } }) => "order" in data.data,
    );
    expect(ofOrders.map(({ type }: { type: string }) => type).sort()).toEqual([
      "customer.order.canceled",
      "customer.order.created",
      "customer.order.created",
      "customer.order.paid",
      "customer.order.updated",
      "customer.redemption.rollback.succeeded",
      "customer.redemption.succeeded",
    ]);
    for (const { type, data } of ofOrders) expect(goodsIn(data.data.order), type).toEqual(SHOWN);
    const feed = await project.get("/v1/event-feed?limit=100");
    const last = feed.body.data.at(-1);
    expect([last.type, goodsIn(last.data.order)]).toEqual(["redemption.rollback.succeeded", SHOWN]);
    expect(await rowsOf("outbox", project.id)).not.toContainEqual(
      expect.objectContaining({ data: expect.stringMatching(/Acme/) }),
    );
  });

  it("are shown as the catalogue has them when the order is read", async () => {
    const project = await shop();
    const { order } = await redeemed(project, { order: { items: [{ sku_id: "sku_red" }] } });
    await project.put("/v1/products/prod_mug", { name: "Big mug", metadata: { cost: 9 } });
    const read = async () => (await project.get(`/v1/orders/${order?.id}`)).body.items[0];
    expect(await read()).toMatchObject({
      price: 1200,
      product: { name: "Big mug", metadata: { brand: "Acme", cost: 9 } },
    });
    await project.delete("/v1/products/prod_mug");
    const line = await read();
    expect(line).toMatchObject({ price: 1200, product_id: "prod_mug", sku_id: "sku_red" });
    expect([line.product, line.sku]).toEqual([undefined, undefined]);
  });

  it("are not kept with the order or its redemption", async () => {
    const project = await shop();
    await redeemed(project, { order: { items: [{ sku_id: "sku_red" }] } });
    const [order] = await rowsOf("orders", project.id);
    const [entry] = await rowsOf("redemptions", project.id);
    expect(`${order?.items}${entry?.order}`).not.toMatch(/Mug|Acme|Red|300/);
  });

  it("cost one round trip in lists, and as much in a large catalogue as in a small one", async () => {
    const project = await shop();
    const { redemptions, order } = await redeemed(project);
    const paths = [
      `/v1/redemptions/${redemptions[0]?.id}`,
      "/v1/redemptions",
      `/v1/orders/${order?.id}`,
      "/v1/orders",
      "/v1/event-feed",
    ];
    const costs = async () => {
      const replies = await Promise.all(paths.map((path) => project.get(path)));
      return replies.map((reply) => costOf(reply));
    };
    const small = await costs();
    expect(small.map(({ roundTrips }) => roundTrips)).toEqual([1, 2, 1, 2, 1]);
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
       INSERT INTO products (project_id, id, source_id, name, metadata, created_at)
       SELECT ?1, printf('prod_%06d', i), printf('p%d', i), 'P', '{}', '2026-01-01' FROM n`,
      )
      .bind(project.id)
      .run();
    expect(await costs()).toEqual(small);
  });

  it("come without metadata where it is long", async () => {
    const project = await shop();
    const { body } = await project.post("/v1/products", {
      source_id: "book",
      name: "Book",
      metadata: { text: "x".repeat(2_000) },
    });
    const book = { id: body.id, source_id: "book", name: "Book" };
    const items = [{ product_id: body.id, price: 5 }];
    const { order } = await redeemed(project, { order: { items } });
    expect(goodsIn(order)).toEqual([{ product: book }]);
    expect(goodsIn((await project.get(`/v1/orders/${order?.id}`)).body)).toEqual([
      { product: book },
    ]);
  });

  it("come in events without what is beyond 300,000 bytes of metadata", async () => {
    const project = await shop();
    const note = JSON.stringify({ a: "x".repeat(992) });
    expect(note).toHaveLength(1_000);
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 301)
       INSERT INTO products (project_id, id, metadata, created_at)
       SELECT ?1, printf('prod_%03d', i), ?2, '2026-01-01' FROM n`,
      )
      .bind(project.id, note)
      .run();
    const items = Array.from({ length: 301 }, (_, at) => ({
      product_id: `prod_${String(at + 1).padStart(3, "0")}`,
      price: 1,
    }));
    const { id } = (await project.post("/v1/orders", { items })).body;
    const noted = (order: { items: { product: { metadata?: object } }[] }) =>
      order.items.filter(({ product }) => product.metadata).length;
    expect(noted((await project.get(`/v1/orders/${id}`)).body)).toBe(301);
    const { data } = (await project.get("/v1/event-feed")).body;
    const told = data.filter(({ type }: { type: string }) => type === "customer.order.created");
    expect(told).toHaveLength(1);
    const { order } = told[0].data;
    expect([noted(order), order.items.length]).toEqual([300, 301]);
  });

  it("are those of the own project", async () => {
    const [project, other] = [await newProject(), await shop()];
    const items = [{ product_id: "prod_mug" }, { sku_id: "sku_red" }];
    const { body } = await project.post("/v1/orders", { items });
    expect(goodsIn(body)).toEqual([{}, {}]);
    expect(goodsIn((await other.post("/v1/orders", { items })).body)).toEqual([
      { product: MUG },
      { product: MUG, sku: RED },
    ]);
  });
});

describe("to browsers, the goods of lines", () => {
  const items = [
    { sku_id: "sku_red" },
    { source_id: "mug", product: { metadata: { cost: 1, own: true } } },
  ];
  const asked = { redeemables: [P10], order: { items }, customer: { source_id: "alice" } };
  const ordersOf = ({ body }: Reply) => goodsIn(body.order);

  it("come with the metadata that they may see, and that they sent", async () => {
    const written = { client_metadata_keys: '["cost", "own"]' };
    const hidden = [
      { product: { ...MUG, metadata: {} }, sku: { ...RED, metadata: {} } },
      { product: { ...MUG, metadata: { cost: 1, own: true } } },
    ];
    const told = async (project: TestProject) => [
      ordersOf(await project.post("/client/v1/validations", asked)),
      ordersOf(await project.post("/client/v1/qualifications", { order: { items } })),
      ordersOf(await project.post("/client/v1/redemptions", asked)),
    ];
    expect(await told(await shop(written))).toEqual([hidden, hidden, hidden]);
    const seen = [
      { product: { ...MUG, metadata: { brand: "Acme" } }, sku: RED },
      { product: { ...MUG, metadata: { brand: "Acme", cost: 1, own: true } } },
    ];
    const open = await shop({ ...written, client_visible_metadata: '["brand", "ml"]' });
    expect(await told(open)).toEqual([seen, seen, seen]);
  });
});

describe("a discount that gives units", () => {
  const mug = { id: "prod_mug", source_id: "mug", name: "Mug" };
  const red = { id: "sku_red", source_id: "mug-red", name: "Red" };
  const unit = (unit_type: string) => ({ unit_off: 1, unit_type, effect: "ADD_NEW_ITEMS" });

  it.each<[name: string, discount: object, shown: object]>([
    ["a product", unit("prod_mug"), { product: mug }],
    ["a SKU", unit("sku_red"), { sku: red }],
    ["one without a name", unit("prod_hat"), { product: { id: "prod_hat" } }],
    ["what the catalogue does not know", unit("prod_x"), {}],
    [
      "what was called otherwise when it was saved",
      { ...unit("prod_mug"), product: { id: "prod_mug", name: "Cup" } },
      { product: mug },
    ],
    [
      "several",
      { effect: "ADD_MANY_ITEMS", units: [unit("prod_mug"), unit("sku_red")] },
      {
        units: [
          { ...unit("prod_mug"), product: mug },
          { ...unit("sku_red"), sku: red },
        ],
      },
    ],
  ])("names %s", async (_, sent, shown) => {
    const project = await shop();
    const discount = { type: "UNIT", ...sent };
    expect((await project.post("/v1/vouchers/UNIT", { discount })).status).toBe(200);
    const order = { items: [{ source_id: "scarf", price: 500 }] };
    const expected = { ...discount, ...shown, is_dynamic: false };
    const redeemables = [{ object: "voucher", id: "UNIT" }];
    const { body } = await project.post("/v1/validations", { redeemables, order });
    expect(body.redeemables[0].result.discount).toEqual(expected);
    const one = await project.post("/v1/vouchers/UNIT/validate", { order });
    expect(one.body.discount).toEqual(expected);
    const client = await project.post("/client/v1/validations", { redeemables, order });
    expect(client.body.redeemables[0].result.discount).toEqual(expected);
    const found = await project.post("/v1/qualifications", { order });
    const [item] = found.body.redeemables.data.filter(({ id }: { id: string }) => id === "UNIT");
    expect(item.result.discount).toEqual(expected);
  });
  it("adds a line that tells a SKU as other lines do", async () => {
    const project = await shop();
    const discount = { type: "UNIT", unit_off: 1, unit_type: "sku_red", effect: "ADD_NEW_ITEMS" };
    await project.post("/v1/vouchers/UNIT", { discount });
    const sent = {
      redeemables: [{ object: "voucher", id: "UNIT" }],
      order: { items: [{ source_id: "scarf", price: 500 }] },
    };
    const told = [
      await project.post("/v1/validations", sent),
      await project.post("/v1/redemptions", sent),
    ];
    const stored = await project.get(`/v1/orders/${told[1]?.body.order.id}`);
    const skus = told.map(({ body }) => body.order.items[1].sku);
    expect([...skus, stored.body.items[1].sku]).toEqual([RED, RED, RED]);
  });

  it.each([
    ["a product", "prod_mug", { product: MUG }],
    ["a SKU", "sku_red", { product: MUG, sku: RED }],
  ])(
    "adds a line that tells %s alike when it is redeemed and later",
    async (_, unit_type, shown) => {
      const project = await shop({ client_visible_metadata: '["ml"]' });
      const discount = { type: "UNIT", ...unit(unit_type) };
      const redeemables = [{ object: "voucher", id: "UNIT" }];
      await project.post("/v1/vouchers/UNIT", { discount });
      const sent = { redeemables, order: { items: [{ source_id: "scarf", price: 500 }] } };
      const goods = (order: { items: { product?: object; sku?: object }[] }) => {
        const { product, sku } = order.items[1] ?? {};
        return { ...(product && { product }), ...(sku && { sku }) };
      };
      const validated = await project.post("/v1/validations", sent);
      expect(costOf(validated).roundTrips).toBe(1);
      const redeemed = await project.post("/v1/redemptions", sent);
      expect(costOf(redeemed).roundTrips).toBe(2);
      const { redemptions, order } = redeemed.body;
      const later = await project.get(`/v1/redemptions/${redemptions[0].id}`);
      const orders = [validated.body.order, order, redemptions[0].order, later.body.order];
      expect(orders.map(goods)).toEqual([shown, shown, shown, shown]);
      const client = await project.post("/client/v1/validations", sent);
      const { product, sku } = goods(client.body.order);
      expect([product, sku].map((each) => each && Reflect.get(each, "metadata"))).toEqual([
        {},
        "sku" in shown ? { ml: 300 } : undefined,
      ]);
    },
  );

  it.each([
    ["a product", "prod_mug", { product: MUG }],
    ["a SKU", "sku_red", { product: MUG, sku: RED }],
  ])("put %s into an order that is decided on again", async (_, unit_type, shown) => {
    const project = await shop();
    const discount = { type: "UNIT", ...unit(unit_type) };
    await project.post("/v1/vouchers/UNIT", { discount });
    await project.post("/v1/vouchers/TEN", { discount: { type: "AMOUNT", amount_off: 10 } });
    const items = [{ source_id: "scarf", price: 500 }];
    const first = { redeemables: [{ object: "voucher", id: "UNIT" }], order: { items } };
    const { id } = (await project.post("/v1/redemptions", first)).body.order;
    expect((await project.delete("/v1/vouchers/UNIT")).status).toBe(204);
    const redeemables = [{ object: "voucher", id: "TEN" }];
    for (const order of [{ id }, { id, items }]) {
      const validation = await project.post("/v1/validations", { redeemables, order });
      expect(costOf(validation).roundTrips).toBe(1);
      expect(validation.body.order.items[1]).toMatchObject(shown);
      const qualified = await project.post("/v1/qualifications", { order });
      expect(costOf(qualified).roundTrips).toBe(1);
      expect(qualified.body.order.items[1]).toMatchObject(shown);
      const redemption = await project.post("/v1/redemptions", { redeemables, order });
      expect(redemption.body.order.items[1]).toMatchObject(shown);
      const [again] = redemption.body.redemptions;
      expect(again.order.items[1]).toMatchObject(shown);
      const rollback = await project.post(`/v1/redemptions/${again.id}/rollback`, {});
      expect(rollback.body.order.items[1]).toMatchObject(shown);
    }
    for (const sent of [{ items }, { metadata: {} }]) {
      const { body } = await project.put(`/v1/orders/${id}`, sent);
      expect(body.items[1]).toMatchObject(shown);
    }
  });

  it("gives many goods with long notes: a page has as many orders as an answer can show", async () => {
    const project = await newProject();
    const ids = Array.from({ length: 100 }, (_, at) => `prod_${at}`);
    await homeDb()
      .prepare(
        `INSERT INTO products (project_id, id, price, metadata, created_at)
         SELECT ?1, value, 100, json_object('note', printf('%.1900c', 'x')), ?2 FROM json_each(?3)`,
      )
      .bind(project.id, "2026-01-01T00:00:00.000Z", JSON.stringify(ids))
      .run();
    const discount = { type: "UNIT", effect: "ADD_MANY_ITEMS", units: ids.map(unit) };
    await project.post("/v1/vouchers/MANY", { discount });
    const sent = { redeemables: [{ object: "voucher", id: "MANY" }], order: { amount: 100 } };
    for (let at = 0; at < 50; at++) {
      expect((await project.post("/v1/redemptions", sent)).status).toBe(200);
    }
    const { body } = await project.get("/v1/orders?limit=100");
    expect(body.orders[0].items[99].product.metadata.note).toHaveLength(1900);
    expect(JSON.stringify(body).length).toBeLessThan(8 * 1024 * 1024);
    const later = await project.get("/v1/orders?limit=100&page=2");
    expect(later.body.orders.length).toBeGreaterThan(0);
  });
});
