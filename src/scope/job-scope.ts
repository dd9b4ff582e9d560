import { noCost } from "../db/client";
import { findProject } from "../db/credentials";
import { type Env, settings } from "../env";
import { leasesOf } from "./leases";
import { idsAt, random, type Scope, settingsOf, sleep } from "./scope";
import { sendJobs } from "./send";

const NOBODY = {
  family: "server",
  key_id: "",
  app_id: "",
  name: null,
  channel: null,
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
  const db = { d1: env.DB, cost: noCost() };
  const known = await findProject(db, projectId, now);
  if (!known) return null;
  const { project } = known;
  const scope: Scope = {
    db,
    ...settingsOf(known),
    leases: leasesOf(env, { projectId: project.id, cost: db.cost }),
    actor: { ...NOBODY, project_id: project.id },
    settings: settings(env),
    now,
    request_id: requestId,
    base_url: baseUrl,
    claim: null,
    address_block: null,
    shopper: null,
    newId: idsAt(now),
    random,
    sleep,
    emit: () => sent.push(sendJobs(env, [{ job: "outbox", project_id: project.id }])),
    enqueue: (jobs) => sent.push(sendJobs(env, jobs)),
    countLater: () => {},
    files: env.EXPORTS,
  };
  return { scope, sent };
}
