// Decides which condition of a filter an index serves, so that only rows that meet it are seen.

import type { PageRequest } from "../db/list";
import type { Clock } from "../engine/rules/facts";
import { OPERATORS } from "../engine/rules/operators";
import type { Asked, Wanted } from "./check";
import type { Narrow } from "./fields";

const EQUAL: ReadonlySet<string> = new Set(["$is", "$in"]);

/** The few rows that a condition names, if it names any. */
const foundBy = ({ field, operator, values }: Asked): Narrow | null =>
  field.find && EQUAL.has(operator) ? { ...field.find(values), isFew: true } : null;

/** The rows along an index that a condition leads to. */
function narrowedBy({ field, operator, values }: Asked, clock: Clock): Narrow | null {
  const [value] = values;
  if (value === undefined || values.length > 1) return null;
  if (EQUAL.has(operator)) return field.narrow?.(value) ?? null;
  const spans = field.range && OPERATORS.get(operator)?.spans?.(value, clock);
  const [span] = spans ?? [];
  return (span && field.range?.(span)) ?? null;
}

/** The best way to the rows of a filter; null where all of them have to be looked at. */
export function narrowOf({ isOr, fields }: Wanted, clock: Clock): Narrow | null {
  if (isOr && fields.length > 1) return null;
  const asked = fields.flat();
  const found = asked.map(foundBy).find((narrow) => narrow !== null);
  return (
    found ?? asked.map((each) => narrowedBy(each, clock)).find((each) => each !== null) ?? null
  );
}

/** A list along an index in the order of its keys; it is sorted otherwise in its window. */
export interface Along {
  request: PageRequest;
  by: string | null;
  isFew: boolean;
}

/**
 * Keys of a list are walked in their own order; where another one is asked for, what was looked at
 * is sorted.
 */
export function alongKeys(request: PageRequest, column: string): Along {
  const { sort } = request;
  if (sort.column === column) return { request, by: null, isFew: false };
  const tieBreak = `${column.slice(0, column.indexOf("."))}.project_id`;
  return {
    request: { ...request, sort: { ...sort, column, tieBreak, isNullable: false } },
    by: sort.column,
    isFew: false,
  };
}

/** The list by what of its filter an index serves. */
export function narrowed(
  request: PageRequest,
  column: string,
  narrow: Narrow | null,
  isSorted: boolean,
): Along {
  if (narrow === null) {
    // An index that serves a filter has its rows in the order of their keys.
    return isSorted || request.filterIndex === undefined || request.filters.length === 0
      ? { request, by: null, isFew: false }
      : alongKeys(request, column);
  }
  const { where, index, halves } = narrow;
  const { halves: _, ...rest } = request;
  const along = {
    ...rest,
    filters: [...request.filters, where],
    filterIndex: index,
    ...(halves && { halves }),
  };
  return { ...alongKeys(along, column), isFew: narrow.isFew === true };
}
