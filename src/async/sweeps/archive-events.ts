import { writeBatch } from "../../db/commit";
import { type Fragment, raw, sql } from "../../db/sql";
import { isAtWork } from "../../db/transits";
import { assert } from "../../lib/assert";
import { sendJobs } from "../../scope/send";
import type { Sweep } from "./sweep";

/** Projects that one sweep calls for, of those that are new and of those that are due. */
const CALLED = 50;
/** A message that was lost is sent again after this (milliseconds). */
const AGAIN_MS = 3_600_000;

const someWhere = (condition: Fragment): Fragment =>
  sql`SELECT project_id FROM (SELECT project_id FROM tallies INDEXED BY tallies_archive
    WHERE ${condition} AND ${isAtWork("tallies.project_id")}
    ORDER BY archive_at LIMIT ${raw(CALLED)})`;

/**
 * Has projects looked at whose events may have to leave the database by now. Each is due anew some
 * hours after it was looked at, so that a minute costs one row for each of few.
 */
export const archiveEvents: Sweep = {
  name: "archive-events",
  statements: 1,
  run: async ({ env, db, now }) => {
    const called = await writeBatch(db, [
      sql`UPDATE tallies SET archive_at = ${new Date(now + AGAIN_MS).toISOString()}
        WHERE project_id IN (${someWhere(raw("archive_at IS NULL"))}
          UNION ALL ${someWhere(sql`archive_at <= ${new Date(now).toISOString()}`)})
        RETURNING project_id`,
    ]);
    assert(called.ok, "calling for projects breaks no constraint");
    const projects = called.value[0] ?? [];
    await sendJobs(
      env,
      projects.map(({ project_id }) => ({ job: "archive", project_id: String(project_id) })),
    );
  },
};
