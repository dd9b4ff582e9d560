import { dropCutOff, type Entry } from "../lib/turns";
import { causeOf } from "./dead-jobs";
import { CUT_OFF_MS } from "./lane-slots";

/** Takes work that goes on once its message is done with. */
export type Background = (work: Promise<unknown>) => void;

/** Work that takes longer than this (milliseconds) goes on in the background. */
const AT_HAND_MS = 100;

/**
 * So much goes on in the background of one isolate; beyond it, messages wait for their work. Lanes
 * alone do not come to that (`lane-slots.ts`): then the database is behind.
 */
const MOST = 80;
/** What goes on. */
const going = new Set<Entry>();

/** How much goes on; what was cut off has never told of its end. */
function countGoing(): number {
  dropCutOff(going, Date.now());
  return going.size;
}

const isOver = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), scheduler.wait(AT_HAND_MS).then(() => false)]);

/**
 * Waits for the work, but not for long, and not at all for what is known as slow: then it goes on
 * in the background, where there is one. Only for work that a sweep takes up again when it fails
 * there or is cut off.
 */
export async function leave(
  work: Promise<unknown>,
  background: Background | null,
  isSlow: boolean,
): Promise<void> {
  if (!background || countGoing() >= MOST) {
    await work;
    return;
  }
  if (!isSlow && (await isOver(work))) return;
  const own = { until: Date.now() + CUT_OFF_MS };
  going.add(own);
  const left = work
    .catch((error: unknown) =>
      console.error(JSON.stringify({ level: "error", job: "background", cause: causeOf(error) })),
    )
    .finally(() => going.delete(own));
  background(left);
}
