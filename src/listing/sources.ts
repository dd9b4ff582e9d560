// Decides where the values of a field stand in SQL, whatever kind of field it is.

import { type Fragment, raw, sql } from "../db/sql";
import type { Kind } from "./fields";
import { all, type Element, type Source, some } from "./operators";

const [YES, NO] = [raw("1"), raw("0")];

const NOTHING: Omit<Element, "value"> = { isText: NO, isNumber: NO, isTrue: NO, isFalse: NO };

/** A value of a JSON list or object, which stands in a row of `json_each`. */
const jsonElement = (alias: string): Element => ({
  value: raw(`${alias}.value`),
  isText: raw(`${alias}.type = 'text'`),
  isNumber: raw(`${alias}.type IN ('integer', 'real')`),
  isTrue: raw(`${alias}.type = 'true'`),
  isFalse: raw(`${alias}.type = 'false'`),
});

const elementsOf = (json: Fragment, test: (element: Element) => Fragment): Fragment =>
  sql`EXISTS (SELECT 1 FROM json_each(${json}) element WHERE ${test(jsonElement("element"))})`;

const one = (element: Element): Source => ({
  any: (test) => test(element),
  isList: NO,
  length: NO,
});

/** The value of a column. */
export function columnSource(kind: Kind, value: Fragment): Source {
  if (kind === "list") {
    return {
      any: (test) => elementsOf(value, test),
      isList: YES,
      length: sql`json_array_length(${value})`,
    };
  }
  if (kind === "number") return one({ ...NOTHING, value, isNumber: YES });
  if (kind !== "flag") return one({ ...NOTHING, value, isText: YES });
  return one({ ...NOTHING, value, isTrue: sql`${value} = 1`, isFalse: sql`${value} = 0` });
}

const KEPT = jsonElement("held");

/** The value of one key of an object, in the row `held` of its `json_each`. */
export const KEY_SOURCE: Source = {
  any: (test) =>
    sql`CASE held.type WHEN 'array' THEN ${elementsOf(KEPT.value, test)} ELSE ${test(KEPT)} END`,
  isList: raw("held.type = 'array'"),
  length: raw("json_array_length(held.value)"),
};

/** A condition on the value of a key, where there is one. */
export const ofKey = (owner: Fragment, key: Fragment, condition: Fragment): Fragment =>
  sql`EXISTS (SELECT 1 FROM json_each(${owner}) held
    WHERE held.key = ${key} AND held.type <> 'null' AND ${condition})`;

/** Whether there is a value at all: a list without elements is none. */
export const HAS_KEY = some(raw("held.type <> 'array'"), raw("json_array_length(held.value) > 0"));

export const hasColumn = (kind: Kind, value: Fragment): Fragment =>
  kind === "list" || kind === "dates"
    ? all(sql`${value} IS NOT NULL`, sql`json_array_length(${value}) > 0`)
    : sql`(${value} IS NOT NULL)`;
