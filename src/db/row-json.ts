import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { columnNames } from "./columns";
import { type Fragment, raw } from "./sql";

/** Halves in brackets: one long chain would be deeper than an expression may be. */
function halves(parts: readonly string[]): string {
  if (parts.length <= 1) return parts[0] ?? "''";
  const half = Math.ceil(parts.length / 2);
  return `(${halves(parts.slice(0, half))} || ${halves(parts.slice(half))})`;
}

/**
 * A whole row under `alias` as one JSON text, which `decode` reads like a row. Put together by
 * hand: a function of SQLite takes fewer arguments here than a row has columns.
 */
export const rowJson = (table: SQLiteTable, alias: string): Fragment => {
  const parts = columnNames(table).flatMap((name, at) => [
    `'${at === 0 ? "{" : ","}"${name}":'`,
    `json_quote(${alias}."${name}")`,
  ]);
  return raw(halves([...parts, "'}'"]));
};
