import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { PHASES, START } from "../../src/async/night";
import { randomBase62 } from "../../src/lib/id";
import { jobScope } from "../../src/scope/job-scope";
import { random } from "../../src/scope/scope";
import { newProject, rowsOf, type TestProject } from "./api";
import { expectSound as expectAllSound } from "./invariants";
import { homeDb } from "./places";

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
  { card = {}, settings = {}, sent = {} }: { card?: object; settings?: object; sent?: object } = {},
): Promise<Program> {
  const project = await newProject(settings);
  const made = await project.post("/v1/loyalties", {
    name: "Points",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0, ...card } },
    ...sent,
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

/** Sums of ledgers and buckets, and all else that holds of a project (`invariants.ts`). */
export const expectSound = (project: TestProject): Promise<void> => expectAllSound(project.id);

/** Buckets as [day, points], those with points first that expire soonest. */
export async function bucketsOf(project: TestProject): Promise<[string, number][]> {
  const rows = await rowsOf("loyalty_points_buckets", project.id);
  return rows
    .map(({ expires_at, points }): [string, number] => [String(expires_at), Number(points)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Pending points of a card, straight into the tables, as an order that was paid leaves them. */
export async function pendPoints(
  { project, id: campaignId }: Pick<Program, "project" | "id">,
  { code, points, due }: { code: string | undefined; points: number; due: string },
): Promise<string> {
  const id = `lopp_${randomBase62(18, random)}`;
  const details = { order: { id: "ord_1", source_id: null } };
  await homeDb().batch([
    homeDb()
      .prepare(
        `INSERT INTO loyalty_pending_points (project_id, id, voucher_id, campaign_id, points, status,
        activates_at, due_at, details, created_at)
      SELECT project_id, ?3, id, ?4, ?5, 'PENDING', substr(?6, 1, 10), ?6, ?7, created_at
      FROM vouchers WHERE project_id = ?1 AND code = ?2`,
      )
      .bind(project.id, code ?? "", id, campaignId, points, due, JSON.stringify(details)),
    homeDb()
      .prepare(
        `UPDATE vouchers SET loyalty = json_set(
          coalesce(loyalty, '{"entries":0,"pending":0,"expired":0}'), '$.pending',
          coalesce(loyalty->>'$.pending', 0) + ?3) WHERE project_id = ?1 AND code = ?2`,
      )
      .bind(project.id, code ?? "", points),
  ]);
  return id;
}

/**
 * A night of one project alone, whatever the clock says: the run itself takes up what is due in
 * all, and so in those of tests beside this one. `between` comes behind each of its phases.
 */
export async function nightOf(
  project: TestProject,
  on = env,
  between: () => Promise<void> = async () => {},
): Promise<void> {
  const from = { projectId: project.id, requestId: "night", baseUrl: "" };
  for (const { due, run } of PHASES) {
    const job = await jobScope(on, from);
    if (!job) throw new Error("the project is there");
    const now = new Date(Date.now()).toISOString();
    const { sql, params } = due({ now, after: START, limit: 10_000 });
    const { results } = await homeDb()
      .prepare(sql)
      .bind(...params)
      .all<{ project_id: string; id: string }>();
    const ids = results.flatMap(({ project_id, id }) => (project_id === project.id ? id : []));
    if (ids.length > 0) await run(job.scope, [...new Set(ids)]);
    await Promise.all(job.sent);
    await between();
  }
}
