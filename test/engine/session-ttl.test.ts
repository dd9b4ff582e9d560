import { describe, expect, it } from "vitest";
import { type TtlUnit, ttlMilliseconds } from "../../src/engine/session-ttl";

const cases: { name: string; given: [number, TtlUnit]; expect: number | "too_long" }[] = [
  { name: "7 days are 7 x 86,400,000 ms", given: [7, "DAYS"], expect: 604_800_000 },
  { name: "2 hours are 2 x 3,600,000 ms", given: [2, "HOURS"], expect: 7_200_000 },
  { name: "3 minutes are 3 x 60,000 ms", given: [3, "MINUTES"], expect: 180_000 },
  { name: "4 seconds are 4 x 1,000 ms", given: [4, "SECONDS"], expect: 4_000 },
  { name: "5 milliseconds are themselves", given: [5, "MILLISECONDS"], expect: 5 },
  { name: "6,000 microseconds are 6 ms", given: [6_000, "MICROSECONDS"], expect: 6 },
  { name: "6,001 microseconds are rounded up to 7 ms", given: [6_001, "MICROSECONDS"], expect: 7 },
  { name: "1 microsecond is at least 1 ms", given: [1, "MICROSECONDS"], expect: 1 },
  { name: "1 nanosecond is at least 1 ms", given: [1, "NANOSECONDS"], expect: 1 },
  { name: "1,000,000 nanoseconds are 1 ms", given: [1_000_000, "NANOSECONDS"], expect: 1 },
  {
    name: "7 days of nanoseconds: 604,800,000,000,000 / 1,000,000",
    given: [604_800_000_000_000, "NANOSECONDS"],
    expect: 604_800_000,
  },
  {
    name: "3,650 days, the longest, are 3,650 x 86,400,000 ms",
    given: [3_650, "DAYS"],
    expect: 315_360_000_000,
  },
  { name: "3,651 days are too long", given: [3_651, "DAYS"], expect: "too_long" },
  { name: "87,601 hours are too long", given: [87_601, "HOURS"], expect: "too_long" },
  {
    name: "the largest safe number of days is too long",
    given: [Number.MAX_SAFE_INTEGER, "DAYS"],
    expect: "too_long",
  },
];

describe("the time that a session holds", () => {
  it.each(cases)("$name", ({ given: [ttl, unit], expect: expected }) => {
    const length = ttlMilliseconds(ttl, unit);
    expect(length.ok ? length.value : length.error).toBe(expected);
  });
});
