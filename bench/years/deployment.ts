import type { DatabaseSync } from "node:sqlite";
import { app } from "../../src/app";
import { sweep } from "../../src/async/cron";
import { runJobs } from "../../src/async/queue";
import type { Env } from "../../src/env";
import { localD1 } from "../../test/support/local-d1";
import { localFiles } from "./files";

/** What waits in queues, each message once. */
type Waiting = Map<string, { queue: string; body: unknown }>;

const MANAGEMENT = { "x-management-id": "years", "x-management-token": "token-of-many-years" };

/** A queue whose messages wait until they are worked off; what is delayed is left to sweeps. */
function queueOf(queue: string, waiting: Waiting): Queue<unknown> {
  const add = (body: unknown) => waiting.set(JSON.stringify(body), { queue, body });
  const made = {
    send: async (body: unknown, options?: { delaySeconds?: number }) => {
      if (!options?.delaySeconds) add(body);
    },
    sendBatch: async (all: Iterable<{ body: unknown }>) => {
      for (const { body } of all) add(body);
    },
    metrics: async () => ({ backlogCount: waiting.size, backlogBytes: 0 }),
  };
  // The cast holds for what the service asks of a queue.
  return made as unknown as Queue<unknown>;
}

const NO_LIMIT = { limit: async () => ({ success: true }) } as unknown as RateLimit;

/**
 * The service in plain Node on a database of its own: all of it but for what holds sessions. Its
 * clock is moved by the caller.
 */
export function deployment(database: DatabaseSync, clock: { now: number }) {
  const waiting: Waiting = new Map();
  const files = localFiles();
  const { d1, batches } = localD1(database);
  const env = {
    DB: d1,
    JOBS: queueOf("vouchsafe-jobs", waiting),
    LONG_JOBS: queueOf("vouchsafe-long-jobs", waiting),
    DELIVERIES: queueOf("vouchsafe-deliveries", waiting),
    DEAD_JOBS: queueOf("vouchsafe-dead-jobs", waiting),
    EXPORTS: files.bucket,
    CLIENT_RATE: NO_LIMIT,
    AUTH_RATE: NO_LIMIT,
    TOKEN_RATE: NO_LIMIT,
    MANAGEMENT_ID: MANAGEMENT["x-management-id"],
    MANAGEMENT_TOKEN: MANAGEMENT["x-management-token"],
    SIGNING_SECRET: "years-signing-secret",
    REQUEST_LOG: "0",
    ALLOW_PRIVATE_WEBHOOKS: "1",
  } as unknown as Env;

  /** Works off all that waits, and what that causes. */
  async function workOff(): Promise<void> {
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [key, { queue, body }] = next.value;
      waiting.delete(key);
      const message = { id: key, attempts: 1, body, ack: () => {}, retry: () => {} };
      await runJobs({ queue, messages: [message] } as unknown as MessageBatch, env);
    }
  }

  const later: Promise<unknown>[] = [];
  const context = { waitUntil: (work: Promise<unknown>) => later.push(work) };
  return {
    files,
    workOff,
    /** One run of the cron, and all work that it begins. */
    async swept(): Promise<void> {
      await sweep(env, clock.now);
      await workOff();
      // Nobody reads them here, and years of them do not fit into memory.
      batches.length = 0;
    },
    async send(method: string, path: string, headers: Record<string, string>, body?: unknown) {
      const request = new Request(`http://years.test${path}`, {
        method,
        headers: { "content-type": "application/json", ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const response = await app.fetch(request, env, context as unknown as ExecutionContext);
      const text = await response.text();
      await Promise.all(later.splice(0));
      return { status: response.status, body: text === "" ? null : JSON.parse(text) };
    },
    management: MANAGEMENT,
  };
}
