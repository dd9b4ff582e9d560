import { describe, expect, it } from "vitest";
import { listOf } from "../../src/http/page";
import { Campaign } from "../../src/model/campaign";
import {
  costOf,
  eventKinds,
  eventsOf,
  newProject,
  parsed,
  type Reply,
  rowsOf,
  type TestProject,
} from "../support/api";
import { campaign, code } from "../support/campaigns";
import { failure } from "../support/failure";

const TEN_OFF = { type: "PERCENT", percent_off: 10 };
const FULL = {
  name: "Full",
  description: "Text",
  start_date: "2026-01-01T00:00:00.000Z",
  expiration_date: "2027-01-01T00:00:00.000Z",
  validity_timeframe: { interval: "P2D", duration: "P1D" },
  validity_day_of_week: [1],
  activity_duration_after_publishing: "P1D",
  category: "Spring",
  metadata: { a: 1, b: 2 },
  voucher: { discount: TEN_OFF, redemption: { quantity: 2 }, code_config: { pattern: "F-####" } },
};

async function create(project: TestProject, body: object): Promise<Campaign> {
  const reply = await project.post("/v1/campaigns", body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Campaign, reply);
}

async function put(
  project: TestProject,
  name: string,
  body: unknown,
  roundTrips = 2,
): Promise<Campaign> {
  const reply = await project.put(`/v1/campaigns/${name}`, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  expect(costOf(reply).roundTrips).toBe(roundTrips);
  expect((await project.get(`/v1/campaigns/${reply.body.id}`)).body).toEqual(reply.body);
  return parsed(Campaign, reply);
}

describe("PUT /v1/campaigns/{campaignId}", () => {
  it("200: absent keeps, and an empty body writes and tells nothing", async () => {
    const project = await newProject();
    const full = await create(project, FULL);
    expect(await put(project, "Full", {}, 1)).toEqual(full);
    expect(await eventKinds(project.id)).toEqual(["campaign.created"]);
  });

  it("200: null clears, and what is cleared is gone from the answer", async () => {
    const project = await newProject();
    const full = await create(project, FULL);
    const cleared = await put(project, full.id, {
      name: null,
      type: null,
      description: null,
      start_date: null,
      expiration_date: null,
      validity_timeframe: null,
      validity_day_of_week: null,
      activity_duration_after_publishing: null,
      category: null,
      metadata: null,
      auto_join: null,
      join_once: null,
      discount: null,
      voucher: { redemption: { quantity: null } },
    });
    expect(cleared).toEqual({
      id: full.id,
      name: "Full",
      campaign_type: "DISCOUNT_COUPONS",
      type: "AUTO_UPDATE",
      voucher: {
        type: "DISCOUNT_VOUCHER",
        discount: TEN_OFF,
        redemption: { quantity: null },
        code_config: full.voucher?.code_config,
        is_referral_code: false,
      },
      auto_join: false,
      join_once: false,
      use_voucher_metadata_schema: true,
      vouchers_count: 0,
      active: true,
      metadata: {},
      category: null,
      category_id: null,
      categories: [],
      creation_status: "DONE",
      vouchers_generation_status: "DONE",
      protected: false,
      access_settings_assignments: full.access_settings_assignments,
      validation_rules_assignments: full.validation_rules_assignments,
      created_at: full.created_at,
      updated_at: cleared.updated_at,
      object: "campaign",
    });
  });

  it("200: what is sent is set, metadata key by key", async () => {
    const project = await newProject();
    await create(project, FULL);
    const changed = await put(project, "Full", {
      name: "Renamed",
      type: "STATIC",
      auto_join: true,
      join_once: true,
      active: false,
      metadata: { b: null, c: 3 },
      unset_metadata_fields: ["a"],
      validity_day_of_week: [2],
      campaign_type: "GIFT_VOUCHERS",
      vouchers_count: 9,
    });
    expect(changed).toMatchObject({
      name: "Renamed",
      type: "STATIC",
      campaign_type: "DISCOUNT_COUPONS",
      vouchers_count: 0,
      auto_join: true,
      join_once: true,
      active: false,
      validity_day_of_week: [2],
    });
    expect(changed.metadata).toEqual({ c: 3 });
    failure(await project.get("/v1/campaigns/Full"), 404, "not_found");
    expect((await project.get("/v1/campaigns/Renamed")).body).toEqual(changed);
  });

  it("200: a category by id and by name", async () => {
    const project = await newProject();
    const made = await project.post("/v1/categories", { name: "Autumn", hierarchy: 1 });
    await create(project, FULL);
    const autumn = { category: "Autumn", category_id: made.body.id };
    expect(await put(project, "Full", { category_id: made.body.id })).toMatchObject(autumn);
    expect(await put(project, "Full", {}, 1)).toMatchObject(autumn);
    const unknown = await put(project, "Full", { category: "Nowhere" });
    expect(unknown).toMatchObject({ category: "Nowhere", category_id: null });
    expect(await put(project, "Full", { category: "Autumn" })).toMatchObject(autumn);
    expect(await put(project, "Full", { category_id: null })).toMatchObject({
      category: null,
      category_id: null,
    });
  });

  it("200: a new discount holds for the vouchers that there are", async () => {
    const project = await newProject();
    const { id } = await create(project, FULL);
    await code(project, id, "OLD");
    const discount = { type: "PERCENT", percent_off: 25, effect: "APPLY_TO_ORDER" };
    expect((await put(project, "Full", { discount })).voucher).toMatchObject({ discount });
    const reply = await project.get("/v1/vouchers/OLD");
    expect(reply.body).toMatchObject({ discount, redemption: { quantity: 2 } });
    const twenty = { type: "PERCENT", percent_off: 20 };
    expect((await put(project, "Full", { voucher: { discount: twenty } })).voucher).toMatchObject({
      discount: twenty,
    });
  });

  it("200: rules for codes: a length drops the pattern, other parts keep it", async () => {
    const project = await newProject();
    await create(project, FULL);
    const code_config = { charset: "abc", prefix: "P" };
    const one = await put(project, "Full", { voucher: { code_config } });
    expect(one.voucher?.code_config).toEqual({ ...code_config, pattern: "F-####", length: 4 });
    const two = await put(project, "Full", { voucher: { code_config: { length: 3 } } });
    expect(two.voucher?.code_config).toEqual({ ...code_config, pattern: "###", length: 3 });
    const three = await put(project, "Full", { voucher: { code_config: { prefix: null } } });
    expect(three.voucher?.code_config).toEqual({ charset: "abc", pattern: "###", length: 3 });
  });

  it("200: a gift's effect is cleared by null, a card's rules are kept", async () => {
    const project = await newProject();
    const gift = { amount: 100, effect: "APPLY_TO_ORDER" };
    await create(project, { name: "G", voucher: { gift } });
    expect((await put(project, "G", { gift: { effect: null } })).voucher?.gift).toEqual({
      amount: 100,
    });
    const expiration_rules = { period_type: "MONTH", period_value: 3 };
    await create(project, {
      name: "L",
      voucher: { loyalty_card: { points: 1, expiration_rules } },
    });
    const changed = await put(project, "L", { loyalty_card: { points: 2 }, join_once: false });
    expect(changed.voucher?.loyalty_card).toEqual({ points: 2, expiration_rules });
    expect(changed.join_once).toBe(true);
  });

  it("400: a balance of a gift that is not its amount, and nothing changes", async () => {
    const project = await newProject();
    await create(project, { name: "G", voucher: { gift: { amount: 100 } } });
    for (const [body, amount] of [
      [{ gift: { balance: 99 } }, 100],
      [{ gift: { amount: 200, balance: 100 } }, 200],
      [{ voucher: { gift: { balance: 0 } } }, 100],
    ] as const) {
      const reply = await project.put("/v1/campaigns/G", body);
      expect(failure(reply, 400, "invalid_campaign").details).toBe(
        `Property .gift.balance must be ${amount}, as the amount`,
      );
    }
    expect((await project.get("/v1/campaigns/G")).body.voucher.gift).toEqual({ amount: 100 });
    const changed = await put(project, "G", { gift: { amount: 200, balance: 200 } });
    expect(changed.voucher?.gift).toEqual({ amount: 200 });
  });

  it("200: a part above the template beside the same one in it, or beside null", async () => {
    const project = await newProject();
    await create(project, { name: "X", voucher: { discount: TEN_OFF } });
    for (const [percent_off, inside] of [
      [11, { type: "PERCENT", percent_off: 11 }],
      [12, null],
    ] as const) {
      const discount = { type: "PERCENT", percent_off };
      const changed = await put(project, "X", { discount, voucher: { discount: inside } });
      expect(changed.voucher?.discount).toEqual(discount);
    }
  });

  it("200: of ten updates at once none is lost", async () => {
    const project = await newProject();
    const { id } = await create(project, { name: "X", voucher: { discount: TEN_OFF } });
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        project.put(`/v1/campaigns/${id}`, { metadata: { [`k${at}`]: at } }),
      ),
    );
    const done = replies.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    for (const reply of replies) if (reply.status !== 200) failure(reply, 400, "multiple_requests");
    const { body } = await project.get(`/v1/campaigns/${id}`);
    expect(Object.keys(body.metadata)).toHaveLength(done.length);
  });

  it("400, 404 and 409: what cannot be, and nothing changes", async () => {
    const project = await newProject();
    await create(project, FULL);
    await create(project, { name: "Other", voucher: { discount: TEN_OFF } });
    await create(project, { name: "Alone", type: "STANDALONE", voucher: { discount: TEN_OFF } });
    await create(project, { name: "Promo", campaign_type: "PROMOTION" });
    const before = await rowsOf("campaigns", project.id);
    const events = (await eventsOf(project.id)).length;
    const amount = { type: "AMOUNT", amount_off: 5 };
    const cases: [string, object, number, string][] = [
      ["Full", { discount: amount }, 400, "invalid_campaign"],
      ["Full", { voucher: { discount: amount } }, 400, "invalid_campaign"],
      ["Full", { gift: { effect: null } }, 400, "invalid_campaign"],
      ["Full", { type: "STANDALONE" }, 400, "invalid_campaign"],
      ["Full", { options: { recalculate_tiers: true } }, 400, "invalid_campaign"],
      [
        "Other",
        { discount: TEN_OFF, voucher: { discount: { ...TEN_OFF, percent_off: 11 } } },
        400,
        "invalid_campaign",
      ],
      ["Alone", { type: "STATIC" }, 400, "invalid_campaign"],
      ["Promo", { discount: TEN_OFF }, 400, "invalid_campaign"],
      [
        "Full",
        {
          voucher: {
            code_config: { length: 100, prefix: "x".repeat(100), postfix: "y".repeat(100) },
          },
        },
        400,
        "invalid_code_config",
      ],
      ["Full", { start_date: null }, 400, "invalid_payload"],
      ["Full", { expiration_date: "2025-01-01" }, 400, "invalid_payload"],
      ["Full", { type: "DYNAMIC" }, 400, "invalid_payload"],
      ["Full", { category_id: "cat_x" }, 404, "not_found"],
      ["Full", { name: "Other" }, 409, "duplicate_found"],
      ["Nobody", {}, 404, "not_found"],
    ];
    for (const [name, body, status, key] of cases) {
      failure(await project.put(`/v1/campaigns/${name}`, body), status, key);
    }
    expect(await rowsOf("campaigns", project.id)).toEqual(before);
    expect(await eventsOf(project.id)).toHaveLength(events);
  });
});

