import type { Db } from "../db/client";
import type { ProjectRow } from "../db/tables/control";
import type { Env } from "../env";
import { newsOf } from "./bell";
import { databaseOf, findProject, type MetadataSchemas } from "./credentials";
import { ownPlaces, projectScope } from "./make";
import { placesOf } from "./places";
import type { Scope } from "./scope";
import { sendJobs } from "./send";

const NO_SCHEMAS: MetadataSchemas = new Map();

const NOBODY = {
  family: "server",
  key_id: "",
  app_id: "",
  name: null,
  channel: null,
  permissions: null,
} as const;

/**
 * A job's scope, and what was sent to the queue through it, which the job awaits before it ends.
 */
export interface JobScope {
  scope: Scope;
  sent: Promise<unknown>[];
}

/** On whose behalf a job works; the permissions are those of who asked for it, null is all. */
interface JobOrigin {
  projectId: string;
  requestId: string;
  baseUrl: string;
  permissions?: readonly string[] | null;
  /** Whether the queue is told of events; always, where it does not say. */
  isRung?: () => boolean;
}

/**
 * The scope in which a job works on a project, at its own time and on nobody's request but that of
 * `requestId`; null where the project is gone.
 */
export async function jobScope(
  env: Env,
  { projectId, requestId, baseUrl, permissions = null, isRung = () => true }: JobOrigin,
): Promise<JobScope | null> {
  const now = Date.now();
  const sent: Promise<unknown>[] = [];
  const own = ownPlaces(env);
  const known = await findProject(own.places, projectId, now);
  if (!known) return null;
  const later = (work: Promise<unknown>) => sent.push(work);
  const from = {
    ...own,
    env,
    now,
    request_id: requestId,
    base_url: baseUrl,
    actor: { ...NOBODY, project_id: known.project.id, permissions },
    later,
    // Sent at once, unlike a request's bell: a job awaits what it sends, and would wait for the
    // bell's pause too.
    ring: (...news: Parameters<typeof newsOf>) => {
      if (isRung()) later(sendJobs(env, newsOf(...news)));
    },
  };
  return { scope: projectScope(from, known), sent };
}

/**
 * The scope of a project that a restore has brought, and that is not there for anybody yet: nobody
 * is told of what it does, and its settings hold nobody up.
 */
export function restoredScope(env: Env, project: ProjectRow): Scope {
  const now = Date.now();
  const from = {
    ...ownPlaces(env),
    env,
    now,
    request_id: `restore-${project.id}`,
    base_url: "",
    actor: { ...NOBODY, project_id: project.id },
    later: () => {},
    ring: () => {},
  };
  return projectScope(from, { project, schemas: NO_SCHEMAS, stacking: {}, has_webhooks: false });
}

/** The database that a project lives in, with a count of its own; null where it is gone. */
export const databaseFor = (env: Env, projectId: string): Promise<Db | null> =>
  databaseOf(placesOf(env), projectId);
