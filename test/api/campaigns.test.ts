import { describe, expect, it } from "vitest";
import { Campaign } from "../../src/model/campaign";
import { Voucher } from "../../src/model/voucher";
import {
  costOf,
  eventKinds,
  eventsOf,
  newProject,
  parsed,
  rowsOf,
  type TestProject,
} from "../support/api";
import { rule } from "../support/campaigns";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";

const BASE62 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const TEN_OFF = { type: "PERCENT", percent_off: 10 };

/** What a campaign of coupons has when nothing but its name and discount was said. */
const BARE = {
  name: "Bare",
  campaign_type: "DISCOUNT_COUPONS",
  type: "AUTO_UPDATE",
  category: null,
  voucher: {
    type: "DISCOUNT_VOUCHER",
    discount: TEN_OFF,
    redemption: { quantity: null },
    code_config: { length: 8, charset: BASE62, pattern: "########" },
    is_referral_code: false,
  },
  auto_join: false,
  join_once: false,
  use_voucher_metadata_schema: true,
  vouchers_count: 0,
  active: true,
  metadata: {},
  category_id: null,
  categories: [],
  creation_status: "DONE",
  vouchers_generation_status: "DONE",
  protected: false,
  access_settings_assignments: { object: "list", data_ref: "data", data: [], total: 0 },
  validation_rules_assignments: { object: "list", data_ref: "data", data: [], total: 0 },
  object: "campaign",
};

/** How members get into the tiers of a program, and out of them. */
const BY_BALANCE = {
  qualification_type: "BALANCE",
  start_date: { type: "IMMEDIATE" },
  expiration_date: { type: "BALANCE_DROP" },
};

const bare = { name: "Bare", voucher: { discount: TEN_OFF } };

async function create(project: TestProject, body: object): Promise<Campaign> {
  const reply = await project.post("/v1/campaigns", body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Campaign, reply);
}

const vouchersOf = async (project: TestProject, id: string) => {
  const reply = await project.get(`/v1/vouchers?campaign_id=${id}`);
  return reply.body.vouchers.map((one: unknown) => parsed(Voucher, { ...reply, body: one }));
};

const tallyOf = async (project: TestProject) => {
  const [tally] = await rowsOf("tallies", project.id);
  return { campaigns: tally?.campaigns ?? 0, vouchers: tally?.vouchers ?? 0 };
};

