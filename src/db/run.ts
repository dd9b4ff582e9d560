import { fitsBytes } from "../lib/bytes";
import type { Param, RawRow, Statement } from "./client";

/** D1 takes no larger value, nor a larger row; local runs take more. */
export const MOST_BYTES = 2_000_000;

export const isTooLarge = (param: Param): boolean =>
  typeof param === "string" && !fitsBytes(param, MOST_BYTES);

/** A row by the values that the database has, which go from one object to another. */
export type Cells = Record<string, string | number | null>;

/** What a batch answered. */
export interface Ran<Row extends RawRow = RawRow> {
  /** The rows of each statement. */
  rows: Row[][];
  rows_read: number;
  rows_written: number;
  /** How long its statements say that they ran (milliseconds). */
  ran: number;
  /** How long it took until it was answered; null where another one has told it of both. */
  took: number | null;
  /** The region that answered; null where the platform names none. */
  region: string | null;
  /** How large the database was then, in bytes. */
  bytes: number;
  isPrimary: boolean;
  /** How new what it saw was; null outside a session. */
  bookmark: string | null;
}

type Way = D1Database | D1DatabaseSession;

/** A read by itself needs no transaction around it. */
async function sent(way: Way, statements: readonly Statement[], writes: boolean) {
  const prepared = statements.map(({ sql: text, params }) => way.prepare(text).bind(...params));
  const [only] = prepared;
  return !writes && only && prepared.length === 1
    ? [await only.all<Cells>()]
    : way.batch<Cells>(prepared);
}

/** Runs statements as one batch: all of them or none. */
export async function runOn(
  way: Way,
  statements: readonly Statement[],
  writes: boolean,
): Promise<Ran<Cells>> {
  const started = performance.now();
  const results = await sent(way, statements, writes);
  const last = results.at(-1)?.meta;
  const ran: Ran<Cells> = {
    rows: results.map(({ results: rows }) => rows),
    rows_read: 0,
    rows_written: 0,
    ran: 0,
    took: performance.now() - started,
    region: last?.served_by_region ?? null,
    bytes: last?.size_after ?? 0,
    isPrimary: last?.served_by_primary === true,
    bookmark: "getBookmark" in way ? way.getBookmark() : null,
  };
  for (const { meta } of results) {
    ran.rows_read += meta.rows_read;
    ran.rows_written += meta.rows_written;
    ran.ran += meta.duration;
  }
  return ran;
}

/** What the database itself says of statements that it ran; all else befell it or the way there. */
const OF_STATEMENTS = /SQLITE_|assert:|D1_TYPE_ERROR/;

export const textOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Whether the database refused what it was asked, so that nothing of it was written. */
export const isOfStatements = (error: unknown): boolean => OF_STATEMENTS.test(textOf(error));
