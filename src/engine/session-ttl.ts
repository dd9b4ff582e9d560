// Decides how long a session key keeps what it holds.
import { err, ok, type Result } from "../lib/result";

const MILLISECONDS = {
  DAYS: 86_400_000,
  HOURS: 3_600_000,
  MINUTES: 60_000,
  SECONDS: 1_000,
  MILLISECONDS: 1,
} as const;

const PER_MILLISECOND = { MICROSECONDS: 1_000, NANOSECONDS: 1_000_000 } as const;

type Whole = keyof typeof MILLISECONDS;
export type TtlUnit = Whole | keyof typeof PER_MILLISECOND;

/** About ten years: whoever holds something for longer means to take it. */
export const MOST_DAYS = 3_650;

const isWhole = (unit: TtlUnit): unit is Whole => unit in MILLISECONDS;

/**
 * A time to live in its unit as whole milliseconds, rounded up, so at least 1. Refuses one beyond
 * `MOST_DAYS` (reference service, session locks; docs/behaviour.md).
 */
export function ttlMilliseconds(ttl: number, unit: TtlUnit): Result<number, "too_long"> {
  const length = isWhole(unit) ? ttl * MILLISECONDS[unit] : Math.ceil(ttl / PER_MILLISECOND[unit]);
  return length > MOST_DAYS * MILLISECONDS.DAYS ? err("too_long") : ok(length);
}
