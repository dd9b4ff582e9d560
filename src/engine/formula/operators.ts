// Decides what each operator of a formula gives, and which one binds tighter.

import { COST, paid } from "../../lib/work";
import { zoned } from "../rules/dates";
import type { Clock } from "../rules/facts";
import { not, type Truth } from "../rules/logic";
import { holdsOneOf } from "../rules/parts";
import { dated, numeric, paired, read, strict } from "./apply";
import { minus, negated, over, plus, remainder, times } from "./exact";
import { type Apply, equal, isList, order, textIn, type Value } from "./values";

export interface FormulaOperator {
  /** The higher the tighter. */
  level: number;
  apply: Apply;
}

/** At this level two comparisons in a row are refused. */
export const COMPARISON_LEVEL = 3;

/** Kleene's truth, as in the logic of rules: a false decides an AND, whatever the other side is. */
const joined =
  (decisive: boolean): Apply =>
  (args) => {
    const left = read(args, 0);
    if (left === decisive) return decisive;
    const right = read(args, 1);
    if (right === decisive) return decisive;
    return typeof left === "boolean" && typeof right === "boolean" ? !decisive : null;
  };

const compared = (fits: (difference: number) => boolean): Apply =>
  paired((left, right, clock) => {
    const difference = order(left, right, clock);
    return difference === null ? null : fits(difference);
  });

const texts = (fits: (text: string, part: string) => boolean): Apply =>
  paired((left, right, clock) => {
    const [text, part] = [textIn(left), textIn(right)];
    if (text === null || part === null || !paid(clock, part.length)) return null;
    return fits(text, part);
  });

/** Lists come from orders and customers, so that what they are compared by is bounded here. */
const MOST_COMPARED = 1_000;

/**
 * Whether a value, or one element of a list of values, is among the elements of the other side.
 * More than a thousand pairs are not compared: that cannot be told.
 */
function among(value: Value, list: Value, clock: Clock): Truth {
  const elements = isList(list) ? list : [list];
  const values = isList(value) ? value : [value];
  if (elements.length * values.length > MOST_COMPARED) return null;
  if (!paid(clock, COST.part * elements.length * values.length)) return null;
  return values.some((each) => elements.some((element) => equal(each, element, clock) === true));
}

/** A text is a set as well, its members divided by commas: `"EU,EMEA"`. */
const inSet = (value: Value, set: Value, clock: Clock): Truth => {
  if (typeof set !== "string") return among(value, set, clock);
  if (!paid(clock, COST.element * set.length)) return null;
  return among(
    value,
    set.split(",").map((one) => one.trim()),
    clock,
  );
};

const contains = (left: Value, right: Value, clock: Clock): Truth => {
  if (isList(left)) return among(right, left, clock);
  const [text, part] = [textIn(left), textIn(right)];
  if (text === null || part === null) return null;
  return holdsOneOf(text, { texts: new Set([part]), characters: part.length }, clock.work);
};

const instants = (fits: (left: number, right: number, clock: Clock) => boolean): Apply =>
  dated(([left = Number.NaN, right = Number.NaN], clock) => fits(left, right, clock));

const sameDay = (left: number, right: number, { timeZone }: Clock): boolean =>
  zoned(left, timeZone).toPlainDate().equals(zoned(right, timeZone).toPlainDate());

/** The minus before a single value. */
export const negate: Apply = numeric(negated);

/** The elements of a list that is written out; one that is a list itself adds its own elements. */
export const listOf: Apply = strict((values) =>
  values.flatMap((value) => (isList(value) ? value : [value])),
);

const at = (level: number, table: Record<string, Apply>): [string, FormulaOperator][] =>
  Object.entries(table).map(([name, apply]) => [name, { level, apply }]);

/** By name in capitals: words are read in any case. */
export const OPERATORS: ReadonlyMap<string, FormulaOperator> = new Map([
  ...at(1, { OR: joined(true) }),
  ...at(2, { AND: joined(false) }),
  ...at(COMPARISON_LEVEL, {
    "=": paired(equal),
    "!=": paired((left, right, clock) => not(equal(left, right, clock))),
    "<": compared((difference) => difference < 0),
    "<=": compared((difference) => difference <= 0),
    ">": compared((difference) => difference > 0),
    ">=": compared((difference) => difference >= 0),
    IS: paired(equal),
    ISNOT: paired((left, right, clock) => not(equal(left, right, clock))),
    CONTAINS: paired(contains),
    STARTSWITH: texts((text, part) => text.startsWith(part)),
    ENDSWITH: texts((text, part) => text.endsWith(part)),
    IN_ARRAY: paired(inSet),
    NOT_IN_ARRAY: paired((left, right, clock) => not(inSet(left, right, clock))),
    DATE_IS: instants(sameDay),
    DATE_IS_NOT: instants((left, right, clock) => !sameDay(left, right, clock)),
    IS_AFTER: instants((left, right) => left > right),
    IS_BEFORE: instants((left, right) => left < right),
  }),
  ...at(4, {
    "+": numeric(plus),
    "-": numeric(minus),
  }),
  ...at(5, {
    "*": numeric(times),
    "/": numeric(over),
    "%": numeric(remainder),
  }),
]);
