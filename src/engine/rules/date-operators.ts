// Decides what each operator on dates means: before, so many days ago, this month, on a birthday.

import { COST, paid } from "../../lib/work";
import { type Days, dayOf, daysOf, spanOf, today, type Unit } from "./calendar";
import { dayOfWeek, isDate, shifted, toDayOfWeek, toDays, toEpoch, toLapse, zoned } from "./dates";
import type { Clock } from "./facts";
import {
  anyElement,
  COUNT,
  FEW,
  NOTHING,
  type Operator,
  plain,
  type Span,
  type Values,
} from "./operator";
import {
  absoluteSpan,
  inDailyHours,
  inTimeframe,
  isAbsoluteTimeframe,
  isDailyHours,
  isTimeframe,
} from "./timeframes";

const LAPSE: Values = {
  most: FEW,
  wants: "an ISO 8601 duration or a number of days",
  accepts: (value) => toLapse(value) !== null,
};
const DATE: Values = { most: FEW, wants: "an ISO 8601 date", accepts: isDate };
const DAY: Values = {
  most: FEW,
  wants: "a day of the week from 0 (Sunday) to 6",
  accepts: (value) => toDayOfWeek(value) !== null,
};
const FRAME: Values = { most: FEW, wants: "'start;interval;duration'", accepts: isTimeframe };
const SPAN: Values = {
  most: FEW,
  wants: "'from;to' with from before to",
  accepts: isAbsoluteTimeframe,
};
const HOURS: Values = { most: FEW, wants: "'HH:mm;HH:mm;days'", accepts: isDailyHours };

/** A whole number between two others, for the parts of a date. */
const between = (least: number, most: number): Values => ({
  most: FEW,
  wants: `a whole number from ${least} to ${most}`,
  accepts: (value) => {
    const number = toDays(value);
    return number !== null && number >= least && number <= most;
  },
});

/**
 * The actual value must be a date, read once; `lies` gets it in epoch milliseconds. What that looks
 * at costs as much as a look at so many days.
 */
const dated = (
  values: Values,
  lies: (actualMs: number, expected: unknown, clock: Clock) => boolean,
  days: (expected: unknown) => number = () => 1,
): Operator => ({
  ...values,
  ...plain,
  holds: anyElement((actual, { list }, clock) => {
    if (typeof actual !== "string" || !paid(clock, COST.date)) return false;
    const actualMs = toEpoch(actual, clock.timeZone);
    if (actualMs === null) return false;
    return list.some(
      (value) => paid(clock, COST.date + COST.day * days(value)) && lies(actualMs, value, clock),
    );
  }),
});

type Spans = (value: unknown, clock: Clock) => readonly Span[];

/** Holds for the dates that lie in the time that the value means. */
const spanning = (values: Values, spans: Spans): Operator => ({
  ...dated(values, (ms, value, clock) =>
    spans(value, clock).some(({ from, until }) => ms >= from && ms < until),
  ),
  spans,
});

const OPEN: Span = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
/** Instants are whole milliseconds. */
const BEHIND_MS = 1;

const compared = (spanAt: (expectedMs: number) => Partial<Span>): Operator =>
  spanning(DATE, (value, { timeZone }) => {
    const expectedMs = toEpoch(value, timeZone);
    return expectedMs === null ? [] : [{ ...OPEN, ...spanAt(expectedMs) }];
  });

/** `spanAt` gets the instant that lies the given lapse before (-1) or after (1) now. */
const lapsed = (
  sign: 1 | -1,
  spanAt: (boundMs: number, nowMs: number) => Partial<Span>,
): Operator =>
  spanning(LAPSE, (value, clock) => {
    const lapse = toLapse(value);
    return lapse ? [{ ...OPEN, ...spanAt(shifted(clock, lapse, sign), clock.now) }] : [];
  });

/** The calendar day that lies so many of a unit before (-1) or after (1) today. */
const dayAway = (sign: 1 | -1, unit: "days" | "years"): Operator =>
  spanning(unit === "days" ? COUNT : between(0, 200), (value, clock) => {
    const count = toDays(value);
    return count === null ? [] : [dayOf(today(clock).add({ [unit]: sign * count }), clock)];
  });

const period = (unit: Unit, shift: number): Operator =>
  spanning(NOTHING, (_, clock) => [spanOf(daysOf(unit, shift, clock), clock)]);

const windowed = (
  values: Values,
  lies: (epochMs: number, value: unknown, timeZone: string) => boolean,
): Operator =>
  dated(values, (actualMs, expected, clock) => lies(actualMs, expected, clock.timeZone));

/** A part of the date, such as its month, is the number that the value says. */
const part = (values: Values, partOf: (date: Temporal.ZonedDateTime) => number): Operator =>
  dated(values, (ms, value, { timeZone }) => partOf(zoned(ms, timeZone)) === toDays(value));

const ofYear = (date: Temporal.PlainDate | Temporal.ZonedDateTime): string =>
  `${date.monthCode}-${date.day}`;

/** Whether one of the days has the month and the day of the date, in whatever year. */
function comesIn(epochMs: number, { first, behind }: Days, { timeZone }: Clock): boolean {
  const wanted = ofYear(zoned(epochMs, timeZone));
  const count = Math.min(first.until(behind).days, 366);
  for (let at = 0; at < count; at++) if (ofYear(first.add({ days: at })) === wanted) return true;
  return false;
}

