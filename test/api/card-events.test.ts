import { beforeEach, describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { addRules, earningRule, fixed, hearAll, program } from "../support/earning";

let project: TestProject;

beforeEach(async () => {
  project = await newProject();
});

const MOVED = "voucher.loyalty_card.transaction.created";

/** What webhooks are told by events of a kind, the first to happen first. */
async function told(kind: string) {
  const { status, body } = await project.get("/v1/event-feed?limit=100");
  expect(status, JSON.stringify(body)).toBe(200);
  const of = body.data.filter(({ type }: { type: string }) => type === kind);
  return of.map(({ data }: { data: object }) => data);
}

const join = async (customer = "ada"): Promise<string> =>
  (await project.post("/v1/loyalties/Points/members", { customer: { source_id: customer } })).body
    .code;

const paid = async (amount: number) => {
  const order = { amount, status: "PAID", source_id: "o1", customer: { source_id: "ada" } };
  const { body } = await project.post("/v1/orders", order);
  await hearAll(project);
  return body;
};

describe("what moved the points of a card", () => {
  beforeEach(async () => {
    await program(project, "Points");
  });

  it("is the order, its event and the rule, with the tier that the holder was in", async () => {
    const { body } = await project.post("/v1/loyalties/Points/tiers", [
      { name: "Silver", points: { from: 0 }, metadata: { color: "grey" } },
    ]);
    const [silver] = body;
    const rule = await earningRule(project, "Points", fixed(30, { source: { banner: "Thanks" } }));
    await join();
    await hearAll(project);
    const order = await paid(5_000);
    const [entry] = await told(MOVED);
    expect(entry).toMatchObject({
      order: { id: order.id, source_id: "o1", amount: 5_000, status: "PAID" },
      event: { type: "customer.order.paid", category: "ACTION", entity_id: order.id },
      earning_rule: {
        id: rule.id,
        campaign_id: silver.campaign_id,
        event: "order.paid",
        loyalty: { type: "FIXED", points: 30 },
        source: { banner: "Thanks" },
      },
      holder_loyalty_tier: silver,
      holder: { source_id: "ada" },
    });
    for (const name of ["segment", "loyalty_tier", "redemption", "rollback", "reward"]) {
      expect(entry).toHaveProperty(name, null);
    }
    const [rewarded] = await told("customer.rewarded.loyalty_points");
    expect(rewarded).toMatchObject({ loyalty_tier: silver, earning_rule: { id: rule.id } });
    expect(rewarded).toHaveProperty("publication", null);
  });

  it("is the order and the event that took them back", async () => {
    await earningRule(project, "Points", fixed(30));
    await join();
    const { id } = await paid(5_000);
    await project.put(`/v1/orders/${id}`, { status: "CANCELED" });
    await hearAll(project);
    const [, back] = await told(MOVED);
    expect(back).toMatchObject({
      transaction: { type: "POINTS_REMOVAL" },
      order: { id, status: "CANCELED" },
      event: { type: "customer.order.canceled", entity_id: id },
      earning_rule: null,
    });
  });

  it("is the tier that was entered, and the rule's own tier by its id", async () => {
    const { body } = await project.post("/v1/loyalties/Points/tiers", [
      { name: "Gold", points: { from: 100 } },
    ]);
    const [gold] = body;
    await addRules(project, "Points", [
      {
        event: "customer.loyalty.tier.joined",
        loyalty_tier: { id: gold.id },
        loyalty: { type: "FIXED", points: 5 },
      },
    ]);
    const card = await join();
    await project.post(`/v1/loyalties/members/${card}/balance`, { points: 100 });
    await hearAll(project);
    const [byHand, byTier] = await told(MOVED);
    expect(byHand).toMatchObject({ event: null, earning_rule: null, loyalty_tier: null });
    expect(byTier).toMatchObject({
      loyalty_tier: { id: gold.id, name: "Gold", object: "loyalty_tier" },
      earning_rule: { loyalty_tier: gold.id },
      event: { type: "customer.loyalty.tier.joined" },
      holder_loyalty_tier: { id: gold.id },
      order: null,
    });
  });

  it("is the segment that was entered", async () => {
    const filter = { "metadata.vip": { conditions: { $is: [true] } } };
    const { id } = (await project.post("/v1/segments", { name: "VIP", filter })).body;
    await earningRule(project, "Points", {
      event: "customer.segment.entered",
      segment: { id },
      loyalty: { type: "FIXED", points: 5 },
    });
    await join();
    await project.post("/v1/customers", { source_id: "ada", metadata: { vip: true } });
    await hearAll(project);
    expect(await told(MOVED)).toMatchObject([
      {
        segment: { id, name: "VIP", object: "segment" },
        earning_rule: { segment: { id } },
        event: { type: "customer.segment.entered" },
      },
    ]);
  });

  it("is the event that a caller sent", async () => {
    const schemas = `/management/v1/projects/${project.id}/custom-event-schemas`;
    const { id: schema_id } = (await project.post(schemas, { name: "visit" })).body;
    const loyalty = { type: "FIXED", points: 7 };
    await earningRule(project, "Points", { event: "visit", custom_event: { schema_id }, loyalty });
    await join();
    const sent = { event: "visit", customer: { source_id: "ada" }, metadata: { page: "home" } };
    await project.post("/v1/events", sent);
    await hearAll(project);
    expect(await told(MOVED)).toMatchObject([
      {
        custom_event: { type: "visit", metadata: { page: "home" }, customer: { source_id: "ada" } },
        earning_rule: { event: "visit", custom_event: { schema_id } },
        event: { type: "customer.custom_event" },
      },
    ]);
  });

  it("are both cards of a transfer, told to both", async () => {
    const [from, to] = [await join(), await join("bob")];
    await project.post(`/v1/loyalties/members/${from}/balance`, { points: 50 });
    await project.post(`/v1/loyalties/Points/members/${to}/transfers`, [
      { code: from, points: 20, source_id: "t1" },
    ]);
    const [, out, into] = await told(MOVED);
    const between = {
      source_voucher: { code: from, loyalty_card: { balance: 30 }, is_referral_code: false },
      destination_voucher: { code: to, loyalty_card: { balance: 20 }, is_referral_code: false },
    };
    expect(out).toMatchObject({ ...between, balance: { points: -20, balance: 30 } });
    expect(into).toMatchObject({ ...between, balance: { points: 20, balance: 20 } });
  });
});

describe("what moved the credits of a gift card", () => {
  it("is told with the entry and the balance as the ledger has them", async () => {
    await project.post("/v1/vouchers/GIFT", { type: "GIFT_VOUCHER", gift: { amount: 900 } });
    const { body } = await project.post("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "GIFT", gift: { credits: 300 } }],
      order: { amount: 1_000, source_id: "o1" },
    });
    const [redemption] = body.redemptions;
    await project.post(`/v1/redemptions/${redemption.id}/rollback`, {});
    const entries = (await project.get("/v1/vouchers/GIFT/transactions")).body.data;
    const moves = await told("voucher.gift.transaction.created");
    const byTime = entries.toReversed();
    expect(byTime).toHaveLength(2);
    expect(moves).toMatchObject([
      {
        transaction: byTime[0],
        balance: {
          amount: -300,
          total: 900,
          balance: 600,
          type: "gift_voucher",
          object: "balance",
          operation_type: "AUTOMATIC",
        },
        redemption: { id: redemption.id },
        rollback: null,
        order: { source_id: "o1" },
      },
      {
        transaction: byTime[1],
        balance: { amount: 300, total: 900, balance: 900 },
        rollback: { redemption: redemption.id },
      },
    ]);
  });
});
