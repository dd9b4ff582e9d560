import { describe, expect, it } from "vitest";
import { listOf } from "../../src/http/page";
import { Product, ProductWithSkus } from "../../src/resources/products/schema";
import { costOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import { homeDb } from "../support/places";
import { parallel } from "../support/redeeming";

const ProductList = listOf("products", ProductWithSkus);

const SHIRT = {
  source_id: "shirt",
  name: "Shirt",
  price: 1500,
  attributes: ["color", "size"],
  image_url: "https://shop.example/shirt.png",
  metadata: { brand: "Acme", year: 2026 },
};

async function create(project: TestProject, sent: object = SHIRT): Promise<Product> {
  const reply = await project.post("/v1/products", sent);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Product, reply);
}

const addSku = async (project: TestProject, product: string, sent: object = {}) =>
  (await project.post(`/v1/products/${product}/skus`, sent)).body;

const tallyOf = async (project: TestProject) => {
  const [tally] = await rowsOf("tallies", project.id);
  return { products: Number(tally?.products ?? 0), skus: Number(tally?.skus ?? 0) };
};

/** So many SKUs of a product, straight into the table. */
const crowdOfSkus = (project: TestProject, product: string, count: number) =>
  homeDb().batch([
    homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
       INSERT INTO skus (project_id, id, product_id, metadata, created_at)
       SELECT ?1, printf('sku_0%017d', i), ?2, '{}', '2026-01-01T00:00:00.000Z' FROM n`,
      )
      .bind(project.id, product, count),
    homeDb()
      .prepare("UPDATE tallies SET skus = skus + ?2 WHERE project_id = ?1")
      .bind(project.id, count),
  ]);

/** So many other products, straight into the table. */
const crowdOfProducts = (project: TestProject, from: number, to: number) =>
  homeDb()
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT ?2 + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
     INSERT INTO products (project_id, id, source_id, metadata, created_at, updated_at)
     SELECT ?1, printf('prod_0%017d', i), printf('crowd-%d', i), '{}', '2026-01-01T00:00:00.000Z',
       printf('2026-01-01T00:%02d:%02d.000Z', i / 60 % 60, i % 60) FROM n`,
    )
    .bind(project.id, from, to)
    .run();

describe("POST /v1/products", () => {
  it("200: a product without anything has every field, unset ones null", async () => {
    const project = await newProject();
    const { id, created_at, ...rest } = await create(project, {});
    expect(id).toMatch(/^prod_[0-9a-f]{18}$/);
    expect(created_at).toMatch(/Z$/);
    expect(rest).toEqual({
      source_id: null,
      name: null,
      price: null,
      attributes: [],
      image_url: null,
      metadata: {},
      updated_at: null,
      object: "product",
    });
    expect(await tallyOf(project)).toEqual({ products: 1, skus: 0 });
  });

  it("200: every field comes back as sent, unknown ones are ignored, null is absent", async () => {
    const project = await newProject();
    expect(await create(project, { ...SHIRT, colour: "red" })).toMatchObject(SHIRT);
    const nulls = Object.fromEntries(Object.keys(SHIRT).map((key) => [key, null]));
    expect(await create(project, { id: null, ...nulls })).toMatchObject({
      source_id: null,
      attributes: [],
      metadata: {},
    });
  });

  it("200: a known source id or id updates that product", async () => {
    const project = await newProject();
    const shirt = await create(project);
    const second = await create(project, {
      source_id: "shirt",
      price: 1000,
      metadata: { year: 1 },
    });
    expect(second).toEqual({
      ...shirt,
      price: 1000,
      metadata: { brand: "Acme", year: 1 },
      updated_at: second.updated_at,
    });
    expect(second.updated_at).toMatch(/Z$/);
    const third = await create(project, { id: shirt.id, source_id: "other", name: null });
    expect(third).toMatchObject({ id: shirt.id, source_id: "shirt", name: null, price: 1000 });
    expect(await tallyOf(project)).toEqual({ products: 1, skus: 0 });
  });

  it("200: ten at once with one source id make one product", async () => {
    const project = await newProject();
    const replies = await parallel(10, (at) =>
      project.post("/v1/products", { source_id: "same", metadata: { [`k${at}`]: at } }),
    );
    const done = replies.filter(({ status }) => status === 200).length;
    for (const { status, body } of replies) {
      if (status !== 200) expect(body.key).toBe("multiple_requests");
    }
    const rows = await rowsOf("products", project.id);
    expect(rows).toHaveLength(1);
    expect(Object.keys(JSON.parse(String(rows[0]?.metadata)))).toHaveLength(done);
    expect(await tallyOf(project)).toEqual({ products: 1, skus: 0 });
  });

  it("400: malformed fields name the property, and nothing is written", async () => {
    const project = await newProject();
    const cases: [object, string][] = [
      [
        { price: 9.5 },
        "Property .price must be integer: amounts are in minor units of the currency, so that 26.99 is sent as 2699",
      ],
      [{ price: -1 }, "Property .price must be >= 0"],
      [{ price: "1,00" }, "Property .price must be number"],
      [{ attributes: "color" }, "Property .attributes must be array"],
      [{ attributes: [1] }, "Property .attributes[0] must be string"],
      [{ name: 5 }, "Property .name must be string"],
      [{ metadata: [] }, "Property .metadata must be object"],
      [{ source_id: "a\nb" }, "Property .source_id must be text without control characters"],
    ];
    for (const [sent, details] of cases) {
      const reply = await project.post("/v1/products", sent);
      failure(reply, 400, "invalid_payload");
      expect(reply.body.details).toBe(details);
    }
    expect(await rowsOf("products", project.id)).toEqual([]);
  });

  it("400: metadata against the project's schema, on writing it only", async () => {
    const project = await newProject();
    const shirt = await create(project);
    const made = await project.post(`/management/v1/projects/${project.id}/metadata-schemas`, {
      related_object: "product",
      properties: { year: { type: "number" } },
    });
    expect(made.status).toBe(200);
    const wrong = { metadata: { year: "last" } };
    failure(await project.post("/v1/products", wrong), 400, "metadata_validation_failed");
    failure(await project.put("/v1/products/shirt", wrong), 400, "metadata_validation_failed");
    expect((await project.put("/v1/products/shirt", { price: 7 })).status).toBe(200);
    const rows = await rowsOf("products", project.id);
    expect(rows).toMatchObject([{ id: shirt.id, metadata: JSON.stringify(SHIRT.metadata) }]);
  });

  it("404: an unknown id and one of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const foreign = await create(other);
    for (const id of ["prod_unknown", foreign.id]) {
      const reply = await project.post("/v1/products", { id, name: "Mine" });
      failure(reply, 404, "not_found");
      expect(reply.body.details).toBe(`Cannot find product with id ${id}`);
    }
    expect(await rowsOf("products", project.id)).toEqual([]);
    expect((await other.get(`/v1/products/${foreign.id}`)).body.name).toBe("Shirt");
  });
});

