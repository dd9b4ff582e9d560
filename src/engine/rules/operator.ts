// Decides what every operator has in common: the values that it takes, and how lists answer it.
import { isEmptyRecord, toNumber } from "../../lib/json-value";
import { COST, isOver, paid } from "../../lib/work";
import { toDays } from "./dates";
import type { Expected } from "./expected";
import type { Clock } from "./facts";
import { not, type Truth } from "./logic";

/** Null where it cannot be told: too much would have to be compared. */
export type Holds = (actual: unknown, expected: Expected, clock: Clock) => Truth;

export interface Values {
  /** What the operator takes, for the refusal's text. */
  wants: string;
  /** How many values it takes: few where each is compared with each line on its own. */
  most: number;
  accepts: (value: unknown) => boolean;
  /** It compares with no value: what stands there only says that it is asked. */
  isBare?: boolean;
}

/** From an instant up to another one, without that, in epoch milliseconds; infinite where open. */
export interface Span {
  from: number;
  until: number;
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
  /** The time that a value means, where the operator holds for exactly the dates within. */
  spans?: (value: unknown, clock: Clock) => readonly Span[];
}

export const MANY = 1000;
export const SOME = 100;
export const FEW = 20;

export const NUMBER: Values = {
  most: MANY,
  wants: "a number",
  accepts: (value) => toNumber(value) !== null,
};
export const COUNT: Values = {
  most: FEW,
  wants: "a whole number from 0",
  accepts: (value) => toDays(value) !== null,
};
export const NOTHING: Values = {
  most: FEW,
  wants: "no value, or true",
  accepts: (value) =>
    value === true || value === "true" || value === "" || value === null || isEmptyRecord(value),
  isBare: true,
};

export const asList = (actual: unknown): readonly unknown[] =>
  Array.isArray(actual) ? actual : [actual];

/** Holds for a list where it holds for one of its elements. */
export const anyElement =
  (holds: Holds): Holds =>
  (actual, expected, clock) => {
    let truth: Truth = false;
    for (const element of asList(actual)) {
      if (!paid(clock, COST.element)) return null;
      const one = holds(element, expected, clock);
      if (one === true) return true;
      if (one === null) truth = null;
    }
    return truth;
  };

export const plain = { negative: false, whole: false, presence: false, byName: false };

export const negated = (operator: Operator): Operator => ({
  ...operator,
  negative: !operator.negative,
  holds: (actual, expected, clock) => not(operator.holds(actual, expected, clock)),
});

export const onWhole = (values: Values, holds: Holds): Operator => ({
  ...values,
  ...plain,
  whole: true,
  holds,
});

/** What an operator says, and null for all that is asked after the work of a decision is over. */
export function answer(
  operator: Operator,
  actual: unknown,
  expected: Expected,
  clock: Clock,
): Truth {
  if (!paid(clock, COST.condition)) return null;
  const truth = operator.holds(actual, expected, clock);
  return isOver(clock) ? null : truth;
}
