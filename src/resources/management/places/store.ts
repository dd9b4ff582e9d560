import { load } from "../../../commit/load";
import { type Db, decode } from "../../../db/client";
import { writeBatch } from "../../../db/commit";
import { type Fragment, raw, sql } from "../../../db/sql";
import { type PlaceRow, places } from "../../../db/tables/places";
import { assert } from "../../../lib/assert";
import type { PlatformScope } from "../../../scope/scope";

/** What projects have most of, as each counts it; of events those that have not left. */
const ROWS = raw(`vouchers + redemptions + customers + orders + publications + products + skus
  + validation_rules_assignments + event_sequence - events_archived`);

/** What the projects of a place have, by the counters that they keep: a row for each of them. */
export const countPlace = sql`SELECT coalesce(sum(${ROWS}), 0) AS rows,
  coalesce(sum(event_sequence), 0) AS events FROM tallies`;

/** Minutes between two looks; two that follow each other at once are a minute, too. */
const MINUTES = raw(`max(1.0, 1440 * (julianday(excluded.seen_at) - julianday(seen_at)))`);

/**
 * Keeps what a sweep has seen of a place; of how fast it answers and how many events it takes, the
 * mean of late. Where a project has gone with its events, none were taken.
 */
export const keepSeen = (seen: Omit<PlaceRow, "projects" | "events_per_minute">): Fragment =>
  sql`INSERT INTO places (name, bytes, milliseconds, rows, events, seen_at)
    VALUES (${seen.name}, ${seen.bytes}, ${seen.milliseconds}, ${seen.rows}, ${seen.events},
      ${seen.seen_at})
    ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes, seen_at = excluded.seen_at,
      milliseconds = (3 * milliseconds + excluded.milliseconds) / 4,
      events_per_minute = (3 * events_per_minute
        + coalesce(max(0, excluded.events - events) / ${MINUTES}, 0)) / 4,
      rows = excluded.rows, events = excluded.events`;

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
