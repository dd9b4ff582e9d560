import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { LISTENERS } from "../../src/async/listeners";
import { readEvent } from "../../src/events/listeners";
import { jobScope } from "../../src/scope/job-scope";
import { costOf, type Reply, rowsOf, type TestProject } from "../support/api";
import { DEAF_QUEUES, sendPausing } from "../support/faults";
import { homeDb } from "../support/places";
import { ADA, addPoints, paying, shop } from "../support/spending";

/** Numbers of entries that a ledger grows to, between which nothing may become dearer. */
const FEW = 10;
const MANY = 100_000;

const PAID = "customer.order.paid";

/** Gives ada's card so many entries of one point, as many orders would. */
async function grow(project: TestProject, from: number, to: number): Promise<void> {
  const numbers =
    "WITH RECURSIVE n (i) AS (SELECT ?2 + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)";
  const card = "SELECT v.id FROM vouchers v WHERE v.project_id = ?1 AND v.holder_id IS NOT NULL";
  for (let at = from; at < to; at += 20_000) {
    const end = Math.min(at + 20_000, to);
    await homeDb().batch(
      [
        `${numbers} INSERT INTO voucher_transactions (project_id, voucher_id, id, campaign_id, type,
          amount, total, balance, details, created_at, sequence)
         SELECT ?1, v.id, printf('vtx_019%015d', i), v.campaign_id, 'POINTS_ADDITION', 1,
          v.amount + i - ?2, v.balance + i - ?2, '{}', '2026-01-01T00:00:00.000Z',
          coalesce(v.loyalty->>'$.entries', 0) + i - ?2
         FROM n CROSS JOIN vouchers v WHERE v.project_id = ?1 AND v.id = (${card})`,
        `${numbers} INSERT INTO loyalty_points_moves (project_id, voucher_id, transaction_id,
          expires_at, points)
         SELECT ?1, (${card}), printf('vtx_019%015d', i), 'never', 1 FROM n`,
        `INSERT INTO loyalty_points_buckets (project_id, voucher_id, expires_at, id, points,
          created_at)
         SELECT ?1, v.id, 'never', 'lopb_test', ?3 - ?2, '2026-01-01T00:00:00.000Z'
         FROM vouchers v WHERE v.project_id = ?1 AND v.id = (${card})
         ON CONFLICT DO UPDATE SET points = points + excluded.points`,
        `UPDATE vouchers SET amount = amount + ?3 - ?2, balance = balance + ?3 - ?2,
          loyalty = json_set(coalesce(loyalty, '{"entries":0,"pending":0,"expired":0}'),
            '$.entries', coalesce(loyalty->>'$.entries', 0) + ?3 - ?2)
         WHERE project_id = ?1 AND id = (${card})`,
      ].map((text) => homeDb().prepare(text).bind(project.id, at, end)),
    );
  }
}

const spentOn = (reply: Reply) => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const { roundTrips, read, written } = costOf(reply);
  return { roundTrips, read, written };
};

/** What a reaction to a paid order costs, of which no queue has heard. */
async function earned(project: TestProject, source_id: string) {
  const body = { source_id, amount: 5000, status: "PAID", customer: ADA };
  const order = await sendPausing(project, { path: "/v1/orders", body }, {}, DEAF_QUEUES);
  expect(order.status).toBe(200);
  const rows = await rowsOf("outbox", project.id);
  const paid = rows.find(({ kind, entity_id }) => kind === PAID && entity_id === order.body.id);
  const event = readEvent(paid ? [paid] : []);
  const award = LISTENERS.find(({ kinds }) => kinds.includes(PAID));
  const job = await jobScope(env, { projectId: project.id, requestId: "r", baseUrl: "" });
  if (!event || !award || !job) throw new Error("somebody hears of paid orders");
  await award.react(job.scope, event);
  const { round_trips, rows_read, rows_written } = job.scope.db.cost;
  return { roundTrips: round_trips, read: rows_read, written: rows_written };
}

describe("what points cost on a card with many entries", () => {
  it(`is the same with ${FEW} and with ${MANY} of them, in two round trips`, async () => {
    const { project, id, card, coin } = await shop(1000);
    const other = await project.post(`/v1/loyalties/${id}/members`, {
      customer: { source_id: "bob" },
    });
    await project.post(`/v1/loyalties/${id}/earning-rules`, [
      { event: "order.paid", loyalty: { type: "FIXED", points: 3 } },
    ]);
    const all = async (at: string) => {
      await addPoints(project, card, 5);
      const balance = await project.post(`/v1/loyalties/members/${card}/balance`, { points: 1 });
      const transfer = await project.post(
        `/v1/loyalties/${id}/members/${other.body.code}/transfers`,
        [
          { code: card, points: 1, source_id: `${at}-1` },
          { code: card, points: 1, source_id: `${at}-2` },
        ],
      );
      const spend = await project.post("/v1/redemptions", {
        redeemables: [paying(card, coin, 100)],
        order: { source_id: `spend-${at}`, amount: 2000 },
        customer: ADA,
      });
      return {
        balance: spentOn(balance),
        transfer: spentOn(transfer),
        spend: spentOn(spend),
        earn: await earned(project, `earn-${at}`),
      };
    };
    await all("warm");
    await grow(project, 0, FEW);
    const few = await all("few");
    await grow(project, FEW, MANY);
    const many = await all("many");
    expect(many).toEqual(few);
    for (const { roundTrips } of Object.values(few)) expect(roundTrips).toBeLessThanOrEqual(2);
  });
});
