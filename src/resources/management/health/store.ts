import { type Fragment, sql } from "../../../db/sql";
import type { SweepRunRow } from "../../../db/tables/work";
import { isAtWork } from "../../../db/transits";

/** Keeps how sweeps went, each over its run before. */
export const keepRuns = (runs: readonly SweepRunRow[]): Fragment =>
  sql`INSERT INTO sweep_runs (name, ran_at, milliseconds, cause, oldest_at)
    SELECT value->>'$.name', value->>'$.ran_at', value->>'$.milliseconds', value->>'$.cause',
      value->>'$.oldest_at'
    FROM json_each(${JSON.stringify(runs)}) WHERE true
    ON CONFLICT (name) DO UPDATE SET ran_at = excluded.ran_at,
      milliseconds = excluded.milliseconds, cause = excluded.cause, oldest_at = excluded.oldest_at`;

/** What is read of a place: each by an index, however much there is beside it. */
export const placeReads = () => ({
  sweeps: sql`SELECT * FROM sweep_runs`,
  /** Background work that has stood still longest. */
  action: sql`SELECT updated_at AS since FROM async_actions INDEXED BY async_actions_open
    WHERE status = 'IN_PROGRESS' AND ${isAtWork("async_actions.project_id")}
    ORDER BY updated_at LIMIT 1`,
  /** The delivery to a webhook that is due longest. */
  delivery: sql`SELECT due_at AS since FROM webhook_lanes INDEXED BY webhook_lanes_due
    WHERE due_at IS NOT NULL AND ${isAtWork("webhook_lanes.project_id")}
    ORDER BY due_at LIMIT 1`,
});
