import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { app } from "../../src/app";
import type { Env } from "../../src/env";
import type { Reply, TestProject } from "./api";
import { homeDb, homeName } from "./places";

/** What happens around the batches of one request; the first batch is 1. */
export interface Pauses {
  before?: (batch: number) => void | Promise<void>;
  after?: (batch: number) => void | Promise<void>;
  /** Stands in for the statements of a batch, to break it half-way. */
  alter?: (batch: number, statements: D1PreparedStatement[]) => D1PreparedStatement[];
}

/** The end of the process, as far as a request can tell. */
export class Crash extends Error {}

/** Throws at one moment: before or after the batch of that number. */
export const dying = (moment: "before" | "after", at: number): Pauses => ({
  [moment]: (batch: number) => {
    if (batch === at) throw new Crash("the process ended");
  },
});

/** The database with pauses around each batch, which is the only way that the worker writes. */
export function pausing(real: D1Database, pauses: Pauses, batches: { count: number }): D1Database {
  const batchOf =
    (way: D1Database | D1DatabaseSession) =>
    async <T>(statements: D1PreparedStatement[]) => {
      batches.count += 1;
      const at = batches.count;
      await pauses.before?.(at);
      const results = await way.batch<T>(pauses.alter?.(at, statements) ?? statements);
      await pauses.after?.(at);
      return results;
    };
  const withSession = (from?: string) => {
    const session = real.withSession(from);
    return {
      prepare: (sql: string) => session.prepare(sql),
      batch: batchOf(session),
      getBookmark: () => session.getBookmark(),
    };
  };
  return new Proxy(real, {
    get: (target, name) => {
      if (name === "batch") return batchOf(real);
      if (name === "withSession") return withSession;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** The bucket of files with some of its methods replaced. */
export const bucketWith = (own: Partial<R2Bucket>): R2Bucket =>
  new Proxy(env.EXPORTS, {
    get: (target, name) => {
      const value: unknown = Reflect.get(own, name) ?? Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

/** Where a batch is read: near the caller, or on the primary. */
type Way = "near" | "primary";

/** The database with something that happens behind each batch of one way, before it is answered. */
export function behind(real: D1Database, way: Way, act: () => Promise<void>): D1Database {
  const through = (from: D1Database | D1DatabaseSession, is: Way): D1DatabaseSession => ({
    prepare: (sql) => from.prepare(sql),
    batch: async <T>(statements: D1PreparedStatement[]) => {
      const results = await from.batch<T>(statements);
      if (is === way) await act();
      return results;
    },
    getBookmark: () => ("getBookmark" in from ? from.getBookmark() : null),
  });
  return new Proxy(real, {
    get: (target, name) => {
      if (name === "batch") return through(target, "primary").batch;
      if (name === "withSession") {
        return (from: string) =>
          through(target.withSession(from), from === "first-primary" ? "primary" : "near");
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** The same where every batch of one way fails; the other answers as always. */
export const without = (real: D1Database, way: Way, text: string): D1Database =>
  behind(real, way, async () => {
    throw new Error(text);
  });

/** A queue that nobody hears, as when the process ends before its bell is rung. */
export const DEAF = { send: async () => {}, sendBatch: async () => {} } as unknown as Queue;

/** All queues so. */
export const DEAF_QUEUES = { JOBS: DEAF, LONG_JOBS: DEAF, DELIVERIES: DEAF };

type Sent = { method?: string; path: string; body?: unknown; headers?: Record<string, string> };

/**
 * Sends a request to the app on such a database, and waits for all that it left for afterwards;
 * answers also how many batches it took.
 */
export async function sendPausing(
  project: TestProject,
  request: Sent,
  pauses: Pauses,
  bindings: Partial<Env> = {},
): Promise<Reply & { batches: number }> {
  const context = createExecutionContext();
  const reply = await sendWithin(context, project, request, pauses, bindings);
  await waitOnExecutionContext(context);
  return reply;
}

/** Sends one request after another, of which no queue hears; what is for afterwards comes last. */
export async function sendUnheard(project: TestProject, requests: readonly Sent[]): Promise<void> {
  const context = createExecutionContext();
  for (const request of requests) {
    const { status, body } = await sendWithin(context, project, request, {}, DEAF_QUEUES);
    expect(status, JSON.stringify(body)).toBe(200);
  }
  await waitOnExecutionContext(context);
}

/** A text goes as it is, such as a file. */
const textOf = (body: unknown = {}): string =>
  typeof body === "string" ? body : JSON.stringify(body);

async function sendWithin(
  context: ExecutionContext,
  project: TestProject,
  request: Sent,
  pauses: Pauses,
  bindings: Partial<Env>,
): Promise<Reply & { batches: number }> {
  const batches = { count: 0 };
  const sent = new Request(`http://vouchsafe.test${request.path}`, {
    method: request.method ?? "POST",
    headers: { "content-type": "application/json", ...project.server, ...request.headers },
    ...(request.method !== "GET" && { body: textOf(request.body) }),
  });
  const bound = { ...env, ...bindings, [homeName()]: pausing(homeDb(), pauses, batches) };
  const response = await app.fetch(sent, bound, context);
  const text = await response.text();
  const body = text === "" ? text : JSON.parse(text);
  return { status: response.status, headers: response.headers, body, batches: batches.count };
}
