import { readBatch } from "../../db/commit";
import { sql, valuesOf } from "../../db/sql";
import { sendJobs } from "../../scope/send";
import { ACTIONS } from "../actions";
import type { Sweep } from "./sweep";

/** Background work that has not moved for so long has lost its message. */
const STUCK_MS = 10_000;

/**
 * Sends the message anew of background work that stands still; work of a type that no step is known
 * for is left as it is.
 */
export const resumeActions: Sweep = {
  name: "resume-actions",
  statements: 1,
  run: async ({ env, db, now }) => {
    const before = new Date(now - STUCK_MS).toISOString();
    const [stuck = []] = await readBatch(db, [
      sql`SELECT project_id, id AS action_id FROM async_actions INDEXED BY async_actions_open
        WHERE status = 'IN_PROGRESS' AND updated_at < ${before}
          AND type IN (${valuesOf(ACTIONS.map(({ type }) => type))})
        ORDER BY updated_at LIMIT 100`,
    ]);
    const jobs = stuck.map(({ project_id, action_id }) => ({
      job: "action" as const,
      project_id: String(project_id),
      action_id,
    }));
    await sendJobs(env, jobs);
  },
};
