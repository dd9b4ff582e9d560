import { noTrail, type Statement } from "../../db/client";
import { readBatch, writeBatch } from "../../db/commit";
import { sql } from "../../db/sql";
import { assert } from "../../lib/assert";
import {
  countPlace,
  keepCounted,
  keepRush,
  keepSeen,
  lastCount,
  rushOf,
} from "../../resources/management/places/store";
import type { Sweep, Visit } from "./sweep";

/** To count reads a row for each project of the place: no more often than this (milliseconds). */
const COUNTED_MS = 10 * 60_000;

/** Counts what the projects of a place have, where nobody has done so lately. */
async function count({ place, db, control, now }: Visit): Promise<Statement[]> {
  const [[last] = []] = await readBatch(control, [lastCount(place)]);
  const counted = last?.counted_at;
  if (typeof counted === "string" && now - Date.parse(counted) < COUNTED_MS) return [];
  const since = new Date(now - COUNTED_MS).toISOString();
  const [[found] = [], [rush] = []] = await readBatch(db, [countPlace, rushOf(since)]);
  const at = new Date(now).toISOString();
  return [
    keepCounted({
      name: place,
      rows: Number(found?.rows),
      events: Number(found?.events),
      counted_at: at,
    }),
    ...(rush
      ? [
          keepRush(place, {
            project_id: String(rush.project_id),
            per_second: Number(rush.per_second),
            at,
          }),
        ]
      : []),
  ];
}

/**
 * Notes beside the control tables how large a place is, what it has, and how long it takes to
 * answer, by which places are chosen for new projects. One that does not answer is not noted, and
 * takes none.
 */
export const lookAtPlace: Sweep = {
  name: "look-at-place",
  statements: 7,
  run: async (visit) => {
    const { env, place, db, control, now } = visit;
    const trail = noTrail(place);
    const started = performance.now();
    await readBatch({ ...db, trail }, [sql`SELECT 1`]);
    const milliseconds = Math.round(performance.now() - started);
    env.METRICS?.writeDataPoint({
      indexes: [place],
      blobs: ["place", place],
      doubles: [milliseconds, trail.bytes],
    });
    const seen_at = new Date(now).toISOString();
    const kept = await writeBatch(control, [
      keepSeen({ name: place, bytes: trail.bytes, milliseconds, seen_at }),
      ...(await count(visit)),
    ]);
    assert(kept.ok, "what is known of a place breaks no constraint");
  },
};
