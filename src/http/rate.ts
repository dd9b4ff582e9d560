import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type ApiError, tooManyRequests } from "../errors";
import { Recent } from "../lib/recent";
import { WindowCounts } from "../lib/window-counts";
import type { PlatformScope } from "../scope/scope";
import type { AppEnv } from "./app-env";
import { addressBlock, subscriberOf } from "./client-address";

const WINDOW_SECONDS = 10;

const callerOf = (c: Context<AppEnv>): string | undefined => c.req.header("cf-connecting-ip");

interface Rate {
  /** As `RateLimit-Policy` calls it. */
  name: "client" | "key" | "token";
  /** Requests in each window. */
  limit: number;
  binding: RateLimit;
}

/** The binding says yes or no; how much is left is what this isolate has seen taken. */
const taken = new WindowCounts(WINDOW_SECONDS * 1000);

/** Tells the limit, what is left of it, and when (Unix seconds) all of it is there again. */
function tell(c: Context<AppEnv>, limit: number, remaining: number, until: number): void {
  c.header("X-Rate-Limit-Limit", String(limit));
  c.header("X-Rate-Limit-Remaining", String(remaining));
  c.header("X-Rate-Limit-Retry", String(until));
}

/**
 * Counts the request for each of the keys with the platform's rate limiting binding, without a
 * round trip, tells the caller what is left in the headers of the answer, and answers the refusal
 * where nothing is (reference service 2.2; docs/behaviour.md).
 */
async function refusedBy(
  c: Context<AppEnv>,
  { name, limit, binding }: Rate,
  keys: readonly string[],
): Promise<ApiError | null> {
  const now = Date.now();
  const counts = await Promise.all(keys.map((key) => binding.limit({ key })));
  const most = Math.max(...keys.map((key) => taken.add(`${name} ${key}`, now)));
  const isOpen = counts.every(({ success }) => success);
  const remaining = isOpen ? Math.max(limit - most, 0) : 0;
  const until = Math.ceil(taken.endAfter(now) / 1000);
  tell(c, limit, remaining, until);
  c.header("RateLimit-Policy", `"${name}";q=${limit};w=${WINDOW_SECONDS}`);
  const left = `"${name}";r=${remaining};t=${until - Math.floor(now / 1000)}`;
  c.header("RateLimit", left);
  if (isOpen) return null;
  const refusal = tooManyRequests(WINDOW_SECONDS, now);
  refusal.headers.RateLimit = left;
  return refusal;
}

/** Whether the caller's address may send one more request in these 10 seconds. */
export const refusedByClientRate = (c: Context<AppEnv>): Promise<ApiError | null> =>
  refusedBy(
    c,
    { name: "client", limit: c.get("settings").clientRateLimit, binding: c.env.CLIENT_RATE },
    [subscriberOf(callerOf(c) ?? "unknown")],
  );

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
 * Refuses with 429, before anything is read or compared, a key for a block that failed too often. A
 * pair that was let in here before is not: a good key stays open beside a bad neighbour.
 */
export function refuseLookUp(c: Context<AppEnv>): void {
  const now = Date.now();
  if (shut.get(addressBlock(callerOf(c) ?? ""), now)) throw tooManyRequests(WINDOW_SECONDS, now);
}

/**
 * Limits the requests of one key of the families `/v1` and `/management/v1`, where a deployment
 * binds `KEY_RATE` and says in `KEY_RATE_LIMIT` how many requests per 10 seconds it lets through.
 * Elsewhere nothing is taken from the limit that it tells, so that clients which wait for what is
 * left go on. It runs after authentication.
 */
export const keyRate = createMiddleware<AppEnv>(async (c, next) => {
  const limit = c.get("settings").keyRateLimit;
  const scope: PlatformScope = c.get("scope") ?? c.get("platform");
  if (c.env.KEY_RATE) {
    const rate: Rate = { name: "key", limit, binding: c.env.KEY_RATE };
    const refusal = await refusedBy(c, rate, [scope.actor.key_id]);
    if (refusal) throw refusal;
  } else tell(c, limit, limit, Math.floor(scope.now / 1000));
  return next();
});

/**
 * Limits how often tokens are asked for and about, by key and by the caller's address block, with
 * the platform's rate limiting binding: what guesses tokens is slowed down wherever it comes from.
 * It runs after authentication.
 */
export const tokenRate = createMiddleware<AppEnv>(async (c, next) => {
  const { actor } = c.get("scope");
  const address = callerOf(c);
  const keys = [actor.key_id, ...(address === undefined ? [] : [addressBlock(address)])];
  const limit = c.get("settings").tokenRateLimit;
  const refusal = await refusedBy(c, { name: "token", limit, binding: c.env.TOKEN_RATE }, keys);
  if (refusal) throw refusal;
  return next();
});
