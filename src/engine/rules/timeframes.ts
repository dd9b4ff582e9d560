// Decides whether an instant lies in a window written as text, such as `18:00;20:01;2,3`.
import { isDate, toDayOfWeek, toDuration, toEpoch, zoned } from "./dates";
import type { Span } from "./operator";
import { isOpenIn, type Repeating } from "./repeating";

const CLOCK_TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;
const DAY_MINUTES = 1440;

const parts = (value: unknown): string[] =>
  typeof value === "string" && value.length <= 200 ? value.split(";").map((s) => s.trim()) : [];

function toRepeating(value: unknown): (Repeating & { start: string }) | null {
  const [start, intervalText, durationText, ...rest] = parts(value);
  const interval = toDuration(intervalText);
  const duration = toDuration(durationText);
  if (start === undefined || !isDate(start) || rest.length > 0) return null;
  if (interval === null || duration === null || interval.blank || duration.blank) return null;
  return { start, interval, duration };
}

/** Whether the text is `start;interval;duration`: a date and two durations longer than nothing. */
export const isTimeframe = (value: unknown): boolean => toRepeating(value) !== null;

/**
 * Whether the instant lies in one of the half-open windows that open every interval from the start.
 */
export function inTimeframe(epochMs: number, value: unknown, timeZone: string): boolean {
  const frame = toRepeating(value);
  const start = frame === null ? null : toEpoch(frame.start, timeZone);
  if (frame === null || start === null || epochMs < start) return false;
  return isOpenIn(frame, start, zoned(epochMs, timeZone));
}

/** Whether the text is `from;to`, two dates in that order. */
export function isAbsoluteTimeframe(value: unknown): boolean {
  const [from, to, ...rest] = parts(value);
  const start = toEpoch(from, "UTC");
  const end = toEpoch(to, "UTC");
  return start !== null && end !== null && start < end && rest.length === 0;
}

/** The instants in [from, to) as a list of one span; null where the text is none. */
export function absoluteSpan(value: unknown, timeZone: string): [Span] | null {
  const [start, end] = parts(value);
  const from = toEpoch(start, timeZone);
  const until = toEpoch(end, timeZone);
  return from !== null && until !== null ? [{ from, until }] : null;
}

interface DailyHours {
  from: number;
  to: number;
  days: number[] | null;
}

function toMinutes(text: string | undefined): number | null {
  const match = text === undefined ? null : CLOCK_TIME.exec(text);
  if (match === null) return null;
  return match[1] === undefined ? DAY_MINUTES : Number(match[1]) * 60 + Number(match[2]);
}

function toDailyHours(value: unknown): DailyHours | null {
  const [fromText, toText, dayText, ...rest] = parts(value);
  const from = toMinutes(fromText);
  const to = toMinutes(toText);
  if (from === null || from === DAY_MINUTES || to === null || rest.length > 0) return null;
  if (dayText === undefined || dayText === "") return { from, to, days: null };
  const days = dayText.split(",").map((day) => toDayOfWeek(day.trim()));
  return days.every((day) => day !== null) ? { from, to, days } : null;
}

/** Whether the text is `from;to` or `from;to;days`: clock times and days from 0 (Sunday) to 6. */
export const isDailyHours = (value: unknown): boolean => toDailyHours(value) !== null;

/**
 * Whether local time lies in [from, to) on one of the days. Hours that end at or before their start
 * run past midnight and belong to the day on which they began.
 */
export function inDailyHours(epochMs: number, value: unknown, timeZone: string): boolean {
  const hours = toDailyHours(value);
  if (hours === null) return false;
  const local = zoned(epochMs, timeZone);
  const minute = local.hour * 60 + local.minute;
  const today = local.dayOfWeek % 7;
  const opensOn = (day: number) => hours.days === null || hours.days.includes(day);
  if (hours.from < hours.to) return opensOn(today) && minute >= hours.from && minute < hours.to;
  return (
    (minute >= hours.from && opensOn(today)) || (minute < hours.to && opensOn((today + 6) % 7))
  );
}
