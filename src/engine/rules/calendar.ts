// Decides which days a named period of the project's calendar has: today, last week, next year.
import { zoned } from "./dates";
import type { Clock } from "./facts";
import type { Span } from "./operator";

const UNITS = ["day", "week", "month", "year"] as const;
export type Unit = (typeof UNITS)[number];

/** Monday, where nothing says on which day a week begins. */
const WEEK_START = 1;

/** Today on the project's calendar. */
export const today = ({ now, timeZone }: Clock): Temporal.PlainDate =>
  zoned(now, timeZone).toPlainDate();

const lengthOf = (unit: Unit, times: number): Temporal.DurationLike => ({ [`${unit}s`]: times });

/** The first day of the period that a date lies in. */
function firstDay(date: Temporal.PlainDate, unit: Unit, weekStart = WEEK_START) {
  if (unit === "week") return date.subtract({ days: (date.dayOfWeek - weekStart + 7) % 7 });
  if (unit === "month") return date.with({ day: 1 });
  return unit === "year" ? date.with({ month: 1, day: 1 }) : date;
}

/** The first day of a period, and the first one behind it. */
export interface Days {
  first: Temporal.PlainDate;
  behind: Temporal.PlainDate;
}

/** The days of this period (0), the last one (-1), the next one (1). */
export function daysOf(unit: Unit, shift: number, clock: Clock): Days {
  const first = firstDay(today(clock), unit, clock.weekStart).add(lengthOf(unit, shift));
  return { first, behind: first.add(lengthOf(unit, 1)) };
}

const midnight = (date: Temporal.PlainDate, timeZone: string): number =>
  date.toZonedDateTime(timeZone).epochMilliseconds;

/** The instants of days in the project's zone. */
export const spanOf = ({ first, behind }: Days, { timeZone }: Clock): Span => ({
  from: midnight(first, timeZone),
  until: midnight(behind, timeZone),
});

/** One day as the instants of it. */
export const dayOf = (date: Temporal.PlainDate, clock: Clock): Span =>
  spanOf({ first: date, behind: date.add({ days: 1 }) }, clock);
