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