describe("POST /v1/campaigns: what is made", () => {
  it("200: with nothing but a discount it has the defaults, and unset fields are left out", async () => {
    const project = await newProject();
    await project.get("/v1/campaigns");
    const reply = await project.post("/v1/campaigns", bare);
    const { id, created_at, ...rest } = parsed(Campaign, reply);
    expect(id).toMatch(/^camp_[0-9A-Za-z]{24}$/);
    expect(created_at).toMatch(/\.\d{3}Z$/);
    expect(rest).toEqual(BARE);
    expect(costOf(reply).roundTrips).toBe(1);
    expect(await eventsOf(project.id)).toMatchObject([
      { kind: "campaign.created", entity_id: id, data: { campaign: reply.body } },
    ]);
    expect(await tallyOf(project)).toEqual({ campaigns: 1, vouchers: 0 });
    expect((await project.get(`/v1/campaigns/${id}`)).body).toEqual(reply.body);
  });

  it("200: null is as good as absent", async () => {
    const project = await newProject();
    const names = [
      ...["description", "campaign_type", "type", "vouchers_count", "promotion", "auto_join"],
      ...["join_once", "use_voucher_metadata_schema", "active", "category", "category_id"],
      ...["start_date", "expiration_date", "validity_timeframe", "validity_day_of_week"],
      ...["validity_hours", "activity_duration_after_publishing", "referral_program"],
      ...["loyalty_tiers_expiration", "metadata", "validation_rules"],
    ];
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    const parts = ["type", "gift", "loyalty_card", "redemption", "code_config"];
    const voucher = Object.fromEntries(parts.map((name) => [name, null]));
    const {
      id: _,
      created_at: __,
      ...rest
    } = await create(project, {
      ...nulls,
      name: "Bare",
      voucher: { ...voucher, discount: TEN_OFF },
    });
    expect(rest).toEqual(BARE);
  });

  it("200: null within the rules of a program is as good as absent, and is not shown", async () => {
    const project = await newProject();
    const rules = { period_type: "FIXED_DAY_OF_YEAR", fixed_month: 12, fixed_day: 31 };
    const nulls = { period_value: null, rounding_type: null, rounding_value: null };
    const end = { type: "CUSTOM", extend: "P1Y" };
    const tiers = { qualification_type: "BALANCE", start_date: { type: "IMMEDIATE" } };
    const loyalty_card = { points: 0, expiration_rules: { ...rules, ...nulls } };
    const sent = {
      name: "Points",
      voucher: { type: "LOYALTY_CARD", loyalty_card },
      loyalty_tiers_expiration: {
        ...tiers,
        qualification_period: null,
        expiration_date: { ...end, rounding: null },
      },
    };
    const kept = {
      voucher: { loyalty_card: { points: 0, expiration_rules: rules } },
      loyalty_tiers_expiration: { ...tiers, expiration_date: end },
    };
    for (const reply of [
      await project.post("/v1/campaigns", sent),
      await project.put("/v1/campaigns/Points", { ...sent, voucher: { loyalty_card } }),
    ]) {
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      expect(reply.body.voucher.loyalty_card).toEqual(kept.voucher.loyalty_card);
      expect(reply.body.loyalty_tiers_expiration).toEqual(kept.loyalty_tiers_expiration);
    }
  });

  it("200: every field comes back as sent; the voucher mirrors the window", async () => {
    const project = await newProject();
    const ruleId = await rule(project, "order.amount", { $more_than: [100] });
    const window = {
      start_date: "2026-01-01T00:00:00.000Z",
      expiration_date: "2027-01-01T00:00:00.000Z",
      validity_timeframe: { interval: "P2D", duration: "P1D" },
      validity_day_of_week: [1, 2],
    };
    const sent = {
      name: "Whole",
      description: "All there is",
      type: "STATIC",
      campaign_type: "DISCOUNT_COUPONS",
      ...window,
      activity_duration_after_publishing: "P24D",
      auto_join: true,
      join_once: true,
      use_voucher_metadata_schema: true,
      active: false,
      category: "Spring",
      metadata: { season: "spring", nested: { deep: [1] } },
    };
    const code_config = { pattern: "SP-####", prefix: "A", postfix: "Z", charset: "abcdef" };
    const campaign = await create(project, {
      ...sent,
      validation_rules: [ruleId],
      access_settings: { assign: { areas_ids: [] } },
      unknown: true,
      voucher: {
        type: "DISCOUNT_VOUCHER",
        discount: { type: "AMOUNT", amount_off: 500, effect: "APPLY_TO_ORDER" },
        redemption: { quantity: 2 },
        code_config: { ...code_config, initial_count: 7, length: 9 },
      },
    });
    expect(campaign).toEqual({
      ...BARE,
      id: campaign.id,
      created_at: campaign.created_at,
      ...sent,
      voucher: {
        type: "DISCOUNT_VOUCHER",
        discount: { type: "AMOUNT", amount_off: 500, effect: "APPLY_TO_ORDER" },
        redemption: { quantity: 2 },
        code_config: { ...code_config, length: 4 },
        is_referral_code: false,
        ...window,
      },
      access_settings_assignments: { object: "list", data_ref: "data", data: [], total: 0 },
      validation_rules_assignments: {
        object: "list",
        data_ref: "data",
        data: [
          {
            id: expect.stringMatching(/^asgm_/),
            rule_id: ruleId,
            related_object_id: campaign.id,
            related_object_type: "campaign",
            created_at: campaign.created_at,
            object: "validation_rules_assignment",
          },
        ],
        total: 1,
      },
    });
    const [stored] = await rowsOf("validation_rules", project.id);
    expect(stored?.assignments_count).toBe(1);
    const events = await eventsOf(project.id);
    expect(events.slice(1)).toMatchObject([
      { kind: "campaign.created" },
      {
        kind: "business_validation_rule.assignment.created",
        data: { rule: { id: ruleId, assignments_count: 1 }, campaign: { id: campaign.id } },
      },
    ]);
    await expectSound(project.id);
  });

  it("200: a rule and a category cost one round trip more", async () => {
    const project = await newProject();
    const ruleId = await rule(project, "order.amount", { $more_than: [100] });
    const made = await project.post("/v1/categories", { name: "Spring", hierarchy: 1 });
    const reply = await project.post("/v1/campaigns", {
      ...bare,
      category_id: made.body.id,
      validation_rules: [ruleId],
    });
    expect(parsed(Campaign, reply)).toMatchObject({
      category: "Spring",
      category_id: made.body.id,
      categories: [made.body],
    });
    expect(costOf(reply).roundTrips).toBe(2);
    const named = await create(project, { ...bare, name: "Named", category: "Spring" });
    expect(named).toMatchObject({ category: "Spring", category_id: made.body.id });
  });

  it("200: happy hours stand alone, and are shown", async () => {
    const project = await newProject();
    const validity_hours = { daily: [{ start_time: "10:00", expiration_time: "12:00" }] };
    expect(await create(project, { ...bare, validity_hours })).toMatchObject({ validity_hours });
  });
});

