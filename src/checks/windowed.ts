import type { Fields } from "../engine/filters/fields";
import { checkFilter, meets } from "../engine/filters/filter";
import type { Clock } from "../engine/rules/facts";
import { ApiError } from "../errors";
import type { Filter } from "../model/filter";

// Cursor lists whose filters no index serves: a page looks at so many entries and no more, and the
// next one goes on behind them, so that what a page costs does not grow with the list.

/** Entries that a page of a filtered list looks at. */
const WINDOW = 500;

/** Refuses a filter by other fields, or with unknown operators (invalid_query_params). */
export function listFilter(fields: Fields, filters: Filter | undefined): Filter | null {
  if (!filters || Object.keys(filters).every((name) => name === "junction")) return null;
  const checked = checkFilter(fields, filters);
  if (checked.ok) return checked.value;
  const { field, reason } = checked.error;
  throw new ApiError("invalid_query_params", {
    details: `Property .filters${field === null ? "" : `.${field}`} ${reason}`,
  });
}

/** So many entries are read for a page: one beyond those that it looks at, if there is one. */
export const readFor = (filter: Filter | null, limit: number): number =>
  (filter === null ? limit : WINDOW) + 1;

interface Wanted {
  fields: Fields;
  filter: Filter | null;
  limit: number;
  clock: Clock;
}

/** The page of what was read for it: those that meet the filter, and where the next one goes on. */
export function cutPage<T extends { id: string }>(
  rows: readonly T[],
  { fields, filter, limit, clock }: Wanted,
): { items: T[]; more_starting_after: string | null } {
  const seen = filter ? rows.slice(0, WINDOW) : rows;
  const wanted = filter ? seen.filter((row) => meets(fields, filter, row, clock)) : seen;
  const items = wanted.slice(0, limit);
  const isCut = wanted.length > limit;
  const last = isCut ? items.at(-1) : rows.length > seen.length ? seen.at(-1) : undefined;
  return { items, more_starting_after: last?.id ?? null };
}
