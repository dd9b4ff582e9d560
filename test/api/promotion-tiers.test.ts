import { describe, expect, it } from "vitest";
import { PromotionTier } from "../../src/model/promotion";
import { TierList } from "../../src/resources/campaigns/promotions/tiers/schema";
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
import { homeDb } from "../support/places";
import { promotion, stack, TEN_OFF, tier } from "../support/promotions";
import { countsOf, parallel } from "../support/redeeming";

/** Names of a promotion's tiers with their places, in the order of its hierarchy. */
async function places(project: TestProject, campaignId: string): Promise<[string, number][]> {
  const list = parsed(TierList, await project.get(`/v1/promotions/${campaignId}/tiers`));
  return list.tiers.map(({ name, hierarchy }) => [name, hierarchy]);
}

const NOTHING_REDEEMED = {
  redemptions: { total_redeemed: 0 },
  orders: { total_amount: 0, total_discount_amount: 0 },
};

describe("POST /v1/promotions/{campaignId}/tiers", () => {
  it("200: only a name, by the campaign's id and by its name", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring", { start_date: "2026-01-01T00:00:00.000Z" });
    const reply = await project.post(`/v1/promotions/${id}/tiers`, { name: "Bare" });
    expect(costOf(reply).roundTrips).toBe(2);
    const { id: tierId, created_at, ...rest } = parsed(PromotionTier, reply);
    expect(tierId).toMatch(/^promo_[0-9A-Za-z]{24}$/);
    expect(created_at).toMatch(/Z$/);
    expect(rest).toEqual({
      name: "Bare",
      metadata: {},
      hierarchy: 1,
      active: true,
      category_id: null,
      categories: [],
      campaign_id: id,
      campaign: {
        id,
        start_date: "2026-01-01T00:00:00.000Z",
        expiration_date: null,
        active: true,
        category_id: null,
        object: "campaign",
      },
      summary: NOTHING_REDEEMED,
      validation_rule_assignments: { object: "list", data_ref: "data", data: [], total: 0 },
      object: "promotion_tier",
    });
    expect((await tier(project, "Spring", "Next")).hierarchy).toBe(2);
    const { body } = await project.get(`/v1/campaigns/${id}`);
    expect(body.promotion).toMatchObject({ total: 2, tiers: [{ id: tierId }, { name: "Next" }] });
    expect((await project.get(`/v1/promotions/tiers/${tierId}`)).body).toEqual(reply.body);
    expect(await eventKinds(project.id)).toEqual([
      "campaign.created",
      "campaign.promotion_tier.created",
      "campaign.promotion_tier.created",
    ]);
    const [, event] = await eventsOf(project.id);
    expect(event).toMatchObject({
      entity_id: tierId,
      data: { campaign: { id, name: "Spring" }, promotion_tier: reply.body },
    });
    expect(event?.data.campaign).not.toHaveProperty("promotion");
    await expectSound(project.id);
  });

  it("200: all fields, its category by id and its rule", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const { body: category } = await project.post("/v1/categories", { name: "First" });
    const { body: rule } = await project.post("/v1/validation-rules", { name: "Any", rules: {} });
    const fields = {
      banner: "10 % off today",
      action: { discount: TEN_OFF },
      metadata: { a: 1, b: [2] },
      hierarchy: 4,
      active: false,
      start_date: "2026-02-01T00:00:00.000Z",
      expiration_date: "2026-03-01T00:00:00.000Z",
      validity_timeframe: { interval: "P2D", duration: "P1D" },
      validity_day_of_week: [1, 2],
    };
    const sent = { ...fields, category_id: category.id, validation_rules: [rule.id] };
    const made = await tier(project, id, "Whole", sent);
    expect(made).toMatchObject({
      ...fields,
      category: "First",
      category_id: category.id,
      categories: [category],
      validation_rule_assignments: {
        data: [
          { rule_id: rule.id, related_object_id: made.id, related_object_type: "promotion_tier" },
        ],
        total: 1,
      },
    });
    expect((await project.get(`/v1/promotions/tiers/${made.id}`)).body).toEqual(made);
    const after = await project.get(`/v1/validation-rules/${rule.id}`);
    expect(after.body.assignments_count).toBe(1);
    const events = await eventsOf(project.id);
    expect(events.slice(-2)).toMatchObject([
      { kind: "campaign.promotion_tier.created", data: { promotion_tier: made } },
      {
        kind: "business_validation_rule.assignment.created",
        data: { rule: after.body, promotion_tier: made },
      },
    ]);
    await expectSound(project.id);
  });

  it("200: a category by its name, and an unknown name as text", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const { body: category } = await project.post("/v1/categories", { name: "First" });
    expect(await tier(project, id, "A", { category: "First" })).toMatchObject({
      category: "First",
      category_id: category.id,
      categories: [category],
    });
    expect(await tier(project, id, "B", { category: "Loose" })).toMatchObject({
      category: "Loose",
      category_id: null,
      categories: [],
    });
  });

  it("200: a place in the hierarchy moves those from there on down by one", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    for (const name of ["a", "b", "c"]) await tier(project, id, name);
    await tier(project, id, "new", { hierarchy: 2 });
    expect(await places(project, id)).toEqual([
      ["a", 1],
      ["new", 2],
      ["b", 3],
      ["c", 4],
    ]);
    await tier(project, id, "top", { hierarchy: 0 });
    await tier(project, id, "last");
    expect(await places(project, id)).toEqual([
      ["top", 0],
      ["a", 2],
      ["new", 3],
      ["b", 4],
      ["c", 5],
      ["last", 6],
    ]);
    await expectSound(project.id);
  });

  it("200: of eight at once each has a place of its own", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const replies = await parallel(8, (at) =>
      project.post(`/v1/promotions/${id}/tiers`, { name: `t${at}` }),
    );
    expect(countsOf(replies)).toEqual({ "200": 8 });
    const found = (await places(project, id)).map(([, place]) => place);
    expect(found).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(replies.map(({ body }) => body.hierarchy).sort((a, b) => a - b)).toEqual(found);
    await expectSound(project.id);
  });

  it("400, 404: refused, and nothing is written", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const coupons = await campaign(project, "Coupons");
    const events = await eventKinds(project.id);
    const daily = [{ start_time: "08:00", expiration_time: "08:00" }];
    const cases: [string, object, number, string, string][] = [
      [id, {}, 400, "invalid_payload", "Payload must have required property 'name'"],
      [
        id,
        { name: "" },
        400,
        "invalid_payload",
        "Property .name must NOT have fewer than 1 characters",
      ],
      [
        id,
        { name: "A", hierarchy: -1 },
        400,
        "invalid_payload",
        "Property .hierarchy must be >= 0",
      ],
      [
        id,
        { name: "A", action: { discount: { type: "AMOUNT", amount_off: -1 } } },
        400,
        "invalid_payload",
        "Property .action.discount.amount_off must be >= 0",
      ],
      [
        id,
        { name: "A", validity_hours: { daily } },
        400,
        "invalid_payload",
        "Property .validity_hours.daily[0].expiration_time must differ from start_time",
      ],
      [
        id,
        { name: "A", validation_rules: ["val_1", "val_2"] },
        400,
        "invalid_payload",
        "Property .validation_rules must NOT have more than 1 items",
      ],
      [
        id,
        { name: "A", category_id: "cat_none" },
        404,
        "not_found",
        "Cannot find category with id cat_none",
      ],
      [
        id,
        { name: "A", validation_rules: ["val_none"] },
        404,
        "not_found",
        "Cannot find validation_rules with id val_none",
      ],
      ["camp_none", { name: "A" }, 404, "not_found", "Cannot find campaign with id camp_none"],
      [
        coupons,
        { name: "A" },
        400,
        "invalid_campaign",
        `Campaign ${coupons} is of type DISCOUNT_COUPONS; only a PROMOTION campaign has tiers and stacks`,
      ],
    ];
    for (const [name, sent, status, key, details] of cases) {
      const reply = await project.post(`/v1/promotions/${name}/tiers`, sent);
      expect(failure(reply, status, key).details).toBe(details);
    }
    expect(await rowsOf("promotion_tiers", project.id)).toEqual([]);
    expect(await eventKinds(project.id)).toEqual(events);
  });

  it("400: metadata that the project's schema does not allow", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    await project.post(`/management/v1/projects/${project.id}/metadata-schemas`, {
      related_object: "promotion_tier",
      properties: { size: { type: "number" } },
    });
    const path = `/v1/promotions/${id}/tiers`;
    const metadata = { size: "big" };
    failure(await project.post(path, { name: "A", metadata }), 400, "metadata_validation_failed");
    const made = await tier(project, id, "A", { metadata: { size: 1 } });
    const put = await project.put(`/v1/promotions/tiers/${made.id}`, { metadata });
    failure(put, 400, "metadata_validation_failed");
    expect((await rowsOf("promotion_tiers", project.id)).map((row) => row.metadata)).toEqual([
      '{"size":1}',
    ]);
  });

  it("400: a formula that cannot be read, alone and with the campaign", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const made = await tier(project, id, "A");
    const discount = { type: "AMOUNT", amount_off: 1, amount_off_formula: "ORDER_AMOUNT +" };
    const bad = { name: "B", action: { discount } };
    const replies = [
      await project.post(`/v1/promotions/${id}/tiers`, bad),
      await project.put(`/v1/promotions/tiers/${made.id}`, bad),
    ];
    for (const reply of replies) {
      const { details } = failure(reply, 400, "invalid_payload");
      expect(details).toContain("Property .action.discount.amount_off_formula ");
    }
    const whole = { name: "Other", campaign_type: "PROMOTION", promotion: { tiers: [bad] } };
    const { details } = failure(await project.post("/v1/campaigns", whole), 400, "invalid_payload");
    expect(details).toContain("Property .promotion.tiers[0].action.discount.amount_off_formula ");
    expect(await places(project, id)).toEqual([["A", 1]]);
    expect(await rowsOf("campaigns", project.id)).toHaveLength(1);
  });

  it("400: a promotion has 100 tiers at most", async () => {
    const project = await newProject();
    const tiers = Array.from({ length: 100 }, (_, at) => ({ name: `t${at}` }));
    const id = await promotion(project, "Full", { promotion: { tiers } });
    failure(
      await project.post(`/v1/promotions/${id}/tiers`, { name: "A" }),
      400,
      "invalid_campaign",
    );
    expect(await rowsOf("promotion_tiers", project.id)).toHaveLength(100);
    await expectSound(project.id);
  });
});

