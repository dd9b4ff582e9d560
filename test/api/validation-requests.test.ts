import { describe, expect, it } from "vitest";
import { ErrorBody } from "../../src/http/error-body";
import { Validation } from "../../src/resources/validations/schema";
import { newProject, parsed, rowsOf, type TestProject } from "../support/api";

const discount = { type: "AMOUNT", amount_off: 500 } as const;
const voucher = (id: string) => ({ object: "voucher", id });
const validate = (project: TestProject, redeemables: unknown, more = {}) =>
  project.post("/v1/validations", { redeemables, ...more });

async function shop() {
  const project = await newProject();
  const { body } = await project.post("/v1/vouchers/A500", { discount });
  return { project, id: String(body.id) };
}

describe("POST /v1/validations: 400 invalid_payload", () => {
  it.each([
    [undefined, "Payload must have required property 'redeemables'"],
    [[], "Property .redeemables must NOT have fewer than 1 items"],
    [
      Array.from({ length: 31 }, (_, at) => voucher(`V${at}`)),
      "Property .redeemables must NOT have more than 30 items",
    ],
    [
      [voucher("A"), { object: "voucher" }],
      "Property .redeemables[1] must have required property 'id'",
    ],
    [[{ id: "A" }], "Property .redeemables[0] must have required property 'object'"],
    [[voucher("")], "Property .redeemables[0].id must NOT have fewer than 1 characters"],
    [
      [{ ...voucher("A"), gift: { credits: -1 } }],
      "Property .redeemables[0].gift.credits must be >= 0",
    ],
    ["A500", "Property .redeemables must be array"],
  ])("redeemables %j", async (redeemables, details) => {
    const { project } = await shop();
    const reply = await validate(project, redeemables);
    const error = parsed(ErrorBody, reply);
    expect([reply.status, error.key]).toEqual([400, "invalid_payload"]);
    expect(error.details).toContain(details);
  });

  it.each([
    [{ order: { amount: -1 } }, "Property .order.amount must be >= 0"],
    [
      { order: { amount: 0.5 } },
      "Property .order.amount must be integer: amounts are in minor units of the currency, so that 26.99 is sent as 2699",
    ],
    [{ order: { amount: 2 ** 53 } }, "Property .order.amount must be <= 9007199254740991"],
    [{ order: { items: [{ quantity: -1 }] } }, "Property .order.items[0].quantity must be >= 0"],
    [{ order: { status: "LOST" } }, "Property .order.status must be equal to one of"],
    [
      { order: { items: [{ price: Number.MAX_SAFE_INTEGER, quantity: 2 }] } },
      "Property .order.items[0].amount must be <= 9007199254740991",
    ],
    [{ order: { items: [{ price: "12 EUR" }] } }, "Property .order.items[0].price must be number"],
    [{ customer: { birthdate: "1.2.1990" } }, "Property .customer.birthdate cannot be recognized"],
    [{ session: { type: "HOLD" } }, "Property .session.type must be equal to one of"],
    [{ session: { type: "LOCK", ttl: 0 } }, "Property .session.ttl must be >= 1"],
    [{ options: { expand: ["all"] } }, "Property .options.expand[0] must be equal to one of"],
    [{ metadata: "x" }, "Property .metadata must be object"],
  ])("%j", async (more, details) => {
    const { project } = await shop();
    const reply = await validate(project, [voucher("A500")], more);
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_payload"]);
    expect(reply.body.details).toContain(details);
  });

  it("200: thirty are allowed; the order may be null and its fields too", async () => {
    const { project } = await shop();
    const many = Array.from({ length: 30 }, (_, at) => voucher(`V${at}`));
    const reply = await validate(project, many, {
      order: null,
      customer: null,
      session: null,
      options: null,
      metadata: null,
      tracking_id: null,
    });
    expect(parsed(Validation, reply).redeemables).toHaveLength(30);
    const nulls = { amount: null, items: null, metadata: null, id: null, source_id: null };
    const quiet = await validate(project, [voucher("A500")], { order: nulls });
    expect(parsed(Validation, quiet).valid).toBe(true);
  });
});

describe("POST /v1/validations: 400 duplicated_redeemables and invalid_redeemables", () => {
  it("the same code, its other letter case, its id, and an unknown code twice", async () => {
    const { project, id } = await shop();
    for (const [one, other] of [
      ["A500", "A500"],
      ["A500", "a500 "],
      ["A500", id],
      ["NOPE", "nope"],
    ]) {
      const reply = await validate(project, [voucher(String(one)), voucher(String(other))]);
      const error = parsed(ErrorBody, reply);
      expect([one, reply.status, error.key]).toEqual([one, 400, "duplicated_redeemables"]);
      expect(error.message).toBe("Duplicated redeemables detected");
    }
  });

  it("a promotion stack beside others", async () => {
    const { project } = await shop();
    const stack = { object: "promotion_stack", id: "stack_1" };
    const other = { object: "promotion_stack", id: "stack_2" };
    for (const redeemables of [
      [stack, voucher("A500")],
      [stack, other],
    ]) {
      const reply = await validate(project, redeemables);
      expect([reply.status, reply.body.key]).toEqual([400, "invalid_redeemables"]);
      expect(reply.body.details).toBe("Promotion Stack cannot be use with other redeemables");
    }
  });
});

