// Decides on which day points expire, and at which instant that day is over.
import type { ExpirationRules } from "../../model/loyalty/expiration-rules";

/** Stands for the day of points that do not expire; it sorts behind every day. */
export const NEVER = "never";

/** A day of the project's calendar, and the instant at which it has passed (ISO, UTC). */
export interface Expiry {
  date: string;
  due_at: string;
}

/** The months that end a period of so many months. */
const PERIODS = {
  END_OF_MONTH: 1,
  END_OF_QUARTER: 3,
  END_OF_HALF_YEAR: 6,
  END_OF_YEAR: 12,
} as const;

const endOfMonth = (day: Temporal.PlainDate): Temporal.PlainDate =>
  day.with({ day: day.daysInMonth });

/** The end of the next such month of a year, that of the day itself included. */
const endOfNamed = (day: Temporal.PlainDate, month: number): Temporal.PlainDate =>
  endOfMonth(day.with({ day: 1 }).add({ months: (month - day.month + 12) % 12 }));

function rounded(day: Temporal.PlainDate, rules: ExpirationRules): Temporal.PlainDate {
  const { rounding_type: type, rounding_value: month } = rules;
  if (!type) return day;
  if (type === "PARTICULAR_MONTH") return endOfNamed(day, month ?? day.month);
  const months = PERIODS[type];
  return endOfNamed(day, Math.ceil(day.month / months) * months);
}

/** The next such day of a year, the day itself included; one that a month lacks is its last. */
function fixedDay(day: Temporal.PlainDate, rules: ExpirationRules): Temporal.PlainDate {
  const inYear = (year: number) =>
    Temporal.PlainDate.from({
      year,
      month: rules.fixed_month ?? 12,
      day: rules.fixed_day ?? 31,
    });
  const thisYear = inYear(day.year);
  return Temporal.PlainDate.compare(thisYear, day) >= 0 ? thisYear : inYear(day.year + 1);
}

/** The last day and instant whose texts sort in the order of time: later ones begin with "+". */
const LAST_DAY = "9999-12-31";
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

/** The instant (ISO, UTC) at which a day of the calendar ends in an IANA time zone. */
export const dayEnd = (date: string, timeZone: string): string => {
  const next = Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(timeZone);
  return new Date(Math.min(next.epochMilliseconds, LAST_INSTANT)).toISOString();
};

/** A day with the instant at which it ends in an IANA time zone. */
export function endOfDay(day: Temporal.PlainDate, timeZone: string): Expiry {
  const date = day.year > 9999 ? LAST_DAY : day.toString();
  return { date, due_at: dayEnd(date, timeZone) };
}

/** The day on which an instant (epoch milliseconds) falls in an IANA time zone. */
export const dayOf = (now: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();

/**
 * When points expire that are got at an instant (epoch milliseconds), by the rules and in the IANA
 * time zone of the project: at the end of a day, which is when the next one begins. Null where no
 * rules are given: they never do. Months go to the same day of the month, or to its last one
 * (reference 2.13, "Expiration rules").
 */
export function expiryOf(
  rules: ExpirationRules | null | undefined,
  now: number,
  timeZone: string,
): Expiry | null {
  if (!rules) return null;
  const today = dayOf(now, timeZone);
  const day =
    rules.period_type === "MONTH"
      ? rounded(today.add({ months: rules.period_value ?? 0 }), rules)
      : fixedDay(today, rules);
  return endOfDay(day, timeZone);
}
