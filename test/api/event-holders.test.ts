import { beforeEach, describe, expect, it } from "vitest";
import { eventsOf, newProject, rowsOf, type TestProject } from "../support/api";
import { hearAll, program } from "../support/earning";
import { tracesOf } from "../support/everywhere";
import { publish } from "../support/publishing";
import { giftCard, redeem, voucher } from "../support/redeeming";
import { redeemAs, referralCampaign, referrer } from "../support/referrals";

let project: TestProject;

beforeEach(async () => {
  project = await newProject();
});

const ADA = { source_id: "ada", name: "Ada", email: "ada@example.com", metadata: { pet: "cat" } };

interface Told {
  type: string;
  data: Record<string, unknown>;
}

/** What webhooks are told, the first to happen first. */
async function feed(...kinds: string[]): Promise<Told[]> {
  const { status, body } = await project.get("/v1/event-feed?limit=100");
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.filter(({ type }: Told) => kinds.includes(type));
}

describe("holder in the events of a gift card", () => {
  const KINDS = [
    "redemption.succeeded",
    "redemption.failed",
    "redemption.rollback.succeeded",
    "voucher.gift.transaction.created",
  ];
  let id: string;

  beforeEach(async () => {
    id = (await project.post("/v1/customers", ADA)).body.id;
    await giftCard(project, "GIFT", 1_000);
    await publish(project, "ada", { voucher: "GIFT" });
  });

  it("is who was given the card, whoever spends from it", async () => {
    const { body } = await redeem(project, "GIFT", {
      order: { amount: 600 },
      customer: { source_id: "bob" },
    });
    await project.post(`/v1/redemptions/${body.redemptions[0].id}/rollback`);
    await project.post("/v1/vouchers/GIFT/balance", { amount: 50 });
    await project.post("/v1/vouchers/GIFT/disable");
    await redeem(project, "GIFT", { order: { amount: 600 }, customer: { source_id: "bob" } });
    const told = await feed(...KINDS);
    expect(told.map(({ type }) => type).sort()).toEqual([
      "redemption.failed",
      "redemption.rollback.succeeded",
      "redemption.succeeded",
      "voucher.gift.transaction.created",
      "voucher.gift.transaction.created",
      "voucher.gift.transaction.created",
    ]);
    for (const { type, data } of told) {
      expect(data.holder, type).toEqual({ ...ADA, id, object: "customer" });
    }
    const [succeeded] = await feed("redemption.succeeded");
    expect(succeeded?.data.customer).toMatchObject({ source_id: "bob" });
  });

  it("is told as the holder is by then, and of who was permanently deleted by the id alone", async () => {
    await redeem(project, "GIFT", { order: { amount: 600 } });
    await project.put(`/v1/customers/${id}`, { name: "Ada L." });
    const [renamed] = await feed("redemption.succeeded");
    expect(renamed?.data.holder).toMatchObject({ name: "Ada L." });
    await project.post(`/v1/customers/${id}/permanent-deletion`);
    const [gone] = await feed("redemption.succeeded");
    expect(gone?.data.holder).toEqual({ id, object: "customer" });
    expect(JSON.stringify(await eventsOf(project.id))).not.toContain("ada@example.com");
  });

  it("is null of a voucher that nobody holds", async () => {
    await voucher(project, "FREE");
    await redeem(project, "FREE", { customer: { source_id: "ada" } });
    const [told] = await feed("redemption.succeeded");
    expect(told?.data).toMatchObject({ voucher: { code: "FREE" }, holder: null });
  });
});

