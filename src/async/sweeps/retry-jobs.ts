import { writeBatch } from "../../db/commit";
import { raw, sql } from "../../db/sql";
import { isAtWork } from "../../db/transits";
import { assert } from "../../lib/assert";
import {
  decodeDeadJob,
  isParked,
  messageOf,
  takeSent,
} from "../../resources/management/dead-jobs/store";
import { sendJobs } from "../../scope/send";
import type { Sweep } from "./sweep";

/** Failed jobs that a sweep sends again. */
const RETRIED = 100;
/**
 * A job that was sent again has this long to run before it is sent once more (milliseconds).
 */
const AGAIN_MS = 300_000;

/** Sends jobs again that failed, once they are due. */
export const retryJobs: Sweep = {
  name: "retry-jobs",
  statements: 2,
  run: async ({ env, db, now }) => {
    const again = new Date(now + AGAIN_MS).toISOString();
    const done = await writeBatch(db, [
      sql`UPDATE dead_jobs SET due_at = ${again} WHERE (project_id, id) IN (
        SELECT project_id, id FROM dead_jobs INDEXED BY dead_jobs_due
        WHERE due_at <= ${new Date(now).toISOString()} AND ${isAtWork("dead_jobs.project_id")}
        ORDER BY due_at LIMIT ${raw(RETRIED)}) RETURNING *`,
    ]);
    assert(done.ok, "letting jobs wait breaks no constraint");
    const rows = (done.value[0] ?? []).map(decodeDeadJob);
    await sendJobs(env, rows.map(messageOf));
    if (rows.every(isParked)) return;
    const taken = await writeBatch(db, [takeSent(rows)]);
    assert(taken.ok, "taking jobs off the list breaks no constraint");
  },
};
