import { describe, expect, it } from "vitest";
import { eventKinds, newProject, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { promotion, stack, tier } from "../support/promotions";

interface Tiered {
  project: TestProject;
  campaignId: string;
  id: string;
}

interface Request {
  method?: string;
  path: string;
  body?: unknown;
}

/** Sends a request that has read all it needs when something else happens. */
async function overtaken(project: TestProject, request: Request, other: () => Promise<unknown>) {
  // Keys and settings are remembered from here on: the first batch reads, the second writes.
  await sendPausing(project, { path: "/v1/promotions/none/tiers", body: { name: "none" } }, {});
  let isDone = false;
  const before = async (batch: number) => {
    if (batch !== 2 || isDone) return;
    isDone = true;
    await other();
  };
  const reply = await sendPausing(project, request, { before });
  expect(isDone).toBe(true);
  expect(reply.batches).toBeGreaterThan(2);
  return reply;
}

describe("between reading and writing", () => {
  it.each([
    [
      "switched off",
      "promotion_inactive",
      (at: Tiered) => at.project.post(`/v1/promotions/tiers/${at.id}/disable`),
    ],
    [
      "whose campaign is switched off",
      "promotion_inactive",
      (at: Tiered) => at.project.post(`/v1/campaigns/${at.campaignId}/disable`),
    ],
    ["deleted", "not_found", (at: Tiered) => at.project.delete(`/v1/promotions/tiers/${at.id}`)],
  ])("a tier that is %s meanwhile is not redeemed", async (_, key, other) => {
    const project = await newProject();
    const campaignId = await promotion(project, "Spring");
    const { id } = await tier(project, campaignId, "a", {
      action: { discount: { type: "AMOUNT", amount_off: 100 } },
    });
    const body = {
      redeemables: [{ object: "promotion_tier", id }],
      order: { source_id: "late", amount: 1000 },
    };
    const at = { project, campaignId, id };
    const reply = await overtaken(project, { path: "/v1/redemptions", body }, () => other(at));
    failure(reply, key === "not_found" ? 404 : 400, key);
    expect(await rowsOf("usage_v", project.id)).toEqual([]);
    expect(await rowsOf("orders", project.id)).toEqual([]);
    await expectSound(project.id);
  });

  it("a tier that a stack names meanwhile is not deleted", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const { id: tierId } = await tier(project, id, "a");
    const request = { method: "DELETE", path: `/v1/promotions/tiers/${tierId}` };
    const reply = await overtaken(project, request, () => stack(project, id, "One", [tierId]));
    failure(reply, 400, "resource_in_use");
    expect(await rowsOf("promotion_tiers", project.id)).toHaveLength(1);
    await expectSound(project.id);
  });

  it("no tier comes to a campaign that is deleted meanwhile", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const request = { path: `/v1/promotions/${id}/tiers`, body: { name: "late" } };
    const reply = await overtaken(project, request, () => project.delete(`/v1/campaigns/${id}`));
    failure(reply, 404, "not_found");
    expect(await rowsOf("promotion_tiers", project.id)).toEqual([]);
    expect(await eventKinds(project.id)).not.toContain("campaign.promotion_tier.created");
    await expectSound(project.id);
  });

  it("a stack names no tier that is deleted meanwhile", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const { id: tierId } = await tier(project, id, "a");
    const body = { name: "late", tiers: { ids: [tierId] } };
    const request = { path: `/v1/promotions/${id}/stacks`, body };
    const gone = () => project.delete(`/v1/promotions/tiers/${tierId}`);
    failure(await overtaken(project, request, gone), 404, "not_found");
    expect(await rowsOf("promotion_stacks", project.id)).toEqual([]);
    await expectSound(project.id);
  });

  it.each([
    [
      "a stack",
      (project: TestProject, id: string, tierId: string) => stack(project, id, "late", [tierId]),
    ],
    ["a tier", (project: TestProject, id: string) => tier(project, id, "late")],
    [
      "a rule of a tier",
      async (project: TestProject, _: string, tierId: string) => {
        const { body: rule } = await project.post("/v1/validation-rules", { name: "Any" });
        const path = `/v1/validation-rules/${rule.id}/assignments`;
        expect((await project.post(path, { promotion_tier: tierId })).status).toBe(200);
      },
    ],
  ])("a campaign takes %s with it that is made meanwhile", async (_, make) => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const { id: tierId } = await tier(project, id, "a");
    const request = { method: "DELETE", path: `/v1/campaigns/${id}` };
    const reply = await overtaken(project, request, () => make(project, id, tierId));
    expect(reply.status).toBe(202);
    expect(await rowsOf("promotion_tiers", project.id)).toEqual([]);
    expect(await rowsOf("promotion_stacks", project.id)).toEqual([]);
    expect(await rowsOf("validation_rules_assignments", project.id)).toEqual([]);
    await expectSound(project.id);
  });
});
