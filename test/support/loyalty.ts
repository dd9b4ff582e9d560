import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { newProject, rowsOf, type TestProject } from "./api";

/** A program and its cards, each held by a customer of its own. */
export interface Program {
  project: TestProject;
  id: string;
  /** Codes of the cards, by the source ids of who holds them. */
  cards: Record<string, string>;
}

/** A program that makes its cards as they are needed, with a card for each of these customers. */
export async function program(
  holders: readonly string[] = ["ada"],
  { card = {}, settings = {} }: { card?: object; settings?: object } = {},
): Promise<Program> {
  const project = await newProject(settings);
  const made = await project.post("/v1/loyalties", {
    name: "Points",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0, ...card } },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const cards: Record<string, string> = {};
  for (const source_id of holders) {
    const member = await project.post(`/v1/loyalties/${made.body.id}/members`, {
      customer: { source_id },
    });
    expect(member.status, JSON.stringify(member.body)).toBe(200);
    cards[source_id] = member.body.code;
  }
  return { project, id: made.body.id, cards };
}

interface Sums {
  balance: number;
  ledger: number;
  buckets: number;
  moves: number;
}

/** Of each card: its balance, and the sums that it must equal. */
export async function sumsOf(project: TestProject): Promise<Sums[]> {
  const { results } = await env.DB.prepare(
    `SELECT v.balance, (SELECT coalesce(sum(amount), 0) FROM voucher_transactions t
        WHERE t.project_id = v.project_id AND t.voucher_id = v.id) AS ledger,
      (SELECT coalesce(sum(points), 0) FROM loyalty_points_buckets b
        WHERE b.project_id = v.project_id AND b.voucher_id = v.id) AS buckets,
      (SELECT coalesce(sum(points), 0) FROM loyalty_points_moves m
        WHERE m.project_id = v.project_id AND m.voucher_id = v.id) AS moves
    FROM vouchers v WHERE v.project_id = ? AND v.type = 'LOYALTY_CARD'`,
  )
    .bind(project.id)
    .all<Sums>();
  return results;
}

/** The sum of entries is the balance, and so is that of buckets, whatever has happened. */
export async function expectSound(project: TestProject): Promise<void> {
  for (const { balance, ledger, buckets, moves } of await sumsOf(project)) {
    expect({ ledger, buckets, moves }).toEqual({
      ledger: balance,
      buckets: balance,
      moves: balance,
    });
  }
}

/** Buckets as [day, points], those with points first that expire soonest. */
export async function bucketsOf(project: TestProject): Promise<[string, number][]> {
  const rows = await rowsOf("loyalty_points_buckets", project.id);
  return rows
    .map(({ expires_at, points }): [string, number] => [String(expires_at), Number(points)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
