// Decides what becomes of a delivery after an attempt: done, tried again and when, or given up.

const MINUTE_MS = 60_000;

/** After the first attempt (decisions, section 10). */
const RETRIES_MINUTES = [1, 2, 4, 8, 16, 32, 60, 120, 240, 480, 1_020, 1_440];

/** Up to so much of the delay is added, so that those that failed together do not come together. */
const JITTER = 0.1;

/** A receiver has this pause between two attempts, however late the first of them was. */
const PAUSE_MS = 30_000;

/** A number from 0 below 1 that follows from the text alone (FNV-1a, then mixed once more). */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** A delivery as it was before the attempt; times are epoch milliseconds. */
export interface Tried {
  /** The same for each of its attempts. */
  id: string;
  /** Attempts before this one. */
  attempts: number;
  /** When the first of them was; null where this is the first. */
  firstAt: number | null;
}

/** When it is tried again after `attempts` have failed; null after the last. */
export function retryAt({ id, attempts, firstAt }: Tried, now: number): number | null {
  const minutes = RETRIES_MINUTES[attempts];
  if (minutes === undefined) return null;
  const delay = minutes * MINUTE_MS * (1 + JITTER * fractionOf(`${id} ${attempts}`));
  return Math.round(Math.max((firstAt ?? now) + delay, now + PAUSE_MS));
}

/** What the receiver answered: a status, or none. */
export interface Answered {
  status: number | null;
  /** Whether nothing was sent, by no fault of the receiver's. */
  isUnsent?: boolean;
}

export interface Outcome {
  status: "SUCCEEDED" | "RETRYING" | "DEAD";
  /** When it is tried next (epoch milliseconds). */
  dueAt: number | null;
  /** Why the webhook becomes inactive with this, if it does. */
  deactivates: "TARGET_GONE" | "RETRIES_EXHAUSTED" | null;
}

/**
 * What becomes of a delivery: a 2xx is success, a 410 ends the webhook at once, all else is tried
 * again on the schedule, whose last failure ends the webhook too, unless it is not to blame
 * (decisions, sections 8 and 10).
 */
export function outcomeOf(
  tried: Tried,
  { status, isUnsent = false }: Answered,
  now: number,
): Outcome {
  if (status !== null && status >= 200 && status < 300) {
    return { status: "SUCCEEDED", dueAt: null, deactivates: null };
  }
  if (status === 410) return { status: "DEAD", dueAt: null, deactivates: "TARGET_GONE" };
  const dueAt = retryAt(tried, now);
  if (dueAt === null) {
    return { status: "DEAD", dueAt, deactivates: isUnsent ? null : "RETRIES_EXHAUSTED" };
  }
  return { status: "RETRYING", dueAt, deactivates: null };
}
