// Decides what a date, a duration and "so long ago" mean in the project's time zone.
import { toNumber } from "../../lib/json-value";
import type { Clock } from "./facts";

const DATE =
  /^([1-9]\d{3})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/;
// Digits are bounded so that no sum leaves the range that Temporal can hold.
const DURATION =
  /^P(?=\d|T\d)(\d{1,5}Y)?(\d{1,5}M)?(\d{1,5}W)?(\d{1,5}D)?(T(?=\d)(\d{1,8}H)?(\d{1,8}M)?(\d{1,8}S)?)?$/;
const DAY_LIMIT = 99_999;

const daysIn = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
};

interface DateFields {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  offset: string | null;
}

function dateFields(text: string): DateFields | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, offset] = match;
  const fields = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    millisecond: Number((fraction ?? "").padEnd(3, "0").slice(0, 3)),
    offset: offset ?? null,
  };
  const onCalendar =
    fields.month >= 1 &&
    fields.month <= 12 &&
    fields.day >= 1 &&
    fields.day <= daysIn(fields.year, fields.month);
  return onCalendar && fields.hour < 24 && fields.minute < 60 && fields.second < 60 ? fields : null;
}

/** `Z` or `+02:00` in minutes; null where it is no offset. */
function offsetMinutes(offset: string): number | null {
  if (offset === "Z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/**
 * Epoch milliseconds of an ISO 8601 date or date-time; null for anything else. Without an offset it
 * is local time, and a bare date is its midnight, in `timeZone`.
 */
export function toEpoch(value: unknown, timeZone: string): number | null {
  const fields = typeof value === "string" && value.length <= 40 ? dateFields(value) : null;
  if (fields === null) return null;
  const { offset, ...local } = fields;
  if (offset === null) {
    return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds;
  }
  const minutes = offsetMinutes(offset);
  if (minutes === null) return null;
  const { year, month, day, hour, minute, second, millisecond } = local;
  return Date.UTC(year, month - 1, day, hour, minute, second, millisecond) - minutes * 60_000;
}

/** Whether the value is a date that `toEpoch` reads. */
export const isDate = (value: unknown): boolean => toEpoch(value, "UTC") !== null;

/** An ISO 8601 duration in whole units, or null. */
export function toDuration(value: unknown): Temporal.Duration | null {
  if (typeof value !== "string" || value.length > 60 || !DURATION.test(value)) return null;
  return Temporal.Duration.from(value);
}

/** A whole number of days, 0 and up, or null. */
export function toDays(value: unknown): number | null {
  const days = toNumber(value);
  return days !== null && Number.isInteger(days) && days >= 0 && days <= DAY_LIMIT ? days : null;
}

/** A duration, where a bare number is a number of days; null for anything else. */
export function toLapse(value: unknown): Temporal.Duration | null {
  const days = toDays(value);
  return days === null ? toDuration(value) : Temporal.Duration.from({ days });
}

/** The instant on the project's calendar. */
export const zoned = (epochMs: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);

/**
 * Now moved by a duration along the local calendar, in epoch milliseconds. `sign` -1 is the past.
 */
export function shifted(clock: Clock, lapse: Temporal.Duration, sign: 1 | -1): number {
  const now = zoned(clock.now, clock.timeZone);
  return (sign === 1 ? now.add(lapse) : now.subtract(lapse)).epochMilliseconds;
}

/** Calendar days from today to the date: tomorrow is 1, yesterday -1, whatever the hour. */
export function daysFromToday(epochMs: number, clock: Clock): number {
  const today = zoned(clock.now, clock.timeZone).toPlainDate();
  return today.until(zoned(epochMs, clock.timeZone).toPlainDate()).days;
}

/** Day of the week in the project's zone: 0 is Sunday. */
export const dayOfWeek = (epochMs: number, timeZone: string): number =>
  zoned(epochMs, timeZone).dayOfWeek % 7;

/** A day of the week from 0 (Sunday) to 6, or null. */
export function toDayOfWeek(value: unknown): number | null {
  const day = toDays(value);
  return day !== null && day <= 6 ? day : null;
}
