import type { Statement } from "./client";
import { type Fragment, param, raw, type Slot, sql } from "./sql";

// Ids of customers who were deleted for good, kept in the control database for as long as a backup
// holds them.

/** Backups of a project that can be restored, by now or once they are made. */
const backupsOf = (projectId: Slot | Fragment): Fragment =>
  sql`FROM backups b INDEXED BY backups_held
    WHERE b.project_id = ${projectId} AND b.status IN ('DONE', 'IN_PROGRESS')`;

/** Backups that one answer counts at most. */
const MOST = 1_000;

/** Backups that may hold somebody who was made at an instant; one that is being made may, too. */
function holding(projectId: string, since: string): Fragment {
  const own = backupsOf(param(projectId));
  return sql`SELECT * FROM (SELECT 1 AS held ${own} AND b.taken_at IS NULL LIMIT ${raw(MOST)})
    UNION ALL SELECT * FROM (SELECT 1 ${own} AND b.taken_at >= ${since} LIMIT ${raw(MOST)})`;
}

/** Notes who was deleted for good, where a backup holds them, and counts such backups. */
export const noteErased = (
  projectId: string,
  { id, since, now }: { id: string; since: string; now: string },
): Statement[] => [
  sql`INSERT INTO erased_customers (project_id, customer_id, erased_at)
    SELECT ${projectId}, ${id}, ${now} WHERE EXISTS (${holding(projectId, since)})
    ON CONFLICT (project_id, customer_id) DO NOTHING`,
  sql`SELECT count(*) AS total FROM (${holding(projectId, since)})`,
];

/** Reads a project's next ids behind one. */
export const erasedAfter = (projectId: string, after: string, limit: number): Statement =>
  sql`SELECT customer_id FROM erased_customers
    WHERE project_id = ${projectId} AND customer_id > ${after} ORDER BY customer_id LIMIT ${limit}`;

/** Aborts unless the project has exactly so many ids: nobody was erased since they were read. */
export const assertErased = (projectId: string, count: number): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = ${count}, 'erased_since'
    FROM erased_customers WHERE project_id = ${projectId}`;

/** Drops the ids that no other backup of the project needs, which one is about to leave. */
export function dropErased(backupId: string): Statement {
  const others = sql`${backupsOf(raw("erased_customers.project_id"))} AND b.id <> ${backupId}`;
  return sql`DELETE FROM erased_customers
    WHERE project_id = (SELECT project_id FROM backups WHERE id = ${backupId})
      AND NOT EXISTS (SELECT 1 ${others} AND b.taken_at IS NULL)
      AND erased_at < coalesce((SELECT b.taken_at ${others}
        ORDER BY b.taken_at LIMIT 1), '9999')`;
}
