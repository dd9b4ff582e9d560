import { readBatch } from "../../db/commit";
import { type Fragment, raw, sql } from "../../db/sql";
import { sendJobs } from "../../scope/send";
import type { Sweep } from "./sweep";

/** Projects that one statement looks at, and how often a sweep does so. */
const LOOKED_AT = 500;
const LOOKS = 20;

/** Of each place the project at which this isolate's last sweep ended; the next goes on there. */
const leftOff = new Map<string, string>();

const lookedAt = (after: string, now: string): Fragment =>
  sql`SELECT t.project_id, t.events_archived < t.event_sequence
      AND coalesce(t.archive_at <= ${now}, 1) AS is_due
    FROM tallies t WHERE t.project_id > ${after} ORDER BY t.project_id LIMIT ${raw(LOOKED_AT)}`;

/** Has projects looked at whose events may have to leave the database by now. */
export const archiveEvents: Sweep = {
  name: "archive-events",
  statements: LOOKS,
  run: async ({ env, place, db, now }) => {
    for (let look = 0; look < LOOKS; look++) {
      const [projects = []] = await readBatch(db, [
        lookedAt(leftOff.get(place) ?? "", new Date(now).toISOString()),
      ]);
      const due = projects.filter(({ is_due }) => is_due === 1);
      await sendJobs(
        env,
        due.map(({ project_id }) => ({ job: "archive", project_id: String(project_id) })),
      );
      const last = projects.length < LOOKED_AT ? undefined : projects.at(-1);
      leftOff.set(place, last ? String(last.project_id) : "");
      if (!last) return;
    }
  },
};
