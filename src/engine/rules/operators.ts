// Decides what each operator of a rule means, and which values it takes.
import { toNumber } from "../../lib/json-value";
import { COST, MOST_POINTS, paid } from "../../lib/work";
import { liesIn } from "../geo/lies-in";
import { isLocated } from "../geo/named";
import { pointOf } from "../geo/point";
import { DATE_OPERATORS } from "./date-operators";
import { anyFits, type Expected, expectedOf } from "./expected";
import { isReference } from "./goods";
import {
  anyElement,
  asList,
  COUNT,
  FEW,
  type Holds,
  MANY,
  NOTHING,
  NUMBER,
  negated,
  type Operator,
  onWhole,
  plain,
  SOME,
  type Values,
} from "./operator";
import { holdsOneOf } from "./parts";

const isScalar = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

const SCALAR: Values = {
  most: MANY,
  wants: "a text, a number, true, false or an object with an id",
  accepts: (value) => isScalar(value) || isReference(value),
};
const TEXT: Values = { most: SOME, wants: "a text", accepts: (value) => typeof value === "string" };

/** Each value is compared with each element where neither finds the other by its name. */
const pairs = (actual: unknown, { list }: Expected): number =>
  COST.element * asList(actual).length * list.length;

/** One element of the actual value that fits one of the expected values. */
const positive = (values: Values, fitsOne: Holds): Operator => ({
  ...values,
  ...plain,
  holds: anyElement(fitsOne),
});

/** What a look at each element costs, which is made once for all values. */
const looks = (actual: unknown): number => COST.element * asList(actual).length;

const fitsAny: Holds = (actual, expected, clock) =>
  paid(clock, looks(actual)) && anyFits(actual, expected);

const isOneOf: Operator = { ...SCALAR, ...plain, byName: true, holds: fitsAny };
const isNoneOf = negated(isOneOf);

const numeric = (compares: (left: number, right: number) => boolean): Operator => {
  const one: Holds = (actual, expected, clock) => {
    if (Array.isArray(actual)) return holds(actual, expected, clock);
    const left = toNumber(actual);
    if (left === null || !paid(clock, expected.numerics.size)) return false;
    for (const right of expected.numerics) if (compares(left, right)) return true;
    return false;
  };
  const holds = anyElement(one);
  return { ...NUMBER, ...plain, holds };
};

const textual = (textFits: (actual: string, expected: string) => boolean): Operator =>
  positive(TEXT, (actual, { texts, characters }, clock) => {
    if (typeof actual !== "string" || !paid(clock, texts.size + characters)) return false;
    for (const text of texts) if (textFits(actual, text)) return true;
    return false;
  });

const partOf = positive(TEXT, (actual, expected, { work }) =>
  typeof actual === "string" ? holdsOneOf(actual, expected, work) : false,
);

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

/** Counts the elements of a list; anything else has no count. */
const counted = (compares: (count: number, expected: number) => boolean): Operator =>
  onWhole(COUNT, (actual, expected) => {
    if (!Array.isArray(actual)) return false;
    for (const wanted of expected.numerics) if (compares(actual.length, wanted)) return true;
    return false;
  });

/** Both lists name the same things, whatever their order and repetitions. */
const notDiffer = onWhole(SCALAR, (actual, expected, clock) => {
  const list = asList(actual);
  if (!paid(clock, pairs(actual, expected))) return null;
  const isNamed = (value: unknown): boolean => {
    const one = expectedOf(value);
    return list.some((element) => anyFits(element, one));
  };
  return list.every((element) => anyFits(element, expected)) && expected.list.every(isNamed);
});

/** The lists have nothing in common. */
const notIntersect = onWhole(
  SCALAR,
  (actual, expected, clock) =>
    paid(clock, looks(actual)) && !asList(actual).some((element) => anyFits(element, expected)),
);

/** Each of the values is in the list. */
const includesAll = onWhole(
  SCALAR,
  (actual, expected, clock) =>
    paid(clock, pairs(actual, expected)) &&
    expected.list.every((value) => anyFits(actual, expectedOf(value))),
);

/** One of the values is in the list. */
const intersects = onWhole(SCALAR, fitsAny);

const hasAny = (actual: unknown): boolean =>
  Array.isArray(actual) ? actual.length > 0 : actual !== null && actual !== undefined;

const hasValue: Operator = { ...NOTHING, ...plain, presence: true, holds: hasAny };
const isUnknown: Operator = {
  ...hasValue,
  negative: true,
  holds: (actual) => !hasAny(actual),
};

const LOCATION: Values = {
  most: FEW,
  wants: "the id of a location",
  accepts: (value) => typeof value === "string" && /^loc_\w{1,60}$/.test(value),
};

const inOneOf = positive(LOCATION, (actual, { list }, clock) => {
  const point = paid(clock, COST.point) ? pointOf(actual) : null;
  if (point === null) return false;
  return list.some((location) => isLocated(location) && liesIn(location.shape, point, clock.work));
});

/**
 * A point that lies in one of the locations; what is no point lies in none. Of more points than
 * `MOST_POINTS` nobody knows.
 */
const inLocation: Operator = {
  ...inOneOf,
  holds: (actual, expected, clock) =>
    asList(actual).length > MOST_POINTS ? null : inOneOf.holds(actual, expected, clock),
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
  ["$includes", includesAll],
  ["$intersects", intersects],
  ["$in_location", inLocation],
  ["$not_in_location", negated(inLocation)],
  ...DATE_OPERATORS,
]);
