import { createHash } from "node:crypto";
import * as z from "zod";
import { writeBatch } from "../db/commit";
import type { DeadJobRow } from "../db/tables/work";
import type { Env } from "../env";
import { ApiError } from "../errors";
import { assert } from "../lib/assert";
import { keepDeadJob } from "../resources/management/dead-jobs/store";
import { databaseFor } from "../scope/job-scope";
import { queueOf } from "../scope/send";

/** Deliveries of a message: the first, and `max_retries` of wrangler.toml. */
export const DELIVERIES = 11;

const Body = z.object({ job: z.string(), project_id: z.string() }).loose();

/** What the log says of a message: its job and whose it is, as far as it tells. */
export function namesOf(body: unknown): { job: string; project: string } | undefined {
  const { data } = Body.safeParse(body);
  return data && { job: data.job, project: data.project_id };
}

/**
 * What is kept of an error: its key in the catalogue, or the text of one of our own assertions,
 * else only the error's name, since its text may carry data of a customer.
 */
export function causeOf(error: unknown): string {
  if (error instanceof ApiError) return error.key;
  if (!(error instanceof Error)) return "unknown";
  return error.message.startsWith("invariant broken: ") ? error.message : error.name;
}

/** A job that failed, with the body of its message. */
export interface Failure {
  body: unknown;
  attempts: number;
  cause: string | null;
  /** When it is tried again by itself (ISO). */
  due_at?: string | null;
}

const textOf = (body: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))));

/** One job has one id, however often it fails. */
export const deadJobId = (body: object): string =>
  `dj_${createHash("sha256").update(textOf(body)).digest("hex").slice(0, 24)}`;

/** A failed job as it is kept with its project, at `now` (epoch milliseconds). */
export const failedJob = (failure: Failure, now: number): DeadJobRow => {
  const body = Body.parse(failure.body);
  return {
    project_id: body.project_id,
    id: deadJobId(body),
    queue: queueOf(body.job),
    body,
    attempts: failure.attempts,
    cause: failure.cause,
    died_at: new Date(now).toISOString(),
    due_at: failure.due_at ?? null,
  };
};

/**
 * Keeps a failed job while its project exists; one of a project that is gone is only logged. The
 * log names the project of each, since nobody else does above all projects.
 */
export async function keepFailed(env: Env, failure: Failure): Promise<void> {
  const { job = "unknown", project } = namesOf(failure.body) ?? {};
  const db = project === undefined ? null : await databaseFor(env, project);
  const say = (what: "dead" | "dropped") =>
    console.error(JSON.stringify({ level: "error", [what]: job, project, cause: failure.cause }));
  if (!db) return say("dropped");
  const kept = await writeBatch(db, [keepDeadJob(failedJob(failure, Date.now()))]);
  assert(kept.ok, "keeping a job breaks no constraint");
  say("dead");
}