describe("GET /v1/products/{productId}", () => {
  it("200: by id and by percent-encoded source id, whose first SKUs and their number the list tells", async () => {
    const project = await newProject();
    const { id } = await create(project, { source_id: "shop/shirt 1" });
    await create(project, { source_id: "other" });
    await addSku(project, "other", { sku: "Foreign" });
    const small = await addSku(project, id, { source_id: "s", sku: "S", price: 100 });
    const large = await addSku(project, id, { attributes: { size: "L" }, metadata: { a: 1 } });
    for (const name of [id, encodeURIComponent("shop/shirt 1")]) {
      const reply = await project.get(`/v1/products/${name}`);
      expect(parsed(Product, reply)).toMatchObject({ id, source_id: "shop/shirt 1" });
      expect(costOf(reply).roundTrips).toBe(1);
    }
    const { products } = parsed(ProductList, await project.get("/v1/products"));
    expect(products.find((each) => each.id === id)?.skus).toEqual({
      object: "list",
      data_ref: "data",
      data: [small, large].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      total: 2,
    });
  });

  it("200: of many SKUs ten are shown and all are counted", async () => {
    const project = await newProject();
    const { id } = await create(project);
    await crowdOfSkus(project, id, 25);
    const { products } = parsed(ProductList, await project.get("/v1/products"));
    expect(products[0]?.skus.data).toHaveLength(10);
    expect(products[0]?.skus.total).toBe(25);
  });

  it("404: unknown, and of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const foreign = await create(other);
    for (const name of ["nothing", foreign.id, "shirt"]) {
      failure(await project.get(`/v1/products/${name}`), 404, "not_found");
    }
  });
});

