import { load } from "../../../commit/load";
import { decode, type RawRow, type Statement, statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { type DeadJobRow, deadJobs } from "../../../db/tables/work";
import { notFound } from "../../../errors";
import type { JobMessage, Scope } from "../../../scope/scope";

export const decodeDeadJob = (row: RawRow): DeadJobRow => decode(deadJobs, row);

export async function getDeadJob(scope: Scope, id: string): Promise<DeadJobRow> {
  const [rows = []] = await load(scope, [
    statement("SELECT * FROM dead_jobs WHERE project_id = ?1 AND id = ?2", scope.project.id, id),
  ]);
  if (!rows[0]) throw notFound("dead_job", id.slice(0, 100));
  return decodeDeadJob(rows[0]);
}

/** Keeps a job that failed; one that failed before stands as it was, with more attempts. */
export const keepDeadJob = (row: DeadJobRow): Statement =>
  statement(
    `INSERT INTO dead_jobs (project_id, id, queue, body, attempts, cause, died_at, due_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
     ON CONFLICT (project_id, id) DO UPDATE SET attempts = attempts + excluded.attempts,
       cause = coalesce(excluded.cause, cause), died_at = excluded.died_at, due_at = excluded.due_at`,
    row.project_id,
    row.id,
    row.queue,
    JSON.stringify(row.body),
    row.attempts,
    row.cause,
    row.died_at,
    row.due_at,
  );

export const deleteDeadJob = (projectId: string, id: string): Statement =>
  statement("DELETE FROM dead_jobs WHERE project_id = ?1 AND id = ?2", projectId, id);

/** Takes a job out as it was read; aborts where somebody has sent it again meanwhile. */
export const takeDeadJob = (row: DeadJobRow): Statement[] => [
  statement(
    "DELETE FROM dead_jobs WHERE project_id = ?1 AND id = ?2 AND died_at = ?3",
    row.project_id,
    row.id,
    row.died_at,
  ),
  assertChanged("dead_job_gone"),
];

/** Lets a job be tried again from now on; aborts where somebody has done so meanwhile. */
export const makeDue = (row: DeadJobRow, now: string): Statement[] => [
  statement(
    `UPDATE dead_jobs SET due_at = ?4
     WHERE project_id = ?1 AND id = ?2 AND died_at = ?3 AND due_at IS ?5 AND due_at IS NOT ?4`,
    row.project_id,
    row.id,
    row.died_at,
    now,
    row.due_at,
  ),
  assertChanged("dead_job_gone"),
];

/** The job's message; the cast holds because nothing else is kept. */
export const messageOf = ({ body }: DeadJobRow): JobMessage => body as JobMessage;

/** So many are counted at most; the rest of them would tell nothing new. */
const MOST = 10_000;

export const countDeadJobs = (projectId: string): Statement =>
  statement(
    `SELECT count(*) AS total FROM (
       SELECT 1 FROM dead_jobs INDEXED BY dead_jobs_newest WHERE project_id = ?1 LIMIT ${MOST})`,
    projectId,
  );
