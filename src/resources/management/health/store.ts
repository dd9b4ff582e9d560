import type { Statement } from "../../../db/client";
import { wentOnAt } from "../../../db/moves";
import { type Fragment, param, raw, sql, valuesOf } from "../../../db/sql";
import type { SweepRunRow } from "../../../db/tables/work";
import { isAtWork } from "../../../db/transits";
import { hasTurn } from "../../../db/turns";

/**
 * Keeps how all sweeps of a place went, each over its run before. Of one that a later version has
 * not, or has in the first place alone, nothing is told any more: it would be late for good.
 */
export const keepRuns = (runs: readonly SweepRunRow[]): Statement[] => [
  sql`DELETE FROM sweep_runs WHERE name NOT IN (${valuesOf(runs.map(({ name }) => name))})`,
  sql`INSERT INTO sweep_runs (name, ran_at, milliseconds, cause, oldest_at)
    SELECT value->>'$.name', value->>'$.ran_at', value->>'$.milliseconds', value->>'$.cause',
      value->>'$.oldest_at'
    FROM json_each(${JSON.stringify(runs)}) WHERE true
    ON CONFLICT (name) DO UPDATE SET ran_at = excluded.ran_at,
      milliseconds = excluded.milliseconds, cause = excluded.cause, oldest_at = excluded.oldest_at`,
];

/** So much background work is looked at, that which waits included. */
const LOOKED_AT = 1_000;

/** Background work that has stood still longest, and whether it waits for older work. */
const standing = (): Fragment =>
  sql`SELECT updated_at, NOT ${hasTurn()} AS waits
    FROM async_actions INDEXED BY async_actions_open
    WHERE status = 'IN_PROGRESS' AND ${isAtWork("async_actions.project_id")}
    ORDER BY updated_at LIMIT ${raw(LOOKED_AT)}`;

/** Lanes of webhooks that are looked at. */
const LANES = 200;

/** What is read of a place: each by an index, however much there is beside it. */
export const placeReads = (now: number) => ({
  sweeps: sql`SELECT * FROM sweep_runs`,
  /** Background work that has stood still longest: whose turn it is, and whose it is not yet. */
  actions: sql`SELECT min(iif(waits, NULL, updated_at)) AS open,
      min(iif(waits, updated_at, NULL)) AS waiting FROM (${standing()})`,
  /**
   * The delivery that is due longest. A lane that was called is due as of its last call. What waits
   * behind a slow receiver that somebody delivers to just now is not late by a fault of ours.
   */
  delivery: sql`SELECT min((SELECT min(d.due_at) FROM webhook_deliveries d
        INDEXED BY webhook_deliveries_due WHERE d.project_id = l.project_id
          AND d.webhook_id = l.webhook_id AND d.lane = l.lane AND d.due_at IS NOT NULL)) AS since
    FROM (SELECT project_id, webhook_id, lane FROM webhook_lanes INDEXED BY webhook_lanes_due
      WHERE due_at IS NOT NULL AND ${isAtWork("webhook_lanes.project_id")}
        AND NOT (is_slow AND coalesce(leased_until > ${new Date(now).toISOString()}, false))
      ORDER BY due_at LIMIT ${raw(LANES)}) l`,
  /** The job that failed last and waits for somebody. */
  dead: sql`SELECT died_at AS since FROM dead_jobs INDEXED BY dead_jobs_left
    WHERE due_at IS NULL ORDER BY died_at DESC LIMIT 1`,
});

/** Where a project redeems so often a second, its redemptions wait for one another. */
const RUSH_PER_SECOND = 20;
const DAY_MS = 86_400_000;

/** Moves that are looked at. */
const MOVES = 100;

/** The move that stands still longest, though neither another one nor a backup is before it. */
const move = (now: number): Fragment => {
  const at = param(new Date(now).toISOString());
  return sql`SELECT max(${wentOnAt("m")}, coalesce(due_at, '')) AS since
    FROM (SELECT * FROM project_moves INDEXED BY project_moves_open
      WHERE phase <> 'OVER' ORDER BY id LIMIT ${raw(MOVES)}) m
    WHERE coalesce(due_at <= ${at}, true)
      AND NOT (status = 'IN_PROGRESS' AND EXISTS (
        SELECT 1 FROM project_moves o INDEXED BY project_moves_open
        WHERE o.phase <> 'OVER' AND o.id < m.id AND o.status = 'IN_PROGRESS'))
      AND NOT EXISTS (SELECT 1 FROM backups b INDEXED BY backups_going_on
        WHERE b.project_id = m.project_id AND b.status = 'IN_PROGRESS')
    ORDER BY since LIMIT 1`;
};

/**
 * What is read beside that where the control tables are: work on whole projects, and which places
 * have projects and are not bound.
 */
export const controlReads = (now: number, bound: readonly string[]) => ({
  unbound: sql`SELECT name FROM places
    WHERE projects > 0 AND name NOT IN (${valuesOf(bound)}) ORDER BY name`,
  rushes: sql`SELECT p.name, r.id AS project_id, p.rush_per_second AS per_second, p.rush_at AS at
    FROM places p CROSS JOIN projects r ON r.id = p.rush_project_id AND NOT r.busy
    WHERE p.rush_per_second >= ${raw(RUSH_PER_SECOND)}
      AND p.rush_at > ${new Date(now - DAY_MS).toISOString()} ORDER BY p.name`,
  move: move(now),
  backup: sql`SELECT updated_at AS since FROM backups INDEXED BY backups_open
    WHERE status IN ('IN_PROGRESS', 'REMOVED') ORDER BY updated_at LIMIT 1`,
  restore: sql`SELECT updated_at AS since FROM restores INDEXED BY restores_open
    WHERE status = 'IN_PROGRESS' ORDER BY updated_at LIMIT 1`,
});
