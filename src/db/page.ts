import { getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Param, RawRow } from "./client";
import { type Fragment, joined, nothing, param, raw, sql } from "./sql";

export interface PageRequest {
  /**
   * `SELECT ... FROM table alias`, without conditions and parameters; the alias may be one of its
   * own. Without it, all columns of the table.
   */
  select?: Fragment;
  table: SQLiteTable;
  /** Bytes of an entry that come from elsewhere, as an expression. */
  related?: (alias: string) => string;
  /** `alias.project_id = ?`, and what else is true of all that may be listed. */
  project: Fragment;
  filters: readonly Fragment[];
  /**
   * Index that serves the filters: without statistics SQLite may walk the whole project instead.
   */
  filterIndex?: string | undefined;
  /** Conditions by which the filter's index is split; the rows of each are walked on their own. */
  halves?: readonly string[];
  /** The sorted column, then the tie-break; both of one index. `unset` serves never-set values. */
  sort: {
    column: string;
    tieBreak: string;
    isDescending: boolean;
    isNullable: boolean;
    index?: string;
    unsetIndex?: string;
    /** Which rows of the index are listed, where it holds others as well or not all of them. */
    where?: string;
    unsetWhere?: string;
    /** No index knows which values are not set: they are looked for among all rows. */
    isUnsetSought?: boolean;
  };
  limit: number;
  page: number;
}

/** The last entry that a page can have: a filtered list counts no further. */
const MOST_COUNTED = raw(10_000);

const conjunction = (conditions: readonly Fragment[]): Fragment =>
  joined(
    conditions.map((each) => sql`(${each})`),
    " AND ",
  );

export interface Part {
  where: Fragment;
  index: string | undefined;
  /** Whether it holds the rows whose sorted column is set, or the others; null for all. */
  isSet: boolean | null;
  /** What the index does not know of its rows. */
  sought: Fragment | null;
}

/**
 * Values that are not set come last in a descending list; they are walked apart from the others.
 * Hints are for lists without filters only, since a filter may have a better index than the order.
 */
function partsBySort({ sort, filters, filterIndex, project }: PageRequest): Part[] {
  const isHinted = filters.length === 0;
  const all = [project, ...filters];
  const held = sort.where && (isHinted || sort.isNullable) ? [raw(sort.where)] : [];
  const heldUnset = sort.unsetWhere && isHinted ? [raw(sort.unsetWhere)] : [];
  const hint = (index: string | undefined) => (isHinted ? index : filterIndex);
  if (!sort.isNullable) {
    const where = conjunction([...all, ...held]);
    return [{ where, index: hint(sort.index), isSet: null, sought: null }];
  }
  const unset = raw(`${sort.column} IS NULL`);
  const parts = [
    {
      where: conjunction([...all, raw(`${sort.column} IS NOT NULL`), ...held]),
      index: hint(sort.index),
      isSet: true,
      sought: null,
    },
    {
      where: conjunction([...all, ...heldUnset, ...(sort.isUnsetSought ? [] : [unset])]),
      index: hint(sort.unsetIndex),
      isSet: false,
      sought: sort.isUnsetSought ? unset : null,
    },
  ];
  return sort.isDescending ? parts : parts.toReversed();
}

/**
 * The walks of a list, each along its index. Those of halves are merged, others follow each other.
 */
export function partsOf(request: PageRequest): Part[] {
  const { halves, project, filters, filterIndex } = request;
  if (!halves) return partsBySort(request);
  return halves.map((half) => ({
    where: conjunction([project, ...filters, raw(half)]),
    index: filterIndex,
    isSet: null,
    sought: null,
  }));
}

/** An answer holds so many bytes of entries; one that has more by itself stands alone. */
export const MOST_BYTES = 8 * 1024 * 1024;
/** What is shown of an entry beside its texts. */
const FIXED_BYTES = 500;

export const aliasOf = ({ sort }: PageRequest): string => /(\w+)\./.exec(sort.column)?.[1] ?? "";

/** The columns that find a row again within its project. */
const keyOf = (table: SQLiteTable): string[] =>
  getTableConfig(table).primaryKeys.flatMap(({ columns }) =>
    columns.slice(1).map(({ name }) => name),
  );

/**
 * The bytes of a row, as an expression. SQLite knows lengths from the row's header, and reads no
 * long text for them.
 */
function bytesOf(table: SQLiteTable, alias: string): string {
  const texts = getTableConfig(table).columns.filter((column) => column.getSQLType() === "text");
  const lengths = texts.map(({ name }) => `coalesce(octet_length(${alias}."${name}"), 0)`);
  return [...lengths, FIXED_BYTES].join(" + ");
}

