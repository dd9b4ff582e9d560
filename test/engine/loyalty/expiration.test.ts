import { describe, expect, it } from "vitest";
import { expiryOf } from "../../../src/engine/loyalty/expiration";
import type { ExpirationRules } from "../../../src/model/loyalty/expiration-rules";

const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

const months = (period_value: number, more: Partial<ExpirationRules> = {}): ExpirationRules => ({
  period_type: "MONTH",
  period_value,
  ...more,
});
const dayOfYear = (fixed_month: number, fixed_day: number): ExpirationRules => ({
  period_type: "FIXED_DAY_OF_YEAR",
  fixed_month,
  fixed_day,
});

const dateOf = (rules: ExpirationRules, day: string) => expiryOf(rules, noon(day), "UTC")?.date;

describe("the day on which points expire", () => {
  it("is none without rules", () => {
    expect(expiryOf(null, noon("2026-03-15"), "UTC")).toBeNull();
    expect(expiryOf(undefined, noon("2026-03-15"), "UTC")).toBeNull();
  });

  it.each([
    [0, "2026-03-15", "2026-03-15"],
    [0, "2028-02-29", "2028-02-29"],
    [0, "2026-12-31", "2026-12-31"],
    [1, "2026-03-15", "2026-04-15"],
    [1, "2027-01-31", "2027-02-28"],
    [1, "2028-01-31", "2028-02-29"],
    [1, "2028-01-29", "2028-02-29"],
    [1, "2026-03-31", "2026-04-30"],
    [1, "2026-12-31", "2027-01-31"],
    [1, "2028-02-29", "2028-03-29"],
    [3, "2025-11-30", "2026-02-28"],
    [12, "2026-03-31", "2027-03-31"],
    [12, "2028-02-29", "2029-02-28"],
    [12, "2027-02-28", "2028-02-28"],
    [48, "2028-02-29", "2032-02-29"],
    [1200, "2026-03-15", "2126-03-15"],
  ])("%i months on from %s: %s", (count, day, expected) => {
    expect(dateOf(months(count), day)).toBe(expected);
  });

  it.each<[NonNullable<ExpirationRules["rounding_type"]>, number, string, string]>([
    ["END_OF_MONTH", 0, "2026-05-10", "2026-05-31"],
    ["END_OF_MONTH", 1, "2026-05-10", "2026-06-30"],
    ["END_OF_MONTH", 1, "2026-05-31", "2026-06-30"],
    ["END_OF_MONTH", 3, "2025-11-30", "2026-02-28"],
    ["END_OF_MONTH", 1, "2028-01-10", "2028-02-29"],
    ["END_OF_MONTH", 12, "2028-02-29", "2029-02-28"],
    ["END_OF_QUARTER", 0, "2026-03-31", "2026-03-31"],
    ["END_OF_QUARTER", 0, "2026-04-01", "2026-06-30"],
    ["END_OF_QUARTER", 2, "2026-05-10", "2026-09-30"],
    ["END_OF_QUARTER", 8, "2026-05-10", "2027-03-31"],
    ["END_OF_HALF_YEAR", 1, "2026-05-10", "2026-06-30"],
    ["END_OF_HALF_YEAR", 2, "2026-05-10", "2026-12-31"],
    ["END_OF_HALF_YEAR", 8, "2026-05-10", "2027-06-30"],
    ["END_OF_YEAR", 0, "2026-01-01", "2026-12-31"],
    ["END_OF_YEAR", 0, "2026-12-31", "2026-12-31"],
    ["END_OF_YEAR", 12, "2026-01-01", "2027-12-31"],
  ])("%s, %i months on from %s: %s", (rounding_type, count, day, expected) => {
    expect(dateOf(months(count, { rounding_type }), day)).toBe(expected);
  });

  it.each([
    [6, 1, "2026-05-10", "2026-06-30"],
    [7, 1, "2026-05-10", "2026-07-31"],
    [5, 1, "2026-05-10", "2027-05-31"],
    [3, 1, "2026-05-10", "2027-03-31"],
    [2, 1, "2026-05-10", "2027-02-28"],
    [2, 1, "2027-05-10", "2028-02-29"],
    [12, 0, "2026-12-31", "2026-12-31"],
    [1, 0, "2026-12-31", "2027-01-31"],
    [4, 0, "2026-03-31", "2026-04-30"],
  ])("the end of month %i, %i months on from %s: %s", (rounding_value, count, day, expected) => {
    const rules = months(count, { rounding_type: "PARTICULAR_MONTH", rounding_value });
    expect(dateOf(rules, day)).toBe(expected);
  });

  it.each([
    [3, 31, "2026-03-30", "2026-03-31"],
    [3, 31, "2026-03-31", "2026-03-31"],
    [3, 31, "2026-04-01", "2027-03-31"],
    [1, 1, "2026-01-01", "2026-01-01"],
    [1, 1, "2026-01-02", "2027-01-01"],
    [12, 31, "2026-12-31", "2026-12-31"],
    [2, 29, "2026-01-10", "2026-02-28"],
    [2, 29, "2026-02-28", "2026-02-28"],
    [2, 29, "2026-03-01", "2027-02-28"],
    [2, 29, "2027-03-01", "2028-02-29"],
    [2, 29, "2028-02-28", "2028-02-29"],
    [2, 29, "2028-02-29", "2028-02-29"],
    [4, 31, "2026-04-10", "2026-04-30"],
    [4, 31, "2026-05-01", "2027-04-30"],
  ])("month %i, day %i after %s: %s", (month, day, from, expected) => {
    expect(dateOf(dayOfYear(month, day), from)).toBe(expected);
  });
});

