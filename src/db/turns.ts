import type { Db, Statement } from "./client";
import { readBatch } from "./commit";
import { type Fragment, raw, sql, valuesOf } from "./sql";

// Of a project's heavy work so many go on at a time, those that were asked for first; the others
// wait in their rows, without a message. So a project with much to do has no more turns in the
// queue than one with little.

/** Types of work that goes on for long. */
export const HEAVY: readonly string[] = [
  "EXPORT",
  "CAMPAIGN_VOUCHERS_GENERATION",
  "CAMPAIGN_DELETION",
  "CAMPAIGN_RESTORATION",
  "CAMPAIGN_VOUCHERS_IMPORT",
  "VOUCHERS_IMPORT",
  "CUSTOMERS_IMPORT",
  "PRODUCTS_IMPORT",
  "SKUS_IMPORT",
  "ORDERS_IMPORT",
];

/** Heavy work of a project that goes on at a time. */
const MOST = 2;
/**
 * Work that was begun and has not moved for so long (milliseconds) keeps no other waiting: it fails
 * whenever it is tried. However full a queue is, hardly anything stands in it for that long.
 */
const LAPSES_MS = 600_000;

/** What was begun has been updated. */
const NOT_BEGUN = raw("updated_at = created_at");
const BEGUN = raw("updated_at <> created_at");

/**
 * Whether a row of `async_actions` has its turn: of heavy work, whether of what was asked for
 * before fewer go on or wait. What was not begun waits, however long. Light work always has it,
 * and what has begun keeps it: nobody calls that but its own message.
 */
export function hasTurn(): Fragment {
  const since = new Date(Date.now() - LAPSES_MS).toISOString();
  return sql`(type NOT IN (${valuesOf(HEAVY)}) OR ${BEGUN} OR (SELECT count(*) FROM (
      SELECT 1 FROM async_actions AS ahead INDEXED BY async_actions_turns
      WHERE ahead.project_id = async_actions.project_id AND ahead.status = 'IN_PROGRESS'
        AND ahead.type IN (${valuesOf(HEAVY)}) AND ahead.id < async_actions.id
        AND (ahead.${NOT_BEGUN} OR ahead.updated_at > ${since})
      LIMIT ${raw(MOST)})) < ${raw(MOST)})`;
}

/**
 * Notes that heavy work begins, where it is its turn; answers, with the statement after it, whether
 * it is: else nobody needs its message.
 */
export function takeTurn(projectId: string, id: string): Statement[] {
  const turn = sql`project_id = ${projectId} AND id = ${id} AND ${hasTurn()}`;
  return [
    sql`UPDATE async_actions SET updated_at = ${new Date().toISOString()}
      WHERE status = 'IN_PROGRESS' AND type IN (${valuesOf(HEAVY)}) AND ${NOT_BEGUN} AND ${turn}`,
    sql`SELECT 1 FROM async_actions WHERE ${turn}`,
  ];
}

/** The heavy work of a project that waits longest to begin; null where none waits. */
export async function firstWaiting(db: Db, projectId: string): Promise<string | null> {
  const [rows] = await readBatch(db, [
    sql`SELECT id FROM async_actions INDEXED BY async_actions_turns
      WHERE project_id = ${projectId} AND status = 'IN_PROGRESS' AND type IN (${valuesOf(HEAVY)})
        AND ${NOT_BEGUN} ORDER BY id LIMIT 1`,
  ]);
  const [first] = rows ?? [];
  return first ? String(first.id) : null;
}
