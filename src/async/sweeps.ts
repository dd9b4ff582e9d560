import { type Db, type Statement, statement } from "../db/client";
import { readBatch, writeBatch } from "../db/commit";
import { movedByDates } from "../db/qualifiables";
import type { Env } from "../env";
import { assert } from "../lib/assert";
import { decodeDeadJob, messageOf } from "../resources/management/dead-jobs/store";
import { sendJobs } from "../scope/send";
import { ACTIONS } from "./actions";

const DAY_MS = 86_400_000;
/** Younger events are still on their way through the queue. */
const SWEEP_AGE_MS = 5_000;
/** Background work that has not moved for so long has lost its message. */
const STUCK_MS = 10_000;

/** Rows that one statement forgets at most: the database serves nobody else meanwhile. */
const FORGOTTEN = 2_000;
/** A sweep forgets this often at most; what an outage has left over goes with the next ones. */
const ROUNDS = 20;

/** What a sweep works with; `now` is epoch milliseconds. */
export interface Visit {
  env: Env;
  db: Db;
  now: number;
}

export type Sweep = (visit: Visit) => Promise<void>;

/** Projects that one statement looks at. */
const LOOKED_AT = 500;

/**
 * Rings the bell for projects whose events nobody took up. An index of those would be written to by
 * every commit; walking all projects once a minute costs one row each.
 */
const ringForEvents: Sweep = async (visit) => {
  const before = new Date(visit.now - SWEEP_AGE_MS).toISOString();
  for (let last = ""; ; ) {
    const [projects = []] = await readBatch(visit.db, [
      statement(
        `SELECT t.project_id, t.events_taken < t.event_sequence AND EXISTS (
           SELECT 1 FROM outbox o WHERE o.project_id = t.project_id AND o.sequence = t.events_taken + 1 AND o.created_at < ?2) AS is_left
         FROM tallies t WHERE t.project_id > ?1 ORDER BY t.project_id LIMIT ${LOOKED_AT}`,
        last,
        before,
      ),
    ]);
    const left = projects.filter(({ is_left }) => is_left === 1);
    await sendJobs(
      visit.env,
      left.map(({ project_id }) => ({ job: "outbox", project_id: String(project_id) })),
    );
    if (projects.length < LOOKED_AT) return;
    last = String(projects.at(-1)?.project_id);
  }
};

/** Sets background work going again that stands still; what no step is known for stays as it is. */
const resumeActions: Sweep = async (visit) => {
  const [stuck = []] = await readBatch(visit.db, [
    statement(
      `SELECT project_id, id AS action_id FROM async_actions INDEXED BY async_actions_open
       WHERE status = 'IN_PROGRESS' AND updated_at < ?1 AND type IN (SELECT value FROM json_each(?2))
       ORDER BY updated_at LIMIT 100`,
      new Date(visit.now - STUCK_MS).toISOString(),
      JSON.stringify(ACTIONS.map(({ type }) => type)),
    ),
  ]);
  await sendJobs(
    visit.env,
    stuck.map(({ project_id, action_id }) => ({
      job: "action",
      project_id: String(project_id),
      action_id,
    })),
  );
};

/** Parked reactions that one statement sends again; it lets others be found by the next sweep. */
const RETRIED = 100;
/** Time for a reaction that was sent again to be made, before it is sent once more. */
const RETRY_MS = 300_000;

/** Sends reactions again that failed, once they are due. */
const retryReactions: Sweep = async ({ env, db, now }) => {
  const done = await writeBatch(db, [
    statement(
      `UPDATE dead_jobs SET due_at = ?2 WHERE (project_id, id) IN (
         SELECT project_id, id FROM dead_jobs INDEXED BY dead_jobs_due
         WHERE due_at <= ?1 ORDER BY due_at LIMIT ${RETRIED}) RETURNING *`,
      new Date(now).toISOString(),
      new Date(now + RETRY_MS).toISOString(),
    ),
  ]);
  assert(done.ok, "letting reactions wait breaks no constraint");
  await sendJobs(env, (done.value[0] ?? []).map(decodeDeadJob).map(messageOf));
};

async function changed(db: Db, statements: readonly Statement[]): Promise<number> {
  const done = await writeBatch(db, [...statements, statement("SELECT changes() AS count")]);
  assert(done.ok, "forgetting breaks no constraint");
  return Number(done.value.at(-1)?.[0]?.count ?? 0);
}

/** Forgets the oldest rows piece by piece, until none is left or the sweep has done its share. */
const forgetting =
  (sql: string, before: (now: number) => string | number): Sweep =>
  async ({ db, now }) => {
    const old = statement(`${sql} LIMIT ${FORGOTTEN})`, before(now));
    for (let round = 0; round < ROUNDS; round++) {
      if ((await changed(db, [old])) < FORGOTTEN) return;
    }
  };

/**
 * What is done once a minute. Each stands for itself: one that fails takes no other with it, and
 * none does more at once than the database can do beside its other work.
 */
export const SWEEPS: readonly Sweep[] = [
  ringForEvents,
  resumeActions,
  retryReactions,
  // Idempotency keys live for a day.
  forgetting(
    `DELETE FROM idempotency_keys WHERE (project_id, family, key) IN (
       SELECT project_id, family, key FROM idempotency_keys INDEXED BY idempotency_keys_age WHERE created_at < ?1`,
    (now) => new Date(now - DAY_MS).toISOString(),
  ),
  // Budgets of failed look-ups are those of a minute.
  forgetting(
    `DELETE FROM misses WHERE (project_id, bucket, minute) IN (
       SELECT project_id, bucket, minute FROM misses INDEXED BY misses_minute WHERE minute < ?1`,
    (now) => Math.floor(now / 60_000) - 2,
  ),
  // Jobs that failed are told of for a month.
  forgetting(
    `DELETE FROM dead_jobs WHERE (project_id, id) IN (
       SELECT project_id, id FROM dead_jobs INDEXED BY dead_jobs_age WHERE died_at < ?1`,
    (now) => new Date(now - 30 * DAY_MS).toISOString(),
  ),
  // What dates have opened or closed moves to where qualification finds it.
  async ({ db, now }) => {
    await changed(db, movedByDates(now));
  },
];
