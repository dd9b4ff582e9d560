import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type ApiError, tooManyRequests } from "../errors";
import { Recent } from "../lib/recent";
import type { PlatformScope } from "../scope/scope";
import type { AppEnv } from "./app-env";
import { addressBlock, subscriberOf } from "./client-address";

const WINDOW_SECONDS = 10;

const callerOf = (c: Context<AppEnv>): string | undefined => c.req.header("cf-connecting-ip");

/**
 * Whether the caller's address may send one more request in these 10 seconds, counted by the
 * platform's rate limiting binding without a round trip; answers the refusal where it may not
 * (docs/behaviour.md).
 */
export async function refusedByClientRate(c: Context<AppEnv>): Promise<ApiError | null> {
  const limit = c.get("settings").clientRateLimit;
  c.header("X-Rate-Limit-Limit", String(limit));
  c.header("RateLimit-Policy", `"client";q=${limit};w=${WINDOW_SECONDS}`);
  const { success } = await c.env.CLIENT_RATE.limit({
    key: subscriberOf(callerOf(c) ?? "unknown"),
  });
  return success ? null : tooManyRequests(WINDOW_SECONDS, Date.now());
}

/**
 * Address blocks that failed too often of late: a key from there that is not known yet is not
 * looked up until the next window.
 */
const shut = new Recent<true>(10_000, WINDOW_SECONDS * 1000);

/**
 * Counts a failed authentication for the caller's address block, without a round trip. Callers
 * without an address, of which the platform sends none, are not counted.
 */
export async function countFailure(c: Context<AppEnv>): Promise<void> {
  const address = callerOf(c);
  if (address === undefined) return;
  const block = addressBlock(address);
  const { success } = await c.env.AUTH_RATE.limit({ key: block });
  if (!success) shut.set(block, true, Date.now());
}

/**
 * Refuses with 429, before anything is read, a key that has to be looked up for a block that failed
 * too often. One that was let in here before is not: a good key stays open beside a bad neighbour.
 */
export function refuseLookUp(c: Context<AppEnv>): void {
  const now = Date.now();
  if (shut.get(addressBlock(callerOf(c) ?? ""), now)) throw tooManyRequests(WINDOW_SECONDS, now);
}

/**
 * Limits the requests of one key of the families `/v1` and `/management/v1`, where a deployment
 * binds `KEY_RATE` and says in `KEY_RATE_LIMIT` how many requests per 10 seconds it lets through.
 * It runs after authentication.
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

/**
 * Limits how often tokens are asked for and about, by key and by the caller's address block, with
 * the platform's rate limiting binding: what guesses tokens is slowed down wherever it comes from.
 * It runs after authentication.
 */
export const tokenRate = createMiddleware<AppEnv>(async (c, next) => {
  const { actor, now } = c.get("scope");
  const address = callerOf(c);
  const keys = [actor.key_id, ...(address === undefined ? [] : [addressBlock(address)])];
  const counts = await Promise.all(keys.map((key) => c.env.TOKEN_RATE.limit({ key })));
  if (counts.some(({ success }) => !success)) throw tooManyRequests(WINDOW_SECONDS, now);
  return next();
});
