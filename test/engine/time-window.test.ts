// When a window is open: dates, timeframes, days and hours, around every kind of clock change.
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type WindowState, windowState } from "../../src/engine/time-window";
import { Duration, type TimeWindow, windowDefects } from "../../src/model/time-window";

const BERLIN = "Europe/Berlin";
const NEW_YORK = "America/New_York";
const KOLKATA = "Asia/Kolkata";
const LORD_HOWE = "Australia/Lord_Howe";
const DAY_MS = 86_400_000;

const unlimited: TimeWindow = {
  start_date: null,
  expiration_date: null,
  validity_timeframe: null,
  validity_day_of_week: null,
  validity_hours: null,
};
const between = (start_date: string | null, expiration_date: string | null): TimeWindow => ({
  ...unlimited,
  start_date,
  expiration_date,
});
const every = (interval: string, duration: string, start_date: string): TimeWindow => ({
  ...unlimited,
  start_date,
  validity_timeframe: { interval, duration },
});
const onDays = (...days: number[]): TimeWindow => ({ ...unlimited, validity_day_of_week: days });
const hours = (start_time: string, expiration_time: string, ...days: number[]) =>
  days.length === 0
    ? { start_time, expiration_time }
    : { start_time, expiration_time, days_of_week: days };
const daily = (...entries: ReturnType<typeof hours>[]): TimeWindow => ({
  ...unlimited,
  validity_hours: { daily: entries },
});

/** `given` is the instant asked about. */
type Row = { name: string; given: string; expect: WindowState };

function table(title: string, window: TimeWindow, zone: string, rows: Row[]): void {
  describe(title, () => {
    it.each(rows)("$name", (row) => {
      expect(windowState(window, Date.parse(row.given), zone)).toBe(row.expect);
    });
  });
}

describe("dates", () => {
  const march = between("2026-03-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z");
  table("both", march, "UTC", [
    { name: "before start", given: "2026-02-28T23:59:59.999Z", expect: "before_start" },
    { name: "at exactly start", given: "2026-03-01T00:00:00.000Z", expect: "open" },
    { name: "last millisecond", given: "2026-03-31T23:59:59.999Z", expect: "open" },
    {
      name: "at exactly expiration",
      given: "2026-04-01T00:00:00.000Z",
      expect: "after_expiration",
    },
  ]);
  table("start only", between("2026-03-01T00:00:00Z", null), "UTC", [
    { name: "long before", given: "1999-01-01T00:00:00Z", expect: "before_start" },
    { name: "long after", given: "2099-01-01T00:00:00Z", expect: "open" },
  ]);
  table("expiration only", between(null, "2026-04-01T00:00:00Z"), "UTC", [
    { name: "long before", given: "1999-01-01T00:00:00Z", expect: "open" },
    { name: "long after", given: "2099-01-01T00:00:00Z", expect: "after_expiration" },
  ]);
  table("nothing restricts", unlimited, "UTC", [
    { name: "always open", given: "2026-03-01T00:00:00Z", expect: "open" },
  ]);
  table("dates are instants, not local days", march, NEW_YORK, [
    { name: "still February in New York", given: "2026-03-01T00:00:00Z", expect: "open" },
  ]);
});

