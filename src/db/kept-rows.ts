import type { InferSelectModel } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { packed } from "../lib/chunk";
import type { ChangedRow } from "./capture";
import { type Db, MOST_PARAMETERS, type Param, type RawRow, type Statement } from "./client";
import { storedColumns } from "./columns";
import { readBatch } from "./commit";
import { type CopiedTable, deleteKeys, keyIs, named, sizeOf } from "./copy-rows";
import { type Fragment, joined, nothing, param, raw, type Slot, sql } from "./sql";

// Rows as they are kept outside of databases: by the names of their columns, so that a later
// version, which may have other columns, reads them too. The project itself does not stand in them.

/** A row that was kept whole: columns that came since then are as they are at first. */
export function withDefaults<T extends SQLiteTable>(
  table: T,
  kept: InferSelectModel<T>,
): InferSelectModel<T> {
  const columns = storedColumns(table);
  return {
    ...Object.fromEntries(columns.map(([name, at]) => [name, at.default ?? null])),
    ...kept,
  };
}

/** A row that changed, as it stands now; null where it is gone. */
export interface KeptChange {
  tab: string;
  /** A JSON list. */
  key: string;
  row: RawRow | null;
}

/** What changed in a project, and what it has, at one moment. */
export interface Cut {
  changes: KeptChange[];
  noted: ChangedRow[];
  /** Rows of each table that has not many; null where more has changed than was read. */
  counts: Record<string, number> | null;
}

/**
 * A table with more rows than these is counted while it is walked, never at once: the database
 * serves nobody else meanwhile.
 */
const MANY = 20_000;

const countUpTo = (table: string, project: Slot): Fragment =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM ${raw(table)} WHERE project_id = ${project}
    LIMIT ${raw(MANY + 1)}))`;

const fewIn = (counted: number): number | null => (counted > MANY ? null : counted);

/** How many rows a project has in each of the tables; null of one that has many. */
export async function countFew(
  db: Db,
  projectId: string,
  tables: readonly CopiedTable[],
): Promise<(number | null)[]> {
  const project = param(projectId);
  const found = await readBatch(
    db,
    tables.map(({ name }) => sql`SELECT ${countUpTo(name, project)} AS counted`),
  );
  return found.map((rows) => fewIn(countIn(rows)));
}

/** Counts some rows of a table behind a key (JSON), and says which is the last of them. */
export async function countBehind(
  db: Db,
  { name, key }: CopiedTable,
  { project_id, after, rows }: { project_id: string; after: string | null; rows: number },
): Promise<{ counted: number; last: string | null }> {
  const [columns, behind] = [raw(named(key)), param(after)];
  const values = key.map((_, at) => sql`${behind} ->> ${raw(at)}`);
  const next = after === null ? nothing : sql` AND (${columns}) > (${joined(values, ", ")})`;
  const [[found] = []] = await readBatch(db, [
    sql`SELECT json_array(${columns}) AS last, n AS counted FROM (
        SELECT ${columns}, row_number() OVER () AS n FROM (
          SELECT ${columns} FROM ${raw(name)} WHERE project_id = ${project_id}${next}
          ORDER BY ${raw(named(["project_id", ...key]))} LIMIT ${rows}))
      ORDER BY n DESC LIMIT 1`,
  ]);
  return found ? { counted: Number(found.counted), last: String(found.last) } : NO_ROWS;
}

const NO_ROWS = { counted: 0, last: null };

/** The first rows of a table that are noted, and how many bytes they are up to each of them. */
const sizesOf = ({ name, key, columns }: CopiedTable, project: Slot, most: Slot): Fragment =>
  sql`SELECT *, sum(size) OVER (ORDER BY key) AS upto FROM (
      SELECT c.tab, c.key, c.version, ${sizeOf(columns)} AS size
      FROM (SELECT * FROM changed_rows WHERE project_id = ${project} AND tab = ${raw(`'${name}'`)}
        ORDER BY key LIMIT ${most}) c
      LEFT JOIN ${raw(name)} t ON t.project_id = ${project}${keyIs(key, raw("c.key"))})`;

interface Bounds {
  most: Slot;
  bytes: number;
}

const changesOf = (table: CopiedTable, project: Slot, { most, bytes }: Bounds): Statement => {
  const { name, key, columns } = table;
  return sql`SELECT c.tab AS _tab, c.key AS _key, c.version AS _version,
      t.project_id IS NOT NULL AS _found, ${raw(named(columns, "t."))}
    FROM (SELECT * FROM (${sizesOf(table, project, most)}) WHERE upto <= ${bytes}) c
    LEFT JOIN ${raw(name)} t ON t.project_id = ${project}${keyIs(key, raw("c.key"))}`;
};

/**
 * So many bytes of rows are read at once, which come into the memory of the worker some times over.
 * The largest row has half of them.
 */
const CUT_BYTES = 4_000_000;

/** How many bytes may be read of each table, where the tables before it leave some. */
async function sharesOf(
  db: Db,
  tables: readonly CopiedTable[],
  project: Slot,
  most: Slot,
): Promise<number[]> {
  const sizes = await readBatch(
    db,
    tables.map(
      (table) =>
        sql`SELECT coalesce(max(upto), 0) AS bytes FROM (${sizesOf(table, project, most)})`,
    ),
  );
  let left = CUT_BYTES;
  return sizes.map(([row]) => {
    const share = left;
    left = Math.max(0, left - Number(row?.bytes));
    return share;
  });
}

const noted = (project: Slot, most: Slot) =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM changed_rows WHERE project_id = ${project}
    LIMIT ${most} + 1))`;

