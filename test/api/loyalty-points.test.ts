import { describe, expect, it } from "vitest";
import { PointsBalance } from "../../src/model/transaction";
import { Voucher } from "../../src/model/voucher";
import { costOf, eventsOf, parsed, rowsOf } from "../support/api";
import { failure } from "../support/failure";
import { bucketsOf, expectSound, nightOf, program } from "../support/loyalty";

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

describe("POST /v1/loyalties/{campaignId}/members/{memberId}/transfers", () => {
  it("moves points to several cards, with two entries for each", async () => {
    const { project, id, cards } = await program(["ada", "bob", "cyd"]);
    await project.post(balanceOf(cards.ada), { points: 100 });
    const moved = await project.post(`/v1/loyalties/Points/members/${cards.ada}/transfers`, [
      { code: cards.bob, points: 30, source_id: "a" },
      { code: cards.cyd, points: 20, source_id: "b", reason: "gift" },
    ]);
    expect(parsed(Voucher, moved).loyalty_card).toMatchObject({ points: 100, balance: 50 });
    expect(costOf(moved).roundTrips).toBe(2);
    const entries = await rowsOf("voucher_transactions", project.id);
    const transfers = entries.filter(({ type }) => String(type).startsWith("POINTS_TRANSFER"));
    expect(transfers.map(({ amount }) => amount).sort()).toEqual([-20, -30, 20, 30]);
    for (const { id: own, related_transaction_id: other } of transfers) {
      expect(transfers.find((each) => each.id === other)?.related_transaction_id).toBe(own);
    }
    const ofAda = transfers.filter(({ amount }) => Number(amount) < 0);
    expect(ofAda.map(({ sequence, balance }) => [sequence, balance]).sort()).toEqual([
      [2, 70],
      [3, 50],
    ]);
    expect(
      (await project.get(`/v1/loyalties/${id}/members/${cards.bob}`)).body.loyalty_card,
    ).toMatchObject({ points: 30, balance: 30 });
    await expectSound(project);
  });

  it("lists the entries of one request in the order in which each left the balance", async () => {
    const { project, cards } = await program(["ada", "bob"]);
    await project.post(balanceOf(cards.ada), { points: 100 });
    const each = Array.from({ length: 20 }, (_, at) => ({
      code: cards.bob,
      points: 1,
      source_id: `t-${at}`,
    }));
    const path = `/v1/loyalties/Points/members/${cards.ada}/transfers`;
    expect((await project.post(path, each)).status).toBe(200);
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
    const { project, id, cards } = await program(["ada", "bob"]);
    await project.post(balanceOf(cards.ada), { points: 100 });
    await project.post(`/v1/loyalties/Points/members/${cards.ada}/transfers`, [
      { code: cards.bob, points: 30, source_id: "a" },
    ]);
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

  it("moves nothing where one of several cannot be moved", async () => {
    const { project, cards } = await program(["ada", "bob"]);
    await project.post(balanceOf(cards.ada), { points: 100 });
    const path = `/v1/loyalties/Points/members/${cards.ada}/transfers`;
    const before = await rowsOf("voucher_transactions", project.id);
    const send = (code: string | undefined, points: number) =>
      project.post(path, [
        { code: cards.bob, points: 60, source_id: "a" },
        { code, points, source_id: "b" },
      ]);
    expect((await send(cards.bob, 41)).body.key).toBe("invalid_add_balance_params");
    expect((await send("NOBODY", 1)).status).toBe(404);
    expect((await send(cards.ada, 1)).body).toMatchObject({
      key: "invalid_payload",
      details: "Property [1].code must name another card than the points come from",
    });
    expect(await rowsOf("voucher_transactions", project.id)).toEqual(before);
    await expectSound(project);
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
