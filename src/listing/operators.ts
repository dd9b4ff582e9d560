// Decides what each operator asks of the values of a field, as SQL: the same as in memory
// (`engine/rules/operators.ts`), which a test holds it to.

import { type Fragment, joined, raw, sql } from "../db/sql";
import { toNumber } from "../lib/json-value";

/** A value, with conditions that it is of a type. */
export interface Element {
  value: Fragment;
  isText: Fragment;
  isNumber: Fragment;
  isTrue: Fragment;
  isFalse: Fragment;
}

/** What a field holds: one value, or a list whose elements are asked one by one. */
export interface Source {
  any: (test: (element: Element) => Fragment) => Fragment;
  isList: Fragment;
  length: Fragment;
}

/** The operands of a condition, by where they stand in the statement's only parameter. */
export interface Operands {
  /** `SELECT value` of a list among them. */
  list: (name: keyof Sorted) => Fragment;
  /** The rows of a list among them, for a FROM. */
  rows: (name: keyof Sorted) => Fragment;
  one: (name: keyof Sorted) => Fragment;
  sorted: Sorted;
}

/** The values of a condition, sorted by what they can be compared with. */
export interface Sorted {
  texts: readonly string[];
  numbers: readonly number[];
  /** Each text with the number that it is, if it is one. */
  pairs: readonly [string, number | null][];
  least: number | null;
  most: number | null;
}

export function sortedOf(texts: readonly string[]): Sorted {
  const numbers = texts.map(toNumber).filter((number) => number !== null);
  return {
    texts,
    numbers,
    pairs: texts.map((text) => [text, toNumber(text)]),
    least: numbers.length > 0 ? Math.min(...numbers) : null,
    most: numbers.length > 0 ? Math.max(...numbers) : null,
  };
}

export const all = (...parts: readonly Fragment[]): Fragment => sql`(${joined(parts, " AND ")})`;
export const some = (...parts: readonly Fragment[]): Fragment => sql`(${joined(parts, " OR ")})`;
export const not = (part: Fragment): Fragment => sql`NOT ${part}`;
export const NEVER = raw("0");

type Test = (source: Source, operands: Operands) => Fragment;

/** The value is one of those that were sent: types first, a number also as it was written. */
const fits = (element: Element, { list, sorted }: Operands): Fragment =>
  some(
    all(element.isText, sql`${element.value} IN (${list("texts")})`),
    all(element.isNumber, sql`${element.value} IN (${list("numbers")})`),
    ...(sorted.texts.includes("true") ? [element.isTrue] : []),
    ...(sorted.texts.includes("false") ? [element.isFalse] : []),
  );

const isOneOf: Test = (source, operands) => source.any((element) => fits(element, operands));

/** The same of one of the values, which stands as a pair in `asked`. */
const fitsPair = ({ value, isText, isNumber, isTrue, isFalse }: Element): Fragment =>
  some(
    all(isText, sql`${value} = asked.value->>0`),
    all(isNumber, sql`${value} IS asked.value->>1`),
    all(isTrue, raw("asked.value->>0 = 'true'")),
    all(isFalse, raw("asked.value->>0 = 'false'")),
  );

const includesAll: Test = (source, { rows }) =>
  sql`NOT EXISTS (SELECT 1 FROM ${rows("pairs")} asked WHERE ${not(source.any(fitsPair))})`;

/** What is nothing but a number, as `toNumber` has it: 15 digits at most, and 10 behind a point. */
const isNumeric = (value: Fragment): Fragment => {
  const digits = sql`iif(${value} GLOB '-*', substr(${value}, 2), ${value})`;
  const point = sql`instr(${digits}, '.')`;
  return all(
    sql`${digits} GLOB '[0-9]*'`,
    sql`${digits} NOT GLOB '*[^0-9.]*'`,
    sql`CASE ${point} WHEN 0 THEN length(${digits}) <= 15
      ELSE ${point} <= 16 AND length(${digits}) - ${point} BETWEEN 1 AND 10
        AND substr(${digits}, ${point} + 1) NOT GLOB '*.*' END`,
  );
};

type Bound = "least" | "most";

const compared =
  (sign: string, bound: Bound): Test =>
  (source, { one, sorted }) =>
    sorted[bound] === null
      ? NEVER
      : source.any(({ value, isText, isNumber }) =>
          some(
            all(isNumber, sql`${value} ${raw(sign)} ${one(bound)}`),
            all(isText, isNumeric(value), sql`CAST(${value} AS REAL) ${raw(sign)} ${one(bound)}`),
          ),
        );

const moreThan = compared(">", "least");
const atLeast = compared(">=", "least");
const lessThan = compared("<", "most");
const atMost = compared("<=", "most");

/** A test of a text against each of those sent, which is `asked.value`. */
const textual =
  (test: (value: Fragment) => Fragment): Test =>
  (source, { rows }) =>
    source.any(({ value, isText }) =>
      all(isText, sql`EXISTS (SELECT 1 FROM ${rows("texts")} asked WHERE ${test(value)})`),
    );

const startsWith = textual((value) => sql`substr(${value}, 1, length(asked.value)) = asked.value`);
const endsWith = textual(
  (value) => sql`(asked.value = '' OR substr(${value}, -length(asked.value)) = asked.value)`,
);
const partOf = textual((value) => sql`instr(${value}, asked.value) > 0`);

/** In a list, contains is membership; in a text it is a part of it. */
const contains: Test = (source, operands) =>
  sql`CASE WHEN ${source.isList} THEN ${isOneOf(source, operands)}
    ELSE ${partOf(source, operands)} END`;

const counted =
  (sign: string, bound: Bound): Test =>
  (source, { one, list }) =>
    all(
      source.isList,
      sign === "="
        ? sql`${source.length} IN (${list("numbers")})`
        : sql`${source.length} ${raw(sign)} ${one(bound)}`,
    );

const notDiffer: Test = (source, operands) =>
  all(not(source.any((element) => not(fits(element, operands)))), includesAll(source, operands));

const opposite =
  (test: Test): Test =>
  (source, operands) =>
    not(test(source, operands));

/** An operator that is not here is decided on the rows that were read. */
export const TESTS: ReadonlyMap<string, Test> = new Map([
  ["$is", isOneOf],
  ["$in", isOneOf],
  ["$from", isOneOf],
  ["$intersects", isOneOf],
  ["$is_not", opposite(isOneOf)],
  ["$not_in", opposite(isOneOf)],
  ["$not_intersect", opposite(isOneOf)],
  ["$more_than", moreThan],
  ["$greater_than", moreThan],
  ["$more_than_or_equal", atLeast],
  ["$greater_than_or_equal", atLeast],
  ["$more_than_equal", atLeast],
  ["$greater_than_equal", atLeast],
  ["$less_than", lessThan],
  ["$less_than_or_equal", atMost],
  ["$less_than_equal", atMost],
  ["$starts_with", startsWith],
  ["$ends_with", endsWith],
  ["$contains", contains],
  ["$not_contain", opposite(contains)],
  ["$includes", includesAll],
  ["$not_differ", notDiffer],
  ["$count", counted("=", "least")],
  ["$count_more", counted(">", "least")],
  ["$count_less", counted("<", "most")],
]);
