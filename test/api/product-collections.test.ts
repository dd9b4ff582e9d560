import { describe, expect, it } from "vitest";
import { listOf } from "../../src/http/page";
import { CollectionItems, ProductCollection } from "../../src/resources/product-collections/schema";
import { costOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { sendPausing } from "../support/faults";
import { homeDb } from "../support/places";

const CollectionList = listOf("data", ProductCollection);

interface Shop {
  project: TestProject;
  shirt: string;
  hat: string;
  small: string;
}

/** A project with a shirt of 15.00 that has one SKU of 14.00, and a hat without a price. */
async function shop(): Promise<Shop> {
  const project = await newProject();
  const made = async (path: string, sent: object) => (await project.post(path, sent)).body.id;
  const shirt = await made("/v1/products", {
    source_id: "shirt",
    name: "Shirt",
    price: 1500,
    attributes: ["size"],
    metadata: { brand: "Acme" },
  });
  const hat = await made("/v1/products", { source_id: "hat", name: "Hat" });
  const sent = { source_id: "small", sku: "Small", price: 1400, attributes: { size: "S" } };
  const small = await made("/v1/products/shirt/skus", sent);
  return { project, shirt, hat, small };
}

async function create(project: TestProject, sent: object): Promise<ProductCollection> {
  const reply = await project.post("/v1/product-collections", { name: "Things", ...sent });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(ProductCollection, reply);
}

async function items(project: TestProject, id: string, query = "") {
  const reply = await project.get(`/v1/product-collections/${id}/products${query}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const list = parsed(CollectionItems, reply);
  return { ...list, cost: costOf(reply), names: list.data.map(({ source_id }) => source_id) };
}

/** So many products, straight into the table; every tenth costs 1.00, the others 2.00. */
const crowd = (project: TestProject, from: number, to: number) =>
  homeDb()
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT ?2 + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
     INSERT INTO products (project_id, id, source_id, price, metadata, created_at)
     SELECT ?1, printf('prod_0%017d', i), printf('crowd-%d', i), iif(i % 10 = 0, 100, 200), '{}',
       '2026-01-01T00:00:00.000Z' FROM n`,
    )
    .bind(project.id, from, to)
    .run();

const cheap = { price: { conditions: { $less_than: [1500] } } };

describe("POST /v1/product-collections", () => {
  it("200: a static collection lists products and SKUs, each once", async () => {
    const { project, shirt, hat, small } = await shop();
    const made = await create(project, {
      type: "STATIC",
      products: [
        { id: small, object: "sku", product_id: shirt },
        { id: shirt, object: "product" },
        { id: hat },
        { id: hat, object: "product" },
      ],
    });
    const { id, created_at, ...rest } = made;
    expect(id).toMatch(/^pc_[0-9A-Za-z]{24}$/);
    expect(created_at).toMatch(/Z$/);
    expect(rest).toEqual({
      name: "Things",
      type: "STATIC",
      products: [
        { id: shirt, object: "product" },
        { id: hat, object: "product" },
        { id: small, object: "sku", product_id: shirt },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      object: "products_collection",
    });
    expect((await project.get(`/v1/product-collections/${id}`)).body).toEqual(made);
  });

  it("200: a collection with a filter keeps it; a list or a filter alone says the type", async () => {
    const { project } = await shop();
    const made = await create(project, { type: "AUTO_UPDATE", filter: cheap });
    expect(made).toMatchObject({ type: "AUTO_UPDATE", filter: { junction: "and", ...cheap } });
    expect(made).not.toHaveProperty("products");
    expect((await project.get(`/v1/product-collections/${made.id}`)).body).toEqual(made);
    expect(await create(project, { filter: cheap })).toMatchObject({ type: "AUTO_UPDATE" });
    expect(await create(project, {})).toMatchObject({ type: "STATIC", products: [] });
  });

  it("400: malformed ones name the property, and nothing is written", async () => {
    const { project, small, hat } = await shop();
    const of = (filter: object) => ({ type: "AUTO_UPDATE", filter });
    const many = Array.from({ length: 1001 }, () => ({ id: hat }));
    const cases: [object, string, string][] = [
      [{ name: "" }, "invalid_payload", "Property .name must NOT have fewer than 1 characters"],
      [{ type: "DYNAMIC" }, "invalid_payload", "Property .type must be equal to one of"],
      [{ type: "AUTO_UPDATE" }, "invalid_payload", "must have required property 'filter'"],
      [of({}), "invalid_payload", "Property .filter must name a field"],
      [of({ skus: { conditions: { $count: [1] } } }), "invalid_payload", ".filter.skus is not a"],
      [of({ price: { conditions: { $more_than: ["x"] } } }), "invalid_payload", ".filter.price"],
      [{ products: [{ object: "product" }] }, "invalid_payload", "required property 'id'"],
      [{ products: many }, "invalid_payload", "Property .products must NOT have more than 1000"],
      [
        { type: "STATIC", filter: cheap },
        "invalid_payload",
        "Property .filter must NOT be sent for a collection of type STATIC",
      ],
      ...[{ filter: cheap }, of(cheap)].map((sent): [object, string, string] => [
        { ...sent, products: [{ id: hat }] },
        "invalid_payload",
        "Property .products must NOT be sent for a collection of type AUTO_UPDATE",
      ]),
      [
        { products: [{ id: small, object: "sku", product_id: hat }] },
        "invalid_sku",
        `SKU ${small} belongs to product`,
      ],
    ];
    for (const [sent, key, details] of cases) {
      const reply = await project.post("/v1/product-collections", { name: "C", ...sent });
      failure(reply, 400, key);
      expect(reply.body.details).toContain(details);
    }
    expect(await rowsOf("product_collections", project.id)).toEqual([]);
    expect(await rowsOf("product_collection_members", project.id)).toEqual([]);
  });

  it("404: unknown members, of the wrong kind, and of another project", async () => {
    const [{ project, shirt, small }, other] = [await shop(), await shop()];
    const cases: [object, string][] = [
      [{ id: "prod_unknown" }, "Cannot find product with id prod_unknown"],
      [{ id: other.shirt }, `Cannot find product with id ${other.shirt}`],
      [{ id: small, object: "product" }, `Cannot find product with id ${small}`],
      [{ id: shirt, object: "sku" }, `Cannot find sku with id ${shirt}`],
      [{ id: other.small, object: "sku" }, `Cannot find sku with id ${other.small}`],
    ];
    for (const [member, details] of cases) {
      const products = [{ id: shirt }, member];
      const reply = await project.post("/v1/product-collections", { name: "C", products });
      failure(reply, 404, "not_found");
      expect(reply.body.details).toBe(details);
    }
    expect(await rowsOf("product_collections", project.id)).toEqual([]);
  });
});

describe("GET and DELETE /v1/product-collections", () => {
  it("200: pages, newest first, with the total of all", async () => {
    const { project, shirt } = await shop();
    await create(project, { name: "a", products: [{ id: shirt }] });
    await create(project, { name: "b", filter: cheap });
    await create(project, { name: "c" });
    const page = async (query: string) => {
      const reply = await project.get(`/v1/product-collections${query}`);
      const { data, total } = parsed(CollectionList, reply);
      expect(costOf(reply).roundTrips).toBe(1);
      return { names: data.map(({ name }) => name), total };
    };
    expect(await page("")).toEqual({ names: ["c", "b", "a"], total: 3 });
    expect(await page("?order=created_at&limit=2")).toEqual({ names: ["a", "b"], total: 3 });
    expect(await page("?limit=2&page=2")).toEqual({ names: ["a"], total: 3 });
    failure(await project.get("/v1/product-collections?page=101"), 400, "invalid_query_params");
  });

  it("204: what it held stays; then 404, as for another project's", async () => {
    const [{ project, shirt }, other] = [await shop(), await shop()];
    const mine = await create(project, { products: [{ id: shirt }] });
    const foreign = await create(other.project, { products: [{ id: other.shirt }] });
    expect((await project.delete(`/v1/product-collections/${mine.id}`)).status).toBe(204);
    for (const id of [mine.id, foreign.id]) {
      const path = `/v1/product-collections/${id}`;
      failure(await project.get(path), 404, "not_found");
      failure(await project.get(`${path}/products`), 404, "not_found");
      failure(await project.delete(path), 404, "not_found");
    }
    expect(await rowsOf("product_collection_members", project.id)).toEqual([]);
    expect((await project.get(`/v1/products/${shirt}`)).status).toBe(200);
    expect((await items(other.project, foreign.id)).names).toEqual(["shirt"]);
    expect((await project.get("/v1/product-collections")).body.total).toBe(0);
  });
});

describe("DELETE /v1/product-collections/{id}: named by rules", () => {
  const ruleOf = async (project: TestProject, body: object): Promise<string> => {
    const reply = await project.post("/v1/validation-rules", { name: "Named", ...body });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body.id;
  };
  const one = (id: string) => ({ object: "products_collection", id });
  const conditions = (id: string) => ({
    1: {
      name: "order.items.any",
      conditions: { $is: [one(id)] },
      rules: {},
    },
  });

  it.each([
    ["in a condition", (id: string) => ({ rules: conditions(id) })],
    [
      "in what it reaches",
      (id: string) => ({ applicable_to: { included: [one(id)], excluded: [] } }),
    ],
    [
      "in what it leaves out",
      (id: string) => ({ applicable_to: { included: [], excluded: [one(id)] } }),
    ],
    [
      "in a bundle",
      (id: string) => ({
        bundle_rules: {
          1: {
            name: "order.items.any",
            conditions: { $is: [{ ...one(id), type: "products_collection" }] },
            rules: {
              1: { name: "order.items.aggregated_quantity", conditions: { $is: [2] } },
            },
          },
        },
      }),
    ],
  ])("400 resource_in_use: %s, and nothing changes", async (_, naming) => {
    const { project, shirt } = await shop();
    const { id } = await create(project, { products: [{ id: shirt }] });
    const other = await create(project, {});
    const rule = await ruleOf(project, naming(id));
    const refused = await project.delete(`/v1/product-collections/${id}`);
    expect(failure(refused, 400, "resource_in_use")).toMatchObject({
      details: `Resource products_collection with id ${id} is in use by validation_rules with ids [${rule}]`,
      resource_id: id,
      resource_type: "products_collection",
      related_object_ids: [rule],
      related_object_type: "validation_rules",
      related_object_total: 1,
    });
    expect((await items(project, id)).names).toEqual(["shirt"]);
    expect((await project.get("/v1/product-collections")).body.total).toBe(2);
    expect((await project.delete(`/v1/product-collections/${other.id}`)).status).toBe(204);
  });

  it("204: once the rules name another, or are gone", async () => {
    const { project } = await shop();
    const [first, second] = [await create(project, {}), await create(project, {})];
    const remove = async (id: string) =>
      (await project.delete(`/v1/product-collections/${id}`)).status;
    const rules = [
      await ruleOf(project, { rules: conditions(first.id) }),
      await ruleOf(project, { applicable_to: { included: [one(first.id)] } }),
    ];
    const refused = await project.delete(`/v1/product-collections/${first.id}`);
    expect(refused.body.related_object_ids.toSorted()).toEqual(rules.toSorted());
    await project.delete(`/v1/validation-rules/${rules[1]}`);
    expect(await remove(first.id)).toBe(400);
    await project.put(`/v1/validation-rules/${rules[0]}`, { name: "Renamed" });
    expect(await remove(first.id)).toBe(400);
    await project.put(`/v1/validation-rules/${rules[0]}`, { rules: conditions(second.id) });
    expect([await remove(first.id), await remove(second.id)]).toEqual([204, 400]);
    await project.put(`/v1/validation-rules/${rules[0]}`, { rules: {} });
    expect(await remove(second.id)).toBe(204);
    expect(await rowsOf("validation_rules_collections", project.id)).toEqual([]);
  });

  it("400: named by a rule that is made between reading and writing", async () => {
    const { project } = await shop();
    const { id } = await create(project, {});
    const request = { method: "DELETE", path: `/v1/product-collections/${id}` };
    await sendPausing(project, { ...request, path: "/v1/product-collections/none" }, {});
    let made: string | null = null;
    const reply = await sendPausing(project, request, {
      before: async (batch) => {
        if (batch === 2) made = await ruleOf(project, { rules: conditions(id) });
      },
    });
    expect(failure(reply, 400, "resource_in_use").related_object_ids).toEqual([made]);
    expect((await project.get(`/v1/product-collections/${id}`)).status).toBe(200);
  });

  it("reads no more rows with 1,000 rules of other collections", async () => {
    const { project } = await shop();
    const { id } = await create(project, {});
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       INSERT INTO validation_rules_collections (project_id, collection_id, rule_id)
       SELECT ?1, printf('pc_%d', i), printf('val_%d', i) FROM n`,
      )
      .bind(project.id)
      .run();
    const reply = await project.delete(`/v1/product-collections/${id}`);
    expect(reply.status).toBe(204);
    expect(costOf(reply).roundTrips).toBe(2);
    expect(costOf(reply).read).toBeLessThan(20);
  });
});

describe("GET /v1/product-collections/{id}/products", () => {
  it("200: products before SKUs, each SKU with its product", async () => {
    const { project, shirt, hat, small } = await shop();
    const products = [{ id: small, object: "sku" }, { id: hat }, { id: shirt }];
    const { id } = await create(project, { products });
    const list = await items(project, id);
    const { skus: _, ...product } = (await project.get("/v1/products/shirt")).body;
    const sku = (await project.get("/v1/skus/small")).body;
    expect(list.data).toHaveLength(3);
    expect(list.data).toContainEqual(product);
    expect(list.data[2]).toEqual({ ...sku, product });
    expect(list).toMatchObject({ total: 3, has_more: false });
    expect(list).not.toHaveProperty("more_starting_after");
  });

  it("200: a static collection in pages and after an id", async () => {
    const { project, shirt, hat, small } = await shop();
    const sorted = [shirt, hat].toSorted((a, b) => (a < b ? -1 : 1));
    const products = [{ id: small, object: "sku" }, { id: hat }, { id: shirt }];
    const { id } = await create(project, { products });
    const first = await items(project, id, "?limit=2");
    expect(first.data.map((each) => each.id)).toEqual(sorted);
    expect(first).toMatchObject({ total: 3, has_more: true, more_starting_after: sorted[1] });
    expect((await items(project, id, "?limit=2&page=2")).names).toEqual(["small"]);
    const next = await items(project, id, `?limit=2&starting_after_id=${sorted[1]}`);
    expect(next.names).toEqual(["small"]);
    expect(next).toMatchObject({ total: 1, has_more: false });
    failure(
      await project.get(`/v1/product-collections/${id}/products?limit=0`),
      400,
      "invalid_query_params",
    );
  });

  it("200: a filter takes products and SKUs as they are now", async () => {
    const { project } = await shop();
    const { id } = await create(project, { filter: cheap });
    expect(await items(project, id)).toMatchObject({ names: ["small"], total: 1, has_more: false });
    await project.put("/v1/products/hat", { price: 1000 });
    expect((await items(project, id)).names).toEqual(["hat", "small"]);
    await project.put("/v1/products/shirt/skus/small", { price: 1600 });
    expect((await items(project, id)).names).toEqual(["hat"]);
    await project.delete("/v1/products/hat");
    expect(await items(project, id)).toMatchObject({ names: [], total: 0 });
  });

  it.each([
    ["name", { name: { conditions: { $starts_with: ["S"] } } }, ["shirt"]],
    ["metadata", { "metadata.brand": { conditions: { $is: ["Acme"] } } }, ["shirt"]],
    [
      "attributes",
      { attributes: { conditions: { $contains: ["size", "S"] } } },
      ["shirt", "small"],
    ],
    ["no price", { price: { conditions: { $is_unknown: true } } }, ["hat"]],
    ["kind", { object: { conditions: { $is: ["sku"] } } }, ["small"]],
    [
      "one of two",
      {
        junction: "OR",
        source_id: { conditions: { $is: ["hat"] } },
        price: { conditions: { $is: [1400] } },
      },
      ["hat", "small"],
    ],
  ])("200: by %s", async (_, filter, expected) => {
    const { project } = await shop();
    const { id } = await create(project, { filter });
    expect((await items(project, id)).names).toEqual(expected);
  });

  it("200: pages of a filter", async () => {
    const project = await newProject();
    await crowd(project, 0, 100);
    const { id } = await create(project, { filter: { price: { conditions: { $is: [100] } } } });
    const first = await items(project, id, "?limit=4");
    expect(first.names).toEqual(["crowd-10", "crowd-20", "crowd-30", "crowd-40"]);
    expect(first).toMatchObject({ total: 10, has_more: true });
    expect((await items(project, id, "?limit=4&page=3")).names).toEqual(["crowd-90", "crowd-100"]);
    const rest = await items(
      project,
      id,
      `?limit=100&starting_after_id=${first.more_starting_after}`,
    );
    expect(rest.names[0]).toBe("crowd-50");
    expect(rest).toMatchObject({ total: 6, has_more: false });
  });

  it("200: a filter looks through a bounded part of the catalogue, and says how to go on", async () => {
    const project = await newProject();
    await crowd(project, 0, 6000);
    const last = { source_id: { conditions: { $in: ["crowd-4", "crowd-5990"] } } };
    const { id } = await create(project, { filter: last });
    await items(project, id);
    const first = await items(project, id);
    expect(first).toMatchObject({ names: ["crowd-4"], total: 1, has_more: true });
    const rest = await items(project, id, `?starting_after_id=${first.more_starting_after}`);
    expect(rest).toMatchObject({ names: ["crowd-5990"], total: 1, has_more: false });
    await crowd(project, 6000, 12_000);
    const later = await items(project, id);
    expect(later.cost.read).toBe(first.cost.read);
    expect(later.names).toEqual(["crowd-4"]);
  });

  it("200: it reads large metadata in parts too", async () => {
    const project = await newProject();
    const metadata = { text: "x".repeat(900_000) };
    for (let at = 0; at < 12; at++) {
      await project.post("/v1/products", { source_id: `large-${at}`, metadata });
    }
    const { id } = await create(project, {
      filter: { source_id: { conditions: { $is: ["large-11"] } } },
    });
    const first = await items(project, id);
    expect(first).toMatchObject({ names: [], total: 0, has_more: true });
    const rest = await items(project, id, `?starting_after_id=${first.more_starting_after}`);
    expect(rest).toMatchObject({ names: ["large-11"], total: 1, has_more: false });
  });
});

describe("PUT /v1/product-collections/{productCollectionId}", () => {
  const change = (project: TestProject, id: string, body: object) =>
    project.put(`/v1/product-collections/${id}`, body);

  it("200: renames a list, which keeps what it holds", async () => {
    const { project, shirt } = await shop();
    const made = await create(project, { products: [{ id: shirt }] });
    const reply = await change(project, made.id, { name: "Tops", type: "STATIC" });
    expect(parsed(ProductCollection, reply)).toEqual({
      ...made,
      name: "Tops",
      updated_at: expect.stringMatching(/Z$/),
    });
    expect((await project.get(`/v1/product-collections/${made.id}`)).body).toEqual(reply.body);
    expect((await change(project, made.id, { name: "Tops" })).body).toEqual(reply.body);
  });

  it("200: another filter holds from then on", async () => {
    const { project } = await shop();
    const made = await create(project, { filter: cheap });
    expect((await items(project, made.id)).names).toEqual(["small"]);
    const dear = { price: { conditions: { $more_than: [1400] } } };
    expect((await change(project, made.id, { filter: dear })).body.filter).toMatchObject(dear);
    expect((await items(project, made.id)).names).toEqual(["shirt"]);
  });

  it("400: what cannot change is named; 404: an unknown one", async () => {
    const { project, shirt } = await shop();
    const list = await create(project, { products: [{ id: shirt }] });
    const filtered = await create(project, { filter: cheap });
    for (const [id, body, field] of [
      [list.id, { filter: cheap }, ".filter"],
      [list.id, { type: "AUTO_UPDATE" }, ".type"],
      [list.id, { products: [] }, ".products"],
      [list.id, { name: "" }, ".name"],
      [filtered.id, { filter: { strange: { conditions: { $is: [1] } } } }, "strange"],
    ] as const) {
      const reply = await change(project, id, body);
      expect(failure(reply, 400, "invalid_payload").details).toContain(field);
    }
    failure(await change(project, "pc_none", { name: "X" }), 404, "not_found");
    expect((await project.get(`/v1/product-collections/${list.id}`)).body).toEqual(list);
    expect((await project.get(`/v1/product-collections/${filtered.id}`)).body).toEqual(filtered);
  });
});