describe("the instant at which they are gone: the midnight behind the day, in the project's zone", () => {
  it.each([
    [
      "the last millisecond of a day",
      "2026-06-30T23:59:59.999Z",
      "UTC",
      "2026-06-30",
      "2026-07-01T00:00:00.000Z",
    ],
    [
      "the first of the next",
      "2026-07-01T00:00:00.000Z",
      "UTC",
      "2026-07-01",
      "2026-07-02T00:00:00.000Z",
    ],
    [
      "already tomorrow",
      "2026-11-30T12:00:00Z",
      "Pacific/Auckland",
      "2026-12-01",
      "2026-12-01T11:00:00.000Z",
    ],
    [
      "still yesterday",
      "2026-12-01T08:00:00Z",
      "Pacific/Honolulu",
      "2026-11-30",
      "2026-12-01T10:00:00.000Z",
    ],
    [
      "half an hour off",
      "2026-06-30T18:29:59Z",
      "Asia/Kolkata",
      "2026-06-30",
      "2026-06-30T18:30:00.000Z",
    ],
    [
      "and behind it",
      "2026-06-30T18:30:00Z",
      "Asia/Kolkata",
      "2026-07-01",
      "2026-07-01T18:30:00.000Z",
    ],
    [
      "a day of 23 hours",
      "2026-03-08T05:00:00Z",
      "America/New_York",
      "2026-03-08",
      "2026-03-09T04:00:00.000Z",
    ],
    [
      "a day of 25 hours",
      "2026-11-01T04:00:00Z",
      "America/New_York",
      "2026-11-01",
      "2026-11-02T05:00:00.000Z",
    ],
    [
      "its second 01:30",
      "2026-11-01T06:30:00Z",
      "America/New_York",
      "2026-11-01",
      "2026-11-02T05:00:00.000Z",
    ],
    [
      "clocks go forward",
      "2026-03-29T10:00:00Z",
      "Europe/Warsaw",
      "2026-03-29",
      "2026-03-29T22:00:00.000Z",
    ],
    [
      "clocks go back",
      "2026-10-25T10:00:00Z",
      "Europe/Warsaw",
      "2026-10-25",
      "2026-10-25T23:00:00.000Z",
    ],
    [
      "the day before",
      "2026-10-24T10:00:00Z",
      "Europe/Warsaw",
      "2026-10-24",
      "2026-10-24T22:00:00.000Z",
    ],
    [
      "before a midnight that is skipped",
      "2026-04-23T12:00:00Z",
      "Africa/Cairo",
      "2026-04-23",
      "2026-04-23T22:00:00.000Z",
    ],
    [
      "the day that begins at 01:00",
      "2026-04-23T22:00:00Z",
      "Africa/Cairo",
      "2026-04-24",
      "2026-04-24T21:00:00.000Z",
    ],
    [
      "a day whose last hour comes twice",
      "2026-10-29T21:30:00Z",
      "Africa/Cairo",
      "2026-10-29",
      "2026-10-29T22:00:00.000Z",
    ],
  ])("%s: %s in %s", (_, at, zone, date, due_at) => {
    expect(expiryOf(months(0), Date.parse(at), zone)).toEqual({ date, due_at });
  });

  it.each([
    ["Europe/Warsaw", "2026-04-15", "2026-04-15T22:00:00.000Z"],
    ["America/New_York", "2026-04-15", "2026-04-16T04:00:00.000Z"],
    ["Asia/Kolkata", "2026-04-15", "2026-04-15T18:30:00.000Z"],
    ["Pacific/Auckland", "2026-04-16", "2026-04-16T12:00:00.000Z"],
  ])("a month on, over the change of clocks: %s", (zone, date, due_at) => {
    expect(expiryOf(months(1), noon("2026-03-15"), zone)).toEqual({ date, due_at });
  });

  it.each([
    ["Europe/Warsaw", "2026-12-31", "2026-12-31T23:00:00.000Z"],
    ["America/New_York", "2026-12-31", "2027-01-01T05:00:00.000Z"],
    ["Asia/Kolkata", "2027-12-31", "2027-12-31T18:30:00.000Z"],
    ["Pacific/Auckland", "2027-12-31", "2027-12-31T11:00:00.000Z"],
  ])("the last day of the year, on the evening of it: %s", (zone, date, due_at) => {
    const evening = Date.parse("2026-12-31T20:00:00Z");
    expect(expiryOf(dayOfYear(12, 31), evening, zone)).toEqual({ date, due_at });
  });
});
