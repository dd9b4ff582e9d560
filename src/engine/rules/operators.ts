// Decides what each operator of a rule means, and which values it takes.
import { toNumber } from "../../lib/json-value";
import {
  dayOfWeek,
  daysFromToday,
  isDate,
  shifted,
  toDayOfWeek,
  toDays,
  toEpoch,
  toLapse,
} from "./dates";
import { anyFits, type Expected, expectedOf } from "./expected";
import type { Clock } from "./facts";
import { isReference } from "./goods";
import {
  inAbsoluteTimeframe,
  inDailyHours,
  inTimeframe,
  isAbsoluteTimeframe,
  isDailyHours,
  isTimeframe,
} from "./timeframes";

type Holds = (actual: unknown, expected: Expected, clock: Clock) => boolean;
type Pair = (actual: unknown, expected: unknown, clock: Clock) => boolean;

interface Values {
  /** What the operator takes, for the refusal's text. */
  wants: string;
  /** How many values it takes: few where each is compared with each line on its own. */
  most: number;
  accepts: (value: unknown) => boolean;
}

/** One operator. It decides on known values. */
export interface Operator extends Values {
  holds: Holds;
  /** Says that something is not so: over lines of which one may fit, it must hold for all. */
  negative: boolean;
  /** Looks at a list as a whole rather than line by line. */
  whole: boolean;
  /** Asks whether there is a value at all, so that an absent property is an answer. */
  presence: boolean;
  /** Among names: true of a line that goes by one of them, or by none where it is negative. */
  byName: boolean;
}

const MANY = 1000;
const SOME = 100;
const FEW = 20;

const isScalar = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

const SCALAR: Values = {
  most: MANY,
  wants: "a text, a number, true, false or an object with an id",
  accepts: (value) => isScalar(value) || isReference(value),
};
const TEXT: Values = { most: SOME, wants: "a text", accepts: (value) => typeof value === "string" };
const NUMBER: Values = {
  most: MANY,
  wants: "a number",
  accepts: (value) => toNumber(value) !== null,
};
const COUNT: Values = {
  most: FEW,
  wants: "a whole number from 0",
  accepts: (value) => toDays(value) !== null,
};
const LAPSE: Values = {
  most: FEW,
  wants: "an ISO 8601 duration or a number of days",
  accepts: (value) => toLapse(value) !== null,
};
const DATE: Values = { most: FEW, wants: "an ISO 8601 date", accepts: isDate };
const DAY: Values = {
  most: FEW,
  wants: "a day of the week from 0 (Sunday) to 6",
  accepts: (value) => toDayOfWeek(value) !== null,
};
const FRAME: Values = { most: FEW, wants: "'start;interval;duration'", accepts: isTimeframe };
const SPAN: Values = {
  most: FEW,
  wants: "'from;to' with from before to",
  accepts: isAbsoluteTimeframe,
};
const HOURS: Values = { most: FEW, wants: "'HH:mm;HH:mm;days'", accepts: isDailyHours };
const NOTHING: Values = {
  most: FEW,
  wants: "no value, or true",
  accepts: (value) => value === true || value === "true" || value === "" || value === null,
};

const asList = (actual: unknown): readonly unknown[] => (Array.isArray(actual) ? actual : [actual]);

/** One element of the actual value that fits one of the expected values. */
const anyPair =
  (pairFits: Pair): Holds =>
  (actual, expected, clock) =>
    asList(actual).some((element) =>
      expected.list.some((value) => pairFits(element, value, clock)),
    );

const plain = { negative: false, whole: false, presence: false, byName: false };
const positive = (values: Values, pairFits: Pair): Operator => ({
  ...values,
  ...plain,
  holds: anyPair(pairFits),
});

const negated = (operator: Operator): Operator => ({
  ...operator,
  negative: !operator.negative,
  holds: (actual, expected, clock) => !operator.holds(actual, expected, clock),
});

const isOneOf: Operator = { ...SCALAR, ...plain, byName: true, holds: anyFits };
const isNoneOf = negated(isOneOf);

const numeric = (compares: (left: number, right: number) => boolean): Operator => {
  const holds = (actual: unknown, expected: Expected): boolean => {
    if (Array.isArray(actual)) return actual.some((element) => holds(element, expected));
    const left = toNumber(actual);
    if (left === null) return false;
    for (const right of expected.numerics) if (compares(left, right)) return true;
    return false;
  };
  return { ...NUMBER, ...plain, holds };
};

const textual = (textFits: (actual: string, expected: string) => boolean): Operator =>
  positive(
    TEXT,
    (actual, expected) =>
      typeof actual === "string" && typeof expected === "string" && textFits(actual, expected),
  );

const partOf = textual((actual, part) => actual.includes(part));

/** In a list, contains is membership; in a text it is a part of it. */
const contains: Operator = {
  ...isOneOf,
  most: SOME,
  holds: (actual, expected, clock) =>
    (Array.isArray(actual) ? isOneOf : partOf).holds(actual, expected, clock),
};

/**
 * The opposite of `contains`: none of the values is a member of the list, or a part of the text.
 */
const containsNone = negated(contains);

/** The actual value must be a date, read once; `lies` gets it in epoch milliseconds. */
const dated = (
  values: Values,
  lies: (actualMs: number, expected: unknown, clock: Clock) => boolean,
): Operator => ({
  ...values,
  ...plain,
  holds: (actual, expected, clock) =>
    asList(actual).some((element) => {
      const actualMs = toEpoch(element, clock.timeZone);
      return actualMs !== null && expected.list.some((value) => lies(actualMs, value, clock));
    }),
});