describe("POST /v1/campaigns with tiers", () => {
  it("200: each with its category and its rule, which is counted", async () => {
    const project = await newProject();
    const { body: category } = await project.post("/v1/categories", { name: "First" });
    const { body: rule } = await project.post("/v1/validation-rules", { name: "Any", rules: {} });
    const id = await promotion(project, "Spring", {
      validation_rules: [rule.id],
      promotion: {
        tiers: [
          { name: "a", category_id: category.id, validation_rules: [rule.id] },
          { name: "b", category: "First" },
          { name: "c", validation_rules: [rule.id] },
        ],
      },
    });
    const { tiers } = parsed(TierList, await project.get(`/v1/promotions/${id}/tiers`));
    expect(tiers.map((each) => each.validation_rule_assignments.total)).toEqual([1, 0, 1]);
    expect(tiers.map(({ category_id }) => category_id)).toEqual([category.id, category.id, null]);
    const events = await eventsOf(project.id);
    const made = events.filter(({ kind }) => kind === "campaign.promotion_tier.created");
    expect(made).toMatchObject(
      tiers.map((each) => ({
        entity_id: each.id,
        data: { campaign: { id, name: "Spring" }, promotion_tier: each },
      })),
    );
    const given = events.filter(({ kind }) => String(kind).endsWith("assignment.created"));
    expect(given.map(({ data }) => data.rule.assignments_count)).toEqual([1, 2, 3]);
    expect(given.map(({ data }) => data.promotion_tier?.name)).toEqual([undefined, "a", "c"]);
    await expectSound(project.id);
  });

  it("200: a tier whose action has no discount is left out, with whatever else it names", async () => {
    const project = await newProject();
    const noDiscount = [
      { type: "AMOUNT", amount_off: 1000 },
      { type: "PERCENT", percent_off: 10 },
      {},
      { discount: null },
    ];
    const left = noDiscount.map((action, at) => ({ name: `left ${at}`, banner: "b", action }));
    const tiers = [
      ...left,
      { name: "named nothing", action: {}, category_id: "cat_none", validation_rules: ["val_no"] },
      { name: "kept", action: { discount: TEN_OFF, type: "AMOUNT" } },
      { name: "bare" },
      { name: "null", action: null },
    ];
    const id = await promotion(project, "Spring", { promotion: { tiers } });
    expect(await places(project, id)).toEqual([
      ["kept", 1],
      ["bare", 2],
      ["null", 3],
    ]);
    const empty = await promotion(project, "Empty", { promotion: { tiers: left } });
    const { body } = await project.get(`/v1/campaigns/${empty}`);
    expect(body.promotion).toMatchObject({ tiers: [], total: 0 });
    const created = "campaign.promotion_tier.created";
    expect((await eventKinds(project.id)).filter((kind) => kind === created)).toHaveLength(3);
    await expectSound(project.id);
  });

  it("400: a wrong discount names its place in the body, behind tiers that are left out", async () => {
    const project = await newProject();
    const discount = { type: "AMOUNT", amount_off: 1, amount_off_formula: "ORDER_AMOUNT +" };
    const tiers = [
      { name: "left", action: { type: "AMOUNT" } },
      { name: "b", action: { discount } },
    ];
    const sent = { name: "Spring", campaign_type: "PROMOTION", promotion: { tiers } };
    const { details } = failure(await project.post("/v1/campaigns", sent), 400, "invalid_payload");
    expect(details).toContain("Property .promotion.tiers[1].action.discount.amount_off_formula ");
    expect(await rowsOf("campaigns", project.id)).toEqual([]);
  });

  it("400: a tier by itself must have a discount in its action", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const sent = { name: "a", action: { type: "AMOUNT", amount_off: 1000 } };
    const reply = await project.post(`/v1/promotions/${id}/tiers`, sent);
    expect(failure(reply, 400, "invalid_payload").details).toContain(".action");
    expect(await rowsOf("promotion_tiers", project.id)).toEqual([]);
  });

  it("404: an unknown rule or category of a tier, and there is no campaign", async () => {
    const project = await newProject();
    for (const part of [{ validation_rules: ["val_none"] }, { category_id: "cat_none" }]) {
      const tiers = [{ name: "a" }, { name: "b", ...part }];
      const sent = { name: "Spring", campaign_type: "PROMOTION", promotion: { tiers } };
      failure(await project.post("/v1/campaigns", sent), 404, "not_found");
    }
    expect(await rowsOf("campaigns", project.id)).toEqual([]);
    expect(await rowsOf("promotion_tiers", project.id)).toEqual([]);
  });
});

