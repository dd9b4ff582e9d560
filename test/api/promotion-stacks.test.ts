import { describe, expect, it } from "vitest";
import { PromotionStack } from "../../src/model/promotion";
import { StackList } from "../../src/resources/campaigns/promotions/stacks/schema";
import {
  costOf,
  eventKinds,
  eventsOf,
  newProject,
  parsed,
  rowsOf,
  type TestProject,
} from "../support/api";
import { campaign } from "../support/campaigns";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import { promotion, stack, tier } from "../support/promotions";

interface Shop {
  project: TestProject;
  campaignId: string;
  /** Tiers a, b and c. */
  ids: string[];
}

async function newShop(): Promise<Shop> {
  const project = await newProject();
  const campaignId = await promotion(project, "Spring");
  const made = [];
  for (const name of ["a", "b", "c"]) made.push(await tier(project, campaignId, name));
  return { project, campaignId, ids: made.map(({ id }) => id) };
}

describe("POST /v1/promotions/{campaignId}/stacks", () => {
  it("200: tiers in the order that was sent", async () => {
    const { project, campaignId, ids } = await newShop();
    const [a = "", b = "", c = ""] = ids;
    const sent = { name: "All", tiers: { ids: [c, a, b], hierarchy_mode: "MANUAL" } };
    const reply = await project.post("/v1/promotions/Spring/stacks", sent);
    expect(costOf(reply).roundTrips).toBe(2);
    const { id, created_at, ...rest } = parsed(PromotionStack, reply);
    expect(id).toMatch(/^stack_[0-9A-Za-z]{24}$/);
    expect(created_at).toMatch(/Z$/);
    expect(rest).toEqual({
      ...sent,
      campaign_id: campaignId,
      category_id: null,
      categories: [],
      object: "promotion_stack",
    });
    const path = `/v1/promotions/${campaignId}/stacks/${id}`;
    expect((await project.get(path)).body).toEqual(reply.body);
    const [event] = (await eventsOf(project.id)).slice(-1);
    expect(event).toMatchObject({
      kind: "campaign.promotion_stack.created",
      entity_id: id,
      data: { campaign: { id: campaignId }, promotion_stack: reply.body },
    });
    await expectSound(project.id);
  });

  it("200: the mode may be left out; a category by id and by name", async () => {
    const { project, campaignId, ids } = await newShop();
    const { body: category } = await project.post("/v1/categories", { name: "First" });
    for (const part of [{ category_id: category.id }, { category: "First" }]) {
      const sent = { name: "All", tiers: { ids }, ...part };
      const reply = await project.post(`/v1/promotions/${campaignId}/stacks`, sent);
      expect(parsed(PromotionStack, reply)).toMatchObject({
        category_id: category.id,
        categories: [category],
      });
      expect(reply.body.tiers).toEqual({ ids });
    }
  });

  it("400, 404: refused, and nothing is written", async () => {
    const { project, campaignId, ids } = await newShop();
    const [a = ""] = ids;
    const stranger = await tier(project, await promotion(project, "Other"), "stranger");
    const coupons = await campaign(project, "Coupons");
    const far = await newShop();
    const events = await eventKinds(project.id);
    const tiers = { ids: [a] };
    const cases: [string, object, number, string, string][] = [
      [
        campaignId,
        { name: "A" },
        400,
        "invalid_payload",
        "Payload must have required property 'tiers'",
      ],
      [campaignId, { tiers }, 400, "invalid_payload", "Payload must have required property 'name'"],
      [
        campaignId,
        { name: "A", tiers: { ids: [] } },
        400,
        "invalid_payload",
        "Property .tiers.ids must NOT have fewer than 1 items",
      ],
      [
        campaignId,
        { name: "A", tiers: { ids: Array.from({ length: 31 }, (_, at) => `promo_${at}`) } },
        400,
        "invalid_payload",
        "Property .tiers.ids must NOT have more than 30 items",
      ],
      [
        campaignId,
        { name: "A", tiers: { ids: [a, a] } },
        400,
        "invalid_payload",
        "Property .tiers.ids must NOT have duplicate items",
      ],
      [
        campaignId,
        { name: "A", tiers: { ids: [a], hierarchy_mode: "AUTO" } },
        400,
        "invalid_payload",
        "Property .tiers.hierarchy_mode must be equal to one of the allowed values [ MANUAL ]",
      ],
      [
        campaignId,
        { name: "A", tiers: { ids: [a, "promo_none"] } },
        404,
        "not_found",
        "Cannot find promotion_tier with id promo_none",
      ],
      [
        campaignId,
        { name: "A", tiers: { ids: [stranger.id] } },
        404,
        "not_found",
        `Cannot find promotion_tier with id ${stranger.id}`,
      ],
      [
        campaignId,
        { name: "A", tiers: { ids: far.ids } },
        404,
        "not_found",
        `Cannot find promotion_tier with id ${far.ids[0]}`,
      ],
      [
        campaignId,
        { name: "A", tiers, category_id: "cat_none" },
        404,
        "not_found",
        "Cannot find category with id cat_none",
      ],
      [
        campaignId,
        { name: "A", tiers, category: "None" },
        404,
        "not_found",
        "Cannot find category with id None",
      ],
      [
        "camp_none",
        { name: "A", tiers },
        404,
        "not_found",
        "Cannot find campaign with id camp_none",
      ],
      [
        coupons,
        { name: "A", tiers },
        400,
        "invalid_campaign",
        `Campaign ${coupons} is of type DISCOUNT_COUPONS; only a PROMOTION campaign has tiers and stacks`,
      ],
    ];
    for (const [name, sent, status, key, details] of cases) {
      const reply = await project.post(`/v1/promotions/${name}/stacks`, sent);
      expect(failure(reply, status, key).details).toBe(details);
    }
    expect(await rowsOf("promotion_stacks", project.id)).toEqual([]);
    expect(await eventKinds(project.id)).toEqual(events);
  });
});