describe("GET /v1/products", () => {
  const names = async (project: TestProject, query: string) => {
    const reply = await project.get(`/v1/products${query}`);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const { products, total } = parsed(ProductList, reply);
    return { names: products.map(({ source_id }) => source_id), total };
  };

  it("200: pages in every order, with the total of all", async () => {
    const project = await newProject();
    expect(await names(project, "")).toEqual({ names: [], total: 0 });
    for (const source_id of ["a", "b", "c"]) await create(project, { source_id });
    await project.put("/v1/products/b", { price: 1 });
    await project.put("/v1/products/a", { price: 1 });
    expect(await names(project, "")).toEqual({ names: ["c", "b", "a"], total: 3 });
    expect(await names(project, "?order=created_at&limit=2")).toEqual({
      names: ["a", "b"],
      total: 3,
    });
    expect((await names(project, "?limit=2&page=2")).names).toEqual(["a"]);
    expect((await names(project, "?order=-updated_at")).names).toEqual(["a", "b", "c"]);
    expect((await names(project, "?order=updated_at")).names).toEqual(["c", "b", "a"]);
  });

  it("200: those whose name, id or source id is asked for", async () => {
    const project = await newProject();
    const shirt = await create(project, { source_id: "a", name: "Red shirt" });
    await create(project, { source_id: "b", name: "Red hat" });
    await create(project, { source_id: "c", name: "Blue shirt" });
    const of = (field: string, condition: string) => `?filters[${field}][conditions]${condition}`;
    const red = of("name", "[$contains]=Red");
    expect(await names(project, red)).toEqual({ names: ["b", "a"], total: 2 });
    expect((await names(project, `${red}&order=created_at&limit=1`)).names).toEqual(["a"]);
    expect((await names(project, of("source_id", "[$is]=c"))).names).toEqual(["c"]);
    expect((await names(project, of("id", `[$is]=${shirt.id}`))).names).toEqual(["a"]);
  });

  it("400: what it does not know", async () => {
    const project = await newProject();
    const field = "filters[colour][conditions][$is]=1";
    for (const query of ["limit=0", "limit=101", "page=0", field]) {
      failure(await project.get(`/v1/products?${query}`), 400, "invalid_query_params");
    }
  });

  it("200: the rows read do not grow with the number of products", async () => {
    const project = await newProject();
    await create(project);
    const paths = ["", "/shirt", "?limit=20&page=2", "?order=-updated_at", "?order=updated_at"];
    const read = async () => {
      const costs = [];
      for (const path of paths) costs.push(costOf(await project.get(`/v1/products${path}`)));
      return costs.map(({ roundTrips, read: rows }) => [roundTrips, rows]);
    };
    await crowdOfProducts(project, 0, 100);
    await read();
    const before = await read();
    await crowdOfProducts(project, 100, 3000);
    expect(await read()).toEqual(before);
    expect(before.map(([roundTrips]) => roundTrips)).toEqual([1, 1, 1, 1, 1]);
  });
});

describe("PUT /v1/products/{productId}", () => {
  it("200: absent keeps, null clears, metadata merges, identity stays", async () => {
    const project = await newProject();
    const shirt = await create(project);
    const reply = await project.put("/v1/products/shirt", {
      source_id: "renamed",
      name: null,
      attributes: ["size"],
      metadata: { year: null, color: "red" },
    });
    const changed = parsed(Product, reply);
    expect(changed).toEqual({
      ...shirt,
      name: null,
      attributes: ["size"],
      metadata: { brand: "Acme", color: "red" },
      updated_at: changed.updated_at,
    });
    const { skus: _, ...stored } = (await project.get(`/v1/products/${shirt.id}`)).body;
    expect(stored).toEqual(changed);
    const bare = { attributes: null, metadata: null, price: null, image_url: null };
    expect((await project.put("/v1/products/shirt", bare)).body).toMatchObject({
      attributes: [],
      metadata: {},
      price: null,
      image_url: null,
    });
  });

  it("404: unknown, and of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const foreign = await create(other);
    for (const name of ["nothing", foreign.id]) {
      failure(await project.put(`/v1/products/${name}`, { name: "Mine" }), 404, "not_found");
    }
    expect((await other.get(`/v1/products/${foreign.id}`)).body.name).toBe("Shirt");
  });
});

