import { getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Param } from "./client";
import { type Fragment, joined, nothing, raw, type Slot, sql } from "./sql";

export interface PageRequest {
  /**
   * `SELECT ... FROM table alias`, without conditions and parameters; the alias may be one of its
   * own. Without it, all columns of the table.
   */
  select?: Fragment;
  table: SQLiteTable;
  /** What an entry shows from elsewhere. */
  related?: {
    /** Its bytes, as an expression. */
    bytes: (alias: string) => string;
    /** Where its rows are. */
    tables: readonly SQLiteTable[];
  };
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
  /** How many entries the list has, as a select, where something counts them. */
  total?: Fragment | undefined;
}

export const conjunction = (conditions: readonly Fragment[]): Fragment =>
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

export const aliasOf = ({ sort }: PageRequest): string => /(\w+)\./.exec(sort.column)?.[1] ?? "";

/** The columns that find a row again within its project. */
export const keyOf = (table: SQLiteTable): string[] =>
  getTableConfig(table).primaryKeys.flatMap(({ columns }) =>
    columns.slice(1).map(({ name }) => name),
  );

export const orderBy = (column: string, tieBreak: string, direction: string): string =>
  `ORDER BY ${column} ${direction}, ${tieBreak} ${direction}`;

export const indexedBy = (index: string | undefined): Fragment =>
  index === undefined ? nothing : raw(`INDEXED BY ${index}`);

/** How far a walk goes, and what stands before it: expressions of numbers. */
interface Reach {
  /** Entries that it gives. */
  entries: Fragment | Slot;
  skipped: Fragment | Slot;
  /** Both together: no part of the list is walked further. */
  most: Fragment | Slot;
}

/**
 * Keys of the list in its order; each part of it walks its own index, and reads nothing but that
 * where no filter asks for more.
 */
export function keys(request: PageRequest, { entries, skipped, most }: Reach): Fragment {
  const { table, sort, halves } = request;
  const alias = aliasOf(request);
  const direction = sort.isDescending ? "DESC" : "ASC";
  const parts = partsOf(request);
  const key = keyOf(table).map((name, at) => `${alias}.${name} AS k${at}`);
  const sorted = parts.length > 1 ? [`${sort.column} AS s`, `${sort.tieBreak} AS t`] : [];
  const columns = raw([...sorted, ...key].join(", "));
  const from = raw(`${getTableName(table)} ${alias}`);
  const order = raw(orderBy(sort.column, sort.tieBreak, direction));
  const page = sql`LIMIT ${entries} OFFSET ${skipped}`;
  const walkOf = ({ where, index, sought }: Pick<Part, "where" | "index" | "sought">) =>
    sql`SELECT ${columns} FROM ${from} ${indexedBy(index)}
      WHERE ${sought ? conjunction([where, sought]) : where}`;
  const walks = parts.map((part) => sql`${walkOf(part)} ${order}`);
  const [only] = walks;
  if (only && walks.length === 1) return sql`${only} ${page}`;
  if (halves) {
    // Merged as they are walked: each half is in that order by itself.
    const both = joined(parts.map(walkOf), " UNION ALL ");
    return sql`${both} ${raw(orderBy("s", "t", direction))} ${page}`;
  }
  // Never-set values stand behind all others, or before them: the second walk begins where the
  // first ends.
  const all = walks.map((walk) => sql`SELECT * FROM (${walk} LIMIT ${most})`);
  return sql`${joined(all, " UNION ALL ")} ${page}`;
}

/** A condition on a value, such as `c.email =` on what was sent; none where nothing was. */
export const given = (text: string, value: Param | undefined): Fragment[] =>
  value === undefined ? [] : [sql`${raw(text)} ${value}`];

/** In the order of ids, which is that of creation, of the table under `alias`. */
export const byCreation = (alias: string, order: string): PageRequest["sort"] => ({
  column: `${alias}.id`,
  tieBreak: `${alias}.project_id`,
  isDescending: order.startsWith("-"),
  isNullable: false,
});
