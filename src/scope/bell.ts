import type { Env } from "../env";
import { gathering } from "./gather";
import type { JobMessage } from "./scope";
import { sendJobs } from "./send";

/**
 * Commits within this time (milliseconds) share one message: the queue is told of projects, not of
 * single events.
 */
const GATHER_MS = 200;

/** Projects with news, and whether they have webhooks. */
const waiting = new Map<string, boolean>();

/** Who takes up new events of a project: its listeners, and its webhooks where it has any. */
export const newsOf = (projectId: string, hasWebhooks: boolean): JobMessage[] => [
  { job: "outbox", project_id: projectId },
  ...(hasWebhooks ? [{ job: "fan-out" as const, project_id: projectId }] : []),
];

async function ringAll(env: Env): Promise<void> {
  const projects = [...waiting].slice(0, 100);
  for (const [project] of projects) waiting.delete(project);
  // Another ringing, begun after this one took too long, has sent them.
  if (projects.length === 0) return;
  await sendJobs(
    env,
    projects.flatMap(([id, hasWebhooks]) => newsOf(id, hasWebhooks)),
  );
}

const ring = gathering({ gatherMs: GATHER_MS, send: ringAll });

/** Tells the queue that the project's outbox has something, after the answer has left. */
export function announce(
  env: Env,
  ctx: Pick<ExecutionContext, "waitUntil">,
  [projectId, hasWebhooks]: readonly [string, boolean],
) {
  waiting.set(projectId, hasWebhooks);
  ring(env, ctx);
}