describe("POST /v1/campaigns: the five types", () => {
  const gift = { type: "GIFT_VOUCHER", gift: { amount: 1000, effect: "APPLY_TO_ORDER" } };
  const card = { type: "LOYALTY_CARD", loyalty_card: { points: 5 } };

  it.each([
    ["gift cards", { voucher: gift }, { campaign_type: "GIFT_VOUCHERS", voucher: gift }],
    [
      "gift cards without a type",
      { voucher: { gift: { amount: 7, balance: 7 } } },
      { campaign_type: "GIFT_VOUCHERS", voucher: { type: "GIFT_VOUCHER", gift: { amount: 7 } } },
    ],
    [
      "a loyalty program, which is joined once",
      {
        join_once: false,
        voucher: card,
        loyalty_tiers_expiration: BY_BALANCE,
      },
      {
        campaign_type: "LOYALTY_PROGRAM",
        type: "STATIC",
        join_once: true,
        voucher: card,
        loyalty_tiers_expiration: BY_BALANCE,
      },
    ],
    [
      "a referral program by its program",
      {
        referral_program: { conversion_event_type: "redemption", extra: 1 },
        voucher: { discount: TEN_OFF },
      },
      {
        campaign_type: "REFERRAL_PROGRAM",
        referral_program: { conversion_event_type: "redemption" },
        voucher: { type: "DISCOUNT_VOUCHER", is_referral_code: true },
      },
    ],
    [
      "a referral program by its codes, with gift cards",
      { voucher: { ...gift, is_referral_code: true } },
      { campaign_type: "REFERRAL_PROGRAM", voucher: { ...gift, is_referral_code: true } },
    ],
    [
      "coupons where a flag of codes is false",
      { voucher: { discount: TEN_OFF, is_referral_code: false } },
      { campaign_type: "DISCOUNT_COUPONS" },
    ],
  ])("200: %s", async (_, sent, expected) => {
    const project = await newProject();
    const campaign = await create(project, { name: "X", ...sent });
    expect(campaign).toMatchObject({ type: "AUTO_UPDATE", ...expected });
    expect((await project.get("/v1/campaigns/X")).body).toEqual(campaign);
  });

  it("200: generated codes of cards are longer", async () => {
    const project = await newProject();
    const campaign = await create(project, { name: "X", voucher: { gift: { amount: 7 } } });
    expect(campaign.voucher?.code_config.pattern).toBe("############");
  });

  it("200: a promotion has its tiers and no voucher, and is done at once", async () => {
    const project = await newProject();
    const campaign = await create(project, {
      name: "Promo",
      campaign_type: "PROMOTION",
      start_date: "2026-01-01T00:00:00.000Z",
      vouchers_count: 5,
      promotion: {
        tiers: [
          { name: "First", banner: "10 % off", action: { discount: TEN_OFF }, metadata: { a: 1 } },
          { name: "Second", hierarchy: 7, active: false, validity_day_of_week: [0] },
        ],
      },
    });
    const shared = {
      metadata: {},
      category_id: null,
      campaign_id: campaign.id,
      campaign: {
        id: campaign.id,
        start_date: "2026-01-01T00:00:00.000Z",
        expiration_date: null,
        active: true,
        category_id: null,
        object: "campaign",
      },
      categories: [],
      summary: {
        redemptions: { total_redeemed: 0 },
        orders: { total_amount: 0, total_discount_amount: 0 },
      },
      validation_rule_assignments: { object: "list", data_ref: "data", data: [], total: 0 },
      id: expect.stringMatching(/^promo_[0-9A-Za-z]{24}$/),
      created_at: campaign.created_at,
      object: "promotion_tier",
    };
    const { voucher: _, vouchers_count: __, ...expected } = BARE;
    expect(campaign).toEqual({
      ...expected,
      id: campaign.id,
      created_at: campaign.created_at,
      name: "Promo",
      campaign_type: "PROMOTION",
      type: "STATIC",
      start_date: "2026-01-01T00:00:00.000Z",
      promotion: {
        object: "list",
        data_ref: "tiers",
        tiers: [
          {
            ...shared,
            name: "First",
            banner: "10 % off",
            action: { discount: TEN_OFF },
            metadata: { a: 1 },
            hierarchy: 1,
            active: true,
          },
          { ...shared, name: "Second", hierarchy: 7, active: false, validity_day_of_week: [0] },
        ],
        total: 2,
        has_more: false,
      },
    });
    expect((await project.get(`/v1/campaigns/${campaign.id}`)).body).toEqual(campaign);
    expect(await rowsOf("promotion_tiers", project.id)).toHaveLength(2);
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
  });

  it("400: parts that do not fit the type, and nothing is made", async () => {
    const project = await newProject();
    const cases: [object, string][] = [
      [
        { campaign_type: "REFERRAL_PROGRAM" },
        "Property 'discount' is required for REFERRAL_PROGRAM campaign",
      ],
      [
        { campaign_type: "GIFT_VOUCHERS", voucher: {} },
        "Property 'gift' is required for GIFT_VOUCHERS campaign",
      ],
      [{}, "Property 'discount' is required for DISCOUNT_COUPONS campaign"],
      [
        { campaign_type: "LOYALTY_PROGRAM", voucher: { type: "LOYALTY_CARD" } },
        "Property 'loyalty_card' is required for LOYALTY_PROGRAM campaign",
      ],
      [
        { campaign_type: "DISCOUNT_COUPONS", voucher: gift },
        "Property .voucher.type must be DISCOUNT_VOUCHER for DISCOUNT_COUPONS campaign",
      ],
      [
        { type: "STANDALONE", vouchers_count: 2, voucher: { discount: TEN_OFF } },
        "A STANDALONE campaign is made with one voucher at most",
      ],
      [
        { voucher: { gift: { amount: 1000, balance: 999 } } },
        "Property .voucher.gift.balance must be 1000, as the amount",
      ],
      [
        { voucher: { ...gift, discount: TEN_OFF } },
        "Property .voucher.discount must NOT be sent for a GIFT_VOUCHER",
      ],
      [
        { campaign_type: "DISCOUNT_COUPONS", voucher: { discount: TEN_OFF, gift: { amount: 1 } } },
        "Property .voucher.gift must NOT be sent for a DISCOUNT_VOUCHER",
      ],
      [
        { campaign_type: "PROMOTION", voucher: { discount: TEN_OFF } },
        "Property .voucher must NOT be sent for a PROMOTION campaign",
      ],
      [
        { promotion: { tiers: [{ name: "T" }] }, campaign_type: "GIFT_VOUCHERS", voucher: gift },
        "Property .promotion must NOT be sent for a GIFT_VOUCHERS campaign",
      ],
      [
        {
          campaign_type: "DISCOUNT_COUPONS",
          referral_program: { conversion_event_type: "redemption" },
          voucher: { discount: TEN_OFF },
        },
        "Property .referral_program must NOT be sent for a DISCOUNT_COUPONS campaign",
      ],
      [
        {
          campaign_type: "DISCOUNT_COUPONS",
          voucher: { discount: TEN_OFF, is_referral_code: true },
        },
        "Property .voucher.is_referral_code must NOT be sent for a DISCOUNT_COUPONS campaign",
      ],
      ...[{}, { type: "STANDALONE", vouchers_count: 0 }].map((sent): [object, string] => [
        { voucher: { discount: TEN_OFF, code: "ONE" }, ...sent },
        "Property .voucher.code is of a STANDALONE campaign that is made with its voucher",
      ]),
    ];
    for (const [sent, details] of cases) {
      const reply = await project.post("/v1/campaigns", { name: "X", ...sent });
      expect(failure(reply, 400, "invalid_campaign").details).toBe(details);
    }
    expect(await rowsOf("campaigns", project.id)).toEqual([]);
    expect(await eventKinds(project.id)).toEqual([]);
  });
});

