import type { Env } from "../src/env";
import { readEvent } from "../src/events/listeners";
import { present } from "../src/lib/assert";
import { orderPoints } from "../src/resources/loyalties/earning-rules/listen";
import { jobScope } from "../src/scope/job-scope";
import { silent } from "./replay/database";

const PROJECT = "proj_demo";

const lastPaid = (database: D1Database) =>
  database
    .prepare(
      `SELECT * FROM outbox WHERE project_id = ?1 AND kind = 'customer.order.paid'
       ORDER BY sequence DESC LIMIT 1`,
    )
    .bind(PROJECT)
    .all();

/**
 * Sends an order that is paid, and hears of it at once: answers the order's own answer with what
 * the request cost (`Server-Timing`), and in `x-reaction` what the reaction did.
 */
export async function earned<E extends Env>(
  env: E,
  send: (env: E) => Response | Promise<Response>,
): Promise<Response> {
  const answer = await send({ ...env, JOBS: silent(env.JOBS), LONG_JOBS: silent(env.LONG_JOBS) });
  if (!answer.ok) return answer;
  const { results } = await lastPaid(env.DB);
  const event = present(readEvent(results), "the order is told");
  const from = { projectId: PROJECT, requestId: "bench", baseUrl: "" };
  const { scope } = present(await jobScope(env, from), PROJECT);
  if (event.kind !== "customer.order.paid") throw new Error("only paid orders are asked for");
  const { cost } = scope.db;
  const was = { ...cost };
  await orderPoints.react(scope, event);
  const reaction = {
    round_trips: cost.round_trips - was.round_trips,
    rows_read: cost.rows_read - was.rows_read,
    rows_written: cost.rows_written - was.rows_written,
  };
  const headers = new Headers(answer.headers);
  headers.set("x-reaction", JSON.stringify(reaction));
  return new Response(answer.body, { status: answer.status, headers });
}
