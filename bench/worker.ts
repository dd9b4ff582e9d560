import type { Env } from "../src/env";
import worker from "../src/index";

export { SessionLock } from "../src/index";

/** What the queue's work has cost since the start. */
const work = { statements: 0, rows_written: 0 };

/** The database, counting what is asked of it; the service asks in batches only. */
const counting = (database: D1Database): D1Database =>
  new Proxy(database, {
    get: (target, name) => {
      if (name !== "batch") return Reflect.get(target, name).bind(target);
      return async (statements: D1PreparedStatement[]) => {
        const results = await target.batch(statements);
        work.statements += statements.length;
        for (const { meta } of results) work.rows_written += meta.rows_written;
        return results;
      };
    },
  });

/** The yardstick: nothing but one read by primary key, in the same worker on the same database. */
async function bare(env: Env): Promise<Response> {
  const row = await env.DB.prepare("SELECT * FROM vouchers WHERE project_id = ?1 AND code_key = ?2")
    .bind("proj_demo", "bench-0")
    .first();
  return Response.json(row);
}

export default {
  ...worker,
  queue: (batch, env) => worker.queue(batch, { ...env, DB: counting(env.DB) }),
  fetch: (request, env, ctx) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/bare") return bare(env);
    if (pathname === "/work") return Response.json(work);
    return worker.fetch(request, env, ctx);
  },
} satisfies ExportedHandler<Env>;