describe("timeframe on the local calendar", () => {
  table("09:00 daily, Berlin goes forward", every("P1D", "PT1H", "2026-03-27T08:00:00Z"), BERLIN, [
    { name: "opens at start", given: "2026-03-27T08:00:00.000Z", expect: "open" },
    { name: "day before, 09:00 +1", given: "2026-03-28T08:00:00.000Z", expect: "open" },
    { name: "day before, 10:00 +1", given: "2026-03-28T09:00:00.000Z", expect: "outside" },
    { name: "that day, just before 09:00", given: "2026-03-29T06:59:59.999Z", expect: "outside" },
    { name: "that day, 09:00 +2", given: "2026-03-29T07:00:00.000Z", expect: "open" },
    { name: "that day, last millisecond", given: "2026-03-29T07:59:59.999Z", expect: "open" },
    { name: "that day, 10:00 +2", given: "2026-03-29T08:00:00.000Z", expect: "outside" },
    { name: "months later", given: "2026-08-01T07:30:00.000Z", expect: "open" },
  ]);
  table("09:00 daily, Berlin goes back", every("P1D", "PT1H", "2026-10-23T07:00:00Z"), BERLIN, [
    { name: "day before, 09:00 +2", given: "2026-10-24T07:00:00Z", expect: "open" },
    { name: "that day, 08:00 +1", given: "2026-10-25T07:00:00Z", expect: "outside" },
    { name: "that day, 09:00 +1", given: "2026-10-25T08:00:00Z", expect: "open" },
  ]);
  const forward = every("P1D", "PT1H", "2026-03-06T14:00:00Z");
  table("09:00 daily, New York goes forward", forward, NEW_YORK, [
    { name: "day before, 09:00 -5", given: "2026-03-07T14:00:00Z", expect: "open" },
    { name: "that day, 09:00 -4", given: "2026-03-08T13:00:00Z", expect: "open" },
    { name: "that day, 10:00 -4", given: "2026-03-08T14:00:00Z", expect: "outside" },
  ]);
  const back = every("P1D", "PT1H", "2026-10-30T13:00:00Z");
  table("09:00 daily, New York goes back", back, NEW_YORK, [
    { name: "that day, 08:00 -5", given: "2026-11-01T13:00:00Z", expect: "outside" },
    { name: "that day, 09:00 -5", given: "2026-11-01T14:00:00Z", expect: "open" },
  ]);
  const spring = every("P1D", "PT1H", "2026-10-01T22:30:00Z");
  table("09:00 daily, Lord Howe goes forward by 30 minutes", spring, LORD_HOWE, [
    { name: "day before, 09:00 +10:30", given: "2026-10-02T22:30:00.000Z", expect: "open" },
    { name: "that day, just before 09:00", given: "2026-10-03T21:59:59.999Z", expect: "outside" },
    { name: "that day, 09:00 +11", given: "2026-10-03T22:00:00.000Z", expect: "open" },
    { name: "that day, 10:00 +11", given: "2026-10-03T23:00:00.000Z", expect: "outside" },
  ]);
  const autumn = every("P1D", "PT1H", "2026-04-02T22:00:00Z");
  table("09:00 daily, Lord Howe goes back by 30 minutes", autumn, LORD_HOWE, [
    { name: "that day, 08:30 +10:30", given: "2026-04-04T22:00:00Z", expect: "outside" },
    { name: "that day, 09:00 +10:30", given: "2026-04-04T22:30:00Z", expect: "open" },
  ]);
  table("midnight in Kolkata", every("P1D", "PT1H", "2025-12-31T18:30:00Z"), KOLKATA, [
    { name: "before 00:00 +5:30", given: "2026-06-09T18:29:59.999Z", expect: "outside" },
    { name: "00:00 +5:30", given: "2026-06-09T18:30:00.000Z", expect: "open" },
    { name: "00:59:59.999 +5:30", given: "2026-06-09T19:29:59.999Z", expect: "open" },
    { name: "01:00 +5:30", given: "2026-06-09T19:30:00.000Z", expect: "outside" },
  ]);
  table("02:30 daily, skipped once", every("P1D", "PT1H", "2026-03-27T01:30:00Z"), BERLIN, [
    { name: "03:00 instead of 02:00", given: "2026-03-29T01:00:00Z", expect: "outside" },
    { name: "opens at 03:30 that day", given: "2026-03-29T01:30:00Z", expect: "open" },
    { name: "at 02:30 again a day later", given: "2026-03-30T00:30:00Z", expect: "open" },
    { name: "not at 03:30 a day later", given: "2026-03-30T01:30:00Z", expect: "outside" },
  ]);
  table("02:30 daily, twice once", every("P1D", "PT1H", "2026-10-23T00:30:00Z"), BERLIN, [
    { name: "opens the first time", given: "2026-10-25T00:30:00Z", expect: "open" },
    { name: "not the second time", given: "2026-10-25T01:30:00Z", expect: "outside" },
  ]);
});