describe("POST /v1/validations: who and which order", () => {
  it("404 not_found: an unknown customer id, and one of another project", async () => {
    const [{ project }, other] = [await shop(), await newProject()];
    const { body } = await other.post("/v1/customers", { source_id: "alice" });
    for (const id of ["cust_unknown", body.id]) {
      const reply = await validate(project, [voucher("A500")], { customer: { id } });
      expect([reply.status, reply.body.details]).toEqual([
        404,
        `Cannot find customer with id ${id}`,
      ]);
    }
  });

  it("404 not_found: an unknown order id", async () => {
    const { project } = await shop();
    const reply = await validate(project, [voucher("A500")], { order: { id: "ord_1", amount: 1 } });
    expect([reply.status, reply.body.resource_type]).toEqual([404, "order"]);
  });

  it("200: an unknown source id is somebody new, and stays unknown", async () => {
    const { project } = await shop();
    const reply = await validate(project, [voucher("A500")], {
      customer: { source_id: "alice", email: "a@example.com" },
      order: { source_id: "o-1", amount: 900 },
    });
    expect(parsed(Validation, reply).order).toMatchObject({ source_id: "o-1", customer_id: null });
    expect(await rowsOf("customers", project.id)).toEqual([]);
    expect(await rowsOf("orders", project.id)).toEqual([]);
  });

  it("200: a known customer is named in the order", async () => {
    const { project } = await shop();
    const { body } = await project.post("/v1/customers", { source_id: "alice" });
    for (const customer of [{ id: body.id }, { source_id: "alice" }]) {
      const reply = await validate(project, [voucher("A500")], { customer, order: { amount: 9 } });
      expect(parsed(Validation, reply).order?.customer_id).toBe(body.id);
    }
  });

  it("200: tracking_id is the same hash for the same source id, in this project", async () => {
    const [{ project }, { project: other }] = [await shop(), await shop()];
    const trackingOf = async (where: TestProject, more: object) =>
      parsed(Validation, await validate(where, [voucher("A500")], more)).tracking_id;
    const alice = await trackingOf(project, { customer: { source_id: "alice" } });
    expect(alice).toMatch(/^track_[A-Za-z0-9+/]{43}=$/);
    expect(await trackingOf(project, { tracking_id: "alice" })).toBe(alice);
    expect(await trackingOf(project, { tracking_id: alice })).toBe(alice);
    const both = { tracking_id: "alice", customer: { source_id: "alice" } };
    expect(await trackingOf(project, both)).toBe(alice);
    expect(await trackingOf(project, { ...both, tracking_id: alice })).toBe(alice);
    expect(await trackingOf(project, { customer: { source_id: "bob" } })).not.toBe(alice);
    expect(await trackingOf(other, { customer: { source_id: "alice" } })).not.toBe(alice);
    expect(await trackingOf(project, {})).toBeUndefined();
  });

  it("400 ambiguous_tracking_id: two different people", async () => {
    const { project } = await shop();
    for (const tracking_id of ["bob", "track_AAAA"]) {
      const reply = await validate(project, [voucher("A500")], {
        tracking_id,
        customer: { source_id: "alice" },
      });
      const error = parsed(ErrorBody, reply);
      expect([reply.status, error.key]).toEqual([400, "ambiguous_tracking_id"]);
      expect(error.message).toBe(`Ambiguous trackingId ('${tracking_id}' vs. 'alice')`);
    }
  });
});

describe("POST /v1/validations: session", () => {
  it.each([
    [{ type: "LOCK" }, { key: expect.stringMatching(/^ssn_[0-9A-Za-z]{32}$/), ttl: 7 }],
    [
      { type: "LOCK", key: "cart-1", ttl: 2, ttl_unit: "HOURS" },
      { key: "cart-1", ttl: 2, ttl_unit: "HOURS" },
    ],
    [
      { type: "LOCK", key: "cart-1", ttl: 3 },
      { key: "cart-1", ttl: 3 },
    ],
  ])("200: %j is echoed", async (session, expected) => {
    const { project } = await shop();
    const reply = await validate(project, [voucher("A500")], { session });
    expect(parsed(Validation, reply).session).toEqual({
      type: "LOCK",
      ttl_unit: "DAYS",
      ...expected,
    });
  });

  it("200: no session, no echo; two generated keys differ", async () => {
    const { project } = await shop();
    const sessionOf = async (session?: object) =>
      parsed(Validation, await validate(project, [voucher("A500")], { session })).session;
    expect(await sessionOf()).toBeUndefined();
    const [one, two] = [await sessionOf({ type: "LOCK" }), await sessionOf({ type: "LOCK" })];
    expect(one?.key).not.toBe(two?.key);
  });
});