describe("POST /v1/campaigns/{campaignId}/enable and /disable", () => {
  it("200: switch all vouchers with it, and twice is as good as once", async () => {
    const project = await newProject();
    const id = await campaign(project, "Switch");
    await code(project, id, "SW");
    const valid = async () => {
      const redeemables = [{ object: "voucher", id: "SW" }];
      const { body } = await project.post("/v1/validations", {
        redeemables,
        order: { amount: 500 },
      });
      return body.valid ? "valid" : body.redeemables[0].result.error.key;
    };
    expect(await valid()).toBe("valid");
    for (const active of [false, false, true, true]) {
      const reply = await project.post(`/v1/campaigns/Switch/${active ? "enable" : "disable"}`);
      expect(parsed(Campaign, reply)).toMatchObject({ id, active });
      expect(await valid()).toBe(active ? "valid" : "voucher_disabled");
    }
    const kinds = (await eventKinds(project.id)).filter((kind) => /abled$/.test(kind));
    expect(kinds).toEqual(["campaign.disabled", "campaign.enabled"]);
    expect((await project.get("/v1/vouchers/SW")).body.active).toBe(true);
  });

  it("404: an unknown campaign", async () => {
    const project = await newProject();
    for (const verb of ["enable", "disable"]) {
      const reply = await project.post(`/v1/campaigns/nobody/${verb}`);
      expect(failure(reply, 404, "not_found")).toMatchObject({
        resource_id: "nobody",
        resource_type: "campaign",
      });
    }
  });
});