describe("the tier of a card's holder", () => {
  it("is told of every entry of the card, whatever moved its points", async () => {
    await program(project, "Points");
    const tiers = [{ name: "Silver", points: { from: 0 } }];
    const [silver] = (await project.post("/v1/loyalties/Points/tiers", tiers)).body;
    const { code } = (
      await project.post("/v1/loyalties/Points/members", { customer: { source_id: "ada" } })
    ).body;
    await hearAll(project);
    await project.post(`/v1/loyalties/members/${code}/balance`, { points: 100 });
    await project.post(`/v1/loyalties/members/${code}/balance`, { points: -30 });
    await giftCard(project, "GIFT", 1_000);
    await redeem(project, "GIFT", { order: { amount: 100 } });
    const told = await feed("voucher.loyalty_card.transaction.created");
    expect(told).toHaveLength(2);
    for (const { data } of told) {
      expect(data).toMatchObject({ holder_loyalty_tier: silver, holder: { source_id: "ada" } });
    }
    const [gift] = await feed("voucher.gift.transaction.created");
    expect(gift?.data).not.toHaveProperty("holder_loyalty_tier");
  });
});

describe("the referral in an event of a customer", () => {
  const EVENT = "customer.custom_event";
  let anna: string;

  beforeEach(async () => {
    await project.post(`/management/v1/projects/${project.id}/custom-event-schemas`, {
      name: "visit",
      schema: { properties: {} },
    });
    const sent = { source_id: "anna", name: "Anna Referrer-zq", metadata: { pet: "dog-zq" } };
    anna = (await project.post("/v1/customers", sent)).body.id;
    await referrer(project, await referralCampaign(project, "Friends"), "anna");
  });

  const visit = (referral: object) =>
    project.post("/v1/events", { event: "visit", customer: { source_id: "ben" }, referral });

  it("is who refers, with the code and its campaign", async () => {
    expect((await visit({ code: "by-anna", referrer_id: anna })).status).toBe(200);
    const [told] = await feed(EVENT);
    expect(told?.data.referral).toMatchObject({
      referrer: {
        id: anna,
        source_id: "anna",
        name: "Anna Referrer-zq",
        metadata: { pet: "dog-zq" },
      },
      voucher: { code: "BY-ANNA", is_referral_code: true, holder_id: anna },
      campaign: { name: "Friends", campaign_type: "REFERRAL_PROGRAM" },
    });
    expect(told?.data.customer).toMatchObject({ source_id: "ben" });
  });

  it("is null of an unknown code, of another kind of code, and of another referrer", async () => {
    await voucher(project, "PLAIN");
    await visit({ code: "NOBODY" });
    await visit({ code: "PLAIN" });
    await visit({ code: "BY-ANNA", referrer_id: "cust_0" });
    const told = await feed(EVENT);
    expect(told.map(({ data }) => data.referral)).toEqual([null, null, null]);
  });
});

describe("events of somebody else", () => {
  it("hold nothing of a customer that is left when that one is forgotten", async () => {
    const who = (name: string) => ({
      source_id: `${name}-source`,
      name: `${name} of Nowhere-zq`,
      metadata: { pet: `${name}s-pet-zq` },
    });
    const texts = (name: string) => [`${name}-source`, `${name} of Nowhere-zq`, `${name}s-pet-zq`];
    await project.post("/v1/customers", who("anna"));
    await project.post("/v1/customers", who("ben"));
    await project.post(`/management/v1/projects/${project.id}/custom-event-schemas`, {
      name: "visit",
      schema: { properties: {} },
    });
    const campaign = await referralCampaign(project, "Friends", {
      referral_program: { conversion_event_type: "custom_event", custom_event: { name: "visit" } },
    });
    await referrer(project, campaign, "anna-source", "BY-ANNA");
    const customer = { source_id: "ben-source" };
    await project.post("/v1/events", { event: "visit", customer, referral: { code: "BY-ANNA" } });
    await hearAll(project);
    await redeemAs(project, "ben-source", "BY-ANNA");
    expect(await rowsOf("referrals", project.id)).toHaveLength(1);
    const [referred] = await feed("customer.referred");
    expect(referred?.data).toMatchObject({
      customer: { name: "ben of Nowhere-zq" },
      referrer: { name: "anna of Nowhere-zq", metadata: { pet: "annas-pet-zq" } },
    });
    for (const name of ["anna", "ben"]) {
      expect(await tracesOf(texts(name))).not.toEqual([]);
      await project.post(`/v1/customers/${name}-source/permanent-deletion`);
      expect(await tracesOf(texts(name))).toEqual([]);
    }
  });
});
