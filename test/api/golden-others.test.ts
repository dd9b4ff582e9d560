import { beforeAll, describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { hearAll } from "../support/earning";
import {
  ADA,
  asking,
  assignedTo,
  CATEGORY,
  CATEGORY_SENT,
  FRIENDS,
  id,
  inline,
  NOTES,
  TEN_OFF,
  TIME,
  VOUCHER_ID,
  voucherOf,
} from "../support/golden";

/** Whole answers, written out by hand, about customers, rules and promotions. */

let project: TestProject;
let category: string;

const { made, read, changed } = asking(() => project);

beforeAll(async () => {
  project = await newProject();
  category = (await made("/v1/categories", CATEGORY_SENT)).id;
});

const simply = (customer: string) => ({ id: customer, ...ADA, object: "customer" });

describe("GET answers about customers, whole", () => {
  it("a customer with points, credits, orders, consents and who referred it", async () => {
    const own = await newProject();
    const make = (path: string, body: unknown) => asking(() => own).made(path, body);
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
    const { validation_rules_assignments: _, ...given } = voucherOf("GIVEN", {
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
    });
    expect(published).toStrictEqual({ ...shared, voucher: given });
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
      items: [],
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
      bundle_rules: {},
      name: "Richer",
      rules: { ...rules, 1: { ...rules[1], rules: {} } },
      applicable_to: {
        included: [entry],
        excluded: [{ object: "product", id: mug.id, strict: false, effect: "APPLY_TO_EVERY" }],
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