describe("parts of a timeframe", () => {
  table("P1D lasts to local midnight", every("P2D", "P1D", "2026-03-28T23:00:00Z"), BERLIN, [
    { name: "end of the 23 hours", given: "2026-03-29T21:59:59.999Z", expect: "open" },
    { name: "next midnight", given: "2026-03-29T22:00:00.000Z", expect: "outside" },
  ]);
  table("PT24H lasts 24 hours", every("P2D", "PT24H", "2026-03-28T23:00:00Z"), BERLIN, [
    { name: "past midnight", given: "2026-03-29T22:59:59.999Z", expect: "open" },
    { name: "24 hours later", given: "2026-03-29T23:00:00.000Z", expect: "outside" },
  ]);
  table("PT36H steps in exact time", every("PT36H", "PT1H", "2026-03-28T08:00:00Z"), BERLIN, [
    { name: "36 hours on the wall", given: "2026-03-29T19:00:00Z", expect: "outside" },
    { name: "36 hours elapsed", given: "2026-03-29T20:00:00Z", expect: "open" },
  ]);
  table("P1DT12H mixes both", every("P1DT12H", "PT1H", "2026-03-27T08:00:00Z"), BERLIN, [
    { name: "1 day and 12 hours", given: "2026-03-28T20:00:00Z", expect: "open" },
    { name: "2 days and 24 hours, a day of 23", given: "2026-03-30T07:00:00Z", expect: "open" },
    { name: "not 72 hours", given: "2026-03-30T08:00:00Z", expect: "outside" },
  ]);
  table("minutes and seconds", every("PT1M30S", "PT1S", "2026-01-01T00:00:00Z"), "UTC", [
    { name: "40 steps later", given: "2026-01-01T01:00:00.000Z", expect: "open" },
    { name: "a second later", given: "2026-01-01T01:00:01.000Z", expect: "outside" },
  ]);
  table("weeks", every("P2W", "P1W", "2026-01-05T00:00:00Z"), "UTC", [
    { name: "seventh week", given: "2026-02-16T00:00:00.000Z", expect: "open" },
    { name: "end of the sixth", given: "2026-02-15T23:59:59.999Z", expect: "outside" },
  ]);
  const expiring = { ...every("P1D", "PT1H", "2026-01-01T09:00:00Z") };
  table("inside the dates only", { ...expiring, expiration_date: "2026-01-03T09:30:00Z" }, "UTC", [
    { name: "before start", given: "2025-12-31T09:00:00.000Z", expect: "before_start" },
    { name: "before expiration", given: "2026-01-03T09:29:59.999Z", expect: "open" },
    { name: "expired half-way", given: "2026-01-03T09:30:00.000Z", expect: "after_expiration" },
    { name: "closed, then expired", given: "2026-01-03T11:00:00.000Z", expect: "after_expiration" },
  ]);
});

describe("month ends and leap days", () => {
  table("P1M from 31 January", every("P1M", "P1D", "2026-01-31T09:00:00Z"), "UTC", [
    { name: "just before 28 February", given: "2026-02-28T08:59:59.999Z", expect: "outside" },
    { name: "28 February", given: "2026-02-28T09:00:00.000Z", expect: "open" },
    { name: "not 28 March: no drift", given: "2026-03-28T09:00:00.000Z", expect: "outside" },
    { name: "31 March", given: "2026-03-31T09:00:00.000Z", expect: "open" },
    { name: "30 April", given: "2026-04-30T09:00:00.000Z", expect: "open" },
    { name: "closed on 1 May", given: "2026-05-01T09:00:00.000Z", expect: "outside" },
    { name: "not 28 February 2028", given: "2028-02-28T09:00:00.000Z", expect: "outside" },
    { name: "29 February 2028", given: "2028-02-29T09:00:00.000Z", expect: "open" },
  ]);
  table("31 January in New York", every("P1M", "P1D", "2026-02-01T02:00:00Z"), NEW_YORK, [
    { name: "28 February, 21:00 -5", given: "2026-03-01T02:00:00Z", expect: "open" },
    { name: "31 March, 20:00 -4", given: "2026-04-01T00:00:00Z", expect: "outside" },
    { name: "31 March, 21:00 -4", given: "2026-04-01T01:00:00Z", expect: "open" },
  ]);
  table("P1Y from a leap day", every("P1Y", "P1D", "2024-02-29T00:00:00Z"), "UTC", [
    { name: "28 February 2025", given: "2025-02-28T12:00:00Z", expect: "open" },
    { name: "1 March 2025", given: "2025-03-01T12:00:00Z", expect: "outside" },
    { name: "28 February 2028", given: "2028-02-28T12:00:00Z", expect: "outside" },
    { name: "29 February 2028", given: "2028-02-29T12:00:00Z", expect: "open" },
  ]);
  table("P1D over a leap day", every("P1D", "PT1H", "2028-02-28T09:00:00Z"), "UTC", [
    { name: "29 February", given: "2028-02-29T09:00:00Z", expect: "open" },
    { name: "1 March", given: "2028-03-01T09:00:00Z", expect: "open" },
  ]);
});

