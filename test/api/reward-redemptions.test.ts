import { describe, expect, it } from "vitest";
import { Redemption, Rollback } from "../../src/model/redemption";
import { costOf, eventsOf, parsed, rowsOf, type TestProject } from "../support/api";
import { ruled } from "../support/carts";
import { made, stateOf } from "../support/deciding";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import { expectSound as expectPointsSound, nightOf } from "../support/loyalty";
import { homeDb } from "../support/places";
import { redeem } from "../support/redeeming";
import { coinReward, goodsReward } from "../support/rewarding";
import { addPoints, assigned, type Shop, shop } from "../support/spending";

const sound = async (project: TestProject) => {
  await expectPointsSound(project);
  await expectSound(project.id);
};

const pathOf = (card: string) => `/v1/loyalties/members/${card}/redemption`;

const spend = ({ project, card }: Shop, reward: string | null, sent: object = {}) =>
  project.post(pathOf(card), { ...(reward && { reward: { id: reward } }), ...sent });

const spent = async (at: Shop, reward: string, sent: object = {}) =>
  parsed(Redemption, await spend(at, reward, sent));

const rolledBack = async ({ project }: Shop, { id }: { id: string }) =>
  parsed(Rollback, await project.post(`/v1/redemptions/${id}/rollback`, {}));

const pointsOf = async ({ project, card }: Shop) =>
  (await project.get(`/v1/vouchers/${card}`)).body.loyalty_card.balance;

/** The balances that the entries of the card left, the last one first. */
async function listed({ project, card }: Shop): Promise<number[]> {
  const { body } = await project.get(`/v1/vouchers/${card}/transactions`);
  const entries: { details: { balance: { balance: number } } }[] = body.data;
  return entries.map(({ details }) => details.balance.balance);
}

/** Assigns a mug for 150 points, so many of which are there. */
async function mug(at: Shop, sent: object = {}) {
  const reward = await goodsReward(at.project, { name: "Mug", ...sent });
  const assignment = await assigned(at.project, { reward, campaign: at.id, points: 150 });
  return { reward, assignment };
}

const CAMPAIGNS = {
  coupon: {
    campaign_type: "DISCOUNT_COUPONS",
    voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 500 } },
  },
  gift: {
    campaign_type: "GIFT_VOUCHERS",
    voucher: { type: "GIFT_VOUCHER", gift: { amount: 100 } },
  },
  points: {
    campaign_type: "LOYALTY_PROGRAM",
    type: "AUTO_UPDATE",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 10 } },
  },
};

/** A reward of a campaign for 150 points; of cards with so much that it adds. */
async function campaignReward(at: Shop, kind: keyof typeof CAMPAIGNS, balance?: number, sent = {}) {
  const { project } = at;
  const campaign = await made(project, "/v1/campaigns", {
    name: `Given ${kind}`,
    type: "AUTO_UPDATE",
    ...CAMPAIGNS[kind],
    ...sent,
  });
  const { id: reward } = await made(project, "/v1/rewards", {
    name: `Reward ${kind}`,
    parameters: { campaign: { id: campaign.id, ...(balance !== undefined && { balance }) } },
  });
  await assigned(project, { reward, campaign: at.id, points: 150 });
  return { campaign: campaign.id, reward };
}

/** Refused, and nothing but the record of it has changed. */
async function refused(at: Shop, reply: () => Promise<unknown>, status: number, key: string) {
  const but = ["redemptions", "outbox", "customers", "campaign_days", "days_v"];
  const before = [await stateOf(at.project, but), await rowsOf("rewards", at.project.id)];
  const error = failure((await reply()) as never, status, key);
  const after = [await stateOf(at.project, but), await rowsOf("rewards", at.project.id)];
  expect(after).toEqual(before);
  await sound(at.project);
  return error;
}

