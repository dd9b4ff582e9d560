import { readBatch } from "../../db/commit";
import { type Fragment, raw, sql } from "../../db/sql";
import { isAtWork } from "../../db/transits";
import { earliest } from "../../lib/earliest";
import { sendJobs } from "../../scope/send";
import type { Sweep } from "./sweep";

/** Younger events are still on their way through the queue. */
const AGE_MS = 5_000;
/** Projects that one statement looks at, and how often a sweep does so. */
const LOOKED_AT = 500;
const LOOKS = 200;

/**
 * The project at which this isolate's last sweep of each place ended: with more projects than one
 * sweep looks at, the next goes on from there.
 */
const leftOff = new Map<string, string>();

const lookedAt = (after: string, before: string): Fragment =>
  sql`SELECT t.project_id, CASE WHEN t.events_taken < t.event_sequence THEN (
      SELECT o.created_at FROM outbox o WHERE o.project_id = t.project_id
        AND o.sequence = t.events_taken + 1 AND o.created_at < ${before}
        AND ${isAtWork("o.project_id")}) END AS left_at
    FROM tallies t WHERE t.project_id > ${after} ORDER BY t.project_id LIMIT ${raw(LOOKED_AT)}`;

/**
 * Rings the bell for projects whose events nobody took up. An index of those would be written to by
 * every commit; walking all projects once a minute costs one row each.
 */
export const ringForEvents: Sweep = {
  name: "ring-for-events",
  statements: LOOKS,
  run: async ({ env, place, db, now }) => {
    const before = new Date(now - AGE_MS).toISOString();
    const waited: string[] = [];
    for (let look = 0; look < LOOKS; look++) {
      const [projects = []] = await readBatch(db, [lookedAt(leftOff.get(place) ?? "", before)]);
      const left = projects.filter(({ left_at }) => left_at !== null);
      waited.push(...left.map(({ left_at }) => String(left_at)));
      await sendJobs(
        env,
        left.map(({ project_id }) => ({ job: "outbox", project_id: String(project_id) })),
      );
      const isThrough = projects.length < LOOKED_AT;
      leftOff.set(place, isThrough ? "" : String(projects.at(-1)?.project_id));
      if (isThrough) break;
    }
    return earliest(waited);
  },
};
