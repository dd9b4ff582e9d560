import type { Env } from "../env";

/**
 * Gathering that takes longer (milliseconds) was cut off with its request, and what comes next
 * starts it anew.
 */
const STALE_MS = 5_000;

/**
 * Sends what an isolate has gathered once `gatherMs` have passed, however often it is called
 * meanwhile: the answers have left by then, and the queue is told once.
 */
export function gathering(gatherMs: number, send: (env: Env) => Promise<void>) {
  /**
   * By `performance.now()`, which never goes back: after a wall clock that did, nothing would be
   * sent until it caught up.
   */
  let since = Number.NEGATIVE_INFINITY;
  async function sendLater(env: Env): Promise<void> {
    await scheduler.wait(gatherMs);
    since = Number.NEGATIVE_INFINITY;
    await send(env);
  }
  return (env: Env, ctx: Pick<ExecutionContext, "waitUntil">): void => {
    const now = performance.now();
    if (now - since < STALE_MS) return;
    since = now;
    ctx.waitUntil(sendLater(env));
  };
}