describe("a member's redemption of goods", () => {
  it("costs its points and one of the stock, and shows the product", async () => {
    const at = await shop(500);
    const { reward, assignment } = await mug(at, { stock: 3 });
    const metadata = { desk: 4 };
    const redemption = await spent(at, reward, { metadata });
    expect(redemption).toMatchObject({
      amount: 150,
      loyalty_card: { points: 150 },
      metadata,
      order: null,
      customer: { source_id: "ada" },
      reward: {
        id: reward,
        type: "MATERIAL",
        assignment_id: assignment,
        product: { name: "Mug", object: "product" },
        sku: null,
        voucher: null,
      },
      voucher: { loyalty_card: { balance: 350 } },
    });
    expect((await at.project.get(`/v1/rewards/${reward}`)).body).toMatchObject({
      stock: "3",
      redeemed: "1",
    });
    const got = parsed(Redemption, await at.project.get(`/v1/redemptions/${redemption.id}`));
    expect(got.reward).toEqual(redemption.reward);
    await sound(at.project);
  });

  it("shows the SKU", async () => {
    const at = await shop(500);
    const product = await made(at.project, "/v1/products", { name: "Shirt" });
    const sku = await made(at.project, `/v1/products/${product.id}/skus`, { sku: "XL" });
    const parameters = { product: { id: product.id, sku_id: sku.id } };
    const { id: reward } = await made(at.project, "/v1/rewards", { parameters });
    await assigned(at.project, { reward, campaign: at.id, points: 1 });
    expect((await spent(at, reward)).reward).toMatchObject({
      product: { id: product.id },
      sku: { id: sku.id, sku: "XL" },
    });
  });

  it("with the program in the path, by id and by name, in two round trips", async () => {
    const at = await shop(500);
    const { reward } = await mug(at);
    for (const program of [at.id, "Points"]) {
      const path = `/v1/loyalties/${program}/members/${at.card}/redemption`;
      const reply = await at.project.post(path, { reward: { id: reward } });
      expect(parsed(Redemption, reply).amount).toBe(150);
      expect(costOf(reply).roundTrips).toBe(2);
    }
    await sound(at.project);
  });

  it("tells of it step by step, and of what was given", async () => {
    const at = await shop(500);
    const { reward, assignment } = await mug(at);
    const { id } = await spent(at, reward);
    const told = (await eventsOf(at.project.id)).slice(-5);
    expect(told.map(({ kind }) => kind)).toEqual([
      "redemption.succeeded",
      "customer.reward_redemptions.created",
      "customer.reward_redemptions.completed",
      "customer.rewarded",
      "voucher.loyalty_card.transaction.created",
    ]);
    expect(told[2]?.data).toMatchObject({
      reward: { id: reward, product: { name: "Mug" } },
      reward_assignment: { id: assignment, reward_id: reward },
      reward_redemption: { id },
      holder: { source_id: "ada" },
      balance: 350,
    });
    expect(told[3]?.data).toMatchObject({
      redemption: { id },
      reward: { id: reward },
      balance: null,
    });
    await rolledBack(at, { id });
    const back = (await eventsOf(at.project.id)).slice(-3).map(({ kind }) => kind);
    expect(back).toEqual([
      "redemption.rollback.succeeded",
      "customer.reward_redemptions.rolledback",
      "voucher.loyalty_card.transaction.created",
    ]);
  });

  it("rolled back: points and stock are there again", async () => {
    const at = await shop(500);
    const { reward } = await mug(at, { stock: 1 });
    const redemption = await spent(at, reward);
    await refused(at, () => spend(at, reward), 400, "quantity_exceeded");
    const rollback = await rolledBack(at, redemption);
    expect(rollback).toMatchObject({ amount: -150, reward: { id: reward } });
    expect(await pointsOf(at)).toBe(500);
    expect((await at.project.get(`/v1/rewards/${reward}`)).body.redeemed).toBe("0");
    await spent(at, reward);
    await sound(at.project);
  });

  it("costs what the member's tier says", async () => {
    const at = await shop(500);
    const { reward, assignment } = await mug(at);
    const rewards = { [assignment]: { type: "MULTIPLY", multiplier: 0.5 } };
    await homeDb().batch([
      homeDb()
        .prepare(
          "INSERT INTO loyalty_tiers (project_id, id, campaign_id, name, points_from, earning_rules, rewards, created_at) VALUES (?1, 'ltr_1', ?2, 'Gold', 0, '{}', ?3, '2026-01-01T00:00:00.000Z')",
        )
        .bind(at.project.id, at.id, JSON.stringify(rewards)),
      homeDb()
        .prepare(
          "INSERT INTO loyalty_members (project_id, customer_id, campaign_id, voucher_id, tier_id, created_at) SELECT project_id, holder_id, campaign_id, id, 'ltr_1', '2026-01-01' FROM vouchers WHERE project_id = ?1 AND holder_id IS NOT NULL ON CONFLICT DO UPDATE SET tier_id = 'ltr_1'",
        )
        .bind(at.project.id),
    ]);
    const redemption = await spent(at, reward);
    expect(redemption).toMatchObject({ amount: 75, reward: { loyalty_tier_id: "ltr_1" } });
    await sound(at.project);
  });
});

