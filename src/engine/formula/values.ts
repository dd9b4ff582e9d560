// Decides what a value of a formula is, and when it can be read as a number, a text or a date.
import { toNumber } from "../../lib/json-value";
import { paid } from "../../lib/work";
import { toEpoch } from "../rules/dates";
import type { Clock } from "../rules/facts";
import type { Truth } from "../rules/logic";
import { compare, Exact, exactOf, toDouble } from "./exact";

/** A point in time, in epoch milliseconds. */
export interface Moment {
  epochMs: number;
}
export type Scalar = number | string | boolean;
/** A number as it was sent, or one that was computed. */
type Single = Scalar | Exact | Moment;
export type List = readonly Single[];
export type Value = Single | List;

/** An argument that is computed only when it is asked for; null is a value that is missing. */
export type Lazy = () => Value | null;

/** What a function or an operator does with its arguments, whose number the parser has checked. */
export type Apply = (args: readonly Lazy[], clock: Clock) => Value | null;

/** A list of values, from metadata or written out. */
export const isList = (value: Value): value is List => Array.isArray(value);

const isMoment = (value: Value): value is Moment =>
  typeof value === "object" && !isList(value) && !(value instanceof Exact);

const isScalar = (value: unknown): value is Scalar =>
  typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

/** Longer lists of metadata are no values: an evaluation takes bounded time. */
const MOST_ELEMENTS = 1_000;

/**
 * What metadata hold as a value: a number, a text, a truth or a list of these; null for the rest.
 */
export function toValue(found: unknown): Value | null {
  if (Array.isArray(found)) return found.length > MOST_ELEMENTS ? null : found.filter(isScalar);
  return isScalar(found) ? found : null;
}

/** A number, or a text that is one; null for anything else. */
export function numberIn(value: Value): Exact | null {
  if (value instanceof Exact) return value;
  const number = toNumber(value);
  return number === null ? null : exactOf(number);
}

/** A date as a value, null where there is none or it is not one. */
export function toMoment(date: string | null | undefined, clock: Clock): Moment | null {
  const epochMs = toEpoch(date, clock.timeZone);
  return epochMs === null ? null : { epochMs };
}

/** Epoch milliseconds of a date, or of a text that is one. */
export function epochIn(value: Value, clock: Clock): number | null {
  if (value instanceof Exact) return null;
  return isMoment(value) ? value.epochMs : toEpoch(value, clock.timeZone);
}

/** A number or a truth is as good as its text, since metadata may hold either. */
export function textIn(value: Value): string | null {
  if (value instanceof Exact) return String(toDouble(value));
  return typeof value === "object" ? null : String(value);
}

/** Two texts are compared as they stand ("007" is not "7"); a text and a number as numbers. */
function sameScalar(left: Scalar | Exact, right: Scalar | Exact): boolean {
  if (typeof left === "string" && typeof right === "string") return left === right;
  if (typeof left === "boolean" || typeof right === "boolean")
    return String(left) === String(right);
  const [a, b] = [numberIn(left), numberIn(right)];
  return a !== null && b !== null && compare(a, b) === 0;
}

/** Whether two values are equal: dates by their instant, a text and a number as numbers. */
export function equal(left: Value, right: Value, clock: Clock): Truth {
  if (isList(left) || isList(right)) return null;
  if (!isMoment(left) && !isMoment(right)) {
    const areTexts = typeof left === "string" && typeof right === "string";
    return areTexts && !paid(clock, left.length >> 3) ? null : sameScalar(left, right);
  }
  const [a, b] = [epochIn(left, clock), epochIn(right, clock)];
  return a === null || b === null ? null : a === b;
}

/** Below 0, 0 or above 0 as left is less, equal or more; null where the two have no order. */
export function order(left: Value, right: Value, clock: Clock): number | null {
  if (isMoment(left) || isMoment(right)) {
    const [a, b] = [epochIn(left, clock), epochIn(right, clock)];
    return a === null || b === null ? null : a - b;
  }
  const [a, b] = [numberIn(left), numberIn(right)];
  return a === null || b === null ? null : compare(a, b);
}
