import { describe, expect, it } from "vitest";
import { Redemption, Rollback } from "../../src/model/redemption";
import { ClientRedemptionAnswer } from "../../src/resources/redemptions/schema";
import { ClientValidation, VoucherValidation } from "../../src/resources/validations/schema";
import { costOf, eventsOf, parsed, rowsOf, type TestProject } from "../support/api";
import { ruled } from "../support/carts";
import { made, redeemed, stacked, stateOf, validated } from "../support/deciding";
import { failure } from "../support/failure";
import { heldIn, NOTHING_HELD, session } from "../support/holding";
import { expectSound } from "../support/invariants";
import { bucketsOf, expectSound as expectPointsSound } from "../support/loyalty";
import { homeDb } from "../support/places";
import { giftCard, voucher } from "../support/redeeming";
import { coinReward, goodsReward } from "../support/rewarding";
import { ADA, addPoints, assigned, paying, shop } from "../support/spending";

const ORDER = { source_id: "order-1", amount: 45_000 };
const SENT = { order: ORDER, customer: ADA };

const balanceOf = async (project: TestProject, card: string) =>
  (await project.get(`/v1/vouchers/${card}`)).body.loyalty_card.balance;

const sound = async (project: TestProject) => {
  await expectPointsSound(project);
  await expectSound(project.id);
};

/** Posts a redemption that is refused, and leaves all but its own record as it was. */
async function refused(project: TestProject, all: object[], sent: object, key: string) {
  const but = ["redemptions", "outbox", "customers", "campaign_days", "days_v"];
  const before = await stateOf(project, but);
  const stock = await rowsOf("rewards", project.id);
  const reply = await project.post("/v1/redemptions", { redeemables: all, ...sent });
  const error = failure(reply, key === "not_found" ? 404 : 400, key);
  expect(await stateOf(project, but)).toEqual(before);
  expect(await rowsOf("rewards", project.id)).toEqual(stock);
  await sound(project);
  return error;
}

describe("POST /v1/validations with a loyalty card", () => {
  it("as many whole packs as pay for the order, and nothing is taken", async () => {
    const { project, card, coin } = await shop(2300);
    const before = await stateOf(project, ["campaign_days", "days_v"]);
    const answer = await validated(project, [paying(card, coin)], SENT);
    expect(answer.redeemables).toMatchObject([
      {
        status: "APPLICABLE",
        id: card,
        object: "voucher",
        result: { loyalty_card: { points: 2300 } },
      },
    ]);
    expect(answer.redeemables[0]?.result).toEqual({ loyalty_card: { points: 2300 } });
    expect(answer.order).toMatchObject({ total_discount_amount: 45_000, total_amount: 0 });
    expect(await stateOf(project, ["campaign_days", "days_v"])).toEqual(before);
  });

  it("in one round trip, without a write", async () => {
    const { project, card, coin } = await shop(2300);
    const body = { redeemables: [paying(card, coin)], ...SENT };
    await project.post("/v1/validations", body);
    const { roundTrips, written } = costOf(await project.post("/v1/validations", body));
    expect([roundTrips, written]).toEqual([1, 0]);
  });

  it("of one code, flat", async () => {
    const { project, card, coin } = await shop(2300);
    const body = { ...SENT, reward: { id: coin, points: 100 } };
    const answer = parsed(
      VoucherValidation,
      await project.post(`/v1/vouchers/${card}/validate`, body),
    );
    expect(answer).toMatchObject({
      valid: true,
      loyalty_card: { points: 100 },
      loyalty: { points_cost: 100 },
      reward: { id: coin, assignment_id: expect.stringMatching(/^rewa_/), points: 100 },
    });
  });

  it("what the order's own redemption took does not count against it", async () => {
    const { project, card, coin } = await shop(2300);
    const { order } = await redeemed(project, [paying(card, coin)], SENT);
    expect(await balanceOf(project, card)).toBe(0);
    const again = { order: { id: order?.id }, customer: ADA };
    for (const _ of [1, 2]) {
      const answer = await validated(project, [paying(card, coin)], again);
      expect(answer).toMatchObject({
        valid: true,
        redeemables: [{ result: { loyalty_card: { points: 2300 } } }],
      });
    }
    const other = { order: { source_id: "order-2", amount: 100 }, customer: ADA };
    const refused = await validated(project, [paying(card, coin)], other);
    expect(refused.redeemables).toMatchObject([
      { result: { error: { key: "loyalty_card_points_exceeded", details: card } } },
    ]);
  });
});

