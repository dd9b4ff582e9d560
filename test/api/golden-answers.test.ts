import { beforeAll, describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import * as deciding from "../support/deciding";
import {
  ASSETS,
  assignedTo,
  CATEGORY,
  CATEGORY_SENT,
  HOURS,
  inline,
  NOTES,
  TEN_OFF,
  TIME,
  WINDOW,
} from "../support/golden";
import { homeName } from "../support/places";

/** Whole answers, written out by hand: a field that comes, goes or changes is seen here first. */

let project: TestProject;
let category: string;
let rule: string;

const made = (path: string, body: object) => deciding.made(project, path, body);
const read = async (path: string) => (await project.get(path)).body;

beforeAll(async () => {
  project = await newProject();
  category = (await made("/v1/categories", CATEGORY_SENT)).id;
  rule = (await made("/v1/validation-rules", { name: "Any", rules: {} })).id;
});

describe("GET answers, whole", () => {
  it("a voucher", async () => {
    const sent = {
      type: "DISCOUNT_VOUCHER",
      discount: TEN_OFF,
      category_id: category,
      ...WINDOW,
      active: false,
      additional_info: "for the press",
      metadata: NOTES,
      validation_rules: [rule],
      redemption: { quantity: 3 },
    };
    const voucher = await made("/v1/vouchers/GOLD", sent);
    await project.put("/v1/vouchers/GOLD", { additional_info: "for the press, updated" });
    expect(await read("/v1/vouchers/GOLD")).toStrictEqual({
      id: voucher.id,
      code: "GOLD",
      campaign: null,
      campaign_id: null,
      category: "Seasonal",
      category_id: category,
      categories: [],
      type: "DISCOUNT_VOUCHER",
      discount: TEN_OFF,
      gift: null,
      loyalty_card: null,
      ...WINDOW,
      active: false,
      additional_info: "for the press, updated",
      metadata: NOTES,
      assets: ASSETS,
      is_referral_code: false,
      created_at: TIME,
      updated_at: TIME,
      publish: { object: "list", count: 0, url: "/v1/vouchers/GOLD/publications?page=1&limit=10" },
      redemption: {
        quantity: 3,
        redeemed_quantity: 0,
        object: "list",
        url: "/v1/vouchers/GOLD/redemptions?page=1&limit=10",
      },
      validation_rules_assignments: assignedTo("voucher", voucher.id),
      object: "voucher",
    });
  });

  it("a campaign", async () => {
    const campaign = await made("/v1/campaigns", {
      name: "Spring",
      description: "All of spring",
      campaign_type: "DISCOUNT_COUPONS",
      type: "STATIC",
      join_once: true,
      auto_join: true,
      use_voucher_metadata_schema: true,
      active: false,
      category_id: category,
      ...WINDOW,
      activity_duration_after_publishing: "P1D",
      metadata: NOTES,
      validation_rules: [rule],
      voucher: {
        type: "DISCOUNT_VOUCHER",
        discount: TEN_OFF,
        redemption: { quantity: 2 },
        code_config: {
          charset: "ABCDEF123456",
          pattern: "S-########",
          prefix: "P-",
          postfix: "-X",
        },
      },
    });
    await project.put("/v1/campaigns/Spring", { description: "All of spring, updated" });
    expect(await read("/v1/campaigns/Spring")).toStrictEqual({
      id: campaign.id,
      name: "Spring",
      description: "All of spring, updated",
      campaign_type: "DISCOUNT_COUPONS",
      type: "STATIC",
      voucher: {
        type: "DISCOUNT_VOUCHER",
        discount: TEN_OFF,
        redemption: { quantity: 2 },
        code_config: {
          length: 8,
          charset: "ABCDEF123456",
          pattern: "S-########",
          prefix: "P-",
          postfix: "-X",
        },
        is_referral_code: false,
        ...WINDOW,
      },
      auto_join: true,
      join_once: true,
      use_voucher_metadata_schema: true,
      activity_duration_after_publishing: "P1D",
      ...WINDOW,
      vouchers_count: 0,
      active: false,
      metadata: NOTES,
      category: "Seasonal",
      category_id: category,
      categories: [CATEGORY],
      creation_status: "DONE",
      vouchers_generation_status: "DONE",
      protected: false,
      access_settings_assignments: { object: "list", data_ref: "data", data: [], total: 0 },
      validation_rules_assignments: assignedTo("campaign", campaign.id),
      created_at: TIME,
      updated_at: TIME,
      object: "campaign",
    });
  });

  it("a promotion tier", async () => {
    const campaign = await made("/v1/campaigns", {
      name: "Sale",
      campaign_type: "PROMOTION",
      category_id: category,
      ...HOURS,
    });
    const tier = await made(`/v1/promotions/${campaign.id}/tiers`, {
      name: "Ten",
      banner: "10 % off",
      action: { discount: TEN_OFF },
      metadata: NOTES,
      hierarchy: 4,
      active: false,
      category_id: category,
      validation_rules: [rule],
      ...WINDOW,
    });
    await project.put(`/v1/promotions/tiers/${tier.id}`, { banner: "10 % off, updated" });
    const whole = {
      id: tier.id,
      name: "Ten",
      banner: "10 % off, updated",
      action: { discount: TEN_OFF },
      metadata: NOTES,
      hierarchy: 4,
      active: false,
      category: "Seasonal",
      category_id: category,
      categories: [CATEGORY],
      campaign_id: campaign.id,
      campaign: {
        id: campaign.id,
        ...HOURS,
        active: true,
        category_id: category,
        object: "campaign",
      },
      summary: {
        redemptions: { total_redeemed: 0 },
        orders: { total_amount: 0, total_discount_amount: 0 },
      },
      validation_rule_assignments: assignedTo("promotion_tier", tier.id),
      ...WINDOW,
      created_at: TIME,
      updated_at: TIME,
      object: "promotion_tier",
    };
    expect(await read(`/v1/promotions/tiers/${tier.id}`)).toStrictEqual(whole);
    expect((await read("/v1/promotions/tiers")).tiers).toStrictEqual([whole]);
    expect((await read(`/v1/promotions/${campaign.id}/tiers`)).tiers).toStrictEqual([whole]);
    const { promotion } = await read("/v1/campaigns/Sale");
    expect(promotion.tiers).toStrictEqual([whole]);
  });

  it("a metadata schema, for administration and for back ends", async () => {
    const path = `/management/v1/projects/${project.id}/metadata-schemas`;
    const limits = { optional: true, array: true, deleted: false };
    const schema = await made(path, {
      related_object: "order",
      allow_defined_only: false,
      properties: {
        note: { type: "string", ...limits, eq: ["a"], ne: ["b"], min_length: 1, max_length: 9 },
        zip: { type: "string", exact_length: 5 },
        size: { type: "number", eq: [1], ne: [2], lt: 9, lte: 8, gt: 0, gte: 1 },
        home: { type: "object", object_type: "address" },
      },
    });
    const own = { array: false, optional: false };
    const [note, size] = [
      { type: "string", ...limits, eq: ["a"], ne: ["b"] },
      { type: "number", ...own, eq: [1], ne: [2], lt: 9, lte: 8, gt: 0, gte: 1 },
    ];
    const shared = {
      id: schema.id,
      related_object: "order",
      allow_defined_only: false,
      created_at: TIME,
      updated_at: null,
      object: "metadata_schema",
    };
    expect(await read(`${path}/${schema.id}`)).toStrictEqual({
      ...shared,
      properties: {
        note: { ...note, object_type: null, min_length: 1, max_length: 9 },
        zip: { type: "string", ...own, object_type: null, exact_length: 5 },
        size: { ...size, object_type: null },
        home: { type: "object", ...own, object_type: "address" },
      },
    });
    expect(await read("/v1/metadata-schemas/order")).toStrictEqual({
      ...shared,
      properties: {
        note: { ...note, objectType: null, minLength: 1, maxLength: 9 },
        zip: { type: "string", ...own, objectType: null, exactLength: 5 },
        size: { ...size, objectType: null },
        home: { type: "object", ...own, objectType: "address" },
      },
    });
  });

  it("a project", async () => {
    const path = `/management/v1/projects/${project.id}`;
    const usage = { enabled: true, value: 50, in_app: true, emails: ["ops@shop.example"] };
    const callout = { email: true, in_app: true, emails: ["ops@shop.example"] };
    const settings = {
      name: "Corner shop",
      description: "On the corner",
      timezone: "Europe/Berlin",
      currency: "USD",
      week_start: 0,
      client_trusted_domains: ["https://shop.example"],
      client_redeem_enabled: false,
      client_orders_trusted: true,
      client_metadata_keys: ["size"],
      client_publish_enabled: true,
      client_list_vouchers_enabled: true,
      client_create_customer_enabled: true,
      client_loyalty_events_enabled: true,
      client_set_voucher_expiration_date_enabled: true,
      client_wallet_enabled: true,
      client_visible_metadata: ["theme"],
      client_hold_max_minutes: 45,
      near_miss_segments_enabled: true,
      near_miss_dates_enabled: true,
      events_kept_days: 14,
      is_sandbox: false,
      busy: false,
      default_code_config: { charset: "ABC123" },
      dial_code: "+49",
      cluster_id: "eu1",
      api_usage_notifications: {
        redemptions: usage,
        messages: usage,
        api_calls: usage,
        bulk_api_calls: usage,
        webhook_calls: usage,
        cycle_calls: usage,
      },
      webhooks_callout_notifications: { distributions: callout, webhooks: callout },
      api_version: "v2018-08-01",
      webhook_version: "v2024-01-01",
    };
    expect((await project.put(path, settings)).status).toBe(200);
    expect(await read(path)).toStrictEqual({
      id: project.id,
      place: homeName(),
      ...settings,
      case_sensitive_codes: false,
      created_at: TIME,
      updated_at: TIME,
      object: "project",
    });
  });

  it("a segment", async () => {
    const filter = {
      junction: "and",
      "metadata.tier": { conditions: { $is: ["gold"] } },
    };
    const segment = await made("/v1/segments", { name: "Gold", type: "auto-update", filter });
    expect(await read(`/v1/segments/${segment.id}`)).toStrictEqual({
      id: segment.id,
      name: "Gold",
      created_at: TIME,
      updated_at: null,
      type: "auto-update",
      filter,
      initial_sync_status: "DONE",
      object: "segment",
    });
  });

  it("a product, a SKU of it, and collections", async () => {
    const look = { image_url: "https://shop.example/shirt.png", metadata: NOTES };
    const product = await made("/v1/products", {
      source_id: "shirt",
      name: "Shirt",
      price: 1500,
      attributes: ["size"],
      ...look,
    });
    await project.put("/v1/products/shirt", { price: 1600 });
    const sku = await made("/v1/products/shirt/skus", {
      source_id: "small",
      sku: "Small",
      price: 1400,
      currency: "EUR",
      attributes: { size: "S" },
      ...look,
    });
    await project.put("/v1/products/shirt/skus/small", { price: 1300 });
    const wholeSku = {
      id: sku.id,
      source_id: "small",
      product_id: product.id,
      sku: "Small",
      price: 1300,
      currency: "EUR",
      attributes: { size: "S" },
      ...look,
      created_at: TIME,
      updated_at: TIME,
      object: "sku",
    };
    const whole = {
      id: product.id,
      source_id: "shirt",
      name: "Shirt",
      price: 1600,
      attributes: ["size"],
      ...look,
      created_at: TIME,
      updated_at: TIME,
      object: "product",
    };
    expect(await read("/v1/products/shirt")).toStrictEqual(whole);
    expect((await read("/v1/products")).products).toStrictEqual([
      { ...whole, skus: inline(wholeSku) },
    ]);
    expect((await read("/v1/products/shirt/skus")).skus).toStrictEqual([wholeSku]);
    const products = [
      { id: product.id, object: "product" },
      { id: sku.id, product_id: product.id, object: "sku" },
    ];
    const listed = await made("/v1/product-collections", {
      name: "Shirts",
      type: "STATIC",
      products,
    });
    await project.put(`/v1/product-collections/${listed.id}`, { name: "All shirts" });
    const list = await read(`/v1/product-collections/${listed.id}`);
    expect(list).toStrictEqual({
      id: listed.id,
      name: "All shirts",
      type: "STATIC",
      products,
      created_at: TIME,
      updated_at: TIME,
      object: "products_collection",
    });
    const filter = { junction: "or", price: { conditions: { $less_than: [1500] } } };
    const found = await made("/v1/product-collections", { name: "Cheap", filter });
    expect(await read(`/v1/product-collections/${found.id}`)).toStrictEqual({
      id: found.id,
      name: "Cheap",
      type: "AUTO_UPDATE",
      filter,
      created_at: TIME,
      object: "products_collection",
    });
  });
});
