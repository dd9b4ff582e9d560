import { readBatch } from "../../db/commit";
import { raw, sql, valuesOf } from "../../db/sql";
import { isAtWork } from "../../db/transits";
import { sendJobs } from "../../scope/send";
import { ACTIONS } from "../actions";
import type { Sweep } from "./sweep";

/** Background work that has not moved for so long has lost its message. */
const STUCK_MS = 10_000;
/** Messages that one sweep sends. */
const MOST = 100;

type Key = readonly [updatedAt: string, projectId: string, id: string];
const START: Key = ["", "", ""];

/**
 * The work at which this isolate's last sweep of each place ended: with more of it than one sweep
 * sends, the next goes on from there, so that work that fails whenever it is tried keeps no other
 * back.
 */
const leftOff = new Map<string, Key>();

/**
 * Sends the message anew of background work that stands still; work of a type that no step is known
 * for is left as it is.
 */
export const resumeActions: Sweep = {
  name: "resume-actions",
  statements: 1,
  run: async ({ env, place, db, now }) => {
    const before = new Date(now - STUCK_MS).toISOString();
    const [time, project, id] = leftOff.get(place) ?? START;
    const [stuck = []] = await readBatch(db, [
      sql`SELECT project_id, id AS action_id, updated_at
        FROM async_actions INDEXED BY async_actions_open
        WHERE status = 'IN_PROGRESS' AND updated_at < ${before}
          AND (updated_at, project_id, id) > (${time}, ${project}, ${id})
          AND type IN (${valuesOf(ACTIONS.map(({ type }) => type))})
          AND ${isAtWork("async_actions.project_id")}
        ORDER BY updated_at, project_id, id LIMIT ${raw(MOST)}`,
    ]);
    const jobs = stuck.map(({ project_id, action_id }) => ({
      job: "action" as const,
      project_id: String(project_id),
      action_id,
    }));
    await sendJobs(env, jobs);
    const last = stuck.length < MOST ? undefined : stuck.at(-1);
    leftOff.set(
      place,
      last ? [String(last.updated_at), String(last.project_id), String(last.action_id)] : START,
    );
  },
};
