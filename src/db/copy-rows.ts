import { err, ok, type Result } from "../lib/result";
import type { Db, RawRow, Statement } from "./client";
import { type Conflict, readBatch, writeBatch } from "./commit";
import { MOVED_TABLES } from "./project-tables";
import { type Fragment, joined, nothing, param, raw, type Slot, sql } from "./sql";

// Rows go from one database to another as JSON lists of their columns, which SQLite writes and
// reads: no worker takes a value apart, so that each arrives as it was. The project itself does not
// stand in them.

/** A table as a database has it: a later version may have added columns. */
export interface CopiedTable {
  name: string;
  /** The columns that tell rows of one project apart; none where there is one row for each. */
  key: readonly string[];
  columns: readonly string[];
}

/** The cast holds because the select below makes such a list. */
const namesIn = (list: unknown): string[] => JSON.parse(String(list)) as string[];

const isOwn = (column: string): boolean => column !== "project_id";

/** All tables that a project takes along, as they stand in this database. */
export async function copiedTables(db: Db): Promise<CopiedTable[]> {
  const names = JSON.stringify(MOVED_TABLES.map(([name]) => name));
  const [rows = []] = await readBatch(db, [
    sql`SELECT t.value AS name, json_group_array(c.name) AS columns
      FROM json_each(${names}) t CROSS JOIN pragma_table_info(t.value) c GROUP BY t.key`,
  ]);
  const columns = new Map(rows.map((row) => [row.name, namesIn(row.columns)]));
  return MOVED_TABLES.map(([name, key]) => ({
    name,
    key: key.split(", ").filter(isOwn),
    columns: (columns.get(name) ?? []).filter(isOwn),
  }));
}

/** What one piece comes to at most: a parameter of a database takes 2,000,000 bytes. */
const PIECE_BYTES = 900_000;
/**
 * A row with more goes alone, a parameter for each column: as JSON each of its bytes may be six.
 */
const LARGE_BYTES = 300_000;

/** Rows as they stood at one time. */
export interface Piece {
  /** The keys that were looked at, as a JSON list of lists, with those that are not there. */
  keys: string;
  looked: number;
  /** Whether these are all that were asked for: no more than one piece holds. */
  isWhole: boolean;
  /** The last of them; null where there was none. */
  last: string | null;
  rows: number;
  bytes: number;
  /** The rows, as a JSON list of lists; a row that is too large for that, column by column. */
  values: string | readonly (string | null)[];
}

/** Whether a piece that was asked for so many rows has the last one: none stood behind it. */
export const hasLast = ({ isWhole, looked }: Piece, rows: number): boolean =>
  isWhole && looked < rows;

export const named = (columns: readonly string[], prefix = ""): string =>
  columns.map((column) => `${prefix}"${column}"`).join(", ");

/** How many bytes the row `t` has; 0 where there is none. */
export const sizeOf = (columns: readonly string[]): Fragment =>
  raw(columns.map((column) => `coalesce(octet_length(t."${column}"), 0)`).join(" + "));

/** The columns of a key as they stand in its JSON. */
const valuesIn = (columns: readonly string[], json: Fragment): Fragment =>
  joined(
    columns.map((_, at) => sql`${json} ->> ${raw(at)}`),
    ", ",
  );

/** The row `t` whose key is that one. */
export const keyIs = (columns: readonly string[], json: Fragment): Fragment =>
  joined(
    columns.map((column, at) => sql` AND t.${raw(`"${column}"`)} = ${json} ->> ${raw(at)}`),
    "",
  );

/** As many rows of the source from its beginning as one piece holds, or the first one alone. */
const pieceOf = ({ columns }: CopiedTable, source: Fragment): Fragment =>
  sql`SELECT count(*) AS looked, sum(_found) AS rows, '[' || group_concat(_k) || ']' AS keys,
      ('[' || group_concat(_k) || ']') -> '$[#-1]' AS last,
      '[' || coalesce(group_concat(_r), '') || ']' AS json, max(_size) AS largest,
      max(_of) AS asked
    FROM (SELECT *, sum(iif(_size > ${raw(LARGE_BYTES)}, ${raw(PIECE_BYTES + 1)},
        coalesce(octet_length(_r), 0))) OVER (ORDER BY _n) AS _upto, count(*) OVER () AS _of
      FROM (SELECT _n, _k, _found, _size, iif(_found AND _size <= ${raw(LARGE_BYTES)},
          json_array(${raw(named(columns))}), NULL) AS _r FROM (${source})))
    WHERE _upto <= ${raw(PIECE_BYTES)} OR _n = 1`;

/** A large row column by column, each as text, which a column of numbers takes as well. */
const largeRow = ({ name, key, columns }: CopiedTable, project: Slot, last: string): Fragment => {
  const texts = columns.map((column) => `CAST("${column}" AS TEXT) AS "${column}"`).join(", ");
  return sql`SELECT ${raw(texts)} FROM ${raw(name)} t
    WHERE project_id = ${project}${keyIs(key, sql`${last}`)}`;
};

const textsOf = ({ columns }: CopiedTable, row: RawRow): (string | null)[] =>
  columns.map((column) => {
    const value = row[column];
    return value === null || value === undefined ? null : String(value);
  });

async function read(db: Db, table: CopiedTable, project: Slot, source: Fragment): Promise<Piece> {
  const [[found] = []] = await readBatch(db, [pieceOf(table, source)]);
  const values = String(found?.json);
  const piece: Piece = {
    keys: String(found?.keys ?? "[]"),
    looked: Number(found?.looked),
    isWhole: Number(found?.looked) === Number(found?.asked),
    last: found?.last === null ? null : String(found?.last),
    rows: Number(found?.rows ?? 0),
    bytes: values.length,
    values,
  };
  if (piece.last === null || Number(found?.largest) <= LARGE_BYTES) return piece;
  const [[row] = []] = await readBatch(db, [largeRow(table, project, piece.last)]);
  // It went in between: whoever notes what changes has noted that.
  if (!row) return { ...piece, rows: 0 };
  return { ...piece, bytes: Number(found?.largest), values: textsOf(table, row) };
}

