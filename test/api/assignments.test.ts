import { describe, expect, it } from "vitest";
import { Assignment } from "../../src/model/assignment";
import {
  costOf,
  eventKinds,
  eventsOf,
  newProject,
  parsed,
  rowsOf,
  type TestProject,
} from "../support/api";

const PATH = "/v1/validation-rules";

async function newRule(project: TestProject): Promise<string> {
  return (await project.post(PATH, { name: "Rule" })).body.id;
}

async function newVoucher(project: TestProject, code: string): Promise<string> {
  const discount = { type: "AMOUNT", amount_off: 100 };
  return (await project.post("/v1/vouchers", { code, discount })).body.id;
}

async function assign(project: TestProject, rule: string, voucher: string): Promise<Assignment> {
  const reply = await project.post(`${PATH}/${rule}/assignments`, { voucher });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Assignment, reply);
}

async function state(project: TestProject) {
  const [tally] = await rowsOf("tallies", project.id);
  const rules = await rowsOf("validation_rules", project.id);
  return {
    rows: (await rowsOf("validation_rules_assignments", project.id)).length,
    tally: Number(tally?.validation_rules_assignments ?? 0),
    counts: rules.map(({ assignments_count }) => Number(assignments_count)),
  };
}

describe("POST /v1/validation-rules/{id}/assignments", () => {
  it("200: by code, by id, and by id with its kind", async () => {
    const project = await newProject();
    const rule = await newRule(project);
    const ids = [await newVoucher(project, "A"), await newVoucher(project, "B")];
    const third = await newVoucher(project, "C");
    const before = (await eventKinds(project.id)).length;
    const reply = await project.post(`${PATH}/${rule}/assignments`, { voucher: "a" });
    const { id, created_at, ...rest } = parsed(Assignment, reply);
    expect(id).toMatch(/^asgm_[0-9A-Za-z]{16}$/);
    expect(created_at).toMatch(/Z$/);
    expect(rest).toEqual({
      rule_id: rule,
      related_object_id: ids[0],
      related_object_type: "voucher",
      object: "validation_rules_assignment",
    });
    expect(costOf(reply).roundTrips).toBe(2);
    expect((await assign(project, rule, String(ids[1]))).related_object_id).toBe(ids[1]);
    await project.post(`${PATH}/${rule}/assignments`, {
      related_object_id: third,
      related_object_type: "voucher",
    });
    expect(await state(project)).toEqual({ rows: 3, tally: 3, counts: [3] });
    expect((await project.get(`${PATH}/${rule}`)).body.assignments_count).toBe(3);
    expect((await eventKinds(project.id)).slice(before)).toEqual(
      Array(3).fill("business_validation_rule.assignment.created"),
    );
    const voucher = (await project.get("/v1/vouchers/A")).body;
    expect(voucher.validation_rules_assignments.data).toEqual([reply.body]);
  });

  it("200: the event carries the rule with its count, the assignment and the voucher", async () => {
    const project = await newProject();
    const rule = await newRule(project);
    await newVoucher(project, "A");
    const assignment = await assign(project, rule, "A");
    const event = (await eventsOf(project.id)).find(({ kind }) =>
      kind.endsWith("assignment.created"),
    );
    const data = event?.data;
    expect(event?.entity_id).toBe(rule);
    expect(data.assignment).toEqual(assignment);
    expect(data.rule).toEqual((await project.get(`${PATH}/${rule}`)).body);
    expect(data.voucher).toEqual((await project.get("/v1/vouchers/A")).body);
  });

  it("400: exactly one object must be named, and nothing is written", async () => {
    const project = await newProject();
    const rule = await newRule(project);
    const id = await newVoucher(project, "A");
    const bodies = [
      {},
      { voucher: "" },
      { voucher: null },
      { voucher: "A", campaign: "camp_1" },
      { voucher: "A", related_object_type: "campaign" },
      { voucher: "A", related_object_id: "camp_1" },
      { related_object_id: id },
      { related_object_type: "voucher" },
      { related_object_id: id, related_object_type: "planet" },
      { voucher: 5 },
    ];
    for (const body of bodies) {
      const reply = await project.post(`${PATH}/${rule}/assignments`, body);
      expect([JSON.stringify(body), reply.status, reply.body.key]).toEqual([
        JSON.stringify(body),
        400,
        "invalid_payload",
      ]);
    }
    expect(await state(project)).toEqual({ rows: 0, tally: 0, counts: [0] });
  });

  it("404: an unknown rule, voucher or object of another kind", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const rule = await newRule(project);
    await newVoucher(project, "A");
    await newVoucher(project, "GONE");
    await project.delete("/v1/vouchers/GONE");
    const foreign = await newVoucher(other, "FAR");
    const cases: [string, object, string, string][] = [
      ["val_unknown", { voucher: "A" }, "validation_rules", "val_unknown"],
      [rule, { voucher: "NONE" }, "voucher", "NONE"],
      [rule, { voucher: "GONE" }, "voucher", "GONE"],
      [rule, { voucher: foreign }, "voucher", foreign],
      [rule, { campaign: "camp_1" }, "campaign", "camp_1"],
      [rule, { promotion_tier: "promo_1" }, "promotion_tier", "promo_1"],
    ];
    for (const [ruleId, body, resource_type, resource_id] of cases) {
      const reply = await project.post(`${PATH}/${ruleId}/assignments`, body);
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({ key: "not_found", resource_type, resource_id });
    }
    expect(await state(project)).toEqual({ rows: 0, tally: 0, counts: [0] });
  });

  it("409: once per voucher and rule, also when ten come at once", async () => {
    const project = await newProject();
    const rule = await newRule(project);
    await newVoucher(project, "A");
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        project.post(`${PATH}/${rule}/assignments`, { voucher: "A" }),
      ),
    );
    const [done, ...others] = replies.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expect(reply.status).toBe(409);
      expect(reply.body).toMatchObject({
        key: "duplicate_found",
        resource_type: "validation_rules_assignment",
        resource_id: done?.body.id,
      });
    }
    expect(await state(project)).toEqual({ rows: 1, tally: 1, counts: [1] });
  });

  it("200 or 404: a voucher deleted at the same time leaves no assignment behind", async () => {
    const project = await newProject();
    const rule = await newRule(project);
    const codes = ["D1", "D2", "D3", "D4", "D5", "D6"];
    for (const code of codes) await newVoucher(project, code);
    await Promise.all(
      codes.flatMap((code) => [
        project.post(`${PATH}/${rule}/assignments`, { voucher: code }),
        project.delete(`/v1/vouchers/${code}`),
      ]),
    );
    for (const code of codes) await project.delete(`/v1/vouchers/${code}`);
    expect(await state(project)).toEqual({ rows: 0, tally: 0, counts: [0] });
  });
});

