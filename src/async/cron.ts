import { noCost, statement } from "../db/client";
import { readBatch, writeBatch } from "../db/commit";
import type { Env } from "../env";
import { assert } from "../lib/assert";

const DAY_MS = 86_400_000;
/** Younger events are still on their way through the queue. */
const SWEEP_AGE_MS = 5_000;

/**
 * Once a minute: rings the bell for projects whose events nobody took up, and forgets idempotency
 * keys older than a day and budgets of minutes gone by.
 */
export async function sweep(env: Env, now: number): Promise<void> {
  const db = { d1: env.DB, cost: noCost() };
  const before = new Date(now - SWEEP_AGE_MS).toISOString();
  const [left = []] = await readBatch(db, [
    statement(
      "SELECT DISTINCT project_id FROM outbox WHERE done_at IS NULL AND created_at < ?1 LIMIT 100",
      before,
    ),
  ]);
  if (left.length > 0) {
    await env.JOBS.sendBatch(
      left.map(({ project_id }) => ({ body: { job: "outbox", project_id } })),
    );
  }
  const dayAgo = new Date(now - DAY_MS).toISOString();
  const cleaned = await writeBatch(db, [
    statement("DELETE FROM idempotency_keys WHERE created_at < ?1", dayAgo),
    statement("DELETE FROM misses WHERE minute < ?1", Math.floor(now / 60_000) - 2),
  ]);
  assert(cleaned.ok, "forgetting breaks no constraint");
}