describe("POST /v1/campaigns: its vouchers", () => {
  it("200: a single one is made at once, by the template", async () => {
    const project = await newProject();
    await project.get("/v1/campaigns");
    const reply = await project.post("/v1/campaigns", {
      name: "One",
      vouchers_count: 1,
      start_date: "2026-01-01T00:00:00.000Z",
      voucher: {
        gift: { amount: 1000 },
        redemption: { quantity: 3 },
        code_config: { pattern: "ONE-##" },
      },
    });
    const campaign = parsed(Campaign, reply);
    expect(campaign).toMatchObject({
      vouchers_count: 1,
      creation_status: "DONE",
      vouchers_generation_status: "DONE",
    });
    expect(costOf(reply).roundTrips).toBe(1);
    const [one, ...others] = await vouchersOf(project, campaign.id);
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      code: expect.stringMatching(/^ONE-[0-9A-Za-z]{2}$/),
      campaign: "One",
      campaign_id: campaign.id,
      gift: { amount: 1000, balance: 1000 },
      start_date: "2026-01-01T00:00:00.000Z",
      redemption: { quantity: 3 },
    });
    expect(await eventKinds(project.id)).toEqual(["campaign.created", "voucher.created"]);
    expect((await project.get("/v1/campaigns/One")).body).toEqual(campaign);
    expect(await rowsOf("campaign_days", project.id)).toMatchObject([
      { campaign_id: campaign.id, vouchers_created: 1, created_vouchers_amount: 1000 },
    ]);
    await expectSound(project.id);
  });

  it("200: a standalone campaign has one, with the code that was sent", async () => {
    const project = await newProject();
    const campaign = await create(project, {
      name: "Alone",
      type: "STANDALONE",
      join_once: true,
      voucher: { discount: TEN_OFF, code: "ALONE" },
    });
    expect(campaign).toMatchObject({ type: "STANDALONE", join_once: false, vouchers_count: 1 });
    expect(await vouchersOf(project, campaign.id)).toMatchObject([{ code: "ALONE" }]);
    const drawn = await create(project, { ...bare, type: "STANDALONE" });
    expect(await vouchersOf(project, drawn.id)).toHaveLength(1);
  });

  it("200: several are in progress until they are made", async () => {
    const project = await newProject();
    const reply = await project.post("/v1/campaigns", { ...bare, vouchers_count: 25 });
    const campaign = parsed(Campaign, reply);
    expect(campaign).toMatchObject({
      vouchers_count: 0,
      creation_status: "IN_PROGRESS",
      vouchers_generation_status: "IN_PROGRESS",
    });
    expect(await rowsOf("async_actions", project.id)).toHaveLength(1);
  });

  it("409: the code of its only voucher exists, and no campaign is made", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", { code: "TAKEN", discount: TEN_OFF });
    for (const sent of [
      { type: "STANDALONE", voucher: { discount: TEN_OFF, code: "taken" } },
      { vouchers_count: 1, voucher: { discount: TEN_OFF, code_config: { pattern: "TAKEN" } } },
    ]) {
      const reply = await project.post("/v1/campaigns", { name: "X", ...sent });
      expect(failure(reply, 409, "duplicate_found").resource_type).toBe("voucher");
    }
    expect(await rowsOf("campaigns", project.id)).toEqual([]);
    expect(await tallyOf(project)).toEqual({ campaigns: 0, vouchers: 1 });
  });

  it("400: too few codes for the pattern, and codes that could not be stored", async () => {
    const project = await newProject();
    const cases = [
      { vouchers_count: 2000, voucher: { discount: TEN_OFF, code_config: { length: 3 } } },
      {
        voucher: {
          discount: TEN_OFF,
          code_config: { pattern: "#".repeat(200), prefix: "x".repeat(99) },
        },
      },
    ];
    for (const sent of cases) {
      failure(
        await project.post("/v1/campaigns", { name: "X", ...sent }),
        400,
        "invalid_code_config",
      );
    }
    expect(await rowsOf("campaigns", project.id)).toEqual([]);
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });
});

