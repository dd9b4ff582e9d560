import { describe, expect, it, vi } from "vitest";
import { eventsOf, type TestProject } from "../support/api";
import { ruled } from "../support/carts";
import { made } from "../support/deciding";
import { hearAll } from "../support/earning";
import { sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { PATIENCE } from "../support/patience";
import { redeem } from "../support/redeeming";
import { goodsReward } from "../support/rewarding";
import { ADA, addPoints, assigned, paying, type Shop, shop } from "../support/spending";

interface Request {
  path: string;
  body: unknown;
}

/** Sends a request that has read all it needs when something else happens. */
async function overtaken(project: TestProject, request: Request, other: () => Promise<unknown>) {
  // Keys and settings are remembered from here on: the first batch reads, the second writes.
  await sendPausing(project, { path: "/v1/promotions/none/tiers", body: { name: "none" } }, {});
  let isDone = false;
  const before = async (batch: number) => {
    if (batch !== 2 || isDone) return;
    isDone = true;
    await other();
  };
  const reply = await sendPausing(project, request, { before });
  expect(isDone).toBe(true);
  expect(reply.batches).toBeGreaterThan(2);
  return reply;
}

const payment = ({ card, coin }: Shop): Request => ({
  path: "/v1/redemptions",
  body: { redeemables: [paying(card, coin)], order: { amount: 2000 }, customer: ADA },
});

describe("between reading and writing", () => {
  it("a reward that changes its price is paid at the new one", async () => {
    const at = await shop(1000);
    const parameters = { coin: { exchange_ratio: 10, points_ratio: 100 } };
    const reply = await overtaken(at.project, payment(at), () =>
      at.project.put(`/v1/rewards/${at.coin}`, { parameters }),
    );
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body.redemptions[0]).toMatchObject({ amount: 200, reward: { parameters } });
    await expectSound(at.project.id);
  });

  it("a reward that leaves the program is not found, and the points stay", async () => {
    const at = await shop(1000);
    const path = `/v1/rewards/${at.coin}/assignments/${at.assignment}`;
    const reply = await overtaken(at.project, payment(at), () => at.project.delete(path));
    expect([reply.status, reply.body.key]).toEqual([404, "not_found"]);
    const card = (await at.project.get(`/v1/vouchers/${at.card}`)).body;
    expect(card.loyalty_card.balance).toBe(1000);
    await expectSound(at.project.id);
  });

  it("a rule that is assigned to the reward holds for what commits after it", async () => {
    const at = await shop(1000);
    const name = "redemption.reward.pay_with_points.points_used";
    const rules = { "1": { name, conditions: { $less_than_or_equal: [50] } } };
    const rule = await ruled(at.project, { rules });
    const reply = await overtaken(at.project, payment(at), () =>
      made(at.project, `/v1/validation-rules/${rule}/assignments`, {
        related_object_id: at.assignment,
        related_object_type: "reward_assignment",
      }),
    );
    expect([reply.status, reply.body.key]).toEqual([400, "redemption_rules_violated"]);
    await expectSound(at.project.id);
  });

  it("a code that is used while its reward is rolled back stays the member's", async () => {
    const at = await shop(1000);
    const campaign = await made(at.project, "/v1/campaigns", {
      name: "Codes",
      type: "AUTO_UPDATE",
      voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 500 } },
    });
    const parameters = { campaign: { id: campaign.id } };
    const { id: reward } = await made(at.project, "/v1/rewards", { parameters });
    await assigned(at.project, { reward, campaign: at.id, points: 10 });
    const path = `/v1/loyalties/members/${at.card}/redemption`;
    const redemption = await made(at.project, path, { reward: { id: reward } });
    const { code } = redemption.reward.voucher;
    const rollback = { path: `/v1/redemptions/${redemption.id}/rollback`, body: {} };
    const reply = await overtaken(at.project, rollback, () =>
      redeem(at.project, code, { order: { amount: 900 } }),
    );
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect((await at.project.get(`/v1/vouchers/${code}`)).body.active).toBe(true);
    await expectSound(at.project.id);
  });

  it("points that a card gets while what its reward added is taken back are told", async () => {
    const at = await shop(1000);
    const { project, card } = at;
    const parameters = { campaign: { id: at.id, balance: 700 } };
    const { id: reward } = await made(project, "/v1/rewards", { parameters });
    await assigned(project, { reward, campaign: at.id, points: 10 });
    const path = `/v1/loyalties/members/${card}/redemption`;
    const redemption = await made(project, path, { reward: { id: reward } });
    const rollback = { path: `/v1/redemptions/${redemption.id}/rollback`, body: {} };
    const before = async (batch: number) => {
      if (batch === 2) await addPoints(project, card, 30);
    };
    const { body } = await sendPausing(project, rollback, { before });
    expect([body.voucher, body.reward.voucher]).toMatchObject([
      { loyalty_card: { balance: 1030 } },
      { loyalty_card: { balance: 1030 } },
    ]);
    const told = (await eventsOf(project.id)).slice(-2);
    expect(told.map(({ data }) => data)).toMatchObject([
      { balance: { points: 10, balance: 1730 }, voucher: { loyalty_card: { balance: 1730 } } },
      { balance: { points: -700, balance: 1030 }, voucher: { loyalty_card: { balance: 1030 } } },
    ]);
    expect((await project.get(`/v1/vouchers/${card}`)).body.loyalty_card.balance).toBe(1030);
    await expectSound(project.id);
  });
});

