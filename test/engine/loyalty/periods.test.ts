// Calendar periods, and the last day of a tier: every date is written by hand.
import { describe, expect, it } from "vitest";
import { dayOf } from "../../../src/engine/loyalty/expiration";
import { lastDayOf, nextPeriod, periodOf, roundedDay } from "../../../src/engine/loyalty/periods";
import type {
  LoyaltyTiersExpiration,
  TierPeriod,
  TierRounding,
} from "../../../src/model/loyalty/tiers-expiration";

const day = (text: string) => Temporal.PlainDate.from(text);
const told = ({ first, last }: { first: Temporal.PlainDate; last: Temporal.PlainDate }) =>
  `${first}..${last}`;

describe("a calendar period", () => {
  const cases: [TierPeriod, string, string, string][] = [
    ["MONTH", "2026-01-31", "2026-01-01..2026-01-31", "2026-02-01..2026-02-28"],
    ["MONTH", "2028-02-29", "2028-02-01..2028-02-29", "2028-03-01..2028-03-31"],
    ["MONTH", "2026-12-01", "2026-12-01..2026-12-31", "2027-01-01..2027-01-31"],
    ["QUARTER", "2026-03-31", "2026-01-01..2026-03-31", "2026-04-01..2026-06-30"],
    ["QUARTER", "2026-05-15", "2026-04-01..2026-06-30", "2026-07-01..2026-09-30"],
    ["QUARTER", "2026-11-30", "2026-10-01..2026-12-31", "2027-01-01..2027-03-31"],
    ["HALF_YEAR", "2028-06-30", "2028-01-01..2028-06-30", "2028-07-01..2028-12-31"],
    ["HALF_YEAR", "2026-07-01", "2026-07-01..2026-12-31", "2027-01-01..2027-06-30"],
    ["YEAR", "2028-02-29", "2028-01-01..2028-12-31", "2029-01-01..2029-12-31"],
  ];
  it.each(cases)("%s of %s", (kind, on, period, next) => {
    expect(told(periodOf(kind, day(on)))).toBe(period);
    expect(told(nextPeriod(kind, periodOf(kind, day(on))))).toBe(next);
  });

  // The instant is the same; the zone says in which month it lies.
  it.each([
    ["2026-01-31T23:30:00Z", "UTC", "2026-01-01..2026-01-31"],
    ["2026-01-31T23:30:00Z", "Europe/Berlin", "2026-02-01..2026-02-28"],
    ["2026-02-01T04:30:00Z", "America/New_York", "2026-01-01..2026-01-31"],
    ["2026-01-31T11:00:00Z", "Pacific/Auckland", "2026-02-01..2026-02-28"],
    // Clocks go forward in Berlin at 01:00 UTC on 29 March, and back in New York on 1 November.
    ["2026-03-31T21:59:59Z", "Europe/Berlin", "2026-03-01..2026-03-31"],
    ["2026-03-31T22:00:00Z", "Europe/Berlin", "2026-04-01..2026-04-30"],
    ["2026-11-01T03:59:59Z", "America/New_York", "2026-10-01..2026-10-31"],
    ["2026-12-01T04:59:59Z", "America/New_York", "2026-11-01..2026-11-30"],
  ])("of %s in %s", (at, zone, period) => {
    expect(told(periodOf("MONTH", dayOf(Date.parse(at), zone)))).toBe(period);
  });
});

describe("a day that is rounded", () => {
  const cases: [TierRounding, string, string][] = [
    [{ type: "MONTH" }, "2026-02-10", "2026-02-28"],
    [{ type: "MONTH", strategy: "END" }, "2028-02-29", "2028-02-29"],
    [{ type: "MONTH", strategy: "START" }, "2026-02-10", "2026-03-01"],
    [{ type: "MONTH", strategy: "START" }, "2026-03-01", "2026-03-01"],
    [{ type: "QUARTER", strategy: "END" }, "2026-05-01", "2026-06-30"],
    [{ type: "QUARTER", strategy: "START" }, "2026-11-02", "2027-01-01"],
    [{ type: "HALF_YEAR", strategy: "END" }, "2026-07-01", "2026-12-31"],
    [{ type: "HALF_YEAR", strategy: "START" }, "2026-01-02", "2026-07-01"],
    [{ type: "YEAR", strategy: "END" }, "2026-01-01", "2026-12-31"],
    [{ type: "YEAR", strategy: "START" }, "2026-12-31", "2027-01-01"],
    // February of each year; the month is counted from 0.
    [{ type: "CUSTOM", strategy: "END", value: 1 }, "2027-03-01", "2028-02-29"],
    [{ type: "CUSTOM", strategy: "END", value: 1 }, "2026-02-28", "2026-02-28"],
    [{ type: "CUSTOM", strategy: "START", value: 1 }, "2026-02-02", "2027-02-01"],
    [{ type: "CUSTOM", strategy: "START", value: 11 }, "2026-11-30", "2026-12-01"],
    [{ type: "CUSTOM", value: 0 }, "2026-12-31", "2027-01-31"],
  ];
  it.each(cases)("%o: %s", (rounding, from, to) => {
    expect(roundedDay(day(from), rounding).toString()).toBe(to);
  });
});

