import { getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { RawRow } from "./client";
import { heavyIndex, heavyText, isWeighed, MOST_BYTES, MOST_ENTRIES, type Weighed } from "./heavy";
import { aliasOf, conjunction, indexedBy, keyOf, keys, type PageRequest } from "./list";
import { type Fragment, joined, nothing, param, raw, type Slot, sql } from "./sql";

/** The last entry that a page can have: a filtered list counts no further. */
const MOST_COUNTED = 10_000;

/** What is shown of an entry beside its texts. */
const FIXED_BYTES = 500;

/**
 * The bytes of a row, as an expression. SQLite knows lengths from the row's header, and reads no
 * long text for them.
 */
function bytesOf(table: SQLiteTable, alias: string): string {
  const texts = getTableConfig(table).columns.filter((column) => column.getSQLType() === "text");
  const lengths = texts.map(({ name }) => `coalesce(octet_length(${alias}."${name}"), 0)`);
  return [...lengths, FIXED_BYTES].join(" + ");
}

/** Finds out whether a table has any heavy row of a project, as a condition. */
export const hasHeavy = (table: Weighed, project: Slot): Fragment =>
  sql`EXISTS (SELECT 1 FROM ${raw(table)} ${indexedBy(heavyIndex(table))}
      WHERE project_id = ${project} AND ${raw(heavyText(table))})`;

/** Whether so many rows of a project may be larger together than an answer, as a condition. */
function mayBeLarge({ table, related, limit }: PageRequest, project: Slot): Fragment | null {
  if (limit > MOST_ENTRIES + 1) return raw("1");
  const tables = [table, ...(related?.tables ?? [])].map(getTableName).filter(isWeighed);
  if (tables.length === 0) return null;
  return joined(
    tables.map((name) => hasHeavy(name, project)),
    " OR ",
  );
}

/** Keys under the names that the statement gives them, by another expression of each. */
const keyList = (table: SQLiteTable, of: (at: number) => string): string =>
  keyOf(table)
    .map((_, at) => of(at))
    .join(", ");

/**
 * Whether the page, or one before it, was cut, and rows that its number counts stand behind it, as
 * a column of its rows.
 */
const pageCut = (page: Slot): Fragment =>
  sql`(SELECT is_large AND EXISTS (SELECT 1 FROM walked WHERE page > ${page}) FROM listed)`;

/**
 * The page as a list of keys `heavy_page` where its rows, or those before them, may be too large:
 * each is weighed, and pages end where an answer is full. Where all of them so far are small
 * together, each page is as long as its limit. Empty where the project has no such rows.
 */
function weighed(request: PageRequest, project: Slot, large: Fragment, at: Numbers): Fragment {
  const { table, related } = request;
  const { limit, page, skipped } = at;
  const slots = raw(keyList(table, (at) => `k${at}`));
  const values = raw(keyList(table, (at) => `j.value->>${at} AS k${at}`));
  const size = raw(`j.value->>${keyOf(table).length} AS bytes`);
  const found = keyOf(table).map((name, at) => `y.${name} = x.k${at}`);
  const bytes = raw([bytesOf(table, "y"), related?.bytes("y") ?? 0].join(" + "));
  const all = sql`iif(${large}, ${at.most}, 0)`;
  const isFull = sql`(walk.count = ${limit}
    OR walk.bytes + next.bytes > ${raw(MOST_BYTES)})`;
  return sql`listed (all_keys, is_large) AS MATERIALIZED (
      SELECT json_group_array(json_array(${slots}, bytes)), total(bytes) > ${raw(MOST_BYTES)} FROM (
        SELECT x.*, (SELECT ${bytes} FROM ${raw(getTableName(table))} y
          WHERE y.project_id = ${project} AND ${raw(found.join(" AND "))}) AS bytes
        FROM (${keys(request, { entries: all, skipped: raw(0), most: all })}) x LIMIT -1)),
    sized AS MATERIALIZED (
      SELECT j.key AS n, ${size}, ${values}
      FROM listed, json_each(iif(is_large, all_keys, '[]')) j),
    walked (n, page, count, bytes) AS MATERIALIZED (
      SELECT n, 1, 1, bytes FROM sized WHERE n = 0
      UNION ALL SELECT next.n, walk.page + ${isFull}, iif(${isFull}, 1, walk.count + 1),
        iif(${isFull}, 0, walk.bytes) + next.bytes
      FROM walked walk CROSS JOIN sized next ON next.n = walk.n + 1
      WHERE walk.page <= ${page}),
    heavy_page AS (
      SELECT ${values} FROM listed, json_each(iif(is_large, '[]', all_keys)) j
      WHERE j.key >= ${skipped}
      UNION ALL SELECT ${slots} FROM walked walk CROSS JOIN sized next ON next.n = walk.n
      WHERE walk.page = ${page})`;
}

/** How many entries a list has: what somebody counts, or a count up to the last page. */
function totalOfList(request: PageRequest, project: Slot): Fragment {
  if (request.total) return sql`(${request.total})`;
  const { table, filters, halves = ["true"], filterIndex } = request;
  const name = raw(getTableName(table));
  if (filters.length === 0) return sql`(SELECT ${name} FROM tallies WHERE project_id = ${project})`;
  const from = sql`${name} ${raw(aliasOf(request))} ${indexedBy(filterIndex)}`;
  const counted = halves.map((half) => {
    const where = conjunction([request.project, ...filters, raw(half)]);
    return sql`SELECT * FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${raw(MOST_COUNTED)})`;
  });
  const all = joined(counted, " UNION ALL ");
  return sql`(SELECT count(*) FROM (${all} LIMIT ${raw(MOST_COUNTED)}))`;
}

const projectOf = ({ project }: PageRequest): Slot => param(project.params[0] ?? null);

/** How many match: the project's tally, or for a filtered list a count up to the last page. */
export const totalStatement = (request: PageRequest): Fragment =>
  sql`SELECT ${totalOfList(request, projectOf(request))} AS total`;

/** What a page is asked for by: each is one parameter of its statement. */
interface Numbers {
  limit: Slot;
  page: Slot;
  /** Entries before the page, and those together with its own. */
  skipped: Slot;
  most: Slot;
}

const numbersOf = ({ limit, page }: PageRequest): Numbers => ({
  limit: param(limit),
  page: param(page),
  skipped: param((page - 1) * limit),
  most: param(page * limit),
});

/** The page as a list of keys where its rows are small; nothing is walked where a guard says no. */
function lightPage(request: PageRequest, at: Numbers, guards: readonly Fragment[]): Fragment {
  const unless = (number: Slot): Fragment | Slot =>
    guards.length > 0 ? sql`iif(${joined(guards, " AND ")}, ${number}, 0)` : number;
  return keys(request, { entries: unless(at.limit), skipped: at.skipped, most: unless(at.most) });
}

function statement(request: PageRequest, withTotal: boolean): Fragment {
  const { table, page } = request;
  const alias = aliasOf(request);
  const select = request.select?.sql ?? `SELECT ${alias}.* FROM ${getTableName(table)} ${alias}`;
  const [, columns = "", shown = alias] = /^SELECT (.*) FROM \w+ (\w+)$/s.exec(select) ?? [];
  const [project, at] = [projectOf(request), numbersOf(request)];
  const large = mayBeLarge(request, project);
  // Past the end of a list that is counted nothing is walked a second time.
  const isCounted = withTotal && (request.filters.length > 0 || request.total) && page > 1;
  const guards = [
    ...(large ? [sql`NOT (${large})`] : []),
    ...(isCounted ? [sql`(SELECT page_total > ${at.skipped} FROM list)`] : []),
  ];
  const list = sql`list (page_total) AS MATERIALIZED (SELECT ${totalOfList(request, project)})`;
  const ctes = [
    ...(withTotal ? [list] : []),
    ...(large ? [weighed(request, project, large, at)] : []),
  ];
  const slots = raw(keyList(table, (at) => `k${at}`));
  const light = sql`SELECT ${slots} FROM (${lightPage(request, at, guards)})`;
  const paged = large
    ? sql`SELECT *, ${pageCut(at.page)} AS page_cut FROM (
        SELECT * FROM (${light}) UNION ALL SELECT * FROM heavy_page LIMIT -1)`
    : sql`SELECT *, 0 AS page_cut FROM (${light} LIMIT -1)`;
  const own = keyOf(table).map((name, at) => `${shown}.${name} = paged.k${at}`);
  const of = raw(`${getTableName(table)} ${shown}`);
  const on = sql`${raw(shown)}.project_id = ${project} AND ${raw(own.join(" AND "))}`;
  const heads = ctes.length > 0 ? sql`WITH RECURSIVE ${joined(ctes, ", ")}` : nothing;
  // Rows are read in the order of the keys and not sorted: a row that SQLite sorts may be no larger
  // than one it stores, and what is selected of an entry comes from several rows.
  return withTotal
    ? sql`${heads}
      SELECT list.page_total, paged.page_cut, ${raw(columns)}
      FROM list LEFT JOIN (${paged}) paged ON true LEFT JOIN ${of} ON ${on}`
    : sql`${heads}
      SELECT paged.page_cut, ${raw(columns)}
      FROM (${paged}) paged CROSS JOIN ${of} ON ${on}`;
}

/**
 * One page, in a total order: the sort column, then the tie-break. A page ends after `limit` rows
 * or after 8 MiB of them, and the next one begins right there: whoever reads page after page until
 * one is empty has seen every row. Rows of a page that was cut, or that stands behind one that was,
 * have `page_cut` 1 while its number counts rows behind it.
 *
 * What stands before the page costs a row of an index for each entry. Where the project has rows so
 * large that a page may not hold as many as its limit, all of them are weighed.
 */
export const pageStatement = (request: PageRequest): Fragment => statement(request, false);

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

export const totalOf = (rows: readonly RawRow[] | undefined): number =>
  Number(rows?.[0]?.total ?? 0);

/**
 * A page and how many entries its list has, for the load that it rides in: the total stands in each
 * row, and alone in one where the page is empty.
 */
export const pageReads = (request: PageRequest) => ({ rows: statement(request, true) });

/** The rows of a page without the one that an empty one has. */
export const rowsOfPage = (rows: readonly RawRow[]): readonly RawRow[] =>
  rows.filter(({ page_cut }) => page_cut !== null);

/** The rows of `pageReads` as a page, or those of another statement, with their total. */
export const pageOf = <T>(
  { rows, total: counted }: { rows: readonly RawRow[]; total?: readonly RawRow[] },
  read: (row: RawRow) => T,
  numbered: Numbered,
) => {
  const total = counted ? totalOf(counted) : Number(rows[0]?.page_total ?? 0);
  const shown = rowsOfPage(rows);
  return { items: shown.map(read), total, has_more: isMoreBehind(shown, total, numbered) };
};