describe("POST /v1/redemptions with a loyalty card", () => {
  it("takes the points that are asked for, off the card and off the order", async () => {
    const { project, card, coin, assignment } = await shop(2300);
    const answer = await redeemed(project, [paying(card, coin, 100)], SENT);
    const [redemption] = answer.redemptions;
    expect(redemption).toMatchObject({
      amount: 100,
      loyalty_card: { points: 100 },
      order: { amount: 45_000, total_discount_amount: 2000, total_amount: 43_000, status: "PAID" },
      voucher: {
        loyalty_card: { points: 2300, balance: 2200 },
        redemption: { redeemed_quantity: 1, redeemed_points: 100 },
      },
    });
    expect(redemption).not.toHaveProperty("gift");
    expect(redemption?.reward).toEqual({
      id: coin,
      name: "Pay with points",
      type: "COIN",
      parameters: { coin: { exchange_ratio: 20, points_ratio: 100 } },
      created_at: expect.any(String),
      assignment_id: assignment,
      loyalty_tier_id: null,
      customer: { id: redemption?.customer_id, source_id: "ada", object: "customer" },
      voucher: null,
      product: null,
      sku: null,
      object: "reward",
    });
    const got = parsed(Redemption, await project.get(`/v1/redemptions/${redemption?.id}`));
    expect(got).toMatchObject({ amount: 100, loyalty_card: { points: 100 } });
    expect(got.reward).toEqual(redemption?.reward);
    await sound(project);
  });

  it("writes the card's ledger, and counts for customer, campaign and reward", async () => {
    const { project, id, card, coin } = await shop(2300);
    const { redemptions } = await redeemed(project, [paying(card, coin, 100)], SENT);
    const { body } = await project.get(`/v1/vouchers/${card}/transactions`);
    expect(body.data[0]).toMatchObject({
      type: "POINTS_REDEMPTION",
      details: {
        balance: { points: -100, total: 2300, balance: 2200, operation_type: "AUTOMATIC" },
        redemption: { id: redemptions[0]?.id },
        order: { id: redemptions[0]?.order?.id },
        reward: { id: coin, name: "Pay with points" },
      },
      related_transaction_id: null,
    });
    const ada = (await project.get("/v1/customers/ada")).body;
    expect(ada.summary.redemptions).toMatchObject({
      total_succeeded: 1,
      gift: { redeemed_amount: 0 },
      loyalty_card: { redeemed_points: 100 },
    });
    const summary = (await project.get(`/v1/campaigns/${id}/summary`)).body;
    expect(summary).toMatchObject({ points_redeemed: 100, points_rolledback: 0 });
    expect(await rowsOf("rewards", project.id)).toMatchObject([{ redeemed: 1 }]);
    await sound(project);
  });

  it("tells of the redemption and of the card's entry, with the holder", async () => {
    const { project, card, coin } = await shop(2300);
    const { redemptions } = await redeemed(project, [paying(card, coin, 100)], SENT);
    const events = (await eventsOf(project.id)).slice(-2);
    expect(events.map(({ kind }) => kind)).toEqual([
      "redemption.succeeded",
      "voucher.loyalty_card.transaction.created",
    ]);
    expect(events[0]?.data).toMatchObject({
      redemption: { id: redemptions[0]?.id, loyalty_card: { points: 100 }, reward: { id: coin } },
      voucher: { loyalty_card: { balance: 2200 } },
    });
    expect(events[1]?.data).toMatchObject({
      transaction: { type: "POINTS_REDEMPTION" },
      balance: { points: -100, total: 2300, balance: 2200 },
      holder: { source_id: "ada" },
      order: { amount: 45_000 },
      redemption: { id: redemptions[0]?.id, amount: 100 },
      reward: { id: coin, name: "Pay with points" },
      voucher: { code: card, loyalty_card: { balance: 2200 } },
    });
  });

  it("takes the points that expire soonest, and answers what expires next", async () => {
    const { project, card, coin } = await shop(50);
    await addPoints(project, card, 30, {
      expiration_type: "CUSTOM_DATE",
      expiration_date: "2099-12-31",
    });
    await addPoints(project, card, 20, {
      expiration_type: "CUSTOM_DATE",
      expiration_date: "2099-06-30",
    });
    const one = await redeemed(project, [paying(card, coin, 5)], SENT);
    expect(one.redemptions[0]?.voucher?.loyalty_card).toMatchObject({
      balance: 95,
      next_expiration_date: "2099-06-30",
      next_expiration_points: 15,
    });
    const more = { ...SENT, order: { source_id: "order-2", amount: 45_000 } };
    const two = await redeemed(project, [paying(card, coin, 20)], more);
    expect(two.redemptions[0]?.voucher?.loyalty_card).toMatchObject({
      balance: 75,
      next_expiration_date: "2099-12-31",
      next_expiration_points: 25,
    });
    expect(await bucketsOf(project)).toEqual([
      ["2099-06-30", 0],
      ["2099-12-31", 25],
      ["never", 50],
    ]);
    await sound(project);
  });

  it("after a voucher and a gift card, what these left", async () => {
    const { project, card, coin } = await shop(9000);
    await voucher(project, "OFF", { discount: { type: "AMOUNT", amount_off: 5000 } });
    await giftCard(project, "GIFT", 1000);
    const named = [
      { object: "voucher", id: "OFF" },
      { object: "voucher", id: "GIFT" },
      paying(card, coin),
    ];
    // 450.00 less 50.00 less 10.00 is 390.00: 20 packs of 20.00.
    const answer = await redeemed(project, named, SENT);
    expect(
      answer.redemptions.map(({ amount, gift, loyalty_card }) => [amount, gift, loyalty_card]),
    ).toEqual([
      [undefined, undefined, undefined],
      [1000, { amount: 1000 }, undefined],
      [2000, undefined, { points: 2000 }],
    ]);
    expect(answer.order).toMatchObject({ total_discount_amount: 45_000, total_amount: 0 });
    await sound(project);
  });

  it("nothing left to pay: a use of no points, without an entry in the ledger", async () => {
    const { project, card, coin } = await shop(2300);
    const order = { source_id: "free", amount: 0 };
    const answer = await redeemed(project, [paying(card, coin)], { order, customer: ADA });
    expect(answer.redemptions[0]).toMatchObject({ amount: 0, loyalty_card: { points: 0 } });
    const { body } = await project.get(`/v1/vouchers/${card}/transactions`);
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(["POINTS_ADDITION"]);
    await sound(project);
  });

  it("in a currency without decimals a ratio of 20 is 20", async () => {
    const { project, card, coin } = await shop(2300, { currency: "JPY" });
    const answer = await redeemed(project, [paying(card, coin, 100)], SENT);
    expect(answer.order).toMatchObject({ total_discount_amount: 20, total_amount: 44_980 });
  });

  it("of a holder in no tier, through the card's own path, by the card's id", async () => {
    const { project, card, coin } = await shop(2300);
    const { id } = (await project.get(`/v1/vouchers/${card}`)).body;
    const body = { ...SENT, reward: { id: coin, points: 50 } };
    const reply = await project.post(`/v1/vouchers/${id}/redemption`, body);
    expect(parsed(Redemption, reply)).toMatchObject({ amount: 50, loyalty_card: { points: 50 } });
    await sound(project);
  });

  it("the same key answers the same, and takes once", async () => {
    const { project, card, coin } = await shop(2300);
    const body = { redeemables: [paying(card, coin, 100)], ...SENT };
    const post = () => project.post("/v1/redemptions", body, { "idempotency-key": "once" });
    const [first, second] = [await post(), await post()];
    expect(second.body).toEqual(first.body);
    expect(await balanceOf(project, card)).toBe(2200);
  });
});