describe("a duration as long as the interval or longer", () => {
  table("equal", every("PT1H", "PT1H", "2026-01-01T00:00:00Z"), "UTC", [
    { name: "no gap before a seam", given: "2026-01-01T00:59:59.999Z", expect: "open" },
    { name: "no gap at a seam", given: "2026-01-01T01:00:00.000Z", expect: "open" },
  ]);
  table("three days every day", every("P1D", "P3D", "2026-01-01T09:00:00Z"), BERLIN, [
    { name: "still closed before start", given: "2026-01-01T08:59:59Z", expect: "before_start" },
    { name: "open between openings", given: "2026-03-29T01:00:00Z", expect: "open" },
    { name: "open years later", given: "2031-07-01T03:21:00Z", expect: "open" },
  ]);
  table("a month every month, from the 31st", every("P1M", "P1M", "2026-01-31T00:00:00Z"), "UTC", [
    { name: "28 February to 28 March", given: "2026-03-27T23:59:59Z", expect: "open" },
    { name: "no gap up to 31 March", given: "2026-03-29T00:00:00Z", expect: "open" },
  ]);
  table("a month, every 30 days", every("P30D", "P1M", "2026-01-01T00:00:00Z"), "UTC", [
    {
      name: "no gap after 31 January to 28 February",
      given: "2026-03-01T00:00:00Z",
      expect: "open",
    },
  ]);
  table("twelve months every year", every("P1Y", "P12M", "2024-02-29T00:00:00Z"), "UTC", [
    { name: "no gap before a leap day", given: "2028-02-28T12:00:00Z", expect: "open" },
  ]);
  table("30 days every month", every("P1M", "P30D", "2026-01-01T00:00:00Z"), "UTC", [
    { name: "a gap on 31 January", given: "2026-01-31T00:00:00Z", expect: "outside" },
    { name: "none between February and March", given: "2026-03-01T00:00:00Z", expect: "open" },
    {
      name: "where two overlap the later one counts",
      given: "2026-03-30T23:59:59Z",
      expect: "open",
    },
    { name: "a gap on 31 March", given: "2026-03-31T00:00:00Z", expect: "outside" },
  ]);
});

describe("a start long ago", () => {
  afterEach(() => vi.restoreAllMocks());
  const minutely = every("PT1M", "PT30S", "1976-01-01T00:00:00Z");
  table("every minute", minutely, BERLIN, [
    { name: "first half", given: "2026-06-15T12:34:29.999Z", expect: "open" },
    { name: "second half", given: "2026-06-15T12:34:30.000Z", expect: "outside" },
  ]);
  table("every month", every("P1M", "P1D", "1976-01-31T00:00:00Z"), "UTC", [
    { name: "29 June", given: "2026-06-29T23:59:59.999Z", expect: "outside" },
    { name: "30 June", given: "2026-06-30T00:00:00.000Z", expect: "open" },
  ]);
  table(
    "every day, over the date line",
    every("P1D", "PT1H", "1976-01-01T20:00:00Z"),
    "Pacific/Apia",
    [
      { name: "08:59:59.999 +13, was -11", given: "2026-06-14T19:59:59.999Z", expect: "outside" },
      { name: "09:00 +13", given: "2026-06-14T20:00:00.000Z", expect: "open" },
    ],
  );
  const apia = every("P1D", "PT1H", "2011-06-01T20:00:00Z");
  table("every day, over the date line and into summer time", apia, "Pacific/Apia", [
    { name: "08:59:59.999 +14, was -11", given: "2012-01-14T18:59:59.999Z", expect: "outside" },
    { name: "09:00 +14", given: "2012-01-14T19:00:00.000Z", expect: "open" },
  ]);
  it.each(["PT1M", "P1D", "P1W", "P1M", "P1Y"])("looks at few neighbours: %s", (interval) => {
    const add = vi.spyOn(Temporal.ZonedDateTime.prototype, "add");
    const at = Date.parse("2026-06-15T12:34:10Z");
    windowState(every(interval, "PT30S", "1976-01-01T00:00:00Z"), at, BERLIN);
    expect(add.mock.calls.length).toBeLessThanOrEqual(6);
    expect(add).toHaveBeenCalled();
  });
});

