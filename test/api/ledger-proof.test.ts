import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { LedgerProof } from "../../src/resources/loyalties/proof/schema";
import { parsed } from "../support/api";
import { program } from "../support/loyalty";
import { homeDb } from "../support/places";
import { coinReward } from "../support/rewarding";
import { assigned } from "../support/spending";

async function moved() {
  const made = await program(["ada", "bob"], { card: { points: 5 } });
  const { project, cards, id } = made;
  const coin = await coinReward(project, {
    name: "20.00 for 100",
    parameters: { coin: { exchange_ratio: 20, points_ratio: 100 } },
  });
  await assigned(project, { reward: coin, campaign: id });
  await project.post(`/v1/loyalties/members/${cards.ada}/balance`, { points: 100 });
  await project.post(`/v1/loyalties/members/${cards.ada}/balance`, { points: -30 });
  await project.post(`/v1/loyalties/Points/members/${cards.bob}/transfers`, [
    { code: cards.ada, points: 20, source_id: "t" },
  ]);
  return { ...made, coin, path: `/v1/loyalties/${id}/ledger-proof` };
}

const idOf = async ({ project }: Awaited<ReturnType<typeof moved>>, code: string | undefined) =>
  (await project.get(`/v1/loyalties/members/${code}`)).body.id;

describe("GET /v1/loyalties/{campaignId}/ledger-proof", () => {
  it("adds up every entry, and finds no difference", async () => {
    const made = await moved();
    const proof = parsed(LedgerProof, await made.project.get(made.path));
    const lines = [
      [await idOf(made, made.cards.ada), 55],
      [await idOf(made, made.cards.bob), 25],
    ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    const text = lines.map(([id, balance]) => `${id} ${balance}\n`).join("");
    expect(proof).toEqual({
      campaign_id: made.id,
      at: proof.at,
      cards: 2,
      entries: 6,
      totals: {
        OPENING: 10,
        POINTS_ADDITION: 100,
        POINTS_REMOVAL: -30,
        POINTS_TRANSFER_OUT: -20,
        POINTS_TRANSFER_IN: 20,
      },
      liability: {
        points: 80,
        coins: [{ reward_id: made.coin, exchange_ratio: 20, points_ratio: 100, amount: 1600 }],
      },
      differences: { total: 0, cards: [] },
      hash: createHash("sha256").update(text).digest("hex"),
      object: "ledger_proof",
    });
  });

  it("says the same of an instant, whatever happens later", async () => {
    const made = await moved();
    const before = parsed(LedgerProof, await made.project.get(made.path));
    await new Promise((resolve) => setTimeout(resolve, 5));
    const path = `/v1/loyalties/members/${made.cards.bob}/balance`;
    await made.project.post(path, { points: 1000 });
    const again = parsed(LedgerProof, await made.project.get(`${made.path}?at=${before.at}`));
    expect(again).toEqual(before);
    const now = parsed(LedgerProof, await made.project.get(made.path));
    expect([now.liability.points, now.differences.total]).toEqual([1080, 0]);
    expect(now.hash).not.toBe(before.hash);
  });

  it("leaves out cards that were deleted, but for the time before", async () => {
    const made = await moved();
    const before = parsed(LedgerProof, await made.project.get(made.path));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await made.project.delete(`/v1/vouchers/${made.cards.ada}`)).status).toBe(204);
    const now = parsed(LedgerProof, await made.project.get(made.path));
    expect([now.cards, now.liability.points, now.differences.total]).toEqual([1, 25, 0]);
    const then = parsed(LedgerProof, await made.project.get(`${made.path}?at=${before.at}`));
    expect(then).toEqual(before);
  });

  it.each([
    ["a balance", "UPDATE vouchers SET balance = balance + 1, amount = amount + 1"],
    ["a bucket", "UPDATE loyalty_points_buckets SET points = points + 1"],
    ["an entry", "UPDATE voucher_transactions SET amount = amount + 1"],
    ["a move", "DELETE FROM loyalty_points_moves"],
  ])("tells of a card where somebody changed %s by hand", async (_, sql) => {
    const made = await moved();
    const card = await idOf(made, made.cards.bob);
    const column = sql.includes("vouchers SET") ? "id" : "voucher_id";
    await homeDb()
      .prepare(`${sql} WHERE project_id = ? AND ${column} = ?`)
      .bind(made.project.id, card)
      .run();
    const proof = parsed(LedgerProof, await made.project.get(made.path));
    expect(proof.differences.total).toBe(1);
    expect(proof.differences.cards[0]).toMatchObject({ voucher_id: card });
  });
});
