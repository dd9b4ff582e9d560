import { describe, expect, it } from "vitest";
import { Voucher } from "../../src/model/voucher";
import { CreatedVoucher } from "../../src/resources/vouchers/schema";
import { costOf, eventKinds, eventsOf, newProject, parsed, rowsOf } from "../support/api";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import { strictly } from "../support/strict";

const PERCENT = { type: "PERCENT", percent_off: 20 } as const;

describe("POST /v1/vouchers: 200", () => {
  it("creates a discount voucher with every field of the contract", async () => {
    const project = await newProject();
    const rule = await project.post("/v1/validation-rules", { name: "Any order", rules: {} });
    const sent = {
      code: "SUMMER-20",
      type: "DISCOUNT_VOUCHER",
      discount: { ...PERCENT, amount_limit: 900, effect: "APPLY_TO_ORDER" },
      category: "seasonal",
      start_date: "2026-06-01T00:00:00+02:00",
      expiration_date: "2026-09-01",
      validity_timeframe: { interval: "P7D", duration: "PT36H" },
      validity_day_of_week: [0, 6],
      active: false,
      additional_info: "summer sale",
      metadata: { budget: 12, tags: ["a", null], nested: { deep: true } },
      validation_rules: [rule.body.id],
      redemption: { quantity: 3 },
    };
    const reply = await project.post("/v1/vouchers", sent);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const voucher = parsed(CreatedVoucher, reply);
    expect(voucher).toEqual({
      id: expect.stringMatching(/^v_[0-9A-Za-z]{32}$/),
      code: "SUMMER-20",
      campaign: null,
      campaign_id: null,
      category: "seasonal",
      category_id: null,
      categories: [],
      type: "DISCOUNT_VOUCHER",
      discount: {
        type: "PERCENT",
        percent_off: 20,
        amount_limit: 900,
        effect: "APPLY_TO_ORDER",
      },
      gift: null,
      loyalty_card: null,
      start_date: "2026-05-31T22:00:00.000Z",
      expiration_date: "2026-09-01T23:59:59.999Z",
      validity_timeframe: { interval: "P7D", duration: "PT36H" },
      validity_day_of_week: [0, 6],
      active: false,
      additional_info: "summer sale",
      metadata: { budget: 12, tags: ["a", null], nested: { deep: true } },
      assets: expect.anything(),
      is_referral_code: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: null,
      publish: {
        object: "list",
        count: 0,
        url: "/v1/vouchers/SUMMER-20/publications?page=1&limit=10",
      },
      redemption: {
        quantity: 3,
        redeemed_quantity: 0,
        object: "list",
        url: "/v1/vouchers/SUMMER-20/redemptions?page=1&limit=10",
      },
      validation_rules_assignments: {
        object: "list",
        data_ref: "data",
        total: 1,
        data: [
          {
            id: expect.stringMatching(/^asgm_[0-9A-Za-z]{16}$/),
            rule_id: rule.body.id,
            related_object_id: voucher.id,
            related_object_type: "voucher",
            created_at: voucher.created_at,
            object: "validation_rules_assignment",
          },
        ],
      },
      object: "voucher",
    });
    expect(costOf(reply).roundTrips).toBe(2);
    const got = await project.get("/v1/vouchers/summer-20");
    expect(got.body).toEqual(reply.body);
    expect(costOf(got).roundTrips).toBe(1);
    expect((await project.get(`/v1/vouchers/${voucher.id}`)).body).toEqual(reply.body);
  });

  it("tells of the voucher and of each assignment", async () => {
    const project = await newProject();
    const rule = await project.post("/v1/validation-rules", { name: "Any order", rules: {} });
    const reply = await project.post("/v1/vouchers", {
      discount: PERCENT,
      validation_rules: [rule.body.id, rule.body.id],
    });
    expect(await eventKinds(project.id)).toEqual([
      "business_validation_rule.created",
      "voucher.created",
      "business_validation_rule.assignment.created",
    ]);
    const [, created, assigned] = await eventsOf(project.id);
    expect(created?.entity_id).toBe(reply.body.id);
    expect(strictly(Voucher, created?.data.voucher)).toEqual(reply.body);
    expect(assigned?.data.assignment).toEqual(reply.body.validation_rules_assignments.data[0]);
    const counted = await project.get(`/v1/validation-rules/${rule.body.id}`);
    expect(counted.body.assignments_count).toBe(1);
  });

  it("creates a gift card: its balance is its amount", async () => {
    const project = await newProject();
    await project.get("/v1/vouchers");
    const gift = { amount: 5000, balance: 5000, effect: "APPLY_TO_ORDER" };
    const reply = await project.post("/v1/vouchers", { code: "GIFT", type: "GIFT_VOUCHER", gift });
    const voucher = parsed(CreatedVoucher, reply);
    expect(voucher.gift).toEqual({
      amount: 5000,
      balance: 5000,
      subtracted_amount: 0,
      effect: "APPLY_TO_ORDER",
    });
    expect(voucher.discount).toBeNull();
    expect(voucher.loyalty_card).toBeNull();
    expect(voucher.redemption).toMatchObject({ quantity: null, redeemed_amount: 0 });
    expect(voucher.redemption).not.toHaveProperty("redeemed_points");
    expect(costOf(reply).roundTrips).toBe(1);
    expect(await rowsOf("voucher_transactions", project.id)).toMatchObject([
      { type: "OPENING", amount: 5000, balance: 5000, voucher_id: voucher.id },
    ]);
  });

  it.each([
    ["gift", { amount: 5000, balance: 1200 }, { amount: 5000, subtracted_amount: 3800 }],
    ["loyalty_card", { points: 5000, balance: 1200 }, { points: 5000, subtracted_points: 3800 }],
    ["gift", { amount: 5000, balance: 0 }, { amount: 5000, subtracted_amount: 5000 }],
  ])("creates a card of %s %o of which some is spent already", async (part, sent, shown) => {
    const project = await newProject();
    const reply = await project.post("/v1/vouchers/USED", { [part]: sent });
    expect(parsed(CreatedVoucher, reply)[part as "gift"]).toMatchObject({
      ...shown,
      balance: sent.balance,
    });
    const more = await project.post("/v1/vouchers/USED/balance", { amount: 50 });
    expect(more.body).toMatchObject({ total: 5050, balance: sent.balance + 50 });
    const less = { amount: -sent.balance - 51 };
    expect((await project.post("/v1/vouchers/USED/balance", less)).status).toBe(400);
    await expectSound(project.id);
  });

  it("400: more is left on a card than there was", async () => {
    const project = await newProject();
    for (const sent of [
      { gift: { amount: 100, balance: 101 } },
      { loyalty_card: { points: 100, balance: 101 } },
    ]) {
      const [part] = Object.keys(sent);
      const { details } = failure(
        await project.post("/v1/vouchers", { code: "MORE", ...sent }),
        400,
        "invalid_voucher",
      );
      expect(details).toBe(`Property .${part}.balance must be <= 100`);
    }
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
  });

  it("creates a loyalty card: its balance is its points", async () => {
    const project = await newProject();
    const reply = await project.post("/v1/vouchers", {
      type: "LOYALTY_CARD",
      loyalty_card: { points: 70 },
    });
    const voucher = parsed(CreatedVoucher, reply);
    expect(voucher.loyalty_card).toEqual({
      points: 70,
      balance: 70,
      pending_points: 0,
      expired_points: 0,
      subtracted_points: 0,
    });
    expect(voucher.gift).toBeNull();
    expect(voucher.redemption).toMatchObject({ quantity: null, redeemed_points: 0 });
    expect(voucher.redemption).not.toHaveProperty("redeemed_amount");
  });

  it("leaves unset fields null, and three of them out (as the reference service)", async () => {
    const project = await newProject();
    const reply = await project.post("/v1/vouchers", {
      discount: { type: "AMOUNT", amount_off: 500 },
      campaign: null,
      campaign_id: null,
      category: null,
      metadata: null,
      active: null,
      redemption: null,
      validation_rules: null,
    });
    const voucher = parsed(CreatedVoucher, reply);
    const nulls = Object.entries(voucher).filter(([, value]) => value === null);
    expect(nulls.map(([name]) => name).sort()).toEqual(
      [
        "additional_info",
        "campaign",
        "campaign_id",
        "category",
        "category_id",
        "expiration_date",
        "gift",
        "loyalty_card",
        "start_date",
        "updated_at",
        "validity_day_of_week",
        "validity_timeframe",
      ].sort(),
    );
    for (const name of ["holder_id", "validation_rules_assignments", "validity_hours"]) {
      expect(voucher).not.toHaveProperty(name);
    }
    expect(voucher).toMatchObject({ active: true, metadata: {}, discount: { amount_off: 500 } });
    expect(voucher.redemption.quantity).toBeNull();
  });

  it.each([
    ["DISCOUNT_VOUCHER", { discount: PERCENT }],
    ["GIFT_VOUCHER", { gift: { amount: 1 } }],
    ["LOYALTY_CARD", { loyalty_card: { points: 1 } }],
  ])("infers %s without a type", async (type, part) => {
    const project = await newProject();
    expect(parsed(CreatedVoucher, await project.post("/v1/vouchers", part)).type).toBe(type);
  });

  it("keeps happy hours as sent", async () => {
    const project = await newProject();
    const daily = [{ start_time: "17:00", expiration_time: "19:00", days_of_week: [5] }];
    const body = { discount: PERCENT, validity_hours: { daily } };
    const voucher = parsed(CreatedVoucher, await project.post("/v1/vouchers", body));
    expect(voucher.validity_hours).toEqual({ daily });
  });

  it("keeps metadata keys of any kind", async () => {
    const project = await newProject();
    const metadata = '{"__proto__":{"a":1},"constructor":"x","":0,"a.b":"dot","ключ":"да","$":[]}';
    const body = `{"code":"ODD","discount":{"type":"PERCENT","percent_off":1},"metadata":${metadata}}`;
    const reply = await project.post("/v1/vouchers", body);
    expect(JSON.stringify(parsed(CreatedVoucher, reply).metadata)).toBe(metadata);
    const got = await project.get("/v1/vouchers/ODD");
    expect(JSON.stringify(parsed(Voucher, got).metadata)).toBe(metadata);
  });

  it.each([
    [
      { type: "AMOUNT", amount_off: 500 },
      ["amount_off_formula", "aggregated_amount_limit", "effect", "is_dynamic"],
    ],
    [{ type: "PERCENT", percent_off: 20 }, ["percent_off_formula", "amount_limit", "effect"]],
    [{ type: "FIXED", fixed_amount: 900 }, ["fixed_amount_formula", "effect"]],
    [
      { type: "UNIT", unit_off: 1, unit_type: "prod_5h1pp1ng" },
      ["unit_off_formula", "effect", "units", "product"],
    ],
  ])(
    "takes null within a discount for absent, wherever one is sent: %o",
    async (discount, unset) => {
      const project = await newProject();
      const sent = { ...discount, ...Object.fromEntries(unset.map((name) => [name, null])) };
      const made = await project.post("/v1/vouchers/NULLS", { discount: sent });
      expect([made.status, made.body.discount]).toEqual([200, discount]);
      const changed = await project.put("/v1/vouchers/NULLS", { discount: sent });
      expect([changed.status, changed.body.discount]).toEqual([200, discount]);
      const voucher = { type: "DISCOUNT_VOUCHER", discount: sent };
      const campaign = await project.post("/v1/campaigns", { name: "Nulls", voucher });
      expect([campaign.status, campaign.body.voucher?.discount]).toEqual([200, discount]);
      const tiers = [{ name: "Tier", action: { discount: sent } }];
      const promotion = await project.post("/v1/campaigns", { name: "P", promotion: { tiers } });
      expect(promotion.body.promotion?.tiers[0]?.action).toEqual({ discount });
    },
  );

  it("ignores fields it does not know", async () => {
    const project = await newProject();
    const reply = await project.post("/v1/vouchers", { discount: PERCENT, colour: "red" });
    expect(parsed(CreatedVoucher, reply)).not.toHaveProperty("colour");
  });
});

