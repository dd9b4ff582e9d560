import type { Statement } from "../db/client";
import type { Env } from "../env";
import type { Heard, Listener } from "../events/listeners";
import { jobScope } from "../scope/job-scope";
import { causeOf, failedJob } from "./dead-jobs";

const MINUTE_MS = 60_000;
const LONGEST_MS = 6 * 3_600_000;
/** After so many failures a reaction is not tried again by itself, only by hand. */
const ATTEMPTS = 20;

/**
 * When a reaction that has failed `attempts` times is tried again (ISO): after a minute, then after
 * twice as long each time. Null when it is not.
 */
function dueAt(attempts: number, now: number): string | null {
  if (attempts >= ATTEMPTS) return null;
  const delay = Math.min(MINUTE_MS * 2 ** (attempts - 1), LONGEST_MS);
  return new Date(now + delay).toISOString();
}

/** A reaction that takes longer has failed: all others of the project would wait for it. */
const PATIENCE_MS = 5_000;

/** Waits for the work, but no longer than that. */
async function inTime(work: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("a reaction takes too long")), PATIENCE_MS);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The reaction of one listener to one event, as messages and dead jobs name it. */
export interface Reaction {
  project_id: string;
  listener: string;
  sequence: number;
}

export const reactionBody = ({ project_id, listener, sequence }: Reaction) => ({
  job: "reaction" as const,
  project_id,
  listener,
  sequence,
});

/** What came of a reaction: how many statements it sent, and what it failed on, if it did. */
interface Reacted {
  statements: number;
  cause: string | null;
}

/**
 * Reacts to one event, or to several together, in a job's scope that carries the id of the request
 * which caused the first. A failure is a value: writing it down is for the caller.
 */
export async function reactTo(
  env: Env,
  listener: Listener,
  projectId: string,
  events: readonly Heard[],
): Promise<Reacted> {
  const [first, second] = events;
  if (!first) return { statements: 0, cause: null };
  const job = await jobScope(env, { projectId, requestId: first.group_id, baseUrl: "" });
  if (!job) return { statements: 0, cause: null };
  const { scope, sent } = job;
  const { cost } = scope.db;
  const { together } = listener;
  try {
    await inTime(second && together ? together.react(scope, events) : listener.react(scope, first));
    await Promise.all(sent);
    return { statements: cost.statements, cause: null };
  } catch (error) {
    const cause = causeOf(error);
    const { length } = events;
    console.error(
      JSON.stringify({ level: "error", listener: listener.name, id: first.id, length, cause }),
    );
    return { statements: cost.statements, cause };
  }
}

/** What became of a reaction to one event, which has failed `before` times so far. */
export interface Failure {
  projectId: string;
  sequence: number;
  before: number;
  cause: string;
}

/** Writes a reaction down as failed, and when it is tried again. */
export function parkedReaction(
  { name }: Listener,
  { projectId, sequence, before, cause }: Failure,
): Statement {
  const now = Date.now();
  const body = reactionBody({ project_id: projectId, listener: name, sequence });
  return failedJob({ body, attempts: 1, cause, due_at: dueAt(before + 1, now) }, now);
}
