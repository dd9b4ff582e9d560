import type { SessionLock } from "./durable/session-lock";
import type { SharedBatches } from "./durable/shared-batches";
import { assert } from "./lib/assert";

/** What the deployment binds. Vars and secrets are text; only this file interprets them. */
export interface Env extends Vars {
  DB: D1Database;
  JOBS: Queue<unknown>;
  /** Background work, one message to an invocation. */
  LONG_JOBS: Queue<unknown>;
  /** What webhooks are told. */
  DELIVERIES: Queue<unknown>;
  /** What failed to the last, which the platform moves there; bound to see how much waits. */
  DEAD_JOBS: Queue<unknown>;
  EXPORTS: R2Bucket;
  SESSION_LOCK: DurableObjectNamespace<SessionLock>;
  /** Where redemptions of busy projects go together. */
  SHARED_BATCHES: DurableObjectNamespace<SharedBatches>;
  CLIENT_RATE: RateLimit;
  /** Failed authentications of an address block. */
  AUTH_RATE: RateLimit;
  /** Requests for tokens and about them, of a key and of an address block. */
  TOKEN_RATE: RateLimit;
  /** The pages; not bound where only the API is served. */
  ASSETS?: Fetcher;
  /** Requests and sweeps as data points (docs/operations.md); bound where somebody wants them. */
  METRICS?: AnalyticsEngineDataset;
  /** Bound only where a deployment limits its back ends too. */
  KEY_RATE?: RateLimit;
}

interface Vars {
  MANAGEMENT_ID: string;
  MANAGEMENT_TOKEN: string;
  SIGNING_SECRET: string;
  SERVER_TIMING?: string;
  READ_REPLICAS?: string;
  REQUEST_LOG?: string;
  CLIENT_RATE_LIMIT?: string;
  TOKEN_RATE_LIMIT?: string;
  KEY_RATE_LIMIT?: string;
  ALLOW_PRIVATE_WEBHOOKS?: string;
  PUBLIC_HOSTS?: string;
  LOCAL_HOSTS_ONLY?: string;
  DATABASE_WAIT_LIMIT_MS?: string;
  DATABASE_WAIT_MOST_MS?: string;
  REQUESTS_BESIDE_OTHERS?: string;
  MOVE_SETTLE_MS?: string;
}

export interface Settings {
  managementId: string;
  managementToken: string;
  signingSecret: string;
  showsServerTiming: boolean;
  logsRequests: boolean;
  hasReplicas: boolean;
  /** Requests per 10 seconds that the rate limiting bindings are configured with. */
  clientRateLimit: number;
  tokenRateLimit: number;
  keyRateLimit: number;
  /** Webhooks may lead to private and local addresses. */
  allowsPrivateWebhooks: boolean;
  /** Host names of the deployment itself. */
  publicHosts: readonly string[];
  /** Answers under the names of this machine alone: a local start with keys that all know. */
  isLocalOnly: boolean;
  /** Where statements wait longer than this for their database, no heavy work is begun. */
  databaseWaitLimitMs: number;
  /** Where longer than this, the project that the database works for most is served no more. */
  databaseWaitMostMs: number;
  /** So many requests of a project go at a time in an isolate, where others ask the place too. */
  requestsBesideOthers: number;
  /** So long after a move has begun, nobody remembers where the project was before it. */
  moveSettleMs: number;
}

/** Characters of the deployment's own token: who has it has all projects. */
const LEAST_TOKEN = 16;

/** The deployment's vars as values. Stops every request while a secret is missing. */
export function settings(env: Vars): Settings {
  assert(env.MANAGEMENT_ID && env.MANAGEMENT_TOKEN, "MANAGEMENT_ID and MANAGEMENT_TOKEN are unset");
  assert(
    env.MANAGEMENT_TOKEN.length >= LEAST_TOKEN,
    "MANAGEMENT_TOKEN is too short: 32 random characters are right",
  );
  assert(env.SIGNING_SECRET, "SIGNING_SECRET is unset");
  return {
    managementId: env.MANAGEMENT_ID,
    managementToken: env.MANAGEMENT_TOKEN,
    signingSecret: env.SIGNING_SECRET,
    showsServerTiming: env.SERVER_TIMING === "1",
    logsRequests: env.REQUEST_LOG !== "0",
    hasReplicas: env.READ_REPLICAS === "1",
    clientRateLimit: Number(env.CLIENT_RATE_LIMIT ?? "10"),
    tokenRateLimit: Number(env.TOKEN_RATE_LIMIT ?? "60"),
    keyRateLimit: Number(env.KEY_RATE_LIMIT ?? "1000"),
    databaseWaitLimitMs: Number(env.DATABASE_WAIT_LIMIT_MS ?? "2000"),
    databaseWaitMostMs: Number(env.DATABASE_WAIT_MOST_MS ?? "5000"),
    requestsBesideOthers: Number(env.REQUESTS_BESIDE_OTHERS ?? "8"),
    moveSettleMs: Number(env.MOVE_SETTLE_MS ?? "75000"),
    allowsPrivateWebhooks: env.ALLOW_PRIVATE_WEBHOOKS === "1",
    publicHosts: (env.PUBLIC_HOSTS ?? "")
      .split(",")
      .map((host) => host.trim())
      .filter(Boolean),
    isLocalOnly: env.LOCAL_HOSTS_ONLY === "1",
  };
}
