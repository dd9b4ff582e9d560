import type { JobName } from "../async/queue";
import type { AnswerForm, WrittenAnswer } from "../commit/answer";
import type { Audited } from "../commit/audit";
import type { DayMove } from "../commit/days";
import type { Db } from "../db/client";
import type { ProjectRow } from "../db/tables/control";
import type { Settings } from "../env";
import { idsOf } from "../lib/id";
import type { RandomBytes } from "../lib/random";
import { Work } from "../lib/work";
import type { ProjectStackingRules } from "../model/stacking-rules";
import type { LaterEvent } from "../model/told-validation";
import type { MetadataSchemas } from "./credentials";
import type { Places } from "./places";
import type { Depth } from "./send";

export type Family = "server" | "client" | "management";

/** Who calls: the key, and the channel its SDK names in `X-Voucherify-Channel`. */
export interface Actor {
  family: Family;
  key_id: string;
  app_id: string;
  name: string | null;
  /** Project that the key belongs to; null is the deployment's own management pair. */
  project_id: string | null;
  channel: string | null;
  /** What the key was given; null is all that its family has. */
  permissions: readonly string[] | null;
  /** The key does not call itself: someone does with a token that it was given. */
  by_token?: boolean;
  /** Nobody calls: the assignment of a reward that is redeemed by itself. */
  assignment_id?: string;
}

/** What a request has seen and not written, with what its event says of the request itself. */
export interface Told {
  event: LaterEvent;
  caller: Pick<Actor, "family" | "name" | "app_id">;
  request_id: string;
  /** Epoch milliseconds. */
  now: number;
}

/** An `Idempotency-Key` that this request holds until its answer is stored. */
export interface Claim {
  project_id: string;
  family: Family;
  key: string;
  fingerprint: string;
  stored: boolean;
  /** How the operation writes out its answer, which the key keeps as it is sent. */
  form: AnswerForm;
  /** The answer as it stands under the key, once it does. */
  written: WrittenAnswer | null;
}

/** A message for the queue: which job, of which project, on what. */
export interface JobMessage {
  job: JobName;
  project_id: string;
  [detail: string]: unknown;
}

/**
 * Everything a use case needs of its request, passed explicitly as first argument. Clock, ids and
 * randomness enter only here, so that tests fix them. `now` is epoch milliseconds.
 */
export interface PlatformScope {
  /** Where the rows are that the use case reads and writes: of a project, its place. */
  db: Db;
  /** All databases, for what looks at more than one of them. */
  places: Places;
  /**
   * Where what only reads may begin (`commit/near.ts`): anywhere, or at a bookmark; null is the
   * primary.
   */
  near: string | null;
  actor: Actor;
  settings: Settings;
  now: number;
  request_id: string;
  base_url: string;
  /** Null above all projects. */
  project: ProjectRow | null;
  claim: Claim | null;
  /** What the audit log tells of the request; null where it tells nothing. */
  audited: Audited | null;
  newId: (prefix: string) => string;
  random: RandomBytes;
  /** Waits so many milliseconds. */
  sleep: (ms: number) => Promise<void>;
  /**
   * Rings the queue's bell after a commit, so that the outbox is taken up; events are those of a
   * project.
   */
  emit: () => void;
  /**
   * Hands jobs to the queue, which nobody need wait for: it goes on after the answer, and a
   * sweep finds what that lost.
   */
  enqueue: (jobs: readonly JobMessage[]) => Promise<void>;
  /** What waits in the queues. */
  queues: () => Promise<Depth[]>;
  /** Uploaded and exported files. */
  files: R2Bucket;
}

/** What a session key is about to hold, and when that lapses (epoch milliseconds). */
export interface KeptLease {
  key: string;
  expires_at: number;
  voucher_ids: readonly string[];
}

/** Who sees to it that what session keys hold is taken away when it lapses. */
export interface Leases {
  /** Comes before anything is held: a hold that nobody would take away is never written. */
  keep: (lease: KeptLease) => Promise<void>;
}

/** The scope of a request inside one project. */
export interface Scope extends PlatformScope {
  project: ProjectRow;
  /** The same by what the primary says, where its settings were read in a copy; null elsewhere. */
  renewed: (() => Promise<Scope>) | null;
  leases: Leases;
  /** Counts validations for summaries, after the answer has left. */
  countLater: (day: string, moves: readonly DayMove[]) => void;
  /** Writes an event (`events/tell-later.ts`) after the answer of a request that writes nothing. */
  tellLater: (event: LaterEvent) => void;
  /** What metadata may hold; up to a minute old, as all settings of the project. */
  schemas: MetadataSchemas;
  /** How redeemables combine; as old as the schemas may be. */
  stacking: ProjectStackingRules;
  /** Address block of a client-family caller, for the budget of failed look-ups. */
  address_block: string | null;
  /** The customer that a client-family caller has proved to be. */
  shopper: string | null;
}

/** Whether a browser or an app calls, which may send anything. */
export const isBrowser = ({ actor }: Pick<Scope, "actor">): boolean => actor.family === "client";

/** Whether the caller may speak for a customer: a back end for all, a browser by its token. */
export const isProven = (scope: Pick<Scope, "actor" | "shopper">): boolean =>
  !isBrowser(scope) || scope.shopper !== null;

/**
 * Whether what the caller says of orders and events moves points, summaries and counters at once.
 * What a browser says waits for a back end, unless the project trusts its browsers.
 */
export const movesMoney = (scope: Pick<Scope, "actor" | "project">): boolean =>
  !isBrowser(scope) || scope.project.client_orders_trusted;

export const random: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));

/** The request's instant as it goes over the wire: UTC with milliseconds. */
export const isoNow = (scope: { now: number }): string => new Date(scope.now).toISOString();

/** The calendar that rules and filters look at. */
interface Clock {
  now: number;
  timeZone: string;
  weekStart: number;
}

/** The request's instant on the project's calendar. */
export const clockOf = ({ now, project }: Pick<Scope, "now" | "project">): Clock => ({
  now,
  timeZone: project.timezone,
  weekStart: project.week_start,
});

/** The calendar of a decision, with the work that everything in it may take together. */
export const countedClock = (scope: Pick<Scope, "now" | "project">) => ({
  ...clockOf(scope),
  work: new Work(),
});

/** The scope of the same work some milliseconds later, with ids that sort behind those before. */
export function laterBy(scope: Scope, ms: number): Scope {
  const now = scope.now + ms;
  return { ...scope, now, newId: idsOf(now, scope.random) };
}
