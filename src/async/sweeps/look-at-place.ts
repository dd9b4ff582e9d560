import { noTrail } from "../../db/client";
import { readBatch, writeBatch } from "../../db/commit";
import { sql } from "../../db/sql";
import { assert } from "../../lib/assert";
import { countPlace, keepSeen } from "../../resources/management/places/store";
import type { Sweep } from "./sweep";

/**
 * Notes beside the control tables how large a place is, what it has, and how long it takes to
 * answer, by which places are chosen for new projects. One that does not answer is not noted, and
 * takes none.
 */
export const lookAtPlace: Sweep = {
  name: "look-at-place",
  statements: 3,
  run: async ({ env, place, db, control, now }) => {
    const trail = noTrail(place);
    const started = performance.now();
    await readBatch({ ...db, trail }, [sql`SELECT 1`]);
    const milliseconds = Math.round(performance.now() - started);
    env.METRICS?.writeDataPoint({
      indexes: [place],
      blobs: ["place", place],
      doubles: [milliseconds, trail.bytes],
    });
    const [[counted] = []] = await readBatch(db, [countPlace]);
    const kept = await writeBatch(control, [
      keepSeen({
        name: place,
        bytes: trail.bytes,
        milliseconds,
        rows: Number(counted?.rows),
        events: Number(counted?.events),
        seen_at: new Date(now).toISOString(),
      }),
    ]);
    assert(kept.ok, "what is known of a place breaks no constraint");
  },
};
