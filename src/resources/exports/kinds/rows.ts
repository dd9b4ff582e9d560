import * as z from "zod";
import type { RawRow } from "../../../db/client";
import { given } from "../../../db/list";
import { type Fragment, joined, nothing, param, raw, sql } from "../../../db/sql";
import type { Scope } from "../../../scope/scope";
import type { ExportKind } from "../kind";
import type { Selection } from "../selection";

/** The place of a row in the walk, as one text. */
export function placeOf({ key }: ExportKind, row: RawRow): string {
  const values = key.columns.map((column) => String(row[column]));
  return values.length === 1 ? values.join() : JSON.stringify(values);
}

const valuesAt = ({ key }: ExportKind, place: string): string[] =>
  key.columns.length === 1 ? [place] : z.array(z.string()).parse(JSON.parse(place));

/** The columns of the key. A plus keeps SQLite from walking along them, looking for a few rows. */
const keyColumns = ({ alias, key }: ExportKind, { narrow }: Selection): string[] =>
  key.columns.map((column) => `${narrow?.isFew ? "+" : ""}${alias}${column}`);

/** Behind a place of the walk, or everywhere where there is none. */
function behind(
  kind: ExportKind,
  key: readonly string[],
  { after, isDown }: { after: string; isDown: boolean },
): Fragment[] {
  if (after === "") return [];
  const values = valuesAt(kind, after).map((value) => sql`${param(value)}`);
  return [sql`(${raw(key.join(", "))}) ${raw(isDown ? "<" : ">")} (${joined(values, ", ")})`];
}

/** Null of a row that the filter does not let through, and else what is left to decide upon. */
const decision = ({ filter }: Selection): Fragment =>
  filter ? sql`iif(${filter.where}, ${filter.evidence ?? raw("1")}, NULL) AS wanted,` : nothing;

/** A part of the walk along the key: behind a place, and so many rows. */
interface Part {
  after: string;
  limit: number;
}

const indexed = ({ from }: ExportKind, index: string | undefined): Fragment =>
  raw(index ? `${from} INDEXED BY ${index}` : from);

/** These columns of the rows whose keys are the values of what is sought. */
const among = (
  scope: Scope,
  kind: ExportKind,
  selection: Selection,
  { columns, sought }: { columns: string; sought: Fragment },
): Fragment =>
  sql`SELECT ${decision(selection)} ${raw(columns)} FROM ${sought} sought
    CROSS JOIN ${indexed(kind, kind.key.index)}
      ON ${raw(kind.alias)}project_id = ${scope.project.id}
      AND ${raw(kind.key.found ?? "true")}
      AND ${raw(`${kind.alias}${kind.key.columns[0]}`)} = sought.value
    ${raw(kind.joins ?? "")}`;

/** The rows that a walk looks at next, in its order. */
function ahead(
  scope: Scope,
  kind: ExportKind,
  selection: Selection,
  { after, limit }: Part,
): { where: Fragment; by: (columns: readonly string[]) => Fragment } {
  const { isDescending, sort, narrow, from, until } = selection;
  const isDown = isDescending && sort === null;
  const key = keyColumns(kind, selection);
  const { where } = narrow ?? kind.key;
  const conditions = [
    sql`${raw(kind.alias)}project_id = ${scope.project.id}`,
    ...(where === undefined ? [] : [typeof where === "string" ? raw(where) : where]),
    // Of two bounds on one side SQLite takes either: the place of the walk is the narrower one.
    ...(after === "" || isDown ? given(`${key[0]} >=`, from) : []),
    ...(after === "" || !isDown ? given(`${key[0]} <`, until) : []),
    ...behind(kind, key, { after, isDown }),
  ];
  const ordered = (column: string) => `${column} ${isDown ? "DESC" : "ASC"}`;
  return {
    where: joined(conditions, " AND "),
    by: (columns) => raw(`ORDER BY ${columns.map(ordered).join(", ")} LIMIT ${limit}`),
  };
}