describe("a redemption with a loyalty card that is refused", () => {
  it.each([
    ["400: more than is on it", 2301, "loyalty_card_points_exceeded"],
    ["400: it does not pay for the whole order", undefined, "loyalty_card_points_exceeded"],
  ])("%s", async (_, points, key) => {
    const { project, card, coin } = await shop(2299);
    const { details } = await refused(project, [paying(card, coin, points)], SENT, key);
    expect(details).toBe(card);
  });

  it("400: no reward is named", async () => {
    const { project, card } = await shop(2300);
    const error = await refused(project, [paying(card, null)], SENT, "missing_reward");
    expect(error.details).toBe("A reward is required when redeeming a LOYALTY_CARD");
  });

  it.each([
    ["by somebody else", { source_id: "bob" }],
    ["by nobody", undefined],
  ])("400: %s", async (_, customer) => {
    const { project, card, coin } = await shop(2300);
    const sent = { order: ORDER, ...(customer && { customer }) };
    const error = await refused(project, [paying(card, coin)], sent, "invalid_customer");
    expect(error).toMatchObject({
      message: "Customer must be a holder of a loyalty card.",
      details: card,
    });
  });

  it.each([
    ["is not there", async () => "rew_none"],
    ["is of no program", async (project: TestProject) => coinReward(project)],
    [
      "is of another program",
      async (project: TestProject) => {
        const reward = await coinReward(project);
        const voucher = { type: "LOYALTY_CARD", loyalty_card: { points: 0 } };
        const other = await made(project, "/v1/loyalties", { name: "Other", voucher });
        await assigned(project, { reward, campaign: other.id });
        return reward;
      },
    ],
  ])("404: the reward %s", async (_, reward) => {
    const { project, card } = await shop(2300);
    const id = await reward(project);
    const error = await refused(project, [paying(card, id)], SENT, "not_found");
    expect(error).toMatchObject({ details: `Cannot find reward with id ${id}` });
  });

  it("400: the reward is no coin", async () => {
    const { project, id, card } = await shop(2300);
    const mug = await goodsReward(project);
    await assigned(project, { reward: mug, campaign: id, points: 10 });
    const error = await refused(project, [paying(card, mug)], SENT, "invalid_redeemables");
    expect(error.details).toBe(
      `Reward with id ${mug} is not a coin: it is redeemed by the member, not on an order`,
    );
  });

  it("400: without an order, and without its amount", async () => {
    const { project, card, coin } = await shop(2300);
    const customer = ADA;
    await refused(project, [paying(card, coin, 100)], { customer }, "missing_order");
    const order = { source_id: "empty" };
    await refused(project, [paying(card, coin, 100)], { customer, order }, "missing_amount");
  });

  it("400: a card that is in no program has no rewards", async () => {
    const { project, coin } = await shop(0);
    await homeDb()
      .prepare(
        "UPDATE vouchers SET campaign_id = NULL, code = 'LONE', code_key = 'lone' WHERE project_id = ? AND type = 'LOYALTY_CARD'",
      )
      .bind(project.id)
      .run();
    const reply = await project.post("/v1/redemptions", {
      redeemables: [paying("LONE", coin)],
      ...SENT,
    });
    failure(reply, 404, "not_found");
  });

  it("400: of points that are none", async () => {
    const { project, card, coin } = await shop(2300);
    const body = { redeemables: [paying(card, coin, 0)], ...SENT };
    failure(await project.post("/v1/redemptions", body), 400, "invalid_payload");
  });
});