describe("GET /v1/vouchers/{code}", () => {
  it("200: with the list of its rules, also an empty one, wherever it was there before", async () => {
    const project = await newProject();
    const none = { object: "list", data_ref: "data", data: [], total: 0 };
    await project.post("/v1/vouchers/BARE", { discount: PERCENT });
    await project.post("/v1/campaigns", {
      name: "Own",
      campaign_type: "DISCOUNT_COUPONS",
      voucher: { type: "DISCOUNT_VOUCHER", discount: PERCENT },
    });
    const redemption = await project.post("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "BARE" }],
    });
    const shown = [
      await project.get("/v1/vouchers/BARE"),
      await project.put("/v1/vouchers/BARE", { metadata: { a: 1 } }),
      await project.post("/v1/vouchers/BARE/disable"),
      await project.post("/v1/vouchers/BARE/enable"),
      await project.post("/v1/campaigns/Own/vouchers/ADDED", {}),
    ].map((reply) => parsed(Voucher, reply).validation_rules_assignments);
    const used = redemption.body.redemptions[0].voucher.validation_rules_assignments;
    expect([...shown, used]).toEqual([none, none, none, none, none, none]);
  });

  it("404: a code that nothing has, and one of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await other.post("/v1/vouchers/THEIRS", { discount: PERCENT });
    const missing = await project.get("/v1/vouchers/MISSING");
    const foreign = await project.get("/v1/vouchers/THEIRS");
    expect(missing.body).toEqual({
      code: 404,
      key: "not_found",
      message: "Resource not found",
      details: "Cannot find voucher with id MISSING",
      resource_id: "MISSING",
      resource_type: "voucher",
      request_id: expect.stringMatching(/^v-[0-9a-f]{18}$/),
    });
    expect(foreign.status).toBe(404);
    expect(foreign.body.details).toBe("Cannot find voucher with id THEIRS");
  });
});
