import type { Env } from "../src/env";
import worker, { SessionLock as ServiceLock } from "../src/index";

export { SharedBatches } from "../src/index";

import { TIMED } from "./anew";
import { earned } from "./earning";
import { noting, type RunTimes, runTimes } from "./prepared";
import type { Sent } from "./replay/database";
import { counting, work } from "./replay/work";

interface BenchEnv extends Omit<Env, "SESSION_LOCK"> {
  SESSION_LOCK: DurableObjectNamespace<SessionLock>;
}

/** How many events of all projects not all listeners have heard. */
async function unheard(env: BenchEnv): Promise<Response> {
  const sum = "SELECT sum(event_sequence - events_taken) AS events FROM tallies";
  return Response.json(await env.DB.prepare(sum).first());
}

/** An object with a database of its own, which statements are timed in one after the other. */
export class SessionLock extends ServiceLock {
  async time(schema: readonly string[], statements: readonly Sent[]): Promise<RunTimes[]> {
    for (const text of schema) this.ctx.storage.sql.exec(text);
    // Whatever is undone while tables are new makes all statements anew.
    await this.ctx.storage.sync();
    return runTimes(this.ctx.storage, statements);
  }
}

const SCHEMA = `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB '_cf_*'
  AND tbl_name NOT IN ('d1_migrations', 'sqlite_sequence') ORDER BY rowid`;

/** Answers the request and tells instead how long each of its statements runs. */
async function timed(request: Request, env: BenchEnv, ctx: ExecutionContext): Promise<Response> {
  const sent: Sent[] = [];
  const answer = await worker.fetch(request, { ...env, DB: noting(env.DB, sent) }, ctx);
  if (answer.status >= 500) return answer;
  const { results } = await env.DB.prepare(SCHEMA).all<{ sql: string }>();
  const aside = env.SESSION_LOCK.get(env.SESSION_LOCK.newUniqueId());
  const schema = results.map(({ sql }) => sql);
  return Response.json(await aside.time(schema, sent));
}

export default {
  ...worker,
  queue: (batch, env, ctx) => worker.queue(batch, { ...env, DB: counting(env.DB) }, ctx),
  fetch: (request, env, ctx) => {
    const { pathname } = new URL(request.url);
    if (request.headers.has("x-earn")) {
      return earned(env, (bound) => worker.fetch(request, bound, ctx));
    }
    if (pathname === "/unheard") return unheard(env);
    if (pathname === "/work") return Response.json(work);
    if (request.headers.has(TIMED)) return timed(request, env, ctx);
    return worker.fetch(request, env, ctx);
  },
} satisfies ExportedHandler<BenchEnv>;
