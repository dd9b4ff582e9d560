const PROJECT = "proj_demo";

/** The sweep leaves to the queue what was due in the last seconds. */
const AGO_MS = 6_000;

/** What waits for a later attempt. */
const WAITS = ["webhook_deliveries", "webhook_lanes"].map(
  (table) => `UPDATE ${table} SET due_at = ?2
    WHERE project_id = ?1 AND due_at IS NOT NULL AND due_at > ?3`,
);

/** The minute that a reaction waits which failed. */
const REACTION_MS = 61_000;
/** One that was sent again, and whose worker was killed, has five to run. */
const CUT_OFF_MS = 301_000;
const REACTIONS = `UPDATE dead_jobs SET due_at = ?2
  WHERE project_id = ?1 AND due_at > ?3 AND due_at < ?4`;

/** No worker holds a lane any more. */
const LEASES = `UPDATE webhook_lanes SET leased_until = ?2
  WHERE project_id = ?1 AND leased_until > ?3`;

/**
 * The hours and days between attempts pass at once: all that waits is due. After a restart, so do
 * the holds of workers that were killed.
 */
export async function letTimePass(database: D1Database, isRestarted: boolean): Promise<Response> {
  const now = Date.now();
  const soon = now + (isRestarted ? CUT_OFF_MS : REACTION_MS);
  const [past, at, until] = [now - AGO_MS, now, soon].map((each) => new Date(each).toISOString());
  const passing = [...WAITS, ...(isRestarted ? [LEASES] : [])];
  await database.batch([
    ...passing.map((text) => database.prepare(text).bind(PROJECT, past, at)),
    database.prepare(REACTIONS).bind(PROJECT, past, at, until),
  ]);
  return Response.json({});
}
