import { given } from "../../db/page";
import { type Fragment, joined, nothing, raw, sql } from "../../db/sql";
import { meets } from "../../engine/filters/filter";
import { isRecord } from "../../lib/json-value";
import type { Filter } from "../../model/filter";
import type { Scope } from "../../scope/scope";
import type { Cell, ExportKind } from "./kind";
import type { ExportParameters } from "./schema";

const DAY_MS = 86_400_000;
/**
 * A date in a filter is a day of the project's calendar. The range of keys is wider by this on both
 * sides, which is enough for any zone; the rows themselves are then filtered exactly.
 */
const MARGIN_MS = 2 * DAY_MS;

const FROM = ["$after", "$more_than", "$more_than_equal", "$more_than_or_equal", "$greater_than"];
const UNTIL = ["$before", "$less_than", "$less_than_equal", "$less_than_or_equal"];
const EQUAL = ["$is", "$in"];

export const isDescending = ({ order }: ExportParameters): boolean =>
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
  return Number.isNaN(at) ? undefined : kind.firstKey(at + shiftMs);
}

/**
 * Reads the next rows along the key. A range of time and one indexed field narrow what is read; all
 * filters are decided on the rows themselves.
 */
export function pageOf(
  scope: Scope,
  kind: ExportKind,
  parameters: ExportParameters,
  { after, limit }: { after: string; limit: number },
): Fragment {
  const filters = isConjunction(parameters.filters) ? parameters.filters : undefined;
  const direction = isDescending(parameters) ? "DESC" : "ASC";
  const column = `${kind.alias}${kind.key.column}`;
  const indexed = Object.entries(kind.indexes ?? {}).flatMap(([field, each]) => {
    const value = only(filters, field, EQUAL);
    return each && value !== undefined ? [{ ...each, value }] : [];
  })[0];
  const conditions = [
    sql`${raw(kind.alias)}project_id = ${scope.project.id}`,
    ...given(`${kind.alias}${indexed?.column} =`, indexed?.value),
    ...given(`${column} >=`, bound(kind, only(filters, kind.time, FROM), -MARGIN_MS)),
    ...given(`${column} <`, bound(kind, only(filters, kind.time, UNTIL), MARGIN_MS)),
    ...given(`${column} ${direction === "DESC" ? "<" : ">"}`, after || undefined),
  ];
  const index = indexed?.index ?? kind.key.index;
  return sql`${raw(kind.select)} ${index ? raw(`INDEXED BY ${index}`) : nothing}
    ${raw(kind.joins ?? "")} WHERE ${joined(conditions, " AND ")}
    ORDER BY ${raw(`${column} ${direction}`)} LIMIT ${raw(limit)}`;
}

/** Whether the export takes a row. */
export function isWanted(
  scope: Scope,
  kind: ExportKind,
  { filters }: ExportParameters,
  cells: Record<string, Cell>,
): boolean {
  if (!filters || Object.keys(filters).every((name) => name === "junction")) return true;
  const clock = { now: scope.now, timeZone: scope.project.timezone };
  return meets(fieldsOf(kind), filters, cells, clock);
}

/** The kind's fields as filters know them; each key of the metadata is a field of its own. */
export const fieldsOf = ({ fields }: ExportKind) => ({
  named: new Map(fields.map((field) => [field, [field]])),
  open: ["metadata"],
});
