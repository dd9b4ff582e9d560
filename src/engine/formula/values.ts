// Decides what a value of a formula is, and when it can be read as a number, a text or a date.
import { toNumber } from "../../lib/json-value";
import { toEpoch } from "../rules/dates";
import type { Clock } from "../rules/facts";
import type { Truth } from "../rules/logic";

/** A point in time, in epoch milliseconds. */
export interface Moment {
  epochMs: number;
}
export type Scalar = number | string | boolean;
export type List = readonly (Scalar | Moment)[];
export type Value = Scalar | Moment | List;

/** An argument that is computed only when it is asked for; null is a value that is missing. */
export type Lazy = () => Value | null;

/** What a function or an operator does with its arguments, whose number the parser has checked. */
export type Apply = (args: readonly Lazy[], clock: Clock) => Value | null;

const SETTLED_DIGITS = 15;
const SETTLED_BELOW = 1e12;

/** A list of values, from metadata or written out. */
export const isList = (value: Value): value is List => Array.isArray(value);

const isMoment = (value: Value): value is Moment => typeof value === "object" && !isList(value);

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

/** A date as a value, null where there is none or it is not one. */
export function toMoment(date: string | null | undefined, clock: Clock): Moment | null {
  const epochMs = toEpoch(date, clock.timeZone);
  return epochMs === null ? null : { epochMs };
}

/** Epoch milliseconds of a date, or of a text that is one. */
export function epochIn(value: Value, clock: Clock): number | null {
  return isMoment(value) ? value.epochMs : toEpoch(value, clock.timeZone);
}

/** A number or a truth is as good as its text, since metadata may hold either. */
export const textIn = (value: Value): string | null =>
  typeof value === "object" ? null : String(value);

/** The number, or null for what is none: a division by zero, an overflow. */
export const finite = (result: number): number | null => (Number.isFinite(result) ? result : null);

/**
 * A number without the noise of binary fractions: 10000 * 0.07 is 700.0000000000001, and rounding
 * it up has to give 700. Only where 15 digits still hold some decimals, so whole amounts are never
 * touched.
 */
export const settled = (number: number): number =>
  Math.abs(number) < SETTLED_BELOW ? Number(number.toPrecision(SETTLED_DIGITS)) : number;

/** The number with its decimal point moved; exact, where multiplying by 100 is not (1.005). */
export function scaled(number: number, places: number): number {
  const [digits, exponent = "0"] = String(number).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}

/**
 * Rounded by `way` to so many decimals, minus ones being tens; null where the places make no sense.
 */
export function roundedBy(
  way: (number: number) => number,
  number: number,
  places: number,
): number | null {
  if (!Number.isInteger(places) || Math.abs(places) > SETTLED_DIGITS) return null;
  return finite(scaled(way(scaled(settled(number), places)), -places));
}

/** Two texts are compared as they stand ("007" is not "7"); a text and a number as numbers. */
function sameScalar(left: Scalar, right: Scalar): boolean {
  if (typeof left === "string" && typeof right === "string") return left === right;
  if (typeof left === "boolean" || typeof right === "boolean")
    return String(left) === String(right);
  const [a, b] = [toNumber(left), toNumber(right)];
  return a !== null && b !== null && settled(a) === settled(b);
}

/** Whether two values are equal: dates by their instant, a text and a number as numbers. */
export function equal(left: Value, right: Value, clock: Clock): Truth {
  if (isList(left) || isList(right)) return null;
  if (!isMoment(left) && !isMoment(right)) return sameScalar(left, right);
  const [a, b] = [epochIn(left, clock), epochIn(right, clock)];
  return a === null || b === null ? null : a === b;
}

/** Below 0, 0 or above 0 as left is less, equal or more; null where the two have no order. */
export function order(left: Value, right: Value, clock: Clock): number | null {
  const dated = isMoment(left) || isMoment(right);
  const read = (value: Value) => (dated ? epochIn(value, clock) : toNumber(value));
  const [a, b] = [read(left), read(right)];
  return a === null || b === null ? null : settled(a) - settled(b);
}
