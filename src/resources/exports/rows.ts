import * as z from "zod";
import type { RawRow } from "../../db/client";
import { given } from "../../db/page";
import { type Fragment, joined, nothing, param, raw, sql } from "../../db/sql";
import type { Clock } from "../../engine/rules/facts";
import { OPERATORS } from "../../engine/rules/operators";
import { type Wanted, wantedOf } from "../../listing/check";
import { type Compiled, compiled, meetsAll } from "../../listing/compile";
import type { Narrow } from "../../listing/fields";
import { narrowOf } from "../../listing/narrow";
import type { Filter } from "../../model/filter";
import { clockOf, type Scope } from "../../scope/scope";
import type { ExportKind } from "./kind";
import type { Within } from "./schema";

/** What an export asks of its rows, once for all of its pages. */
export interface Selection {
  isDescending: boolean;
  clock: Clock;
  wanted: Wanted | null;
  filter: Compiled | null;
  /** What leads to the rows by an index. */
  narrow: Narrow | null;
  /** The keys between which the rows are that a filter by time asks for. */
  from: string | undefined;
  until: string | undefined;
}

interface Asked {
  order: string | undefined;
  /** With the ids of what the request named. */
  filters: Filter;
  /** One card or one campaign, whatever the filters ask for. */
  within: Within | null;
}

export const isDescending = (order: string | undefined): boolean =>
  order === undefined || order.startsWith("-");

/** The filter where all of its fields must be met: then each of them may narrow what is read. */
const conjunctionOf = (wanted: Wanted | null): Wanted | null =>
  wanted?.isOr && wanted.fields.length > 1 ? null : wanted;

/** What leads to the rows; of an index that is split in two halves none is in the order of keys. */
function narrowFor(wanted: Wanted | null, clock: Clock): Narrow | null {
  if (wanted === null) return null;
  const fields = wanted.fields.map((asked) => asked.filter(({ field }) => !field.range));
  const found = narrowOf({ isOr: false, fields }, clock);
  return found?.halves ? null : found;
}

/** Between which instants the rows were made that a filter asks for. */
function madeBetween(wanted: Wanted | null, clock: Clock): { from: number; until: number } {
  const spans = (wanted?.fields.flat() ?? []).flatMap(
    ({ field, operator, values: [value, more] }) => {
      const found = field.range && more === undefined && OPERATORS.get(operator)?.spans;
      const [span, other] = found ? found(value, clock) : [];
      return span && !other ? [span] : [];
    },
  );
  return {
    from: Math.max(...spans.map(({ from }) => from)),
    until: Math.min(...spans.map(({ until }) => until)),
  };
}

/** Which rows an export takes, as of when it was asked for. Refuses as `checkFilters` does. */
export function selectionOf(
  scope: Scope,
  kind: ExportKind,
  { order, filters, within }: Asked,
): Selection {
  const clock = clockOf(scope);
  const fields = kind.filters(scope);
  const wanted = wantedOf(fields, filters);
  const conjunction = conjunctionOf(wanted);
  const { from, until } = madeBetween(conjunction, clock);
  const keyOf = (at: number) => (Number.isFinite(at) ? kind.firstKey?.(at) : undefined);
  return {
    isDescending: isDescending(order),
    clock,
    wanted,
    filter: wanted && compiled(wanted, clock),
    narrow: within
      ? (fields.named.get(within.field)?.narrow?.(within.id) ?? null)
      : narrowFor(conjunction, clock),
    from: keyOf(from),
    until: keyOf(until) ?? kind.before,
  };
}

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
function behind(kind: ExportKind, selection: Selection, place: string): Fragment[] {
  if (place === "") return [];
  const columns = keyColumns(kind, selection).join(", ");
  const values = valuesAt(kind, place).map((value) => sql`${param(value)}`);
  const sign = raw(selection.isDescending ? "<" : ">");
  return [sql`(${raw(columns)}) ${sign} (${joined(values, ", ")})`];
}

/** Null of a row that the filter does not let through, and else what is left to decide upon. */
const decision = ({ filter }: Selection): Fragment =>
  filter ? sql`iif(${filter.where}, ${filter.evidence ?? raw("1")}, NULL) AS wanted,` : nothing;

/** Whether the export takes a row that was read. */
export function isWanted({ wanted, filter, clock }: Selection, row: RawRow): boolean {
  if (wanted === null || filter === null) return true;
  if (row.wanted === null) return false;
  return filter.evidence === null || meetsAll(wanted, JSON.parse(String(row.wanted)), clock);
}

/**
 * Reads the next rows along the key. A range of time and one indexed field narrow what is read; the
 * filter is told of each row rather than asked for, so that a page looks at no more than its rows.
 */
export function pageOf(
  scope: Scope,
  kind: ExportKind,
  selection: Selection,
  { after, limit }: { after: string; limit: number },
): Fragment {
  const { isDescending: isDown, narrow, from, until } = selection;
  const columns = keyColumns(kind, selection);
  const { index, where } = narrow ?? kind.key;
  const conditions = [
    sql`${raw(kind.alias)}project_id = ${scope.project.id}`,
    ...(where === undefined ? [] : [typeof where === "string" ? raw(where) : where]),
    // Of two bounds on one side SQLite takes either: the place of the walk is the narrower one.
    ...(after === "" || isDown ? given(`${columns[0]} >=`, from) : []),
    ...(after === "" || !isDown ? given(`${columns[0]} <`, until) : []),
    ...behind(kind, selection, after),
  ];
  const order = columns.map((column) => `${column} ${isDown ? "DESC" : "ASC"}`).join(", ");
  return sql`SELECT ${decision(selection)} ${raw(kind.select)}
    ${index ? raw(`INDEXED BY ${index}`) : nothing}
    ${raw(kind.joins ?? "")} WHERE ${joined(conditions, " AND ")}
    ORDER BY ${raw(order)} LIMIT ${raw(limit)}`;
}
