import { describe, expect, it } from "vitest";
import { noCost, type Statement } from "../../src/db/client";
import { writeBatch } from "../../src/db/commit";
import { ValidationRule } from "../../src/model/rule";
import { decodeAssignment } from "../../src/resources/validation-rules/assignment-store";
import { decodeRule, deleteRule } from "../../src/resources/validation-rules/store";
import {
  costOf,
  eventKinds,
  eventsOf,
  newProject,
  parsed,
  rowsOf,
  type TestProject,
} from "../support/api";
import { homeDb } from "../support/places";

const PATH = "/v1/validation-rules";
const RULES = { "1": { name: "order.amount", conditions: { $is: [1] }, rules: {} } };

async function create(project: TestProject, body: object = {}) {
  const reply = await project.post(PATH, { name: "Rule", ...body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(ValidationRule, reply);
}

async function assign(project: TestProject, ruleId: string, code: string) {
  await project.post("/v1/vouchers", {
    code,
    type: "DISCOUNT_VOUCHER",
    discount: { type: "AMOUNT", amount_off: 100 },
  });
  const reply = await project.post(`${PATH}/${ruleId}/assignments`, { voucher: code });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
}

const tally = async (project: TestProject) => {
  const [row] = await rowsOf("tallies", project.id);
  return [Number(row?.validation_rules), Number(row?.validation_rules_assignments)];
};

describe("PUT /v1/validation-rules/{id}", () => {
  it("200: only what was sent changes, and null keeps all but error and bundle", async () => {
    const project = await newProject();
    const conditions = { $is: [{ id: "prod_1", object: "product" }] };
    const quantity = { name: "order.items.aggregated_quantity", conditions: { $is: [2] } };
    const bundle_rules = { "1": { name: "order.items.any", conditions, rules: { "1": quantity } } };
    const rule = await create(project, { rules: RULES, bundle_rules, error: { message: "No" } });
    const renamed = await project.put(`${PATH}/${rule.id}`, { name: "New", rules: null });
    const first = parsed(ValidationRule, renamed);
    expect(first).toEqual({ ...rule, name: "New", updated_at: first.updated_at });
    expect(costOf(renamed).roundTrips).toBe(2);
    const nulls = { name: null, type: null, context_type: null, applicable_to: null };
    const cleared = await project.put(`${PATH}/${rule.id}`, {
      ...nulls,
      error: null,
      bundle_rules: null,
    });
    const second = parsed(ValidationRule, cleared);
    expect(second).toEqual({
      ...first,
      error: null,
      bundle_rules: {},
      updated_at: second.updated_at,
    });
    expect(String(second.updated_at) > String(first.updated_at)).toBe(true);
    expect((await project.get(`${PATH}/${rule.id}`)).body).toEqual(second);
    expect((await eventKinds(project.id)).slice(1)).toEqual([
      "business_validation_rule.updated",
      "business_validation_rule.updated",
    ]);
  });

  it("200: rules are replaced as a whole", async () => {
    const project = await newProject();
    const rule = await create(project, { rules: RULES });
    const rules = { "2": { name: "order.amount", conditions: { $is: [2] }, rules: {} } };
    const reply = await project.put(`${PATH}/${rule.id}`, { rules });
    expect(parsed(ValidationRule, reply).rules).toEqual({ ...rules, logic: "2" });
  });

  it("200: of many updates at once none is half done", async () => {
    const project = await newProject();
    const { id } = await create(project);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => project.put(`${PATH}/${id}`, { name: `N${at}` })),
    );
    const done = replies.filter(({ status }) => status === 200).map(({ body }) => body);
    for (const reply of replies) {
      if (reply.status !== 200) expect(reply.body.key).toBe("multiple_requests");
    }
    const last = done.sort((a, b) => (a.updated_at < b.updated_at ? -1 : 1)).at(-1);
    expect(new Set(done.map(({ updated_at }) => updated_at)).size).toBe(done.length);
    expect((await project.get(`${PATH}/${id}`)).body).toEqual(last);
    expect(await eventKinds(project.id)).toHaveLength(1 + done.length);
  });

  it("400: a malformed rule changes nothing", async () => {
    const project = await newProject();
    const rule = await create(project, { rules: RULES });
    const cases: [unknown, string][] = [
      [{ rules: { "1": { name: "order.colour" } } }, "invalid_validation_rules"],
      [{ rules: { ...RULES, logic: "(1" } }, "invalid_validation_rules"],
      [{ bundle_rules: "x" }, "invalid_validation_rules"],
      [{ name: "" }, "invalid_payload"],
      [{ context_type: "x" }, "invalid_payload"],
    ];
    for (const [body, key] of cases) {
      const reply = await project.put(`${PATH}/${rule.id}`, body);
      expect([reply.status, reply.body.key]).toEqual([400, key]);
    }
    expect((await project.get(`${PATH}/${rule.id}`)).body).toEqual(rule);
    expect(await eventKinds(project.id)).toHaveLength(1);
  });

  it("404: unknown", async () => {
    const project = await newProject();
    const reply = await project.put(`${PATH}/val_unknown`, { name: "X" });
    expect([reply.status, reply.body.resource_type]).toEqual([404, "validation_rules"]);
  });
});

