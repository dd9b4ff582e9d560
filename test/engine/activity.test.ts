// Until when a published code is active: on the project's calendar, over every kind of clock change.
import { describe, expect, it } from "vitest";
import { activeUntil } from "../../src/engine/activity";

const cases: { name: string; now: string; duration: string; zone: string; until: string }[] = [
  {
    name: "days in UTC are 24 hours",
    now: "2026-03-28T12:00:00.000Z",
    duration: "P1D",
    zone: "UTC",
    until: "2026-03-29T12:00:00.000Z",
  },
  {
    name: "a day over the spring change keeps the local hour, and has 23 hours",
    now: "2026-03-28T12:00:00.000Z",
    duration: "P1D",
    zone: "Europe/Berlin",
    until: "2026-03-29T11:00:00.000Z",
  },
  {
    name: "a week over the autumn change has an hour more",
    now: "2026-10-20T12:00:00.000Z",
    duration: "P1W",
    zone: "Europe/Berlin",
    until: "2026-10-27T13:00:00.000Z",
  },
  {
    name: "24 hours are exact over the spring change",
    now: "2026-03-28T12:00:00.000Z",
    duration: "PT24H",
    zone: "Europe/Berlin",
    until: "2026-03-29T12:00:00.000Z",
  },
  {
    name: "a local time that the clocks skip comes as much later",
    now: "2026-03-28T01:30:00.000Z",
    duration: "P1D",
    zone: "Europe/Berlin",
    until: "2026-03-29T01:30:00.000Z",
  },
  {
    name: "a local time that comes twice is its first coming",
    now: "2026-10-24T00:30:00.000Z",
    duration: "P1D",
    zone: "Europe/Berlin",
    until: "2026-10-25T00:30:00.000Z",
  },
  {
    name: "a month from the 31st ends with the shorter month",
    now: "2026-01-31T10:00:00.000Z",
    duration: "P1M",
    zone: "UTC",
    until: "2026-02-28T10:00:00.000Z",
  },
  {
    name: "a year from a leap day",
    now: "2028-02-29T10:00:00.000Z",
    duration: "P1Y",
    zone: "UTC",
    until: "2029-02-28T10:00:00.000Z",
  },
  {
    name: "milliseconds stay",
    now: "2026-01-01T00:00:00.123Z",
    duration: "P1DT1H1M1S",
    zone: "Asia/Kolkata",
    until: "2026-01-02T01:01:01.123Z",
  },
  {
    name: "beyond the year 9999 is its last instant",
    now: "2026-01-01T00:00:00.000Z",
    duration: "P9999Y",
    zone: "UTC",
    until: "9999-12-31T23:59:59.999Z",
  },
];

describe("a code that stays active for a while after publishing", () => {
  it.each(cases)("$name", ({ now, duration, zone, until }) => {
    expect(activeUntil(Date.parse(now), duration, zone)).toBe(until);
  });
});
