import type { Context } from "hono";
import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import { isTrustedSomewhere } from "../db/credentials";
import { ApiError } from "../errors";
import type { AppEnv } from "./scope";

const WINDOW_SECONDS = 10;

const isTrusted = async (c: Context<AppEnv>, origin: string): Promise<boolean> =>
  origin !== "" && (await isTrustedSomewhere(c.var.db, origin, Date.now()));

const allowTrusted = cors({
  origin: async (origin, c) => ((await isTrusted(c, origin)) ? origin : null),
  allowHeaders: [
    "authorization",
    "content-type",
    "idempotency-key",
    "x-client-application-id",
    "x-client-token",
    "x-request-id",
    "x-voucherify-channel",
  ],
  allowMethods: ["GET", "POST", "PUT", "DELETE"],
  exposeHeaders: [
    "x-request-id",
    "x-correlation-id",
    "idempotent-replayed",
    "ratelimit-policy",
    "retry-after",
    "x-rate-limit-limit",
    "x-rate-limit-remaining",
    "x-rate-limit-retry",
    "x-rate-limit-type",
  ],
  maxAge: 600,
});

/**
 * CORS of the client family. A preflight names no project, so it is answered for origins that some
 * project trusts and refused with 403 for all others; the request itself is then held against its
 * own project's list.
 */
export const clientCors = createMiddleware<AppEnv>(async (c, next) => {
  const isPreflight = c.req.method === "OPTIONS";
  if (isPreflight && !(await isTrusted(c, c.req.header("origin") ?? ""))) {
    throw new ApiError("forbidden", { details: "No project trusts this origin" });
  }
  return allowTrusted(c, next);
});

/**
 * Requests per address and 10 seconds, counted by the platform's rate limiting binding without a
 * round trip. Refuses with 429 and `Retry-After`.
 */
export const clientRate = createMiddleware<AppEnv>(async (c, next) => {
  const limit = c.var.settings.clientRateLimit;
  c.header("X-Rate-Limit-Limit", String(limit));
  c.header("RateLimit-Policy", `"client";q=${limit};w=${WINDOW_SECONDS}`);
  const address = c.req.header("cf-connecting-ip") ?? "unknown";
  const { success } = await c.env.CLIENT_RATE.limit({ key: address });
  if (!success) throw tooManyRequests("api_calls", WINDOW_SECONDS);
  await next();
});

/** The 429 of a caller past a limit, with the headers that the reference service sends. */
export function tooManyRequests(type: string, retrySeconds: number): ApiError {
  return new ApiError(
    "too_many_requests",
    {},
    {
      "Retry-After": String(retrySeconds),
      "X-Rate-Limit-Remaining": "0",
      "X-Rate-Limit-Retry": String(Math.ceil(Date.now() / 1000) + retrySeconds),
      "X-Rate-Limit-Type": type,
    },
  );
}
