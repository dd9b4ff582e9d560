import { load } from "../../../commit/load";
import { type Db, decode } from "../../../db/client";
import { writeBatch } from "../../../db/commit";
import { type Fragment, param, raw, sql } from "../../../db/sql";
import { type PlaceRow, places } from "../../../db/tables/places";
import { assert } from "../../../lib/assert";
import type { PlatformScope } from "../../../scope/scope";

/** How often a second a project redeemed, and when that was seen (ISO). */
interface Rush {
  project_id: string;
  per_second: number;
  at: string;
}

/** What projects have most of, as each counts it; of events those that have not left. */
const ROWS = raw(`vouchers + redemptions + customers + orders + publications + products + skus
  + validation_rules_assignments + event_sequence - events_archived`);

/** What the projects of a place have, by the counters that they keep: a row for each of them. */
export const countPlace = sql`SELECT coalesce(sum(${ROWS}), 0) AS rows,
  coalesce(sum(event_sequence), 0) AS events FROM tallies`;

/** Of the project that redeems most, so many redemptions are looked at. */
const RUSH_ROWS = 12_000;

/**
 * How often a second the project that redeems most on these days did so, within the ten seconds in
 * which it did most often since an instant (ISO): a row for each project, and for each redemption.
 */
export function rushOf(since: string): Fragment {
  const from = param(since);
  const most = sql`(SELECT project_id FROM tallies WHERE day >= date(${from}, '-1 day')
    ORDER BY day_redemptions_succeeded DESC LIMIT 1)`;
  return sql`SELECT project_id, max(n) / 10.0 AS per_second FROM (
    SELECT project_id, count(*) AS n FROM (
      SELECT project_id, created_at FROM redemptions WHERE project_id = ${most}
        ORDER BY sort_key DESC LIMIT ${raw(RUSH_ROWS)})
      WHERE created_at >= ${from} GROUP BY project_id, substr(created_at, 1, 18))
    GROUP BY project_id`;
}

/** Keeps the greatest rush of a place of the last day. */
export const keepRush = (name: string, { project_id, per_second, at }: Rush): Fragment =>
  sql`UPDATE places SET rush_project_id = r.project_id, rush_per_second = r.per_second,
      rush_at = r.at
    FROM (SELECT ${project_id} AS project_id, ${per_second} AS per_second, ${at} AS at) r
    WHERE name = ${name} AND (rush_at IS NULL OR r.per_second >= rush_per_second
      OR julianday(r.at) - julianday(rush_at) > 1
      OR EXISTS (SELECT 1 FROM projects WHERE id = rush_project_id AND busy))`;

/** When a place was counted last. */
export const lastCount = (name: string): Fragment =>
  sql`SELECT counted_at FROM places WHERE name = ${name}`;

/** Keeps what a sweep has seen of a place; of how fast it answers, the mean of late. */
export const keepSeen = ({
  name,
  bytes,
  milliseconds,
  seen_at,
}: Pick<PlaceRow, "name" | "bytes" | "milliseconds" | "seen_at">): Fragment =>
  sql`INSERT INTO places (name, bytes, milliseconds, seen_at)
    VALUES (${name}, ${bytes}, ${milliseconds}, ${seen_at})
    ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes, seen_at = excluded.seen_at,
      milliseconds = (3 * milliseconds + excluded.milliseconds) / 4`;

/**
 * Keeps what a sweep has counted, and how many events came a minute since it was counted last.
 * Where a project has gone with its events, none came.
 */
export const keepCounted = ({
  name,
  rows,
  events,
  counted_at,
}: Pick<PlaceRow, "name" | "rows" | "events" | "counted_at">): Fragment =>
  sql`UPDATE places SET rows = n.rows, events = n.events, counted_at = n.counted_at,
      events_per_minute = coalesce(max(0, n.events - places.events)
        / (1440 * (julianday(n.counted_at) - julianday(places.counted_at))), 0)
    FROM (SELECT ${rows} AS rows, ${events} AS events, ${counted_at} AS counted_at) n
    WHERE name = ${name}`;

/** What is known of all places, those that are no longer bound among them. */
export async function readPlaces(scope: PlatformScope): Promise<PlaceRow[]> {
  const { rows } = await load(scope, { rows: sql`SELECT * FROM places ORDER BY name` });
  return rows.map((row) => decode(places, row));
}

/**
 * The counters of a project that is about to be made in a place beside the first. They come before
 * it: those of a project that nobody made after all are in nobody's way.
 */
export async function insertTallies(place: Db, projectId: string): Promise<void> {
  const done = await writeBatch(place, [
    sql`INSERT INTO tallies (project_id) VALUES (${projectId})`,
  ]);
  assert(done.ok, "a random id exists already");
}
