import { describe, expect, it } from "vitest";
import { toEpoch } from "../../../src/engine/rules/dates";
import { absoluteSpan, inDailyHours, inTimeframe } from "../../../src/engine/rules/timeframes";

const ZONE = "Europe/Warsaw";
const at = (date: string): number => toEpoch(date, ZONE) ?? Number.NaN;

describe("dates", () => {
  const rows: { name: string; given: unknown; expect: number | null }[] = [
    { name: "UTC", given: "2026-03-04T11:00:00Z", expect: 1_772_622_000_000 },
    { name: "offset", given: "2026-03-04T12:00:00+01:00", expect: 1_772_622_000_000 },
    { name: "negative offset", given: "2026-03-04T05:30-0530", expect: 1_772_622_000_000 },
    { name: "local time", given: "2026-03-04T12:00:00", expect: 1_772_622_000_000 },
    { name: "milliseconds", given: "2026-03-04T11:00:00.25Z", expect: 1_772_622_000_250 },
    { name: "bare date: local midnight", given: "2026-03-04", expect: 1_772_578_800_000 },
    { name: "29 February of a leap year", given: "2028-02-29T00:00Z", expect: 1_835_395_200_000 },
    { name: "29 February of another", given: "2026-02-29", expect: null },
    { name: "29 February of 2100", given: "2100-02-29", expect: null },
    { name: "31 April", given: "2026-04-31", expect: null },
    { name: "month 13", given: "2026-13-01", expect: null },
    { name: "hour 24", given: "2026-03-04T24:00:00Z", expect: null },
    { name: "offset 24:00", given: "2026-03-04T00:00:00+24:00", expect: null },
    { name: "words", given: "yesterday", expect: null },
    { name: "a number", given: 1_772_622_000_000, expect: null },
  ];
  it.each(rows)("$name", ({ given, expect: epoch }) => {
    expect(toEpoch(given, ZONE)).toBe(epoch);
  });
});

describe("$timeframe", () => {
  const rows: { name: string; frame: string; given: string; expect: boolean }[] = [
    { name: "opens", frame: "2026-01-01;P7D;P1D", given: "2026-01-08", expect: true },
    { name: "is half-open", frame: "2026-01-01;P7D;P1D", given: "2026-01-09", expect: false },
    { name: "not before start", frame: "2026-01-01;P7D;P1D", given: "2025-12-25", expect: false },
    { name: "first window", frame: "2026-01-01;P7D;P1D", given: "2026-01-01", expect: true },
    {
      name: "keeps to the local clock over the change to summer time",
      frame: "2026-03-01T09:00:00;P1D;PT1H",
      given: "2026-07-01T09:00:00",
      expect: true,
    },
    {
      name: "and is shut a minute before",
      frame: "2026-03-01T09:00:00;P1D;PT1H",
      given: "2026-07-01T08:59:00",
      expect: false,
    },
    {
      name: "hours are exact and so move over the change",
      frame: "2026-03-01T09:00:00;PT24H;PT1H",
      given: "2026-07-01T10:30:00",
      expect: true,
    },
    {
      name: "month ends clip and come back",
      frame: "2026-01-31;P1M;P1D",
      given: "2026-02-28T12:00:00",
      expect: true,
    },
    { name: "31 March", frame: "2026-01-31;P1M;P1D", given: "2026-03-31T12:00:00", expect: true },
    { name: "28 March", frame: "2026-01-31;P1M;P1D", given: "2026-03-28T12:00:00", expect: false },
    {
      name: "does not open early after two long months",
      frame: "2026-07-01;P1M;P1D",
      given: "2026-08-31T23:00:00",
      expect: false,
    },
    {
      name: "29 February every four years",
      frame: "2024-02-29;P4Y;P1D",
      given: "2096-02-29T23:59:59",
      expect: true,
    },
    {
      name: "eight thousand years of seconds",
      frame: "1026-01-01T00:00:00Z;PT10S;PT1S",
      given: "9026-01-01T00:00:10Z",
      expect: true,
    },
    {
      name: "windows as long as their interval leave no gap behind a clipped month",
      frame: "2026-01-31;P1M;P1M",
      given: "2026-03-29T12:00:00",
      expect: true,
    },
    {
      name: "windows longer than their interval overlap",
      frame: "2026-01-01;P1D;P3D",
      given: "2026-06-01T23:59:59",
      expect: true,
    },
  ];
  it.each(rows)("$name", ({ frame, given, expect: inside }) => {
    expect(inTimeframe(at(given), frame, ZONE)).toBe(inside);
  });
});

describe("$timeframe_absolute", () => {
  const rows: { name: string; given: string; expect: boolean }[] = [
    { name: "from is inside", given: "2026-03-01T00:00:00", expect: true },
    { name: "just before from is not", given: "2026-02-28T23:59:59", expect: false },
    { name: "just before to is inside", given: "2026-03-31T23:59:59", expect: true },
    { name: "to is not", given: "2026-04-01T00:00:00", expect: false },
  ];
  it.each(rows)("$name", ({ given, expect: inside }) => {
    const [span] = absoluteSpan("2026-03-01;2026-04-01", ZONE) ?? [];
    expect(span && at(given) >= span.from && at(given) < span.until).toBe(inside);
  });
});

describe("$timeframe_daily_hours", () => {
  // 2026-03-03 is a Tuesday (2), 2026-03-01 a Sunday (0).
  const rows: { name: string; hours: string; given: string; expect: boolean }[] = [
    { name: "opens", hours: "18:00;20:01;2,3", given: "2026-03-03T18:00:00", expect: true },
    { name: "last minute", hours: "18:00;20:01;2,3", given: "2026-03-04T20:00:59", expect: true },
    { name: "closes", hours: "18:00;20:01;2,3", given: "2026-03-03T20:01:00", expect: false },
    { name: "early", hours: "18:00;20:01;2,3", given: "2026-03-03T17:59:59", expect: false },
    { name: "other day", hours: "18:00;20:01;2,3", given: "2026-03-05T19:00:00", expect: false },
    { name: "no days: all", hours: "18:00;20:01", given: "2026-03-05T19:00:00", expect: true },
    { name: "empty days: all", hours: "18:00;20:01;", given: "2026-03-05T19:00:00", expect: true },
    { name: "to midnight", hours: "18:00;24:00;2", given: "2026-03-03T23:59:59", expect: true },
    { name: "Sunday is 0", hours: "09:00;10:00;0", given: "2026-03-01T09:30:00", expect: true },
    { name: "overnight, evening", hours: "22:00;02:00;2", given: "2026-03-03T23:00", expect: true },
    { name: "overnight, after", hours: "22:00;02:00;2", given: "2026-03-04T01:59", expect: true },
    { name: "overnight, over", hours: "22:00;02:00;2", given: "2026-03-04T02:00", expect: false },
    {
      name: "overnight, day before",
      hours: "22:00;02:00;2",
      given: "2026-03-03T01:00",
      expect: false,
    },
    { name: "local time", hours: "18:00;20:01;2", given: "2026-03-03T17:30:00Z", expect: true },
  ];
  it.each(rows)("$name", ({ hours, given, expect: inside }) => {
    expect(inDailyHours(at(given), hours, ZONE)).toBe(inside);
  });
});
