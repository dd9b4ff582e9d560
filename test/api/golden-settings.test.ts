import { beforeAll, describe, expect, it } from "vitest";
import { done } from "../support/actions";
import { newProject, type TestProject } from "../support/api";
import { finished } from "../support/exporting";
import {
  ADA,
  asking,
  CATEGORY_SENT,
  FRIENDS,
  id,
  inline,
  NOTES,
  TEN_OFF,
  TIME,
  WINDOW,
} from "../support/golden";

/** Whole answers, written out by hand, about settings, background work and people. */

let project: TestProject;
let category: string;

const { made, read, changed } = asking(() => project);

beforeAll(async () => {
  project = await newProject();
  category = (await made("/v1/categories", CATEGORY_SENT)).id;
});

describe("GET answers about settings, work and people, whole", () => {
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
      async_action_id: expect.stringMatching(/^aa_/),
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
          use_voucher_metadata_schema: true,
          category: "Seasonal",
          metadata: NOTES,
          ...WINDOW,
          validity_hours: null,
          activity_duration_after_publishing: "P1D",
          voucher: { ...voucher, is_referral_code: false },
        },
        rule: {
          ...spending,
          bundle_rules: {},
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
