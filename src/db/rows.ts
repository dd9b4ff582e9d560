import { getTableName, type InferSelectModel } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Statement } from "./client";
import { assertChanged } from "./commit";
import { type Fragment, joined, joining, param, raw, sql } from "./sql";

/*
 * How a store asks, so that all of them read alike; `resources/categories/store.ts` is the pattern:
 * - a query is a fragment of `db/sql.ts`, written with `sql`: whatever stands in `${}` is bound or
 *   is a fragment itself; names of columns and indexes, and limits that are constants, go through
 *   `raw`;
 * - a value that stands twice is one `param`, most often the project's id;
 * - a row by its id, its update and its removal are `byId`, `updateRow` and `deleteRow`;
 * - a read answers by name: `const { rows } = await load(scope, { rows: byId(...) })`; one row that
 *   must be there is `getRow(scope, table, id, resource)`;
 * - a list is `readPage(scope, request, decode)`; with other reads beside it, `pageReads` go into
 *   the same load and `pageOf` takes what they found; filters are fragments, and `given` leaves out
 *   those that were not asked for.
 */

/** A row that is found by its id within its project. */
export interface Keyed {
  project_id: string;
  id: string;
}

/** A row as it was read, whose last update tells whether another one came between. */
export interface Seen extends Keyed {
  updated_at: string | null;
}

const keyIs = ({ project_id, id }: Keyed): Fragment =>
  sql`project_id = ${project_id} AND id = ${id}`;

const nameOf = (table: SQLiteTable): Fragment => raw(getTableName(table));

export const byId = (table: SQLiteTable, key: Keyed): Fragment =>
  sql`SELECT * FROM ${nameOf(table)} WHERE ${keyIs(key)}`;

/**
 * The SET list of an update whose new values come as one JSON object: any number of columns in one
 * parameter. The names are those of typed columns.
 */
export function columnsFrom(change: object): Fragment {
  const values = param(JSON.stringify(change));
  const columns = Object.keys(change).map(
    (name) => sql`${raw(name)} = ${values}->>${raw(`'$.${name}'`)}`,
  );
  return joined(columns, ", ");
}

/**
 * Adds to counters of one row, named by its key, which is made where there is none yet, and sets
 * texts beside them; nothing where there are no counters.
 */
export function addToRow(
  table: SQLiteTable,
  key: Readonly<Record<string, string>>,
  counters: Readonly<Record<string, number>>,
  texts: Readonly<Record<string, string>> = {},
): Statement[] {
  const names = Object.keys(counters);
  if (names.length === 0) return [];
  const keys = raw(Object.keys(key).join(", "));
  const columns = raw([...Object.keys(key), ...Object.keys(texts), ...names].join(", "));
  const same = [key, texts].flatMap((row) => Object.values(row));
  const values = [
    ...same.map((value) => joining("same", value)),
    ...Object.values(counters).map((by) => joining("sum", by)),
  ];
  const moved = raw(
    [
      ...Object.keys(texts).map((name) => `${name} = excluded.${name}`),
      ...names.map((name) => `${name} = ${name} + excluded.${name}`),
    ].join(", "),
  );
  return [
    sql`INSERT INTO ${nameOf(table)} (${columns}) VALUES (${joined(values, ", ")})
      ON CONFLICT (${keys}) DO UPDATE SET ${moved}`,
  ];
}

/** Sets columns of the row that was read; aborts under the tag where another update came first. */
export const updateRow = <T extends SQLiteTable>(
  table: T,
  row: Seen,
  change: Partial<InferSelectModel<T>>,
  tag: string,
): Statement[] => [
  sql`UPDATE ${nameOf(table)} SET ${columnsFrom(change)}
    WHERE ${keyIs(row)} AND updated_at IS ${row.updated_at}`,
  assertChanged(tag),
];

/** Takes the row away, whatever it is by now; aborts under the tag where it is gone. */
export const deleteRow = (table: SQLiteTable, row: Keyed, tag: string): Statement[] => [
  sql`DELETE FROM ${nameOf(table)} WHERE ${keyIs(row)}`,
  assertChanged(tag),
];