describe("a member's redemption of points as money", () => {
  it("takes them off the order", async () => {
    const at = await shop(500);
    const body = { reward: { id: at.coin, points: 100 }, order: { amount: 45_000 } };
    const redemption = parsed(Redemption, await at.project.post(pathOf(at.card), body));
    expect(redemption).toMatchObject({
      amount: 100,
      order: { total_amount: 43_000, status: "PAID" },
      reward: { type: "COIN" },
    });
    await sound(at.project);
  });

  it("under a rule of the assignment, which counts what the holder used", async () => {
    const at = await shop(500);
    const conditions = { $less_than_or_equal: [1] };
    const rules = { "1": { name: "redemption.count.per_customer", conditions } };
    await made(
      at.project,
      `/v1/validation-rules/${await ruled(at.project, { rules })}/assignments`,
      {
        related_object_id: at.assignment,
        related_object_type: "reward_assignment",
      },
    );
    const sent = { order: { amount: 100 } };
    await spent(at, at.coin, sent);
    await refused(at, () => spend(at, at.coin, sent), 400, "redemption_rules_violated");
  });

  it("400: without an order", async () => {
    const at = await shop(500);
    await refused(at, () => spend(at, at.coin), 400, "missing_order");
  });
});

describe("a member's redemption of a code", () => {
  it("gives the member one of the campaign", async () => {
    const at = await shop(500);
    const { campaign, reward } = await campaignReward(at, "coupon");
    const redemption = await spent(at, reward);
    expect(redemption).toMatchObject({ amount: 150, voucher: { loyalty_card: { balance: 350 } } });
    const code = redemption.reward?.voucher;
    expect(code).toMatchObject({
      campaign_id: campaign,
      discount: { amount_off: 500 },
      active: true,
    });
    const got = (await at.project.get(`/v1/vouchers/${code?.code}`)).body;
    expect(got).toMatchObject({ holder_id: redemption.customer_id, publish: { count: 1 } });
    const again = parsed(Redemption, await at.project.get(`/v1/redemptions/${redemption.id}`));
    expect(again.reward?.voucher?.code).toBe(code?.code);
    const { redemptions } = (await at.project.get("/v1/redemptions")).body;
    expect(redemptions[0].reward.voucher.code).toBe(code?.code);
    await sound(at.project);
  });

  it("rolled back: a code that was not used is switched off", async () => {
    const at = await shop(500);
    const { reward } = await campaignReward(at, "coupon");
    const redemption = await spent(at, reward);
    const { reward: back } = await rolledBack(at, redemption);
    expect(back?.voucher).toMatchObject({ id: redemption.reward?.voucher?.id, active: false });
    const path = `/v1/vouchers/${redemption.reward?.voucher?.code}`;
    expect((await at.project.get(path)).body.active).toBe(false);
    expect(await pointsOf(at)).toBe(500);
    expect((await eventsOf(at.project.id)).map(({ kind }) => kind)).toContain("voucher.disabled");
    await sound(at.project);
  });

  it("rolled back: a code that was used stays as it is", async () => {
    const at = await shop(500);
    const { reward } = await campaignReward(at, "coupon");
    const redemption = await spent(at, reward);
    const code = redemption.reward?.voucher?.code ?? "";
    expect((await redeem(at.project, code, { order: { amount: 900 } })).status).toBe(200);
    await rolledBack(at, redemption);
    expect((await at.project.get(`/v1/vouchers/${code}`)).body.active).toBe(true);
    expect(await pointsOf(at)).toBe(500);
    await sound(at.project);
  });

  it("400: the campaign has none left, and may be joined once only", async () => {
    const at = await shop(500);
    const none = await campaignReward(at, "coupon", undefined, { type: "STATIC", name: "Static" });
    const keys = ["no_voucher_suitable_for_publication", "voucher_cannot_be_published"] as const;
    const left = await refused(at, () => spend(at, none.reward), 400, keys[0]);
    const once = await campaignReward(at, "coupon", undefined, { join_once: true });
    await spent(at, once.reward);
    const joined = await refused(at, () => spend(at, once.reward), 400, keys[1]);
    const { redemptions } = (await at.project.get("/v1/redemptions?result=FAILURE")).body;
    const recorded = redemptions.map((each: Record<string, unknown>) => [
      each.id,
      each.failure_code,
    ]);
    expect(recorded).toEqual([
      [joined.resource_id, keys[1]],
      [left.resource_id, keys[0]],
    ]);
    const { summary } = (await at.project.get("/v1/customers/ada")).body;
    expect(summary.redemptions).toMatchObject({ total_failed: 2, total_succeeded: 1 });
  });
});

