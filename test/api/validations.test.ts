import { describe, expect, it } from "vitest";
import { Validation } from "../../src/resources/validations/schema";
import {
  costOf,
  type Headers,
  newProject,
  parsed,
  type Reply,
  rowsOf,
  type TestProject,
} from "../support/api";

const voucher = (id: string, more = {}) => ({ object: "voucher", id, ...more });
const validate = (project: TestProject, redeemables: object[], more = {}) =>
  project.post("/v1/validations", { redeemables, ...more });

const RULES = {
  redeemables_limit: 30,
  applicable_redeemables_limit: 5,
  applicable_redeemables_category_limits: {},
  applicable_exclusive_redeemables_limit: 1,
  exclusive_categories: [],
  joint_categories: [],
  redeemables_application_mode: "ALL",
  redeemables_sorting_rule: "REQUESTED_ORDER",
  redeemables_products_application_mode: "STACK",
  redeemables_no_effect_rule: "REDEEM_ANYWAY",
  no_effect_skip_categories: [],
  no_effect_redeem_anyway_categories: [],
  redeemables_rollback_order_mode: "WITH_ORDER",
  grouped_redeemables_sorting_rule: "JOINT_ALWAYS_LAST",
};

async function shop() {
  const project = await newProject();
  await project.post("/v1/vouchers/P20", {
    discount: { type: "PERCENT", percent_off: 20 },
    metadata: { note: "secret" },
  });
  await project.post("/v1/vouchers/A500", { discount: { type: "AMOUNT", amount_off: 500 } });
  await project.post("/v1/vouchers/OFF", {
    discount: { type: "AMOUNT", amount_off: 500 },
    active: false,
  });
  return project;
}

const statuses = (reply: Reply) =>
  parsed(Validation, reply).redeemables.map(({ id, status }) => [id, status]);

