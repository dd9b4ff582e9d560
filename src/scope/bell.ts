import type { Env } from "../env";
import { sendJobs } from "./send";

/** Commits of this long share one message: the queue is rung per project, not per event. */
const GATHER_MS = 100;
/** A bell whose request was cut off is rung anew after this; the cron sweep finds the rest. */
const STALE_MS = 5_000;

const waiting = new Set<string>();
/**
 * Of a clock that never goes back: a wall clock that did would keep the bell silent until it caught
 * up.
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
  // A stale bell was rung anew meanwhile, and took them.
  if (projects.length === 0) return;
  await sendJobs(
    env,
    projects.map((id) => ({ job: "outbox", project_id: id })),
  );
}
