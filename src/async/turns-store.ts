import type { Db, RawRow, Statement } from "../db/client";
import { readBatch } from "../db/commit";
import { totalOf } from "../db/page";
import { type Fragment, raw, sql, valuesOf } from "../db/sql";

// Of a project's heavy work so many go on at a time, those that were asked for first; the others
// wait in their rows, without a message. So a project with much to do has no more turns in the
// queue than one with little.

/** Heavy work of a project that goes on at a time. */
const MOST = 2;
/** Work that has not moved for so long (milliseconds) keeps no other waiting. */
const LAPSES_MS = 120_000;
/** So much older work is looked at. */
const LOOKED_AT = 50;

const open = (projectId: string, types: readonly string[]): Fragment =>
  sql`FROM async_actions INDEXED BY async_actions_turns
    WHERE project_id = ${projectId} AND status = 'IN_PROGRESS' AND type IN (${valuesOf(types)})`;

/** Counts the heavy work of a project that goes on or waits before another. */
export function aheadOf(projectId: string, id: string, types: readonly string[]): Statement {
  const since = new Date(Date.now() - LAPSES_MS).toISOString();
  return sql`SELECT count(*) AS total FROM (SELECT updated_at ${open(projectId, types)}
      AND id < ${id} ORDER BY id LIMIT ${raw(LOOKED_AT)})
    WHERE updated_at > ${since}`;
}

/** Whether it is the turn of what has so much before it; else nobody needs its message. */
export const isTurn = (ahead: readonly RawRow[]): boolean => totalOf(ahead) < MOST;

/** The work of a project that waits longest to begin; null where none waits. */
export async function firstWaiting(
  db: Db,
  projectId: string,
  types: readonly string[],
): Promise<string | null> {
  const [rows] = await readBatch(db, [
    sql`SELECT id ${open(projectId, types)} AND cursor = 0 ORDER BY id LIMIT 1`,
  ]);
  const [first] = rows ?? [];
  return first ? String(first.id) : null;
}
