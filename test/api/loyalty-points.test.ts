import { describe, expect, it } from "vitest";
import { PointsBalance } from "../../src/model/transaction";
import { Voucher } from "../../src/model/voucher";
import { costOf, eventsOf, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { bucketsOf, expectSound, nightOf, type Program, program } from "../support/loyalty";
import { PATIENCE } from "../support/patience";

const balanceOf = (code = "") => `/v1/loyalties/members/${code}/balance`;

describe("POST /v1/loyalties/members/{memberId}/balance", () => {
  it("adds points, and takes some away", async () => {
    const { project, id, cards } = await program();
    const path = balanceOf(cards.ada);
    const card = parsed(Voucher, await project.get(`/v1/loyalties/members/${cards.ada}`));
    const added = await project.post(path, { points: 100, reason: "sorry", source_id: "t-1" });
    expect(parsed(PointsBalance, added)).toEqual({
      points: 100,
      total: 100,
      balance: 100,
      type: "loyalty_card",
      object: "balance",
      operation_type: "MANUAL",
      related_object: { type: "voucher", id: card.id },
    });
    expect(costOf(added).roundTrips).toBe(2);
    const taken = await project.post(path, { points: -30 });
    expect(parsed(PointsBalance, taken)).toMatchObject({ points: -30, total: 100, balance: 70 });
    const after = parsed(Voucher, await project.get(`/v1/loyalties/${id}/members/${cards.ada}`));
    expect(after.loyalty_card).toEqual({
      points: 100,
      balance: 70,
      pending_points: 0,
      expired_points: 0,
      subtracted_points: 30,
    });
    await expectSound(project);
  });

  it("takes the points that expire soonest", async () => {
    const { project, cards } = await program();
    const path = balanceOf(cards.ada);
    const add = (points: number, more: object) => project.post(path, { points, ...more });
    await add(50, { expiration_type: "NON_EXPIRING" });
    await add(30, { expiration_type: "CUSTOM_DATE", expiration_date: "2099-12-31" });
    await add(20, { expiration_type: "CUSTOM_DATE", expiration_date: "2099-06-30" });
    await add(5, { expiration_type: "CUSTOM_DATE", expiration_date: "2099-06-30" });
    expect((await project.get(`/v1/loyalties/members/${cards.ada}`)).body.loyalty_card).toEqual({
      points: 105,
      balance: 105,
      next_expiration_date: "2099-06-30",
      next_expiration_points: 25,
      pending_points: 0,
      expired_points: 0,
      subtracted_points: 0,
    });
    await project.post(path, { points: -40 });
    expect(await bucketsOf(project)).toEqual([
      ["2099-06-30", 0],
      ["2099-12-31", 15],
      ["never", 50],
    ]);
    const { loyalty_card: card } = (await project.get(`/v1/loyalties/members/${cards.ada}`)).body;
    expect(card.next_expiration_date).toBe("2099-12-31");
    expect(card.next_expiration_points).toBe(15);
    await expectSound(project);
  });

  it("tells which points expire next, also where as many were taken as expire then", async () => {
    const { project, cards } = await program();
    const path = balanceOf(cards.ada);
    for (const expiration_date of ["2099-06-30", "2099-12-31"]) {
      await project.post(path, { points: 100, expiration_date });
    }
    await project.post(path, { points: -100 });
    const [told] = (await eventsOf(project.id)).slice(-1);
    expect(told?.data.voucher.loyalty_card).toMatchObject({
      balance: 100,
      next_expiration_date: "2099-12-31",
      next_expiration_points: 100,
    });
  });

  it("gives points the day on which those of the program expire", async () => {
    const rules = { period_type: "MONTH", period_value: 1200, rounding_type: "END_OF_YEAR" };
    const { project, cards } = await program(["ada"], { card: { expiration_rules: rules } });
    await project.post(balanceOf(cards.ada), { points: 10 });
    const year = new Date().getUTCFullYear() + 100;
    expect(await bucketsOf(project)).toEqual([[`${year}-12-31`, 10]]);
  });

  it.each([
    ["9999-12-31", "UTC"],
    ["9999-12-31", "America/New_York"],
    ["9999-12-31T23:59:59Z", "Pacific/Auckland"],
  ])("leaves points that expire on %s where they are (%s)", async (expiration_date, timezone) => {
    const made = await program(["ada"], { settings: { timezone } });
    const { project, cards } = made;
    const sent = { points: 10, expiration_type: "CUSTOM_DATE", expiration_date };
    expect((await project.post(balanceOf(cards.ada), sent)).status).toBe(200);
    await nightOf(project);
    expect(await bucketsOf(project)).toEqual([["9999-12-31", 10]]);
    const { loyalty_card: card } = (await project.get(`/v1/loyalties/members/${cards.ada}`)).body;
    expect(card).toMatchObject({ balance: 10, next_expiration_date: "9999-12-31" });
    await expectSound(project);
  });

  it("tells of both, with the holder", async () => {
    const { project, cards } = await program();
    await project.post(balanceOf(cards.ada), { points: 100 });
    const events = (await eventsOf(project.id)).slice(-2);
    expect(events.map(({ kind }) => kind)).toEqual([
      "voucher.loyalty_card.points_aded",
      "voucher.loyalty_card.transaction.created",
    ]);
    for (const { data } of events) {
      expect(data).toMatchObject({ balance: { total: 100, balance: 100 } });
      expect(data.customer ?? data.holder).toMatchObject({ source_id: "ada" });
    }
  });

  it.each([
    ["more than there is", { points: -1 }, "invalid_add_balance_params"],
    ["nothing", { points: 0 }, "invalid_payload"],
    [
      "a day that has passed",
      { points: 1, expiration_date: "2020-01-01" },
      "invalid_expiration_date",
    ],
    ["a day that was not sent", { points: 1, expiration_type: "CUSTOM_DATE" }, "missing_param"],
    ...["PROGRAM_RULES", "NON_EXPIRING"].map((expiration_type): [string, object, string] => [
      `a day beside ${expiration_type}`,
      { points: 1, expiration_type, expiration_date: "2099-12-31" },
      "invalid_payload",
    ]),
  ])("refuses %s", async (_, body, key) => {
    const { project, cards } = await program();
    const before = await rowsOf("vouchers", project.id);
    const refused = await project.post(balanceOf(cards.ada), body);
    expect([refused.status, refused.body.key]).toEqual([400, key]);
    expect(await rowsOf("vouchers", project.id)).toEqual(before);
    expect(await rowsOf("loyalty_points_moves", project.id)).toEqual([]);
  });

  it("refuses a day for points that are taken away, and takes none", async () => {
    const { project, cards } = await program();
    await project.post(balanceOf(cards.ada), { points: 10 });
    const body = { points: -1, expiration_date: "2099-12-31" };
    failure(await project.post(balanceOf(cards.ada), body), 400, "invalid_payload");
    expect(await bucketsOf(project)).toEqual([["never", 10]]);
  });

  it("does not know a card of another program, nor a gift card", async () => {
    const { project, cards } = await program();
    const other = await project.post("/v1/loyalties", {
      name: "Other",
      voucher: { loyalty_card: { points: 0 } },
    });
    await project.post("/v1/vouchers/GIFT", { gift: { amount: 100 } });
    const foreign = `/v1/loyalties/${other.body.id}/members/${cards.ada}/balance`;
    for (const path of [foreign, balanceOf("GIFT"), balanceOf("NOBODY")]) {
      expect((await project.post(path, { points: 1 })).status).toBe(404);
    }
  });
});

/** Sends transfers to a card; the program is named by its id or by its name. */
const transferTo = (
  { project }: Pick<Program, "project">,
  card: string | undefined,
  transfers: object[],
  named = "Points",
) => project.post(`/v1/loyalties/${named}/members/${card}/transfers`, transfers);

/** Another program of the project, with a card of its own for one customer. */
async function otherProgram({ project }: Program, source_id: string, sent: object = {}) {
  const { body } = await project.post("/v1/loyalties", {
    name: "Other",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
    ...sent,
  });
  const member = await project.post(`/v1/loyalties/${body.id}/members`, {
    customer: { source_id },
  });
  return { id: String(body.id), card: String(member.body.code) };
}

const pointsOn = async (project: TestProject, ...codes: (string | undefined)[]) =>
  Promise.all(
    codes.map(
      async (code) => (await project.get(`/v1/vouchers/${code}`)).body.loyalty_card.balance,
    ),
  );

describe("POST /v1/loyalties/{campaignId}/members/{memberId}/transfers", () => {
  it("moves points to the card of the path from those of the body, with two entries each", async () => {
    const made = await program(["ada", "bob", "cyd"]);
    const { project, id, cards } = made;
    await project.post(balanceOf(cards.bob), { points: 50 });
    await project.post(balanceOf(cards.cyd), { points: 50 });
    const moved = await transferTo(made, cards.ada, [
      { code: cards.bob, points: 30 },
      { code: cards.cyd, points: 20, source_id: "b", reason: "gift" },
    ]);
    const answer = parsed(Voucher, moved);
    expect(answer.code).toBe(cards.ada);
    expect(answer.loyalty_card).toMatchObject({ points: 50, balance: 50 });
    expect(costOf(moved).roundTrips).toBe(2);
    expect(await pointsOn(project, cards.ada, cards.bob, cards.cyd)).toEqual([50, 20, 30]);
    const entries = await rowsOf("voucher_transactions", project.id);
    const transfers = entries.filter(({ type }) => String(type).startsWith("POINTS_TRANSFER"));
    expect(
      transfers.map(({ type, amount, source_id }) => [type, amount, source_id]).sort(),
    ).toEqual([
      ["POINTS_TRANSFER_IN", 20, "b"],
      ["POINTS_TRANSFER_IN", 30, null],
      ["POINTS_TRANSFER_OUT", -20, "b"],
      ["POINTS_TRANSFER_OUT", -30, null],
    ]);
    for (const { id: own, related_transaction_id: other } of transfers) {
      expect(transfers.find((each) => each.id === other)?.related_transaction_id).toBe(own);
    }
    const ofAda = transfers.filter(({ amount }) => Number(amount) > 0);
    expect(ofAda.map(({ sequence, balance }) => [sequence, balance]).sort()).toEqual([
      [1, 30],
      [2, 50],
    ]);
    expect(
      (await project.get(`/v1/loyalties/${id}/members/${cards.bob}`)).body.loyalty_card,
    ).toMatchObject({ points: 50, balance: 20, subtracted_points: 30 });
    await expectSound(project);
  });

  it("lists the entries of one request in the order in which each left the balance", async () => {
    const made = await program(["ada", "bob"]);
    const { project, cards } = made;
    await project.post(balanceOf(cards.ada), { points: 100 });
    const each = Array.from({ length: 20 }, () => ({ code: cards.ada, points: 1 }));
    expect((await transferTo(made, cards.bob, each)).status).toBe(200);
    const balances = async (code: string | undefined, order: string) => {
      const list = `/v1/loyalties/members/${code}/transactions?limit=20&order=${order}`;
      const { body } = await project.get(list);
      return body.data.map(({ details }: { details: { balance: { balance: number } } }) => {
        return details.balance.balance;
      });
    };
    // The newest of ada's entries first, from 80 up; the oldest of bob's first, from 1 up.
    const upFrom = (first: number) => Array.from({ length: 20 }, (_, at) => first + at);
    expect(await balances(cards.ada, "-id")).toEqual(upFrom(80));
    expect(await balances(cards.bob, "id")).toEqual(upFrom(1));
  });

  it("shows in both entries the two cards as the transfer left them", async () => {
    const made = await program(["ada", "bob"]);
    const { project, id, cards } = made;
    await project.post(balanceOf(cards.ada), { points: 100 });
    await transferTo(made, cards.bob, [{ code: cards.ada, points: 30, source_id: "a" }]);
    const card = (code: string | undefined, points: number, balance: number, taken: number) => ({
      id: expect.stringMatching(/^v_/),
      code,
      type: "LOYALTY_CARD",
      campaign: "Points",
      campaign_id: id,
      loyalty_card: {
        points,
        balance,
        pending_points: 0,
        expired_points: 0,
        subtracted_points: taken,
      },
      is_referral_code: false,
      created_at: expect.any(String),
      object: "voucher",
    });
    for (const code of [cards.ada, cards.bob]) {
      const { body } = await project.get(`/v1/loyalties/members/${code}/transactions?limit=1`);
      expect(body.data[0].details).toEqual({
        source_voucher: card(cards.ada, 100, 70, 30),
        destination_voucher: card(cards.bob, 30, 30, 0),
        balance: expect.any(Object),
      });
    }
  });

  it("moves nothing where one of several cards cannot give", async () => {
    const made = await program(["ada", "bob", "cyd"]);
    const { project, cards } = made;
    await project.post("/v1/vouchers/GIFT", { gift: { amount: 100 } });
    await project.post(balanceOf(cards.ada), { points: 50 });
    await project.post(balanceOf(cards.bob), { points: 50 });
    await project.post(balanceOf(cards.cyd), { points: 5 });
    const before = await rowsOf("voucher_transactions", project.id);
    const send = (code: string | undefined, points: number) =>
      transferTo(made, cards.bob, [
        { code: cards.ada, points: 20 },
        { code, points },
      ]);
    const tooMuch = await send(cards.cyd, 6);
    expect([tooMuch.status, tooMuch.body.key]).toEqual([400, "invalid_add_balance_params"]);
    // What the first transfer takes is gone for the second.
    expect((await send(cards.ada, 31)).body.key).toBe("invalid_add_balance_params");
    expect((await send("NOBODY", 1)).status).toBe(404);
    expect((await send("GIFT", 1)).status).toBe(404);
    expect((await send(cards.bob, 1)).body).toMatchObject({
      key: "invalid_payload",
      details: "Property [1].code must name another card than the one that receives the points",
    });
    expect(await rowsOf("voucher_transactions", project.id)).toEqual(before);
    expect(await pointsOn(project, cards.ada, cards.bob, cards.cyd)).toEqual([50, 50, 5]);
    await expectSound(project);
  });

  it("lets a card with few points receive more than it has", async () => {
    const made = await program(["ada", "bob"]);
    const { project, cards } = made;
    await project.post(balanceOf(cards.ada), { points: 30 });
    await project.post(balanceOf(cards.bob), { points: 150 });
    const reply = await transferTo(made, cards.ada, [{ code: cards.bob, points: 120 }]);
    expect(reply.status).toBe(200);
    expect(await pointsOn(project, cards.ada, cards.bob)).toEqual([150, 30]);
  });

  it("takes points from a card of another program; they expire as the receiving one says", async () => {
    const byDay = { period_type: "FIXED_DAY_OF_YEAR", fixed_month: 12, fixed_day: 31 };
    const made = await program(["ada"], { card: { expiration_rules: byDay } });
    const { project, id, cards } = made;
    const other = await otherProgram(made, "ada");
    await project.post(balanceOf(other.card), { points: 50 });
    const reply = await transferTo(made, cards.ada, [{ code: other.card, points: 20 }], id);
    expect(parsed(Voucher, reply).loyalty_card).toMatchObject({ points: 20, balance: 20 });
    expect(await pointsOn(project, cards.ada, other.card)).toEqual([20, 30]);
    const days = (await bucketsOf(project)).map(([day, left]) => [day.slice(4), left]);
    expect(days).toEqual([
      ["-12-31", 20],
      ["r", 30],
    ]);
    const { body } = await project.get(`/v1/loyalties/members/${other.card}/transactions?limit=1`);
    expect(body.data[0]).toMatchObject({
      type: "POINTS_TRANSFER_OUT",
      campaign_id: other.id,
      details: {
        source_voucher: { code: other.card, campaign_id: other.id },
        destination_voucher: { code: cards.ada, campaign_id: id },
      },
    });
    // The program of the path is that of the card which receives.
    const wrong = await transferTo(made, cards.ada, [{ code: other.card, points: 1 }], other.id);
    expect(wrong.status).toBe(404);
    expect(await pointsOn(project, cards.ada, other.card)).toEqual([20, 30]);
    await expectSound(project);
  });

  it("brings members of both programs into the tiers of what they have then", async () => {
    const made = await program(["ada"]);
    const { project, id, cards } = made;
    const other = await otherProgram(made, "bob");
    const silver = [{ name: "Silver", points: { from: 50, to: 1000 } }];
    for (const each of [id, other.id]) await project.post(`/v1/loyalties/${each}/tiers`, silver);
    await project.post(balanceOf(other.card), { points: 60 });
    const tiersOf = async (code: string | undefined) =>
      (await project.get(`/v1/loyalties/members/${code}/tiers`)).body.data.length;
    await expect.poll(() => tiersOf(other.card), PATIENCE).toBe(1);
    await transferTo(made, cards.ada, [{ code: other.card, points: 55 }]);
    await expect.poll(() => tiersOf(cards.ada), PATIENCE).toBe(1);
    await expect.poll(() => tiersOf(other.card), PATIENCE).toBe(0);
  });

  it("moves twice what is sent twice with one source_id, and once under one key", async () => {
    const made = await program(["ada", "bob"]);
    const { project, cards } = made;
    await project.post(balanceOf(cards.bob), { points: 50 });
    const sent = [{ code: cards.bob, points: 10, source_id: "same" }];
    for (const _ of [1, 2]) await transferTo(made, cards.ada, sent);
    expect(await pointsOn(project, cards.ada, cards.bob)).toEqual([20, 30]);
    const path = `/v1/loyalties/Points/members/${cards.ada}/transfers`;
    for (const _ of [1, 2]) await project.post(path, sent, { "idempotency-key": "once" });
    expect(await pointsOn(project, cards.ada, cards.bob)).toEqual([30, 20]);
  });
});

describe("cards that start with points", () => {
  it("have a bucket for them, one by one and by the thousand", async () => {
    const expiration_rules = { period_type: "FIXED_DAY_OF_YEAR", fixed_month: 12, fixed_day: 31 };
    const { project, cards } = await program(["ada", "bob"], {
      card: { points: 25, expiration_rules },
    });
    await expectSound(project);
    await project.post(balanceOf(cards.ada), { points: -25 });
    await expectSound(project);
    const [[day = ""] = []] = await bucketsOf(project);
    expect(day.slice(4)).toBe("-12-31");
  });
});
