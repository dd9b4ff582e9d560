import { load } from "../../../commit/load";
import { decode, type RawRow, type Statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { byId } from "../../../db/rows";
import { type Fragment, param, raw, sql } from "../../../db/sql";
import { type DeadJobRow, deadJobs } from "../../../db/tables/work";
import { notFound } from "../../../errors";
import type { JobMessage, Scope } from "../../../scope/scope";

export const decodeDeadJob = (row: RawRow): DeadJobRow => decode(deadJobs, row);

export async function getDeadJob(scope: Scope, id: string): Promise<DeadJobRow> {
  const { rows } = await load(scope, {
    rows: byId(deadJobs, { project_id: scope.project.id, id }),
  });
  if (!rows[0]) throw notFound("dead_job", id.slice(0, 100));
  return decodeDeadJob(rows[0]);
}

const inserted = (row: DeadJobRow): Fragment =>
  sql`INSERT INTO dead_jobs (project_id, id, queue, body, attempts, cause, died_at, due_at)
    VALUES (${row.project_id}, ${row.id}, ${row.queue}, ${JSON.stringify(row.body)},
      ${row.attempts}, ${row.cause}, ${row.died_at}, ${row.due_at})`;

/** Keeps a job that failed; one that failed before stands as it was, with more attempts. */
export const keepDeadJob = (row: DeadJobRow): Statement =>
  sql`${inserted(row)}
    ON CONFLICT (project_id, id) DO UPDATE SET attempts = attempts + excluded.attempts,
      cause = coalesce(excluded.cause, cause), died_at = excluded.died_at,
      due_at = excluded.due_at`;

/** Keeps a job that failed, unless it is kept already. */
export const keepNewDeadJob = (row: DeadJobRow): Statement =>
  sql`${inserted(row)} ON CONFLICT (project_id, id) DO NOTHING`;

/** How often a job has been tried, if it has failed before. */
export const attemptsAt = (projectId: string, id: string): Statement =>
  sql`SELECT attempts FROM dead_jobs WHERE project_id = ${projectId} AND id = ${id}`;

export const deleteDeadJob = (projectId: string, id: string): Statement =>
  sql`DELETE FROM dead_jobs WHERE project_id = ${projectId} AND id = ${id}`;

/**
 * Jobs that leave the list when they have succeeded, and not when they are sent: nobody else would
 * know of them.
 */
const PARKED: ReadonlySet<string> = new Set([
  "reaction",
  "night-part",
] satisfies JobMessage["job"][]);

export const isParked = (row: DeadJobRow): boolean => PARKED.has(messageOf(row).job);

/**
 * Takes jobs out that were handed to their queue, but for those that are parked, and those that
 * have failed again meanwhile.
 */
export function takeSent(rows: readonly DeadJobRow[]): Statement {
  const keys = rows
    .filter((row) => !isParked(row))
    .map(({ project_id, id, died_at }) => [project_id, id, died_at]);
  return sql`DELETE FROM dead_jobs WHERE (project_id, id, died_at) IN (
    SELECT value->>0, value->>1, value->>2 FROM json_each(${JSON.stringify(keys)}))`;
}

/** Lets a job be tried again from now on; aborts where somebody has done so meanwhile. */
export function makeDue({ project_id, id, died_at, due_at }: DeadJobRow, now: string): Statement[] {
  const due = param(now);
  return [
    sql`UPDATE dead_jobs SET due_at = ${due}
      WHERE project_id = ${project_id} AND id = ${id} AND died_at = ${died_at}
        AND due_at IS ${due_at} AND due_at IS NOT ${due}`,
    assertChanged("dead_job_gone"),
  ];
}

/** The job's message; the cast holds because nothing else is kept. */
export const messageOf = ({ body }: DeadJobRow): JobMessage => body as JobMessage;

/** So many are counted at most; the rest of them would tell nothing new. */
const MOST = 10_000;

export const countDeadJobs = (projectId: string): Fragment =>
  sql`SELECT count(*) AS total FROM (
    SELECT 1 FROM dead_jobs INDEXED BY dead_jobs_newest
    WHERE project_id = ${projectId} LIMIT ${raw(MOST)})`;