const periodOfYear = (unit: Unit, shift: number): Operator =>
  dated(
    NOTHING,
    (ms, _, clock) => comesIn(ms, daysOf(unit, shift, clock), clock),
    () => 7,
  );

const COMES_ROUND_TODAY = periodOfYear("day", 0);

/** A whole month, so that 29 February lies in each February. */
const monthOfYear = (shift: number): Operator =>
  dated(
    NOTHING,
    (ms, _, clock) => zoned(ms, clock.timeZone).month === daysOf("month", shift, clock).first.month,
  );

/** The days between two, counted from today. */
const daysAround = (from: number, to: number, clock: Clock): Days => ({
  first: today(clock).add({ days: from }),
  behind: today(clock).add({ days: to + 1 }),
});

const dayOfYear = (fits: (ms: number, count: number, clock: Clock) => boolean): Operator =>
  dated(
    COUNT,
    (ms, value, clock) => {
      const count = toDays(value);
      return count !== null && fits(ms, Math.min(count, 366), clock);
    },
    (value) => Math.min(toDays(value) ?? 0, 366),
  );

const exactly = (sign: 1 | -1): Operator =>
  dayOfYear((ms, count, clock) =>
    comesIn(ms, daysAround(sign * count, sign * count, clock), clock),
  );

const within = (sign: 1 | -1, isWanted: boolean): Operator =>
  dayOfYear((ms, count, clock) => {
    const days = sign === 1 ? daysAround(0, count, clock) : daysAround(-count, 0, clock);
    return comesIn(ms, days, clock) === isWanted;
  });

const onDayOfWeek = dated(
  DAY,
  (ms, day, clock) => dayOfWeek(ms, clock.timeZone) === toDayOfWeek(day),
);

/**
 * Operators on dates (contract, Validation rule: `conditions`; reference service, filters). Those
 * that end in `_md` look at month and day alone, as birthdays do; the anniversary is another name.
 */
export const DATE_OPERATORS: readonly [string, Operator][] = [
  ["$after", compared((ms) => ({ from: ms + BEHIND_MS }))],
  ["$after_equal", compared((ms) => ({ from: ms }))],
  ["$before", compared((ms) => ({ until: ms }))],
  ["$before_equal", compared((ms) => ({ until: ms + BEHIND_MS }))],
  ["$more_than_ago", lapsed(-1, (ms) => ({ until: ms }))],
  ["$less_than_ago", lapsed(-1, (ms, now) => ({ from: ms + BEHIND_MS, until: now + BEHIND_MS }))],
  ["$is_days_ago", dayAway(-1, "days")],
  ["$is_years_ago", dayAway(-1, "years")],
  ["$more_than_future", lapsed(1, (ms) => ({ from: ms + BEHIND_MS }))],
  ["$less_than_future", lapsed(1, (ms, now) => ({ from: now, until: ms }))],
  ["$is_days_in_future", dayAway(1, "days")],
  ["$yesterday", period("day", -1)],
  ["$today", period("day", 0)],
  ["$tomorrow", period("day", 1)],
  ["$last_week", period("week", -1)],
  ["$this_week", period("week", 0)],
  ["$next_week", period("week", 1)],
  ["$last_month", period("month", -1)],
  ["$this_month", period("month", 0)],
  ["$next_month", period("month", 1)],
  ["$last_year", period("year", -1)],
  ["$this_year", period("year", 0)],
  ["$next_year", period("year", 1)],
  ["$yesterday_md", periodOfYear("day", -1)],
  ["$today_md", COMES_ROUND_TODAY],
  ["$anniversary_today", COMES_ROUND_TODAY],
  ["$tomorrow_md", periodOfYear("day", 1)],
  ["$last_week_md", periodOfYear("week", -1)],
  ["$this_week_md", periodOfYear("week", 0)],
  ["$next_week_md", periodOfYear("week", 1)],
  ["$last_month_md", monthOfYear(-1)],
  ["$this_month_md", monthOfYear(0)],
  ["$next_month_md", monthOfYear(1)],
  ["$is_days_ago_md", exactly(-1)],
  ["$is_less_days_ago_md", within(-1, true)],
  ["$is_more_days_ago_md", within(-1, false)],
  ["$is_days_in_future_md", exactly(1)],
  ["$is_less_days_in_future_md", within(1, true)],
  ["$is_more_days_in_future_md", within(1, false)],
  ["$is_day", onDayOfWeek],
  ["$is_day_of_month", part(between(1, 31), ({ day }) => day)],
  ["$is_month", part(between(1, 12), ({ month }) => month)],
  ["$is_year", part(between(1, 9999), ({ year }) => year)],
  ["$timeframe", windowed(FRAME, inTimeframe)],
  [
    "$timeframe_absolute",
    spanning(SPAN, (value, { timeZone }) => absoluteSpan(value, timeZone) ?? []),
  ],
  ["$timeframe_daily_hours", windowed(HOURS, inDailyHours)],
  ["$dow", onDayOfWeek],
];
