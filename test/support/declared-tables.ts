/// <reference types="vite/types/importMeta.d.ts" />
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";

const files = import.meta.glob<Record<string, unknown>>("../../src/db/tables/*.ts", {
  eager: true,
});

/** Every table that is declared, in the order of their names. */
export const declaredTables: readonly SQLiteTable[] = Object.values(files)
  .flatMap((file) => Object.values(file))
  .filter((each) => is(each, SQLiteTable))
  .sort((a, b) => (getTableName(a) < getTableName(b) ? -1 : 1));