it.each([
  ["code", "coupon", undefined, CAMPAIGNS.coupon.voucher],
  ["card", "gift", 700, CAMPAIGNS.gift.voucher],
] as const)(
  "400: no %s can be made any more, since the campaign's pattern is used up",
  async (_, kind, balance, parts) => {
    const at = await shop(500);
    const voucher = { ...parts, code_config: { pattern: "ONE" } };
    const { campaign, reward } = await campaignReward(at, kind, balance, { voucher });
    const bobs = { campaign: { id: campaign }, customer: { source_id: "bob" } };
    await made(at.project, "/v1/publications", bobs);
    const key = "no_voucher_suitable_for_publication";
    const error = await refused(at, () => spend(at, reward), 400, key);
    expect(error.details).toBe("Couldn't create new vouchers for publication");
    const { redemptions } = (await at.project.get("/v1/redemptions?result=FAILURE")).body;
    expect(redemptions).toMatchObject([{ id: error.resource_id, failure_code: key }]);
    expect(await pointsOf(at)).toBe(500);
  },
);

describe("a reward that adds to the very card that pays for it", () => {
  it("answers and tells the card as both leave it", async () => {
    const at = await shop(500);
    const { id: reward } = await made(at.project, "/v1/rewards", {
      name: "More of the same",
      parameters: { campaign: { id: at.id, balance: 700 } },
    });
    await assigned(at.project, { reward, campaign: at.id, points: 150 });
    const redemption = await spent(at, reward);
    const both = { code: at.card, loyalty_card: { points: 1200, balance: 1050 } };
    expect(redemption.voucher).toMatchObject(both);
    expect(redemption.reward?.voucher).toMatchObject(both);
    expect(await pointsOf(at)).toBe(1050);
    const told = (await eventsOf(at.project.id)).filter(({ kind }) => kind === "customer.rewarded");
    expect(told.map(({ data }) => data.voucher)).toMatchObject([both]);
    expect((await listed(at)).slice(0, 2)).toEqual([1050, 1200]);
    await sound(at.project);
  });

  it.each([
    ["all that was given", 0, 500],
    ["also what comes back, where some of it was spent", 400, 100],
    ["no more than what comes back, where all was spent", 1050, 0],
  ])("rolled back: takes %s", async (_, gone, left) => {
    const at = await shop(500);
    const { project, card } = at;
    const { id: reward } = await made(project, "/v1/rewards", {
      name: "More of the same",
      parameters: { campaign: { id: at.id, balance: 700 } },
    });
    await assigned(project, { reward, campaign: at.id, points: 150 });
    const redemption = await spent(at, reward);
    if (gone > 0) await addPoints(project, card, -gone);
    const rollback = await rolledBack(at, redemption);
    expect(rollback.voucher?.loyalty_card?.balance).toBe(left);
    expect(rollback.reward?.voucher).toEqual({
      ...rollback.reward?.voucher,
      loyalty_card: rollback.voucher?.loyalty_card,
      redemption: rollback.voucher?.redemption,
    });
    const { body: later } = await project.get(`/v1/redemptions/${rollback.id}`);
    expect(rollback).toEqual(later);
    expect(await pointsOf(at)).toBe(left);
    expect((await listed(at)).slice(0, 2)).toEqual([left, 1200 - gone]);
    const told = (await eventsOf(project.id)).slice(-4);
    expect(told.map(({ kind, data }) => [kind, data.voucher])).toMatchObject(
      [
        ["redemption.rollback.succeeded", left],
        ["customer.reward_redemptions.rolledback", left],
        ["voucher.loyalty_card.transaction.created", 1200 - gone],
        ["voucher.loyalty_card.transaction.created", left],
      ].map(([kind, balance]) => [kind, { code: card, loyalty_card: { balance } }]),
    );
    await sound(project);
  });
});

