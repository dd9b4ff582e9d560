// Decides whether a redeemable's time window is open at an instant, and if it is not, on which
// side.
import { assert } from "../lib/assert";
import type { DailyHours, TimeWindow, ValidityTimeframe } from "../model/time-window";

/** `before_start`: not active yet; `after_expiration`: expired; `outside`: not active now. */
export type WindowState = "open" | "before_start" | "after_expiration" | "outside";

const DAY_MS = 86_400_000;

function epochMs(instant: string): number {
  const ms = Date.parse(instant);
  // Every comparison with NaN is false: an unreadable date would leave the window open for ever.
  assert(!Number.isNaN(ms), "a window's date is not an instant");
  return ms;
}

/** The contract gives a meaning to null and absent only: an empty list restricts nothing either. */
const restricts = <T>(list: readonly T[] | null | undefined): list is readonly T[] =>
  list !== null && list !== undefined && list.length > 0;

const onDay = (days: readonly number[] | null | undefined, day: number): boolean =>
  !restricts(days) || days.includes(day);

/** ISO counts Monday 1 to Sunday 7, the contract Sunday 0 to Saturday 6. */
const contractDay = (local: Temporal.ZonedDateTime): number => local.dayOfWeek % 7;

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

/**
 * Years to days step on the local calendar, hours to seconds in exact time. A local time that a
 * clock change skips opens as much later; one that comes twice opens the first time. A duration
 * shorter than its interval leaves only the latest occurrence to look at: none before closes later.
 */
function inTimeframe(
  frame: ValidityTimeframe,
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

/**
 * The clock on the wall decides: hours that a clock change skips do not happen that day, and hours
 * that come twice are open both times. Hours over midnight belong to the day on which they start.
 */
function inHours(daily: readonly DailyHours[], local: Temporal.ZonedDateTime): boolean {
  // "HH:mm" sorts as text the way the clock runs; cutting the seconds is exact at whole minutes.
  const clock = local.toPlainTime().toString({ smallestUnit: "minute" });
  const today = contractDay(local);
  const yesterday = (today + 6) % 7;
  return daily.some(({ start_time, expiration_time, days_of_week }) => {
    const started = onDay(days_of_week, today) && start_time <= clock;
    if (start_time < expiration_time) return started && clock < expiration_time;
    return started || (onDay(days_of_week, yesterday) && clock < expiration_time);
  });
}

function isCalendarOpen(
  window: TimeWindow,
  startMs: number | null,
  local: Temporal.ZonedDateTime,
): boolean {
  if (!onDay(window.validity_day_of_week, contractDay(local))) return false;
  const daily = window.validity_hours?.daily;
  if (restricts(daily) && !inHours(daily, local)) return false;
  if (window.validity_timeframe === null) return true;
  // A campaign's start may be cleared that timeframes of its vouchers are counted from.
  if (startMs === null) return false;
  return inTimeframe(window.validity_timeframe, startMs, local);
}

/**
 * State of `window` at the instant `at` (epoch milliseconds); days, hours and timeframes are read
 * in the project's IANA `timeZone`. All intervals are half-open: open at the start, closed at the
 * end. A timeframe without start never opens. Otherwise takes windows without defects
 * (`windowDefects`), and refuses an unreadable date, a timeframe with an interval of no length, and
 * an unknown zone, as bugs of ours. Spec: reference.md 2.10, last paragraph; `voucher_not_active`,
 * `voucher_expired`, `voucher_not_active_now`.
 */
export function windowState(window: TimeWindow, at: number, timeZone: string): WindowState {
  const startMs = window.start_date === null ? null : epochMs(window.start_date);
  if (startMs !== null && at < startMs) return "before_start";
  if (window.expiration_date !== null && at >= epochMs(window.expiration_date)) {
    return "after_expiration";
  }
  // Most windows end here, on the hot path: no Temporal object may be made before this line.
  const hasCalendarRule =
    window.validity_timeframe !== null ||
    restricts(window.validity_day_of_week) ||
    restricts(window.validity_hours?.daily);
  if (!hasCalendarRule) return "open";
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  return isCalendarOpen(window, startMs, local) ? "open" : "outside";
}