describe("days of the week", () => {
  table("Monday in Berlin", onDays(1), BERLIN, [
    { name: "end of Sunday", given: "2026-06-14T21:59:59.999Z", expect: "outside" },
    { name: "local midnight", given: "2026-06-14T22:00:00.000Z", expect: "open" },
    { name: "end of Monday", given: "2026-06-15T21:59:59.999Z", expect: "open" },
    { name: "Tuesday", given: "2026-06-15T22:00:00.000Z", expect: "outside" },
  ]);
  table("Monday in New York", onDays(1), NEW_YORK, [
    { name: "end of Sunday", given: "2026-06-15T03:59:59.999Z", expect: "outside" },
    { name: "local midnight", given: "2026-06-15T04:00:00.000Z", expect: "open" },
  ]);
  table("Monday in Kolkata", onDays(1), KOLKATA, [
    { name: "end of Sunday", given: "2026-06-14T18:29:59.999Z", expect: "outside" },
    { name: "local midnight", given: "2026-06-14T18:30:00.000Z", expect: "open" },
  ]);
  table("a Sunday of 23 hours in Berlin", onDays(0), BERLIN, [
    { name: "local midnight", given: "2026-03-28T23:00:00.000Z", expect: "open" },
    { name: "end of Sunday", given: "2026-03-29T21:59:59.999Z", expect: "open" },
    { name: "Monday", given: "2026-03-29T22:00:00.000Z", expect: "outside" },
  ]);
  table("several, 0 is Sunday and 6 Saturday", onDays(6, 0), "UTC", [
    { name: "Friday", given: "2026-06-12T12:00:00Z", expect: "outside" },
    { name: "Saturday", given: "2026-06-13T12:00:00Z", expect: "open" },
    { name: "Sunday", given: "2026-06-14T12:00:00Z", expect: "open" },
    { name: "Monday", given: "2026-06-15T12:00:00Z", expect: "outside" },
  ]);
  table("an empty list", onDays(), "UTC", [
    { name: "restricts nothing", given: "2026-06-15T12:00:00Z", expect: "open" },
  ]);
  const mondays = { ...every("P1D", "PT1H", "2026-06-01T09:00:00Z"), validity_day_of_week: [1] };
  table("with a timeframe, both must hold", mondays, "UTC", [
    { name: "Monday at 09:30", given: "2026-06-15T09:30:00Z", expect: "open" },
    { name: "Monday at 11:00", given: "2026-06-15T11:00:00Z", expect: "outside" },
    { name: "Tuesday at 09:30", given: "2026-06-16T09:30:00Z", expect: "outside" },
  ]);
  table("with dates", { ...onDays(1), start_date: "2026-06-15T12:00:00Z" }, "UTC", [
    { name: "too early on a Monday", given: "2026-06-15T11:00:00Z", expect: "before_start" },
    { name: "in time on a Monday", given: "2026-06-15T13:00:00Z", expect: "open" },
  ]);
});

