import type { Cost } from "../db/client";
import type { Rows } from "../resources/async-actions/define";

// How large the next step of background work is, and how long it rests before: a database answers
// one batch at a time, so that a step makes everybody else wait as long as its longest batch takes.

/** What the longest batch of a step is to take (milliseconds), alone and where others wait. */
const ALONE_MS = 100;
const CROWDED_MS = 5;

/**
 * The pause between two steps (milliseconds), in which other requests are served: where the
 * database runs in the same process, nothing else lets in what came meanwhile.
 */
const PAUSE_MS = 10;
/**
 * Where others wait, they have database and isolate as long as the step had them, and no longer.
 */
const LONGEST_PAUSE_MS = 100;

/** A step is at most so many times as large as the one before, and at least such a part of it. */
const GROWS = 2;
const SHRINKS = 0.25;

/** Rows that would take the time of a step that is alone, by the type of work and its stage. */
const known = new Map<string, number>();

const shareOf = (isCrowded: boolean): number => (isCrowded ? CROWDED_MS / ALONE_MS : 1);

/**
 * How many rows the next step of a kind takes: few of work that this isolate has not done yet.
 * Where others wait, the most of them shrinks as well, since the database is the lesser part of a
 * step that is bounded by it.
 */
export const nextRows = (kind: string, { least, most }: Rows, isCrowded: boolean): number =>
  Math.max(least, Math.round(Math.min(most, known.get(kind) ?? 0) * shareOf(isCrowded)));

/** Notes how long the database took for a step of at most so many rows. */
export function noteStep(kind: string, rows: number, { longest_ms }: Cost): void {
  // What is faster than a clock ticks took one.
  const fitting = (rows * ALONE_MS) / Math.max(longest_ms, 1);
  const before = known.get(kind) ?? rows;
  known.set(kind, Math.min(before * GROWS, Math.max(before * SHRINKS, fitting)));
}

/** How long work rests after a step that took so long (milliseconds). */
export const pauseAfter = (took: number, isCrowded: boolean): number =>
  isCrowded ? Math.min(LONGEST_PAUSE_MS, Math.max(PAUSE_MS, took)) : PAUSE_MS;
