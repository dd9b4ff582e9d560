import { noCost, type Statement } from "../db/client";
import { readBatch } from "../db/commit";
import type { Env } from "../env";
import { eventsAfter, type Heard, type Listener, readEvents } from "../events/listeners";
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

/**
 * What came of a reaction: how many statements it sent, and what writes it down as failed if it
 * did.
 */
interface Reacted {
  statements: number;
  parked: Statement[];
}

/**
 * Reacts to one event, in a job's scope that carries the id of the request which caused it.
 * `before` is how often the reaction has failed so far. A failure is a value: writing it down is
 * for the caller.
 */
export async function reactTo(
  env: Env,
  listener: Listener,
  { projectId, event, before }: { projectId: string; event: Heard; before: number },
): Promise<Reacted> {
  const from = { projectId, requestId: event.group_id, baseUrl: "" };
  const job = await jobScope(env, from);
  if (!job) return { statements: 0, parked: [] };
  const { cost } = job.scope.db;
  try {
    await inTime(listener.react(job.scope, event));
    await Promise.all(job.sent);
    return { statements: cost.statements, parked: [] };
  } catch (error) {
    const cause = causeOf(error);
    console.error(JSON.stringify({ level: "error", listener: listener.name, id: event.id, cause }));
    const now = Date.now();
    const body = reactionBody({
      project_id: projectId,
      listener: listener.name,
      sequence: event.sequence,
    });
    const failure = { body, attempts: 1, cause, due_at: dueAt(before + 1, now) };
    return { statements: cost.statements, parked: [failedJob(failure, now)] };
  }
}

/**
 * What one listener may use of a turn: statements, and time until an instant (epoch milliseconds).
 */
export interface Share {
  statements: number;
  until: number;
}

/** Where a listener is after its turn, and its reactions that failed. */
export interface Turn {
  position: number;
  parked: Statement[];
}

/** Lets one listener hear a project's events in their order, until it has had its share. */
export async function hear(
  env: Env,
  listener: Listener,
  { projectId, position, last }: { projectId: string; position: number; last: number },
  share: Share,
): Promise<Turn> {
  const query = eventsAfter(projectId, listener, position, last);
  const [rows = []] = await readBatch({ d1: env.DB, cost: noCost() }, [query]);
  const { events, end } = readEvents(rows, position, last);
  const parked: Statement[] = [];
  let spent = 0;
  for (let at = 0; at < events.length; at++) {
    const [event, before] = [events[at], events[at - 1]];
    const isOver = spent + listener.statements > share.statements || Date.now() >= share.until;
    if (before && isOver) return { position: before.sequence, parked };
    if (!event) continue;
    const reacted = await reactTo(env, listener, { projectId, event, before: 0 });
    spent += reacted.statements;
    parked.push(...reacted.parked);
  }
  return { position: end, parked };
}