describe("hours", () => {
  table("09:00 to 17:00 every day", daily(hours("09:00", "17:00")), "UTC", [
    { name: "before", given: "2026-06-15T08:59:59.999Z", expect: "outside" },
    { name: "at exactly 09:00", given: "2026-06-15T09:00:00.000Z", expect: "open" },
    { name: "last millisecond", given: "2026-06-15T16:59:59.999Z", expect: "open" },
    { name: "at exactly 17:00", given: "2026-06-15T17:00:00.000Z", expect: "outside" },
    { name: "on a Sunday as well", given: "2026-06-14T09:00:00.000Z", expect: "open" },
  ]);
  table("09:00 in Berlin", daily(hours("09:00", "10:00")), BERLIN, [
    { name: "08:00 Z in winter", given: "2026-01-15T08:00:00Z", expect: "open" },
    { name: "07:00 Z in winter", given: "2026-01-15T07:00:00Z", expect: "outside" },
    { name: "07:00 Z in summer", given: "2026-07-15T07:00:00Z", expect: "open" },
    { name: "08:00 Z in summer", given: "2026-07-15T08:00:00Z", expect: "outside" },
  ]);
  table("09:00 in Kolkata", daily(hours("09:00", "10:00")), KOLKATA, [
    { name: "08:59:59.999", given: "2026-06-15T03:29:59.999Z", expect: "outside" },
    { name: "09:00", given: "2026-06-15T03:30:00.000Z", expect: "open" },
  ]);
  table("Monday only, in New York", daily(hours("20:00", "23:00", 1)), NEW_YORK, [
    { name: "Monday 21:00, Tuesday in UTC", given: "2026-06-16T01:00:00Z", expect: "open" },
    { name: "Sunday 21:00, Monday in UTC", given: "2026-06-15T01:00:00Z", expect: "outside" },
  ]);
  table("Friday over midnight", daily(hours("22:00", "02:00", 5)), "UTC", [
    { name: "Friday 01:00 is Thursday's", given: "2026-06-19T01:00:00.000Z", expect: "outside" },
    { name: "Friday before 22:00", given: "2026-06-19T21:59:59.999Z", expect: "outside" },
    { name: "Friday 22:00", given: "2026-06-19T22:00:00.000Z", expect: "open" },
    { name: "Saturday 00:00", given: "2026-06-20T00:00:00.000Z", expect: "open" },
    { name: "Saturday before 02:00", given: "2026-06-20T01:59:59.999Z", expect: "open" },
    { name: "Saturday 02:00", given: "2026-06-20T02:00:00.000Z", expect: "outside" },
    { name: "Saturday 22:00", given: "2026-06-20T22:00:00.000Z", expect: "outside" },
  ]);
  table("Saturday over midnight", daily(hours("22:00", "02:00", 6)), "UTC", [
    { name: "Sunday 01:00", given: "2026-06-21T01:00:00Z", expect: "open" },
    { name: "Monday 01:00", given: "2026-06-22T01:00:00Z", expect: "outside" },
  ]);
  table("until midnight, Friday", daily(hours("18:00", "00:00", 5)), "UTC", [
    { name: "end of Friday", given: "2026-06-19T23:59:59.999Z", expect: "open" },
    { name: "Saturday 00:00", given: "2026-06-20T00:00:00.000Z", expect: "outside" },
  ]);
  table("two entries", daily(hours("09:00", "10:00"), hours("14:00", "15:00")), "UTC", [
    { name: "in the first", given: "2026-06-15T09:30:00Z", expect: "open" },
    { name: "between", given: "2026-06-15T12:00:00Z", expect: "outside" },
    { name: "in the second", given: "2026-06-15T14:30:00Z", expect: "open" },
  ]);
  table("02:00 to 03:00 in Berlin", daily(hours("02:00", "03:00")), BERLIN, [
    { name: "skipped: 01:59 is before", given: "2026-03-29T00:59:59.999Z", expect: "outside" },
    { name: "skipped: then it is 03:00", given: "2026-03-29T01:00:00.000Z", expect: "outside" },
    { name: "twice: 02:30 +2", given: "2026-10-25T00:30:00.000Z", expect: "open" },
    { name: "twice: 02:30 +1", given: "2026-10-25T01:30:00.000Z", expect: "open" },
    { name: "twice: 03:00 +1", given: "2026-10-25T02:00:00.000Z", expect: "outside" },
  ]);
  table("01:30 to 02:00 on Lord Howe", daily(hours("01:30", "02:00")), LORD_HOWE, [
    { name: "twice: 01:45 +11", given: "2026-04-04T14:45:00Z", expect: "open" },
    { name: "twice: 01:45 +10:30", given: "2026-04-04T15:15:00Z", expect: "open" },
    { name: "twice: 02:00 +10:30", given: "2026-04-04T15:30:00Z", expect: "outside" },
  ]);
  table("no entries", daily(), "UTC", [
    { name: "restrict nothing", given: "2026-06-15T12:00:00Z", expect: "open" },
  ]);
  const anyDay = { start_time: "09:00", expiration_time: "10:00", days_of_week: [] };
  table("an empty list of days", daily(anyDay), "UTC", [
    { name: "means every day", given: "2026-06-15T09:30:00Z", expect: "open" },
    { name: "within the hours", given: "2026-06-15T10:30:00Z", expect: "outside" },
  ]);
});

describe("the fast path", () => {
  afterEach(() => vi.unstubAllGlobals());
  it.each([
    { name: "dates", given: between("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z") },
    { name: "an empty list of days", given: onDays() },
    { name: "no hours", given: daily() },
  ])("makes no Temporal object for $name", ({ given }) => {
    vi.stubGlobal("Temporal", undefined);
    expect(windowState(given, Date.parse("2026-06-15T12:00:00Z"), BERLIN)).toBe("open");
  });
});

describe("a timeframe without start", () => {
  const frame = { interval: "P1D", duration: "P1D" };
  table("never opens", { ...unlimited, validity_timeframe: frame }, "UTC", [
    { name: "at any time", given: "2026-06-15T12:00:00Z", expect: "outside" },
  ]);
});

describe("what windowState takes for a bug", () => {
  it.each([
    { name: "a start that is no date", given: between("soon", null), expect: "instant" },
    { name: "an expiration that is no date", given: between(null, "later"), expect: "instant" },
    {
      name: "an interval of no length",
      given: every("PT0S", "PT1H", "2026-01-01T00:00:00Z"),
      expect: "no length",
    },
  ])("$name", (row) => {
    const at = Date.parse("2026-06-15T12:00:00Z");
    expect(() => windowState(row.given, at, "UTC")).toThrow(row.expect);
  });
});