describe("DELETE /v1/validation-rules/{id}/assignments/{assignmentId}", () => {
  it("204: it is gone, the rule stays, and it can be made again", async () => {
    const project = await newProject();
    const rule = await newRule(project);
    await newVoucher(project, "A");
    const { id } = await assign(project, rule, "A");
    const reply = await project.delete(`${PATH}/${rule}/assignments/${id}`);
    expect([reply.status, reply.body]).toEqual([204, ""]);
    expect(costOf(reply).roundTrips).toBe(2);
    expect(await state(project)).toEqual({ rows: 0, tally: 0, counts: [0] });
    expect((await eventKinds(project.id)).at(-1)).toBe(
      "business_validation_rule.assignment.deleted",
    );
    const event = (await eventsOf(project.id)).find(({ kind }) =>
      kind.endsWith("assignment.deleted"),
    );
    const data = event?.data;
    expect(data.rule.assignments_count).toBe(0);
    expect(data.assignment.id).toBe(id);
    expect(data.voucher).toEqual((await project.get("/v1/vouchers/A")).body);
    await assign(project, rule, "A");
  });

  it("204 once: five at once take it back once", async () => {
    const project = await newProject();
    const rule = await newRule(project);
    await newVoucher(project, "A");
    const { id } = await assign(project, rule, "A");
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => project.delete(`${PATH}/${rule}/assignments/${id}`)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect(await state(project)).toEqual({ rows: 0, tally: 0, counts: [0] });
  });

  it("404: unknown, of another rule, of another project, and nothing changed", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const [rule, second] = [await newRule(project), await newRule(project)];
    const foreign = await newRule(other);
    await newVoucher(project, "A");
    const { id } = await assign(project, rule, "A");
    const before = await state(project);
    const refused = [
      await project.delete(`${PATH}/${rule}/assignments/asgm_unknown`),
      await project.delete(`${PATH}/${second}/assignments/${id}`),
      await project.delete(`${PATH}/val_unknown/assignments/${id}`),
      await other.delete(`${PATH}/${foreign}/assignments/${id}`),
    ];
    expect(refused.map(({ status, body }) => [status, body.resource_type])).toEqual([
      [404, "validation_rules_assignment"],
      [404, "validation_rules_assignment"],
      [404, "validation_rules"],
      [404, "validation_rules_assignment"],
    ]);
    expect(await state(project)).toEqual(before);
  });
});