describe("GET /v1/promotions/tiers/{promotionTierId}", () => {
  it("200: what was redeemed with it, in one round trip", async () => {
    const project = await newProject();
    const made = await tier(project, await promotion(project, "Spring"), "A");
    await homeDb()
      .prepare(
        `INSERT INTO usage_counters (project_id, owner_id, subject, count, orders_amount, discounted_amount, day, week, month)
       VALUES (?1, ?2, '', 3, 9000, 900, '2026-01-01', '2025-12-29', '2026-01'),
         (?1, ?2, 'cust_1', 1, 4000, 400, '2026-01-01', '2025-12-29', '2026-01')`,
      )
      .bind(project.id, made.id)
      .run();
    const reply = await project.get(`/v1/promotions/tiers/${made.id}`);
    expect(costOf(reply).roundTrips).toBe(1);
    expect(parsed(PromotionTier, reply).summary).toEqual({
      redemptions: { total_redeemed: 3 },
      orders: { total_amount: 9000, total_discount_amount: 900 },
    });
  });

  it("404: unknown, and of another project, for every operation", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const foreign = await tier(other, await promotion(other, "Far"), "Far");
    for (const id of ["promo_none", foreign.id]) {
      const path = `/v1/promotions/tiers/${id}`;
      const replies = [
        await project.get(path),
        await project.put(path, { name: "X" }),
        await project.delete(path),
        await project.post(`${path}/enable`),
        await project.post(`${path}/disable`),
      ];
      for (const reply of replies) {
        const { details } = failure(reply, 404, "not_found");
        expect(details).toBe(`Cannot find promotion_tier with id ${id}`);
      }
    }
    expect((await other.get(`/v1/promotions/tiers/${foreign.id}`)).body).toEqual(foreign);
    expect(await eventKinds(project.id)).toEqual([]);
  });
});