describe("defects", () => {
  const timeframe = { interval: "P1D", duration: "PT1H" };
  const combined = {
    path: "validity_hours",
    reason: "cannot be combined with validity_timeframe or validity_day_of_week",
  };
  const lateEnd = { path: "expiration_date", reason: "must be after start_date" };
  const overlap = (later: number, earlier: number) => ({
    path: `validity_hours.daily[${later}]`,
    reason: `overlaps validity_hours.daily[${earlier}]`,
  });
  const tooShort = (key: string) => ({
    path: `validity_timeframe.${key}`,
    reason: "must be longer than zero",
  });
  const nine = hours("09:00", "10:00");

  it.each([
    { name: "nothing set", given: unlimited, expect: [] },
    {
      name: "expiration a millisecond after start",
      given: between("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z"),
      expect: [],
    },
    {
      name: "expiration at start",
      given: between("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"),
      expect: [lateEnd],
    },
    {
      name: "expiration before start, as instants and not as text",
      given: between("2026-01-01T01:00:00+00:00", "2026-01-01T01:30:00+02:00"),
      expect: [lateEnd],
    },
    { name: "a timeframe", given: every("P1D", "PT1H", "2026-01-01T00:00:00Z"), expect: [] },
    {
      name: "a duration longer than the interval",
      given: every("P1D", "P1M", "2026-01-01T00:00:00Z"),
      expect: [],
    },
    {
      name: "a timeframe without start",
      given: { ...unlimited, validity_timeframe: timeframe },
      expect: [{ path: "start_date", reason: "is required with validity_timeframe" }],
    },
    {
      name: "an interval of no length",
      given: every("P0D", "PT1H", "2026-01-01T00:00:00Z"),
      expect: [tooShort("interval")],
    },
    {
      name: "a duration of no length",
      given: every("P10D", "P0DT0H", "2026-01-01T00:00:00Z"),
      expect: [tooShort("duration")],
    },
    {
      name: "days with a timeframe",
      given: { ...every("P1D", "PT1H", "2026-01-01T00:00:00Z"), validity_day_of_week: [1] },
      expect: [],
    },
    {
      name: "hours with a timeframe",
      given: {
        ...every("P1D", "PT1H", "2026-01-01T00:00:00Z"),
        validity_hours: { daily: [nine] },
      },
      expect: [combined],
    },
    {
      name: "hours with days",
      given: { ...daily(nine), validity_day_of_week: [1] },
      expect: [combined],
    },
    {
      name: "hours with an empty list of days",
      given: { ...daily(nine), validity_day_of_week: [] },
      expect: [],
    },
    { name: "no hours with days", given: { ...daily(), validity_day_of_week: [1] }, expect: [] },
    {
      name: "hours of no length",
      given: daily(nine, hours("10:00", "10:00")),
      expect: [
        { path: "validity_hours.daily[1].expiration_time", reason: "must differ from start_time" },
      ],
    },
    { name: "hours that touch", given: daily(nine, hours("10:00", "11:00")), expect: [] },
    {
      name: "hours that overlap",
      given: daily(nine, hours("09:59", "11:00")),
      expect: [overlap(1, 0)],
    },
    { name: "the same hours twice", given: daily(nine, nine), expect: [overlap(1, 0)] },
    {
      name: "the same hours on different days",
      given: daily(hours("09:00", "10:00", 1, 2), hours("09:00", "10:00", 3)),
      expect: [],
    },
    {
      name: "the same hours on one common day",
      given: daily(hours("09:00", "10:00", 1, 2), hours("09:00", "10:00", 2, 3)),
      expect: [overlap(1, 0)],
    },
    {
      name: "one day named twice",
      given: daily(hours("09:00", "10:00", 1, 1)),
      expect: [],
    },
    {
      name: "an empty list of days, which is every day",
      given: daily({ ...nine, days_of_week: [] }, hours("09:00", "10:00", 2)),
      expect: [overlap(1, 0)],
    },
    {
      name: "over midnight into the next day's hours",
      given: daily(hours("22:00", "02:00", 5), hours("01:00", "03:00", 6)),
      expect: [overlap(1, 0)],
    },
    {
      name: "over midnight up to the next day's hours",
      given: daily(hours("22:00", "02:00", 5), hours("02:00", "03:00", 6)),
      expect: [],
    },
    {
      name: "Saturday night into Sunday's hours",
      given: daily(hours("01:00", "03:00", 0), hours("22:00", "02:00", 6)),
      expect: [overlap(1, 0)],
    },
    {
      name: "a short entry inside a long one that a third follows",
      given: daily(hours("08:00", "20:00"), hours("09:00", "10:00"), hours("12:00", "13:00")),
      expect: [overlap(1, 0), overlap(2, 0)],
    },
    {
      name: "23 hours and 59 minutes every day",
      given: daily(hours("12:00", "11:59")),
      expect: [],
    },
  ])("$name", (row) => {
    expect(windowDefects(row.given)).toEqual(row.expect);
  });
});

