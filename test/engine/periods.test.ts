import { describe, expect, it } from "vitest";
import { periodsOf } from "../../src/engine/periods";

const MONDAY = 1;
const SUNDAY = 0;
const SATURDAY = 6;

describe("periodsOf", () => {
  it.each([
    // 21 November 2026 is a Saturday.
    ["2026-11-21T12:00:00Z", "UTC", MONDAY, "2026-11-21", "2026-11-16", "2026-11"],
    ["2026-11-21T12:00:00Z", "UTC", SUNDAY, "2026-11-21", "2026-11-15", "2026-11"],
    ["2026-11-21T12:00:00Z", "UTC", SATURDAY, "2026-11-21", "2026-11-21", "2026-11"],
    ["2026-11-23T00:00:00Z", "UTC", MONDAY, "2026-11-23", "2026-11-23", "2026-11"],
    ["2026-11-22T23:59:59Z", "UTC", MONDAY, "2026-11-22", "2026-11-16", "2026-11"],
    ["2026-11-22T00:00:00Z", "UTC", SUNDAY, "2026-11-22", "2026-11-22", "2026-11"],
    // A week that began in the month before, and one in the year before.
    ["2026-10-01T12:00:00Z", "UTC", MONDAY, "2026-10-01", "2026-09-28", "2026-10"],
    ["2027-01-01T12:00:00Z", "UTC", MONDAY, "2027-01-01", "2026-12-28", "2027-01"],
    // The project's zone decides: it is tomorrow in Auckland and yesterday in Honolulu.
    ["2026-11-30T12:00:00Z", "Pacific/Auckland", MONDAY, "2026-12-01", "2026-11-30", "2026-12"],
    ["2026-12-01T08:00:00Z", "Pacific/Honolulu", MONDAY, "2026-11-30", "2026-11-30", "2026-11"],
    // The night when clocks go back in Warsaw is one day of 25 hours.
    ["2026-10-24T22:00:00Z", "Europe/Warsaw", MONDAY, "2026-10-25", "2026-10-19", "2026-10"],
    ["2026-10-25T22:59:59Z", "Europe/Warsaw", MONDAY, "2026-10-25", "2026-10-19", "2026-10"],
    ["2026-10-25T23:00:00Z", "Europe/Warsaw", MONDAY, "2026-10-26", "2026-10-26", "2026-10"],
    ["2028-02-29T12:00:00Z", "UTC", MONDAY, "2028-02-29", "2028-02-28", "2028-02"],
  ])("%s in %s, weeks from %i", (at, zone, start, day, week, month) => {
    expect(periodsOf(Date.parse(at), zone, start)).toEqual({ day, week, month });
  });
});
