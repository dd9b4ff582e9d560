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
  /** The sorted column, then the tie-break; both of one index. */
  sort: { column: string; tieBreak: string; isDescending: boolean; isNullable: boolean };
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

/** Never-set values stand at the far end of a descending list; each half walks its own index. */
function halves({ sort, filters, project }: PageRequest): Condition[] {
  const all = [project, ...filters];
  if (!sort.isNullable) return [conjunction(all)];
  const set = conjunction([...all, where(`${sort.column} IS NOT NULL`)]);
  const unset = conjunction([...all, where(`${sort.column} IS NULL`)]);
  return sort.isDescending ? [set, unset] : [unset, set];
}

/** One page, in a total order: the sort column, then the tie-break. */
export function pageStatement(request: PageRequest): Statement {
  const { sort, limit, page, select } = request;
  const direction = sort.isDescending ? "DESC" : "ASC";
  const order = `ORDER BY ${sort.column} ${direction}, ${sort.tieBreak} ${direction}`;
  const offset = (page - 1) * limit;
  const parts = halves(request);
  const sql = parts
    .map((part) => `SELECT * FROM (${select} WHERE ${part.sql} ${order} LIMIT ${offset + limit})`)
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
  return numbered(
    `SELECT count(*) AS total FROM (SELECT 1 FROM ${table} WHERE ${all.sql} LIMIT ${MOST})`,
    all.params,
  );
}

export const totalOf = (rows: readonly RawRow[] | undefined): number =>
  Number(rows?.[0]?.total ?? 0);
