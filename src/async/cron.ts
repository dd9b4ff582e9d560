import { noCost, statement } from "../db/client";
import { readBatch, writeBatch } from "../db/commit";
import { movedByDates } from "../db/qualifiables";
import type { Env } from "../env";
import { assert } from "../lib/assert";

const DAY_MS = 86_400_000;
/** Younger events are still on their way through the queue. */
const SWEEP_AGE_MS = 5_000;

/** Background work that has not moved for so long has lost its message. */
const STUCK_MS = 10_000;

/**
 * Once a minute: rings the bell for projects whose events nobody took up, sets background work going
 * again that stands still, forgets idempotency keys older than a day and budgets of minutes gone by,
 * and moves what dates have opened or closed to where qualification finds it.
 */
export async function sweep(env: Env, now: number): Promise<void> {
  const db = { d1: env.DB, cost: noCost() };
  const before = new Date(now - SWEEP_AGE_MS).toISOString();
  const [left = [], stuck = []] = await readBatch(db, [
    statement(
      "SELECT DISTINCT project_id FROM outbox WHERE done_at IS NULL AND created_at < ?1 LIMIT 100",
      before,
    ),
    statement(
      "SELECT project_id, id AS action_id FROM async_actions INDEXED BY async_actions_open WHERE status = 'IN_PROGRESS' AND updated_at < ?1 ORDER BY updated_at LIMIT 100",
      new Date(now - STUCK_MS).toISOString(),
    ),
  ]);
  const jobs = [
    ...left.map(({ project_id }) => ({ body: { job: "outbox", project_id } })),
    ...stuck.map((action) => ({ body: { job: "action", ...action } })),
  ];
  for (let at = 0; at < jobs.length; at += 100) await env.JOBS.sendBatch(jobs.slice(at, at + 100));
  const dayAgo = new Date(now - DAY_MS).toISOString();
  const cleaned = await writeBatch(db, [
    statement("DELETE FROM idempotency_keys WHERE created_at < ?1", dayAgo),
    statement("DELETE FROM misses WHERE minute < ?1", Math.floor(now / 60_000) - 2),
    ...movedByDates(now),
  ]);
  assert(cleaned.ok, "forgetting breaks no constraint");
}
