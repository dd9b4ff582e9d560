import { describe, expect, it } from "vitest";
import { listOf } from "../../src/http/page";
import { Sku } from "../../src/resources/products/skus/schema";
import { costOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";

const SkuList = listOf("skus", Sku);

const SMALL = {
  source_id: "shirt-s",
  sku: "Shirt S",
  price: 1400,
  currency: "EUR",
  attributes: { size: "S", rank: 1 },
  image_url: "",
  metadata: { shelf: 3 },
};

/** A project with the products `shirt` and `hat`. */
async function shop(): Promise<TestProject> {
  const project = await newProject();
  for (const source_id of ["shirt", "hat"]) await project.post("/v1/products", { source_id });
  return project;
}

async function create(project: TestProject, sent: object = SMALL, product = "shirt") {
  const reply = await project.post(`/v1/products/${product}/skus`, sent);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Sku, reply);
}

const total = async (project: TestProject) =>
  Number((await rowsOf("tallies", project.id))[0]?.skus ?? 0);

describe("POST /v1/products/{productId}/skus", () => {
  it("200: every field comes back as sent; what is unset is null", async () => {
    const project = await shop();
    const product = (await project.get("/v1/products/shirt")).body;
    const { id, created_at, ...rest } = await create(project);
    expect(id).toMatch(/^sku_[0-9a-f]{18}$/);
    expect(created_at).toMatch(/Z$/);
    expect(rest).toEqual({ ...SMALL, product_id: product.id, updated_at: null, object: "sku" });
    expect(await create(project, {}, product.id)).toMatchObject({
      source_id: null,
      sku: null,
      price: null,
      currency: null,
      attributes: {},
      image_url: null,
      metadata: {},
    });
    expect(await total(project)).toBe(2);
  });

  it("200: a known source id or id updates that SKU", async () => {
    const project = await shop();
    const small = await create(project);
    const again = await create(project, { source_id: "shirt-s", price: 1, metadata: { a: 1 } });
    expect(again).toEqual({
      ...small,
      price: 1,
      metadata: { shelf: 3, a: 1 },
      updated_at: again.updated_at,
    });
    expect((await create(project, { id: small.id, price: 2 })).id).toBe(small.id);
    expect(await total(project)).toBe(1);
  });

  it("400: a SKU never moves to another product", async () => {
    const project = await shop();
    const small = await create(project);
    for (const sent of [{ source_id: "shirt-s" }, { id: small.id }]) {
      const reply = await project.post("/v1/products/hat/skus", { ...sent, price: 1 });
      failure(reply, 400, "invalid_sku");
      expect(reply.body.details).toBe(`SKU shirt-s belongs to product ${small.product_id}`);
    }
    expect((await project.get(`/v1/skus/${small.id}`)).body).toEqual(small);
  });

  it("400: malformed fields", async () => {
    const project = await shop();
    const cases: [object, string][] = [
      [
        { price: 1.5 },
        "Property .price must be integer: amounts are in minor units of the currency, so that 26.99 is sent as 2699",
      ],
      [{ currency: "euro" }, "Property .currency must be a three-letter currency code"],
      [{ attributes: ["S"] }, "Property .attributes must be object"],
      [{ sku: 7 }, "Property .sku must be string"],
    ];
    for (const [sent, details] of cases) {
      const reply = await project.post("/v1/products/shirt/skus", sent);
      failure(reply, 400, "invalid_payload");
      expect(reply.body.details).toBe(details);
    }
    expect(await rowsOf("skus", project.id)).toEqual([]);
  });

  it("404: unknown products and ids, also of another project", async () => {
    const [project, other] = [await shop(), await shop()];
    const foreign = await create(other);
    const cases: [string, object, string][] = [
      ["nothing", {}, "Cannot find product with id nothing"],
      [foreign.product_id, {}, `Cannot find product with id ${foreign.product_id}`],
      ["shirt", { id: "sku_unknown" }, "Cannot find sku with id sku_unknown"],
      ["shirt", { id: foreign.id }, `Cannot find sku with id ${foreign.id}`],
    ];
    for (const [product, sent, details] of cases) {
      const reply = await project.post(`/v1/products/${product}/skus`, sent);
      failure(reply, 404, "not_found");
      expect(reply.body.details).toBe(details);
    }
    expect(await rowsOf("skus", project.id)).toEqual([]);
  });
});