const countIn = (rows: readonly RawRow[] | undefined): number => Number(rows?.[0]?.counted);

function changeIn({ _tab, _key, _version, _found, ...row }: RawRow) {
  const [tab, key] = [String(_tab), String(_key)];
  return {
    change: { tab, key, row: _found ? row : null },
    note: { tab, key, version: Number(_version) },
  };
}

/**
 * What has changed in a watched project, `most` rows of each table and no more than some megabytes,
 * in one read. Where that is all that changed, it is one moment for all tables, and tells how many
 * rows those have that have few.
 */
export async function readCut(
  db: Db,
  tables: readonly CopiedTable[],
  { project_id, most }: { project_id: string; most: number },
): Promise<Cut> {
  const [project, bound] = [param(project_id), param(most)];
  const shares = await sharesOf(db, tables, project, bound);
  const [[first] = [], ...rest] = await readBatch(db, [
    sql`SELECT ${noted(project, bound)} AS total`,
    ...tables.map((table, at) =>
      changesOf(table, project, { most: bound, bytes: shares[at] ?? 0 }),
    ),
    ...tables.map(
      ({ name }) =>
        sql`SELECT iif(${noted(project, bound)} <= ${bound}, ${countUpTo(name, project)}, 0)
          AS counted`,
    ),
  ]);
  const total = Number(first?.total);
  const found = rest.slice(0, tables.length).flat().map(changeIn);
  const counts = tables.flatMap(({ name }, at) => {
    const few = fewIn(countIn(rest[tables.length + at]));
    return few === null ? [] : [[name, few] as const];
  });
  return {
    changes: found.map(({ change }) => change),
    noted: found.map(({ note }) => note),
    counts: total <= most && total === found.length ? Object.fromEntries(counts) : null,
  };
}

/** The cast holds because columns have texts and numbers alone (test/schema.test.ts). */
const paramOf = (value: unknown): Param => (value ?? null) as Param;

/** Rows of one table become those of a project; what stands there under their keys gives way. */
export function putRows(
  { name, columns }: CopiedTable,
  project: Slot,
  rows: readonly RawRow[],
): Statement[] {
  const [first] = rows;
  if (!first) return [];
  const own = columns.filter((column) => column in first);
  // What the audit log says does not change.
  const how = name === "audit_log" ? "IGNORE" : "REPLACE";
  const head = raw(`INSERT OR ${how} INTO ${name} (project_id, ${named(own)})`);
  const values = raw(own.map((column) => `value ->> '$."${column}"'`).join(", "));
  return packed(rows.map((row) => JSON.stringify(row))).map(({ json, length }) => {
    if (length > 1 || own.length >= MOST_PARAMETERS) {
      return sql`${head} SELECT ${project}, ${values} FROM json_each(${json})`;
    }
    // One that may be too large for a parameter by itself has one for each column.
    const [row] = JSON.parse(json) as RawRow[];
    return sql`${head} VALUES (${joined(
      [project, ...own.map((column) => param(paramOf(row?.[column])))],
      ", ",
    )})`;
  });
}

/** Rows that changed become those of a project, those that are gone go. */
export function putChanges(
  tables: readonly CopiedTable[],
  project: Slot,
  changes: readonly KeptChange[],
): Statement[] {
  return tables.flatMap((table) => {
    const own = changes.filter(({ tab }) => tab === table.name);
    const gone = own.filter(({ row }) => row === null).map(({ key }) => key);
    return [
      ...(gone.length > 0 ? [deleteKeys(table, project, `[${gone.join(",")}]`)] : []),
      ...putRows(
        table,
        project,
        own.flatMap(({ row }) => (row ? [row] : [])),
      ),
    ];
  });
}