describe("rules of a reward in its program", () => {
  const used = (points: number) => ({
    "1": {
      name: "redemption.reward.pay_with_points.points_used",
      conditions: { $less_than_or_equal: [points] },
    },
  });
  const assign = (project: TestProject, rule: string, id: string, type: string) =>
    made(project, `/v1/validation-rules/${rule}/assignments`, {
      related_object_id: id,
      related_object_type: type,
    });

  it("are checked like those of the card, with the points that are used", async () => {
    const { project, card, coin, assignment } = await shop(2300);
    const rule = await ruled(project, { rules: used(100) });
    await assign(project, rule, assignment, "reward_assignment");
    const error = await refused(
      project,
      [paying(card, coin, 101)],
      SENT,
      "redemption_rules_violated",
    );
    expect(error.details).toBe(
      `Loyalty Card cannot be redeemed because of violated validation rules: ${rule}`,
    );
    await redeemed(project, [paying(card, coin, 100)], SENT);
    await sound(project);
  });

  it("count the uses of the card", async () => {
    const { project, card, coin, assignment } = await shop(2300);
    const rules = {
      "1": { name: "redemption.count.per_customer", conditions: { $less_than_or_equal: [1] } },
    };
    await assign(project, await ruled(project, { rules }), assignment, "reward_assignment");
    await redeemed(project, [paying(card, coin, 1)], SENT);
    const sent = { ...SENT, order: { source_id: "order-2", amount: 100 } };
    await refused(project, [paying(card, coin, 1)], sent, "redemption_rules_violated");
  });
});

