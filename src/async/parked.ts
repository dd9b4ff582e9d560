import type { Db, Statement } from "../db/client";
import { readBatch, writeBatch } from "../db/commit";
import type { DeadJobRow } from "../db/tables/work";
import { assert } from "../lib/assert";
import {
  attemptsAt,
  deleteDeadJob,
  keepDeadJob,
  keepNewDeadJob,
} from "../resources/management/dead-jobs/store";
import type { JobMessage } from "../scope/scope";
import { deadJobId, failedJob } from "./dead-jobs";

const MINUTE_MS = 60_000;
const LONGEST_MS = 6 * 3_600_000;
/** After so many failures parked work is not tried again by itself, only by hand. */
const ATTEMPTS = 20;

/**
 * When work that has failed `attempts` times is tried again (ISO): after a minute, then after twice
 * as long each time. Null when it is not.
 */
function dueAt(attempts: number, now: number): string | null {
  if (attempts >= ATTEMPTS) return null;
  const delay = Math.min(MINUTE_MS * 2 ** (attempts - 1), LONGEST_MS);
  return new Date(now + delay).toISOString();
}

/** Work that failed on `cause` after it had `before` times, with the job that does it again. */
function rowOf(body: JobMessage, cause: string, before: number): DeadJobRow {
  const now = Date.now();
  return failedJob({ body, attempts: 1, cause, due_at: dueAt(before + 1, now) }, now);
}

/** Writes work down as failed, until it is tried again. */
export const parked = (body: JobMessage, cause: string): Statement =>
  keepDeadJob(rowOf(body, cause, 0));

/** The same for work that others meet again before it is due: that does not put it off. */
export const parkedOnce = (body: JobMessage, cause: string): Statement =>
  keepNewDeadJob(rowOf(body, cause, 0));

/**
 * Does parked work again, which answers what it failed on: it leaves its place when it succeeds,
 * and waits longer when it fails.
 */
export async function tryAgain(
  db: Db,
  body: JobMessage,
  work: () => Promise<string | null>,
): Promise<void> {
  const id = deadJobId(body);
  const [rows = []] = await readBatch(db, [attemptsAt(body.project_id, id)]);
  const cause = await work();
  const after =
    cause === null
      ? deleteDeadJob(body.project_id, id)
      : keepDeadJob(rowOf(body, cause, Number(rows[0]?.attempts ?? 0)));
  const written = await writeBatch(db, [after]);
  assert(written.ok, "parking a job breaks no constraint");
}