describe("POST /v1/validations: 200", () => {
  it("one that applies: what it does to the order, and the stacking rules in full", async () => {
    const project = await shop();
    const reply = await validate(project, [voucher("p20")], {
      order: { amount: 5000, metadata: { channel: "web" } },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const order = {
      amount: 5000,
      initial_amount: 5000,
      discount_amount: 1000,
      total_discount_amount: 1000,
      total_amount: 4000,
      applied_discount_amount: 1000,
      total_applied_discount_amount: 1000,
      metadata: { channel: "web" },
      customer_id: null,
      referrer_id: null,
      object: "order",
    };
    const list = { object: "list", data_ref: "data", data: [], total: 0 };
    expect(parsed(Validation, reply)).toEqual({
      id: expect.stringMatching(/^valid_[0-9a-f]{18}$/),
      valid: true,
      redeemables: [
        {
          status: "APPLICABLE",
          id: "p20",
          object: "voucher",
          order,
          result: {
            discount: {
              type: "PERCENT",
              percent_off: 20,
              effect: "APPLY_TO_ORDER",
              is_dynamic: false,
            },
          },
          applicable_to: list,
          inapplicable_to: list,
        },
      ],
      order,
      stacking_rules: RULES,
    });
  });

  it("takes one round trip and writes nothing", async () => {
    const project = await shop();
    const before = await Promise.all(
      ["vouchers", "tallies", "outbox"].map((table) => rowsOf(table, project.id)),
    );
    const reply = await validate(project, [voucher("P20"), voucher("A500")], {
      order: { source_id: "o-1", amount: 5000 },
      customer: { source_id: "alice", name: "Alice", metadata: { vip: true } },
    });
    expect(costOf(reply)).toMatchObject({ roundTrips: 1, written: 0 });
    const after = await Promise.all(
      ["vouchers", "tallies", "outbox"].map((table) => rowsOf(table, project.id)),
    );
    expect(after).toEqual(before);
    expect(await rowsOf("customers", project.id)).toEqual([]);
    expect(await rowsOf("orders", project.id)).toEqual([]);
  });

  it("answers the same ten times over", async () => {
    const project = await shop();
    const answers = new Set<string>();
    for (let count = 0; count < 10; count++) {
      const reply = await validate(project, [voucher("P20")], { order: { amount: 999 } });
      const { id: _, ...rest } = parsed(Validation, reply);
      answers.add(JSON.stringify(rest));
    }
    expect(answers.size).toBe(1);
  });

  it("one that cannot: error and details, no order, and the failure listed twice", async () => {
    const project = await shop();
    const reply = await validate(project, [voucher("NOPE")], { order: { amount: 5000 } });
    expect(reply.status).toBe(200);
    const refused = {
      status: "INAPPLICABLE",
      id: "NOPE",
      object: "voucher",
      result: {
        error: {
          code: 404,
          key: "not_found",
          message: "Resource not found",
          details: "Cannot find voucher with id NOPE",
          resource_id: "NOPE",
          resource_type: "voucher",
          request_id: reply.headers.get("x-request-id"),
        },
        details: { message: "Resource not found", key: "not_found" },
      },
    };
    expect(parsed(Validation, reply)).toEqual({
      id: expect.any(String),
      valid: false,
      redeemables: [refused],
      inapplicable_redeemables: [refused],
      stacking_rules: RULES,
    });
  });

  it("ALL: the rest is skipped after one that cannot", async () => {
    const project = await shop();
    const reply = await validate(project, [voucher("P20"), voucher("OFF"), voucher("A500")], {
      order: { amount: 5000 },
    });
    const answer = parsed(Validation, reply);
    expect(statuses(reply)).toEqual([
      ["P20", "APPLICABLE"],
      ["OFF", "INAPPLICABLE"],
      ["A500", "SKIPPED"],
    ]);
    expect(answer.valid).toBe(false);
    expect(answer.order).toBeUndefined();
    expect(answer.inapplicable_redeemables).toEqual([answer.redeemables[1]]);
    expect(answer.inapplicable_redeemables?.[0]?.result.error).toMatchObject({
      code: 400,
      key: "voucher_disabled",
      message: "voucher is disabled",
      details: "OFF",
    });
    expect(answer.skipped_redeemables).toEqual([answer.redeemables[2]]);
    expect(answer.skipped_redeemables?.[0]?.result).toEqual({
      details: { key: "preceding_validation_failed", message: expect.any(String) },
    });
  });

  it("the sixth is skipped: five may apply", async () => {
    const project = await newProject();
    const codes = ["V1", "V2", "V3", "V4", "V5", "V6"];
    for (const code of codes) {
      await project.post(`/v1/vouchers/${code}`, { discount: { type: "AMOUNT", amount_off: 10 } });
    }
    const reply = await validate(
      project,
      codes.map((code) => voucher(code)),
      { order: { amount: 1000 } },
    );
    const answer = parsed(Validation, reply);
    expect(answer.valid).toBe(true);
    expect(answer.order?.total_amount).toBe(950);
    expect(answer.skipped_redeemables).toEqual([
      {
        status: "SKIPPED",
        id: "V6",
        object: "voucher",
        result: {
          details: { key: "applicable_redeemables_limit_exceeded", message: expect.any(String) },
        },
      },
    ]);
  });

  it("one after the other: each works on what the one before left", async () => {
    const project = await shop();
    const reply = await validate(project, [voucher("A500"), voucher("P20")], {
      order: { amount: 5000 },
    });
    const [first, second] = parsed(Validation, reply).redeemables.map((entry) =>
      entry.status === "APPLICABLE" ? entry.order : null,
    );
    expect(first).toMatchObject({ total_amount: 4500, applied_discount_amount: 500 });
    expect(second).toMatchObject({
      discount_amount: 1400,
      applied_discount_amount: 900,
      total_amount: 3600,
    });
    expect(reply.body.order).toMatchObject({
      discount_amount: 1400,
      applied_discount_amount: 1400,
      total_applied_discount_amount: 1400,
      total_amount: 3600,
    });
  });

  it("without an order: applicable, and the order says that nothing is known", async () => {
    const project = await shop();
    const reply = await validate(project, [voucher("A500")]);
    expect(parsed(Validation, reply).valid).toBe(true);
    const empty = { metadata: {}, customer_id: null, referrer_id: null, object: "order" };
    expect(reply.body.order).toEqual(empty);
    expect(reply.body.redeemables[0].order).toEqual(empty);
  });

  it("an unknown kind of redeemable that does not exist yet is not found", async () => {
    const project = await shop();
    for (const object of ["promotion_tier", "promotion_stack"]) {
      const reply = await validate(project, [{ object, id: "P20" }]);
      const [refused] = parsed(Validation, reply).inapplicable_redeemables ?? [];
      expect(refused?.result.error).toMatchObject({
        key: "not_found",
        resource_type: object,
        details: `Cannot find ${object} with id P20`,
      });
    }
  });

  it("gift_card and loyalty_card name vouchers too", async () => {
    const project = await shop();
    await project.post("/v1/vouchers/GIFT", { gift: { amount: 300 } });
    const reply = await validate(project, [{ object: "gift_card", id: "GIFT" }], {
      order: { amount: 1000 },
    });
    expect(parsed(Validation, reply).redeemables[0]).toMatchObject({
      object: "voucher",
      result: { gift: { balance: 300, credits: 300 } },
    });
  });

  it("options.expand of nothing: each redeemable's order has its amounts, and the whole order the lines", async () => {
    const project = await newProject();
    const rules = { redeemables_limit: 30, applicable_redeemables_limit: 30 };
    await project.post(`/management/v1/projects/${project.id}/stacking-rules`, rules);
    const codes = Array.from({ length: 30 }, (_, at) => `CODE-${at}`);
    const discount = { type: "PERCENT", percent_off: 1, effect: "APPLY_TO_ITEMS" };
    for (const code of codes) await project.post("/v1/vouchers", { code, discount });
    const items = Array.from({ length: 500 }, (_, at) => ({
      ...{ source_id: `line-${at}`, product_id: `prod_${at % 10}`, quantity: 2, price: 1000 },
    }));
    const redeemables = codes.map((id) => ({ object: "voucher", id }));
    const ask = async (path: string, headers: Headers, options?: object) => {
      const reply = await project.post(path, { redeemables, order: { items }, options }, headers);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      return reply.body;
    };
    for (const [path, headers] of [
      ["/v1/validations", project.server],
      ["/client/v1/validations", project.client],
    ] as const) {
      const whole = await ask(path, headers);
      const slim = await ask(path, headers, { expand: [] });
      const bytes = JSON.stringify(slim).length;
      expect(bytes).toBeLessThan(300_000);
      expect(JSON.stringify(whole).length).toBeGreaterThan(10 * bytes);
      const short = (entry: { order: { items: object[] } }) => {
        const { items: _, ...order } = entry.order;
        return { ...entry, order };
      };
      expect(slim.redeemables).toEqual(whole.redeemables.map(short));
      expect(slim.redeemables).toHaveLength(30);
      expect(slim.order).toEqual(whole.order);
      // Whatever is asked for beside it, all is told as before.
      const redeemable = await ask(path, headers, { expand: ["redeemable"] });
      expect(redeemable.redeemables[0].order.items).toHaveLength(500);
      if (headers === project.server) continue;
      const untold = await ask(path, headers, { expand: ["explanation"] });
      expect(untold.redeemables[0].order.items).toHaveLength(500);
    }
  });

  it("options.expand shows metadata and categories", async () => {
    const project = await shop();
    const reply = await validate(project, [voucher("P20")], {
      options: { expand: ["redeemable", "category", "order"] },
    });
    expect(parsed(Validation, reply).redeemables[0]).toMatchObject({
      metadata: { note: "secret" },
      categories: [],
    });
  });

  it("options.expand shows them of what does not apply as well, and nothing of unknown codes", async () => {
    const project = await shop();
    await project.post("/v1/vouchers/P20/disable");
    const expand = { options: { expand: ["redeemable", "category"] } };
    const reply = await validate(project, [voucher("P20"), voucher("A500"), voucher("NO")], expand);
    const [disabled, skipped, unknown] = parsed(Validation, reply).redeemables;
    expect(disabled).toMatchObject({ status: "INAPPLICABLE", metadata: { note: "secret" } });
    expect(skipped).toMatchObject({ status: "SKIPPED", metadata: {}, categories: [] });
    expect(unknown).not.toHaveProperty("metadata");
    expect(unknown).not.toHaveProperty("categories");
    const bare = await validate(project, [voucher("P20")]);
    expect(bare.body.redeemables[0]).not.toHaveProperty("metadata");
  });

  it("by id instead of code", async () => {
    const project = await shop();
    const { id } = (await project.get("/v1/vouchers/A500")).body;
    const reply = await validate(project, [voucher(id)], { order: { amount: 5000 } });
    expect(statuses(reply)).toEqual([[id, "APPLICABLE"]]);
  });
});
