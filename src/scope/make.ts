import { type Env, settings } from "../env";
import { idsOf } from "../lib/id";
import { stackingRulesWith } from "../model/stacking-rules";
import { countLater } from "./counts";
import type { KnownProject } from "./credentials";
import { leasesOf } from "./leases";
import { CONTROL, type Places, placesOf } from "./places";
import { type Actor, type PlatformScope, random, type Scope } from "./scope";
import { depthsOf, sendJobs } from "./send";
import { tellLater } from "./tell-later";

/** What the maker of a scope is given, by requests and jobs alike. */
export interface Surroundings extends Pick<PlatformScope, "settings" | "now"> {
  env: Env;
  places: Places;
  /** Where reads of a place may begin (`PlatformScope.near`). */
  nearAt: (place: string) => string | null;
  request_id: string;
  base_url: string;
  actor: Actor;
  /** Takes work that goes on once the answer has left; the invocation ends only after it. */
  later: (work: Promise<unknown>) => void;
  /** Sees to it that the project's outbox is taken up. */
  ring: (projectId: string, hasWebhooks: boolean) => void;
}

/** Each request waits by its own timer: in the workers' runtime one request cannot wake another. */
const sleep = (ms: number): Promise<void> => scheduler.wait(ms);

/** The scope of a management route that stands above all projects. */
export function platformScope(from: Surroundings): PlatformScope {
  const { env, places, nearAt, settings: set, now, request_id, base_url, actor, later } = from;
  return {
    db: places.control,
    places,
    near: nearAt(CONTROL),
    actor,
    settings: set,
    now,
    request_id,
    base_url,
    project: null,
    claim: null,
    audited: null,
    newId: idsOf(now, random),
    random,
    sleep,
    emit: () => {},
    enqueue: (jobs) => {
      const sent = sendJobs(env, jobs);
      later(sent);
      return sent;
    },
    queues: () => depthsOf(env),
    files: env.EXPORTS,
  };
}

/** Who calls from a browser, as far as that is known. */
export type Caller = Pick<Scope, "address_block" | "shopper">;

const BACK_END: Caller = { address_block: null, shopper: null };

/** The scope of work inside one project. */
export function projectScope(
  from: Surroundings,
  { project, schemas, stacking, has_webhooks }: KnownProject,
  caller: Caller = BACK_END,
): Scope {
  const { env, places, nearAt, later, ring, actor, request_id, now } = from;
  const db = { ...places.at(project.place), project: project.id };
  return {
    ...platformScope(from),
    ...caller,
    db,
    near: nearAt(project.place),
    project,
    schemas,
    stacking: stackingRulesWith(stacking),
    renewed: null,
    leases: leasesOf(env, { projectId: project.id, cost: db.cost }),
    emit: () => ring(project.id, has_webhooks),
    countLater: (day, moves) =>
      countLater(env, { waitUntil: later }, { projectId: project.id, day }, moves),
    tellLater: (event) => {
      const { family, name, app_id } = actor;
      const told = { event, caller: { family, name, app_id }, request_id, now };
      tellLater(env, { waitUntil: later }, project.id, told);
    },
  };
}

/** The same scope where its rows are control rows (`http/route.ts`). */
export const controlScope = (
  scope: Scope,
  { places, nearAt }: Pick<Surroundings, "places" | "nearAt">,
): Scope => ({
  ...scope,
  db: places.control,
  near: nearAt(CONTROL),
});

/** Databases with a count of their own, and settings, for work that belongs to no request. */
export const ownPlaces = (env: Env) => ({
  places: placesOf(env),
  nearAt: () => null,
  settings: settings(env),
});
