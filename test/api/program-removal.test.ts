import { describe, expect, it } from "vitest";
import { eventsOf, newProject, rowsOf, type TestProject } from "../support/api";
import { rule } from "../support/campaigns";
import { fixed, program } from "../support/earning";
import { failure } from "../support/failure";
import { sendPausing } from "../support/faults";
import { coinReward, goodsReward } from "../support/rewarding";

const PARTS = [
  "reward_assignments",
  "earning_rules",
  "loyalty_tiers",
  "validation_rules_assignments",
];

const partsOf = async ({ id }: TestProject) =>
  (await Promise.all(PARTS.map((table) => rowsOf(table, id)))).map((rows) => rows.length);

const countOf = async (project: TestProject, ruleId: string) =>
  (await project.get(`/v1/validation-rules/${ruleId}`)).body.assignments_count;

async function posted(project: TestProject, path: string, body: unknown) {
  const reply = await project.post(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}

/** A program with two rewards, an earning rule and a tier; its rule is assigned twice. */
async function furnished(project: TestProject, name: string, ruleId: string) {
  const id = await program(project, name);
  const [mug, coins] = [await goodsReward(project), await coinReward(project)];
  await posted(project, `/v1/loyalties/${id}/rewards`, [
    { reward: mug, parameters: { loyalty: { points: 5 } } },
    { reward: coins, validation_rules: [ruleId] },
  ]);
  await posted(project, `/v1/loyalties/${id}/earning-rules`, [
    fixed(5, { validation_rule_id: ruleId }),
  ]);
  await posted(project, `/v1/loyalties/${id}/tiers`, [{ name: "Gold", points: { from: 10 } }]);
  return { id, rewards: [mug, coins] };
}

describe("DELETE /v1/loyalties/{campaignId}", () => {
  it("takes rewards, earning rules and tiers away, and gives rules back; another's stay", async () => {
    const project = await newProject();
    const ruleId = await rule(project, "order.amount", { $more_than: [1] });
    const { id, rewards } = await furnished(project, "Gone", ruleId);
    const stays = await furnished(project, "Stays", ruleId);
    expect(await partsOf(project)).toEqual([4, 2, 2, 4]);
    expect(await countOf(project, ruleId)).toBe(4);

    expect((await project.delete(`/v1/loyalties/${id}`)).status).toBe(202);
    expect(await partsOf(project)).toEqual([2, 1, 1, 2]);
    expect(await countOf(project, ruleId)).toBe(2);
    expect((await project.get("/v1/validation-rules-assignments")).body.total).toBe(2);
    const told = (await eventsOf(project.id)).filter(
      ({ kind }) => kind === "business_validation_rule.assignment.deleted",
    );
    expect(told.map(({ data }) => data.rule.assignments_count)).toEqual([3, 2]);
    expect((await project.get(`/v1/loyalties/${stays.id}/rewards`)).body.total).toBe(2);
    for (const reward of rewards) {
      expect((await project.delete(`/v1/rewards/${reward}`)).status).toBe(204);
    }
    failure(await project.delete(`/v1/rewards/${stays.rewards[0]}`), 400, "resource_in_use");
  });

  it.each([1, 2, 3])("leaves no reward behind that comes before its batch %i", async (at) => {
    const project = await newProject();
    const ruleId = await rule(project, "order.amount", { $more_than: [1] });
    const id = await program(project, "Gone");
    const reward = await coinReward(project);
    const before = async (batch: number) => {
      if (batch !== at) return;
      await posted(project, `/v1/rewards/${reward}/assignments`, {
        campaign: id,
        validation_rules: [ruleId],
      });
    };
    const removal = { method: "DELETE", path: `/v1/loyalties/${id}` };
    const removed = await sendPausing(project, removal, { before });
    expect(removed.status, JSON.stringify(removed.body)).toBe(202);
    expect(await partsOf(project)).toEqual([0, 0, 0, 0]);
    expect(await countOf(project, ruleId)).toBe(0);
  });

  it.each([1, 2, 3])("leaves no earning rule behind that comes before its batch %i", async (at) => {
    const project = await newProject();
    const ruleId = await rule(project, "order.amount", { $more_than: [1] });
    const id = await program(project, "Gone");
    const before = async (batch: number) => {
      if (batch !== at) return;
      await posted(project, `/v1/loyalties/${id}/earning-rules`, [
        fixed(5, { validation_rule_id: ruleId }),
      ]);
    };
    const removal = { method: "DELETE", path: `/v1/loyalties/${id}` };
    expect((await sendPausing(project, removal, { before })).status).toBe(202);
    expect(await partsOf(project)).toEqual([0, 0, 0, 0]);
    expect(await countOf(project, ruleId)).toBe(0);
  });
});