describe.each([
  ["credits", "gift", "gift", 100],
  ["points", "points", "loyalty_card", 10],
] as const)("a member's redemption of %s", (_, kind, part, starts) => {
  it("gives the member a card with them, and adds to that card the next time", async () => {
    const at = await shop(500);
    const { campaign, reward } = await campaignReward(at, kind, 700);
    const first = (await spent(at, reward)).reward?.voucher;
    expect(first).toMatchObject({ campaign_id: campaign, [part]: { balance: starts + 700 } });
    const second = (await spent(at, reward)).reward?.voucher;
    expect(second?.code).toBe(first?.code);
    expect(second?.[part]).toMatchObject({ balance: starts + 1400 });
    const got = (await at.project.get(`/v1/vouchers/${first?.code}`)).body;
    expect(got[part].balance).toBe(starts + 1400);
    const { data } = (await at.project.get(`/v1/vouchers/${first?.code}/transactions`)).body;
    expect(data[0].details).toMatchObject({ reward: { id: reward, name: `Reward ${kind}` } });
    const told = (await eventsOf(at.project.id)).find(({ kind: is }) => is === "customer.rewarded");
    expect(told?.data.balance).toEqual(part === "gift" ? { amount: 700 } : { points: 700 });
    await sound(at.project);
  });

  it("rolled back: as many are taken back as are left", async () => {
    const at = await shop(500);
    const { reward } = await campaignReward(at, kind, 700);
    const redemption = await spent(at, reward);
    const code = redemption.reward?.voucher?.code ?? "";
    const path =
      kind === "gift" ? `/v1/vouchers/${code}/balance` : `/v1/loyalties/members/${code}/balance`;
    const less = kind === "gift" ? { amount: -600 } : { points: -600 };
    expect((await at.project.post(path, less)).status).toBe(200);
    const { reward: back } = await rolledBack(at, redemption);
    expect(back?.voucher?.[part]).toMatchObject({ balance: 0 });
    expect((await at.project.get(`/v1/vouchers/${code}`)).body[part].balance).toBe(0);
    expect(await pointsOf(at)).toBe(500);
    await sound(at.project);
  });
});

