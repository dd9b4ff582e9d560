import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db, RawRow, Statement } from "./client";
import { storedColumns } from "./columns";
import { isTooLargeToRead, readBatch } from "./commit";
import { Fragment, joined, raw, sql } from "./sql";

// Several reads as one statement: each costs the client and the database as much as some hundred
// rows do. The rows of each read come as one JSON array, in one column of one row.

/** A column of a read, and whether its text is JSON: an object or an array, never a bare text. */
type Column = readonly [name: string, isJson: boolean];

/** The columns of a read, and one of its rows, as `r`, as values of a JSON array. */
export interface Layout {
  names: readonly string[];
  row: Fragment;
}

/** A function of SQLite takes no more arguments on D1. */
const MOST_ARGUMENTS = 32;

const chunksOf = (columns: readonly Column[]): (readonly Column[])[] =>
  Array.from({ length: Math.ceil(columns.length / MOST_ARGUMENTS) }, (_, at) =>
    columns.slice(at * MOST_ARGUMENTS, (at + 1) * MOST_ARGUMENTS),
  );

const columnOf = ([name, isJson]: Column): string => (isJson ? `json(r."${name}")` : `r."${name}"`);

const arrayOf = (columns: readonly Column[]): string =>
  `json_array(${columns.map(columnOf).join(", ")})`;

function layoutWith(columns: readonly Column[]): Layout {
  const row = raw(chunksOf(columns).map(arrayOf).join(", "));
  return { names: columns.map(([name]) => name), row };
}

/** Columns by their names, those first whose text is JSON. */
interface Named {
  json?: readonly string[];
  plain?: readonly string[];
}

const columnsNamed = ({ json = [], plain = [] }: Named): Column[] => [
  ...json.map((name): Column => [name, true]),
  ...plain.map((name): Column => [name, false]),
];

export const layoutOf = (named: Named): Layout => layoutWith(columnsNamed(named));

/** The layout of whole rows of a table, and of what else is selected with them. */
export const rowLayout = (table: SQLiteTable, beside: Named = {}): Layout =>
  layoutWith([
    ...storedColumns(table).map(([name, { dataType }]): Column => [name, dataType === "json"]),
    ...columnsNamed(beside),
  ]);

/** A read that tells its columns, so that it can be packed together with others. */
export class PackableRead extends Fragment {
  readonly layout: Layout;

  constructor(read: Fragment, layout: Layout) {
    super(["", ""], [read]);
    this.layout = layout;
  }
}

export const packable = (read: Fragment, layout: Layout): PackableRead =>
  new PackableRead(read, layout);

const rowsOf = (read: PackableRead): Fragment =>
  sql`(SELECT json_group_array(json_array(${read.layout.row})) FROM (${read}) r)`;

const nameOf = (at: number): string => `r${at}`;

/** One row, with the rows of each read in a column. */
export const packed = (reads: readonly PackableRead[]): Fragment =>
  sql`SELECT ${joined(
    reads.map((read, at) => sql`${rowsOf(read)} AS ${raw(nameOf(at))}`),
    ", ",
  )}`;

/** The cast holds because `packed` makes the text. */
function rowsIn({ layout: { names } }: PackableRead, text: unknown): RawRow[] {
  const rows = JSON.parse(String(text)) as unknown[][][];
  return rows.map((chunks) => {
    const row: RawRow = {};
    let at = 0;
    for (const chunk of chunks) for (const value of chunk) row[names[at++] ?? ""] = value;
    return row;
  });
}

/**
 * The rows of each read, as it has them by itself; what is JSON is read already, which `jsonIn`
 * takes as well as its text.
 */
export const unpacked = (reads: readonly PackableRead[], row: RawRow): RawRow[][] =>
  reads.map((read, at) => rowsIn(read, row[nameOf(at)]));

const isPackable = (statement: Statement): statement is PackableRead =>
  statement instanceof PackableRead;

/**
 * Reads in one round trip like `readBatch`, with all that can be packed in one statement before the
 * others. What is larger together than the database answers is read again, each by itself.
 */
export async function readPacked(db: Db, statements: readonly Statement[]): Promise<RawRow[][]> {
  const reads = statements.filter(isPackable);
  if (reads.length < 2) return readBatch(db, statements);
  const others = statements.filter((each) => !isPackable(each));
  try {
    const [rows, ...found] = await readBatch(db, [packed(reads), ...others]);
    const apart = unpacked(reads, rows?.[0] ?? {});
    return statements.map((each) => (isPackable(each) ? apart : found).shift() ?? []);
  } catch (error) {
    if (!isTooLargeToRead(error)) throw error;
    return readBatch(db, statements);
  }
}
