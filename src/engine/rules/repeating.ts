// Decides when a window is open that opens again and again: every interval from its start.
import { assert } from "../../lib/assert";
import type { ValidityTimeframe } from "../../model/time-window";

const DAY_MS = 86_400_000;

/** Multiplied, never chained: chaining P1M from the 31st would stay on the 28th after February. */
const times = (step: Temporal.Duration, count: number): Temporal.Duration =>
  Temporal.Duration.from({
    years: step.years * count,
    months: step.months * count,
    weeks: step.weeks * count,
    days: step.days * count,
    hours: step.hours * count,
    minutes: step.minutes * count,
    seconds: step.seconds * count,
  });

/** Years and months at the length they have on average over the calendar's cycle of 400 years. */
function averageMs(step: Temporal.Duration): number {
  const months = step.years * 12 + step.months;
  const days = months * 30.436875 + step.weeks * 7 + step.days;
  return days * DAY_MS + step.hours * 3_600_000 + step.minutes * 60_000 + step.seconds * 1000;
}

/** An occurrence of what repeats; the first, 0, is the start itself. */
export const openingAt = (
  start: Temporal.ZonedDateTime,
  step: Temporal.Duration,
  count: number,
): Temporal.ZonedDateTime => start.add(times(step, count));

/**
 * Which occurrence is the latest that has opened by `at`. Uneven months, clipped month ends and
 * changes of the zone's offset move an occurrence from its average place by less than a month where
 * the step has months, and by little more than a day (a zone that crosses the date line) where it
 * has not: the answer lies within two steps of the estimate, however long ago the start was.
 */
export function openedBy(
  start: Temporal.ZonedDateTime,
  step: Temporal.Duration,
  at: number,
): number {
  let count = Math.floor((at - start.epochMilliseconds) / averageMs(step)) + 2;
  while (openingAt(start, step, count).epochMilliseconds > at) count -= 1;
  return count;
}

/** A window that opens every `interval` for `duration`, both as text or read already. */
export type Repeating = Record<keyof ValidityTimeframe, string | Temporal.Duration>;

/**
 * Whether a local time, not before the start, lies in one of the half-open windows. Years to days
 * step on the local calendar, hours to seconds in exact time. A local time that a clock change
 * skips opens as much later; one that comes twice opens the first time. A duration shorter than its
 * interval leaves only the latest occurrence to look at: none before closes later.
 */
export function isOpenIn(
  frame: Repeating,
  startMs: number,
  local: Temporal.ZonedDateTime,
): boolean {
  const step = Temporal.Duration.from(frame.interval);
  const length = Temporal.Duration.from(frame.duration);
  assert(averageMs(step) > 0, "a timeframe's interval has no length");
  // Asked of the lengths and not of the dates: P1M every P1M from the 31st would have a gap from
  // 28 March (a month after 28 February) to 31 March.
  if (averageMs(length) >= averageMs(step)) return true;
  const instant = Temporal.Instant.fromEpochMilliseconds(startMs);
  const start = instant.toZonedDateTimeISO(local.timeZoneId);
  const at = local.epochMilliseconds;
  const opening = openingAt(start, step, openedBy(start, step, at));
  return at < opening.add(length).epochMilliseconds;
}