describe("POST /v1/campaigns: what is refused", () => {
  it("409: a name that exists, trimmed, and in another project it does not", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await create(project, bare);
    const before = await rowsOf("campaigns", project.id);
    const reply = await project.post("/v1/campaigns", {
      ...bare,
      name: " Bare ",
      vouchers_count: 1,
    });
    expect(failure(reply, 409, "duplicate_found")).toMatchObject({
      details: "Duplicated campaign exists with name Bare",
      resource_id: "Bare",
      resource_type: "campaign",
    });
    expect(await rowsOf("campaigns", project.id)).toEqual(before);
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
    await create(other, bare);
  });

  it("409: of twenty at once with one name one is made", async () => {
    const project = await newProject();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        project.post("/v1/campaigns", { ...bare, vouchers_count: 1 }),
      ),
    );
    const statuses = replies.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await rowsOf("campaigns", project.id)).toHaveLength(1);
    expect(await tallyOf(project)).toEqual({ campaigns: 1, vouchers: 1 });
    await expectSound(project.id);
  });

  it("404: an unknown rule or category, also of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const foreign = await rule(other, "order.amount", { $more_than: [100] });
    for (const id of ["val_unknown", foreign]) {
      const reply = await project.post("/v1/campaigns", { ...bare, validation_rules: [id] });
      expect(failure(reply, 404, "not_found").resource_type).toBe("validation_rules");
    }
    const reply = await project.post("/v1/campaigns", { ...bare, category_id: "cat_x" });
    expect(failure(reply, 404, "not_found")).toMatchObject({
      resource_id: "cat_x",
      resource_type: "category",
    });
    expect(await rowsOf("campaigns", project.id)).toEqual([]);
    expect((await rowsOf("validation_rules", other.id))[0]?.assignments_count).toBe(0);
  });

  it("400: malformed fields name the property, and nothing is made", async () => {
    const project = await newProject();
    const frame = { interval: "P2D", duration: "P1D" };
    const cases: [object, string][] = [
      [{ name: null }, "name"],
      [{ name: "  " }, "Property .name must NOT have fewer than 1 characters"],
      [{ name: "a\u0000b" }, "Property .name must be text without control characters"],
      [{ campaign_type: "LUCKY_DRAW" }, "Property .campaign_type must be equal to one of"],
      [{ type: "DYNAMIC" }, "Property .type must be equal to one of the allowed values"],
      [{ vouchers_count: -1 }, "Property .vouchers_count must be >= 0"],
      [{ vouchers_count: 1.5 }, "Property .vouchers_count must be integer"],
      [{ vouchers_count: 30_000_000 }, "Property .vouchers_count must be"],
      [{ activity_duration_after_publishing: "1 day" }, "an ISO 8601 duration"],
      [
        { validation_rules: ["a", "b"] },
        "Property .validation_rules must NOT have more than 1 items",
      ],
      [{ start_date: "soon" }, "Property .start_date cannot be recognized"],
      [
        { start_date: "2026-02-01", expiration_date: "2026-01-01" },
        "Property .expiration_date must be after start_date",
      ],
      [{ validity_timeframe: frame }, "Property .start_date is required with validity_timeframe"],
      [
        {
          campaign_type: "PROMOTION",
          voucher: null,
          promotion: { tiers: [{ name: "T", validity_timeframe: frame }] },
        },
        "Property .promotion.tiers[0].start_date is required with validity_timeframe",
      ],
      [{ voucher: { discount: { type: "UNKNOWN" } } }, "Property .voucher.discount"],
      [{ referral_program: { conversion_event_type: "visit" } }, "conversion_event_type"],
      [{ metadata: [] }, "Property .metadata must be object"],
      [
        { access_settings: { assign: { areas_ids: ["ar_1"] } } },
        "Property .access_settings.assign.areas_ids",
      ],
      [
        { loyalty_tiers_expiration: { ...BY_BALANCE, qualification_type: "POINTS_IN_PERIOD" } },
        "Property .loyalty_tiers_expiration.qualification_period is required",
      ],
    ];
    for (const [sent, details] of cases) {
      const reply = await project.post("/v1/campaigns", { ...bare, ...sent });
      expect(failure(reply, 400, "invalid_payload").details, JSON.stringify(sent)).toContain(
        details,
      );
    }
    expect(await rowsOf("campaigns", project.id)).toEqual([]);
    expect(await eventKinds(project.id)).toEqual([]);
  });
});
