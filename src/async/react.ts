import type { Env } from "../env";
import type { Heard, Listener } from "../events/listeners";
import { inTime } from "../lib/in-time";
import { jobScope } from "../scope/job-scope";
import type { Scope } from "../scope/scope";
import { causeOf } from "./dead-jobs";

/** A reaction that takes longer has failed: all others of the project would wait for it. */
const PATIENCE_MS = 5_000;

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

/** What came of a reaction. */
interface Reacted {
  /** So many it sent. */
  statements: number;
  /** What it failed on, if it did. */
  cause: string | null;
  /** Events that it has left to be reacted to one by one. */
  left: readonly Heard[];
}

/** Answers the events that are left to be reacted to one by one. */
async function heard(
  listener: Listener,
  scope: Scope,
  events: readonly Heard[],
): Promise<readonly Heard[]> {
  const [first, second] = events;
  if (!first) return [];
  const { together } = listener;
  if (second && together) return (await together.react(scope, events)) ?? [];
  await listener.react(scope, first);
  return [];
}

const NOTHING: Reacted = { statements: 0, cause: null, left: [] };

/**
 * Reacts to one event, or to several together, in a job's scope that carries the id of the request
 * which caused the first. A failure is a value: writing it down is for the caller. Within a turn
 * the queue is told of no event that the reaction causes: the turn itself looks what is left.
 */
export async function reactTo(
  env: Env,
  { listener, projectId, isInTurn }: { listener: Listener; projectId: string; isInTurn: boolean },
  events: readonly Heard[],
): Promise<Reacted> {
  const [first] = events;
  if (!first) return NOTHING;
  let isOver = false;
  const job = await jobScope(env, {
    projectId,
    requestId: first.group_id,
    baseUrl: "",
    // What commits when the turn waits for it no more is left out by the turn.
    isRung: () => !isInTurn || isOver,
  });
  if (!job) return NOTHING;
  const { scope, sent } = job;
  const { cost } = scope.db;
  try {
    const left = await inTime(heard(listener, scope, events), PATIENCE_MS);
    await Promise.all(sent);
    return { statements: cost.statements, cause: null, left };
  } catch (error) {
    const cause = causeOf(error);
    const of = { listener: listener.name, project: projectId, id: first.id, length: events.length };
    console.error(JSON.stringify({ level: "error", ...of, cause }));
    return { statements: cost.statements, cause, left: [] };
  } finally {
    isOver = true;
  }
}