describe("credits of a member whose first card of the campaign cannot be used", () => {
  const code = (redemption: Awaited<ReturnType<typeof spent>>) =>
    redemption.reward?.voucher?.code ?? "";
  const balanceOf = async ({ project }: Shop, card: string) =>
    (await project.get(`/v1/vouchers/${card}`)).body.gift.balance;
  const giftCards = async ({ project }: Shop) =>
    (await rowsOf("vouchers", project.id)).filter(({ type }) => type === "GIFT_VOUCHER");

  const over = (card: string) =>
    [`/v1/vouchers/${card}`, { expiration_date: "2020-01-01T00:00:00Z" }, "put"] as const;
  const disabled = (card: string) => [`/v1/vouchers/${card}/disable`, {}, "post"] as const;
  const binned = (card: string) => [`/v1/vouchers/${card}`, undefined, "delete"] as const;
  const deleted = (card: string) =>
    [`/v1/vouchers/${card}?force=true`, undefined, "delete"] as const;

  it.each([
    ["was disabled", disabled],
    ["is over", over],
    ["is in the bin", binned],
    ["was deleted", deleted],
  ])("go onto a second one, and onto that again: the first %s", async (_, change) => {
    const at = await shop(500);
    const { reward } = await campaignReward(at, "gift", 700);
    const [path, body, method] = change(code(await spent(at, reward)));
    expect((await at.project[method](path, body)).status).toBeLessThan(300);
    const before = (await giftCards(at)).length;
    const second = code(await spent(at, reward));
    expect(code(await spent(at, reward))).toBe(second);
    expect(await giftCards(at)).toHaveLength(before + 1);
    expect(await balanceOf(at, second)).toBe(100 + 1400);
    await sound(at.project);
  });

  it("go onto the first one again once it can be used", async () => {
    const at = await shop(500);
    const { reward } = await campaignReward(at, "gift", 700);
    const first = code(await spent(at, reward));
    expect((await at.project.post(`/v1/vouchers/${first}/disable`, {})).status).toBe(200);
    const second = code(await spent(at, reward));
    expect((await at.project.post(`/v1/vouchers/${first}/enable`, {})).status).toBe(200);
    expect(code(await spent(at, reward))).toBe(first);
    expect([await balanceOf(at, first), await balanceOf(at, second)]).toEqual([1500, 800]);
    await sound(at.project);
  });

  it("go onto no card of another campaign, nor onto another customer's", async () => {
    const at = await shop(500);
    const { campaign, reward } = await campaignReward(at, "gift", 700);
    const others = { campaign: { name: "Others" }, customer: { source_id: "ada" } };
    await campaignReward(at, "gift", 700, { name: "Others" });
    await made(at.project, "/v1/publications", others);
    const bobs = { campaign: { id: campaign }, customer: { source_id: "bob" } };
    await made(at.project, "/v1/publications", bobs);
    await spent(at, reward);
    expect((await giftCards(at)).map(({ balance }) => balance).sort()).toEqual([100, 100, 800]);
    await sound(at.project);
  });

  it("cost no more to find, however much the member holds", async () => {
    const at = await shop(1000);
    const { reward } = await campaignReward(at, "gift", 700);
    const first = await spent(at, reward);
    const hold = (from: number, most: number) =>
      homeDb()
        .prepare(
          `WITH RECURSIVE n (at) AS (SELECT ?3 UNION ALL SELECT at + 1 FROM n WHERE at + 1 < ?4)
           INSERT INTO redeemable_holders (project_id, redeemable_id, customer_id, id,
             redeemable_object, campaign_id, holder_role, metadata, created_at)
           SELECT ?1, 'v_' || at, ?2, 'rh_0' || at, 'voucher', 'camp_other', 'OWNER', '{}', '2026'
           FROM n`,
        )
        .bind(at.project.id, first.customer_id, from, most)
        .run();
    const readOf = async () => {
      const reply = await spend(at, reward);
      expect(parsed(Redemption, reply).reward?.voucher?.code).toBe(code(first));
      return costOf(reply).read;
    };
    await hold(10_000, 11_000);
    const read = await readOf();
    await hold(11_000, 13_000);
    expect(await readOf()).toBeLessThan(read + 100);
  });
});

it.each([
  ["coupon", undefined, { active: false }, {}],
  ["gift", 700, { gift: { balance: 100 } }, { amount_deleted: 0 }],
  ["points", 700, { loyalty_card: { balance: 10 } }, { points_deleted: 0 }],
] as const)(
  "rolled back while the %s that it gave is in the bin: that is taken back, too",
  async (kind, balance, left, counted) => {
    const at = await shop(500);
    const { project } = at;
    const { reward, campaign } = await campaignReward(at, kind, balance);
    const redemption = await spent(at, reward);
    const path = `/v1/vouchers/${redemption.reward?.voucher?.code}`;
    expect((await project.delete(path)).status).toBe(204);
    const { reward: back } = await rolledBack(at, redemption);
    expect(back?.voucher).toMatchObject(left);
    const [entry] = (await project.get("/v1/trash-bin")).body.data;
    expect((await project.post(`/v1/trash-bin/${entry.id}/restore`)).status).toBe(200);
    expect((await project.get(path)).body).toMatchObject(left);
    expect(await pointsOf(at)).toBe(500);
    const { body: summary } = await project.get(`/v1/campaigns/${campaign}/summary`);
    expect(summary).toMatchObject(counted);
    await sound(project);
  },
);

