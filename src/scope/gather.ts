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
  /** So much is much: it is worth waiting for more. */
  many?: number;
  /** So much has come that it cannot wait. */
  isFull?: () => boolean;
  send: (env: Env) => Promise<void>;
}

/**
 * Validations within a second share one message; where five or more come in it, those of 15 seconds
 * do: at ten a second of one customer each writes less than a tenth of a row (milliseconds).
 */
export const OF_VALIDATIONS = { gatherMs: 1_000, many: 5, busyMs: 15_000 };

const never = () => false;

/**
 * Sends what an isolate has gathered once some time has passed, however often it is called
 * meanwhile: the answers have left by then, and the queue is told once.
 */
export function gathering({
  gatherMs,
  busyMs = gatherMs,
  many = Number.POSITIVE_INFINITY,
  isFull = never,
  send,
}: Gathering) {
  /**
   * By `performance.now()`, which never goes back: after a wall clock that did, nothing would be
   * sent until it caught up.
   */
  let since = Number.NEGATIVE_INFINITY;
  /** So much has come since it was sent last. */
  let come = 0;
  async function sendLater(env: Env): Promise<void> {
    await scheduler.wait(gatherMs);
    for (let waited = gatherMs; waited < busyMs && come >= many && !isFull(); waited += gatherMs) {
      await scheduler.wait(gatherMs);
    }
    since = Number.NEGATIVE_INFINITY;
    come = 0;
    await send(env);
  }
  return (env: Env, ctx: Pick<ExecutionContext, "waitUntil">): void => {
    come += 1;
    const now = performance.now();
    if (now - since < Math.max(gatherMs, busyMs) + STALE_MS) return;
    since = now;
    ctx.waitUntil(sendLater(env));
  };
}