describe("PUT /v1/promotions/tiers/{promotionTierId}", () => {
  it("200: absent keeps, null clears, metadata is merged", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const { body: category } = await project.post("/v1/categories", { name: "First" });
    const made = await tier(project, id, "A", {
      banner: "Hello",
      metadata: { a: 1, b: 2 },
      category_id: category.id,
      start_date: "2026-02-01T00:00:00.000Z",
      validity_day_of_week: [1],
    });
    const path = `/v1/promotions/tiers/${made.id}`;
    const renamed = parsed(
      PromotionTier,
      await project.put(path, { name: "B", metadata: { b: null, c: 3 } }),
    );
    expect(renamed).toEqual({
      ...made,
      name: "B",
      metadata: { a: 1, c: 3 },
      updated_at: renamed.updated_at,
    });
    const nulls = ["name", "banner", "action", "metadata", "hierarchy", "active", "category_id"];
    const dates = ["start_date", "expiration_date", "validity_day_of_week"];
    const cleared = parsed(
      PromotionTier,
      await project.put(path, Object.fromEntries([...nulls, ...dates].map((name) => [name, null]))),
    );
    const {
      banner: _,
      action: __,
      category: ___,
      start_date,
      validity_day_of_week,
      ...kept
    } = renamed;
    expect(cleared).toEqual({
      ...kept,
      metadata: {},
      category_id: null,
      categories: [],
      updated_at: cleared.updated_at,
    });
    expect((await project.get(path)).body).toEqual(cleared);
    const [event] = (await eventsOf(project.id)).slice(-1);
    expect(event).toMatchObject({
      kind: "campaign.promotion_tier.updated",
      data: { campaign: { id }, promotion_tier: cleared },
    });
  });

  it("200: another place in the hierarchy, up and down", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const [a, , c] = [
      await tier(project, id, "a"),
      await tier(project, id, "b"),
      await tier(project, id, "c"),
    ];
    await project.put(`/v1/promotions/tiers/${c.id}`, { hierarchy: 1 });
    expect(await places(project, id)).toEqual([
      ["c", 1],
      ["a", 2],
      ["b", 3],
    ]);
    await project.put(`/v1/promotions/tiers/${c.id}`, { hierarchy: 3 });
    expect(await places(project, id)).toEqual([
      ["a", 2],
      ["c", 3],
      ["b", 4],
    ]);
    await project.put(`/v1/promotions/tiers/${a.id}`, { hierarchy: 2, name: "A" });
    expect(await places(project, id)).toEqual([
      ["A", 2],
      ["c", 3],
      ["b", 4],
    ]);
  });

  it("400: a window without sense, and nothing changes", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const made = await tier(project, id, "A", { start_date: "2026-02-01T00:00:00.000Z" });
    const path = `/v1/promotions/tiers/${made.id}`;
    const reply = await project.put(path, { expiration_date: "2026-01-01" });
    expect(failure(reply, 400, "invalid_payload").details).toBe(
      "Property .expiration_date must be after start_date",
    );
    failure(await project.put(path, { category_id: "cat_none" }), 404, "not_found");
    expect((await project.get(path)).body).toEqual(made);
  });

  it("200: of updates at once none is lost", async () => {
    const project = await newProject();
    const made = await tier(project, await promotion(project, "Spring"), "A");
    const path = `/v1/promotions/tiers/${made.id}`;
    const replies = await parallel(3, (at) => project.put(path, { metadata: { [`k${at}`]: at } }));
    expect(countsOf(replies)).toEqual({ "200": 3 });
    expect((await project.get(path)).body.metadata).toEqual({ k0: 0, k1: 1, k2: 2 });
  });
});

