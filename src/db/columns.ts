import { type Column, getTableColumns, getTableName, type InferSelectModel } from "drizzle-orm";
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

type Generated<C extends Record<string, Column>> = {
  [Name in keyof C]: C[Name]["_"]["generated"] extends undefined ? never : Name;
}[keyof C];

/** A row without what the database makes of its other columns. */
export type StoredRow<T extends SQLiteTable> = Omit<
  InferSelectModel<T>,
  Generated<T["_"]["columns"]>
>;

/** The columns that are written, by their names: not those that the database makes of others. */
export const storedColumns = (table: SQLiteTable): [name: string, column: Column][] =>
  Object.entries(getTableColumns(table)).filter(([, { generated }]) => generated === undefined);

export const columnNames = (table: SQLiteTable): string[] =>
  storedColumns(table).map(([name]) => name);
