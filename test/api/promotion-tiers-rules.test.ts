import { describe, expect, it } from "vitest";
import { Assignment } from "../../src/model/assignment";
import { PromotionTier } from "../../src/model/promotion";
import { costOf, eventsOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import { promotion, tier } from "../support/promotions";
import { countsOf, parallel } from "../support/redeeming";

interface Shop {
  project: TestProject;
  made: PromotionTier;
  /** Paths of two rules' assignments. */
  paths: [string, string];
}

async function newShop(): Promise<Shop> {
  const project = await newProject();
  const made = await tier(project, await promotion(project, "Spring"), "A");
  const newRule = async (name: string) =>
    `/v1/validation-rules/${(await project.post("/v1/validation-rules", { name })).body.id}/assignments`;
  return { project, made, paths: [await newRule("One"), await newRule("Two")] };
}

const shownOf = async ({ project, made }: Shop): Promise<PromotionTier> =>
  parsed(PromotionTier, await project.get(`/v1/promotions/tiers/${made.id}`));

describe("a rule of a promotion tier", () => {
  it("200: assigned by the tier, shown by it and by its campaign, told with it", async () => {
    const shop = await newShop();
    const { project, made, paths } = shop;
    const reply = await project.post(paths[0], { promotion_tier: made.id });
    expect(costOf(reply).roundTrips).toBe(2);
    const assignment = parsed(Assignment, reply);
    expect(assignment).toMatchObject({
      related_object_id: made.id,
      related_object_type: "promotion_tier",
    });
    const shown = await shownOf(shop);
    expect(shown).toEqual({
      ...made,
      validation_rule_assignments: {
        object: "list",
        data_ref: "data",
        data: [assignment],
        total: 1,
      },
    });
    const { body: campaign } = await project.get("/v1/campaigns/Spring");
    expect(campaign.promotion.tiers).toEqual([shown]);
    const [event] = (await eventsOf(project.id)).slice(-1);
    expect(event).toMatchObject({
      kind: "business_validation_rule.assignment.created",
      data: { rule: { assignments_count: 1 }, assignment, promotion_tier: shown },
    });
    await expectSound(project.id);
  });

  it("200: named by id and kind", async () => {
    const { project, made, paths } = await newShop();
    const named = { related_object_id: made.id, related_object_type: "promotion_tier" };
    expect((await project.post(paths[0], named)).status).toBe(200);
  });

  it("409: the same rule again; 400: another one; and nothing changes", async () => {
    const shop = await newShop();
    const { project, made, paths } = shop;
    await project.post(paths[0], { promotion_tier: made.id });
    const before = await shownOf(shop);
    const target = { promotion_tier: made.id };
    failure(await project.post(paths[0], target), 409, "duplicate_found");
    const second = failure(await project.post(paths[1], target), 400, "invalid_campaign");
    expect(second.details).toBe(
      `Promotion tier ${made.id} has a validation rule; a promotion tier takes at most one`,
    );
    expect(await shownOf(shop)).toEqual(before);
    await expectSound(project.id);
  });

  it("of two rules at once one is assigned", async () => {
    const { project, made, paths } = await newShop();
    const replies = await parallel(8, (at) =>
      project.post(paths[at % 2 === 0 ? 0 : 1], { promotion_tier: made.id }),
    );
    expect(countsOf(replies)["200"]).toBe(1);
    expect(await rowsOf("validation_rules_assignments", project.id)).toHaveLength(1);
    await expectSound(project.id);
  });

  it("404: unknown, and of another project", async () => {
    const [{ project, paths }, far] = [await newShop(), await newShop()];
    for (const id of ["promo_none", far.made.id]) {
      const reply = await project.post(paths[0], { promotion_tier: id });
      expect(failure(reply, 404, "not_found")).toMatchObject({
        resource_type: "promotion_tier",
        resource_id: id,
      });
    }
    expect(await rowsOf("validation_rules_assignments", project.id)).toEqual([]);
  });

  it("204: taken back, and told with the tier", async () => {
    const shop = await newShop();
    const { project, made, paths } = shop;
    const { body: assignment } = await project.post(paths[0], { promotion_tier: made.id });
    expect((await project.delete(`${paths[0]}/${assignment.id}`)).status).toBe(204);
    expect(await shownOf(shop)).toEqual(made);
    const [event] = (await eventsOf(project.id)).slice(-1);
    expect(event).toMatchObject({
      kind: "business_validation_rule.assignment.deleted",
      data: { rule: { assignments_count: 0 }, assignment, promotion_tier: made },
    });
    expect((await project.post(paths[1], { promotion_tier: made.id })).status).toBe(200);
    await expectSound(project.id);
  });
});
