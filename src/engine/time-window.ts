// Decides whether a redeemable's time window is open at an instant, and if it is not, on which
// side.
import { assert } from "../lib/assert";
import type { DailyHours, TimeWindow } from "../model/time-window";
import { isOpenIn } from "./rules/repeating";

/** `before_start`: not active yet; `after_expiration`: expired; `outside`: not active now. */
export type WindowState = "open" | "before_start" | "after_expiration" | "outside";

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
  return isOpenIn(window.validity_timeframe, startMs, local);
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