describe("durations", () => {
  it.each([
    { name: "a day", given: "P1D", expect: true },
    { name: "hours", given: "PT36H", expect: true },
    { name: "all units", given: "P1Y2M3W4DT5H6M7S", expect: true },
    { name: "a year in seconds", given: "PT31536000S", expect: true },
    { name: "no unit", given: "P", expect: false },
    { name: "no time unit", given: "P1DT", expect: false },
    { name: "a fraction", given: "PT0.5S", expect: false },
    { name: "negative", given: "-P1D", expect: false },
    { name: "five digits of years", given: "P10000Y", expect: false },
    { name: "nine digits of seconds", given: "PT100000000S", expect: false },
  ])("$name", (row) => {
    expect(Duration.safeParse(row.given).success).toBe(row.expect);
  });

  const longest = "P9999Y9999M99999W99999DT99999999H99999999M99999999S";
  const far = every(longest, longest.replace("9S", "8S"), "9999-12-31T23:59:59Z");
  table("longer than the schema lets through", far, BERLIN, [
    { name: "stay in range", given: "9999-12-31T23:59:59.999Z", expect: "open" },
  ]);
});

describe("laws", () => {
  const zones = fc.constantFrom("UTC", BERLIN, NEW_YORK, KOLKATA, LORD_HOWE, "Pacific/Apia");
  const start = "2026-01-31T09:00:00Z";
  const startMs = Date.parse(start);
  /** Milliseconds since start, up to some 27 years. */
  const elapsed = fc.integer({ min: 0, max: 10_000 * DAY_MS });

  it("whole days later in UTC a daily timeframe answers the same", () => {
    const window = every("P1D", "PT7H", start);
    fc.assert(
      fc.property(elapsed, fc.nat(20_000), (since, days) => {
        const at = startMs + since;
        expect(windowState(window, at + days * DAY_MS, "UTC")).toBe(windowState(window, at, "UTC"));
      }),
    );
  });

  it("a timeframe in exact time does not depend on the zone", () => {
    const window = every("PT36H", "PT17H", start);
    fc.assert(
      fc.property(elapsed, zones, (since, zone) => {
        const at = startMs + since;
        expect(windowState(window, at, zone)).toBe(windowState(window, at, "UTC"));
      }),
    );
  });

  it("a duration not shorter than the interval leaves no gap, in any zone", () => {
    const unit = fc.constantFrom("P1D", "P1W", "P1M", "P1Y", "PT36H", "P1DT12H");
    fc.assert(
      fc.property(elapsed, zones, unit, (since, zone, length) => {
        expect(windowState(every(length, length, start), startMs + since, zone)).toBe("open");
      }),
    );
  });

  it("P1M for P1D from the 31st is open on exactly the last day of each month", () => {
    const first = Temporal.PlainDate.from("2026-01-31");
    fc.assert(
      fc.property(fc.nat(40_000), zones, (days, zone) => {
        const day = first.add({ days });
        const noon = day.toZonedDateTime({ timeZone: zone, plainTime: "12:00" });
        const opening = first.toZonedDateTime(zone).toInstant().toString();
        const verdict = windowState(every("P1M", "P1D", opening), noon.epochMilliseconds, zone);
        expect(verdict).toBe(day.day === day.daysInMonth ? "open" : "outside");
      }),
    );
  });

  it("of hours without defects never two entries are open at once", () => {
    const clock = fc.constantFrom("00:00", "06:00", "12:00", "18:00");
    const entry = fc
      .tuple(clock, clock, fc.uniqueArray(fc.nat(6), { maxLength: 3 }))
      .map(([from, to, days]) => hours(from, to, ...days));
    fc.assert(
      fc.property(fc.array(entry, { minLength: 2, maxLength: 4 }), (entries) => {
        fc.pre(entries.every((hour) => hour.start_time !== hour.expiration_time));
        const openAt = (at: number) =>
          entries.filter((hour) => windowState(daily(hour), at, "UTC") === "open").length;
        // Entries begin and end at six-hour marks: one look between each two marks of a week sees all.
        const most = Math.max(
          ...Array.from({ length: 28 }, (_, i) => openAt(startMs + i * 21_600_000)),
        );
        expect(windowDefects(daily(...entries)).length === 0).toBe(most <= 1);
      }),
    );
  });
});
