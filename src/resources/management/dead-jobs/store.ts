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

/** Takes a job out as it was read; aborts where somebody has sent it again meanwhile. */
export const takeDeadJob = (row: DeadJobRow): Statement[] => [
  sql`DELETE FROM dead_jobs
    WHERE project_id = ${row.project_id} AND id = ${row.id} AND died_at = ${row.died_at}`,
  assertChanged("dead_job_gone"),
];

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

export const countDeadJobs = (projectId: string): Statement =>
  sql`SELECT count(*) AS total FROM (
    SELECT 1 FROM dead_jobs INDEXED BY dead_jobs_newest
    WHERE project_id = ${projectId} LIMIT ${raw(MOST)})`;
