import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { ReferralTier } from "../../src/model/referral";
import { TierList, Tiers } from "../../src/resources/referrals/schema";
import { eventKinds, eventsOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { hearAgain, hearAll } from "../support/earning";
import { expectSound } from "../support/invariants";
import { homeDb } from "../support/places";
import { parallel } from "../support/redeeming";
import { redeemAs, referralCampaign, referrer } from "../support/referrals";

type Sent = Record<string, unknown>;

const points = (amount: number) => ({
  type: "LOYALTY_CARD",
  amount,
  related_object_parent: { name: "Cards" },
});
const credits = (amount: number) => ({
  type: "GIFT_VOUCHER",
  amount,
  related_object_parent: { name: "Gifts" },
});
const coupon = { type: "DISCOUNT_VOUCHER", related_object_parent: { name: "Coupons" } };

const EACH = { type: "EACH_REFEREE" };
const count = (referees: number) => ({ type: "REFEREES_COUNT", count: referees });

/** A referral campaign with rewards, and campaigns to take them from; anna refers. */
async function scene(referee_reward: Sent | null, tiers: Sent[] = []) {
  const project = await newProject();
  await campaign(project, "Cards", {
    campaign_type: "LOYALTY_PROGRAM",
    type: "AUTO_UPDATE",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
  });
  await campaign(project, "Gifts", {
    campaign_type: "GIFT_VOUCHERS",
    type: "AUTO_UPDATE",
    voucher: { type: "GIFT_VOUCHER", gift: { amount: 100, effect: "APPLY_TO_ORDER" } },
  });
  const coupons = await campaign(project, "Coupons");
  const id = await referralCampaign(project, "Friends", {
    referral_program: { conversion_event_type: "redemption", referee_reward },
  });
  if (tiers.length > 0) {
    const reply = await project.post(`/v1/referrals/${id}/tiers`, tiers);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  }
  await referrer(project, id, "anna");
  return { project, id, coupons };
}

async function refer(project: TestProject, who: string, called = "BY-ANNA") {
  const reply = await redeemAs(project, who, called);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  await hearAll(project);
}

/** What a customer holds beside referral codes: balances, or null of a code. */
async function held(project: TestProject, who: string): Promise<(number | null)[]> {
  const { body } = await project.get(`/v1/customers/${who}/redeemables?limit=100&order=id`);
  return body.data
    .filter(({ holder_role }: { holder_role: string }) => holder_role === "OWNER")
    .map(({ redeemable: { voucher } }: { redeemable: { voucher: z.infer<z.ZodAny> } }) =>
      voucher.gift ? voucher.gift.balance : (voucher.loyalty_card?.balance ?? null),
    );
}

const rewards = async (project: TestProject) =>
  (await eventsOf(project.id)).filter(({ kind }) => kind === "customer.rewarded");

describe("what a referee gets", () => {
  it("is points on a new card of the program, and on the same card next time", async () => {
    const { project, id } = await scene(points(30));
    await refer(project, "ben");
    expect(await held(project, "ben")).toEqual([30]);
    const other = await referralCampaign(project, "Others", {
      referral_program: { referee_reward: points(5) },
    });
    await referrer(project, other, "zoe");
    await refer(project, "ben", "BY-ZOE");
    expect(await held(project, "ben")).toEqual([35]);
    const ben = (await project.get("/v1/customers/ben")).body;
    expect(ben.loyalty).toMatchObject({ points: 35, campaigns: { Cards: { points: 35 } } });
    const [first] = await rewards(project);
    expect(first?.data).toMatchObject({
      customer: { id: ben.id },
      holder: { id: ben.id },
      campaign: { name: "Cards" },
      voucher: { loyalty_card: { balance: 30 } },
      balance: { points: 30 },
      reward: null,
      referral_tier: null,
      custom_event: null,
    });
    expect(first?.data).toHaveProperty("redemption");
    const [bought] = await rowsOf("referrals", project.id);
    expect(bought?.campaign_id).toBe(id);
  });

  it("names the event that it came by, and no redemption", async () => {
    const { project } = await scene(null);
    const schemas = `/management/v1/projects/${project.id}/custom-event-schemas`;
    await project.post(schemas, { name: "signed_up", schema: { properties: {} } });
    const program = {
      conversion_event_type: "custom_event",
      custom_event: { name: "signed_up" },
      referee_reward: points(30),
    };
    const id = await referralCampaign(project, "Others", { referral_program: program });
    await referrer(project, id, "zoe");
    await project.post("/v1/events", {
      event: "signed_up",
      customer: { source_id: "ben" },
      referral: { code: "BY-ZOE" },
    });
    await hearAll(project);
    const [first] = await rewards(project);
    expect(first?.data).toMatchObject({ custom_event: { type: "signed_up" }, redemption: null });
  });

  it("is credits beyond those that a new gift card has", async () => {
    const { project } = await scene(credits(250));
    await refer(project, "ben");
    expect(await held(project, "ben")).toEqual([350]);
    expect((await rewards(project))[0]?.data).toMatchObject({ balance: { amount: 250 } });
  });

  it("is a code of a campaign of discounts", async () => {
    const { project, coupons } = await scene(coupon);
    await code(project, coupons, "TEN");
    await refer(project, "ben");
    expect(await held(project, "ben")).toEqual([null]);
    expect((await rewards(project))[0]?.data).toMatchObject({
      voucher: { code: "TEN" },
      balance: null,
    });
  });

  it("is given once, however often and in whatever order events are heard", async () => {
    const { project } = await scene(points(30), [
      { name: "Each", condition: EACH, reward: credits(50) },
      { name: "Two", condition: count(2), reward: points(500) },
    ]);
    for (const who of ["ben", "cleo"]) await refer(project, who);
    await hearAgain(project);
    await hearAgain(project, "backwards");
    await hearAll(project);
    expect(await held(project, "ben")).toEqual([30]);
    expect((await held(project, "anna")).toSorted()).toEqual([200, 500]);
    expect(await rewards(project)).toHaveLength(5);
  });

  it.each([
    ["was disabled", (code: string) => [`/v1/vouchers/${code}/disable`, {}, "post"] as const],
    [
      "is over",
      (code: string) =>
        [`/v1/vouchers/${code}`, { expiration_date: "2020-01-01T00:00:00Z" }, "put"] as const,
    ],
  ])("is on the only card that they can have, also where that %s", async (_, change) => {
    const { project } = await scene(points(30));
    const card = (
      await project.post("/v1/publications", {
        campaign: { name: "Cards" },
        customer: { source_id: "ben" },
      })
    ).body.voucher.code;
    const [path, body, method] = change(card);
    expect((await project[method](path, body)).status).toBe(200);
    await refer(project, "ben");
    const rows = await rowsOf("vouchers", project.id);
    expect(rows.filter(({ type }) => type === "LOYALTY_CARD")).toMatchObject([
      { code: card, balance: 30 },
    ]);
    expect(await rewards(project)).toHaveLength(1);
  });

  it("goes on to the second card where the first one was disabled", async () => {
    const { project } = await scene(null, [{ name: "Each", condition: EACH, reward: credits(50) }]);
    await refer(project, "ben");
    const [first] = (await rowsOf("vouchers", project.id)).filter(
      ({ type }) => type === "GIFT_VOUCHER",
    );
    expect((await project.post(`/v1/vouchers/${first?.code}/disable`, {})).status).toBe(200);
    for (const who of ["cleo", "dora"]) await refer(project, who);
    expect(await held(project, "anna")).toEqual([150, 200]);
  });

  it("waits likewise where the pattern of new codes is used up, and says so", async () => {
    const { project } = await scene(null);
    const discount = { type: "AMOUNT", amount_off: 100 };
    const code_config = { pattern: "ONE" };
    const voucher = { type: "DISCOUNT_VOUCHER", discount, code_config };
    await campaign(project, "One", { type: "AUTO_UPDATE", voucher });
    const customer = { source_id: "zoe" };
    const taken = await project.post("/v1/publications", { campaign: "One", customer });
    expect(taken.body.voucher.code).toBe("ONE");
    const reward = { ...coupon, related_object_parent: { name: "One" } };
    const id = await referralCampaign(project, "Others", {
      referral_program: { referee_reward: reward },
    });
    await referrer(project, id, "zoe");
    expect((await redeemAs(project, "ben", "BY-ZOE")).status).toBe(200);
    await expect(hearAll(project)).rejects.toThrow();
    const dead = await project.get(`/management/v1/projects/${project.id}/dead-jobs`);
    expect(JSON.stringify(dead.body)).toContain("no_voucher_suitable_for_publication");
    expect(await held(project, "ben")).toEqual([]);
  });

  it("waits for a code while there is none, and keeps no other reward back", async () => {
    const { project } = await scene(coupon, [
      { name: "Each", condition: EACH, reward: credits(50) },
    ]);
    expect((await redeemAs(project, "ben", "BY-ANNA")).status).toBe(200);
    await expect(hearAll(project)).rejects.toThrow();
    const dead = await project.get(`/management/v1/projects/${project.id}/dead-jobs`);
    expect(JSON.stringify(dead.body)).toContain("referrals.rewards");
    expect(await held(project, "ben")).toEqual([]);
    expect(await held(project, "anna")).toEqual([150]);
  });
});

describe("what who refers gets", () => {
  it("is for each referee, or once for so many, as the tiers say", async () => {
    const { project } = await scene(null, [
      { name: "Each", banner: "10 a friend", condition: EACH, reward: points(10) },
      { name: "Three", condition: count(3), reward: points(1000) },
    ]);
    const after: (number | null)[] = [];
    for (const who of ["ben", "cleo", "dora", "emil"]) {
      await refer(project, who);
      after.push((await held(project, "anna"))[0] ?? null);
    }
    expect(after).toEqual([10, 20, 1030, 1040]);
    const anna = (await project.get("/v1/customers/anna")).body;
    expect(anna.loyalty).toEqual({
      points: 1040,
      referred_customers: 4,
      campaigns: {
        Cards: { points: 1040, referred_customers: 0 },
        Friends: { points: 0, referred_customers: 4 },
      },
    });
    const [first] = await rewards(project);
    expect(first?.data).toMatchObject({
      customer: { id: anna.id },
      balance: { points: 10 },
      referral_tier: { banner: "10 a friend", parameters: { event_type: "redemption" } },
    });
  });

  it("is given once for fifty conversions at once, and each of ten referees counts", async () => {
    const { project } = await scene(points(1), [
      { name: "Each", condition: EACH, reward: points(10) },
      { name: "Ten", condition: count(10), reward: points(1000) },
    ]);
    await parallel(50, (at) => redeemAs(project, `friend-${at % 10}`, "BY-ANNA"));
    await hearAll(project);
    expect(await held(project, "anna")).toEqual([1100]);
    expect(await held(project, "friend-3")).toEqual([1]);
  });

  it("is given by a tier that was added later, from the next referral on", async () => {
    const { project, id } = await scene(null);
    await refer(project, "ben");
    await project.post(`/v1/referrals/${id}/tiers`, [
      { name: "Two", condition: count(2), reward: points(7) },
    ]);
    await hearAgain(project);
    expect(await held(project, "anna")).toEqual([]);
    await refer(project, "cleo");
    expect(await held(project, "anna")).toEqual([7]);
  });
});

describe("what who refers gets of a campaign that is joined once", () => {
  /** A tier that gives something of it for each referee. */
  async function once(sent: Sent, reward: Sent) {
    const { project, id } = await scene(null);
    const name = "Once";
    const campaignId = await campaign(project, name, { join_once: true, ...sent });
    const tier = { name: "Each", condition: EACH };
    const related_object_parent = { name };
    const reply = await project.post(`/v1/referrals/${id}/tiers`, [
      { ...tier, reward: { ...reward, related_object_parent } },
    ]);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return { project, campaignId, tierId: reply.body[0].id };
  }

  const GIFTS = {
    campaign_type: "GIFT_VOUCHERS",
    type: "AUTO_UPDATE",
    voucher: { type: "GIFT_VOUCHER", gift: { amount: 100, effect: "APPLY_TO_ORDER" } },
  };

  const failures = async (project: TestProject) =>
    (await project.get("/v1/publications?result=FAILURE")).body.publications;

  it("are credits on the one card, also while that is disabled", async () => {
    const { project } = await once(GIFTS, credits(50));
    await refer(project, "ben");
    const [card] = (await rowsOf("vouchers", project.id)).filter(
      ({ type }) => type === "GIFT_VOUCHER",
    );
    await refer(project, "cleo");
    expect((await project.post(`/v1/vouchers/${card?.code}/disable`, {})).status).toBe(200);
    await refer(project, "dora");
    expect(await held(project, "anna")).toEqual([100 + 3 * 50]);
    expect(await failures(project)).toEqual([]);
  });

  it("is given also where something was published under the id of its refusal", async () => {
    const { project, tierId } = await once(GIFTS, credits(50));
    await project.post("/v1/customers", { source_id: "ben" });
    const ben = (await project.get("/v1/customers/ben")).body;
    const published = await project.post("/v1/publications", {
      campaign: "Gifts",
      customer: { source_id: "zoe" },
      source_id: `${tierId}:${ben.id}`,
    });
    expect(published.status, JSON.stringify(published.body)).toBe(200);
    await refer(project, "ben");
    expect(await held(project, "anna")).toEqual([100 + 50]);
  });

  it("are credits on the one card, however much else the customer got since", async () => {
    const { project } = await once(GIFTS, credits(50));
    await refer(project, "ben");
    const { id } = (await project.get("/v1/customers/anna")).body;
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 1000)
         INSERT INTO redeemable_holders (project_id, redeemable_id, customer_id, id,
           redeemable_object, campaign_id, holder_role, metadata, created_at)
         SELECT ?1, 'v_' || at, ?2, 'rh_z' || at, 'voucher', 'camp_other', 'OWNER', '{}', '2026'
         FROM n`,
      )
      .bind(project.id, id)
      .run();
    await refer(project, "cleo");
    const cards = (await rowsOf("vouchers", project.id)).filter(
      ({ type }) => type === "GIFT_VOUCHER",
    );
    expect(cards.map(({ balance }) => balance)).toEqual([100 + 2 * 50]);
    expect(await failures(project)).toEqual([]);
  });

  it.each([
    ["one code, and each later one is recorded as not given", {}, coupon, [null]],
    ["nothing more once the one card was deleted", GIFTS, credits(50), []],
  ])("is %s", async (_, sent, reward, left) => {
    const { project, campaignId, tierId } = await once({ type: "AUTO_UPDATE", ...sent }, reward);
    await refer(project, "ben");
    if (sent === GIFTS) {
      const [card] = (await rowsOf("vouchers", project.id)).filter(
        ({ type }) => type === "GIFT_VOUCHER",
      );
      expect((await project.delete(`/v1/vouchers/${card?.code}`)).status).toBe(204);
    }
    for (const who of ["cleo", "dora"]) await refer(project, who);
    await hearAgain(project);
    expect(await held(project, "anna")).toEqual(left);
    expect(await rewards(project)).toHaveLength(1);
    const anna = (await project.get("/v1/customers/anna")).body;
    const ids = await Promise.all(
      ["dora", "cleo"].map(async (who) => (await project.get(`/v1/customers/${who}`)).body.id),
    );
    expect(await failures(project)).toMatchObject(
      ids.map((id) => ({
        customer_id: anna.id,
        source_id: `${tierId}:${id}`,
        failure_code: "voucher_cannot_be_published",
        failure_message: expect.stringContaining("cannot be published"),
        vouchers_id: [],
      })),
    );
    const told = (await eventsOf(project.id)).filter(
      ({ kind }) => kind === "customer.publication.failed",
    );
    expect(told.map(({ data }) => data.campaign.id)).toEqual([campaignId, campaignId]);
    await expectSound(project.id);
  });
});

describe("referral tiers", () => {
  const TIER = { name: "Each", condition: EACH, reward: points(10) };

  it("are added, listed, read, changed and deleted, by the id or name of the campaign", async () => {
    const { project, id } = await scene(null);
    const sent = [
      { ...TIER, banner: "Hi", metadata: { a: 1 } },
      { name: "Two", condition: count(2), reward: coupon },
    ];
    const tiers = parsed(Tiers, await project.post("/v1/referrals/Friends/tiers", sent));
    const [each, two] = tiers;
    expect(each).toMatchObject({
      id: expect.stringMatching(/^rft_[0-9a-f]{18}$/),
      campaign_id: id,
      name: "Each",
      banner: "Hi",
      condition: EACH,
      metadata: { a: 1 },
      updated_at: null,
      reward: { type: "LOYALTY_CARD", amount: 10, related_object_parent: { name: "Cards" } },
    });
    expect(two).toMatchObject({ banner: null, metadata: {}, reward: { type: "DISCOUNT_VOUCHER" } });
    const path = `/v1/referrals/${id}/tiers`;
    expect(parsed(TierList, await project.get(path))).toMatchObject({ data: tiers, total: 2 });
    expect(parsed(ReferralTier, await project.get(`${path}/${each?.id}`))).toEqual(each);
    const change = { banner: null, condition: count(5), metadata: { b: 2 }, reward: credits(3) };
    const changed = parsed(ReferralTier, await project.put(`${path}/${each?.id}`, change));
    expect(changed).toMatchObject({
      name: "Each",
      banner: null,
      condition: count(5),
      reward: { type: "GIFT_VOUCHER", amount: 3 },
      metadata: { a: 1, b: 2 },
      updated_at: expect.any(String),
    });
    expect(parsed(ReferralTier, await project.put(`${path}/${each?.id}`, {}))).toEqual(changed);
    expect((await project.delete(`${path}/${two?.id}`)).status).toBe(204);
    expect(parsed(TierList, await project.get(path))).toMatchObject({ data: [changed], total: 1 });
    const kinds = (await eventKinds(project.id)).filter((kind) => kind.includes("referral_tier"));
    expect(kinds).toEqual([
      "campaign.referral_tier.created",
      "campaign.referral_tier.created",
      "campaign.referral_tier.updated",
      "campaign.referral_tier.deleted",
    ]);
  });

  it.each<[Sent, number, string]>([
    [{ ...TIER, condition: { type: "SOME" } }, 400, "invalid_payload"],
    [{ ...TIER, condition: { type: "REFEREES_COUNT" } }, 400, "invalid_payload"],
    [{ ...TIER, condition: count(0) }, 400, "invalid_payload"],
    [{ ...TIER, reward: { ...points(1), amount: -1 } }, 400, "invalid_payload"],
    [{ ...TIER, reward: { ...points(1), type: "GIFT_VOUCHER" } }, 400, "invalid_campaign"],
    [
      { ...TIER, reward: { ...points(1), related_object_parent: { id: "camp_none" } } },
      404,
      "not_found",
    ],
  ])("are all refused where one does not fit: %j", async (tier, status, key) => {
    const { project, id } = await scene(null);
    const reply = await project.post(`/v1/referrals/${id}/tiers`, [TIER, tier]);
    expect(reply, JSON.stringify(reply.body)).toMatchObject({ status, body: { key } });
    expect(await rowsOf("referral_tiers", project.id)).toEqual([]);
  });

  it("are at most ten, also where two add some at once", async () => {
    const { project, id } = await scene(null);
    const path = `/v1/referrals/${id}/tiers`;
    const replies = await parallel(4, () => project.post(path, Array(4).fill(TIER)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    expect(await rowsOf("referral_tiers", project.id)).toHaveLength(8);
  });

  it("404: of other campaigns, and where there is none", async () => {
    const { project, id, coupons } = await scene(null, [TIER]);
    const [tier] = (await project.get(`/v1/referrals/${id}/tiers`)).body.data;
    const other = await referralCampaign(project, "Others");
    for (const path of [
      `/v1/referrals/${coupons}/tiers`,
      `/v1/referrals/${other}/tiers/${tier.id}`,
      `/v1/referrals/${id}/tiers/rft_none`,
    ]) {
      expect((await project.get(path)).status, path).toBe(404);
    }
    expect((await project.delete(`/v1/referrals/${other}/tiers/${tier.id}`)).status).toBe(404);
    expect(await rowsOf("referral_tiers", project.id)).toHaveLength(1);
  });
});
