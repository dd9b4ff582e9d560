import { describe, expect, it } from "vitest";
import { Product } from "../../src/resources/products/schema";
import { Sku } from "../../src/resources/products/skus/schema";
import { newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { exported } from "../support/exporting";
import { resultOf, sendCsv, stock } from "../support/imports";
import { expectSound } from "../support/invariants";

const PRODUCTS = "/v1/products/importCSV";
const SKUS = "/v1/skus/importCSV";

async function product(project: TestProject, body: object): Promise<Product> {
  const reply = await project.post("/v1/products", body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Product, reply);
}

const sku = async (project: TestProject, name: string) =>
  parsed(Sku, await project.get(`/v1/skus/${name}`));

describe("POST /v1/products/importCSV", () => {
  it("202: creates and updates by source id, prices in major units", async () => {
    const project = await newProject();
    const shirt = await product(project, {
      source_id: "shirt",
      name: "Shirt",
      price: 100,
      metadata: { a: 1 },
    });
    const csv = [
      "Name,Source_ID,PRICE,Attributes,Image URL,Colour",
      'New shirt,shirt,19.9,"size, colour",https://shop.example/s.png,red',
      "Hat,hat,5,,,",
      "Nameless source,,,,,",
    ].join("\n");
    const result = await resultOf(project, await sendCsv(project, PRODUCTS, csv));
    expect(result).toMatchObject({ operation_status: "SUCCESS", created: 2, updated: 1 });
    const rows = await rowsOf("products", project.id);
    expect(rows).toMatchObject([
      {
        id: shirt.id,
        name: "New shirt",
        price: 1990,
        attributes: '["size","colour"]',
        image_url: "https://shop.example/s.png",
        metadata: '{"a":1,"Colour":"red"}',
        created_at: shirt.created_at,
      },
      { source_id: "hat", name: "Hat", price: 500, metadata: "{}", updated_at: null },
      { source_id: null, name: "Nameless source", price: null },
    ]);
    expect((await project.get("/v1/products")).body.total).toBe(3);
    await expectSound(project.id);
  });

  it("202: bad rows, and nothing of the file is stored", async () => {
    const project = await newProject();
    await product(project, { source_id: "old", name: "Old" });
    const before = await stock(project);
    const csv = [
      "Source ID,Name,Price",
      "old,New,1",
      "a,A,-1",
      "b,B,1.999",
      "c,C,99999999999999999999",
      "a,A,1",
      'd,D,"1,50"',
    ].join("\n");
    const result = await resultOf(project, await sendCsv(project, PRODUCTS, csv));
    const must = "must be an amount such as 19.99";
    expect(result).toMatchObject({
      operation_status: "FAILED",
      created: 0,
      updated: 0,
      failed_count: 5,
    });
    expect(result.failed).toEqual([
      { row: 3, column: "Price", reason: `${must}; it is '-1'` },
      { row: 4, column: "Price", reason: `${must}; it is '1.999'` },
      { row: 5, column: "Price", reason: `${must}; it is '99999999999999999999'` },
      { row: 6, column: "Source ID", reason: "is the same as in row 3" },
      { row: 7, column: "Price", reason: `${must}; it is '1,50'` },
    ]);
    expect(await stock(project)).toEqual(before);
  });
});

describe("POST /v1/skus/importCSV", () => {
  it("202: creates and updates under products named by id or source id", async () => {
    const project = await newProject();
    const shirt = await product(project, { source_id: "shirt" });
    const hat = await product(project, { source_id: "hat" });
    await project.post("/v1/products/shirt/skus", { source_id: "shirt-s", sku: "S", price: 1 });
    const csv = [
      "Source ID,Product ID,SKU,Price,Currency,Size",
      "shirt-s,shirt,Small,12.50,EUR,s",
      `hat-1,${hat.id},One,1500,JPY,`,
    ].join("\n");
    const result = await resultOf(project, await sendCsv(project, SKUS, csv));
    expect(result).toMatchObject({ operation_status: "SUCCESS", created: 1, updated: 1 });
    expect(await sku(project, "shirt-s")).toMatchObject({
      product_id: shirt.id,
      sku: "Small",
      price: 1250,
      currency: "EUR",
      metadata: { Size: "s" },
    });
    expect(await sku(project, "hat-1")).toMatchObject({
      product_id: hat.id,
      price: 1500,
      currency: "JPY",
      updated_at: null,
    });
    await expectSound(project.id);
  });

  it("202: attributes and metadata as exports write them", async () => {
    const project = await newProject();
    await product(project, { source_id: "shirt", attributes: ["size, wide", "cut"] });
    await project.post("/v1/products/shirt/skus", {
      source_id: "s",
      attributes: { cut: "slim" },
      metadata: { rows: [1, "2"], by: "hand" },
    });
    const fields = ["source_id", "attributes", "metadata.by", "metadata"];
    const files = {
      products: await exported(project, { exported_object: "product", parameters: { fields } }),
      skus: await exported(project, {
        exported_object: "sku",
        parameters: { fields: ["product_id", ...fields] },
      }),
    };
    const before = [await rowsOf("products", project.id), await rowsOf("skus", project.id)];
    for (const [path, csv] of [
      [PRODUCTS, files.products],
      [SKUS, files.skus],
    ] as const) {
      const result = await resultOf(project, await sendCsv(project, path, csv));
      expect(result).toMatchObject({ operation_status: "SUCCESS", updated: 1 });
    }
    expect([await rowsOf("products", project.id), await rowsOf("skus", project.id)]).toEqual(
      before,
    );
    const other = files.skus.replace("slim", "wide").replace(/hand/g, "machine");
    await resultOf(project, await sendCsv(project, SKUS, other));
    expect(await sku(project, "s")).toMatchObject({
      attributes: { cut: "wide" },
      metadata: { rows: [1, "2"], by: "machine" },
    });
    const bad = "Product ID,Source ID,Attributes\nshirt,s,red";
    const { failed } = await resultOf(project, await sendCsv(project, SKUS, bad));
    expect(failed).toEqual([
      { row: 2, column: "Attributes", reason: "must be an object of JSON; it is 'red'" },
    ]);
  });

  it("202: unknown products and SKUs of other products, and nothing is stored", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const shirt = await product(project, { source_id: "shirt" });
    await product(project, { source_id: "hat" });
    const foreign = await product(other, { source_id: "far" });
    await project.post("/v1/products/shirt/skus", { source_id: "shirt-s" });
    const before = await stock(project);
    const csv = [
      "Source ID,Product ID,Currency",
      "new,shirt,EUR",
      "a,nothing,EUR",
      `b,${foreign.id},EUR`,
      "c,far,EUR",
      "shirt-s,hat,EUR",
      "d,,EUR",
      "e,hat,euro",
    ].join("\n");
    const result = await resultOf(project, await sendCsv(project, SKUS, csv));
    const unknown = "must be the id or source id of a product";
    expect(result.failed).toEqual([
      { row: 3, column: "Product ID", reason: unknown },
      { row: 4, column: "Product ID", reason: unknown },
      { row: 5, column: "Product ID", reason: unknown },
      { row: 6, column: "Product ID", reason: `must be ${shirt.id}, which has this SKU` },
      { row: 7, column: "Product ID", reason: "is required" },
      { row: 8, column: "Currency", reason: "must be a three-letter currency code; it is 'euro'" },
    ]);
    expect(await stock(project)).toEqual(before);
  });
});
