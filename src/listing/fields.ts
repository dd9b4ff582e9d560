// What a list can be filtered by: each field is an expression over the row, of a kind that says
// which operators it takes and what they mean to it.

import { type Fragment, raw, sql } from "../db/sql";
import type { Span } from "../engine/rules/operator";

/**
 * `word` is one of a few, `flag` true or false, `list` a JSON array, `dates` one of dates, `json`
 * whatever a key of a JSON object holds, or a text that may be a date, `state` something that a row
 * is in or not.
 */
export type Kind =
  | "text"
  | "word"
  | "number"
  | "date"
  | "dates"
  | "flag"
  | "list"
  | "json"
  | "state";

/** Rows that values of a field lead to, found by an index that has them in the order of keys. */
export interface Narrow {
  where: Fragment;
  index?: string;
  /** Conditions by which the index is split. */
  halves?: readonly string[];
  /** They are no more than the values that were sent, in whatever order. */
  isFew?: boolean;
}

export interface ListField {
  kind: Kind;
  /** The value of the row; dates are instants in UTC, flags 0 or 1. Null where there is none. */
  value: Fragment;
  words?: readonly string[];
  /** What else the words are called, in small letters. */
  called?: Readonly<Record<string, string>>;
  /** Conditions on the row, by the operators that ask for them. */
  states?: Readonly<Record<string, Fragment>>;
  /** The rows that have this value. */
  narrow?: (value: string) => Narrow | null;
  /** The few rows that have one of these values: one for each at most. */
  find?: (values: readonly string[]) => Pick<Narrow, "where" | "index">;
  /** The rows whose date lies in a span. */
  range?: (span: Span) => Narrow;
}

export interface ListFields {
  named: ReadonlyMap<string, ListField>;
  /** JSON objects whose every key is a field, such as `metadata.x`. */
  open: ReadonlyMap<string, Fragment>;
}

type More = Pick<ListField, "narrow" | "find" | "range" | "states" | "called">;

const field =
  (kind: Kind) =>
  (value: string, more: More = {}): ListField => ({ kind, value: raw(value), ...more });

export const text = field("text");
export const number = field("number");
export const date = field("date");
export const dates = field("dates");
export const flag = field("flag");
export const list = field("list");
export const json = field("json");

/** When a row was made, where keys begin with that; `firstKey` is the least key of an instant. */
export const made = (
  column: string,
  key: string,
  firstKey: (at: number) => string,
  index?: string,
): ListField =>
  date(column, {
    range: ({ from, until }) => ({
      where: sql`${raw(key)} >= ${firstKey(from)} AND ${raw(key)} < ${firstKey(until)}`,
      ...(index && { index }),
    }),
  });

export const word = (value: string, words: readonly string[], more: More = {}): ListField => ({
  kind: "word",
  value: raw(value),
  words,
  ...more,
});

/** `$redeemed`, or `$is` with the word alone. */
export const state = (states: Record<string, Fragment>): ListField => ({
  kind: "state",
  value: raw("1"),
  words: [...new Set(Object.keys(states).map((name) => name.replace("$", "")))],
  states,
});

export const listFields = (
  named: Record<string, ListField>,
  open: Record<string, string> = {},
): ListFields => ({
  named: new Map(Object.entries(named)),
  open: new Map(Object.entries(open).map(([name, value]) => [name, raw(value)])),
});

/** The same fields and others, which go before. */
export const withFields = (
  { named, open }: ListFields,
  others: Record<string, ListField>,
): ListFields => ({ named: new Map([...named, ...Object.entries(others)]), open });

/** A field, and the key of it that a name such as `metadata.x` means. */
export interface NamedField {
  field: ListField;
  key: string | null;
}

/** Null where no field has this name. */
export function fieldNamed({ named, open }: ListFields, name: string): NamedField | null {
  const found = named.get(name);
  if (found) return { field: found, key: null };
  const dot = name.indexOf(".");
  const owner = dot < 0 ? undefined : open.get(name.slice(0, dot));
  const key = name.slice(dot + 1);
  return owner === undefined || key === "" ? null : { field: { kind: "json", value: owner }, key };
}
