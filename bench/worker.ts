import type { Env } from "../src/env";
import worker from "../src/index";

/** The yardstick: nothing but one read by primary key, in the same worker on the same database. */
async function bare(env: Env): Promise<Response> {
  const row = await env.DB.prepare("SELECT * FROM vouchers WHERE project_id = ?1 AND code_key = ?2")
    .bind("proj_demo", "bench-0")
    .first();
  return Response.json(row);
}

export default {
  ...worker,
  fetch: (request, env, ctx) =>
    new URL(request.url).pathname === "/bare" ? bare(env) : worker.fetch(request, env, ctx),
} satisfies ExportedHandler<Env>;
