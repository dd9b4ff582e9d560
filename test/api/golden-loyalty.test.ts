import { beforeAll, describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import {
  asking,
  assignedTo,
  CATEGORY,
  CATEGORY_SENT,
  HOURS,
  id,
  NOTES,
  TIME,
  voucherOf,
  WINDOW,
} from "../support/golden";

/** Whole answers, written out by hand, about loyalty programs. */

let project: TestProject;
let category: string;
let rule: string;

const { made, read, changed } = asking(() => project);

beforeAll(async () => {
  project = await newProject();
  category = (await made("/v1/categories", CATEGORY_SENT)).id;
  rule = (await made("/v1/validation-rules", { name: "Any", rules: {} })).id;
});

describe("GET answers about loyalty, whole", () => {
  const TIERS_EXPIRATION = {
    qualification_type: "POINTS_IN_PERIOD",
    qualification_period: "MONTH",
    start_date: { type: "IMMEDIATE" },
    expiration_date: {
      type: "CUSTOM",
      extend: "P3M",
      rounding: { type: "CUSTOM", strategy: "END", unit: "MONTH", value: 11 },
    },
  };
  const RULES = {
    period_type: "MONTH",
    period_value: 3,
    rounding_type: "PARTICULAR_MONTH",
    rounding_value: 12,
  };
  const CONFIG = { charset: "ABCDEF123456", pattern: "L-########", prefix: "P-", postfix: "-X" };
  let program: string;
  let visit: { id: string };
  beforeAll(async () => {
    const campaign = await made("/v1/loyalties", {
      name: "Club",
      description: "For regulars",
      join_once: true,
      auto_join: true,
      use_voucher_metadata_schema: true,
      category_id: category,
      ...HOURS,
      start_date: "2026-01-01T00:00:00.000Z",
      expiration_date: "2099-01-01T00:00:00.000Z",
      activity_duration_after_publishing: "P1Y",
      metadata: NOTES,
      validation_rules: [rule],
      loyalty_tiers_expiration: TIERS_EXPIRATION,
      voucher: {
        type: "LOYALTY_CARD",
        loyalty_card: { points: 10, expiration_rules: RULES },
        redemption: { quantity: 9 },
        code_config: CONFIG,
      },
    });
    program = campaign.id;
    visit = await made(`/management/v1/projects/${project.id}/custom-event-schemas`, {
      name: "visit",
    });
  });

  it("a program", async () => {
    await changed("/v1/loyalties/Club", { description: "For all" });
    const window = {
      ...HOURS,
      start_date: "2026-01-01T00:00:00.000Z",
      expiration_date: "2099-01-01T00:00:00.000Z",
    };
    expect(await read("/v1/loyalties/Club")).toStrictEqual({
      id: program,
      name: "Club",
      description: "For all",
      campaign_type: "LOYALTY_PROGRAM",
      type: "AUTO_UPDATE",
      voucher: {
        type: "LOYALTY_CARD",
        loyalty_card: { points: 10, expiration_rules: RULES },
        redemption: { quantity: 9 },
        code_config: { length: 8, ...CONFIG },
        is_referral_code: false,
        ...window,
      },
      loyalty_tiers_expiration: TIERS_EXPIRATION,
      auto_join: true,
      join_once: true,
      use_voucher_metadata_schema: true,
      activity_duration_after_publishing: "P1Y",
      ...window,
      vouchers_count: 0,
      active: true,
      metadata: NOTES,
      category: "Seasonal",
      category_id: category,
      categories: [CATEGORY],
      creation_status: "DONE",
      vouchers_generation_status: "DONE",
      protected: false,
      access_settings_assignments: { object: "list", data_ref: "data", data: [], total: 0 },
      validation_rules_assignments: assignedTo("campaign", program),
      created_at: TIME,
      updated_at: TIME,
      object: "campaign",
    });
  });

  it("an earning rule", async () => {
    const sent = {
      event: "visit",
      custom_event: { schema_id: visit.id },
      loyalty: {
        type: "PROPORTIONAL",
        calculation_type: "CUSTOM_EVENT_METADATA",
        custom_event: {
          metadata: { property: "minutes", every: 10, points: 2, points_formula: "2 * 3" },
        },
      },
      active: false,
      expiration_rules: RULES,
      metadata: NOTES,
      validation_rule_id: rule,
      ...WINDOW,
    };
    const path = `/v1/loyalties/${program}/earning-rules`;
    const [earning] = await made(path, [{ ...sent, source: { banner: "Come in" } }]);
    await changed(`${path}/${earning.id}`, { source: { banner: "Come in often" } });
    expect(await read(`${path}/${earning.id}`)).toStrictEqual({
      id: id("ern"),
      ...sent,
      source: { banner: "Come in often", object_id: program, object_type: "campaign" },
      automation_id: id("auto"),
      created_at: TIME,
      updated_at: TIME,
      object: "earning_rule",
    });
  });

  it("a tier, a reward and its assignment", async () => {
    const mug = await made("/v1/products", { name: "Mug" });
    const red = await made(`/v1/products/${mug.id}/skus`, { sku: "Red" });
    const sent = {
      name: "A mug",
      stock: 5,
      attributes: { image_url: "https://shop.example/mug.png", description: "Red" },
      metadata: NOTES,
      parameters: { product: { id: mug.id, sku_id: red.id } },
    };
    const reward = await made("/v1/rewards", sent);
    await changed(`/v1/rewards/${reward.id}`, { name: "The mug" });
    expect(await read(`/v1/rewards/${reward.id}`)).toStrictEqual({
      id: id("rew"),
      ...sent,
      name: "The mug",
      stock: "5",
      redeemed: "0",
      type: "MATERIAL",
      created_at: TIME,
      updated_at: TIME,
      object: "reward",
    });
    const path = `/v1/rewards/${reward.id}/assignments`;
    const assignment = await made(path, {
      campaign: "Club",
      parameters: { loyalty: { points: 40, auto_redeem: true } },
    });
    await changed(`${path}/${assignment.id}`, { parameters: { loyalty: { points: 30 } } });
    expect(await read(`${path}/${assignment.id}`)).toStrictEqual({
      id: id("rewa"),
      reward_id: reward.id,
      related_object_id: program,
      related_object_type: "campaign",
      parameters: { loyalty: { points: 30, auto_redeem: true } },
      created_at: TIME,
      updated_at: TIME,
      object: "reward_assignment",
    });
    const points = { from: 100, to: 900 };
    const rewards = { [assignment.id]: { type: "CUSTOM", points: 20 } };
    const tiers = `/v1/loyalties/${program}/tiers`;
    const [gold] = await made(tiers, [{ name: "Gold", points, rewards, metadata: NOTES }]);
    await changed(`${tiers}/${gold.id}`, { name: "Golden" });
    expect(await read(`${tiers}/${gold.id}`)).toStrictEqual({
      id: id("ltr"),
      name: "Golden",
      campaign_id: program,
      points,
      config: { points },
      earning_rules: {},
      rewards,
      metadata: NOTES,
      created_at: TIME,
      updated_at: TIME,
      object: "loyalty_tier",
    });
  });

  it("a member's card and its ledger", async () => {
    const zoe = await made("/v1/customers", { source_id: "zoe" });
    const { code, id: card } = await made("/v1/loyalties/Club/members", {
      customer: { source_id: "zoe" },
      metadata: { seat: 1 },
    });
    await made(`/v1/loyalties/Club/members/${code}/balance`, {
      points: 15,
      source_id: "bonus-1",
      reason: "birthday",
      expiration_type: "CUSTOM_DATE",
      expiration_date: "2098-05-06",
    });
    expect(code).toMatch(/^P-L-[A-F1-6]{8}-X$/);
    const whole = await read(`/v1/loyalties/Club/members/${code}`);
    expect(whole).toStrictEqual(
      voucherOf(code, {
        id: card,
        campaign: "Club",
        campaign_id: program,
        type: "LOYALTY_CARD",
        loyalty_card: {
          points: 25,
          balance: 25,
          next_expiration_date: expect.stringMatching(/^20\d\d-12-31$/),
          next_expiration_points: 10,
          pending_points: 0,
          expired_points: 0,
          subtracted_points: 0,
        },
        start_date: TIME,
        expiration_date: TIME,
        validity_hours: HOURS.validity_hours,
        holder_id: zoe.id,
        validation_rules_assignments: assignedTo("campaign", program),
        updated_at: TIME,
        publish: {
          object: "list",
          count: 1,
          url: `/v1/vouchers/${code}/publications?page=1&limit=10`,
        },
        redemption: {
          quantity: 9,
          redeemed_quantity: 0,
          redeemed_points: 0,
          object: "list",
          url: `/v1/vouchers/${code}/redemptions?page=1&limit=10`,
        },
      }),
    );
    const { data } = await read(`/v1/loyalties/Club/members/${code}/transactions`);
    expect(data[0]).toStrictEqual({
      id: id("vtx"),
      source_id: "bonus-1",
      voucher_id: card,
      campaign_id: program,
      source: null,
      reason: "birthday",
      type: "POINTS_ADDITION",
      details: {
        balance: {
          points: 15,
          total: 25,
          balance: 25,
          type: "loyalty_card",
          object: "balance",
          operation_type: "MANUAL",
          related_object: { type: "voucher", id: card },
        },
      },
      related_transaction_id: null,
      created_at: TIME,
    });
  });
});