/** What is read of a table: rows behind a key, in the order of their keys. */
export interface Walked {
  project_id: string;
  after: string | null;
  /** No more than these; a piece has fewer where they are large. */
  rows: number;
}

/** Behind a key (JSON), or from the first row on. */
export const behind = ({ key }: CopiedTable, after: string | null): Fragment => {
  if (after === null) return nothing;
  if (key.length === 0) return sql` AND false`;
  return sql` AND (${raw(named(key))}) > (${valuesIn(key, sql`${param(after)}`)})`;
};

/** Up to a key (JSON), or to the last row. */
export const upTo = ({ key }: CopiedTable, last: string | null): Fragment =>
  last === null || key.length === 0
    ? nothing
    : sql` AND (${raw(named(key))}) <= (${valuesIn(key, sql`${param(last)}`)})`;

/** The rows of a project behind a key (JSON), or the first ones. */
export function readBehind(
  db: Db,
  table: CopiedTable,
  { project_id, after, rows }: Walked,
): Promise<Piece> {
  const { name, key, columns } = table;
  const project = param(project_id);
  const order = raw(named(["project_id", ...key]));
  const page = sql`SELECT * FROM ${raw(name)} WHERE project_id = ${project}
    ${behind(table, after)} ORDER BY ${order} LIMIT ${rows}`;
  return read(
    db,
    table,
    project,
    sql`SELECT row_number() OVER () AS _n, json_array(${raw(named(key))}) AS _k, 1 AS _found, t.*,
      ${sizeOf(columns)} AS _size FROM (${page}) t`,
  );
}

/** The rows of these keys (a JSON list of lists), as far as they are there. */
export function readKeys(
  db: Db,
  table: CopiedTable,
  { project_id, keys }: { project_id: string; keys: string },
): Promise<Piece> {
  const { name, key, columns } = table;
  const project = param(project_id);
  return read(
    db,
    table,
    project,
    sql`SELECT j.key + 1 AS _n, j.value AS _k, t.project_id IS NOT NULL AS _found, t.*,
      ${sizeOf(columns)} AS _size FROM json_each(${keys}) j
      LEFT JOIN ${raw(name)} t ON t.project_id = ${project}${keyIs(key, raw("j.value"))}`,
  );
}

/** Takes rows away, so that those that are gone do not stay. */
export const deleteKeys = ({ name, key }: CopiedTable, project: Slot, keys: string): Statement =>
  key.length === 0
    ? sql`DELETE FROM ${raw(name)} WHERE project_id = ${project}`
    : sql`DELETE FROM ${raw(name)} WHERE project_id = ${project}
        AND (${raw(named(key))}) IN (
          SELECT ${valuesIn(key, raw("value"))} FROM json_each(${keys}))`;

/** The rows that are written and a row that is in their way, such as a code that changed owners. */
function insert({ name, columns }: CopiedTable, project: Slot, { values }: Piece): Statement {
  // What the audit log says does not change: entries that a place has kept are the same.
  const head = raw(`INSERT OR ${name === "audit_log" ? "IGNORE" : "REPLACE"} INTO ${name}
    (project_id, ${named(columns)})`);
  return typeof values === "string"
    ? sql`${head} SELECT ${project}, ${valuesIn(columns, raw("value"))} FROM json_each(${values})`
    : sql`${head} VALUES (${joined([project, ...values.map(param)], ", ")})`;
}

/** The same rows, as they stand in this or another database by now (`isThere`). */
export function readAgain(
  table: CopiedTable,
  project: Slot,
  { keys, last, values }: Piece,
): Statement {
  const { name, key, columns } = table;
  return typeof values === "string"
    ? sql`SELECT '[' || coalesce(group_concat(r), '') || ']' AS json FROM (
        SELECT json_array(${raw(named(columns, "t."))}) AS r FROM json_each(${keys}) j
        CROSS JOIN ${raw(name)} t ON t.project_id = ${project}${keyIs(key, raw("j.value"))}
        ORDER BY j.key)`
    : largeRow(table, project, last ?? "[]");
}

/** Whether what `readAgain` has found are the very rows of the piece, byte by byte. */
export const isThere = (table: CopiedTable, { values }: Piece, found: RawRow = {}): boolean =>
  typeof values === "string"
    ? found.json === values
    : JSON.stringify(textsOf(table, found)) === JSON.stringify(values);

/**
 * Writes a piece where the project is to be, behind statements that abort where the writer may not,
 * and answers whether exactly these rows stand there: byte by byte, as they are read again. Of the
 * keys that were looked at, those without a row have none there either.
 */
export async function writePiece(
  db: Db,
  table: CopiedTable,
  piece: Piece,
  { project_id, guard }: { project_id: string; guard: readonly Statement[] },
): Promise<Result<boolean, Conflict>> {
  const project = param(project_id);
  const gone = piece.looked > piece.rows ? [deleteKeys(table, project, piece.keys)] : [];
  const written = piece.rows > 0 ? [insert(table, project, piece)] : [];
  const done = await writeBatch(db, [
    ...guard,
    ...gone,
    ...written,
    readAgain(table, project, piece),
  ]);
  if (!done.ok) return err(done.error);
  return ok(isThere(table, piece, done.value.at(-1)?.[0]));
}
