import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { app } from "../../src/app";
import { linesOf, type SharedBatches } from "../../src/durable/shared-batches";
import type { Env } from "../../src/env";
import type { Reply, TestProject } from "./api";
import { inBatches, withBatch } from "./batches";
import { homeDb, homeName } from "./places";
import { replacing } from "./replacing";

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

/** Where a batch is read: near the caller, or on the primary. */
type Way = "near" | "primary";

/** The database whose batches, of sessions too, are sent by `sent`, the only way that writes. */
function sending(
  real: D1Database,
  sent: (batch: D1Database["batch"], way: Way) => D1Database["batch"],
): D1Database {
  const withSession = (from?: string): D1DatabaseSession => {
    const session = real.withSession(from);
    const way = from === "first-primary" ? "primary" : "near";
    return {
      ...inBatches({
        prepare: (sql) => session.prepare(sql),
        batch: sent((each) => session.batch(each), way),
      }),
      getBookmark: () => session.getBookmark(),
    };
  };
  const own = withBatch(
    real,
    sent((each) => real.batch(each), "primary"),
  );
  return replacing(own, { withSession });
}

/** The database with pauses around each batch. */
export const pausing = (real: D1Database, pauses: Pauses, batches: { count: number }): D1Database =>
  sending(real, (batch) => async (statements) => {
    batches.count += 1;
    const at = batches.count;
    await pauses.before?.(at);
    const results = await batch<never>(pauses.alter?.(at, statements) ?? statements);
    await pauses.after?.(at);
    return results;
  });

/** The bucket of files with some of its methods replaced. */
export const bucketWith = (own: Partial<R2Bucket>): R2Bucket => replacing(env.EXPORTS, own);

/** The database with something that happens behind each batch of one way, before it is answered. */
export const behind = (real: D1Database, way: Way, act: () => Promise<void>): D1Database =>
  sending(real, (batch, its) => async (statements) => {
    const results = await batch<never>(statements);
    if (its === way) await act();
    return results;
  });

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

/** The lines of busy projects on the databases of one request, which meets no other in them. */
const sharedOn = (own: Env): Env["SHARED_BATCHES"] =>
  replacing(env.SHARED_BATCHES, {
    // The cast holds for what `scope/share.ts` asks of it.
    getByName: () => ({ run: linesOf(own) }) as unknown as DurableObjectStub<SharedBatches>,
  });

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
  const own = { ...env, [homeName()]: pausing(homeDb(), pauses, batches) };
  const bound = { ...own, SHARED_BATCHES: sharedOn(own), ...bindings };
  const response = await app.fetch(sent, bound, context);
  const text = await response.text();
  const body = text === "" ? text : JSON.parse(text);
  return { status: response.status, headers: response.headers, body, batches: batches.count };
}
