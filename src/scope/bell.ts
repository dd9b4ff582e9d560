import type { Env } from "../env";
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

const waiting = new Set<string>();
/**
 * By `performance.now()`, which never goes back: after a wall clock that did, no bell would ring
 * until it caught up.
 */
let ringingSince = Number.NEGATIVE_INFINITY;

/** Tells the queue that the project's outbox has something, after the answer has left. */
export function announce(env: Env, ctx: Pick<ExecutionContext, "waitUntil">, projectId: string) {
  waiting.add(projectId);
  const now = performance.now();
  if (now - ringingSince < STALE_MS) return;
  ringingSince = now;
  ctx.waitUntil(ring(env));
}

async function ring(env: Env): Promise<void> {
  await scheduler.wait(GATHER_MS);
  const projects = [...waiting].slice(0, 100);
  for (const project of projects) waiting.delete(project);
  ringingSince = Number.NEGATIVE_INFINITY;
  // Another ringing, begun after this one took too long, has sent them.
  if (projects.length === 0) return;
  await sendJobs(
    env,
    projects.map((id) => ({ job: "outbox", project_id: id })),
  );
}
