// Decides which time a date means where a list asks for what happened on it.

import { isDate, toEpoch } from "../engine/rules/dates";

const DAY = /^\d{4}-\d\d-\d\d$/;

const isoOf = (ms: number): string => new Date(ms).toISOString();

/**
 * A day as `from;to` on the project's calendar, and an instant as its millisecond, in the words of
 * `$timeframe_absolute`. What is no date stays, so that it is refused.
 */
export function spanOf(value: unknown): unknown {
  if (typeof value !== "string" || !isDate(value)) return value;
  if (DAY.test(value)) return `${value};${Temporal.PlainDate.from(value).add({ days: 1 })}`;
  const ms = toEpoch(value, "UTC");
  return ms === null ? value : `${isoOf(ms)};${isoOf(ms + 1)}`;
}
