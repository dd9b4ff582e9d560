import type { Context } from "hono";
import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import { ApiError } from "../errors";
import { isTrustedAtHand, isTrustedSomewhere } from "../scope/credentials";
import type { AppEnv } from "./app-env";
import { refusedByClientRate } from "./rate";

const isTrusted = async (c: Context<AppEnv>, origin: string): Promise<boolean> =>
  origin !== "" && (await isTrustedSomewhere(c.get("places").control, origin, Date.now()));

const allowTrusted = cors({
  origin: async (origin, c) => ((await isTrusted(c, origin)) ? origin : null),
  allowHeaders: [
    "authorization",
    "content-type",
    "idempotency-key",
    "x-client-application-id",
    "x-client-token",
    "x-customer-token",
    "x-request-id",
    "x-voucherify-channel",
    "x-voucherify-double-opt-in",
    "x-vouchsafe-bookmark",
    "x-vouchsafe-consistency",
  ],
  allowMethods: ["GET", "POST", "PUT", "DELETE"],
  exposeHeaders: [
    "x-request-id",
    "x-correlation-id",
    "idempotent-replayed",
    "ratelimit",
    "ratelimit-policy",
    "retry-after",
    "x-rate-limit-limit",
    "x-rate-limit-remaining",
    "x-rate-limit-retry",
    "x-rate-limit-type",
    "x-vouchsafe-bookmark",
    "x-vouchsafe-ignored",
  ],
  maxAge: 600,
});

/**
 * Refuses an address that is past its rate before anything is read, preflights too. The refusal
 * carries CORS headers only where this isolate already knows that the origin is trusted: none is
 * looked up for it.
 */
export const clientRate = createMiddleware<AppEnv>(async (c, next) => {
  const refusal = await refusedByClientRate(c);
  if (!refusal) return next();
  const refuse = () => Promise.reject(refusal);
  const isReadable =
    c.req.method !== "OPTIONS" && isTrustedAtHand(c.req.header("origin") ?? "", Date.now());
  return isReadable ? allowTrusted(c, refuse) : refuse();
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