/** The keys of the next rows, where the index is split: each half is in the order of keys. */
function nextOfHalves(
  scope: Scope,
  kind: ExportKind,
  selection: Selection,
  { halves, ...part }: Part & { halves: readonly string[] },
): Fragment {
  const { where, by } = ahead(scope, kind, selection, part);
  const { index } = selection.narrow ?? kind.key;
  const order = by(keyColumns(kind, selection));
  const key = raw(`${kind.alias}${kind.key.columns[0]}`);
  const found = halves.map(
    (half) => sql`SELECT * FROM (SELECT ${key} AS value
      FROM ${indexed(kind, index)} WHERE ${where} AND ${raw(half)} ${order})`,
  );
  return sql`(SELECT value FROM (${joined(found, " UNION ALL ")}) ${by(["value"])})`;
}

/** These columns of the next rows along the key. */
function walk(
  scope: Scope,
  kind: ExportKind,
  selection: Selection,
  { columns, ...part }: Part & { columns: string },
): Fragment {
  const { where, by } = ahead(scope, kind, selection, part);
  const { index } = selection.narrow ?? kind.key;
  const halves = selection.narrow?.halves;
  const order = by(keyColumns(kind, selection));
  if (!halves) {
    return sql`SELECT ${decision(selection)} ${raw(columns)} FROM ${indexed(kind, index)}
      ${raw(kind.joins ?? "")} WHERE ${where} ${order}`;
  }
  const sought = nextOfHalves(scope, kind, selection, { halves, ...part });
  return sql`${among(scope, kind, selection, { columns, sought })} ${order}`;
}

/**
 * Reads the next rows along the key. A range of time and one indexed field narrow what is read; the
 * filter is told of each row rather than asked for, so that a page looks at no more than its rows.
 */
export const pageOf = (
  scope: Scope,
  kind: ExportKind,
  selection: Selection,
  part: Part,
): Fragment => walk(scope, kind, selection, { ...part, columns: kind.columns });

/** Characters of a text that rows are sorted by: what is behind them is not looked at. */
const SORTED_BY = 250;

/** Reads the keys of the next rows, each with what it is to be sorted by, a text or nothing. */
export const keysOf = (
  scope: Scope,
  kind: ExportKind,
  selection: Selection,
  part: Part,
): Fragment =>
  walk(scope, kind, selection, {
    ...part,
    columns: `${kind.alias}${kind.key.columns[0]},
      substr(${selection.sort}, 1, ${SORTED_BY}) AS sorted`,
  });

/**
 * Counts the next rows along the key, and says the place of the last of them; null if there is
 * none. As JSON, keys of several columns are in the same order as the columns.
 */
export function countOf(
  scope: Scope,
  kind: ExportKind,
  selection: Selection,
  part: Part,
): Fragment {
  const { columns } = kind.key;
  const halves = selection.narrow?.halves;
  const walked = halves
    ? sql`SELECT value AS ${raw(columns[0])}
        FROM ${nextOfHalves(scope, kind, selection, { halves, ...part })}`
    : walk(
        scope,
        kind,
        { ...selection, filter: null },
        { ...part, columns: columns.map((column) => kind.alias + column).join(", ") },
      );
  const last = selection.isDescending && selection.sort === null ? "min" : "max";
  const place = columns.length === 1 ? columns[0] : `json_array(${columns.join(", ")})`;
  return sql`SELECT count(*) AS total, ${raw(`${last}(${place})`)} AS after FROM (${walked})`;
}

/** Reads the rows of keys, in whatever order. */
export const rowsOf = (
  scope: Scope,
  kind: ExportKind,
  selection: Selection,
  keys: readonly string[],
): Fragment =>
  among(scope, kind, selection, {
    columns: kind.columns,
    sought: sql`json_each(${JSON.stringify(keys)})`,
  });
