import { describe, expect, it } from "vitest";
import { listOf } from "../../src/http/page";
import { Rollback } from "../../src/model/redemption";
import {
  ClientRedemptionAnswer,
  LedgerEntry,
  RollbacksAnswer,
} from "../../src/resources/redemptions/schema";
import { Validation } from "../../src/resources/validations/schema";
import { costOf, eventsOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { rule } from "../support/campaigns";
import {
  costs,
  expectIdentities,
  made,
  ofStack,
  ofTier,
  redeemed,
  stacked,
  standingCosts,
  stateOf,
  storedOrder,
  validated,
} from "../support/deciding";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import { promotion, stack, tier } from "../support/promotions";
import { countsOf, parallel, redeemables, voucher } from "../support/redeeming";

const off = (amount_off: number) => ({ action: { discount: { type: "AMOUNT", amount_off } } });
const ann = { customer: { source_id: "ann" } };
const orderOf = (source_id: string, amount = 1000) => ({ order: { source_id, amount } });

/** A promotion with a tier of 10 % and one of 2.00 off, and a stack of both. */
async function shop(sent: Record<string, unknown> = {}) {
  const project = await newProject();
  const campaignId = await promotion(project, "Spring", sent);
  const tenth = await tier(project, campaignId, "Tenth", {
    metadata: { note: "ours" },
    banner: "Ten off",
  });
  const two = await tier(project, campaignId, "Two", off(200));
  const both = await stack(project, campaignId, "Both", [tenth.id, two.id]);
  return { project, campaignId, tenth, two, both };
}

const tierOf = async (project: TestProject, id: string) =>
  (await project.get(`/v1/promotions/tiers/${id}`)).body;

describe("POST /v1/validations", () => {
  it("200: a tier, with what the redeemable is called where asked for", async () => {
    const { project, campaignId, tenth } = await shop();
    const before = await stateOf(project);
    const reply = await project.post("/v1/validations", {
      redeemables: [ofTier(tenth)],
      order: { amount: 1000 },
      options: { expand: ["redeemable"] },
    });
    expect(costOf(reply).roundTrips).toBe(1);
    const { valid, redeemables: entries } = parsed(Validation, reply);
    expect(valid).toBe(true);
    expect(entries).toMatchObject([
      {
        status: "APPLICABLE",
        id: tenth.id,
        object: "promotion_tier",
        name: "Tenth",
        banner: "Ten off",
        metadata: { note: "ours" },
        campaign_name: "Spring",
        campaign_id: campaignId,
        order: { discount_amount: 100, total_amount: 900 },
        result: { discount: { type: "PERCENT", percent_off: 10, effect: "APPLY_TO_ORDER" } },
      },
    ]);
    const plain = await validated(project, [ofTier(tenth)], { order: { amount: 1000 } });
    for (const name of ["name", "banner", "metadata", "campaign_id", "campaign_name"]) {
      expect(plain.redeemables[0]).not.toHaveProperty(name);
    }
    expect(await stateOf(project)).toEqual(before);
  });

  it("200: a stack stands for its tiers, in their order: 100, then 200", async () => {
    const { project, tenth, two, both } = await shop();
    const { order, redeemables: entries } = await validated(project, [ofStack(both)], {
      order: { amount: 1000 },
    });
    expect(entries).toMatchObject([
      { id: tenth.id, object: "promotion_tier", order: { total_amount: 900 } },
      { id: two.id, object: "promotion_tier", order: { total_amount: 700 } },
    ]);
    expect(order).toMatchObject({ total_discount_amount: 300, total_amount: 700 });
    expectIdentities(order);
  });

  it("200: the tiers of a stack keep its order, whatever the hierarchy of their categories", async () => {
    const { project, tenth, two, both } = await shop();
    await stacked(project, { redeemables_sorting_rule: "CATEGORY_HIERARCHY" });
    for (const [{ id }, hierarchy] of [
      [tenth, 9],
      [two, 1],
    ] as const) {
      const { id: category } = await made(project, "/v1/categories", { name: id, hierarchy });
      const reply = await project.put(`/v1/promotions/tiers/${id}`, { category_id: category });
      expect(reply.status).toBe(200);
    }
    const order = { amount: 1000 };
    // 10 % of 1000, then 200; the other way round 720 would be left
    const { order: seen, redeemables: turns } = await validated(project, [ofStack(both)], {
      order,
    });
    expect(turns.map(({ id }) => id)).toEqual([tenth.id, two.id]);
    expect(seen?.total_amount).toBe(700);
    const { body: told } = await project.post("/v1/qualifications", {
      scenario: "PROMOTION_STACKS",
      order,
    });
    expect(told.redeemables.data).toMatchObject([{ id: both.id, order: { total_amount: 700 } }]);
    const paid = await redeemed(project, [ofStack(both)], { order });
    expect(paid.redemptions.map(({ related_object_id: id }) => id)).toEqual([tenth.id, two.id]);
    expect(paid.order?.total_amount).toBe(700);
    // Side by side they have their turns as the project says.
    const beside = await validated(project, [ofTier(tenth), ofTier(two)], { order });
    expect(beside.order?.total_amount).toBe(720);
    await expectSound(project.id);
  });

  it("200: a tier that gives nothing yet applies and takes nothing off", async () => {
    const { project, campaignId } = await shop();
    const { body: bare } = await project.post(`/v1/promotions/${campaignId}/tiers`, {
      name: "Bare",
    });
    const answer = await validated(project, [ofTier(bare)], { order: { amount: 1000 } });
    expect(answer.redeemables).toMatchObject([{ status: "APPLICABLE", result: {} }]);
    expect(answer.order?.total_amount).toBe(1000);
  });

  it("200: the category of a tier, else that of its campaign", async () => {
    const project = await newProject();
    const [own, ofCampaign] = [
      await made(project, "/v1/categories", { name: "own" }),
      await made(project, "/v1/categories", { name: "of the campaign" }),
    ];
    const campaignId = await promotion(project, "Spring", { category_id: ofCampaign.id });
    const one = await tier(project, campaignId, "One", { category_id: own.id });
    const two = await tier(project, campaignId, "Two");
    const expand = { options: { expand: ["category"] } };
    const { redeemables: entries } = await validated(project, [ofTier(one), ofTier(two)], expand);
    expect(entries).toMatchObject([
      { categories: [{ id: own.id, name: "own" }] },
      { categories: [{ id: ofCampaign.id }] },
    ]);
  });

  it("200: a tier beside a voucher", async () => {
    const { project, two } = await shop();
    await voucher(project, "CODE");
    const all = [ofTier(two), ...redeemables("CODE")];
    const { order } = await validated(project, all, { order: { amount: 1000 } });
    expect(order?.total_amount).toBe(700);
  });

  it.each([
    [
      "a voucher",
      ({ both }: Awaited<ReturnType<typeof shop>>) => [ofStack(both), ...redeemables("X")],
    ],
    ["a tier", ({ both, two }: Awaited<ReturnType<typeof shop>>) => [ofTier(two), ofStack(both)]],
    [
      "another stack",
      ({ both }: Awaited<ReturnType<typeof shop>>) => [
        ofStack(both),
        ofStack({ id: "stack_other" }),
      ],
    ],
  ])("400 invalid_redeemables: a stack beside %s", async (_, all) => {
    const at = await shop();
    const before = await stateOf(at.project);
    for (const path of ["/v1/validations", "/v1/redemptions", "/client/v1/validations"]) {
      const body = { redeemables: all(at), order: { amount: 1000 } };
      const { details } = failure(await at.project.post(path, body), 400, "invalid_redeemables");
      expect(details).toBe("Promotion Stack cannot be use with other redeemables");
    }
    expect(await stateOf(at.project)).toEqual(before);
  });

  it("400 duplicated_redeemables: one tier twice", async () => {
    const { project, two } = await shop();
    const before = await stateOf(project);
    for (const path of ["/v1/validations", "/v1/redemptions"]) {
      const body = { redeemables: [ofTier(two), ofTier(two)] };
      failure(await project.post(path, body), 400, "duplicated_redeemables");
    }
    expect(await stateOf(project)).toEqual(before);
  });
});

describe("a tier that cannot apply", () => {
  const PAST = { start_date: "2020-01-01T00:00:00Z", expiration_date: "2020-02-01T00:00:00Z" };
  const NEVER = { start_date: "2199-01-01T00:00:00Z" };
  const ROWS: {
    name: string;
    sent: { campaign?: object; tier?: object };
    key: string;
    details: string;
  }[] = [
    {
      name: "it is disabled",
      sent: { tier: { active: false } },
      key: "promotion_inactive",
      details: "is disabled.",
    },
    {
      name: "its campaign is disabled",
      sent: { campaign: { active: false } },
      key: "promotion_inactive",
      details: "is disabled.",
    },
    {
      name: "it is over",
      sent: { tier: PAST },
      key: "promotion_not_active_now",
      details: "is not active now.",
    },
    {
      name: "it has not begun",
      sent: { tier: NEVER },
      key: "promotion_not_active_now",
      details: "is not active now.",
    },
    {
      name: "its campaign is over",
      sent: { campaign: PAST },
      key: "promotion_not_active_now",
      details: "is not active now.",
    },
  ];

  it.each(ROWS)("$key: $name", async ({ sent, key, details }) => {
    const project = await newProject();
    const campaignId = await promotion(project, "Spring", { ...sent.campaign });
    const one = await tier(project, campaignId, "One", { ...sent.tier });
    const body = { redeemables: [ofTier(one)], order: { amount: 1000 } };
    const before = await stateOf(project, ["redemptions", "outbox", "campaign_days", "days_v"]);
    const told = await validated(project, [ofTier(one)], { order: { amount: 1000 } });
    expect(told).toMatchObject({
      valid: false,
      redeemables: [
        {
          status: "INAPPLICABLE",
          result: {
            error: { key, details: `Promotion Tier with id: ${one.id} ${details}` },
            details: { key },
          },
        },
      ],
    });
    const refused = failure(await project.post("/v1/redemptions", body), 400, key);
    expect(refused.resource_id).toMatch(/^rf_/);
    expect(await stateOf(project, ["redemptions", "outbox", "campaign_days", "days_v"])).toEqual(
      before,
    );
    const failed = parsed(LedgerEntry, await project.get(`/v1/redemptions/${refused.resource_id}`));
    expect(failed).toMatchObject({
      result: "FAILURE",
      failure_code: key,
      related_object_type: "promotion_tier",
      related_object_id: one.id,
      promotion_tier: { id: one.id, name: "One" },
    });
    const [event] = (await eventsOf(project.id)).filter(({ kind }) => kind === "redemption.failed");
    expect(event?.data).toMatchObject({ promotion_tier: { id: one.id }, voucher: null });
    const { body: summary } = await project.get(`/v1/campaigns/${campaignId}/summary`);
    expect(summary).toMatchObject({ redemptions_succeeded: 0, redemptions_failed: 1 });
    await expectSound(project.id);
  });

  it("not_found: unknown, another project's, and a stack", async () => {
    const [{ project }, other] = [await shop(), await shop()];
    const before = await stateOf(project);
    const named = [
      ofTier({ id: "promo_unknown" }),
      ofTier(other.tenth),
      ofStack({ id: "stack_unknown" }),
      ofStack(other.both),
    ];
    for (const one of named) {
      const { redeemables: entries } = await validated(project, [one], { order: { amount: 1 } });
      expect(entries).toMatchObject([
        {
          ...one,
          status: "INAPPLICABLE",
          result: { error: { key: "not_found", resource_id: one.id, resource_type: one.object } },
        },
      ]);
      const body = { redeemables: [one], order: { amount: 1 } };
      for (const family of ["/v1", "/client/v1"]) {
        failure(await project.post(`${family}/redemptions`, body), 404, "not_found");
      }
    }
    expect(await stateOf(project)).toEqual(before);
  });
});

describe("POST /v1/redemptions", () => {
  it("200: a tier, in the ledger, the order, its counters and its events", async () => {
    const { project, campaignId, tenth } = await shop();
    const sent = { ...orderOf("cart"), ...ann };
    const { redemptions, order, ...rest } = await redeemed(project, [ofTier(tenth)], sent);
    expect(rest).toEqual({});
    const [one] = redemptions;
    const id = String(one?.id);
    expect(one).toMatchObject({
      id: expect.stringMatching(/^r_/),
      result: "SUCCESS",
      related_object_type: "promotion_tier",
      related_object_id: tenth.id,
      promotion_tier: { id: tenth.id, name: "Tenth", campaign: { id: campaignId } },
      order: { discount_amount: 100, total_amount: 900 },
    });
    expect(one).toHaveProperty("voucher", null);
    expect(one).not.toHaveProperty("promotion_stack");
    expect(order?.redemptions).toEqual({
      [id]: {
        date: one?.date,
        related_object_type: "promotion_tier",
        related_object_id: tenth.id,
        related_object_parent_id: campaignId,
      },
    });

    const entry = parsed(LedgerEntry, await project.get(`/v1/redemptions/${id}`));
    expect(entry).toMatchObject({ id, promotion_tier: { id: tenth.id, name: "Tenth" } });
    const list = parsed(
      listOf("redemptions", LedgerEntry),
      await project.get("/v1/redemptions?customer=ann"),
    );
    expect(list.redemptions).toEqual([entry]);

    expect((await tierOf(project, tenth.id)).summary).toEqual({
      redemptions: { total_redeemed: 1 },
      orders: { total_amount: 1000, total_discount_amount: 100 },
    });
    const { body: summary } = await project.get(`/v1/campaigns/${campaignId}/summary`);
    expect(summary).toMatchObject({
      redemptions_succeeded: 1,
      discounted_amount: 100,
      orders_amount: 1000,
    });
    const events = await eventsOf(project.id);
    const [told] = events.filter(({ kind }) => kind === "redemption.succeeded");
    expect(told).toMatchObject({
      entity_id: id,
      data: {
        campaign: { id: campaignId, name: "Spring", campaign_type: "PROMOTION" },
        voucher: null,
        promotion_tier: { id: tenth.id, name: "Tenth" },
        promotion_stack: null,
        customer: { source_id: "ann" },
        redemption: { id, related_object_type: "promotion_tier" },
      },
    });
    await expectSound(project.id);
  });

  it("200: a stack, each tier a child that names the stack", async () => {
    const { project, tenth, two, both } = await shop();
    const sent = { ...orderOf("cart"), ...ann };
    const answer = await redeemed(project, [ofStack(both)], sent);
    const { redemptions, parent_redemption: parent, order } = answer;
    expect(redemptions).toMatchObject([
      { related_object_id: tenth.id, promotion_stack: { id: both.id }, redemption: parent?.id },
      { related_object_id: two.id, promotion_stack: { id: both.id }, redemption: parent?.id },
    ]);
    expect(parent).toMatchObject({
      related_object_type: "redemption",
      order: { total_amount: 700 },
    });
    expect(order).toMatchObject({ discount_amount: 300, total_amount: 700 });
    const stored = await storedOrder(project, String(order?.id));
    expect(standingCosts(stored)).toEqual(standingCosts(order));
    const events = await eventsOf(project.id);
    const told = events.filter(({ kind }) => kind === "redemption.succeeded");
    expect(told.map(({ data }) => data)).toMatchObject([
      { promotion_tier: { id: tenth.id }, promotion_stack: { id: both.id, name: "Both" } },
      { promotion_tier: { id: two.id }, promotion_stack: { id: both.id, name: "Both" } },
    ]);
    const again = await validated(project, [ofStack(both)], { order: { source_id: "cart" } });
    expect(costs(again.order)).toEqual(costs(order));
    await expectSound(project.id);
  });

  it("200: one child of a stack is rolled back by itself, then the rest", async () => {
    const { project, campaignId, tenth, two, both } = await shop();
    const sent = { ...orderOf("cart"), ...ann };
    const answer = await redeemed(project, [ofStack(both)], sent);
    const [first] = answer.redemptions;
    const id = String(answer.order?.id);
    const back = await project.post(`/v1/redemptions/${first?.id}/rollback`, { reason: "mistake" });
    expect(parsed(Rollback, back)).toMatchObject({
      redemption: first?.id,
      related_object_type: "promotion_tier",
      related_object_id: tenth.id,
      promotion_tier: { id: tenth.id },
      reason: "mistake",
      order: { status: "PAID", discount_amount: 200, total_amount: 800 },
    });
    expect(await storedOrder(project, id)).toMatchObject({ status: "PAID", total_amount: 800 });
    const totals = async (of: { id: string }) => (await tierOf(project, of.id)).summary;
    expect((await totals(tenth)).redemptions.total_redeemed).toBe(0);
    expect((await totals(two)).redemptions.total_redeemed).toBe(1);

    failure(
      await project.post(`/v1/redemptions/${first?.id}/rollback`),
      400,
      "already_rolled_back",
    );
    const rest = await project.post(`/v1/redemptions/${answer.parent_redemption?.id}/rollbacks`);
    const { rollbacks } = parsed(RollbacksAnswer, rest);
    expect(rollbacks).toMatchObject([{ promotion_tier: { id: two.id } }]);
    const canceled = await storedOrder(project, id);
    expect(canceled).toMatchObject({ status: "CANCELED", total_amount: 1000 });
    expect(await totals(two)).toEqual({
      redemptions: { total_redeemed: 0 },
      orders: { total_amount: 0, total_discount_amount: 0 },
    });
    const { body: summary } = await project.get(`/v1/campaigns/${campaignId}/summary`);
    expect(summary).toMatchObject({
      redemptions_succeeded: 2,
      discounted_amount: 300,
      rollbacks_succeeded: 2,
      rolledback_discounted_amount: 300,
      rollbacks_failed: 1,
    });
    const events = await eventsOf(project.id);
    const told = events.filter(({ kind }) => kind.startsWith("redemption.rollback."));
    const named = { promotion_stack: { id: both.id, name: "Both" } };
    expect(told.map(({ kind, data }) => [kind, data])).toMatchObject([
      ["redemption.rollback.succeeded", { promotion_tier: { id: tenth.id }, ...named }],
      ["redemption.rollback.failed", { promotion_tier: { id: tenth.id }, ...named }],
      ["redemption.rollback.succeeded", { promotion_tier: { id: two.id }, ...named }],
    ]);
    await expectSound(project.id);
  });

  it("200: tiers are told with what is redeemed, and without what is rolled back", async () => {
    const { project, both } = await shop();
    const answer = await redeemed(project, [ofStack(both)], orderOf("cart"));
    const path = `/v1/redemptions/${answer.parent_redemption?.id}/rollbacks`;
    const summary = (redeemed: number, amount: number, off: number) => ({
      redemptions: { total_redeemed: redeemed },
      orders: { total_amount: amount, total_discount_amount: off },
    });
    const used = [summary(1, 1000, 100), summary(1, 1000, 200)];
    const unused = [summary(0, 0, 0), summary(0, 0, 0)];
    const told = (entries: object[]) =>
      entries.map((entry) => Object(entry).promotion_tier.summary);
    const later = async (entries: { id: string }[]) => {
      const replies = await Promise.all(
        entries.map(({ id }) => project.get(`/v1/redemptions/${id}`)),
      );
      return told(replies.map(({ body }) => body));
    };
    expect(told(answer.redemptions)).toEqual(used);
    expect(await later(answer.redemptions)).toEqual(used);
    const { rollbacks } = parsed(RollbacksAnswer, await project.post(path));
    expect(told(rollbacks)).toEqual(unused);
    expect(await later(rollbacks)).toEqual(unused);
    const events = (await eventsOf(project.id)).filter(({ kind }) =>
      kind.startsWith("redemption."),
    );
    expect(told(events.map(({ data }) => data))).toEqual([...used, ...unused]);
  });

  it("200: 30 tiers on 500 lines, more than one parameter of the database takes", async () => {
    const project = await newProject();
    await stacked(project, { applicable_redeemables_limit: 30 });
    const id = await promotion(project, "Large");
    const each = { type: "AMOUNT", amount_off: 1, effect: "APPLY_TO_ITEMS" };
    const ids: string[] = [];
    for (let at = 0; at < 30; at++) {
      ids.push((await tier(project, id, `T${at}`, { action: { discount: each } })).id);
    }
    const all = await stack(project, id, "All", ids);
    const items = Array.from({ length: 500 }, (_, at) => ({
      source_id: `line-${at}`,
      price: 1000,
      quantity: 2,
      metadata: { note: "a line as a shop sends it, with some words about it" },
    }));
    const answer = await redeemed(project, [ofStack(all)], { order: { items } });
    // 30 x 1 off each of 500 lines of 2000
    expect(answer.order).toMatchObject({ amount: 1_000_000, total_amount: 985_000 });
    expect(answer.redemptions).toHaveLength(30);
    const told = (await eventsOf(project.id)).filter(({ kind }) => kind === "redemption.succeeded");
    expect(told.map(({ entity_id }) => entity_id)).toEqual(answer.redemptions.map((one) => one.id));
    await made(project, `/v1/redemptions/${answer.parent_redemption?.id}/rollbacks`, {});
    const stored = await storedOrder(project, String(answer.order?.id));
    expect(stored).toMatchObject({ status: "CANCELED", total_amount: 1_000_000 });
    await expectSound(project.id);
  });

  it("200: a repetition under one idempotency key answers the same, and is redeemed once", async () => {
    const { project, tenth } = await shop();
    const body = { redeemables: [ofTier(tenth)], ...orderOf("cart") };
    const key = { "idempotency-key": "once" };
    const first = await project.post("/v1/redemptions", body, key);
    const again = await project.post("/v1/redemptions", body, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await tierOf(project, tenth.id)).summary.redemptions.total_redeemed).toBe(1);
  });

  it("200: a tier that was deleted meanwhile is rolled back all the same", async () => {
    const { project, campaignId } = await shop();
    const gone = await tier(project, campaignId, "Gone", off(300));
    const { redemptions, order } = await redeemed(project, [ofTier(gone)], orderOf("cart"));
    expect((await project.delete(`/v1/promotions/tiers/${gone.id}`)).status).toBe(204);
    const entry = await project.get(`/v1/redemptions/${redemptions[0]?.id}`);
    expect(parsed(LedgerEntry, entry)).not.toHaveProperty("promotion_tier");
    await made(project, `/v1/redemptions/${redemptions[0]?.id}/rollback`, {});
    expect(await storedOrder(project, String(order?.id))).toMatchObject({ status: "CANCELED" });
  });

  it("400: one tier of a stack that cannot apply keeps all from applying", async () => {
    const { project, campaignId, tenth } = await shop();
    const never = await tier(project, campaignId, "Never", { active: false });
    const all = await stack(project, campaignId, "All", [tenth.id, never.id]);
    const before = await stateOf(project, ["redemptions", "outbox", "campaign_days", "days_v"]);
    const body = { redeemables: [ofStack(all)], ...orderOf("cart") };
    const told = await validated(project, [ofStack(all)], orderOf("cart"));
    expect(told.valid).toBe(false);
    expect(told.redeemables.map(({ status }) => status)).toEqual(["APPLICABLE", "INAPPLICABLE"]);
    failure(await project.post("/v1/redemptions", body), 400, "promotion_inactive");
    expect(await stateOf(project, ["redemptions", "outbox", "campaign_days", "days_v"])).toEqual(
      before,
    );
    await expectSound(project.id);
  });
});

