import * as z from "zod";
import type { RawRow } from "../../db/client";
import { given } from "../../db/page";
import { type Fragment, joined, nothing, param, raw, sql } from "../../db/sql";
import { meets } from "../../engine/filters/filter";
import { isRecord } from "../../lib/json-value";
import type { Filter } from "../../model/filter";
import { clockOf, type Scope } from "../../scope/scope";
import type { Cell, ExportKind } from "./kind";
import type { Within } from "./schema";

/** Which rows an export takes, and in which order. */
export interface Selection {
  order: string | undefined;
  /** With the ids of what the request named. */
  filters: Filter;
  /** One card or one campaign, whatever the filters ask for. */
  within: Within | null;
}

const DAY_MS = 86_400_000;
/**
 * A date in a filter is a day of the project's calendar. The range of keys is wider by this on both
 * sides, which is enough for any zone; the rows themselves are then filtered exactly.
 */
const MARGIN_MS = 2 * DAY_MS;

const FROM = ["$after", "$more_than", "$more_than_equal", "$more_than_or_equal", "$greater_than"];
const UNTIL = ["$before", "$less_than", "$less_than_equal", "$less_than_or_equal"];
const EQUAL = ["$is", "$in"];

const isDescending = ({ order }: Selection): boolean =>
  order === undefined || order.startsWith("-");

/** The only value that a condition with one of these operators names. */
function only(filters: Filter | undefined, field: string, operators: readonly string[]) {
  const node = filters?.[field];
  if (!isRecord(node) || !isRecord(node.conditions)) return undefined;
  const found = Object.entries(node.conditions).find(([name]) => operators.includes(name));
  const values: unknown[] = found ? [found[1]].flat() : [];
  return values.length === 1 && typeof values[0] === "string" && values[0] !== ""
    ? values[0]
    : undefined;
}

const isConjunction = (filters: Filter | undefined): boolean =>
  String(filters?.junction ?? "and").toLowerCase() === "and";

/** Keys of the instant that a filter names, moved by the margin; none where it names no instant. */
function bound(kind: ExportKind, text: string | undefined, shiftMs: number): string | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : kind.firstKey?.(at + shiftMs);
}

/** The keys between which the rows are that a filter by time asks for. */
const rangeOf = (kind: ExportKind, filters: Filter | undefined) => ({
  from: bound(kind, only(filters, kind.time, FROM), -MARGIN_MS),
  until: bound(kind, only(filters, kind.time, UNTIL), MARGIN_MS) ?? kind.before,
});

/** The place of a row in the walk, as one text. */
export function placeOf({ key }: ExportKind, row: RawRow): string {
  const values = key.columns.map((column) => String(row[column]));
  return values.length === 1 ? values.join() : JSON.stringify(values);
}

const valuesAt = ({ key }: ExportKind, place: string): string[] =>
  key.columns.length === 1 ? [place] : z.array(z.string()).parse(JSON.parse(place));

/** Behind a place of the walk, or everywhere where there is none. */
function behind(kind: ExportKind, place: string, isDown: boolean): Fragment[] {
  if (place === "") return [];
  const columns = kind.key.columns.map((column) => `${kind.alias}${column}`).join(", ");
  const values = valuesAt(kind, place).map((value) => sql`${param(value)}`);
  return [sql`(${raw(columns)}) ${raw(isDown ? "<" : ">")} (${joined(values, ", ")})`];
}

/** The way through the table: along one value of a field where there is only one, or the key. */
function walkOf(kind: ExportKind, filters: Filter | undefined, within: Within | null) {
  const found = Object.entries(kind.indexes ?? {}).flatMap(([field, each]) => {
    const value = within?.field === field ? within.id : only(filters, field, EQUAL);
    return each && value !== undefined ? [{ ...each, field, value }] : [];
  });
  return found.find(({ field }) => field === within?.field) ?? found[0] ?? kind.key;
}

/**
 * Reads the next rows along the key. A range of time and one indexed field narrow what is read; all
 * filters are decided on the rows themselves.
 */
export function pageOf(
  scope: Scope,
  kind: ExportKind,
  selection: Selection,
  { after, limit }: { after: string; limit: number },
): Fragment {
  const filters = isConjunction(selection.filters) ? selection.filters : undefined;
  const isDown = isDescending(selection);
  const columns = kind.key.columns.map((column) => `${kind.alias}${column}`);
  const walk = walkOf(kind, filters, selection.within);
  const { from, until } = rangeOf(kind, filters);
  const conditions = [
    sql`${raw(kind.alias)}project_id = ${scope.project.id}`,
    ...("value" in walk ? given(`${kind.alias}${walk.column} =`, walk.value) : []),
    ...(walk.where ? [raw(walk.where)] : []),
    // Of two bounds on one side SQLite takes either: the place of the walk is the narrower one.
    ...(after === "" || isDown ? given(`${columns[0]} >=`, from) : []),
    ...(after === "" || !isDown ? given(`${columns[0]} <`, until) : []),
    ...behind(kind, after, isDown),
  ];
  const order = columns.map((column) => `${column} ${isDown ? "DESC" : "ASC"}`).join(", ");
  return sql`${raw(kind.select)} ${walk.index ? raw(`INDEXED BY ${walk.index}`) : nothing}
    ${raw(kind.joins ?? "")} WHERE ${joined(conditions, " AND ")}
    ORDER BY ${raw(order)} LIMIT ${raw(limit)}`;
}

export const asksForNothing = (filters: Filter): boolean =>
  Object.keys(filters).every((name) => name === "junction");

/** Whether the export takes a row. */
export function isWanted(
  scope: Scope,
  kind: ExportKind,
  { filters }: Selection,
  cells: Record<string, Cell>,
): boolean {
  if (asksForNothing(filters)) return true;
  const clock = clockOf(scope);
  return meets(fieldsOf(kind), filters, cells, clock);
}

/** What the kind can be filtered by; each key of the metadata is a field of its own. */
export const fieldsOf = ({ fields, filters }: ExportKind) => ({
  named: new Map((filters ?? fields).map((field) => [field, [field]])),
  open: filters ? [] : ["metadata"],
});