describe("DELETE /v1/products/{productId}", () => {
  it.each(["", "?force=true", "?force=false"])(
    "204%s: its SKUs and memberships go",
    async (query) => {
      const project = await newProject();
      const { id } = await create(project);
      const kept = await create(project, { source_id: "kept" });
      const sku = await addSku(project, id, { source_id: "s" });
      await addSku(project, "kept", { source_id: "kept-s" });
      const products = [
        { id, object: "product" },
        { id: kept.id, object: "product" },
        { id: sku.id, object: "sku", product_id: id },
      ];
      const collection = await project.post("/v1/product-collections", { name: "C", products });
      expect((await project.delete(`/v1/products/shirt${query}`)).status).toBe(204);
      failure(await project.get(`/v1/products/${id}`), 404, "not_found");
      failure(await project.get("/v1/skus/s"), 404, "not_found");
      expect((await project.get("/v1/skus/kept-s")).status).toBe(200);
      const left = await project.get(`/v1/product-collections/${collection.body.id}`);
      expect(left.body.products).toEqual([{ id: kept.id, object: "product" }]);
      expect(await tallyOf(project)).toEqual({ products: 1, skus: 1 });
      expect((await create(project)).id).not.toBe(id);
      await expectSound(project.id);
    },
  );

  it("204: a thousand SKUs go with it, and 400: one more do not", async () => {
    const project = await newProject();
    const { id } = await create(project);
    await crowdOfSkus(project, id, 1000);
    const last = await addSku(project, id);
    const before = await rowsOf("products", project.id);
    const reply = await project.delete("/v1/products/shirt");
    failure(reply, 400, "resource_in_use");
    expect(reply.body).toMatchObject({ resource_id: id, related_object_type: "sku" });
    expect(reply.body.related_object_ids).toHaveLength(100);
    expect(await rowsOf("products", project.id)).toEqual(before);
    expect(await tallyOf(project)).toEqual({ products: 1, skus: 1001 });
    await project.delete(`/v1/products/${id}/skus/${last.id}`);
    expect((await project.delete("/v1/products/shirt")).status).toBe(204);
    expect(await rowsOf("skus", project.id)).toEqual([]);
    expect(await tallyOf(project)).toEqual({ products: 0, skus: 0 });
  });

  it("204 or 404: at once with new SKUs, none is left behind", async () => {
    const project = await newProject();
    const { id } = await create(project);
    // Some read the product while it is there and write when it is not.
    const adding = async () => {
      const statuses = [];
      for (let at = 0; at < 8; at++) {
        statuses.push((await project.post(`/v1/products/${id}/skus`, {})).status);
      }
      return statuses;
    };
    const deleting = async () => {
      for (let at = 0; at < 8; at++) {
        if ((await project.delete(`/v1/products/${id}`)).status === 204) return;
      }
    };
    const [added] = await Promise.all([parallel(8, adding), deleting()]);
    for (const status of added.flat()) expect([200, 400, 404]).toContain(status);
    await project.delete(`/v1/products/${id}`);
    expect(await rowsOf("skus", project.id)).toEqual([]);
    expect(await tallyOf(project)).toEqual({ products: 0, skus: 0 });
    await expectSound(project.id);
  });

  it("404: unknown, and of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const foreign = await create(other);
    for (const name of ["nothing", foreign.id]) {
      failure(await project.delete(`/v1/products/${name}`), 404, "not_found");
    }
    expect(await rowsOf("products", other.id)).toHaveLength(1);
  });
});
