import { readBatch } from "../../db/commit";
import { raw, sql, valuesOf } from "../../db/sql";
import { isAtWork } from "../../db/transits";
import { hasTurn } from "../../db/turns";
import { sendJobs } from "../../scope/send";
import { ACTIONS } from "../actions";
import type { Sweep } from "./sweep";

/** Background work that has not moved for so long has lost its message. */
const STUCK_MS = 10_000;
/** Messages that one sweep sends. */
const MOST = 100;
/**
 * They are drawn by chance from so many of those that stand still longest, so that work that fails
 * whenever it is tried keeps no other back.
 */
const DRAWN_FROM = 1_000;

/**
 * Sends the message anew of background work that stands still; work of a type that no step is known
 * for is left as it is. Heavy work needs no message before it is its turn.
 */
export const resumeActions: Sweep = {
  name: "resume-actions",
  statements: 1,
  run: async ({ env, db, now }) => {
    const before = new Date(now - STUCK_MS).toISOString();
    const [stuck = []] = await readBatch(db, [
      sql`SELECT project_id, action_id FROM (
          SELECT project_id, id AS action_id FROM async_actions INDEXED BY async_actions_open
          WHERE status = 'IN_PROGRESS' AND updated_at < ${before}
            AND type IN (${valuesOf(ACTIONS.map(({ type }) => type))})
            AND ${isAtWork("async_actions.project_id")} AND ${hasTurn()}
          ORDER BY updated_at LIMIT ${raw(DRAWN_FROM)})
        ORDER BY random() LIMIT ${raw(MOST)}`,
    ]);
    const jobs = stuck.map(({ project_id, action_id }) => ({
      job: "action" as const,
      project_id: String(project_id),
      action_id,
    }));
    await sendJobs(env, jobs);
  },
};
