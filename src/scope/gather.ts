import type { Env } from "../env";

/**
 * Gathering that takes so much longer (milliseconds) was cut off with its request, and what comes
 * next starts it anew.
 */
const STALE_MS = 5_000;

/** How what is gathered is sent. */
interface Gathering {
  /** So long it is gathered (milliseconds). */
  gatherMs: number;
  /** Where much comes, so long: then one message tells of more. */
  busyMs?: number;
  /** What has come so far is much, so that it is worth waiting for more. */
  isMuch?: () => boolean;
  /** So much has come that it cannot wait. */
  isFull?: () => boolean;
  send: (env: Env) => Promise<void>;
}

const never = () => false;

/**
 * Sends what an isolate has gathered once some time has passed, however often it is called
 * meanwhile: the answers have left by then, and the queue is told once.
 */
export function gathering({
  gatherMs,
  busyMs = gatherMs,
  isMuch = never,
  isFull = never,
  send,
}: Gathering) {
  /**
   * By `performance.now()`, which never goes back: after a wall clock that did, nothing would be
   * sent until it caught up.
   */
  let since = Number.NEGATIVE_INFINITY;
  async function sendLater(env: Env): Promise<void> {
    await scheduler.wait(gatherMs);
    for (let waited = gatherMs; waited < busyMs && isMuch() && !isFull(); waited += gatherMs) {
      await scheduler.wait(gatherMs);
    }
    since = Number.NEGATIVE_INFINITY;
    await send(env);
  }
  return (env: Env, ctx: Pick<ExecutionContext, "waitUntil">): void => {
    const now = performance.now();
    if (now - since < Math.max(gatherMs, busyMs) + STALE_MS) return;
    since = now;
    ctx.waitUntil(sendLater(env));
  };
}
