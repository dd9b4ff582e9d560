import { describe, expect, it } from "vitest";
import { eventsOf, rowsOf, type TestProject } from "../support/api";
import { made } from "../support/deciding";
import { expectSound } from "../support/invariants";
import { expectSound as expectPointsSound } from "../support/loyalty";
import { homeDb } from "../support/places";
import { countsOf, parallel } from "../support/redeeming";
import { goodsReward } from "../support/rewarding";
import { ADA, addPoints, assigned, paying, type Shop, shop } from "../support/spending";

const sound = async (project: TestProject) => {
  await expectPointsSound(project);
  await expectSound(project.id);
};

/** Pays with points for an order of its own, of 20.00. */
const spend = ({ project, card, coin }: Shop, at: number, points?: number) =>
  project.post("/v1/redemptions", {
    redeemables: [paying(card, coin, points)],
    order: { source_id: `order-${at}`, amount: 2000 },
    customer: ADA,
  });

const cardOf = async ({ project, card }: Shop) =>
  (await project.get(`/v1/vouchers/${card}`)).body.loyalty_card;

interface Told {
  transaction?: { type: string };
  balance?: { balance: number };
}

const isSpent = (data: Told): boolean => data.transaction?.type === "POINTS_REDEMPTION";
const balanceIn = (data: Told): number | undefined => data.balance?.balance;

describe("1000 points, spent in parallel", () => {
  it.each([
    ["100 points asked for each time", 100],
    ["orders that take 100 points each", undefined],
  ])("100 redemptions with %s: ten succeed", async (_, points) => {
    const at = await shop(1000);
    const replies = await parallel(100, (n) => spend(at, n, points));
    expect(countsOf(replies)).toEqual({ "200": 10, "400 loyalty_card_points_exceeded": 90 });
    const balances = replies
      .filter(({ status }) => status === 200)
      .map(({ body }) => body.redemptions[0].voucher.loyalty_card.balance)
      .sort((a, b) => a - b);
    expect(balances).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
    const told = (await eventsOf(at.project.id)).filter(({ data }) => isSpent(data));
    expect(told.map(({ data }) => balanceIn(data))).toEqual(balances.toReversed());
    expect(await cardOf(at)).toMatchObject({ points: 1000, balance: 0 });
    await sound(at.project);
  });

  it("with points taken away by hand meanwhile: never below zero", async () => {
    const at = await shop(1000);
    const replies = await parallel(40, (n) =>
      n % 2 === 0
        ? spend(at, n)
        : at.project.post(`/v1/loyalties/members/${at.card}/balance`, { points: -100 }),
    );
    const done = replies.filter(({ status }) => status === 200).length;
    expect(done).toBeLessThanOrEqual(10);
    expect((await cardOf(at)).balance).toBe(1000 - 100 * done);
    await sound(at.project);
  });

  it("from buckets that expire on different days: each is emptied once", async () => {
    const at = await shop(0);
    for (const day of ["2099-01-31", "2099-02-28", "2099-03-31"]) {
      const expires = { expiration_type: "CUSTOM_DATE", expiration_date: day };
      await addPoints(at.project, at.card, 170, expires);
    }
    const replies = await parallel(20, (n) => spend(at, n));
    expect(countsOf(replies)).toEqual({ "200": 5, "400 loyalty_card_points_exceeded": 15 });
    expect(await cardOf(at)).toMatchObject({
      balance: 10,
      next_expiration_date: "2099-03-31",
      next_expiration_points: 10,
    });
    await sound(at.project);
  });

  it("rolled back by twenty at once: they come back once", async () => {
    const at = await shop(1000);
    const { body } = await spend(at, 0);
    const path = `/v1/redemptions/${body.redemptions[0].id}/rollback`;
    const replies = await parallel(20, () => at.project.post(path, {}));
    expect(countsOf(replies)).toEqual({ "200": 1, "400 already_rolled_back": 19 });
    expect((await cardOf(at)).balance).toBe(1000);
    await sound(at.project);
  });
});

describe("the last reward in stock", () => {
  it("goes to one of fifty", async () => {
    const at = await shop(10_000);
    await homeDb()
      .prepare("UPDATE rewards SET stock = 1 WHERE project_id = ?")
      .bind(at.project.id)
      .run();
    const replies = await parallel(50, (n) => spend(at, n));
    expect(countsOf(replies)).toEqual({ "200": 1, "400 quantity_exceeded": 49 });
    expect(await rowsOf("rewards", at.project.id)).toMatchObject([{ stock: 1, redeemed: 1 }]);
    expect((await cardOf(at)).balance).toBe(9900);
    await sound(at.project);
  });
});

