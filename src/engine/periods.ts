// Decides in which day, week and month of a project's calendar an instant lies.

import { Recent } from "../lib/recent";

/**
 * Each named by its first day, the month without its day: "2026-11-21", "2026-11-16", "2026-11".
 */
export interface Periods {
  day: string;
  week: string;
  month: string;
}

/** Requests come many a second, and zones differ by whole seconds. */
const lately = new Recent<Periods>(1_000, Number.POSITIVE_INFINITY);

/**
 * The calendar periods of an instant (epoch milliseconds) in an IANA time zone. `weekStart` is the
 * first day of the week, 0 for Sunday to 6 for Saturday (docs/behaviour.md, "Usage").
 */
export function periodsOf(now: number, timeZone: string, weekStart: number): Periods {
  const key = `${Math.floor(now / 1000)} ${weekStart} ${timeZone}`;
  const known = lately.get(key, 0);
  if (known) return known;
  const made = periodsAt(now, timeZone, weekStart);
  lately.set(key, made, 0);
  return made;
}

function periodsAt(now: number, timeZone: string, weekStart: number): Periods {
  const date = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const day = date.toString();
  const sinceStart = ((date.dayOfWeek % 7) - weekStart + 7) % 7;
  return { day, week: date.subtract({ days: sinceStart }).toString(), month: day.slice(0, 7) };
}

/** The name of the day so many days after another one; before it where there are fewer than 0. */
export const dayAfter = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

/** How many days later a day is than another one; below 0 where it is earlier. */
export const daysUntil = (first: string, last: string): number =>
  Temporal.PlainDate.from(first).until(last).days;
