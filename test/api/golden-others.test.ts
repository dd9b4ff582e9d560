import { beforeAll, describe, expect, it } from "vitest";
import { done } from "../support/actions";
import { newProject, type TestProject } from "../support/api";
import * as deciding from "../support/deciding";
import { hearAll } from "../support/earning";
import { finished } from "../support/exporting";
import {
  ASSETS,
  assignedTo,
  CATEGORY,
  CATEGORY_SENT,
  HOURS,
  id,
  inline,
  NOTES,
  TEN_OFF,
  TIME,
  WINDOW,
} from "../support/golden";

/** Whole answers, written out by hand, of the kinds that golden-answers.test.ts has not. */

let project: TestProject;
let category: string;
let rule: string;

const made = (path: string, body: unknown) => deciding.made(project, path, body);
const read = async (path: string) => (await project.get(path)).body;
const changed = async (path: string, body: object) => {
  const reply = await project.put(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
};

beforeAll(async () => {
  project = await newProject();
  category = (await made("/v1/categories", CATEGORY_SENT)).id;
  rule = (await made("/v1/validation-rules", { name: "Any", rules: {} })).id;
});

const VOUCHER_ID = expect.stringMatching(/^v_[0-9A-Za-z]{32}$/);

/** A voucher of a customer, as publications and redemptions show it beside themselves. */
const voucherOf = (code: string, own: object) => ({
  id: VOUCHER_ID,
  code,
  campaign: null,
  campaign_id: null,
  category: null,
  category_id: null,
  categories: [],
  type: "DISCOUNT_VOUCHER",
  discount: null,
  gift: null,
  loyalty_card: null,
  start_date: null,
  expiration_date: null,
  validity_timeframe: null,
  validity_day_of_week: null,
  active: true,
  additional_info: null,
  metadata: {},
  assets: ASSETS,
  is_referral_code: false,
  created_at: TIME,
  updated_at: null,
  publish: { object: "list", count: 0, url: `/v1/vouchers/${code}/publications?page=1&limit=10` },
  redemption: {
    quantity: null,
    redeemed_quantity: 0,
    object: "list",
    url: `/v1/vouchers/${code}/redemptions?page=1&limit=10`,
  },
  validation_rules_assignments: inline(),
  object: "voucher",
  ...own,
});

const FRIENDS = {
  name: "Friends",
  campaign_type: "REFERRAL_PROGRAM",
  voucher: {
    type: "DISCOUNT_VOUCHER",
    discount: { type: "AMOUNT", amount_off: 100 },
    is_referral_code: true,
  },
  referral_program: { conversion_event_type: "redemption" },
};

const ADA = { source_id: "ada", name: "Ada", email: "ada@shop.example", metadata: { vip: true } };
const simply = (customer: string) => ({ id: customer, ...ADA, object: "customer" });

describe("GET answers about customers, whole", () => {
  it("a customer with points, credits, orders, consents and who referred it", async () => {
    const own = await newProject();
    const make = (path: string, body: unknown) => deciding.made(own, path, body);
    const person = {
      ...ADA,
      description: "Since the first day",
      phone: "+49 30 1234",
      birthday: "1990-12-10",
      birthdate: "1990-12-10",
      address: {
        city: "Berlin",
        state: "Berlin",
        line_1: "Main 1",
        line_2: "Yard",
        country: "Germany",
        postal_code: "10115",
      },
    };
    const ada = await make("/v1/customers", person);
    const mail = await make(`/management/v1/projects/${own.id}/consents`, { name: "Mail" });
    await own.put("/v1/customers/ada/consents", { [mail.id]: true });
    const program = await make("/v1/loyalties", {
      name: "Points",
      voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
    });
    await make(`/v1/loyalties/${program.id}/tiers`, [{ name: "Gold", points: { from: 100 } }]);
    const card = await make(`/v1/loyalties/${program.id}/members`, {
      customer: { source_id: "ada" },
    });
    await make(`/v1/loyalties/members/${card.code}/balance`, { points: 150 });
    const mug = await make("/v1/products", { name: "Mug" });
    const reward = await make("/v1/rewards", { parameters: { product: { id: mug.id } } });
    await make(`/v1/rewards/${reward.id}/assignments`, {
      campaign: program.id,
      parameters: { loyalty: { points: 30 } },
    });
    await make(`/v1/loyalties/members/${card.code}/redemption`, { reward: { id: reward.id } });
    await make("/v1/vouchers/GIFT", { type: "GIFT_VOUCHER", gift: { amount: 5000 } });
    await make("/v1/publications", { voucher: "GIFT", customer: { source_id: "ada" } });
    await make("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "GIFT", gift: { credits: 1000 } }],
      customer: { source_id: "ada" },
      order: { amount: 2500 },
    });
    const friends = await make("/v1/campaigns", FRIENDS);
    const bobs = await make("/v1/publications", {
      campaign: { name: "Friends" },
      customer: { source_id: "bob" },
    });
    const { redemptions } = await make("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: bobs.voucher.code }],
      customer: { source_id: "ada" },
      order: { amount: 4000 },
    });
    await hearAll(own);
    const { body } = await own.get("/v1/customers/ada");
    expect(body).toStrictEqual({
      id: ada.id,
      ...person,
      summary: {
        redemptions: {
          total_redeemed: 3,
          total_failed: 0,
          total_succeeded: 3,
          total_rolled_back: 0,
          total_rollback_failed: 0,
          total_rollback_succeeded: 0,
          gift: { redeemed_amount: 1000, amount_to_go: 4000 },
          loyalty_card: { redeemed_points: 30, points_to_go: 120 },
        },
        orders: {
          total_amount: 5400,
          total_count: 2,
          average_amount: 2700,
          last_order_amount: 3900,
          last_order_date: TIME,
        },
      },
      loyalty: {
        points: 120,
        referred_customers: 0,
        campaigns: { Points: { points: 120, loyalty_tier: "Gold", referred_customers: 0 } },
      },
      referrals: {
        total: 1,
        campaigns: [
          {
            campaign_id: friends.id,
            referrer_id: bobs.customer_id,
            related_object_id: redemptions[0].id,
            related_object_type: "redemption",
            date: TIME,
          },
        ],
      },
      system_metadata: { consents: { [mail.id]: { value: true, date: TIME } } },
      created_at: TIME,
      updated_at: TIME,
      object: "customer",
    });
  });

  it("a publication", async () => {
    const ada = await made("/v1/customers", ADA);
    await made("/v1/vouchers/GIVEN", { type: "GIFT_VOUCHER", gift: { amount: 500 } });
    const published = await made("/v1/publications", {
      voucher: "GIVEN",
      customer: { source_id: "ada" },
      source_id: "mail-1",
      channel: "mail",
      metadata: NOTES,
    });
    const shared = {
      id: id("pub"),
      object: "publication",
      created_at: TIME,
      customer_id: ada.id,
      tracking_id: "ada",
      metadata: NOTES,
      channel: "mail",
      source_id: "mail-1",
      result: "SUCCESS",
      customer: simply(ada.id),
      vouchers_id: [published.voucher.id],
    };
    const gift = { amount: 500, balance: 500, subtracted_amount: 0, effect: null };
    expect(published).toStrictEqual({
      ...shared,
      voucher: voucherOf("GIVEN", {
        type: "GIFT_VOUCHER",
        gift,
        holder_id: ada.id,
        updated_at: TIME,
        publish: {
          object: "list",
          count: 1,
          url: "/v1/vouchers/GIVEN/publications?page=1&limit=10",
        },
        redemption: {
          quantity: null,
          redeemed_quantity: 0,
          redeemed_amount: 0,
          object: "list",
          url: "/v1/vouchers/GIVEN/redemptions?page=1&limit=10",
        },
      }),
    });
    expect((await read("/v1/publications")).publications).toStrictEqual([
      {
        ...shared,
        voucher: {
          code: "GIVEN",
          campaign: null,
          discount: null,
          gift,
          loyalty_card: null,
          is_referral_code: false,
          object: "voucher",
        },
      },
    ]);
  });

  it("a redemption of a gift card and its rollback", async () => {
    const eve = { ...ADA, source_id: "eve" };
    const { id: customer } = await made("/v1/customers", eve);
    await made("/v1/vouchers/CREDIT", { type: "GIFT_VOUCHER", gift: { amount: 5000 } });
    const { redemptions } = await made("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "CREDIT", gift: { credits: 1000 } }],
      customer: { source_id: "eve" },
      order: { source_id: "o-1", amount: 2500, metadata: { till: 4 } },
      metadata: NOTES,
    });
    const [redemption] = redemptions;
    const used = { date: TIME, related_object_type: "voucher", related_object_id: VOUCHER_ID };
    const order = {
      id: id("ord"),
      source_id: "o-1",
      amount: 2500,
      initial_amount: 2500,
      metadata: { till: 4 },
      customer_id: customer,
      referrer_id: null,
      customer: { id: customer, object: "customer" },
      created_at: TIME,
      updated_at: TIME,
      object: "order",
    };
    const voucher = (taken: number, uses: number) =>
      voucherOf("CREDIT", {
        type: "GIFT_VOUCHER",
        gift: { amount: 5000, balance: 5000 - taken, subtracted_amount: 0, effect: null },
        redemption: {
          quantity: null,
          redeemed_quantity: uses,
          redeemed_amount: taken,
          object: "list",
          url: "/v1/vouchers/CREDIT/redemptions?page=1&limit=10",
        },
        applicable_to: inline(),
        inapplicable_to: inline(),
      });
    const shared = {
      date: TIME,
      customer_id: customer,
      tracking_id: expect.stringMatching(/^track_/),
      channel: { channel_type: "API", channel_id: project.server["x-app-id"] },
      customer: { ...simply(customer), ...eve },
      related_object_type: "voucher",
      related_object_id: redemption.voucher.id,
    };
    const whole = {
      id: redemption.id,
      ...shared,
      metadata: NOTES,
      amount: 1000,
      gift: { amount: 1000 },
      result: "SUCCESS",
      status: "SUCCEEDED",
      order: {
        ...order,
        status: "PAID",
        discount_amount: 1000,
        total_discount_amount: 1000,
        total_amount: 1500,
        applied_discount_amount: 1000,
        total_applied_discount_amount: 1000,
        redemptions: { [redemption.id]: used },
      },
      voucher: voucher(1000, 1),
      object: "redemption",
    };
    expect(redemption).toStrictEqual(whole);
    expect(await read(`/v1/redemptions/${redemption.id}`)).toStrictEqual(whole);
    const rollback = await made(`/v1/redemptions/${redemption.id}/rollback`, {
      reason: "came back",
      metadata: { by: "desk" },
    });
    expect(rollback).toStrictEqual({
      id: id("rr"),
      ...shared,
      metadata: { by: "desk" },
      amount: -1000,
      gift: { amount: -1000 },
      result: "SUCCESS",
      status: "SUCCEEDED",
      reason: "came back",
      redemption: redemption.id,
      order: {
        ...order,
        status: "CANCELED",
        total_amount: 2500,
        redemptions: {
          [redemption.id]: { ...used, rollback_id: rollback.id, rollback_date: TIME },
        },
      },
      voucher: voucher(0, 0),
      object: "redemption_rollback",
    });
  });
});

