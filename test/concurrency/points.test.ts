import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { rowsOf, type TestProject } from "../support/api";
import { expectSound } from "../support/invariants";
import { expectSound as expectPointsSound } from "../support/loyalty";
import { countsOf, parallel } from "../support/redeeming";
import { ADA, addPoints, paying, type Shop, shop } from "../support/spending";

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

describe("1000 points, spent in parallel", () => {
  it.each([
    ["100 points asked for each time", 100],
    ["orders that take 100 points each", undefined],
  ])("100 redemptions with %s: ten succeed", async (_, points) => {
    const made = await shop(1000);
    const replies = await parallel(100, (at) => spend(made, at, points));
    expect(countsOf(replies)).toEqual({ "200": 10, "400 loyalty_card_points_exceeded": 90 });
    const balances = replies
      .filter(({ status }) => status === 200)
      .map(({ body }) => body.redemptions[0].voucher.loyalty_card.balance)
      .sort((a, b) => a - b);
    expect(balances).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
    expect(await cardOf(made)).toMatchObject({ points: 1000, balance: 0 });
    await sound(made.project);
  });

  it("with points taken away by hand meanwhile: never below zero", async () => {
    const made = await shop(1000);
    const replies = await parallel(40, (at) =>
      at % 2 === 0
        ? spend(made, at)
        : made.project.post(`/v1/loyalties/members/${made.card}/balance`, { points: -100 }),
    );
    const done = replies.filter(({ status }) => status === 200).length;
    expect(done).toBeLessThanOrEqual(10);
    expect((await cardOf(made)).balance).toBe(1000 - 100 * done);
    await sound(made.project);
  });

  it("from buckets that expire on different days: each is emptied once", async () => {
    const made = await shop(0);
    for (const day of ["2099-01-31", "2099-02-28", "2099-03-31"]) {
      const expires = { expiration_type: "CUSTOM_DATE", expiration_date: day };
      await addPoints(made.project, made.card, 170, expires);
    }
    const replies = await parallel(20, (at) => spend(made, at));
    expect(countsOf(replies)).toEqual({ "200": 5, "400 loyalty_card_points_exceeded": 15 });
    expect(await cardOf(made)).toMatchObject({
      balance: 10,
      next_expiration_date: "2099-03-31",
      next_expiration_points: 10,
    });
    await sound(made.project);
  });

  it("rolled back by twenty at once: they come back once", async () => {
    const made = await shop(1000);
    const { body } = await spend(made, 0);
    const path = `/v1/redemptions/${body.redemptions[0].id}/rollback`;
    const replies = await parallel(20, () => made.project.post(path, {}));
    expect(countsOf(replies)).toEqual({ "200": 1, "400 already_rolled_back": 19 });
    expect((await cardOf(made)).balance).toBe(1000);
    await sound(made.project);
  });
});

describe("the last reward in stock", () => {
  it("goes to one of fifty", async () => {
    const made = await shop(10_000);
    await env.DB.prepare("UPDATE rewards SET stock = 1 WHERE project_id = ?")
      .bind(made.project.id)
      .run();
    const replies = await parallel(50, (at) => spend(made, at));
    expect(countsOf(replies)).toEqual({ "200": 1, "400 quantity_exceeded": 49 });
    expect(await rowsOf("rewards", made.project.id)).toMatchObject([{ stock: 1, redeemed: 1 }]);
    expect((await cardOf(made)).balance).toBe(9900);
    await sound(made.project);
  });
});

describe("a reward that changes while it is paid with", () => {
  it("is never paid at two prices, nor once it is out of the program", async () => {
    const made = await shop(10_000);
    const path = `/v1/rewards/${made.coin}`;
    const replies = await parallel(20, (at) =>
      at === 10
        ? made.project.put(path, {
            parameters: { coin: { exchange_ratio: 10, points_ratio: 100 } },
          })
        : spend(made, at),
    );
    expect(countsOf(replies)).toEqual({ "200": 20 });
    for (const { body } of replies.filter((_, at) => at !== 10)) {
      const [{ amount, reward }] = body.redemptions;
      const { exchange_ratio } = reward.parameters.coin;
      expect([exchange_ratio, amount]).toEqual(exchange_ratio === 20 ? [20, 100] : [10, 200]);
    }
    await sound(made.project);
  });
});
