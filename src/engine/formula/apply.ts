// Decides what a function does when an argument is missing or of the wrong kind: it has no value.
import { present } from "../../lib/assert";
import type { Clock } from "../rules/facts";
import type { Truth } from "../rules/logic";
import type { Exact } from "./exact";
import { type Apply, epochIn, type Lazy, numberIn, type Value } from "./values";

/** The argument at an index that the parser has made sure of, computed now. */
export const read = (args: readonly Lazy[], index: number): Value | null =>
  present(args[index], "an argument of a formula")();

/** Needs every argument. */
export const strict =
  (apply: (values: readonly Value[], clock: Clock) => Value | null): Apply =>
  (args, clock) => {
    const values: Value[] = [];
    for (const arg of args) {
      const value = arg();
      if (value === null) return null;
      values.push(value);
    }
    return apply(values, clock);
  };

/** Needs every argument to be a number, or a text that is one. */
export const numeric = (apply: (...numbers: Exact[]) => Exact | null): Apply =>
  strict((values) => {
    const numbers: Exact[] = [];
    for (const value of values) {
      const number = numberIn(value);
      if (number === null) return null;
      numbers.push(number);
    }
    return apply(...numbers);
  });

/** Needs two values. */
export const paired = (apply: (left: Value, right: Value, clock: Clock) => Truth): Apply =>
  strict(([left, right], clock) =>
    apply(present(left, "the left side"), present(right, "the right side"), clock),
  );

/** Needs every argument to be a date, or a text that is one; `apply` gets epoch milliseconds. */
export const dated = (apply: (epochs: readonly number[], clock: Clock) => Value | null): Apply =>
  strict((values, clock) => {
    const epochs: number[] = [];
    for (const value of values) {
      const epochMs = epochIn(value, clock);
      if (epochMs === null) return null;
      epochs.push(epochMs);
    }
    return apply(epochs, clock);
  });

/** Needs one date. */
export const dating = (apply: (epochMs: number, clock: Clock) => Value | null): Apply =>
  dated(([epochMs], clock) => apply(present(epochMs, "the date"), clock));
