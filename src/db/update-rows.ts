import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Statement } from "./client";
import { assertChanged } from "./commit";
import { joined, param, raw, sql } from "./sql";

/**
 * A row as it is to be written, and the time of the last update that was read, by which a race is
 * seen.
 */
export interface Moved {
  id: string;
  was: string | null;
}

/**
 * Sets columns of many rows in one statement with two parameters; aborts where an update of one
 * came between, or where one is gone. The names are those of typed columns. The new rows stand
 * under their ids, so that each is found by its key: joined with a list, SQLite walks the project
 * for each of them.
 */
export function updateRows<T extends SQLiteTable>(
  table: T,
  names: readonly (keyof T["$inferSelect"] & string)[],
  rows: readonly (Moved & Partial<T["$inferSelect"]>)[],
): Statement[] {
  const [first] = rows;
  if (!first || !("project_id" in first)) return [];
  const name = getTableName(table);
  const list = param(JSON.stringify(Object.fromEntries(rows.map((row) => [row.id, row]))));
  const values = names.map(
    (each) => sql`${raw(`"${each}"`)} = ${list} -> id ->> ${raw(`'${each}'`)}`,
  );
  return [
    sql`UPDATE ${raw(name)} SET ${joined(values, ", ")}
      WHERE project_id = ${String(first.project_id)} AND id IN (SELECT key FROM json_each(${list}))
        AND updated_at IS (${list} -> id ->> 'was')`,
    assertChanged(`${name}_moved`, rows.length),
  ];
}
