import type { Env } from "../src/env";
import worker, { SessionLock as ServiceLock } from "../src/index";

export { SharedBatches } from "../src/index";

import { memoised } from "../src/lib/memoised";
import { withBatch } from "../test/support/batches";
import { replacing } from "../test/support/replacing";
import { SESSIONS, TIMED } from "./anew";
import { earned } from "./earning";
import { noting, type RunTimes, runTimes, type Sent } from "./prepared";

interface BenchEnv extends Omit<Env, "SESSION_LOCK"> {
  SESSION_LOCK: DurableObjectNamespace<SessionLock>;
}

/** What the queue's work has cost since the start. */
const work = { statements: 0, rows_read: 0, rows_written: 0 };

/** The database, counting what is asked of it; single reads are batches of one. */
const counting = (database: D1Database): D1Database =>
  withBatch(database, async <T>(statements: D1PreparedStatement[]) => {
    const results = await database.batch<T>(statements);
    work.statements += statements.length;
    for (const { meta } of results) {
      work.rows_read += meta.rows_read;
      work.rows_written += meta.rows_written;
    }
    return results;
  });

/** The database with another answer where it is asked for a session. */
const within = (
  database: D1Database,
  askOf: (from: string | undefined) => D1Database | D1DatabaseSession,
): D1Database => {
  const withSession = (from?: string) => {
    const asked = askOf(from);
    const session = {
      prepare: (sql: string) => asked.prepare(sql),
      batch: <T>(statements: D1PreparedStatement[]) => asked.batch<T>(statements),
      getBookmark: () => null,
    };
    // The cast holds: the service asks of a session no more than this.
    return session as unknown as D1DatabaseSession;
  };
  return replacing(database, { withSession });
};

/** Each made once: the service remembers settings by its bindings. */
const others = memoised((env: BenchEnv): Record<string, BenchEnv> => {
  const { DB } = env;
  return {
    none: { ...env, DB: within(DB, () => DB) },
    untold: { ...env, DB: within(DB, (from) => DB.withSession(from)) },
  };
});

/** How many events of all projects not all listeners have heard. */
async function unheard(env: BenchEnv): Promise<Response> {
  const sum = "SELECT sum(event_sequence - events_taken) AS events FROM tallies";
  return Response.json(await env.DB.prepare(sum).first());
}

/** The yardstick: nothing but one read by primary key, in the same worker on the same database. */
async function bare(env: BenchEnv): Promise<Response> {
  const row = await env.DB.prepare("SELECT * FROM vouchers WHERE project_id = ?1 AND code_key = ?2")
    .bind("proj_demo", "bench-0")
    .first();
  return Response.json(row);
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
  fetch: (request, bindings, ctx) => {
    const { pathname } = new URL(request.url);
    const env = others(bindings)[request.headers.get(SESSIONS) ?? ""] ?? bindings;
    if (pathname === "/bare") return bare(env);
    if (request.headers.has("x-earn")) {
      return earned(env, (bound) => worker.fetch(request, bound, ctx));
    }
    if (pathname === "/unheard") return unheard(env);
    if (pathname === "/work") return Response.json(work);
    if (request.headers.has(TIMED)) return timed(request, env, ctx);
    return worker.fetch(request, env, ctx);
  },
} satisfies ExportedHandler<BenchEnv>;