describe("GET answers about rules and promotions, whole", () => {
  it("a category", async () => {
    const other = await made("/v1/categories", { ...CATEGORY_SENT, name: "Other" });
    await changed(`/v1/categories/${other.id}`, { name: "Others", hierarchy: 4 });
    expect(await read(`/v1/categories/${other.id}`)).toStrictEqual({
      ...CATEGORY,
      id: other.id,
      name: "Others",
      hierarchy: 4,
      updated_at: TIME,
    });
  });

  it("a validation rule, and its assignment", async () => {
    const mug = await made("/v1/products", { source_id: "mug", name: "Mug" });
    const rules = {
      1: {
        name: "order.amount",
        property: null,
        conditions: { $more_than: [5000] },
        error: { message: "Spend more" },
      },
      logic: "1",
    };
    const entry = {
      object: "product",
      id: mug.id,
      source_id: "mug",
      strict: true,
      price: 900,
      quantity_limit: 2,
      aggregated_quantity_limit: 4,
      amount_limit: 1000,
      aggregated_amount_limit: 2000,
      skip_initially: 1,
      repeat: 2,
      target: "ITEM",
      effect: "APPLY_TO_CHEAPEST",
    };
    const sent = {
      name: "Rich",
      rules,
      error: { message: "Not for you" },
      applicable_to: {
        included: [entry],
        excluded: [{ object: "product", id: mug.id }],
        included_all: false,
      },
      type: "advanced",
      context_type: "voucher.discount_voucher.discount.apply_to_items",
    };
    const rich = await made("/v1/validation-rules", sent);
    await changed(`/v1/validation-rules/${rich.id}`, { name: "Richer" });
    const { id: related } = await made("/v1/vouchers/RICH", { discount: TEN_OFF });
    const assignment = await made(`/v1/validation-rules/${rich.id}/assignments`, {
      voucher: "RICH",
    });
    const [whole] = assignedTo("voucher", related).data as object[];
    expect(assignment).toStrictEqual({ ...whole, rule_id: rich.id });
    expect((await read(`/v1/validation-rules/${rich.id}/assignments`)).data).toStrictEqual([
      assignment,
    ]);
    expect(await read(`/v1/validation-rules/${rich.id}`)).toStrictEqual({
      id: id("val"),
      ...sent,
      name: "Richer",
      rules: { ...rules, 1: { ...rules[1], rules: {} } },
      applicable_to: {
        included: [entry],
        excluded: [{ object: "product", id: mug.id, effect: "APPLY_TO_EVERY" }],
        included_all: false,
      },
      assignments_count: 1,
      created_at: TIME,
      updated_at: TIME,
      object: "validation_rules",
    });
  });

  it("a promotion stack", async () => {
    const sale = await made("/v1/campaigns", { name: "Sale", campaign_type: "PROMOTION" });
    const tier = await made(`/v1/promotions/${sale.id}/tiers`, {
      name: "Ten",
      action: { discount: TEN_OFF },
    });
    const path = `/v1/promotions/${sale.id}/stacks`;
    const tiers = { ids: [tier.id], hierarchy_mode: "MANUAL" };
    const stack = await made(path, { name: "All", tiers, category_id: category });
    await changed(`${path}/${stack.id}`, { name: "Both" });
    expect(await read(`${path}/${stack.id}`)).toStrictEqual({
      id: id("stack"),
      name: "Both",
      tiers,
      campaign_id: sale.id,
      category_id: category,
      categories: [CATEGORY],
      created_at: TIME,
      updated_at: TIME,
      object: "promotion_stack",
    });
  });
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
      source: "API",
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

describe("GET answers about the rest, whole", () => {
  const managed = (path: string) => `/management/v1/projects/${project.id}/${path}`;

  it("an export", async () => {
    const parameters = {
      order: "-created_at",
      fields: ["code", "voucher_type"],
      filters: { junction: "and", code: { conditions: { $is: ["NONE"] } } },
    };
    const { id: exportId } = await made("/v1/exports", { exported_object: "voucher", parameters });
    await finished(project, exportId);
    expect(await read(`/v1/exports/${exportId}`)).toStrictEqual({
      id: id("exp"),
      object: "export",
      created_at: TIME,
      status: "DONE",
      channel: "API",
      exported_object: "voucher",
      parameters,
      result: { url: expect.stringContaining(`/v1/exports/${exportId}/download?token=`) },
      user_id: null,
    });
  });

  it("an async action", async () => {
    await made("/v1/vouchers/BULK", { discount: TEN_OFF });
    const started = await project.post("/v1/vouchers/bulk/async", [
      { code: "BULK", metadata: { a: 1 } },
      { code: "NONE", metadata: { a: 1 } },
    ]);
    const action = await done(project, started);
    const error = {
      key: "not_found",
      message: "Resource not found",
      details: "Cannot find voucher with id NONE",
    };
    const whole = {
      id: started.body.async_action_id,
      type: "VOUCHERS.BULK_UPDATE",
      status: "DONE",
      operation_status: "SUCCESS",
      progress: 100,
      counts: { done: 2, total: 2 },
      processing_time: expect.any(Number),
      result: {
        done_count: 1,
        failed_count: 1,
        results: [
          { code: "BULK", found: true, updated: true },
          { code: "NONE", found: false, updated: false, error },
        ],
        errors: [{ code: "NONE", ...error }],
        reports: [],
        reports_available_till: TIME,
      },
      request_id: started.headers.get("x-request-id"),
      created_at: TIME,
      updated_at: TIME,
      object: "async_action",
    };
    expect(action).toStrictEqual(whole);
    expect(await read(`/v1/async-actions/${started.body.async_action_id}`)).toStrictEqual(whole);
  });

  it("a custom event's schema, and an event", async () => {
    const path = managed("custom-event-schemas");
    const schema = await made(path, {
      name: "scanned",
      schema: { properties: { shelf: { type: "string" }, at: { type: "datetime" } } },
    });
    const shelf = { type: "string", optional: true, deleted: false };
    await changed(`${path}/${schema.id}`, { schema: { properties: { shelf } } });
    expect(await read(`${path}/${schema.id}`)).toStrictEqual({
      id: id("ms"),
      name: "scanned",
      schema: { properties: { shelf, at: { type: "datetime", optional: false } } },
      created_at: TIME,
      updated_at: TIME,
      object: "custom-event-schema",
    });
    const customer = { ...ADA, source_id: "sam" };
    const metadata = { shelf: "A1", at: "2026-06-01T00:00:00.000Z" };
    expect(await made("/v1/events", { event: "scanned", customer, metadata })).toStrictEqual({
      object: "event",
      type: "scanned",
      customer: { id: id("cust"), ...customer, object: "customer" },
      referral: null,
      loyalty: null,
      metadata,
    });
  });

  it("a webhook", async () => {
    const path = managed("webhooks");
    const sent = { target_url: "https://hooks.example.com/in", events: ["voucher.created"] };
    const webhook = await made(path, { ...sent, custom_headers: { "x-team": "shop" } });
    await changed(`${path}/${webhook.id}`, { active: false });
    expect(await read(`${path}/${webhook.id}`)).toStrictEqual({
      id: id("wh"),
      ...sent,
      active: false,
      inactive_because: "REQUESTED",
      custom_headers: { "x-team": "***" },
      created_at: TIME,
      updated_at: TIME,
      object: "webhook",
    });
  });

  it("a location", async () => {
    const path = managed("locations");
    const circle = { center: "52.5,13.4", radius: "5 km" };
    const shape = { type: "circle", format: "distance", distance: circle };
    const location = await made(path, { name: "Here", shape });
    await changed(`${path}/${location.id}`, { name: "There" });
    expect(await read(`/v1/locations/${location.id}`)).toStrictEqual({
      id: id("loc"),
      object: "location",
      name: "There",
      shape,
      created_at: TIME,
      updated_at: TIME,
    });
  });

  it("an entry of the bin", async () => {
    const tea = await made("/v1/products", { name: "Tea" });
    const green = await made(`/v1/products/${tea.id}/skus`, { sku: "Green" });
    expect((await project.delete(`/v1/products/${tea.id}/skus/${green.id}`)).status).toBe(204);
    expect((await read("/v1/trash-bin")).data).toStrictEqual([
      {
        id: id("bin"),
        created_at: TIME,
        deleted_by_user_id: null,
        resource_id: green.id,
        resource_type: "sku",
        resource_name: "Green",
        resource_parent_id: tea.id,
        object: "sku",
      },
    ]);
  });

  it("a template", async () => {
    const spending = {
      name: "Spending",
      rules: {
        1: {
          name: "order.amount",
          property: null,
          conditions: { $more_than: [5000] },
          rules: {},
          error: {},
        },
        logic: "1",
      },
      error: { message: "Spend more" },
    };
    const rich = await made("/v1/validation-rules", spending);
    const voucher = {
      type: "DISCOUNT_VOUCHER",
      discount: TEN_OFF,
      redemption: { quantity: 2 },
      code_config: { pattern: "A-########", charset: "ABC123", prefix: "P-", postfix: "-X" },
    };
    const campaign = await made("/v1/campaigns", {
      name: "Autumn",
      description: "All of autumn",
      type: "STATIC",
      join_once: true,
      ...WINDOW,
      metadata: NOTES,
      category_id: category,
      activity_duration_after_publishing: "P1D",
      voucher,
      validation_rules: [rich.id],
    });
    const path = "/v1/templates/campaigns";
    const template = await made(path, {
      name: "Seasons",
      description: "For each",
      campaign_id: campaign.id,
    });
    await changed(`${path}/${template.id}`, { name: "All seasons" });
    const whole = {
      id: id("tmpl"),
      name: "All seasons",
      description: "For each",
      campaign_type: "DISCOUNT_COUPONS",
      created_at: TIME,
      updated_at: TIME,
      object: "campaign_template",
    };
    expect(await read(`${path}/${template.id}`)).toStrictEqual(whole);
    expect(await read(`${path}/${template.id}?expand=json_template`)).toStrictEqual({
      ...whole,
      json_template: {
        campaign: {
          campaign_type: "DISCOUNT_COUPONS",
          type: "STATIC",
          description: "All of autumn",
          auto_join: false,
          join_once: true,
          use_voucher_metadata_schema: false,
          category: "Seasonal",
          metadata: NOTES,
          ...WINDOW,
          validity_hours: null,
          activity_duration_after_publishing: "P1D",
          voucher: { ...voucher, is_referral_code: false },
        },
        rule: {
          ...spending,
          applicable_to: { included: [], excluded: [], included_all: false },
          type: "expression",
          context_type: "global",
        },
      },
    });
  });

  it("a user", async () => {
    const path = managed("users");
    const user = await made(path, { login: "kim@shop.example", role: "USER" });
    await changed(`${path}/${user.id}`, { role: "VIEWER" });
    expect(await read(`${path}/${user.id}`)).toStrictEqual({
      id: id("user"),
      login: "kim@shop.example",
      email: "kim@shop.example",
      first_name: "",
      last_name: "",
      projects: { [project.id]: "VIEWER" },
      is_owner: false,
    });
  });

  it("consents and a group of them", async () => {
    const path = managed("consents");
    const mail = await made(path, { name: "Mail", description: "Letters", category: "MARKETING" });
    await changed(`${path}/${mail.id}`, { name: "E-mail" });
    const group = await made(path, { name: "News", description: "All", consents: [mail.id] });
    await changed(`${path}/${group.id}`, { name: "All news" });
    const shared = { created_at: TIME, updated_at: TIME };
    const consent = { id: mail.id, name: "E-mail", description: "Letters", category: "MARKETING" };
    expect(await read("/v1/consents")).toStrictEqual({
      groups: inline({
        id: group.id,
        name: "All news",
        description: "All",
        consents: [mail.id],
        ...shared,
        object: "consent_group",
      }),
      consents: inline({ ...consent, ...shared, object: "consent" }),
    });
  });

  it("who holds a referral code", async () => {
    const friends = await made("/v1/campaigns", FRIENDS);
    const bobs = await made("/v1/publications", {
      campaign: { name: "Friends" },
      customer: { source_id: "bob" },
    });
    const path = `/v1/referrals/${friends.id}/members/${bobs.voucher.code}/holders`;
    const { holders } = await made(path, { holders: [{ source_id: "cleo" }], metadata: NOTES });
    const held = {
      id: id("rh"),
      created_at: TIME,
      redeemable_id: bobs.voucher.id,
      redeemable_object: "voucher",
      customer_id: bobs.customer_id,
      holder_role: "REFERRER",
      campaign_id: friends.id,
      campaign_type: "REFERRAL_PROGRAM",
      voucher_type: "DISCOUNT_VOUCHER",
      metadata: {},
      object: "redeemable_holder",
    };
    const cleo = (await read("/v1/customers/cleo")).id;
    const referee = { ...held, customer_id: cleo, holder_role: "REFEREE", metadata: NOTES };
    expect(holders).toStrictEqual([referee]);
    expect((await read(path)).data).toStrictEqual([referee, held]);
  });
});