describe("the tier that a reward is priced by, between reading and writing", () => {
  /** Ada's card, goods for 100 points, and a tier from 50 points on that pays 30 for them. */
  async function priced(points: number, from = 50) {
    const at = await shop(0);
    const { project, id } = at;
    const mug = await goodsReward(project, { name: "Mug" });
    const assignment = await assigned(project, { reward: mug, campaign: id, points: 100 });
    const rewards = { [assignment]: { type: "CUSTOM", points: 30 } };
    const silver = { name: "Silver", points: { from, to: 1000 }, rewards };
    const tiers = await project.post(`/v1/loyalties/${id}/tiers`, [silver]);
    expect(tiers.status, JSON.stringify(tiers.body)).toBe(200);
    await addPoints(project, at.card, points);
    await hearAll(project);
    const path = `/v1/loyalties/members/${at.card}/redemption`;
    return {
      ...at,
      assignment,
      tier: `/v1/loyalties/${id}/tiers/${tiers.body[0].id}`,
      request: { path, body: { reward: { id: mug } } },
    };
  }
  type Priced = Awaited<ReturnType<typeof priced>>;

  /** What is left on the card, once the redemption was answered so. */
  async function redeemedWhile(at: Priced, other: () => Promise<unknown>) {
    const reply = await overtaken(at.project, at.request, other);
    const card = (await at.project.get(`/v1/vouchers/${at.card}`)).body.loyalty_card;
    await expectSound(at.project.id);
    return [reply.status === 200 ? 200 : reply.body.key, card.balance];
  }

  it("that is left makes it dearer: a card that can no longer pay is refused", async () => {
    const at = await priced(60);
    const left = await redeemedWhile(at, async () => {
      await addPoints(at.project, at.card, -20);
      await hearAll(at.project);
    });
    expect(left).toEqual(["loyalty_card_points_exceeded", 40]);
  });

  it("that is entered makes it cheaper: the new price is paid", async () => {
    const at = await priced(120, 150);
    const left = await redeemedWhile(at, async () => {
      await addPoints(at.project, at.card, 50);
      await hearAll(at.project);
    });
    expect(left).toEqual([200, 140]);
  });

  it("that gives it for other points: these are paid", async () => {
    const at = await priced(200);
    const rewards = { [at.assignment]: { type: "CUSTOM", points: 80 } };
    const left = await redeemedWhile(at, () => at.project.put(at.tier, { rewards }));
    expect(left).toEqual([200, 120]);
  });

  it("that is deleted: the price of the program is paid", async () => {
    const at = await priced(200);
    expect(await redeemedWhile(at, () => at.project.delete(at.tier))).toEqual([200, 100]);
  });

  it("that points no longer lead into: the price of the program is paid", async () => {
    const at = await priced(200);
    const left = await redeemedWhile(at, async () => {
      await at.project.put(at.tier, { points: { from: 500, to: 1000 } });
      await vi.waitFor(async () => {
        const { body } = await at.project.get(`/v1/loyalties/members/${at.card}/tiers`);
        expect(body.data).toEqual([]);
      }, PATIENCE);
    });
    expect(left).toEqual([200, 100]);
  });
});