describe("GET /v1/campaigns", () => {
  const Page = listOf("campaigns", Campaign);
  const names = async (project: TestProject, query: string) => {
    const { campaigns, total } = parsed(Page, await project.get(`/v1/campaigns?${query}`));
    return { names: campaigns.map(({ name }) => name), total };
  };

  it("200: newest first, by any order, in pages with a total", async () => {
    const project = await newProject();
    for (const name of ["B", "A", "C"]) await campaign(project, name);
    await project.put("/v1/campaigns/A", { description: "x" });
    expect(await names(project, "")).toEqual({ names: ["C", "A", "B"], total: 3 });
    expect(await names(project, "order=created_at")).toEqual({ names: ["B", "A", "C"], total: 3 });
    expect(await names(project, "order=name")).toEqual({ names: ["A", "B", "C"], total: 3 });
    expect(await names(project, "order=-name")).toEqual({ names: ["C", "B", "A"], total: 3 });
    expect((await names(project, "order=-updated_at")).names[0]).toBe("A");
    expect((await names(project, "order=updated_at")).names[2]).toBe("A");
    expect(await names(project, "limit=2&page=2")).toEqual({ names: ["B"], total: 3 });
  });

  it("200: of one type", async () => {
    const project = await newProject();
    await campaign(project, "Coupons");
    await create(project, { name: "Gifts", voucher: { gift: { amount: 1 } } });
    await create(project, { name: "Promo", campaign_type: "PROMOTION" });
    expect(await names(project, "campaign_type=GIFT_VOUCHERS")).toEqual({
      names: ["Gifts"],
      total: 1,
    });
    expect(await names(project, "campaign_type=LOYALTY_PROGRAM")).toEqual({ names: [], total: 0 });
  });

  it("200: categories are shown where they are asked for", async () => {
    const project = await newProject();
    const made = await project.post("/v1/categories", { name: "Spring", hierarchy: 4 });
    await create(project, { ...FULL, category_id: made.body.id });
    for (const query of [
      "expand=category",
      "expand[]=category",
      "expand=category&expand=access_settings_assignments",
    ]) {
      const [shown] = parsed(Page, await project.get(`/v1/campaigns?${query}`)).campaigns;
      expect(shown?.categories).toEqual([made.body]);
    }
    const [plain] = parsed(Page, await project.get("/v1/campaigns")).campaigns;
    expect(plain?.categories).toEqual([]);
    const summary = await project.get("/v1/campaigns/Full/summary");
    expect(summary.body.campaign.categories).toEqual([]);
  });

  it("200: the category as it is now, through every change", async () => {
    const project = await newProject();
    const [spring, summer] = [
      await project.post("/v1/categories", { name: "Spring", hierarchy: 4 }),
      await project.post("/v1/categories", { name: "Summer" }),
    ];
    const made = await create(project, { ...FULL, category_id: spring.body.id });
    const path = `/v1/campaigns/${made.id}`;
    const shown = async (reply: Promise<Reply>) => {
      const { category, categories } = parsed(Campaign, await reply);
      return [category, categories];
    };
    expect([made.category, made.categories]).toEqual(["Spring", [spring.body]]);
    expect(await shown(project.get(path))).toEqual(["Spring", [spring.body]]);
    const summery = { category_id: summer.body.id };
    expect(await shown(project.put(path, summery))).toEqual(["Summer", [summer.body]]);
    expect(await shown(project.post(`${path}/disable`))).toEqual(["Summer", [summer.body]]);
    expect(await shown(project.put(path, { category: "Own" }))).toEqual(["Own", []]);
    expect(await shown(project.put(path, { category: "Spring" }))).toEqual([
      "Spring",
      [spring.body],
    ]);
    expect(await shown(project.put(path, { category_id: null }))).toEqual([null, []]);
  });

  it("400: an unknown order, type or expansion", async () => {
    const project = await newProject();
    for (const query of ["campaign_type=X", "expand=vouchers", "limit=101", "page=0"]) {
      failure(await project.get(`/v1/campaigns?${query}`), 400, "invalid_query_params");
    }
  });
});

describe("GET /v1/campaigns/{campaignId}", () => {
  it("200: by id and by percent-encoded name; an id goes before a name", async () => {
    const project = await newProject();
    const one = await create(project, { name: "50% / off", voucher: { discount: TEN_OFF } });
    await create(project, { name: one.id, voucher: { discount: TEN_OFF } });
    expect((await project.get(`/v1/campaigns/${encodeURIComponent("50% / off")}`)).body).toEqual(
      one,
    );
    expect((await project.get(`/v1/campaigns/${one.id}`)).body).toEqual(one);
  });

  it("404: an unknown one, and one of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const id = await campaign(other, "Far");
    for (const name of ["nobody", "Far", id]) {
      expect(failure(await project.get(`/v1/campaigns/${name}`), 404, "not_found")).toMatchObject({
        details: `Cannot find campaign with id ${name}`,
        resource_type: "campaign",
      });
    }
  });
});
