import { getTableColumns, getTableName, type InferSelectModel } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** Some columns of a table, by their names. */
export interface Columns {
  table: string;
  columns: readonly string[];
}

export const columnsOf = <T extends SQLiteTable>(
  table: T,
  columns: readonly (keyof InferSelectModel<T> & string)[],
): Columns => ({ table: getTableName(table), columns });

export const columnNames = (table: SQLiteTable): string[] => Object.keys(getTableColumns(table));
