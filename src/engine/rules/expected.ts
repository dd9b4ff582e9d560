// Decides when a value is one of those that a condition names: types first, never by coercion to
// text.
import { isRecord, ownText, toNumber } from "../../lib/json-value";
import { isCollection, Membership } from "./goods";

/** The values of a condition, sorted once by what they can be compared with. */
export interface Expected {
  list: readonly unknown[];
  texts: ReadonlySet<string>;
  /** Of all texts together. */
  characters: number;
  /** Texts, and the IDs of what references point at. */
  names: ReadonlySet<string>;
  collections: ReadonlySet<string>;
  /** Given as numbers. */
  numbers: ReadonlySet<number>;
  /** Given as numbers, or as texts that are nothing but one. */
  numerics: ReadonlySet<number>;
  flags: ReadonlySet<boolean>;
}

const NONE: ReadonlySet<never> = new Set();
/** A set only where there is something in it: most conditions have one value of one kind. */
const setOf = <T>(values: readonly T[]): ReadonlySet<T> =>
  values.length === 0 ? NONE : new Set(values);

const idsOf = (reference: Record<string, unknown>): string[] =>
  [ownText(reference, "id"), ownText(reference, "source_id")].filter((id) => id !== null);

/** What came as a list, or as a bare scalar, which counts as a list of one. */
export function expectedOf(values: unknown): Expected {
  const list: readonly unknown[] = Array.isArray(values) ? values : [values];
  const texts = setOf(list.filter((value) => typeof value === "string"));
  const references = list.filter(isRecord);
  const collections = references.filter(isCollection).map((one) => ownText(one, "id"));
  const ids = references.filter((one) => !isCollection(one)).flatMap(idsOf);
  return {
    list,
    texts,
    characters: [...texts].reduce((sum, text) => sum + text.length, 0),
    names: ids.length === 0 ? texts : new Set([...texts, ...ids]),
    collections: setOf(collections.filter((id) => id !== null)),
    numbers: setOf(list.filter((value) => typeof value === "number")),
    numerics: setOf(list.map(toNumber).filter((value) => value !== null)),
    flags: setOf(list.filter((value) => typeof value === "boolean")),
  };
}

function textFits(actual: string, expected: Expected): boolean {
  if (expected.names.has(actual)) return true;
  if (expected.flags.size > 0) {
    if (actual === "true" && expected.flags.has(true)) return true;
    if (actual === "false" && expected.flags.has(false)) return true;
  }
  const number = expected.numbers.size > 0 ? toNumber(actual) : null;
  return number !== null && expected.numbers.has(number);
}

/** Two texts are compared as they stand ("007" is not "7"); a text and a number as numbers. */
export function fits(actual: unknown, expected: Expected): boolean {
  if (typeof actual === "string") return textFits(actual, expected);
  if (typeof actual === "number") return expected.numerics.has(actual);
  if (typeof actual === "boolean") {
    return expected.flags.has(actual) || expected.texts.has(String(actual));
  }
  if (!(actual instanceof Membership)) return false;
  const { collection } = actual;
  return expected.collections.has(collection) || expected.texts.has(collection);
}

/** As `fits`, where the actual value may be a list: one fitting element is enough. */
export function anyFits(actual: unknown, expected: Expected): boolean {
  if (!Array.isArray(actual)) return fits(actual, expected);
  for (const element of actual) if (fits(element, expected)) return true;
  return false;
}