const compared = (lies: (actualMs: number, expectedMs: number) => boolean): Operator =>
  dated(DATE, (actualMs, expected, clock) => {
    const expectedMs = toEpoch(expected, clock.timeZone);
    return expectedMs !== null && lies(actualMs, expectedMs);
  });

/** `lies` gets the date and the instant that lies the given lapse before (-1) or after (1) now. */
const lapsed = (
  sign: 1 | -1,
  lies: (actualMs: number, boundMs: number, nowMs: number) => boolean,
): Operator =>
  dated(LAPSE, (actualMs, expected, clock) => {
    const lapse = toLapse(expected);
    return lapse !== null && lies(actualMs, shifted(clock, lapse, sign), clock.now);
  });

const daysAway = (sign: 1 | -1): Operator =>
  dated(COUNT, (actualMs, expected, clock) => {
    const days = toDays(expected);
    return days !== null && daysFromToday(actualMs, clock) === sign * days;
  });

const windowed = (
  values: Values,
  lies: (epochMs: number, value: unknown, timeZone: string) => boolean,
): Operator =>
  dated(values, (actualMs, expected, clock) => lies(actualMs, expected, clock.timeZone));

const onWhole = (values: Values, holds: Holds): Operator => ({
  ...values,
  ...plain,
  whole: true,
  holds,
});

/** Counts the elements of a list; anything else has no count. */
const counted = (compares: (count: number, expected: number) => boolean): Operator =>
  onWhole(COUNT, (actual, expected) => {
    if (!Array.isArray(actual)) return false;
    for (const wanted of expected.numerics) if (compares(actual.length, wanted)) return true;
    return false;
  });

/** Both lists name the same things, whatever their order and repetitions. */
const notDiffer = onWhole(SCALAR, (actual, expected) => {
  const list = asList(actual);
  const isNamed = (value: unknown): boolean => {
    const one = expectedOf(value);
    return list.some((element) => anyFits(element, one));
  };
  return list.every((element) => anyFits(element, expected)) && expected.list.every(isNamed);
});

/** The lists have nothing in common. */
const notIntersect = onWhole(
  SCALAR,
  (actual, expected) => !asList(actual).some((element) => anyFits(element, expected)),
);

const hasAny = (actual: unknown): boolean =>
  Array.isArray(actual) ? actual.length > 0 : actual !== null && actual !== undefined;

const hasValue: Operator = { ...NOTHING, ...plain, presence: true, holds: hasAny };
const isUnknown: Operator = {
  ...hasValue,
  negative: true,
  holds: (actual) => !hasAny(actual),
};

const moreThan = numeric((left, right) => left > right);
const moreThanOrEqual = numeric((left, right) => left >= right);
const lessThan = numeric((left, right) => left < right);
const lessThanOrEqual = numeric((left, right) => left <= right);

/** Every operator of a rule and its other spellings (contract, Validation rule: `conditions`). */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["$is", isOneOf],
  ["$in", isOneOf],
  ["$from", isOneOf],
  ["$is_not", isNoneOf],
  ["$not_in", isNoneOf],
  ["$more_than", moreThan],
  ["$greater_than", moreThan],
  ["$more_than_or_equal", moreThanOrEqual],
  ["$greater_than_or_equal", moreThanOrEqual],
  ["$more_than_equal", moreThanOrEqual],
  ["$greater_than_equal", moreThanOrEqual],
  ["$less_than", lessThan],
  ["$less_than_or_equal", lessThanOrEqual],
  ["$less_than_equal", lessThanOrEqual],
  ["$starts_with", textual((actual, start) => actual.startsWith(start))],
  ["$ends_with", textual((actual, end) => actual.endsWith(end))],
  ["$contains", contains],
  ["$not_contain", containsNone],
  ["$has_value", hasValue],
  ["$is_unknown", isUnknown],
  ["$count", counted((count, expected) => count === expected)],
  ["$count_more", counted((count, expected) => count > expected)],
  ["$count_less", counted((count, expected) => count < expected)],
  ["$not_differ", notDiffer],
  ["$not_intersect", notIntersect],
  ["$after", compared((actualMs, expectedMs) => actualMs > expectedMs)],
  ["$before", compared((actualMs, expectedMs) => actualMs < expectedMs)],
  ["$more_than_ago", lapsed(-1, (actualMs, boundMs) => actualMs < boundMs)],
  ["$less_than_ago", lapsed(-1, (ms, boundMs, nowMs) => ms > boundMs && ms <= nowMs)],
  ["$is_days_ago", daysAway(-1)],
  ["$more_than_future", lapsed(1, (actualMs, boundMs) => actualMs > boundMs)],
  ["$less_than_future", lapsed(1, (ms, boundMs, nowMs) => ms < boundMs && ms >= nowMs)],
  ["$is_days_in_future", daysAway(1)],
  ["$timeframe", windowed(FRAME, inTimeframe)],
  ["$timeframe_absolute", windowed(SPAN, inAbsoluteTimeframe)],
  ["$timeframe_daily_hours", windowed(HOURS, inDailyHours)],
  ["$dow", dated(DAY, (ms, day, clock) => dayOfWeek(ms, clock.timeZone) === toDayOfWeek(day))],
]);