describe("a reward that changes while it is paid with", () => {
  it("is never paid at two prices, nor once it is out of the program", async () => {
    const at = await shop(10_000);
    const path = `/v1/rewards/${at.coin}`;
    const replies = await parallel(20, (n) =>
      n === 10
        ? at.project.put(path, {
            parameters: { coin: { exchange_ratio: 10, points_ratio: 100 } },
          })
        : spend(at, n),
    );
    expect(countsOf(replies)).toEqual({ "200": 20 });
    for (const { body } of replies.filter((_, n) => n !== 10)) {
      const [{ amount, reward }] = body.redemptions;
      const { exchange_ratio } = reward.parameters.coin;
      expect([exchange_ratio, amount]).toEqual(exchange_ratio === 20 ? [20, 100] : [10, 200]);
    }
    await sound(at.project);
  });
});

describe("rewards that members redeem at once", () => {
  const redeem = ({ project, card }: Shop, reward: string) =>
    project.post(`/v1/loyalties/members/${card}/redemption`, { reward: { id: reward } });

  async function ofCampaign({ project, id }: Shop, campaign: object, balance?: number) {
    const given = await made(project, "/v1/campaigns", campaign);
    const parameters = { campaign: { id: given.id, ...(balance && { balance }) } };
    const { id: reward } = await made(project, "/v1/rewards", { parameters });
    await assigned(project, { reward, campaign: id, points: 10 });
    return reward;
  }

  it("the last mug goes to one of fifty", async () => {
    const at = await shop(10_000);
    const reward = await goodsReward(at.project, { stock: 1 });
    await assigned(at.project, { reward, campaign: at.id, points: 10 });
    const replies = await parallel(50, () => redeem(at, reward));
    expect(countsOf(replies)).toEqual({ "200": 1, "400 quantity_exceeded": 49 });
    expect((await cardOf(at)).balance).toBe(9990);
    await sound(at.project);
  });

  it("the last code of a campaign goes to one of twenty, and the others keep their points", async () => {
    const at = await shop(1000);
    const reward = await ofCampaign(at, {
      name: "Codes",
      type: "STATIC",
      vouchers_count: 1,
      voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 500 } },
    });
    const replies = await parallel(20, () => redeem(at, reward));
    const none = "400 no_voucher_suitable_for_publication";
    expect(countsOf(replies)).toEqual({ "200": 1, [none]: 19 });
    expect((await cardOf(at)).balance).toBe(990);
    await sound(at.project);
  });

  it("credits go onto one new card where there was none that can be used", async () => {
    const at = await shop(1000);
    const campaign = {
      name: "Gifts",
      type: "AUTO_UPDATE",
      campaign_type: "GIFT_VOUCHERS",
      voucher: { type: "GIFT_VOUCHER", gift: { amount: 100 } },
    };
    const reward = await ofCampaign(at, campaign, 700);
    const balances = async () =>
      (await rowsOf("vouchers", at.project.id))
        .filter(({ type }) => type === "GIFT_VOUCHER")
        .map(({ balance }) => Number(balance))
        .sort((a, b) => a - b);
    expect(countsOf(await parallel(5, () => redeem(at, reward)))).toEqual({ "200": 5 });
    expect(await balances()).toEqual([100 + 5 * 700]);
    await homeDb()
      .prepare("UPDATE vouchers SET active = 0 WHERE project_id = ? AND type = 'GIFT_VOUCHER'")
      .bind(at.project.id)
      .run();
    expect(countsOf(await parallel(4, () => redeem(at, reward)))).toEqual({ "200": 4 });
    expect(await balances()).toEqual([100 + 4 * 700, 100 + 5 * 700]);
    expect((await cardOf(at)).balance).toBe(910);
    await sound(at.project);
  });

  it("credits go onto one card, each once, and each entry tells what it left", async () => {
    const at = await shop(1000);
    const voucher = { type: "GIFT_VOUCHER", gift: { amount: 0 } };
    const campaign = {
      name: "Gifts",
      type: "AUTO_UPDATE",
      campaign_type: "GIFT_VOUCHERS",
      voucher,
    };
    const reward = await ofCampaign(at, campaign, 700);
    const first = await redeem(at, reward);
    const { code } = first.body.reward.voucher;
    const replies = await parallel(10, () => redeem(at, reward));
    expect(countsOf(replies)).toEqual({ "200": 10 });
    expect((await at.project.get(`/v1/vouchers/${code}`)).body.gift.balance).toBe(11 * 700);
    const added = (await eventsOf(at.project.id)).filter(
      ({ kind }) => kind === "voucher.gift.balance_aded",
    );
    expect(added.map(({ data }) => data.balance.balance)).toEqual(
      Array.from({ length: 11 }, (_, n) => (n + 1) * 700),
    );
    expect((await cardOf(at)).balance).toBe(890);
    await sound(at.project);
  });
});
