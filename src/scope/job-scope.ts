import type { Env } from "../env";
import { findProject } from "./credentials";
import { ownPlace, projectScope } from "./make";
import type { Scope } from "./scope";
import { sendJobs } from "./send";

const NOBODY = {
  family: "server",
  key_id: "",
  app_id: "",
  name: null,
  channel: null,
  permissions: null,
} as const;

/** A scope with what it sent to the queue, which its job waits for before it ends. */
export interface JobScope {
  scope: Scope;
  sent: Promise<unknown>[];
}

/**
 * The scope in which a job works on a project, at its own time and on nobody's request but that of
 * `requestId`; null where the project is gone.
 */
export async function jobScope(
  env: Env,
  { projectId, requestId, baseUrl }: { projectId: string; requestId: string; baseUrl: string },
): Promise<JobScope | null> {
  const now = Date.now();
  const sent: Promise<unknown>[] = [];
  const place = ownPlace(env);
  const known = await findProject(place.db, projectId, now);
  if (!known) return null;
  const later = (work: Promise<unknown>) => sent.push(work);
  const from = {
    ...place,
    env,
    now,
    request_id: requestId,
    base_url: baseUrl,
    actor: { ...NOBODY, project_id: known.project.id },
    later,
    // A job waits for what it sent, and so not for others to ring with.
    ring: (id: string) => later(sendJobs(env, [{ job: "outbox", project_id: id }])),
  };
  return { scope: projectScope(from, known), sent };
}
