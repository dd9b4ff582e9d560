import { describe, expect, it } from "vitest";
import { cursorListOf } from "../../src/http/page";
import { PendingBalance, PendingPoints } from "../../src/model/loyalty/pending-points";
import { PointsBalance } from "../../src/model/transaction";
import { eventKinds, parsed, rowsOf } from "../support/api";
import { bucketsOf, expectSound, pendPoints, program } from "../support/loyalty";

const LATER = "2099-01-01T00:00:00.000Z";

async function waiting(points = 40) {
  const made = await program();
  const id = await pendPoints(made, { code: made.cards.ada, points, due: LATER });
  const card = `/v1/loyalties/members/${made.cards.ada}`;
  return { ...made, pending: id, card, path: `${card}/pending-points/${id}` };
}

describe("pending points", () => {
  it("are listed for a card, with or without its program, and for the program", async () => {
    const { project, id, card, cards, pending } = await waiting();
    for (const path of [card, `/v1/loyalties/${id}`, `/v1/loyalties/Points/members/${cards.ada}`]) {
      const list = parsed(cursorListOf(PendingPoints), await project.get(`${path}/pending-points`));
      expect(list.data.map((each) => [each.id, each.points, each.activates_at])).toEqual([
        [pending, 40, "2099-01-01"],
      ]);
      expect(list.has_more).toBe(false);
      const behind = await project.get(`${path}/pending-points?starting_after_id=nonsense`);
      expect(behind.body).toEqual(list);
    }
    expect((await project.get(card)).body.loyalty_card).toMatchObject({
      balance: 0,
      pending_points: 40,
    });
  });

  it("count once they are activated, and only once", async () => {
    const { project, card, path } = await waiting();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => project.post(`${path}/activate`)),
    );
    const [done, ...others] = answers.toSorted((a, b) => a.status - b.status);
    if (!done) throw new Error("one of them counted");
    expect(parsed(PointsBalance, done)).toMatchObject({ points: 40, total: 40, balance: 40 });
    expect(others.map(({ body }) => body.key)).toEqual(
      Array.from({ length: 4 }, () => "invalid_pending_points_state"),
    );
    expect((await project.get(card)).body.loyalty_card).toMatchObject({
      balance: 40,
      pending_points: 0,
    });
    expect(await bucketsOf(project)).toEqual([["never", 40]]);
    expect(await eventKinds(project.id)).toContain("voucher.loyalty_card.pending_points.activated");
    await expectSound(project);
  });

  it("can become more or fewer, but not fewer than none", async () => {
    const { project, card, path, pending } = await waiting();
    const more = await project.post(`${path}/balance`, { points: 10 });
    expect(parsed(PendingBalance, more)).toMatchObject({ points: 10, total: 50 });
    const fewer = await project.post(`${path}/balance`, { points: -30 });
    expect(parsed(PendingBalance, fewer)).toMatchObject({ points: -30, total: 20 });
    const refused = await project.post(`${path}/balance`, { points: -21 });
    expect([refused.status, refused.body.key]).toEqual([400, "invalid_add_balance_params"]);
    const [row] = await rowsOf("loyalty_pending_points", project.id);
    expect([row?.id, row?.points, row?.status]).toEqual([pending, 20, "PENDING"]);
    expect((await project.get(card)).body.loyalty_card.pending_points).toBe(20);
  });

  it("are a thousand million at most, so that no card passes what numbers can say", async () => {
    const { project, card, path } = await waiting();
    const filled = await project.post(`${path}/balance`, { points: 999_999_960 });
    expect(parsed(PendingBalance, filled)).toMatchObject({ total: 1_000_000_000 });
    const above = await project.post(`${path}/balance`, { points: 1 });
    expect([above.status, above.body.key]).toEqual([400, "invalid_add_balance_params"]);
    for (const points of [1_000_000_001, -1_000_000_001]) {
      const refused = await project.post(`${path}/balance`, { points });
      expect([refused.status, refused.body.key]).toEqual([400, "invalid_payload"]);
    }
    expect((await project.get(card)).body.loyalty_card.pending_points).toBe(1_000_000_000);
  });

  it("wait while the card cannot hold them", async () => {
    const { project, card, path } = await waiting();
    const full = await project.post(`${card}/balance`, { points: 9_007_199_254_740_952 });
    expect(full.status).toBe(200);
    const refused = await project.post(`${path}/activate`);
    expect([refused.status, refused.body.key]).toEqual([400, "invalid_add_balance_params"]);
    expect((await project.get(card)).body.loyalty_card).toMatchObject({
      balance: 9_007_199_254_740_952,
      pending_points: 40,
    });
  });

  it("are gone once they are canceled", async () => {
    const { project, card, path } = await waiting();
    expect((await project.post(`${path}/cancel`)).status).toBe(204);
    expect((await project.get(card)).body.loyalty_card).toMatchObject({
      balance: 0,
      pending_points: 0,
    });
    expect((await project.get(`${card}/pending-points`)).body.data).toEqual([]);
    const again = await project.post(`${path}/activate`);
    expect([again.status, again.body.key]).toEqual([400, "invalid_pending_points_state"]);
    expect(await rowsOf("loyalty_points_moves", project.id)).toEqual([]);
  });

  it("of another card are not there", async () => {
    const { project, id, cards, pending } = await waiting();
    const other = await project.post(`/v1/loyalties/${id}/members`, {
      customer: { source_id: "bob" },
    });
    const path = `/v1/loyalties/members/${other.body.code}/pending-points/${pending}/activate`;
    expect((await project.post(path)).status).toBe(404);
    expect(
      (await project.get(`/v1/loyalties/members/${cards.ada}`)).body.loyalty_card.balance,
    ).toBe(0);
  });
});
