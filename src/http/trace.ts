import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { noCost } from "../db/client";
import { settings } from "../env";
import type { AppEnv } from "./scope";

const CORRELATION = /^[\w.:-]{1,128}$/;

const requestId = (): string =>
  `v-${Array.from(crypto.getRandomValues(new Uint8Array(9)), (b) => b.toString(16).padStart(2, "0")).join("")}`;

/**
 * Outermost of all: names the request, counts what it costs, and writes one line about it. Codes
 * stand in paths, so the line has the route's pattern and never the path.
 */
export const trace = createMiddleware<AppEnv>(async (c, next) => {
  const started = performance.now();
  const id = requestId();
  c.set("request_id", id);
  c.set("failure", null);
  // Before anything can fail, so that every answer carries it.
  c.header("X-Request-Id", id);
  c.set("settings", settings(c.env));
  c.set("db", { d1: c.env.DB, cost: noCost() });
  await next();
  const correlation = c.req.header("x-request-id");
  const isKept = correlation !== undefined && CORRELATION.test(correlation);
  if (isKept) c.header("X-Correlation-Id", correlation);
  const { cost } = c.var.db;
  const total = performance.now() - started;
  if (c.var.settings.showsServerTiming) {
    c.header(
      "Server-Timing",
      `d1;dur=${cost.milliseconds.toFixed(1)};desc="${cost.round_trips} round trips, ${cost.rows_read} rows read, ${cost.rows_written} rows written", total;dur=${total.toFixed(1)}`,
    );
  }
  if (!c.var.settings.logsRequests) return;
  console.log(
    JSON.stringify({
      level: "info",
      request_id: id,
      ...(isKept && { correlation_id: correlation }),
      project: c.var.scope?.project.id ?? null,
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      key: c.var.failure,
      ms: Number(total.toFixed(1)),
      d1: { ...cost, milliseconds: Number(cost.milliseconds.toFixed(1)) },
    }),
  );
});
