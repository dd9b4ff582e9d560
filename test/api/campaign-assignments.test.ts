import { describe, expect, it } from "vitest";
import { Assignment } from "../../src/model/assignment";
import { Campaign } from "../../src/model/campaign";
import { costOf, eventsOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { campaign, code, rule } from "../support/campaigns";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import { redeem } from "../support/redeeming";

const assign = (project: TestProject, ruleId: string, body: object) =>
  project.post(`/v1/validation-rules/${ruleId}/assignments`, body);

const countOf = async (project: TestProject, ruleId: string) =>
  (await project.get(`/v1/validation-rules/${ruleId}`)).body.assignments_count;

const atLeast = (project: TestProject, amount: number) =>
  rule(project, "order.amount", { $more_than: [amount] });

describe("POST /v1/validation-rules/{validationRuleId}/assignments with a campaign", () => {
  it("200: by name or id, and the rule decides about all its codes", async () => {
    const project = await newProject();
    const ruleId = await atLeast(project, 1000);
    const id = await campaign(project, "Ruled");
    await code(project, id, "A");
    const reply = await assign(project, ruleId, { campaign: "Ruled" });
    const assignment = parsed(Assignment, reply);
    expect(assignment).toMatchObject({
      rule_id: ruleId,
      related_object_id: id,
      related_object_type: "campaign",
    });
    expect(costOf(reply).roundTrips).toBe(2);
    const shown = parsed(Campaign, await project.get(`/v1/campaigns/${id}`));
    expect(shown.validation_rules_assignments).toMatchObject({ data: [assignment], total: 1 });
    expect(await countOf(project, ruleId)).toBe(1);
    expect((await eventsOf(project.id)).at(-1)).toMatchObject({
      kind: "business_validation_rule.assignment.created",
      entity_id: ruleId,
      data: { rule: { assignments_count: 1 }, assignment, campaign: shown },
    });
    failure(await redeem(project, "A", { order: { amount: 999 } }), 400, "order_rules_violated");
    expect((await redeem(project, "A", { order: { amount: 1001 } })).status).toBe(200);
    await expectSound(project.id);
  });

  it("200: by related object id and type", async () => {
    const project = await newProject();
    const ruleId = await atLeast(project, 1);
    const id = await campaign(project, "Ruled");
    const body = { related_object_id: id, related_object_type: "campaign" };
    expect(parsed(Assignment, await assign(project, ruleId, body)).related_object_id).toBe(id);
  });

  it("409 and 400: the same rule again, and another one: a campaign takes one", async () => {
    const project = await newProject();
    const [one, two] = [await atLeast(project, 1), await atLeast(project, 2)];
    await campaign(project, "Ruled", { validation_rules: [one] });
    const before = await rowsOf("validation_rules_assignments", project.id);
    failure(await assign(project, one, { campaign: "Ruled" }), 409, "duplicate_found");
    failure(await assign(project, two, { campaign: "Ruled" }), 400, "invalid_campaign");
    expect(await rowsOf("validation_rules_assignments", project.id)).toEqual(before);
    expect([await countOf(project, one), await countOf(project, two)]).toEqual([1, 0]);
  });

  it("400: of eight rules at once one is assigned", async () => {
    const project = await newProject();
    const id = await campaign(project, "Ruled");
    const rules = await Promise.all(Array.from({ length: 8 }, (_, at) => atLeast(project, at)));
    const replies = await Promise.all(rules.map((one) => assign(project, one, { campaign: id })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rowsOf("validation_rules_assignments", project.id)).toHaveLength(1);
    const counts = (await rowsOf("validation_rules", project.id)).map(
      (row) => row.assignments_count,
    );
    expect(counts.reduce((sum: number, count) => sum + Number(count), 0)).toBe(1);
    await expectSound(project.id);
  });

  it("404: an unknown campaign, a deleted one, one of another project, and an unknown rule", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const ruleId = await atLeast(project, 1);
    const foreign = await campaign(other, "Far");
    const gone = await campaign(project, "Gone");
    await campaign(project, "Here");
    await project.delete("/v1/campaigns/Gone");
    for (const name of ["nobody", "Gone", gone, foreign]) {
      const reply = await assign(project, ruleId, { campaign: name });
      expect(failure(reply, 404, "not_found")).toMatchObject({
        resource_id: name,
        resource_type: "campaign",
      });
    }
    const reply = await assign(project, "val_x", { campaign: "Here" });
    expect(failure(reply, 404, "not_found").resource_type).toBe("validation_rules");
    expect(await rowsOf("validation_rules_assignments", project.id)).toEqual([]);
  });
});

describe("DELETE /v1/validation-rules/{validationRuleId}/assignments/{assignmentId} of a campaign", () => {
  it("204: the campaign is without the rule, and may have another", async () => {
    const project = await newProject();
    const ruleId = await atLeast(project, 1000);
    const id = await campaign(project, "Ruled", { validation_rules: [ruleId] });
    await code(project, id, "A");
    const { body } = await project.get("/v1/campaigns/Ruled");
    const [assignment] = body.validation_rules_assignments.data;
    const path = `/v1/validation-rules/${ruleId}/assignments/${assignment.id}`;
    expect((await project.delete(path)).status).toBe(204);
    expect((await eventsOf(project.id)).at(-1)).toMatchObject({
      kind: "business_validation_rule.assignment.deleted",
      data: {
        rule: { id: ruleId, assignments_count: 0 },
        assignment,
        campaign: { id, validation_rules_assignments: { data: [], total: 0 } },
      },
    });
    expect((await redeem(project, "A", { order: { amount: 1 } })).status).toBe(200);
    const other = await atLeast(project, 1);
    expect((await assign(project, other, { campaign: id })).status).toBe(200);
    await expectSound(project.id);
  });

  it("204: the rule itself goes with its assignment to a campaign", async () => {
    const project = await newProject();
    const ruleId = await atLeast(project, 1);
    await campaign(project, "Ruled", { validation_rules: [ruleId] });
    expect((await project.delete(`/v1/validation-rules/${ruleId}`)).status).toBe(204);
    const { body } = await project.get("/v1/campaigns/Ruled");
    expect(body.validation_rules_assignments.total).toBe(0);
    await expectSound(project.id);
  });
});

describe("what campaigns cost", () => {
  it("as many rows with thousands of codes as with one", async () => {
    const project = await newProject();
    const id = await campaign(project, "Big", { vouchers_count: 1 });
    for (let at = 0; at < 5; at++) await campaign(project, `C${at}`);
    const paths = [
      `/v1/campaigns/${id}`,
      "/v1/campaigns/Big",
      "/v1/campaigns?order=created_at",
      "/v1/campaigns?order=-updated_at",
      "/v1/campaigns?order=name",
      "/v1/campaigns?campaign_type=DISCOUNT_COUPONS",
      `/v1/campaigns/${id}/summary`,
    ];
    const measure = async () => {
      const costs = [];
      for (const path of paths) costs.push(costOf(await project.get(path)));
      const fixed = await project.post(`/v1/campaigns/${id}/vouchers`);
      const changed = await project.put(`/v1/campaigns/${id}`, { description: "x" });
      return [...costs, costOf(fixed), costOf(changed)];
    };
    await measure();
    const few = await measure();
    expect(few.slice(0, paths.length).map(({ roundTrips }) => roundTrips)).toEqual(
      paths.map(() => 1),
    );
    await project.post(`/v1/campaigns/${id}/vouchers?vouchers_count=3000`);
    const done = async () =>
      (await project.get(`/v1/campaigns/${id}`)).body.vouchers_generation_status;
    await expect.poll(done).toBe("DONE");
    expect(await measure()).toEqual(few);
  });
});