describe("DELETE /v1/validation-rules/{id}", () => {
  it("204: the rule goes with its assignments, and other rules keep theirs", async () => {
    const project = await newProject();
    const rule = await create(project);
    const other = await create(project);
    for (const code of ["A", "B"]) await assign(project, rule.id, code);
    await project.post(`${PATH}/${other.id}/assignments`, { voucher: "A" });
    expect(await tally(project)).toEqual([2, 3]);
    const reply = await project.delete(`${PATH}/${rule.id}`);
    expect([reply.status, reply.body]).toEqual([204, ""]);
    expect(costOf(reply).roundTrips).toBe(2);
    expect((await project.get(`${PATH}/${rule.id}`)).status).toBe(404);
    expect(await tally(project)).toEqual([1, 1]);
    const { body } = await project.get("/v1/vouchers/A");
    expect(body.validation_rules_assignments.data).toMatchObject([{ rule_id: other.id }]);
    expect((await project.get("/v1/vouchers/B")).body.validation_rules_assignments.total).toBe(0);
    expect((await eventKinds(project.id)).slice(-3)).toEqual([
      "business_validation_rule.assignment.deleted",
      "business_validation_rule.assignment.deleted",
      "business_validation_rule.deleted",
    ]);
    expect((await project.delete(`${PATH}/${rule.id}`)).status).toBe(404);
  });

  it("204: its events tell what it was assigned to, and how often it still is", async () => {
    const project = await newProject();
    const rule = await create(project);
    await assign(project, rule.id, "A");
    const discount = { type: "PERCENT", percent_off: 5 };
    const promotion = { tiers: [{ name: "Tier", action: { discount } }] };
    for (const body of [
      { name: "Codes", voucher: { discount } },
      { name: "Promo", campaign_type: "PROMOTION", promotion },
    ]) {
      expect((await project.post("/v1/campaigns", body)).status).toBe(200);
    }
    const [tier] = await rowsOf("promotion_tiers", project.id);
    for (const body of [{ campaign: "Codes" }, { promotion_tier: String(tier?.id) }]) {
      const reply = await project.post(`${PATH}/${rule.id}/assignments`, body);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    }
    const reply = await project.delete(`${PATH}/${rule.id}`);
    expect([reply.status, costOf(reply).roundTrips]).toEqual([204, 2]);
    const none = { total: 0, data: [] };
    expect((await eventsOf(project.id)).slice(-4).map(({ data }) => data)).toMatchObject([
      {
        rule: { id: rule.id, assignments_count: 2 },
        voucher: { code: "A", validation_rules_assignments: none },
      },
      {
        rule: { assignments_count: 1 },
        campaign: { name: "Codes", validation_rules_assignments: none },
      },
      {
        rule: { assignments_count: 0 },
        promotion_tier: { name: "Tier", validation_rule_assignments: none },
      },
      { rule: { id: rule.id } },
    ]);
  });

  it("204: objects that are too large together are told by their ids", async () => {
    const project = await newProject();
    const rule = await create(project);
    const metadata = { text: "x".repeat(40_000) };
    const discount = { type: "PERCENT", percent_off: 5 };
    const promotion = { tiers: [{ name: "Tier", action: { discount } }] };
    const rules = { validation_rules: [rule.id] };
    for (let at = 0; at < 40; at++) {
      const sent = { code: `C${at}`, discount, metadata, ...rules };
      expect((await project.post("/v1/vouchers", sent)).status).toBe(200);
    }
    await project.post("/v1/campaigns", { name: "Codes", voucher: { discount }, ...rules });
    await project.post("/v1/campaigns", { name: "P", campaign_type: "PROMOTION", promotion });
    const [tier] = await rowsOf("promotion_tiers", project.id);
    const sent = { promotion_tier: String(tier?.id) };
    expect((await project.post(`${PATH}/${rule.id}/assignments`, sent)).status).toBe(200);
    expect((await project.delete(`${PATH}/${rule.id}`)).status).toBe(204);
    const told = (await eventsOf(project.id)).slice(-43, -1).map(({ data }) => data);
    const objects = told.map(({ rule: _, assignment: __, ...object }) => object);
    const voucherless = Array(40).fill({ voucher: null });
    expect(objects).toEqual([...voucherless, { campaign: null }, { promotion_tier: null }]);
    expect(told[0]?.assignment).toMatchObject({ related_object_type: "voucher" });
  });

  it.each([0, 2, 4])(
    "204: an assignment made at the same time is never left behind, %i sent before",
    async (at) => {
      const project = await newProject();
      const rule = await create(project);
      const codes = ["C1", "C2", "C3", "C4"];
      for (const code of codes) {
        await project.post("/v1/vouchers", { code, discount: { type: "PERCENT", percent_off: 5 } });
      }
      const calls = codes.map(
        (voucher) => () => project.post(`${PATH}/${rule.id}/assignments`, { voucher }),
      );
      calls.splice(at, 0, () => project.delete(`${PATH}/${rule.id}`));
      const deleted = (await Promise.all(calls.map((call) => call())))[at];
      if (deleted?.status !== 204) {
        expect(deleted?.body.key).toBe("multiple_requests");
        expect((await project.delete(`${PATH}/${rule.id}`)).status).toBe(204);
      }
      expect(await rowsOf("validation_rules_assignments", project.id)).toEqual([]);
      expect(await tally(project)).toEqual([0, 0]);
      const kinds = await eventKinds(project.id);
      const count = (kind: string) => kinds.filter((each) => each.endsWith(kind)).length;
      expect(count("assignment.created")).toBe(count("assignment.deleted"));
    },
  );

  it("a deletion decided before an assignment came or changed writes nothing", async () => {
    const project = await newProject();
    const { id } = await create(project);
    const read = async () => {
      const [row] = await rowsOf("validation_rules", project.id);
      const assigned = await rowsOf("validation_rules_assignments", project.id);
      return deleteRule(decodeRule(row ?? {}), assigned.map(decodeAssignment));
    };
    const write = (statements: Statement[]) =>
      writeBatch({ d1: homeDb(), cost: noCost() }, statements);
    const beforeFirst = await read();
    await assign(project, id, "A");
    const lost = { ok: false, error: { constraint: expect.stringMatching(/^rule_moved/) } };
    expect(await write(beforeFirst)).toEqual(lost);
    const beforeSwap = await read();
    const { body } = await project.get(`${PATH}/${id}/assignments`);
    await project.delete(`${PATH}/${id}/assignments/${body.data[0].id}`);
    await assign(project, id, "B");
    expect(await write(beforeSwap)).toEqual(lost);
    expect(await rowsOf("validation_rules", project.id)).toHaveLength(1);
    expect(await rowsOf("validation_rules_assignments", project.id)).toHaveLength(1);
    expect((await write(await read())).ok).toBe(true);
  });

  it("400: more than a hundred assignments are taken back first, and nothing changed", async () => {
    const project = await newProject();
    const { id } = await create(project);
    await homeDb()
      .prepare(
        `INSERT INTO validation_rules_assignments
         SELECT ?1, 'v_' || value, ?2, 'asgm_' || value, 'voucher', '2026-01-01T00:00:00.000Z'
         FROM json_each(?3)`,
      )
      .bind(project.id, id, JSON.stringify(Array.from({ length: 101 }, (_, at) => at)))
      .run();
    await homeDb()
      .prepare("UPDATE validation_rules SET assignments_count = 101 WHERE id = ?1")
      .bind(id)
      .run();
    const reply = await project.delete(`${PATH}/${id}`);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      key: "resource_in_use",
      resource_id: id,
      related_object_type: "validation_rules_assignment",
      related_object_total: 101,
    });
    expect(reply.body.related_object_ids).toHaveLength(100);
    expect(await rowsOf("validation_rules", project.id)).toHaveLength(1);
    expect(await rowsOf("validation_rules_assignments", project.id)).toHaveLength(101);
    expect(await eventKinds(project.id)).toHaveLength(1);
  });

  it("404: unknown", async () => {
    const project = await newProject();
    expect((await project.delete(`${PATH}/val_unknown`)).status).toBe(404);
  });
});
