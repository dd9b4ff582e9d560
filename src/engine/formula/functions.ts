// Decides what each function of a formula gives, and how many arguments it takes.
import { daysFromToday, isDate, zoned } from "../rules/dates";
import type { Clock } from "../rules/facts";
import { dating, numeric, read } from "./apply";
import { ceil, compare, Exact, floor, halfUp, power, shifted, toDouble } from "./exact";
import { type Apply, equal, type Moment } from "./values";

export interface FormulaFunction {
  least: number;
  most: number;
  apply: Apply;
  /** What a number or a text that is written out as the first argument has to be. */
  literal?: { wants: string; accepts: (value: number | string) => boolean };
}

/** Only the branch that is taken is computed, so the other one may miss what it needs. */
const choose: Apply = (args) => {
  const condition = read(args, 0);
  if (typeof condition !== "boolean") return null;
  return read(args, condition ? 1 : 2);
};

/**
 * Arguments: what is looked at, then each case with its result, then the default if there is one.
 */
export const switchOver: Apply = (args, clock) => {
  const subject = read(args, 0);
  if (subject === null) return null;
  let next = 1;
  for (; next + 1 < args.length; next += 2) {
    const value = read(args, next);
    const fits = value === null ? null : equal(subject, value, clock);
    if (fits === null) return null;
    if (fits) return read(args, next + 1);
  }
  return next < args.length ? read(args, next) : null;
};

/** More decimals than a number of a client has make no sense. */
const MOST_PLACES = 15;

/** Rounded to so many decimals, minus ones being tens; null where the places make no sense. */
const rounding = (way: (number: Exact) => bigint): FormulaFunction => ({
  least: 1,
  most: 2,
  apply: numeric((number: Exact, to: Exact = new Exact(0n)) => {
    const places = toDouble(to);
    if (!Number.isInteger(places) || Math.abs(places) > MOST_PLACES) return null;
    return shifted(new Exact(way(shifted(number, places))), -places);
  }),
});

const extreme = (sign: 1 | -1): FormulaFunction => ({
  least: 1,
  most: Number.POSITIVE_INFINITY,
  apply: numeric((...numbers) =>
    numbers.reduce((found, one) => (sign * compare(one, found) > 0 ? one : found)),
  ),
});

const ofDate = (apply: (epochMs: number, clock: Clock) => number): FormulaFunction => ({
  least: 1,
  most: 1,
  apply: dating(apply),
});

const calendar = (epochMs: number, clock: Clock) => zoned(epochMs, clock.timeZone).toPlainDate();

/** Whole months or years between two calendar days: an age changes on the birthday. */
const between = (from: Temporal.PlainDate, to: Temporal.PlainDate, unit: "months" | "years") =>
  from.until(to, { largestUnit: unit })[unit];

const since = (unit: "months" | "years") =>
  ofDate((epochMs, clock) => between(calendar(epochMs, clock), calendar(clock.now, clock), unit));

/** A date with a time of day stands for its day. */
const startOfDay = (epochMs: number, { timeZone }: Clock) => ({
  epochMs: zoned(epochMs, timeZone).startOfDay().epochMilliseconds,
});

const toDate = (apply: (epochMs: number, clock: Clock) => Moment): FormulaFunction => ({
  least: 1,
  most: 1,
  apply: dating(apply),
  literal: { wants: "an ISO 8601 date", accepts: isDate },
});

/** Every function but SWITCH, whose cases have a shape of their own. */
export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = new Map<string, FormulaFunction>([
  ["MIN", extreme(-1)],
  ["MAX", extreme(1)],
  ["POW", { least: 2, most: 2, apply: numeric(power) }],
  ["IF", { least: 3, most: 3, apply: choose }],
  ["DEFAULT_TO", { least: 2, most: 2, apply: (args) => read(args, 0) ?? read(args, 1) }],
  ["ROUND", rounding(halfUp)],
  ["FLOOR", rounding(floor)],
  ["CEIL", rounding(ceil)],
  ["DATE", toDate(startOfDay)],
  ["DATE_TIME", toDate((epochMs) => ({ epochMs }))],
  ["DAY_OF_MONTH", ofDate((epochMs, clock) => calendar(epochMs, clock).day)],
  ["MONTH", ofDate((epochMs, clock) => calendar(epochMs, clock).month)],
  ["YEAR", ofDate((epochMs, clock) => calendar(epochMs, clock).year)],
  ["DAYS_SINCE", ofDate((epochMs, clock) => -daysFromToday(epochMs, clock))],
  ["MONTHS_SINCE", since("months")],
  ["YEARS_SINCE", since("years")],
  ["DAYS_UNTIL", ofDate(daysFromToday)],
  [
    "MONTHS_UNTIL",
    ofDate((epochMs, clock) =>
      between(calendar(clock.now, clock), calendar(epochMs, clock), "months"),
    ),
  ],
]);