it("rolled back once the points of a reward have expired: other points of the card stay", async () => {
  const at = await shop(500);
  const { project } = at;
  const { reward, campaign } = await campaignReward(at, "points", 700);
  const rules = { period_type: "MONTH", period_value: 1 };
  const voucher = { type: "LOYALTY_CARD", loyalty_card: { points: 10, expiration_rules: rules } };
  expect((await project.put(`/v1/campaigns/${campaign}`, { voucher })).status).toBe(200);
  const redemption = await spent(at, reward);
  const code = redemption.reward?.voucher?.code ?? "";
  const balanceOf = async () =>
    (await project.get(`/v1/vouchers/${code}`)).body.loyalty_card.balance;
  expect(await balanceOf()).toBe(710);
  await homeDb()
    .prepare("UPDATE loyalty_points_buckets SET due_at = ?2 WHERE project_id = ?1 AND due_at > ?2")
    .bind(project.id, "2026-01-01T00:00:00.000Z")
    .run();
  await nightOf(project);
  expect(await balanceOf()).toBe(0);
  await addPoints(project, code, 30, { expiration_type: "NON_EXPIRING" });
  const before = await rowsOf("loyalty_points_moves", project.id);
  const { reward: back } = await rolledBack(at, redemption);
  expect(back?.voucher?.loyalty_card).toMatchObject({ balance: 30 });
  expect(await balanceOf()).toBe(30);
  // Only what was paid has moved.
  expect(await rowsOf("loyalty_points_moves", project.id)).toHaveLength(before.length + 1);
  expect(await pointsOf(at)).toBe(500);
  await sound(project);
});

describe("a member's redemption that is refused", () => {
  it("400: no reward is named", async () => {
    const at = await shop(500);
    await refused(at, () => spend(at, null), 400, "missing_reward");
  });

  it("400: it costs more than is on the card", async () => {
    const at = await shop(149);
    const { reward } = await mug(at, { stock: 1 });
    const error = await refused(at, () => spend(at, reward), 400, "loyalty_card_points_exceeded");
    expect(error).toMatchObject({ details: at.card, resource_id: expect.stringMatching(/^rf_/) });
  });

  it("404: the reward is of no program, the card not there, of another program, or no card", async () => {
    const at = await shop(500);
    const { reward } = await mug(at);
    const other = await coinReward(at.project);
    await refused(at, () => spend(at, other), 404, "not_found");
    const body = { reward: { id: reward } };
    await made(at.project, "/v1/vouchers", {
      code: "PLAIN",
      type: "DISCOUNT_VOUCHER",
      discount: { type: "AMOUNT", amount_off: 1 },
    });
    for (const path of [
      pathOf("NOBODY"),
      pathOf("PLAIN"),
      `/v1/loyalties/camp_none/members/${at.card}/redemption`,
    ]) {
      const error = await refused(at, () => at.project.post(path, body), 404, "not_found");
      expect(error.resource_type).toBe("voucher");
    }
  });

  it("400: nobody holds the card", async () => {
    const at = await shop(500);
    const { reward } = await mug(at);
    await homeDb()
      .prepare("UPDATE vouchers SET holder_id = NULL WHERE project_id = ?")
      .bind(at.project.id)
      .run();
    await refused(at, () => spend(at, reward), 400, "invalid_customer");
  });

  it("404: the product was deleted since", async () => {
    const at = await shop(500);
    const { reward } = await mug(at);
    const [product] = await rowsOf("products", at.project.id);
    expect((await at.project.delete(`/v1/products/${product?.id}?force=true`)).status).toBe(204);
    await refused(at, () => spend(at, reward), 404, "not_found");
  });
});