describe("the last day of a tier", () => {
  type End = LoyaltyTiersExpiration["expiration_date"];
  const settings = (end: End, period?: TierPeriod): LoyaltyTiersExpiration => ({
    qualification_type: period ? "POINTS_IN_PERIOD" : "BALANCE",
    ...(period && { qualification_period: period }),
    start_date: { type: "IMMEDIATE" },
    expiration_date: end,
  });
  const cases: [string, End, TierPeriod | undefined, string, string | null][] = [
    ["the balance says", { type: "BALANCE_DROP" }, undefined, "2026-01-15", null],
    ["the period", { type: "END_OF_PERIOD" }, "MONTH", "2028-02-01", "2028-02-29"],
    ["the next period", { type: "END_OF_NEXT_PERIOD" }, "QUARTER", "2026-02-14", "2026-06-30"],
    ["the next year", { type: "END_OF_NEXT_PERIOD" }, "YEAR", "2026-12-31", "2027-12-31"],
    [
      "a month more than the end of February is the end of March",
      { type: "END_OF_PERIOD", extend: "P1M" },
      "MONTH",
      "2026-02-10",
      "2026-03-31",
    ],
    [
      "ten days of grace",
      { type: "END_OF_NEXT_PERIOD", extend: "P10D" },
      "MONTH",
      "2026-01-31",
      "2026-03-10",
    ],
    [
      "an empty extension",
      { type: "END_OF_PERIOD", extend: "" },
      "MONTH",
      "2026-04-30",
      "2026-04-30",
    ],
    ["three months", { type: "CUSTOM", extend: "P3M" }, undefined, "2026-01-15", "2026-04-15"],
    [
      "a month from the 31st",
      { type: "CUSTOM", extend: "P1M" },
      undefined,
      "2026-01-31",
      "2026-02-28",
    ],
    [
      "the same in a leap year",
      { type: "CUSTOM", extend: "P1M" },
      undefined,
      "2028-01-31",
      "2028-02-29",
    ],
    [
      "a year from a leap day",
      { type: "CUSTOM", extend: "P1Y" },
      undefined,
      "2028-02-29",
      "2029-02-28",
    ],
    [
      "three months, to the end of the quarter",
      { type: "CUSTOM", extend: "P3M", rounding: { type: "QUARTER", strategy: "END" } },
      undefined,
      "2026-01-15",
      "2026-06-30",
    ],
    [
      "a week, to the beginning of the next month",
      { type: "CUSTOM", extend: "P1W", rounding: { type: "MONTH", strategy: "START" } },
      undefined,
      "2026-10-28",
      "2026-12-01",
    ],
    [
      "a year, to the end of a January",
      { type: "CUSTOM", extend: "P1Y", rounding: { type: "CUSTOM", value: 0 } },
      undefined,
      "2026-05-05",
      "2028-01-31",
    ],
    [
      "no further than a year has four digits",
      { type: "CUSTOM", extend: "P9999Y" },
      undefined,
      "2026-01-01",
      "9999-12-30",
    ],
  ];
  it.each(cases)("%s", (_, end, period, on, last) => {
    expect(lastDayOf(settings(end, period), day(on), day(on))?.toString() ?? null).toBe(last);
  });

  it("is that of the period behind the one that qualified, however late the tier starts", () => {
    const end = { type: "END_OF_NEXT_PERIOD" } as const;
    const reached = day("2026-01-31");
    expect(lastDayOf(settings(end, "MONTH"), reached, day("2026-02-01"))?.toString()).toBe(
      "2026-02-28",
    );
  });
});
