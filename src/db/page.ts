import type { Param, RawRow, Statement } from "./client";
import { statement } from "./client";

/** A condition with its own parameters, each written `?`. */
export interface Condition {
  sql: string;
  params: readonly Param[];
}

export const where = (sql: string, ...params: Param[]): Condition => ({ sql, params });

export interface PageRequest {
  /** `SELECT ... FROM table alias`, without conditions. */
  select: string;
  project: Condition;
  filters: readonly Condition[];
  /** Index that serves the filters: without statistics SQLite may walk the whole project instead. */
  filterIndex?: string | undefined;
  /** Conditions that part the rows as the filter's index does; each part is walked on its own. */
  halves?: readonly string[];
  /** The sorted column, then the tie-break; both of one index. `unset` serves never-set values. */
  sort: {
    column: string;
    tieBreak: string;
    isDescending: boolean;
    isNullable: boolean;
    index?: string;
    unsetIndex?: string;
  };
  limit: number;
  page: number;
}

/** Nobody can page beyond this, so a filtered list counts no further. */
const MOST = 10_000;

const numbered = (sql: string, params: readonly Param[]): Statement => {
  let at = 0;
  return statement(
    sql.replace(/\?/g, () => `?${++at}`),
    ...params,
  );
};

const conjunction = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => `(${sql})`).join(" AND "),
  params: conditions.flatMap(({ params }) => params),
});

interface Part extends Condition {
  index: string | undefined;
}

/**
 * Never-set values stand at the far end of a descending list; each half walks its own index. A
 * filter may have a better index than the list's order, so hints are for unfiltered lists only.
 */
function partsOf({ sort, filters, filterIndex, project }: PageRequest): Part[] {
  const all = [project, ...filters];
  const hint = (index: string | undefined) => (filters.length === 0 ? index : filterIndex);
  if (!sort.isNullable) return [{ ...conjunction(all), index: hint(sort.index) }];
  const set = conjunction([...all, where(`${sort.column} IS NOT NULL`)]);
  const unset = conjunction([...all, where(`${sort.column} IS NULL`)]);
  const parts = [
    { ...set, index: hint(sort.index) },
    { ...unset, index: hint(sort.unsetIndex) },
  ];
  return sort.isDescending ? parts : parts.toReversed();
}

const bare = (column: string): string => column.replace(/^\w+\./, "");

/** A page of rows whose index stands in several parts: each gives its first ones, then they merge. */
function mergedPage(request: PageRequest, halves: readonly string[]): Statement {
  const { sort, limit, page, project, filters, filterIndex, select } = request;
  const direction = sort.isDescending ? "DESC" : "ASC";
  const order = `${sort.column} ${direction}, ${sort.tieBreak} ${direction}`;
  const offset = (page - 1) * limit;
  const from = filterIndex ? `${select} INDEXED BY ${filterIndex}` : select;
  const parts = halves.map((half) => {
    const { sql, params } = conjunction([project, ...filters, where(half)]);
    const first = `SELECT * FROM (${from} WHERE ${sql} ORDER BY ${order} LIMIT ${offset + limit})`;
    return { sql: first, params };
  });
  return numbered(
    `SELECT * FROM (${parts.map(({ sql }) => sql).join(" UNION ALL ")})
     ORDER BY ${bare(sort.column)} ${direction}, ${bare(sort.tieBreak)} ${direction} LIMIT ${limit} OFFSET ${offset}`,
    parts.flatMap(({ params }) => params),
  );
}

/** One page, in a total order: the sort column, then the tie-break. */
export function pageStatement(request: PageRequest): Statement {
  const { sort, limit, page, select, halves } = request;
  if (halves) return mergedPage(request, halves);
  const direction = sort.isDescending ? "DESC" : "ASC";
  const order = `ORDER BY ${sort.column} ${direction}, ${sort.tieBreak} ${direction}`;
  const offset = (page - 1) * limit;
  const parts = partsOf(request);
  const sql = parts
    .map(({ sql: condition, index }) => {
      const from = index ? `${select} INDEXED BY ${index}` : select;
      return `SELECT * FROM (${from} WHERE ${condition} ${order} LIMIT ${offset + limit})`;
    })
    .join(" UNION ALL ");
  return numbered(
    `${sql} LIMIT ${limit} OFFSET ${offset}`,
    parts.flatMap(({ params }) => params),
  );
}

/** How many match: the project's tally, or for a filtered list a count up to the last page. */
export function totalStatement(
  request: PageRequest,
  table: string,
  tally: string,
  projectId: string,
): Statement {
  if (request.filters.length === 0) {
    return statement(`SELECT ${tally} AS total FROM tallies WHERE project_id = ?1`, projectId);
  }
  const all = conjunction([request.project, ...request.filters]);
  const from = request.filterIndex ? `${table} INDEXED BY ${request.filterIndex}` : table;
  return numbered(
    `SELECT count(*) AS total FROM (SELECT 1 FROM ${from} WHERE ${all.sql} LIMIT ${MOST})`,
    all.params,
  );
}

export const totalOf = (rows: readonly RawRow[] | undefined): number =>
  Number(rows?.[0]?.total ?? 0);
