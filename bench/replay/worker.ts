// The service with what the bench asks of it. Older versions are measured with this folder copied
// into their tree: it imports nothing of the service but the worker itself.

import type { Env } from "../../src/env";
import service from "../../src/index";
import { silent } from "./database";
import { ORDER, type Order, PATHS, type Recorded, type Replayed } from "./order";
import { Recording } from "./recording";
import { counting, work } from "./work";

export * from "../../src/index";

/** So long (milliseconds) a loop waits for what goes on behind the answers. */
const LATER_MS = 1_500;

/** The service remembers settings by its bindings, so that these are made once. */
let counted: Env | null = null;
const countedEnv = (env: Env): Env => {
  counted ??= { ...env, DB: counting(env.DB) };
  return counted;
};

interface Bound {
  recording: Recording;
  env: Env;
}

const bound = new Map<string, Bound>();

/** Objects whose methods answer nothing, unless the recording goes on. */
const objectsOf = (env: Env, recording: Recording): Env["SESSION_LOCK"] =>
  new Proxy(env.SESSION_LOCK, {
    get: (target, name) => {
      if (name === "getByName" && recording.mode !== "record") {
        return () => new Proxy({}, { get: () => async () => {} });
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

function recordedAs(name: string, env: Env): Bound {
  const before = bound.get(name);
  if (before) return before;
  const recording = new Recording(env.DB);
  const own = {
    DB: recording.database,
    JOBS: silent(env.JOBS),
    LONG_JOBS: silent(env.LONG_JOBS),
    DELIVERIES: silent(env.DELIVERIES),
    SESSION_LOCK: objectsOf(env, recording),
  };
  const made = { recording, env: { ...env, ...own } };
  bound.set(name, made);
  return made;
}

type Answer = (request: Request, ctx: ExecutionContext) => Response | Promise<Response>;

/** Carries a request out again and again, and waits a while for what goes on behind the answers. */
async function repeated(request: Request, answer: Answer, runs: number, ctx: ExecutionContext) {
  const { url, method } = request;
  const headers = [...request.headers].filter(([name]) => name !== ORDER);
  const body = await request.text();
  const later: Promise<unknown>[] = [];
  const own = {
    waitUntil: (promise: Promise<unknown>) => void later.push(promise),
    passThroughOnException: () => {},
    props: {},
  };
  const statuses = new Set<number>();
  let last = "";
  for (let run = 0; run < runs; run++) {
    const again = new Request(url, { method, headers, ...(body && { body }) });
    // The cast holds: the service asks no more than this of a context.
    const response = await answer(again, own as unknown as ExecutionContext);
    statuses.add(response.status);
    last = await response.text();
  }
  const over = Promise.allSettled(later);
  ctx.waitUntil(over);
  if (later.length > 0) await Promise.race([over, scheduler.wait(LATER_MS)]);
  return Response.json({ statuses: [...statuses], last } satisfies Replayed);
}

async function carriedOut(order: Order, request: Request, env: Env, ctx: ExecutionContext) {
  const { act, name, runs } = order;
  if (act === "count") return service.fetch(request, countedEnv(env), ctx);
  if (act === "nothing") {
    const answer: Answer = async (again) => new Response(await again.text());
    return repeated(request, answer, runs, ctx);
  }
  const { recording, env: own } = recordedAs(name, env);
  recording.mode = act;
  recording.batches = [];
  if (act === "replay") {
    return repeated(request, (again, context) => service.fetch(again, own, context), runs, ctx);
  }
  // That it fails where it would write is what a note is for.
  const { error } = console;
  if (act === "note") console.error = () => {};
  const answer = await service.fetch(request, own, ctx);
  const text = await answer.text();
  console.error = error;
  const { batches } = recording;
  return Response.json({ status: answer.status, text, batches } satisfies Recorded);
}

/** The yardstick: nothing but one read by primary key, in the same worker on the same database. */
async function bare(env: Env): Promise<Response> {
  const row = await env.DB.prepare("SELECT * FROM vouchers WHERE project_id = ?1 AND code_key = ?2")
    .bind("proj_demo", "bench")
    .first();
  if (row === null) throw new Error("the bare read finds no voucher");
  return Response.json(row);
}

export default {
  ...service,
  queue: (batch, env, ctx) => service.queue(batch, countedEnv(env), ctx),
  fetch: (request, env, ctx) => {
    const header = request.headers.get(ORDER);
    if (header !== null) return carriedOut(JSON.parse(header), request, env, ctx);
    const { pathname } = new URL(request.url);
    if (pathname === PATHS.bare) return bare(env);
    if (pathname === PATHS.work) return Response.json(work);
    return service.fetch(request, env, ctx);
  },
} satisfies ExportedHandler<Env>;
