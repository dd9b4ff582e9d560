import type { RawRow, Statement } from "../db/client";
import type { Columns } from "../db/columns";
import { type Fragment, raw, sql } from "../db/sql";
import { type Person, withoutPerson, wordsOf } from "../engine/forget";
import type { Scope } from "../scope/scope";

/** The last key of a place that was looked at: where the next step goes on. */
export type Cursor = string | number;

/** What the answer of a permanent deletion counts of a place. */
export type Found = Partial<
  Record<"orders" | "events" | "customer_events" | "order_events", number>
>;

/** A table that tells of people, read and rewritten part by part in the order of its keys. */
export interface Place {
  /** Its columns that may hold data of a person. */
  tells: Columns;
  start: Cursor;
  /**
   * Names of places that are through before this one is looked at: what stands there moves here, or
   * is copied. What was copied before is found here, and nothing of the person is copied then.
   */
  behind?: readonly string[];
  /** The next rows after the cursor; each has its key as `at`. */
  read: (scope: Scope, person: Person, after: Cursor) => Statement;
  /** Fills rows up with parts that stand in other tables. */
  complete?: (scope: Scope, person: Person, rows: readonly RawRow[]) => Promise<RawRow[]>;
  /** Takes the person out of these rows. */
  write: (scope: Scope, person: Person, rows: readonly RawRow[]) => Statement[];
  /** Deletes or rewrites the files that these rows name; doing it twice is harmless. */
  clear?: (scope: Scope, person: Person, rows: readonly RawRow[]) => Promise<void>;
  counts?: (rows: readonly RawRow[]) => Found;
}

/** Bytes of JSON that one step reads of a table; its first row may be longer. */
const MOST_BYTES = 400_000;

/**
 * The first rows of a select, in the order of `by`, that together have MOST_BYTES in the column
 * `size`.
 */
export function bounded(select: Fragment, size: string, by = "at"): Fragment {
  const order = raw(`OVER (ORDER BY ${by})`);
  return sql`SELECT * FROM (SELECT *, row_number() ${order} AS place,
      sum(${raw(size)}) ${order} AS bytes FROM (${select}))
    WHERE place = 1 OR bytes <= ${raw(MOST_BYTES)} ORDER BY place`;
}

/** JSON text as it is without the person; null stays null. */
export const cleaned = (text: unknown, person: Person): string | null =>
  typeof text === "string" ? JSON.stringify(withoutPerson(JSON.parse(text), person)) : null;

/** Whether JSON text, which is an expression, has the id or a name in it. */
export const mentions = (text: string, person: Person): Fragment =>
  sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(needlesOf(person))}) w
    WHERE instr(${raw(text)}, w.value) > 0)`;

/**
 * The texts to look for inside stored JSON: long ones anywhere, short ones only as whole strings.
 */
export const needlesOf = (person: Person): string[] => [
  person.id,
  ...person.texts.map((text) => JSON.stringify(text)),
  ...wordsOf(person).map((word) => JSON.stringify(word).slice(1, -1)),
];

/** The keys of rows as a JSON array. */
export const keysOf = (rows: readonly RawRow[]): string => JSON.stringify(rows.map(({ at }) => at));

/** Rows of one customer by an index, without their contents. */
export const keysOfCustomer =
  (table: string, index: string, limit: number): Place["read"] =>
  (scope, person, after) =>
    sql`SELECT id AS at FROM ${raw(table)} INDEXED BY ${raw(index)}
      WHERE project_id = ${scope.project.id} AND customer_id = ${person.id} AND id > ${after}
      ORDER BY id LIMIT ${raw(limit)}`;