export const orderBy = (column: string, tieBreak: string, direction: string): string =>
  `ORDER BY ${column} ${direction}, ${tieBreak} ${direction}`;

export const indexedBy = (index: string | undefined): Fragment =>
  index === undefined ? nothing : raw(`INDEXED BY ${index}`);

/**
 * Keys of the list in its order, as far as its page may reach; each part of it walks its own index.
 */
function keys(request: PageRequest): Fragment {
  const { table, sort, limit, page, halves } = request;
  const alias = aliasOf(request);
  const direction = sort.isDescending ? "DESC" : "ASC";
  const parts = partsOf(request);
  const most = param(page * limit);
  const key = keyOf(table).map((name, at) => `${alias}.${name} AS k${at}`);
  const columns = raw(`${sort.column} AS s, ${sort.tieBreak} AS t, ${key.join(", ")}`);
  const from = raw(`${getTableName(table)} ${alias}`);
  const order = raw(orderBy(sort.column, sort.tieBreak, direction));
  const walks = parts.map(
    ({ where, index, sought }) =>
      sql`SELECT * FROM (SELECT ${columns} FROM ${from} ${indexedBy(index)}
      WHERE ${sought ? conjunction([where, sought]) : where} ${order} LIMIT ${most})`,
  );
  const all = joined(walks, " UNION ALL ");
  if (walks.length === 1) return all;
  // Never-set values stand behind all others, or before them: the second walk begins where the
  // first ends.
  const merged = halves ? sql`SELECT * FROM (${all}) ${raw(orderBy("s", "t", direction))}` : all;
  return sql`${merged} LIMIT ${most}`;
}

const IS_FULL = raw(`(walk.count = l.entries OR walk.bytes + next.bytes > ${MOST_BYTES})`);

/**
 * Whether the page, or one before it, was cut, and rows that its number counts stand behind it, as
 * a column of its rows.
 */
const PAGE_CUT = raw(`(SELECT is_large AND EXISTS (SELECT 1 FROM walked WHERE page > l.page)
    FROM listed, l) AS page_cut`);

/**
 * One page, in a total order: the sort column, then the tie-break. A page ends after `limit` rows
 * or after 8 MiB of them, and the next one begins right there: whoever reads page after page until
 * one is empty has seen every row. Rows of a page that was cut, or that stands behind one that was,
 * have `page_cut` 1 while its number counts rows behind it.
 */
export function pageStatement(request: PageRequest): Fragment {
  const { table, limit, page, project } = request;
  const alias = aliasOf(request);
  const select = request.select?.sql ?? `SELECT ${alias}.* FROM ${getTableName(table)} ${alias}`;
  const [, columns = "", shown = alias] = /^SELECT (.*) FROM \w+ (\w+)$/s.exec(select) ?? [];
  const key = keyOf(table);
  const found = raw(key.map((name, at) => `y.${name} = x.k${at}`).join(" AND "));
  const slots = raw(key.map((_, at) => `k${at}`).join(", "));
  const values = raw(key.map((_, at) => `j.value->>${at} AS k${at}`).join(", "));
  const size = raw(`j.value->>${key.length} AS bytes`);
  const own = raw(key.map((name, at) => `${shown}.${name} = paged.k${at}`).join(" AND "));
  const projectId = param(project.params[0] ?? null);
  const bytes = raw([bytesOf(table, "y"), request.related?.("y") ?? 0].join(" + "));
  // Where all pages so far are small together, each is as long as its limit. Rows are read in the
  // order of the keys and not sorted: a row that SQLite sorts may be no larger than one it stores,
  // and what is selected of an entry comes from several rows.
  return sql`WITH RECURSIVE
    l (entries, page) AS (SELECT CAST(${limit} AS INTEGER), CAST(${page} AS INTEGER)),
    listed (all_keys, is_large) AS MATERIALIZED (
      SELECT json_group_array(json_array(${slots}, bytes)), total(bytes) > ${raw(MOST_BYTES)} FROM (
        SELECT x.*, (SELECT ${bytes} FROM ${raw(getTableName(table))} y
          WHERE y.project_id = ${projectId} AND ${found}) AS bytes
        FROM (${keys(request)}) x LIMIT -1)),
    sized AS MATERIALIZED (
      SELECT j.key AS n, ${size}, ${values}
      FROM listed, json_each(iif(is_large, all_keys, '[]')) j),
    walked (n, page, count, bytes) AS MATERIALIZED (
      SELECT n, 1, 1, bytes FROM sized WHERE n = 0
      UNION ALL SELECT next.n, walk.page + ${IS_FULL}, iif(${IS_FULL}, 1, walk.count + 1),
        iif(${IS_FULL}, 0, walk.bytes) + next.bytes
      FROM walked walk CROSS JOIN l CROSS JOIN sized next ON next.n = walk.n + 1
      WHERE walk.page <= l.page),
    picked AS (
      SELECT ${values} FROM listed, l, json_each(iif(is_large, '[]', all_keys)) j
      WHERE j.key >= (l.page - 1) * l.entries
      UNION ALL SELECT ${slots} FROM l CROSS JOIN walked walk ON walk.page = l.page
        CROSS JOIN sized next ON next.n = walk.n)
    SELECT ${PAGE_CUT}, ${raw(columns)} FROM (SELECT ${slots} FROM picked LIMIT -1) paged
    CROSS JOIN ${raw(getTableName(table))} ${raw(shown)}
      ON ${raw(shown)}.project_id = ${projectId} AND ${own}`;
}

