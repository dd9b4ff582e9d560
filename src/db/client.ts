import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { jsonChunks } from "../lib/chunk";
import { memoised } from "../lib/memoised";
import { type StoredRow, storedColumns } from "./columns";
import type { Ran } from "./run";

/** What a request has cost so far; shown as Server-Timing and in the log. */
export interface Cost {
  round_trips: number;
  statements: number;
  rows_read: number;
  rows_written: number;
  milliseconds: number;
  /** What the statements say that they ran: all together, and those of the longest batch. */
  database_ms: number;
  longest_ms: number;
}

export const noCost = (): Cost => ({
  round_trips: 0,
  statements: 0,
  rows_read: 0,
  rows_written: 0,
  milliseconds: 0,
  database_ms: 0,
  longest_ms: 0,
});

export type Param = string | number | boolean | null;

/**
 * How the values that statements of one text bind become one value: `same` they have to be, a `sum`
 * they add up to, a `list` is one behind the other, a `set` has each once. Of `rows` each has an id
 * that no other may have; `uses` are those of vouchers, each voucher summed.
 */
export type JoinWay = "same" | "sum" | "list" | "set" | "rows" | "uses";

/** A statement that can be one with others of its text; null where it stands by itself. */
export interface Joinable {
  sql: string;
  params: readonly Param[];
  ways: readonly JoinWay[] | null;
}

export interface Statement {
  sql: string;
  params: readonly Param[];
  /** The same where it can be one with others (`db/joined.ts`). */
  joinable?(): Joinable | null;
}
export type RawRow = Record<string, unknown>;

/** Who answered the batches of a request, and how new what they saw was. */
export interface Trail {
  /** Whose trail it is: a bookmark says nothing of any other database. */
  place: string;
  /** The newest bookmark seen; null before the first batch. */
  bookmark: string | null;
  /** The region that answered last; null where the platform names none. */
  region: string | null;
  /** How large the database was then, in bytes. */
  bytes: number;
  /** Whether the primary answered every batch since this was set, as far as that is told. */
  isPrimary: boolean;
  /** Whether what stands was read near the caller. */
  isNear: boolean;
  /** Whether it was read near first and then again on the primary. */
  isRepeated: boolean;
  /** Whether copies follow the database: without any, nothing is read near, or marked. */
  isFollowed: boolean;
}

export const noTrail = (place: string, isFollowed = false): Trail => ({
  place,
  isFollowed,
  bookmark: null,
  region: null,
  bytes: 0,
  isPrimary: true,
  isNear: false,
  isRepeated: false,
});

/** What a batch says of itself where others may share its transaction (`db/shared.ts`). */
export interface Sharing {
  writes: boolean;
  /** Rows that it asserts: it shares no transaction with another batch that names one of them. */
  apart: readonly string[];
}

export interface Db {
  d1: D1Database;
  cost: Cost;
  /** Under this name it is known how much it is asked (`db/pressure.ts`). */
  place?: string | undefined;
  /** For whom it is asked. */
  project?: string | undefined;
  /** Only requests leave one: their callers are told how new what they saw was. */
  trail?: Trail | undefined;
  /** Reads near the caller; without it every batch goes to the primary. */
  session?: D1DatabaseSession | undefined;
  /** Sends batches beside those of other requests, as one; without it each goes alone. */
  shared?: ((statements: readonly Statement[], sharing: Sharing) => Promise<Ran>) | undefined;
}

function asParam(value: unknown): Param {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "string" || typeof value === "number") return value;
  throw new TypeError(`not a value that D1 can bind: ${typeof value}`);
}

/** JSON as a column has it: its text, or what was read of it already (`db/packed.ts`). */
export const jsonIn = (value: unknown): unknown =>
  typeof value === "string" ? JSON.parse(value) : (value ?? null);

type Decoder = (value: unknown) => unknown;
const decodersOf = memoised((table: SQLiteTable): [string, Decoder][] => {
  const made: [string, Decoder][] = [];
  for (const [name, column] of storedColumns(table)) {
    if (column.dataType === "json") made.push([name, jsonIn]);
    if (column.dataType === "boolean")
      made.push([name, (value) => column.mapFromDriverValue(value)]);
  }
  return made;
});

/**
 * A raw row of `SELECT *` as the table's row type: JSON text becomes values, 0 and 1 become
 * booleans. The cast holds because the migration is generated from the same table.
 */
export function decode<T extends SQLiteTable>(table: T, row: RawRow): StoredRow<T> {
  const decoded: RawRow = { ...row };
  for (const [name, read] of decodersOf(table)) {
    if (decoded[name] !== null && decoded[name] !== undefined) decoded[name] = read(decoded[name]);
  }
  return decoded as StoredRow<T>;
}

interface Insert {
  columns: [name: string, isJson: boolean][];
  /** Up to the values. */
  head: string;
  fromJson: string;
}

const insertInto = memoised((table: SQLiteTable): Insert => {
  const columns = storedColumns(table).map(([name, { dataType }]): [string, boolean] => [
    name,
    dataType === "json",
  ]);
  const names = columns.map(([name]) => `"${name}"`).join(", ");
  const head = `INSERT INTO ${getTableName(table)} (${names})`;
  const values = columns.map(([name]) => `value->>'$.${name}'`).join(", ");
  return { columns, head, fromJson: `${head} SELECT ${values} FROM json_each(+?1)` };
});

/** The most parameters that D1 binds in one statement. */
export const MOST_PARAMETERS = 100;

/** All rows as one parameter, to which those of others can be added. */
const rowsOfMany = ({ fromJson }: Insert, rows: readonly object[]): Joinable => ({
  sql: fromJson,
  params: [JSON.stringify(rows)],
  ways: ["list"],
});

/**
 * A parameter for each value: the database need not take the rows' JSON apart. Null for too many.
 * The plus keeps plans from waiting for values (`db/sql.ts`).
 */
function fewRows(insert: Insert, rows: readonly object[]): Statement | null {
  const { columns, head } = insert;
  if (rows.length === 0 || rows.length * columns.length > MOST_PARAMETERS) return null;
  const slots = rows.map(
    (_, at) => `(${columns.map((_, place) => `+?${at * columns.length + place + 1}`).join(", ")})`,
  );
  const params = rows.flatMap((row) => {
    const values = new Map<string, unknown>(Object.entries(row));
    return columns.map(([name, isJson]) => {
      const value = values.get(name);
      return isJson && value !== null && value !== undefined
        ? JSON.stringify(value)
        : asParam(value);
    });
  });
  const joinable = () => rowsOfMany(insert, rows);
  return { sql: `${head} VALUES ${slots.join(", ")}`, params, joinable };
}

/** All rows in one statement, whatever their number: many are one parameter. */
export function insertRows<T extends SQLiteTable>(
  table: T,
  rows: readonly StoredRow<T>[],
): Statement {
  const insert = insertInto(table);
  return fewRows(insert, rows) ?? rowsOfMany(insert, rows);
}

/** The same for rows that together may be more than one parameter takes. */
export function insertLarge<T extends SQLiteTable>(
  table: T,
  rows: readonly StoredRow<T>[],
): Statement[] {
  const insert = insertInto(table);
  const few = fewRows(insert, rows);
  if (few) return [few];
  return jsonChunks(rows).map(({ json }) => ({ sql: insert.fromJson, params: [json] }));
}
