// Decides when a window that is closed opens next.
import type { DailyHours, TimeWindow } from "../model/time-window";
import { openedBy, openingAt } from "./rules/repeating";
import { windowState } from "./time-window";

/** So many days ahead are looked at. */
const MOST_DAYS = 31;

type Local = Temporal.ZonedDateTime;

/** Midnights, and the hours at which a window opens, on the days from `local` on. */
function turnsOfDays(local: Local, daily: readonly DailyHours[]): Local[] {
  const { timeZoneId: timeZone } = local;
  const starts = ["00:00", ...daily.map(({ start_time }) => start_time)];
  return Array.from({ length: MOST_DAYS + 1 }, (_, days) =>
    local.toPlainDate().add({ days }),
  ).flatMap((day) => starts.map((plainTime) => day.toZonedDateTime({ timeZone, plainTime })));
}

/** The first opening of a timeframe behind each of these moments. */
function openingsBehind(
  { start_date, validity_timeframe: frame }: TimeWindow,
  moments: readonly Local[],
): Local[] {
  if (start_date === null || frame === null) return [];
  const step = Temporal.Duration.from(frame.interval);
  return moments.map(({ timeZoneId, epochMilliseconds }) => {
    const start = Temporal.Instant.from(start_date).toZonedDateTimeISO(timeZoneId);
    return openingAt(start, step, openedBy(start, step, epochMilliseconds) + 1);
  });
}

/**
 * The first instant from `at` on at which the window is open (epoch milliseconds): its start, else
 * one of the next 31 days; null where it has closed for good, or opens later than that.
 */
export function nextOpening(window: TimeWindow, at: number, timeZone: string): number | null {
  const isOpen = (ms: number): boolean => windowState(window, ms, timeZone) === "open";
  const start = window.start_date === null ? at : Math.max(at, Date.parse(window.start_date));
  if (isOpen(start)) return start;
  if (windowState(window, start, timeZone) === "after_expiration") return null;
  const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone);
  const turns = turnsOfDays(local, window.validity_hours?.daily ?? []);
  const all = [...turns, ...openingsBehind(window, [local, ...turns])];
  const instants = all.map(({ epochMilliseconds }) => epochMilliseconds);
  const { epochMilliseconds: last } = local.add({ days: MOST_DAYS });
  const ahead = instants.filter((ms) => ms > start && ms <= last);
  return ahead.sort((a, b) => a - b).find(isOpen) ?? null;
}