describe("GET SKUs", () => {
  it("200: one by id and by source id", async () => {
    const project = await shop();
    const small = await create(project);
    for (const name of [small.id, "shirt-s"]) {
      const reply = await project.get(`/v1/skus/${name}`);
      expect(parsed(Sku, reply)).toEqual(small);
      expect(costOf(reply).roundTrips).toBe(1);
      expect(costOf(reply).read).toBeLessThanOrEqual(2);
    }
  });

  it("200: those of a product in pages, by id or source id of the product", async () => {
    const project = await shop();
    const { product_id } = await create(project, { source_id: "a" });
    for (const source_id of ["b", "c"]) await create(project, { source_id });
    await create(project, { source_id: "hat-s" }, "hat");
    const names = async (product: string, query: string) => {
      const reply = await project.get(`/v1/products/${product}/skus${query}`);
      const list = parsed(SkuList, reply);
      expect(costOf(reply).roundTrips).toBe(1);
      return { names: list.skus.map(({ source_id }) => source_id), total: list.total };
    };
    expect(await names("shirt", "")).toEqual({ names: ["c", "b", "a"], total: 3 });
    expect(await names(product_id, "?order=created_at&limit=2")).toEqual({
      names: ["a", "b"],
      total: 3,
    });
    expect((await names("shirt", "?limit=2&page=2")).names).toEqual(["a"]);
    expect(await names("hat", "")).toEqual({ names: ["hat-s"], total: 1 });
  });

  it("404: unknown products and SKUs", async () => {
    const [project, other] = [await shop(), await shop()];
    const foreign = await create(other);
    for (const path of ["/v1/products/nothing/skus", "/v1/skus/nothing"]) {
      failure(await project.get(path), 404, "not_found");
    }
    failure(await project.get(`/v1/skus/${foreign.id}`), 404, "not_found");
    failure(await project.get(`/v1/products/${foreign.product_id}/skus`), 404, "not_found");
  });
});

describe("PUT and DELETE /v1/products/{productId}/skus/{skuId}", () => {
  it("200: absent keeps, null clears, metadata merges, identity and product stay", async () => {
    const project = await shop();
    const small = await create(project);
    const reply = await project.put("/v1/products/shirt/skus/shirt-s", {
      source_id: "renamed",
      product_id: "prod_other",
      sku: null,
      attributes: { size: "M" },
      metadata: { shelf: null, row: 2 },
    });
    const changed = parsed(Sku, reply);
    expect(changed).toEqual({
      ...small,
      sku: null,
      attributes: { size: "M" },
      metadata: { row: 2 },
      updated_at: changed.updated_at,
    });
    expect((await project.get(`/v1/skus/${small.id}`)).body).toEqual(changed);
  });

  it("204: the SKU and its memberships go", async () => {
    const project = await shop();
    const small = await create(project);
    const products = [{ id: small.id, object: "sku" }];
    const { body } = await project.post("/v1/product-collections", { name: "C", products });
    expect((await project.delete("/v1/products/shirt/skus/shirt-s?force=true")).status).toBe(204);
    failure(await project.get(`/v1/skus/${small.id}`), 404, "not_found");
    const left = await project.get(`/v1/product-collections/${body.id}`);
    expect(left.body.products).toEqual([]);
    expect(await total(project)).toBe(0);
    expect((await create(project)).id).not.toBe(small.id);
  });

  it("404: under another product, unknown, and of another project", async () => {
    const [project, other] = [await shop(), await shop()];
    const small = await create(project);
    const foreign = await create(other);
    const paths = [
      `/v1/products/hat/skus/${small.id}`,
      "/v1/products/shirt/skus/nothing",
      "/v1/products/nothing/skus/shirt-s",
      `/v1/products/${foreign.product_id}/skus/${foreign.id}`,
    ];
    for (const path of paths) {
      failure(await project.put(path, { price: 1 }), 404, "not_found");
      failure(await project.delete(path), 404, "not_found");
    }
    expect((await project.get(`/v1/skus/${small.id}`)).body).toEqual(small);
    expect((await other.get(`/v1/skus/${foreign.id}`)).body).toEqual(foreign);
  });
});
