// When a window that is closed opens next.
import { describe, expect, it } from "vitest";
import { nextOpening } from "../../src/engine/next-opening";
import type { TimeWindow } from "../../src/model/time-window";

const ALWAYS: TimeWindow = {
  start_date: null,
  expiration_date: null,
  validity_timeframe: null,
  validity_day_of_week: null,
  validity_hours: null,
};
const every = (start_date: string, interval: string, duration: string): TimeWindow => ({
  ...ALWAYS,
  start_date,
  validity_timeframe: { interval, duration },
});

describe("the next opening", () => {
  const rows: { name: string; window: TimeWindow; given: string; expect: string | null }[] = [
    {
      name: "of a month's last day is not that of the clipped month before it",
      window: every("2026-01-31T10:00:00Z", "P1M", "P1D"),
      given: "2026-03-05T00:00:00Z",
      expect: "2026-03-31T10:00:00.000Z",
    },
    {
      name: "of half hours on Mondays comes within the day",
      window: {
        ...every("2026-01-01T00:30:00Z", "PT1H", "PT10M"),
        validity_day_of_week: [1],
      },
      given: "2026-06-16T09:00:00Z",
      expect: "2026-06-22T00:30:00.000Z",
    },
    {
      name: "of half hours without days is the next one of today",
      window: every("2026-01-01T00:30:00Z", "PT1H", "PT10M"),
      given: "2026-06-16T09:00:00Z",
      expect: "2026-06-16T09:30:00.000Z",
    },
    {
      name: "of a timeframe is none where it comes after more than 31 days",
      window: every("2026-06-14T09:00:00Z", "P60D", "P1D"),
      given: "2026-06-16T09:00:00Z",
      expect: null,
    },
    {
      name: "of a timeframe a year on is none, too",
      window: every("2026-06-14T09:00:00Z", "P1Y", "P1D"),
      given: "2026-06-16T09:00:00Z",
      expect: null,
    },
    {
      name: "is told where it is 31 days away to the moment",
      window: every("2026-06-14T09:00:00Z", "P33D", "P1D"),
      given: "2026-06-16T09:00:00Z",
      expect: "2026-07-17T09:00:00.000Z",
    },
    {
      name: "is none a second beyond 31 days",
      window: every("2026-06-14T09:00:01Z", "P33D", "P1D"),
      given: "2026-06-16T09:00:00Z",
      expect: null,
    },
    {
      name: "does not come once the window has ended",
      window: {
        ...every("2026-01-31T10:00:00Z", "P1M", "P1D"),
        expiration_date: "2026-03-31T10:00:00Z",
      },
      given: "2026-03-05T00:00:00Z",
      expect: null,
    },
  ];
  it.each(rows)("$name", ({ window, given, expect: opening }) => {
    const at = nextOpening(window, Date.parse(given), "UTC");
    expect(at === null ? null : new Date(at).toISOString()).toBe(opening);
  });
});
