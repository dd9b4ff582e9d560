import { createMiddleware } from "hono/factory";
import { ApiError } from "../errors";
import { WEBHOOK_AGENT } from "../lib/webhook-signature";
import type { AppEnv } from "./app-env";

const LOCAL = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Where browsers reach the service without TLS: on the machine that it runs on. */
export const isLocalHost = (url: string): boolean => LOCAL.has(new URL(url).hostname);

/**
 * Refuses what this service has sent itself, by whatever way it came back: a webhook that calls the
 * API would cause the next one. The local start, whose keys everybody knows, answers under the
 * names of its machine alone, so that no page of another site is taken for it.
 */
export const guard = createMiddleware<AppEnv>(async (c, next) => {
  const isOurs = c.req.header("user-agent")?.startsWith(WEBHOOK_AGENT) === true;
  if (isOurs || c.req.header("webhook-id") !== undefined) {
    const details = "A webhook of this service cannot call it; let a receiver of yours do that";
    throw new ApiError("forbidden", { details });
  }
  if (c.get("settings").isLocalOnly && !isLocalHost(c.req.url)) {
    const details = "The local start answers to 127.0.0.1, localhost and [::1] only";
    throw new ApiError("forbidden", { details });
  }
  await next();
});
