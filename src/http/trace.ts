import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { type Cost, noCost, noTrail, type Trail } from "../db/client";
import { settings } from "../env";
import { CONTROL, placesOf } from "../scope/places";
import { random } from "../scope/scope";
import type { AppEnv } from "./app-env";
import { isLocalHost } from "./guard";
import { BOOKMARK_HEADER, bookmarkIn } from "./nearness";

const YEAR_OF_TLS = "max-age=31536000";

const CORRELATION = /^[\w.:-]{1,128}$/;

const requestId = (): string => `v-${random(9).toHex()}`;

/**
 * Who answered: `primary`, `near` or `near, then primary`, with the region where one is named, and
 * the place where it is not the first; `none` where nothing was read.
 */
const readBy = ({ place, isNear, isPrimary, isRepeated, region }: Trail, cost: Cost): string => {
  if (cost.round_trips === 0) return "none";
  const who = isRepeated ? "near, then primary" : isNear && !isPrimary ? "near" : "primary";
  return [
    who,
    ...(region === null ? [] : [region]),
    ...(place === CONTROL ? [] : [`of ${place}`]),
  ].join(" ");
};

/** What the log says of it: times to a tenth of a millisecond. */
const rounded = ({ milliseconds, database_ms, longest_ms, ...counts }: Cost) => ({
  ...counts,
  milliseconds: Number(milliseconds.toFixed(1)),
  database_ms: Number(database_ms.toFixed(1)),
  longest_ms: Number(longest_ms.toFixed(1)),
});

/** A request, as the log tells of it: by the route's pattern, since codes stand in paths. */
interface Told {
  project: string | null;
  method: string;
  route: string;
  status: number;
  key: string | null;
}

/** The same as a data point; docs/operations.md says what stands where. */
const pointOf = (
  { project, method, route, status, key }: Told,
  { cost, total, read }: { cost: Cost; total: number; read: string },
): AnalyticsEngineDataPoint => ({
  indexes: [project ?? ""],
  blobs: ["request", method, route, String(status), key ?? "", read],
  doubles: [
    total,
    cost.milliseconds,
    cost.round_trips,
    cost.statements,
    cost.rows_read,
    cost.rows_written,
  ],
});

/**
 * Outermost of all: names the request, counts what it costs, and writes one line about it.
 */
export const trace = createMiddleware<AppEnv>(async (c, next) => {
  const started = performance.now();
  const id = requestId();
  c.set("request_id", id);
  c.set("failure", null);
  // Set before anything can fail, so that every answer carries it.
  c.header("X-Request-Id", id);
  c.set("settings", settings(c.env));
  const cost = noCost();
  const ofControl = noTrail(CONTROL, c.get("settings").hasReplicas);
  c.set("places", placesOf(c.env, { cost, trail: ofControl }));
  const correlation = c.req.header("x-request-id");
  const isKept = correlation !== undefined && CORRELATION.test(correlation);
  if (isKept) c.header("X-Correlation-Id", correlation);
  await next();
  const total = performance.now() - started;
  const trail = c.get("scope")?.db.trail ?? ofControl;
  const bookmark = bookmarkIn(trail);
  if (bookmark !== null) c.res.headers.set(BOOKMARK_HEADER, bookmark);
  const read = readBy(trail, cost);
  // Not through `c.header`, which copies the whole answer once there is one.
  c.res.headers.set("X-Content-Type-Options", "nosniff");
  if (!isLocalHost(c.req.url)) c.res.headers.set("Strict-Transport-Security", YEAR_OF_TLS);
  const { showsServerTiming, logsRequests } = c.get("settings");
  if (showsServerTiming) {
    c.res.headers.set(
      "Server-Timing",
      `d1;dur=${cost.milliseconds.toFixed(1)};desc="${cost.round_trips} round trips, ${cost.rows_read} rows read, ${cost.rows_written} rows written", read;desc="${read}", total;dur=${total.toFixed(1)}`,
    );
  }
  const { METRICS } = c.env;
  if (!logsRequests && !METRICS) return;
  const told: Told = {
    project: c.get("scope")?.project.id ?? null,
    method: c.req.method,
    route: routePath(c, -1),
    status: c.res.status,
    key: c.get("failure"),
  };
  METRICS?.writeDataPoint(pointOf(told, { cost, total, read }));
  if (!logsRequests) return;
  console.log(
    JSON.stringify({
      level: "info",
      request_id: id,
      ...(isKept && { correlation_id: correlation }),
      ...told,
      ms: Number(total.toFixed(1)),
      d1: { ...rounded(cost), read },
    }),
  );
});
