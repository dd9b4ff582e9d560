import { describe, expect, it } from "vitest";
import { Order } from "../../src/model/order";
import { costOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import { homeDb } from "../support/places";

async function sent(project: TestProject, items: object[]) {
  const reply = await project.post("/v1/orders", { items });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Order, reply);
}

/** A product of 1000 and its SKUs, one with a price of its own; straight into the tables. */
async function catalogue(project: TestProject) {
  await homeDb().batch([
    homeDb()
      .prepare(
        `INSERT INTO products (project_id, id, source_id, name, price, metadata, created_at)
       VALUES (?1, 'prod_mug', 'mug', 'Mug', 1000, '{"a":1}', '2026-01-01T00:00:00.000Z'), (?1, 'prod_hat', 'hat', 'Hat', NULL, '{}', '2026-01-01T00:00:00.000Z')`,
      )
      .bind(project.id),
    homeDb()
      .prepare(
        `INSERT INTO skus (project_id, id, product_id, source_id, sku, price, metadata, created_at)
       VALUES (?1, 'sku_red', 'prod_mug', 'mug-red', 'Red', 1200, '{}', '2026-01-01T00:00:00.000Z'), (?1, 'sku_blue', 'prod_mug', 'mug-blue', 'Blue', NULL, '{}', '2026-01-01T00:00:00.000Z')`,
      )
      .bind(project.id),
    homeDb()
      .prepare("INSERT INTO tallies (project_id, products, skus) VALUES (?1, 2, 2)")
      .bind(project.id),
  ]);
}

const HAT = { product: { id: "prod_hat", source_id: "hat", name: "Hat", metadata: {} } };

describe("the price of an order's item", () => {
  it.each([
    ["product by id", { product_id: "prod_mug" }, 1000],
    ["product by source id", { source_id: "mug" }, 1000],
    ["product by its own source id", { product: { source_id: "mug" } }, 1000],
    ["SKU by id", { sku_id: "sku_red" }, 1200],
    ["SKU by source id", { source_id: "mug-red", related_object: "sku" }, 1200],
    ["SKU without a price: its product's", { sku_id: "sku_blue" }, 1000],
    ["SKU before product", { sku_id: "sku_red", product_id: "prod_mug" }, 1200],
    ["sent with the item", { product_id: "prod_mug", price: 7 }, 7],
    ["sent with the product", { product_id: "prod_mug", product: { price: 8 } }, 8],
    ["sent with the SKU", { sku_id: "sku_red", sku: { price: 9 } }, 9],
  ])("%s", async (_, item, price) => {
    const project = await newProject();
    await catalogue(project);
    const order = await sent(project, [{ ...item, quantity: 2 }]);
    expect(order.items).toMatchObject([{ price, amount: 2 * price, product_id: "prod_mug" }]);
    expect(order.amount).toBe(2 * price);
    // The order keeps its price when the catalogue's changes, and tells the new one beside it.
    await homeDb()
      .prepare("UPDATE products SET price = 1 WHERE project_id = ?1")
      .bind(project.id)
      .run();
    const { body } = await project.get(`/v1/orders/${order.id}`);
    expect(body.items).toMatchObject([{ price, amount: 2 * price }]);
    expect(body).toEqual({ ...order, items: expect.any(Array) });
    expect(body.items[0].product.price).toBe(price === 8 ? 8 : 1);
  });

  it.each([
    ["the catalogue has no price", { product_id: "prod_hat" }, HAT],
    ["nobody knows it", { product_id: "prod_x", sku_id: "sku_x", source_id: "x" }, {}],
    [
      "it is said to be a product and is a SKU",
      { source_id: "mug-red", related_object: "product" },
      {},
    ],
  ])("is unknown where %s", async (_, item, shown) => {
    const project = await newProject();
    await catalogue(project);
    const order = await sent(project, [{ ...item, quantity: 2 }]);
    expect(order).not.toHaveProperty("amount");
    expect(order.items?.[0]).toEqual({
      object: "order_item",
      ...item,
      ...shown,
      quantity: 2,
    });
  });

  it("is looked up in the same round trip, for all items in two statements", async () => {
    const project = await newProject();
    await catalogue(project);
    await project.get("/v1/orders");
    const items = Array.from({ length: 500 }, (_, at) => ({
      source_id: at % 2 ? "mug" : "mug-red",
    }));
    const reply = await project.post("/v1/orders", { items });
    expect(parsed(Order, reply).amount).toBe(250 * 1000 + 250 * 1200);
    expect(costOf(reply).roundTrips).toBe(2);
    expect(costOf(reply).read).toBeLessThan(60);
  });

  it("is that of the own project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await catalogue(other);
    expect(await sent(project, [{ product_id: "prod_mug" }])).not.toHaveProperty("amount");
  });
});