describe("points that a session holds", () => {
  it("are not there for others, and go to the one who holds them", async () => {
    const { project, card, coin } = await shop(2300);
    const named = [paying(card, coin, 2000)];
    const sent = { redeemables: named, ...SENT, session: session("cart") };
    expect((await project.post("/v1/validations", sent)).body.valid).toBe(true);
    expect((await heldIn(project)).sums).toEqual({ [card]: [1, 2000] });
    const other = { ...SENT, order: { source_id: "order-2", amount: 45_000 } };
    await refused(project, [paying(card, coin, 301)], other, "loyalty_card_points_exceeded");
    await redeemed(project, [paying(card, coin, 300)], other);
    await redeemed(project, named, { ...SENT, session: { key: "cart" } });
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    expect(await balanceOf(project, card)).toBe(0);
    await sound(project);
  });

  it("are not taken off by hand, and the refusal says how many there are of them", async () => {
    const { project, id, card, coin } = await shop(100);
    const sent = { redeemables: [paying(card, coin, 60)], ...SENT, session: session("cart") };
    expect((await project.post("/v1/validations", sent)).body.valid).toBe(true);
    const bob = { customer: { source_id: "bob" } };
    const { code } = (await project.post(`/v1/loyalties/${id}/members`, bob)).body;
    const before = await stateOf(project);
    const member = `/v1/loyalties/${id}/members/${card}`;
    for (const [path, body] of [
      [`/v1/vouchers/${card}/balance`, { amount: -41 }],
      [`${member}/balance`, { points: -41 }],
      [`/v1/loyalties/Points/members/${code}/transfers`, [{ code: card, points: 41 }]],
    ] as const) {
      const refusal = failure(await project.post(path, body), 400, "invalid_add_balance_params");
      expect(refusal.details).toBe(
        "The balance cannot go below what sessions hold: 60 of 100 on the card",
      );
    }
    expect(await stateOf(project)).toEqual(before);
    await project.post(`${member}/balance`, { points: -40 });
    expect(await balanceOf(project, card)).toBe(60);
    await sound(project);
  });

  it("held twice under one key are held once", async () => {
    const { project, card, coin } = await shop(2300);
    const post = (points: number) =>
      project.post("/v1/validations", {
        redeemables: [paying(card, coin, points)],
        ...SENT,
        session: session("cart"),
      });
    await post(2300);
    expect((await post(2200)).body.valid).toBe(true);
    expect((await heldIn(project)).sums).toEqual({ [card]: [1, 2200] });
  });
});