describe("rules on a tier", () => {
  const ONCE = { $less_than_or_equal: [1] };
  const FACTS = [
    "redemption.count.per_customer",
    "redemption.count.daily",
    "campaign.redemptions.count",
    "campaign.redemptions.customers_count",
  ];

  async function limited(fact: string) {
    const project = await newProject();
    const campaignId = await promotion(project, "Spring");
    const rules = { validation_rules: [await rule(project, fact, ONCE)] };
    return { project, one: await tier(project, campaignId, "One", rules) };
  }

  it.each(FACTS)("%s: once, and again after a rollback", async (fact) => {
    const { project, one } = await limited(fact);
    const sent = (name: string) => ({ ...orderOf(name), ...ann });
    const { redemptions } = await redeemed(project, [ofTier(one)], sent("a"));
    const own = await validated(project, [ofTier(one)], sent("a"));
    expect(own.valid, "its own order does not count against it").toBe(true);
    const but = ["redemptions", "outbox", "campaign_days", "days_v", "customers"];
    const before = await stateOf(project, but);
    const body = { redeemables: [ofTier(one)], ...sent("b") };
    const refused = failure(
      await project.post("/v1/redemptions", body),
      400,
      "redemption_rules_violated",
    );
    expect(refused.details).toContain("Promotion Tier cannot be redeemed");
    expect(await stateOf(project, but)).toEqual(before);
    await made(project, `/v1/redemptions/${redemptions[0]?.id}/rollback`, {});
    await redeemed(project, [ofTier(one)], sent("c"));
    await expectSound(project.id);
  });

  it.each(FACTS)("%s: of 8 at once, one", async (fact) => {
    const { project, one } = await limited(fact);
    await made(project, "/v1/customers", { source_id: "ann" });
    const replies = await parallel(8, (at) =>
      project.post("/v1/redemptions", {
        redeemables: [ofTier(one)],
        ...orderOf(`cart-${at}`),
        ...ann,
      }),
    );
    expect(countsOf(replies)["200"]).toBe(1);
    expect((await tierOf(project, one.id)).summary.redemptions.total_redeemed).toBe(1);
    await expectSound(project.id);
  });

  it("a rule of the campaign holds for each of its tiers", async () => {
    const project = await newProject();
    const over = { $more_than: [5000] };
    const validation_rules = [await rule(project, "order.amount", over)];
    const campaignId = await promotion(project, "Spring", { validation_rules });
    const one = await tier(project, campaignId, "One");
    for (const [amount, valid] of [
      [5000, false],
      [5001, true],
    ] as const) {
      expect((await validated(project, [ofTier(one)], orderOf("a", amount))).valid).toBe(valid);
    }
  });

  it("missing_customer: a rule on the customer, and nobody", async () => {
    const { project, one } = await limited("redemption.count.per_customer");
    const { redeemables: entries } = await validated(project, [ofTier(one)], orderOf("a"));
    expect(entries[0]?.result).toMatchObject({ error: { key: "missing_customer" } });
  });
});