describe("override", () => {
  it("200: products and SKUs are made under their source ids, once", async () => {
    const project = await newProject();
    const product = { source_id: "tee", override: true, name: "Tee", price: 1500 };
    const order = await sent(project, [
      { product, quantity: 2 },
      {
        product: { source_id: "tee" },
        sku: { source_id: "tee-s", override: true, sku: "S", price: 1400, metadata: { size: "s" } },
      },
    ]);
    expect(order.amount).toBe(4400);
    const [row] = await rowsOf("products", project.id);
    expect(row).toMatchObject({ source_id: "tee", name: "Tee", price: 1500, updated_at: null });
    expect(await rowsOf("skus", project.id)).toMatchObject([
      { product_id: row?.id, source_id: "tee-s", sku: "S", price: 1400, metadata: '{"size":"s"}' },
    ]);
    expect(order.items).toMatchObject([{ product_id: row?.id }, { product_id: row?.id }]);
    expect(await rowsOf("tallies", project.id)).toMatchObject([{ products: 1, skus: 1 }]);
    await sent(project, [{ product }]);
    expect(await rowsOf("products", project.id)).toHaveLength(1);
    expect(await rowsOf("tallies", project.id)).toMatchObject([{ products: 1, skus: 1 }]);
    await expectSound(project.id);
  });

  it("200: known ones change by what is sent; a later line goes before an earlier one", async () => {
    const project = await newProject();
    await catalogue(project);
    await sent(project, [
      { product_id: "prod_mug", product: { override: true, price: 1100, metadata: { b: 2 } } },
      { source_id: "mug", product: { override: true, name: "Big mug" } },
      { sku_id: "sku_blue", sku: { override: true, price: 990, sku: "Navy" } },
    ]);
    const [hat, mug] = await rowsOf("products", project.id);
    expect(mug).toMatchObject({ name: "Big mug", price: 1100, metadata: '{"a":1,"b":2}' });
    expect(mug?.updated_at).not.toBeNull();
    expect(hat).toMatchObject({ name: "Hat", price: null, updated_at: null });
    const [blue, red] = await rowsOf("skus", project.id);
    expect(blue).toMatchObject({ sku: "Navy", price: 990 });
    expect(red).toMatchObject({ sku: "Red", price: 1200, updated_at: null });
  });

  it("200: without override, or without a name to keep it under, nothing is stored", async () => {
    const project = await newProject();
    await catalogue(project);
    const before = [await rowsOf("products", project.id), await rowsOf("skus", project.id)];
    const order = await sent(project, [
      { product_id: "prod_mug", product: { price: 5, name: "Cheap" } },
      { product: { source_id: "new", price: 6 } },
      { product: { override: true, price: 7 } },
      { sku: { override: true, price: 8 } },
    ]);
    expect(order.amount).toBe(26);
    const after = [await rowsOf("products", project.id), await rowsOf("skus", project.id)];
    expect(after).toEqual(before);
  });

  it("400 invalid_sku, 404 not_found: what a SKU or an id cannot be", async () => {
    const project = await newProject();
    await catalogue(project);
    const tables = ["products", "skus", "orders", "tallies"];
    const all = () => Promise.all(tables.map((table) => rowsOf(table, project.id)));
    const before = await all();
    const refused = async (item: object, status: number, key: string) =>
      failure(await project.post("/v1/orders", { items: [item] }), status, key).details;
    const sku = { source_id: "new", override: true };
    expect(await refused({ sku }, 400, "invalid_sku")).toBe(
      "A new SKU needs the product that it belongs to",
    );
    const foreign = { product_id: "prod_hat", sku_id: "sku_red", sku: { override: true } };
    expect(await refused(foreign, 400, "invalid_sku")).toBe(
      "SKU sku_red belongs to another product than prod_hat",
    );
    await refused({ product: { id: "prod_x", override: true } }, 404, "not_found");
    await refused({ sku_id: "sku_x", sku: { override: true } }, 404, "not_found");
    expect(await all()).toEqual(before);
  });

  it("10 parallel orders that change one product lose no change", async () => {
    const project = await newProject();
    await catalogue(project);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const product = { override: true, metadata: { [`k${at}`]: at } };
        return project.post("/v1/orders", { items: [{ product_id: "prod_mug", product }] });
      }),
    );
    const done = replies.filter(({ status }) => status === 200);
    const [mug] = (await rowsOf("products", project.id)).filter(({ id }) => id === "prod_mug");
    expect(Object.keys(JSON.parse(String(mug?.metadata)))).toHaveLength(1 + done.length);
  });

  it("10 parallel orders make a product once", async () => {
    const project = await newProject();
    const product = { source_id: "tee", override: true, price: 1500 };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => project.post("/v1/orders", { items: [{ product }] })),
    );
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      failure(reply, 400, "multiple_requests");
    }
    expect(await rowsOf("products", project.id)).toHaveLength(1);
    expect(await rowsOf("tallies", project.id)).toMatchObject([{ products: 1 }]);
  });
});