describe("POST /v1/redemptions/{id}/rollback of points", () => {
  it("puts them back where they were taken from, and counts back", async () => {
    const { project, id, card, coin } = await shop(50);
    await addPoints(project, card, 30, {
      expiration_type: "CUSTOM_DATE",
      expiration_date: "2099-12-31",
    });
    const before = await bucketsOf(project);
    const { redemptions } = await redeemed(project, [paying(card, coin, 70)], SENT);
    const path = `/v1/redemptions/${redemptions[0]?.id}/rollback`;
    const rollback = parsed(Rollback, await project.post(path, {}));
    expect(rollback).toMatchObject({
      amount: -70,
      loyalty_card: { points: -70 },
      reward: { id: coin, customer: { source_id: "ada" } },
      order: { status: "CANCELED", total_amount: 45_000 },
      voucher: {
        loyalty_card: { points: 80, balance: 80, next_expiration_points: 30 },
        redemption: { redeemed_points: 0 },
      },
    });
    expect(await bucketsOf(project)).toEqual(before);
    const [refund, spent] = (await project.get(`/v1/vouchers/${card}/transactions`)).body.data;
    expect(refund).toMatchObject({
      type: "POINTS_REFUND",
      related_transaction_id: spent.id,
      details: {
        balance: { points: 70, total: 80, balance: 80 },
        redemption: { id: redemptions[0]?.id },
        rollback: { id: rollback.id },
        reward: { id: coin },
      },
    });
    const ada = (await project.get("/v1/customers/ada")).body;
    expect(ada.summary.redemptions.loyalty_card.redeemed_points).toBe(0);
    const summary = (await project.get(`/v1/campaigns/${id}/summary`)).body;
    expect(summary).toMatchObject({ points_redeemed: 70, points_rolledback: 70 });
    expect(await rowsOf("rewards", project.id)).toMatchObject([{ redeemed: 0 }]);
    const events = (await eventsOf(project.id)).slice(-2);
    expect(events[1]).toMatchObject({
      kind: "voucher.loyalty_card.transaction.created",
      data: {
        transaction: { type: "POINTS_REFUND" },
        balance: { points: 70, total: 80, balance: 80 },
        redemption: { id: redemptions[0]?.id },
        rollback: { id: rollback.id },
      },
    });
    await sound(project);
    failure(await project.post(path, {}), 400, "already_rolled_back");
    await sound(project);
  });

  it("of a stack, once for each card of it", async () => {
    const { project, card, coin } = await shop(9000);
    await stacked(project, { redeemables_application_mode: "PARTIAL" });
    await giftCard(project, "GIFT", 1000);
    const named = [{ object: "voucher", id: "GIFT" }, paying(card, coin)];
    const { parent_redemption } = await redeemed(project, named, SENT);
    const path = `/v1/redemptions/${parent_redemption?.id}/rollbacks`;
    const reply = await project.post(path, {});
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(await balanceOf(project, card)).toBe(9000);
    await sound(project);
  });

  it("gives a reward back that is in no program any more, and points to a card that was deleted", async () => {
    const { project, card, coin } = await shop(2300);
    const { redemptions } = await redeemed(project, [paying(card, coin, 70)], SENT);
    const deleted = "DELETE FROM reward_assignments WHERE project_id = ?";
    await homeDb().prepare(deleted).bind(project.id).run();
    expect((await project.delete(`/v1/vouchers/${card}`)).status).toBe(204);
    const reply = await project.post(`/v1/redemptions/${redemptions[0]?.id}/rollback`, {});
    expect(parsed(Rollback, reply).voucher?.loyalty_card).toMatchObject({ balance: 2300 });
    await sound(project);
  });
});

describe("the client family", () => {
  it("validates and redeems with points, and is shown the reward in short", async () => {
    const { project, card, coin, assignment } = await shop(2300);
    const body = { redeemables: [paying(card, coin, 100)], ...SENT };
    const valid = parsed(ClientValidation, await project.post("/client/v1/validations", body));
    expect(valid.redeemables).toMatchObject([{ result: { loyalty_card: { points: 100 } } }]);
    const answer = parsed(
      ClientRedemptionAnswer,
      await project.post("/client/v1/redemptions", body),
    );
    expect(answer.redemptions[0]).toMatchObject({ amount: 100, loyalty_card: { points: 100 } });
    expect(answer.redemptions[0]?.reward).toEqual({
      id: coin,
      name: "Pay with points",
      type: "COIN",
      parameters: { coin: { exchange_ratio: 20, points_ratio: 100 } },
      assignment_id: assignment,
      object: "reward",
    });
    await sound(project);
  });

  it("redeems one code with points", async () => {
    const { project, card, coin } = await shop(2300);
    const body = { ...SENT, reward: { id: coin, points: 100 } };
    const reply = await project.post(`/client/v1/redeem?code=${card}`, body);
    expect([reply.status, reply.body.loyalty_card]).toEqual([200, { points: 100 }]);
  });
});
