import { describe, expect, it } from "vitest";
import {
  CampaignSetUpAnswer,
  CampaignTemplate,
  TemplateList,
  TierSetUpAnswer,
} from "../../src/resources/templates/schema";
import {
  costOf,
  DEPLOYMENT,
  eventKinds,
  newProject,
  parsed,
  rowsOf,
  send,
  type TestProject,
} from "../support/api";
import { complaints } from "../support/client-schema";
import { failure } from "../support/failure";

const TEMPLATES = "/v1/templates/campaigns";
const ONE = "/v1/templates/campaigns/:campaignTemplateId";

const made = async (project: TestProject, path: string, body: object) => {
  const reply = await project.post(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
};

const RICH = { 1: { name: "order.amount", conditions: { $more_than: [5_000] } }, logic: "1" };

/** A campaign with a rule, and the template that was taken from it. */
async function shop() {
  const project = await newProject();
  const rule = await made(project, "/v1/validation-rules", {
    name: "Rich",
    rules: RICH,
    error: { message: "Spend more" },
  });
  const campaign = await made(project, "/v1/campaigns", {
    name: "Summer",
    description: "Ten percent",
    type: "AUTO_UPDATE",
    join_once: true,
    start_date: "2020-01-01T00:00:00.000Z",
    validity_day_of_week: [0, 1, 2, 3, 4, 5, 6],
    metadata: { season: "summer" },
    category: "Seasons",
    voucher: {
      type: "DISCOUNT_VOUCHER",
      discount: { type: "PERCENT", percent_off: 10 },
      redemption: { quantity: 3 },
      code_config: { pattern: "SUN-######" },
    },
    validation_rules: [rule.id],
  });
  const sent = { name: "Seasonal", description: "For each season", campaign_id: campaign.id };
  const template = parsed(CampaignTemplate, await project.post(TEMPLATES, sent));
  return { project, rule, campaign, template };
}

const setUp = (project: TestProject, id: string, body: object) =>
  project.post(`${TEMPLATES}/${id}/campaign-setup`, body);

describe("a template", () => {
  it("is taken from a campaign, shown, renamed and deleted", async () => {
    const { project, template } = await shop();
    expect(template).toMatchObject({
      name: "Seasonal",
      description: "For each season",
      campaign_type: "DISCOUNT_COUPONS",
      object: "campaign_template",
    });
    const path = `${TEMPLATES}/${template.id}`;
    expect(parsed(CampaignTemplate, await project.get(path))).toEqual(template);
    const whole = parsed(CampaignTemplate, await project.get(`${path}?expand=json_template`));
    expect(whole.json_template).toMatchObject({
      campaign: { voucher: { discount: { percent_off: 10 } }, metadata: { season: "summer" } },
      rule: { name: "Rich", rules: RICH },
    });
    const renamed = await project.put(path, { name: "Yearly", description: null });
    expect(parsed(CampaignTemplate, renamed)).toMatchObject({ name: "Yearly" });
    expect(renamed.body).not.toHaveProperty("description");
    expect((await project.delete(path)).status).toBe(204);
    failure(await project.get(path), 404, "not_found");
    expect(await rowsOf("campaign_templates", project.id)).toEqual([]);
  });

  it("is refused without one thing to take, of other types, and under a name that is there", async () => {
    const { project, campaign, template } = await shop();
    const program = await made(project, "/v1/campaigns", {
      name: "Program",
      campaign_type: "LOYALTY_PROGRAM",
      voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
    });
    const refused = async (sent: object, status: number, key: string) =>
      failure(await project.post(TEMPLATES, { name: "New", ...sent }), status, key);
    expect((await refused({}, 400, "invalid_payload")).details).toContain("campaign_id");
    const both = { campaign_id: campaign.id, promotion_tier_id: "promo_none" };
    expect((await refused(both, 400, "invalid_payload")).details).toContain("promotion_tier_id");
    const ofProgram = await refused({ campaign_id: program.id }, 400, "invalid_campaign");
    expect(ofProgram.details).toContain("LOYALTY_PROGRAM");
    const nobody = await refused({ campaign_id: "camp_none" }, 404, "not_found");
    expect(nobody.resource_type).toBe("campaign");
    const noTier = await refused({ promotion_tier_id: "promo_none" }, 404, "not_found");
    expect(noTier.resource_type).toBe("promotion_tier");
    await refused({ name: "Seasonal", campaign_id: campaign.id }, 409, "duplicate_found");
    const second = await made(project, TEMPLATES, { name: "Second", campaign_id: campaign.id });
    const renamed = await project.put(`${TEMPLATES}/${second.id}`, { name: "Seasonal" });
    failure(renamed, 409, "duplicate_found");
    const left = await rowsOf("campaign_templates", project.id);
    expect(left.map(({ name }) => name)).toEqual(["Seasonal", "Second"]);
    expect(template.name).toBe("Seasonal");
  });
});

describe("the list of templates", () => {
  it("is filtered, ordered, and goes on behind an id", async () => {
    const { project, campaign, template } = await shop();
    const cards = await made(project, "/v1/campaigns", {
      name: "Cards",
      campaign_type: "GIFT_VOUCHERS",
      voucher: { type: "GIFT_VOUCHER", gift: { amount: 500 } },
    });
    const gift = await made(project, TEMPLATES, { name: "Gift", campaign_id: cards.id });
    const third = await made(project, TEMPLATES, { name: "Third", campaign_id: campaign.id });
    const list = async (query: string) =>
      parsed(TemplateList, await project.get(`${TEMPLATES}${query}`));
    const namesOf = async (query: string) => (await list(query)).data.map(({ name }) => name);
    expect(await namesOf("")).toEqual(["Third", "Gift", "Seasonal"]);
    expect(await namesOf("?order=id")).toEqual(["Seasonal", "Gift", "Third"]);
    expect(await list("")).not.toHaveProperty("total");
    expect((await list("?include_total=true&limit=1")).total).toBe(3);
    const first = await list("?limit=2");
    expect(first).toMatchObject({ has_more: true });
    expect(await namesOf(`?limit=2&starting_after_id=${first.more_starting_after}`)).toEqual([
      "Seasonal",
    ]);
    expect(await namesOf(`?starting_after_id=${third.id}`)).toEqual(["Gift", "Seasonal"]);
    expect(await namesOf(`?order=id&starting_after_id=${template.id}`)).toEqual(["Gift", "Third"]);
    const only = "?filters[campaign_type][conditions][$is]=GIFT_VOUCHERS&include_total=true";
    expect(await list(only)).toMatchObject({ data: [{ id: gift.id }], total: 1, has_more: false });
    expect(await namesOf("?filters[name][conditions][$starts_with]=Th")).toEqual(["Third"]);
    const unknown = await project.get(`${TEMPLATES}?filters[type][conditions][$is]=A`);
    failure(unknown, 400, "invalid_query_params");
    const path = `/management/v1/projects/${project.id}/templates/campaigns?include_total=true`;
    expect(parsed(TemplateList, await project.get(path))).toMatchObject({ total: 3 });
  });
});

describe("a campaign of a template", () => {
  it("is as the one that the template was taken from, with a rule of its own", async () => {
    const { project, rule, campaign, template } = await shop();
    await project.put(`/v1/validation-rules/${rule.id}`, { rules: {} });
    const before = (await eventKinds(project.id)).length;
    const reply = await setUp(project, template.id, { name: "Winter" });
    const { created_resources, campaign: winter } = parsed(CampaignSetUpAnswer, reply);
    expect(winter).toMatchObject({
      name: "Winter",
      description: "Ten percent",
      type: "AUTO_UPDATE",
      join_once: true,
      start_date: "2020-01-01T00:00:00.000Z",
      validity_day_of_week: [0, 1, 2, 3, 4, 5, 6],
      metadata: { season: "summer" },
      category: "Seasons",
      voucher: {
        discount: { type: "PERCENT", percent_off: 10 },
        redemption: { quantity: 3 },
        code_config: { pattern: "SUN-######" },
      },
      vouchers_count: 0,
    });
    expect(winter.id).not.toBe(campaign.id);
    const [own] = created_resources;
    expect(created_resources).toEqual([{ id: own?.id, object: "validation_rules" }]);
    expect(winter.validation_rules_assignments.data).toMatchObject([
      { rule_id: own?.id, related_object_id: winter.id, related_object_type: "campaign" },
    ]);
    expect((await project.get(`/v1/validation-rules/${own?.id}`)).body).toMatchObject({
      name: "Rich",
      rules: RICH,
      error: { message: "Spend more" },
      assignments_count: 1,
    });
    expect((await project.get("/v1/validation-rules")).body.total).toBe(2);
    expect((await eventKinds(project.id)).slice(before)).toEqual([
      "business_validation_rule.created",
      "campaign.created",
      "business_validation_rule.assignment.created",
    ]);
    expect(costOf(reply).roundTrips).toBe(3);

    const { code } = await made(project, `/v1/campaigns/${winter.id}/vouchers`, {});
    expect(code).toMatch(/^SUN-/);
    const valid = async (amount: number) =>
      (await project.post(`/v1/vouchers/${code}/validate`, { order: { amount } })).body.valid;
    expect([await valid(6_000), await valid(4_000)]).toEqual([true, false]);
  });

  it("says what the body says first", async () => {
    const { project, template } = await shop();
    const reply = await setUp(project, template.id, {
      name: "Winter",
      type: "STATIC",
      vouchers_count: 1,
      metadata: { season: "winter" },
      description: null,
      voucher: { code_config: { pattern: "ICE-######" } },
    });
    const { campaign } = parsed(CampaignSetUpAnswer, reply);
    expect(campaign).toMatchObject({
      type: "STATIC",
      vouchers_count: 1,
      metadata: { season: "winter" },
      voucher: {
        discount: { percent_off: 10 },
        redemption: { quantity: 3 },
        code_config: { pattern: "ICE-######" },
      },
    });
    expect(campaign).not.toHaveProperty("description");
  });

  it("is refused under a name that is there, and makes no rule then", async () => {
    const { project, template } = await shop();
    const before = await eventKinds(project.id);
    failure(await setUp(project, template.id, { name: "Summer" }), 409, "duplicate_found");
    failure(await setUp(project, template.id, {}), 400, "invalid_payload");
    failure(await setUp(project, "tmpl_none", { name: "New" }), 404, "not_found");
    expect(await rowsOf("validation_rules", project.id)).toHaveLength(1);
    expect(await rowsOf("campaigns", project.id)).toHaveLength(1);
    expect(await eventKinds(project.id)).toEqual(before);
  });

  it("is made once under one idempotency key", async () => {
    const { project, template } = await shop();
    const path = `${TEMPLATES}/${template.id}/campaign-setup`;
    const headers = { ...project.server, "idempotency-key": "winter" };
    const [one, two] = [
      await send("POST", path, headers, { name: "Winter" }),
      await send("POST", path, headers, { name: "Winter" }),
    ];
    expect(two.body).toEqual(one.body);
    expect(await rowsOf("validation_rules", project.id)).toHaveLength(2);
  });
});

describe("a promotion tier of a template", () => {
  const promotion = (project: TestProject, tiers: object[] = []) =>
    made(project, "/v1/campaigns", {
      name: "Promotion",
      campaign_type: "PROMOTION",
      promotion: { tiers },
    });

  it("takes the discount and a rule of its own", async () => {
    const { project, template } = await shop();
    const { id: campaign_id } = await promotion(project);
    const path = `${TEMPLATES}/${template.id}/tier-setup`;
    const sent = { name: "Ten", campaign_id, banner: "10 %", start_date: null };
    const answer = parsed(TierSetUpAnswer, await project.post(path, sent));
    const [own] = answer.created_resources;
    expect(answer.promotion_tier).toMatchObject({
      name: "Ten",
      banner: "10 %",
      action: { discount: { type: "PERCENT", percent_off: 10 } },
      metadata: { season: "summer" },
      campaign_id,
      validation_rule_assignments: { data: [{ rule_id: own?.id }], total: 1 },
    });
    expect(answer.promotion_tier).not.toHaveProperty("start_date");
    const found = (await project.get(`/v1/promotions/${campaign_id}/tiers`)).body;
    expect(found.tiers).toEqual([answer.promotion_tier]);
    expect((await project.get(`/v1/validation-rules/${own?.id}`)).body.assignments_count).toBe(1);
  });

  it("is taken from a tier as well, of which a campaign of coupons is made", async () => {
    const { project } = await shop();
    const discount = { type: "AMOUNT", amount_off: 500 };
    const { promotion: tiers } = await promotion(project, [
      { name: "Five", action: { discount }, metadata: { kind: "five" } },
      { name: "Nothing" },
    ]);
    const [five, nothing] = tiers.tiers;
    const bare = { name: "Bare", promotion_tier_id: nothing.id };
    const refused = failure(await project.post(TEMPLATES, bare), 400, "invalid_campaign");
    expect(refused.details).toContain(nothing.id);
    const taken = await made(project, TEMPLATES, { name: "Five", promotion_tier_id: five.id });
    expect(taken.campaign_type).toBe("DISCOUNT_COUPONS");
    const reply = await setUp(project, taken.id, { name: "Fives" });
    expect(parsed(CampaignSetUpAnswer, reply)).toMatchObject({
      created_resources: [],
      campaign: { voucher: { discount }, metadata: { kind: "five" } },
    });
  });

  it("keeps the start that a tier has of its campaign, from which its timeframe is counted", async () => {
    const { project } = await shop();
    const start_date = "2026-05-01T00:00:00.000Z";
    const validity_timeframe = { interval: "P2D", duration: "P1D" };
    const { promotion: tiers } = await made(project, "/v1/campaigns", {
      name: "Every other day",
      campaign_type: "PROMOTION",
      start_date,
      promotion: {
        tiers: [
          {
            name: "Five",
            action: { discount: { type: "AMOUNT", amount_off: 500 } },
            validity_timeframe,
          },
        ],
      },
    });
    const taken = await made(project, TEMPLATES, {
      name: "Five",
      promotion_tier_id: tiers.tiers[0].id,
    });
    const reply = await setUp(project, taken.id, { name: "Fives" });
    expect(parsed(CampaignSetUpAnswer, reply).campaign).toMatchObject({
      start_date,
      validity_timeframe,
    });
  });

  it("is refused of gift cards, and in a campaign that has no tiers", async () => {
    const { project, campaign, template } = await shop();
    const cards = await made(project, "/v1/campaigns", {
      name: "Cards",
      campaign_type: "GIFT_VOUCHERS",
      voucher: { type: "GIFT_VOUCHER", gift: { amount: 500 } },
    });
    const gift = await made(project, TEMPLATES, { name: "Gift", campaign_id: cards.id });
    const { id: campaign_id } = await promotion(project);
    for (const [id, sent] of [
      [gift.id, { name: "Ten", campaign_id }],
      [template.id, { name: "Ten", campaign_id: campaign.id }],
    ]) {
      const reply = await project.post(`${TEMPLATES}/${id}/tier-setup`, sent);
      failure(reply, 400, "invalid_campaign");
    }
    expect(await rowsOf("promotion_tiers", project.id)).toEqual([]);
    expect(await rowsOf("validation_rules", project.id)).toHaveLength(1);
  });
});

describe("a copy of a template", () => {
  const copy = (project: TestProject, id: string, headers: Record<string, string>, sent: object) =>
    send(
      "POST",
      `/management/v1/projects/${project.id}/templates/campaigns/${id}/copy`,
      headers,
      sent,
    );

  it("goes to another project by the deployment's pair, and makes campaigns there", async () => {
    const { project, template } = await shop();
    const other = await newProject({ place: "DB_1" });
    const sent = { destination_project_id: other.id };
    const once = { ...DEPLOYMENT, "idempotency-key": "copy" };
    const copied = parsed(CampaignTemplate, await copy(project, template.id, once, sent));
    const repeated = await copy(project, template.id, once, sent);
    expect([repeated.headers.get("idempotent-replayed"), repeated.body]).toEqual(["true", copied]);
    expect(copied).toMatchObject({ name: "Seasonal", description: "For each season" });
    expect((await other.get(`${TEMPLATES}?include_total=true`)).body).toMatchObject({
      data: [copied],
      total: 1,
    });
    expect((await project.get(`${TEMPLATES}?include_total=true`)).body.total).toBe(1);
    const { campaign } = parsed(
      CampaignSetUpAnswer,
      await setUp(other, copied.id, { name: "Winter" }),
    );
    expect(campaign.voucher?.discount).toMatchObject({ percent_off: 10 });
    failure(await copy(project, template.id, DEPLOYMENT, sent), 409, "duplicate_found");
  });

  it("stays in the project to the project's own key", async () => {
    const { project, template } = await shop();
    const other = await newProject();
    const there = { destination_project_id: other.id };
    const refused = await copy(project, template.id, project.management, there);
    expect(failure(refused, 404, "not_found").resource_type).toBe("project");
    expect(await rowsOf("campaign_templates", other.id)).toEqual([]);
    failure(await copy(project, template.id, project.management, {}), 409, "duplicate_found");
    const copied = await copy(project, template.id, project.management, { name: "Again" });
    expect(parsed(CampaignTemplate, copied).name).toBe("Again");
    expect(await rowsOf("campaign_templates", project.id)).toHaveLength(2);
  });
});

it("the answers are those that strict clients of the reference service read", async () => {
  const { project, campaign } = await shop();
  const taken = await project.post(TEMPLATES, { name: "Strict", campaign_id: campaign.id });
  const path = `${TEMPLATES}/${taken.body.id}`;
  const { id: campaign_id } = await made(project, "/v1/campaigns", {
    name: "Promotion",
    campaign_type: "PROMOTION",
  });
  const management = `/management/v1/projects/${project.id}/templates/campaigns`;
  const replies = {
    [`POST ${TEMPLATES}`]: taken,
    [`PUT ${ONE}`]: await project.put(path, { name: "Stricter" }),
    [`GET ${ONE}`]: await project.get(path),
    [`GET ${TEMPLATES}`]: await project.get(`${TEMPLATES}?limit=1&include_total=true`),
    [`POST ${ONE}/campaign-setup`]: await project.post(`${path}/campaign-setup`, { name: "A" }),
    [`POST ${ONE}/tier-setup`]: await project.post(`${path}/tier-setup`, {
      name: "B",
      campaign_id,
    }),
    "GET /management/v1/projects/:projectId/templates/campaigns": await project.get(management),
    "POST /management/v1/projects/:projectId/templates/campaigns/:campaignTemplateId/copy":
      await project.post(`${management}/${taken.body.id}/copy`, { name: "Copy" }),
    [`DELETE ${ONE}`]: await project.delete(path),
  };
  const found = Object.entries(replies).flatMap(([operation, reply]) =>
    complaints(operation, reply),
  );
  expect(found).toEqual([]);
});