describe("GET stacks", () => {
  it("200: of a promotion in the order of their making, of the project newest first", async () => {
    const { project, campaignId, ids } = await newShop();
    const second = await promotion(project, "Second");
    const other = await tier(project, second, "other");
    const far = await newShop();
    await stack(far.project, far.campaignId, "Far", far.ids);
    for (const name of ["x", "y"]) await stack(project, campaignId, name, ids);
    await stack(project, second, "z", [other.id]);
    const list = async (path: string) => {
      const reply = await project.get(path);
      expect(costOf(reply).roundTrips).toBe(1);
      const { data, total } = parsed(StackList, reply);
      return [data.map(({ name }) => name), total];
    };
    expect(await list(`/v1/promotions/${campaignId}/stacks`)).toEqual([["x", "y"], 2]);
    expect(await list("/v1/promotions/Spring/stacks?limit=1&page=2")).toEqual([["y"], 2]);
    expect(await list("/v1/promotions/stacks")).toEqual([["z", "y", "x"], 3]);
    expect(await list("/v1/promotions/stacks?order=created_at&limit=2")).toEqual([["x", "y"], 3]);
    expect(await list("/v1/promotions/stacks?order=-updated_at")).toEqual([["z", "y", "x"], 3]);
    for (const path of ["stacks?limit=0", `${campaignId}/stacks?page=0`]) {
      failure(await project.get(`/v1/promotions/${path}`), 400, "invalid_query_params");
    }
  });

  it("200: the stacks of a promotion come whole, as far as a page goes", async () => {
    const { project, campaignId, ids } = await newShop();
    for (let at = 0; at < 12; at++) await stack(project, campaignId, `s${at}`, ids);
    const { body } = await project.get(`/v1/promotions/${campaignId}/stacks`);
    expect([body.data.length, body.total]).toEqual([12, 12]);
  });

  it("404: unknown, of another promotion, of another project; 400: no promotion", async () => {
    const { project, campaignId, ids } = await newShop();
    await promotion(project, "Second");
    const far = await newShop();
    const foreign = await stack(far.project, far.campaignId, "Far", far.ids);
    const made = await stack(project, campaignId, "Mine", ids);
    const coupons = await campaign(project, "Coupons");
    const missing = [
      `${campaignId}/stacks/stack_none`,
      `Second/stacks/${made.id}`,
      `${campaignId}/stacks/${foreign.id}`,
      `${far.campaignId}/stacks/${foreign.id}`,
    ];
    for (const path of missing.map((each) => `/v1/promotions/${each}`)) {
      failure(await project.get(path), 404, "not_found");
      failure(await project.put(path, { name: "X" }), 404, "not_found");
      failure(await project.delete(path), 404, "not_found");
    }
    failure(await project.get("/v1/promotions/camp_none/stacks"), 404, "not_found");
    failure(await project.get(`/v1/promotions/${coupons}/stacks`), 400, "invalid_campaign");
    expect((await project.get(`/v1/promotions/Spring/stacks/${made.id}`)).body).toEqual(made);
    expect(await rowsOf("promotion_stacks", far.project.id)).toHaveLength(1);
  });
});

