import type { RawRow } from "../../db/client";
import type { Clock } from "../../engine/rules/facts";
import { OPERATORS } from "../../engine/rules/operators";
import { type Wanted, wantedOf } from "../../listing/check";
import { type Compiled, compiled, meetsAll } from "../../listing/compile";
import type { Narrow } from "../../listing/fields";
import { locatedFilter } from "../../listing/locate";
import { narrowOf } from "../../listing/narrow";
import type { Filter } from "../../model/filter";
import { clockOf, type Scope } from "../../scope/scope";
import type { ExportKind } from "./kind";
import type { Within } from "./schema";

/** What an export asks of its rows, once for all of its pages. */
export interface Selection {
  isDescending: boolean;
  /** What the rows are sorted by where that is not the order of their keys. */
  sort: string | null;
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

/** The filter where all of its fields must be met: then each of them may narrow what is read. */
const conjunctionOf = (wanted: Wanted | null): Wanted | null =>
  wanted?.isOr && wanted.fields.length > 1 ? null : wanted;

/** What leads to the rows by an index; spans of time are looked for along whatever that is. */
function narrowFor(wanted: Wanted | null, clock: Clock): Narrow | null {
  if (wanted === null) return null;
  const fields = wanted.fields.map((asked) => asked.filter(({ field }) => !field.range));
  return narrowOf({ isOr: false, fields }, clock);
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
export async function selectionOf(
  scope: Scope,
  kind: ExportKind,
  { order, filters, within }: Asked,
): Promise<Selection> {
  const clock = clockOf(scope);
  const fields = kind.filters(scope);
  const wanted = await locatedFilter(scope, wantedOf(fields, filters));
  const conjunction = conjunctionOf(wanted);
  const { from, until } = madeBetween(conjunction, clock);
  const keyOf = (at: number) => (Number.isFinite(at) ? kind.firstKey?.(at) : undefined);
  return {
    isDescending: order === undefined || order.startsWith("-"),
    sort: kind.sorts?.[order?.replace("-", "") ?? ""] ?? null,
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

/** Whether the export takes a row that was read. */
export function isWanted({ wanted, filter, clock }: Selection, row: RawRow): boolean {
  if (wanted === null || filter === null) return true;
  if (row.wanted === null) return false;
  return filter.evidence === null || meetsAll(wanted, JSON.parse(String(row.wanted)), clock);
}
