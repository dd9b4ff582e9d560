// Decides which lines of an order go by one of the names that a condition asks for, without asking
// each line.
import { memoised } from "../../lib/memoised";
import type { Expected } from "./expected";
import { Membership } from "./goods";
import { allAlike, type Grades, NO, UNKNOWN, YES } from "./kleene";
import type { Truth } from "./logic";

type Places = ReadonlyMap<string, readonly number[]>;

/**
 * The lines by each name they go by and each collection they belong to, and those without a name.
 */
export interface NamesIndex {
  size: number;
  names: Places;
  collections: Places;
  unknown: readonly number[];
}

function add(places: Map<string, number[]>, name: string, at: number): void {
  const known = places.get(name);
  if (known === undefined) places.set(name, [at]);
  else known.push(at);
}

function madeIndex(column: readonly unknown[]): NamesIndex {
  const names = new Map<string, number[]>();
  const collections = new Map<string, number[]>();
  const unknown: number[] = [];
  for (const [at, value] of column.entries()) {
    if (!Array.isArray(value)) unknown.push(at);
    else {
      for (const name of value) {
        if (typeof name === "string") add(names, name, at);
        else if (name instanceof Membership) add(collections, name.collection, at);
      }
    }
  }
  return { size: column.length, names, collections, unknown };
}

/** The index of a column of names; made once for a column, which many rules ask. */
export const indexOf = memoised(madeIndex);

/**
 * Whether an index of texts can answer: a number or a flag also equals names that are written
 * differently.
 */
export const isLookup = ({ numbers, flags }: Expected): boolean =>
  numbers.size === 0 && flags.size === 0;

/** The lists of lines that go by what is asked for; a line may be in several. */
function found({ names, collections }: NamesIndex, expected: Expected): (readonly number[])[] {
  const lists = [
    ...Array.from(expected.names, (name) => names.get(name)),
    ...Array.from(expected.collections, (id) => collections.get(id)),
    ...Array.from(expected.texts, (text) => collections.get(text)),
  ];
  return lists.filter((list) => list !== undefined);
}

/** Whether any line of the order goes by one of the names, or none where `isNegative`. */
export function namedTruth(index: NamesIndex, expected: Expected, isNegative: boolean): Truth {
  if (found(index, expected).length > 0) return !isNegative;
  return index.unknown.length > 0 ? null : isNegative;
}

/**
 * For each line of the order, whether it goes by one of the names, or by none where `isNegative`.
 */
export function namedGrades(index: NamesIndex, expected: Expected, isNegative: boolean): Grades {
  const grades = allAlike(index.size, isNegative);
  for (const at of index.unknown) grades[at] = UNKNOWN;
  for (const list of found(index, expected)) {
    for (const at of list) grades[at] = isNegative ? NO : YES;
  }
  return grades;
}
