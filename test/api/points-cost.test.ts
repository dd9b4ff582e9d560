import { describe, expect, it } from "vitest";
import { costOf, type Reply, rowsOf } from "../support/api";
import { homeDb } from "../support/places";
import { goodsReward } from "../support/rewarding";
import { ADA, assigned, paying, type Shop, shop } from "../support/spending";

const UNLIKE = {
  voucher_transactions: "id",
  loyalty_points_moves: "transaction_id",
  rewards: "id",
  reward_assignments: "reward_id",
  redemptions: "sort_key",
};

/** Rows like one that is there, but for a number behind what tells them apart. */
async function copies({ project }: Shop, from: number, to: number): Promise<void> {
  const statements = [];
  for (const [table, unlike] of Object.entries(UNLIKE)) {
    const [row] = await rowsOf(table, project.id);
    const values = Object.keys(row ?? {}).map((name) => {
      if (name === "sequence") return "NULL";
      const isUnlike = name === unlike || (name === "id" && table !== "loyalty_points_moves");
      return isUnlike ? `t."${name}" || '-' || n.i` : `t."${name}"`;
    });
    statements.push(
      homeDb()
        .prepare(
          `WITH RECURSIVE n (i) AS (SELECT ?2 + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
         INSERT INTO ${table} (${Object.keys(row ?? {})
           .map((name) => `"${name}"`)
           .join(", ")}) SELECT ${values.join(", ")}
         FROM (SELECT * FROM ${table} WHERE project_id = ?1 AND "${unlike}" = ?4 LIMIT 1) t, n`,
        )
        .bind(project.id, from, to, row?.[unlike]),
    );
  }
  await homeDb().batch(statements);
}

const ok = (reply: Reply): Reply => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply;
};

describe("points that are spent, and given back", () => {
  it("two round trips, and the same rows read with 20 and with 5000 entries and rewards", async () => {
    const at = await shop(100_000);
    const mug = await goodsReward(at.project);
    await assigned(at.project, { reward: mug, campaign: at.id, points: 10 });
    let orders = 0;
    const measure = async () => {
      orders += 1;
      const order = { source_id: `order-${orders}`, amount: 2000 };
      const sent = { redeemables: [paying(at.card, at.coin)], order, customer: ADA };
      const paid = ok(await at.project.post("/v1/redemptions", sent));
      const path = `/v1/loyalties/members/${at.card}/redemption`;
      const had = ok(await at.project.post(path, { reward: { id: mug } }));
      const back = ok(await at.project.post(`/v1/redemptions/${had.body.id}/rollback`, {}));
      return [paid, had, back].map(costOf);
    };
    await measure();
    await copies(at, 0, 20);
    const few = await measure();
    await copies(at, 20, 5000);
    expect(await measure()).toEqual(few);
    for (const { roundTrips } of few) expect(roundTrips).toBe(2);
  });
});