describe("POST /v1/promotions/tiers/{promotionTierId}/enable and /disable", () => {
  it("200: off and on; twice changes nothing more", async () => {
    const project = await newProject();
    const made = await tier(project, await promotion(project, "Spring"), "A");
    const path = `/v1/promotions/tiers/${made.id}`;
    const off = parsed(PromotionTier, await project.post(`${path}/disable`));
    expect(off).toEqual({ ...made, active: false, updated_at: off.updated_at });
    expect((await project.post(`${path}/disable`)).body).toEqual(off);
    const on = parsed(PromotionTier, await project.post(`${path}/enable`));
    expect(on).toEqual({ ...made, updated_at: on.updated_at });
    expect((await eventKinds(project.id)).slice(-2)).toEqual([
      "campaign.promotion_tier.disabled",
      "campaign.promotion_tier.enabled",
    ]);
  });
});

describe("DELETE /v1/promotions/tiers/{promotionTierId}", () => {
  it("204: gone with its rule's assignment", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const { body: rule } = await project.post("/v1/validation-rules", { name: "Any", rules: {} });
    const made = await tier(project, id, "A", { validation_rules: [rule.id] });
    const kept = await tier(project, id, "B", { validation_rules: [rule.id] });
    const path = `/v1/promotions/tiers/${made.id}`;
    expect((await project.delete(path)).status).toBe(204);
    failure(await project.get(path), 404, "not_found");
    failure(await project.delete(path), 404, "not_found");
    expect(await places(project, id)).toEqual([["B", 2]]);
    expect(
      (await rowsOf("validation_rules_assignments", project.id)).map(
        (row) => row.related_object_id,
      ),
    ).toEqual([kept.id]);
    expect((await eventsOf(project.id)).slice(-2)).toMatchObject([
      {
        kind: "business_validation_rule.assignment.deleted",
        data: { rule: { id: rule.id, assignments_count: 1 }, promotion_tier: { id: made.id } },
      },
      { kind: "campaign.promotion_tier.deleted", data: { campaign: { id }, promotion_tier: made } },
    ]);
    await expectSound(project.id);
  });

  it("400: one that a stack names, until the stack is gone", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const [a, b] = [await tier(project, id, "a"), await tier(project, id, "b")];
    const one = await stack(project, id, "One", [a.id]);
    const both = await stack(project, id, "Both", [b.id, a.id]);
    const path = `/v1/promotions/tiers/${a.id}`;
    expect(failure(await project.delete(path), 400, "resource_in_use")).toMatchObject({
      details: `Resource promotion_tier with id ${a.id} is in use by promotion_stacks with ids [${one.id}, ${both.id}]`,
      related_object_ids: [one.id, both.id],
      related_object_type: "promotion_stack",
      related_object_total: 2,
    });
    expect((await project.get(path)).body).toEqual(a);
    for (const { id: stackId } of [one, both]) {
      expect((await project.delete(`/v1/promotions/${id}/stacks/${stackId}`)).status).toBe(204);
    }
    expect((await project.delete(path)).status).toBe(204);
    await expectSound(project.id);
  });

  it("a stack made at the same time never names a tier that is gone", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    for (const name of ["a", "b", "c", "d"]) {
      const { id: tierId } = await tier(project, id, name);
      const sent = { name, tiers: { ids: [tierId] } };
      await Promise.all([
        project.post(`/v1/promotions/${id}/stacks`, sent),
        project.delete(`/v1/promotions/tiers/${tierId}`),
      ]);
    }
    await expectSound(project.id);
  });
});
