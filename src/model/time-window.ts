import * as z from "zod";

/** What is left empty means the end of the day. */
const END_OF_DAY = "00:00";
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "HH:mm");
export const DayOfWeek = z.int().min(0).max(6);
// The digits are bounded so that no date moved by such a duration leaves the range of Temporal.
const DURATION =
  /^P(?=\d|T\d)(\d{1,4}Y)?(\d{1,4}M)?(\d{1,5}W)?(\d{1,5}D)?(T(?=\d)(\d{1,8}H)?(\d{1,8}M)?(\d{1,8}S)?)?$/;

/** ISO 8601 duration in whole units, such as `P1D` or `PT36H`. */
export const Duration = z.string().max(40).regex(DURATION, "an ISO 8601 duration");

/** Every `interval` counted from the start date the window opens for `duration`. */
export const ValidityTimeframe = z
  .object({ interval: Duration, duration: Duration })
  .meta({ id: "ValidityTimeframe" });
export type ValidityTimeframe = z.infer<typeof ValidityTimeframe>;

/**
 * Half-open [start_time, expiration_time) on the named days (0 is Sunday), over midnight if it ends
 * first.
 */
export const DailyHours = z.object({
  start_time: clockTime,
  expiration_time: clockTime,
  days_of_week: z.array(DayOfWeek).max(7).optional(),
});
export type DailyHours = z.infer<typeof DailyHours>;

/** Happy hours. An end at midnight is written "00:00". */
export const ValidityHours = z
  .object({ daily: z.array(DailyHours).max(50) })
  .meta({ id: "ValidityHours" });
/** The same in a body, where an end at midnight may be left empty. */
export const ValidityHoursInput = z.object({
  daily: z
    .array(
      DailyHours.extend({
        expiration_time: clockTime
          .or(z.literal(""))
          .nullish()
          .transform((time) => time || END_OF_DAY),
      }),
    )
    .max(50),
});
export type ValidityHours = z.infer<typeof ValidityHours>;

/** Everything that decides when a redeemable is open. Instants are ISO 8601 in UTC. */
export interface TimeWindow {
  start_date: string | null;
  expiration_date: string | null;
  validity_timeframe: ValidityTimeframe | null;
  validity_day_of_week: number[] | null;
  validity_hours: ValidityHours | null;
}

/** What is wrong with one property of a window; `path` is the property's, without a leading dot. */
export interface WindowDefect {
  path: string;
  reason: string;
}

const DAY_MINUTES = 1440;
const WEEK_MINUTES = 7 * DAY_MINUTES;
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** `from` and `to` are minutes since Sunday 00:00; `entry` is the position in `daily`. */
interface Stretch {
  from: number;
  to: number;
  entry: number;
}

const minuteOfDay = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

function weekStretches(hours: DailyHours, entry: number): Stretch[] {
  const start = minuteOfDay(hours.start_time);
  const end = minuteOfDay(hours.expiration_time);
  const length = end > start ? end - start : end - start + DAY_MINUTES;
  const days = hours.days_of_week?.length ? new Set(hours.days_of_week) : EVERY_DAY;
  return [...days].flatMap((day) => {
    const from = day * DAY_MINUTES + start;
    const stretch = { from, to: from + length, entry };
    if (stretch.to <= WEEK_MINUTES) return [stretch];
    // Saturday night runs into the first Sunday of the same week, where its overlap would show.
    return [stretch, { from: from - WEEK_MINUTES, to: stretch.to - WEEK_MINUTES, entry }];
  });
}

function overlapDefects(daily: DailyHours[]): WindowDefect[] {
  const stretches = daily.flatMap(weekStretches);
  stretches.sort((a, b) => a.from - b.from || a.entry - b.entry);
  const found = new Map<number, number>();
  let furthest: Stretch | null = null;
  for (const stretch of stretches) {
    if (furthest !== null && stretch.from < furthest.to) {
      const later = Math.max(stretch.entry, furthest.entry);
      if (!found.has(later)) found.set(later, Math.min(stretch.entry, furthest.entry));
    }
    if (furthest === null || stretch.to > furthest.to) furthest = stretch;
  }
  return [...found].map(([later, earlier]) => ({
    path: `validity_hours.daily[${later}]`,
    reason: `overlaps validity_hours.daily[${earlier}]`,
  }));
}

function hoursDefects(window: TimeWindow): WindowDefect[] {
  const daily = window.validity_hours?.daily ?? [];
  if (daily.length === 0) return [];
  const defects: WindowDefect[] = [];
  if (window.validity_timeframe !== null || window.validity_day_of_week?.length) {
    const reason = "cannot be combined with validity_timeframe or validity_day_of_week";
    defects.push({ path: "validity_hours", reason });
  }
  // Hours without length would count as a whole day below and repeat their own defect as overlaps.
  const empty = daily.flatMap((hours, entry) =>
    hours.start_time === hours.expiration_time && hours.start_time !== END_OF_DAY ? [entry] : [],
  );
  if (empty.length === 0) return [...defects, ...overlapDefects(daily)];
  for (const entry of empty) {
    const path = `validity_hours.daily[${entry}].expiration_time`;
    defects.push({ path, reason: "must differ from start_time" });
  }
  return defects;
}

const FRAME_KEYS: (keyof ValidityTimeframe)[] = ["interval", "duration"];

function timeframeDefects(window: TimeWindow): WindowDefect[] {
  const frame = window.validity_timeframe;
  if (frame === null) return [];
  const defects: WindowDefect[] = [];
  if (window.start_date === null) {
    defects.push({ path: "start_date", reason: "is required with validity_timeframe" });
  }
  for (const key of FRAME_KEYS) {
    if (/[1-9]/.test(frame[key])) continue;
    defects.push({ path: `validity_timeframe.${key}`, reason: "must be longer than zero" });
  }
  return defects;
}

/**
 * What makes a window meaningless although each of its properties is well formed; empty if nothing.
 * A timeframe's duration may be longer than its interval: the window is then open from its start
 * on. Contract: "Voucher"; spec: the reference service, validity hours.
 */
export function windowDefects(window: TimeWindow): WindowDefect[] {
  const { start_date: start, expiration_date: end } = window;
  const dates: WindowDefect[] =
    start !== null && end !== null && Date.parse(end) <= Date.parse(start)
      ? [{ path: "expiration_date", reason: "must be after start_date" }]
      : [];
  return [...dates, ...timeframeDefects(window), ...hoursDefects(window)];
}