describe("PUT and DELETE /v1/promotions/{campaignId}/stacks/{stackId}", () => {
  it("200: absent keeps; null takes the category away", async () => {
    const { project, campaignId, ids } = await newShop();
    const [a = "", b = ""] = ids;
    const { body: category } = await project.post("/v1/categories", { name: "First" });
    const made = await stack(project, campaignId, "One", [a]);
    const path = `/v1/promotions/${campaignId}/stacks/${made.id}`;
    const sent = { tiers: { ids: [b, a] }, category_id: category.id };
    const changed = parsed(PromotionStack, await project.put(path, sent));
    expect(changed).toEqual({
      ...made,
      tiers: { ids: [b, a] },
      category_id: category.id,
      categories: [category],
      updated_at: changed.updated_at,
    });
    const renamed = parsed(PromotionStack, await project.put(path, { name: "Two", tiers: null }));
    expect(renamed).toEqual({ ...changed, name: "Two", updated_at: renamed.updated_at });
    const bare = parsed(PromotionStack, await project.put(path, { category_id: null }));
    expect(bare).toMatchObject({ category_id: null, categories: [] });
    expect((await project.get(path)).body).toEqual(bare);
    expect((await eventKinds(project.id)).slice(-3)).toEqual([
      "campaign.promotion_stack.updated",
      "campaign.promotion_stack.updated",
      "campaign.promotion_stack.updated",
    ]);
    await expectSound(project.id);
  });

  it("400, 404: refused, and nothing changes", async () => {
    const { project, campaignId, ids } = await newShop();
    const made = await stack(project, campaignId, "One", ids);
    const path = `/v1/promotions/${campaignId}/stacks/${made.id}`;
    failure(await project.put(path, { tiers: { ids: [] } }), 400, "invalid_payload");
    failure(await project.put(path, { tiers: { ids: ["promo_none"] } }), 404, "not_found");
    failure(await project.put(path, { category_id: "cat_none" }), 404, "not_found");
    expect((await project.get(path)).body).toEqual(made);
  });

  it("204, then 404; its tiers stay", async () => {
    const { project, campaignId, ids } = await newShop();
    const made = await stack(project, campaignId, "One", ids);
    const path = `/v1/promotions/${campaignId}/stacks/${made.id}`;
    expect((await project.delete(path)).status).toBe(204);
    failure(await project.delete(path), 404, "not_found");
    expect(await rowsOf("promotion_tiers", project.id)).toHaveLength(3);
    await expectSound(project.id);
  });
});

describe("DELETE /v1/campaigns/{campaignId} of a promotion", () => {
  it("202: its tiers, stacks and their rules' assignments are gone at once", async () => {
    const { project, campaignId, ids } = await newShop();
    const { body: rule } = await project.post("/v1/validation-rules", { name: "Any", rules: {} });
    const assigned = [
      { campaign: campaignId },
      ...ids.slice(1).map((id) => ({ promotion_tier: id })),
    ];
    for (const target of assigned) {
      const path = `/v1/validation-rules/${rule.id}/assignments`;
      expect((await project.post(path, target)).status).toBe(200);
    }
    await stack(project, campaignId, "All", ids);
    await stack(project, campaignId, "One", ids.slice(1));
    const second = await promotion(project, "Second");
    const kept = await tier(project, second, "kept", { validation_rules: [rule.id] });
    await stack(project, second, "Kept", [kept.id]);
    const before = (await eventKinds(project.id)).length;
    expect((await project.delete("/v1/campaigns/Spring")).status).toBe(202);

    expect((await rowsOf("promotion_tiers", project.id)).map(({ id }) => id)).toEqual([kept.id]);
    expect((await rowsOf("promotion_stacks", project.id)).map(({ name }) => name)).toEqual([
      "Kept",
    ]);
    const left = await rowsOf("validation_rules_assignments", project.id);
    expect(left.map((row) => row.related_object_id)).toEqual([kept.id]);
    expect((await project.get(`/v1/validation-rules/${rule.id}`)).body.assignments_count).toBe(1);
    for (const id of ids)
      failure(await project.get(`/v1/promotions/tiers/${id}`), 404, "not_found");
    expect((await project.get("/v1/promotions/tiers")).body.total).toBe(1);
    expect((await project.get("/v1/promotions/stacks")).body.total).toBe(1);

    const events = (await eventsOf(project.id)).slice(before);
    expect(events.slice(0, 4)).toMatchObject([
      { data: { rule: { assignments_count: 3 }, campaign: { id: campaignId } } },
      { data: { rule: { assignments_count: 2 }, promotion_tier: { id: ids[1] } } },
      { data: { rule: { assignments_count: 1 }, promotion_tier: { id: ids[2] } } },
      { kind: "campaign.deleted", data: { campaign: { promotion: { total: 3 } } } },
    ]);
    await expectSound(project.id);
  });

  it("tiers and stacks made at the same time are not left behind", async () => {
    const { project, campaignId, ids } = await newShop();
    await Promise.all([
      project.post(`/v1/promotions/${campaignId}/tiers`, { name: "late" }),
      project.post(`/v1/promotions/${campaignId}/stacks`, { name: "late", tiers: { ids } }),
      project.delete(`/v1/campaigns/${campaignId}`),
      project.post(`/v1/promotions/${campaignId}/tiers`, { name: "later" }),
    ]);
    expect((await project.get(`/v1/campaigns/${campaignId}`)).status).toBe(404);
    await expectSound(project.id);
  });
});
