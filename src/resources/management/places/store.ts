import { load } from "../../../commit/load";
import { type Db, decode } from "../../../db/client";
import { writeBatch } from "../../../db/commit";
import { type Fragment, sql } from "../../../db/sql";
import { type PlaceRow, places } from "../../../db/tables/places";
import { assert } from "../../../lib/assert";
import type { PlatformScope } from "../../../scope/scope";

/** Keeps what a sweep has seen of a place; of how fast it answers, the mean of late. */
export const keepSeen = (seen: Omit<PlaceRow, "projects">): Fragment =>
  sql`INSERT INTO places (name, bytes, milliseconds, seen_at)
    VALUES (${seen.name}, ${seen.bytes}, ${seen.milliseconds}, ${seen.seen_at})
    ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes, seen_at = excluded.seen_at,
      milliseconds = (3 * milliseconds + excluded.milliseconds) / 4`;

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