/** A condition on a value, such as `c.email =` on what was sent; none where nothing was. */
export const given = (text: string, value: Param | undefined): Fragment[] =>
  value === undefined ? [] : [sql`${raw(text)} ${value}`];

interface Numbered {
  limit: number;
  page: number;
}

/** Whether more of the list stands behind a page; nothing stands behind an empty one. */
const isMoreBehind = (rows: readonly RawRow[], total: number, { limit, page }: Numbered): boolean =>
  rows.length > 0 && (rows[0]?.page_cut === 1 || page * limit < total);

/** Whether a page of `pageStatement` was cut before its limit, as it is too large. */
export const isPageCut = (rows: readonly RawRow[]): boolean => rows[0]?.page_cut === 1;

/**
 * So many rows of a select as an answer holds, in the order of `by`; the first one whatever its
 * size. `bytes` of a row is an expression over the select's columns. Nothing of what is cut off is
 * read by the worker: `isCut` tells of it. Statements that join others to them get them in this
 * order and sort nothing again, for the reason that `pageStatement` gives.
 */
export function withinAnswer(select: Fragment, bytes: Fragment, by: string): Fragment {
  const order = raw(`OVER (ORDER BY ${by})`);
  return sql`SELECT * FROM (SELECT *, sum(${bytes}) ${order} AS page_bytes,
      row_number() ${order} AS page_place, count(*) OVER () AS page_rows FROM (${select}))
    WHERE page_bytes <= ${raw(MOST_BYTES)} OR page_place = 1
    ORDER BY page_place LIMIT -1`;
}

/** Whether there is more behind rows that `withinAnswer` gave. */
export const isCut = (rows: readonly RawRow[]): boolean =>
  rows.length < Number(rows[0]?.page_rows ?? 0);

/** How many match: the project's tally, or for a filtered list a count up to the last page. */
export function totalStatement(request: PageRequest): Fragment {
  const name = raw(getTableName(request.table));
  if (request.filters.length === 0) {
    const projectId = request.project.params[0] ?? null;
    return sql`SELECT ${name} AS total FROM tallies WHERE project_id = ${projectId}`;
  }
  const parts = (request.halves ?? ["true"]).map((half) =>
    conjunction([request.project, ...request.filters, raw(half)]),
  );
  const from = sql`${name} ${raw(aliasOf(request))} ${indexedBy(request.filterIndex)}`;
  const counted = parts.map(
    (where) => sql`SELECT * FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${MOST_COUNTED})`,
  );
  const all = joined(counted, " UNION ALL ");
  return sql`SELECT count(*) AS total FROM (${all} LIMIT ${MOST_COUNTED})`;
}

export const totalOf = (rows: readonly RawRow[] | undefined): number =>
  Number(rows?.[0]?.total ?? 0);

/** A page and how many entries its list has, for the load that they ride in. */
export const pageReads = (request: PageRequest) => ({
  rows: pageStatement(request),
  total: totalStatement(request),
});

/** The rows of `pageReads` as a page. */
export const pageOf = <T>(
  { rows, total: counted }: Record<"rows" | "total", RawRow[]>,
  read: (row: RawRow) => T,
  numbered: Numbered,
) => {
  const total = totalOf(counted);
  return { items: rows.map(read), total, has_more: isMoreBehind(rows, total, numbered) };
};

/** In the order of ids, which is that of creation, of the table under `alias`. */
export const byCreation = (alias: string, order: string): PageRequest["sort"] => ({
  column: `${alias}.id`,
  tieBreak: `${alias}.project_id`,
  isDescending: order.startsWith("-"),
  isNullable: false,
});
