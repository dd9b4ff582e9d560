import { createMiddleware } from "hono/factory";
import { tooManyRequests } from "../errors";
import type { AppEnv, PlatformScope } from "./scope";

const WINDOW_SECONDS = 10;

/**
 * Requests per address and 10 seconds, counted by the platform's rate limiting binding without a
 * round trip. Refuses with 429 and `Retry-After` (docs/behaviour.md).
 */
export const clientRate = createMiddleware<AppEnv>(async (c, next) => {
  const limit = c.get("settings").clientRateLimit;
  c.header("X-Rate-Limit-Limit", String(limit));
  c.header("RateLimit-Policy", `"client";q=${limit};w=${WINDOW_SECONDS}`);
  const address = c.req.header("cf-connecting-ip") ?? "unknown";
  const { success } = await c.env.CLIENT_RATE.limit({ key: address });
  if (!success) throw tooManyRequests(WINDOW_SECONDS, Date.now());
  await next();
});

/**
 * The same per key for back ends and management, where a deployment binds `KEY_RATE` and says in
 * `KEY_RATE_LIMIT` how many requests per 10 seconds it lets through. It runs after authentication.
 */
export const keyRate = createMiddleware<AppEnv>(async (c, next) => {
  if (!c.env.KEY_RATE) return next();
  const limit = c.get("settings").keyRateLimit;
  c.header("X-Rate-Limit-Limit", String(limit));
  c.header("RateLimit-Policy", `"key";q=${limit};w=${WINDOW_SECONDS}`);
  const scope: PlatformScope = c.get("scope") ?? c.get("platform");
  const { success } = await c.env.KEY_RATE.limit({ key: scope.actor.key_id });
  if (!success) throw tooManyRequests(WINDOW_SECONDS, scope.now);
  return next();
});
