import { describe, expect, it } from "vitest";
import {
  costOf,
  eventKinds,
  newProject,
  type Reply,
  rowsOf,
  type TestProject,
} from "../support/api";
import { homeDb } from "../support/places";
import { redeem, redeemables, voucher } from "../support/redeeming";

/** A project whose objects of one kind have a required number `age`. */
async function defined(kind: string, body: object = {}): Promise<TestProject> {
  const project = await newProject({ client_metadata_keys: '["age"]' });
  await define(project, kind, body);
  return project;
}

async function define(project: TestProject, kind: string, body: object = {}): Promise<string> {
  const reply = await project.post(`/management/v1/projects/${project.id}/metadata-schemas`, {
    related_object: kind,
    properties: { age: { type: "number" } },
    ...body,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.id;
}

const REFUSED = "age: must be a number (actual value is 'abc')";
const MISSING = "age: must be a number (actual value is 'undefined')";

function expectRefused(reply: Reply, kind: string, details = REFUSED): void {
  expect(reply.status, JSON.stringify(reply.body)).toBe(400);
  expect(reply.body).toMatchObject({
    key: "metadata_validation_failed",
    message: "Metadata validation failed",
    details,
    resource_type: kind,
  });
}

const BAD = { metadata: { age: "abc" } };
const GOOD = { metadata: { age: 33, other: "free" } };
const COUPON = { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 100 } };

describe("vouchers", () => {
  it("400: a new one is held against the schema, and so is what an update makes of one", async () => {
    const project = await defined("voucher");
    const create = (body: object) =>
      project.post("/v1/vouchers", { code: "A", ...COUPON, ...body });
    expectRefused(await create(BAD), "voucher");
    expectRefused(await create({}), "voucher", MISSING);
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
    expect((await create(GOOD)).status).toBe(200);
    expectRefused(await project.put("/v1/vouchers/A", BAD), "voucher");
    expectRefused(await project.put("/v1/vouchers/A", { metadata: null }), "voucher", MISSING);
    expect((await project.put("/v1/vouchers/A", { metadata: { other: 1 } })).status).toBe(200);
    expect((await project.get("/v1/vouchers/A")).body.metadata).toEqual({ age: 33, other: 1 });
  });

  it("those of a campaign follow the campaign's schema, unless it asks for that of vouchers", async () => {
    const project = await defined("campaign");
    const insert = (id: string, uses: number) =>
      homeDb()
        .prepare(
          `INSERT INTO campaigns (project_id, id, name, campaign_type, type, auto_join, join_once, use_voucher_metadata_schema, voucher, metadata, creation_status, vouchers_generation_status, created_at)
         VALUES (?1, ?2, ?2, 'DISCOUNT_COUPONS', 'STATIC', 0, 0, ?3, ?4, '{}', 'DONE', 'DONE', '2026-01-01T00:00:00.000Z')`,
        )
        .bind(project.id, id, uses, JSON.stringify(COUPON))
        .run();
    await insert("camp_own", 0);
    await insert("camp_vouchers", 1);
    const create = (code: string, campaign_id: string, body: object) =>
      project.post("/v1/vouchers", { code, campaign_id, ...body });
    expectRefused(await create("A", "camp_own", BAD), "campaign");
    expect((await create("A", "camp_own", GOOD)).status).toBe(200);
    expect((await create("B", "camp_vouchers", BAD)).status).toBe(200);
    expectRefused(await project.put("/v1/vouchers/A", BAD), "campaign");
    expect((await project.put("/v1/vouchers/B", { metadata: { age: "x" } })).status).toBe(200);
    expect((await rowsOf("vouchers", project.id)).map(({ code }) => code).sort()).toEqual([
      "A",
      "B",
    ]);
  });
});

describe("customers", () => {
  it("400: created, upserted, updated", async () => {
    const project = await defined("customer");
    expectRefused(await project.post("/v1/customers", { source_id: "jane", ...BAD }), "customer");
    expectRefused(await project.post("/v1/customers", { source_id: "jane" }), "customer", MISSING);
    expect(await rowsOf("customers", project.id)).toEqual([]);
    expect((await project.post("/v1/customers", { source_id: "jane", ...GOOD })).status).toBe(200);
    expectRefused(await project.post("/v1/customers", { source_id: "jane", ...BAD }), "customer");
    expectRefused(await project.put("/v1/customers/jane", BAD), "customer");
    expectRefused(await project.put("/v1/customers/jane", { metadata: null }), "customer", MISSING);
    expect((await project.put("/v1/customers/jane", { name: "Jane" })).status).toBe(200);
    const { body } = await project.get("/v1/customers/jane");
    expect(body).toMatchObject({ name: "Jane", ...GOOD });
  });

  it("400: a redemption that would write one; a validation writes none", async () => {
    const project = await defined("customer");
    await voucher(project, "A");
    const customer = { source_id: "jane", ...BAD };
    expectRefused(await redeem(project, "A", { customer }), "customer");
    expect(await rowsOf("customers", project.id)).toEqual([]);
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
    expect(await eventKinds(project.id)).toEqual(["voucher.created"]);
    const validation = await project.post("/v1/validations", {
      redeemables: redeemables("A"),
      customer,
    });
    expect(validation.body.valid).toBe(true);
    expect((await redeem(project, "A", { customer: { ...customer, ...GOOD } })).status).toBe(200);
    expectRefused(await redeem(project, "A", { customer }), "customer");
    expect((await redeem(project, "A", { customer: { source_id: "jane" } })).status).toBe(200);
  });
});

describe("redemptions, validations and rollbacks", () => {
  it("400: metadata of the redemption, in both", async () => {
    const project = await defined("redemption");
    await voucher(project, "A");
    const body = { redeemables: redeemables("A") };
    for (const path of ["/v1/validations", "/v1/redemptions", "/client/v1/validations"]) {
      expectRefused(await project.post(path, { ...body, ...BAD }), "redemption");
      expectRefused(await project.post(path, body), "redemption", MISSING);
    }
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
    expect((await project.post("/v1/validations", { ...body, ...GOOD })).body.valid).toBe(true);
    const { body: redeemed } = await redeem(project, "A", GOOD);
    const path = `/v1/redemptions/${redeemed.redemptions[0].id}/rollback`;
    expectRefused(await project.post(path, BAD), "redemption");
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
    expect((await project.post(path, {})).status).toBe(200);
  });
});

describe("orders", () => {
  const order = { source_id: "o-1", amount: 1000 };

  it("400: the metadata of an order that a redemption stores", async () => {
    const project = await defined("order");
    await voucher(project, "A");
    expectRefused(await redeem(project, "A", { order: { ...order, ...BAD } }), "order");
    expectRefused(await redeem(project, "A", { order }), "order", MISSING);
    expect(await rowsOf("orders", project.id)).toEqual([]);
    expect((await redeem(project, "A", { order: { ...order, ...GOOD } })).status).toBe(200);
    expect((await redeem(project, "A", { order })).status).toBe(200);
    expectRefused(await redeem(project, "A", { order: { ...order, ...BAD } }), "order");
  });

  it("400: the metadata of its items", async () => {
    const project = await defined("order_item");
    await voucher(project, "A");
    const items = (...metadata: object[]) => ({
      order: { items: metadata.map((each) => ({ product_id: "p", amount: 500, ...each })) },
    });
    expectRefused(await redeem(project, "A", items(GOOD, BAD)), "order_item");
    expect(await rowsOf("orders", project.id)).toEqual([]);
    expect((await redeem(project, "A", items(GOOD, GOOD))).status).toBe(200);
  });
});

describe("schemas", () => {
  it("hold at once where they change, and cost no round trip", async () => {
    const project = await newProject();
    const create = (id: string, body: object = {}) =>
      project.post("/v1/customers", { source_id: id, ...body });
    expect((await create("a", BAD)).status).toBe(200);
    const id = await define(project, "customer");
    expectRefused(await create("b", BAD), "customer");
    const known = await project.post("/v1/customers", GOOD);
    expect(costOf(known).roundTrips).toBe(1);
    const path = `/management/v1/projects/${project.id}/metadata-schemas/${id}`;
    await project.put(path, { properties: { age: { type: "string" } } });
    expect((await create("b", BAD)).status).toBe(200);
    await project.put(path, { properties: { age: { type: "number", deleted: true } } });
    expect((await create("c")).status).toBe(200);
    await project.put(path, { allow_defined_only: true });
    expectRefused(
      await create("d", { metadata: { colour: "red" } }),
      "customer",
      "colour: must be defined in the schema (actual value is 'red')",
    );
    await project.delete(path);
    expect((await create("d", { metadata: { colour: "red" } })).status).toBe(200);
  });

  it("are those of the project, not of another", async () => {
    await defined("customer");
    const project = await newProject();
    expect((await project.post("/v1/customers", BAD)).status).toBe(200);
  });

  it("name long values in short, and values that are no text", async () => {
    const project = await defined("customer");
    const refusal = async (age: unknown) =>
      (await project.post("/v1/customers", { metadata: { age } })).body.details;
    expect(await refusal("x".repeat(500))).toBe(
      `age: must be a number (actual value is '${"x".repeat(100)}...')`,
    );
    expect(await refusal(["a", { b: 1 }])).toBe(
      `age: must be a number (actual value is '["a",{"b":1}]')`,
    );
    expect(await refusal(null)).toBe("age: must be a number (actual value is 'undefined')");
  });
});