describe("the client family", () => {
  it("200: validates and redeems tiers and stacks, and shows the shopper's part alone", async () => {
    const { project, tenth, both } = await shop();
    for (const [at, named] of [ofTier(tenth), ofStack(both)].entries()) {
      const body = { redeemables: [named], ...orderOf(`cart-${at}`), ...ann };
      const validation = await project.post("/client/v1/validations", body);
      expect(parsed(Validation, validation).valid, JSON.stringify(validation.body)).toBe(true);
      const reply = await project.post("/client/v1/redemptions", body);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      const { redemptions } = parsed(ClientRedemptionAnswer, reply);
      expect(redemptions[0]?.promotion_tier).toMatchObject({ id: tenth.id, name: "Tenth" });
      for (const secret of ["ours", "summary", "validation_rule_assignments"]) {
        expect(JSON.stringify([validation.body, reply.body])).not.toContain(secret);
      }
    }
    expect(await rowsOf("orders", project.id)).toHaveLength(2);
    await expectSound(project.id);
  });

  it("400 promotion_inactive: tells why, as for everybody", async () => {
    const { project, campaignId } = await shop();
    const never = await tier(project, campaignId, "Never", { active: false });
    const body = { redeemables: [ofTier(never)], ...orderOf("cart") };
    const reply = await project.post("/client/v1/validations", body);
    expect(reply.body.redeemables[0].result.error.key).toBe("promotion_inactive");
    failure(await project.post("/client/v1/redemptions", body), 400, "promotion_inactive");
  });
});
