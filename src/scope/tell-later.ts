import type { Env } from "../env";
import { gathering } from "./gather";
import type { Actor, JobMessage } from "./scope";
import { sendJobs } from "./send";

/** What a request has seen and not written, with what its event says of the request itself. */
export interface Told {
  event: object;
  caller: Pick<Actor, "family" | "name" | "app_id">;
  request_id: string;
  /** Epoch milliseconds. */
  now: number;
}

/** Requests within this time (milliseconds) share one message. */
const GATHER_MS = 1_000;
/** A message holds at most this many events, which are written in one batch. */
const MOST = 40;

let waiting: (Told & { project_id: string })[] = [];

function messagesOf(told: typeof waiting): JobMessage[] {
  const byProject = Map.groupBy(told, ({ project_id }) => project_id);
  return [...byProject].flatMap(([project_id, events]) =>
    Array.from({ length: Math.ceil(events.length / MOST) }, (_, at) => ({
      job: "tell" as const,
      project_id,
      id: crypto.randomUUID(),
      told: events.slice(at * MOST, (at + 1) * MOST),
    })),
  );
}

const send = gathering(GATHER_MS, async (env) => {
  const taken = waiting;
  waiting = [];
  await sendJobs(env, messagesOf(taken));
});

/**
 * Tells of what a request has seen after its answer has left, for requests that write nothing: a
 * customer's activity shows it some seconds later.
 */
export function tellLater(
  env: Env,
  ctx: Pick<ExecutionContext, "waitUntil">,
  projectId: string,
  told: Told,
): void {
  waiting.push({ ...told, project_id: projectId });
  send(env, ctx);
}
