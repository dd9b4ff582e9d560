import type { Env } from "../env";
import type { JobMessage } from "./scope";
import { sendJobs } from "./send";

/**
 * Commits within this time (milliseconds) share one message: the queue is told of projects, not of
 * single events.
 */
const GATHER_MS = 100;
/**
 * Ringing that takes longer (milliseconds) was cut off with its request, and the next commit starts
 * it anew; what no commit follows is found by the cron.
 */
const STALE_MS = 5_000;

/** Projects with news, and whether they have webhooks. */
const waiting = new Map<string, boolean>();
/**
 * By `performance.now()`, which never goes back: after a wall clock that did, no bell would ring
 * until it caught up.
 */
let ringingSince = Number.NEGATIVE_INFINITY;

/** Who takes up new events of a project: its listeners, and its webhooks where it has any. */
export const newsOf = (projectId: string, hasWebhooks: boolean): JobMessage[] => [
  { job: "outbox", project_id: projectId },
  ...(hasWebhooks ? [{ job: "fan-out" as const, project_id: projectId }] : []),
];

/** Tells the queue that the project's outbox has something, after the answer has left. */
export function announce(
  env: Env,
  ctx: Pick<ExecutionContext, "waitUntil">,
  [projectId, hasWebhooks]: readonly [string, boolean],
) {
  waiting.set(projectId, hasWebhooks);
  const now = performance.now();
  if (now - ringingSince < STALE_MS) return;
  ringingSince = now;
  ctx.waitUntil(ring(env));
}

async function ring(env: Env): Promise<void> {
  await scheduler.wait(GATHER_MS);
  const projects = [...waiting].slice(0, 100);
  for (const [project] of projects) waiting.delete(project);
  ringingSince = Number.NEGATIVE_INFINITY;
  // Another ringing, begun after this one took too long, has sent them.
  if (projects.length === 0) return;
  await sendJobs(
    env,
    projects.flatMap(([id, hasWebhooks]) => newsOf(id, hasWebhooks)),
  );
}
