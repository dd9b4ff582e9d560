import type { Db, Statement } from "./client";
import { readBatch } from "./commit";
import {
  behind,
  type CopiedTable,
  hasLast,
  isThere,
  keyIs,
  named,
  type Piece,
  readAgain,
  readBehind,
  upTo,
  type Walked,
} from "./copy-rows";
import { type Fragment, param, raw, type Slot, sql } from "./sql";

// Whether all rows of a table stand in another database as they are, and no others: byte by byte,
// as they are copied. The databases have no function that hashes, and two texts say more than two
// hashes.

/** Keys that differ are told of one piece up to so many in each direction. */
const MOST = 1_000;

export interface Compared {
  /** The last key that was looked at (JSON); null where no row stood behind these. */
  last: string | null;
  /** Keys of rows (JSON) that are not the same, or not there, in one of the two. */
  differing: string[];
  /** Whether those are all. */
  isAll: boolean;
}

interface Range {
  after: string | null;
  last: string | null;
  /** No more rows than these are looked at. */
  most: number;
}

/** The keys of rows behind one key and up to another, in their order. */
function keysIn(table: CopiedTable, project: Slot, { after, last, most }: Range): Fragment {
  const { name, key } = table;
  return sql`SELECT json_array(${raw(named(key))}) AS key FROM ${raw(name)}
    WHERE project_id = ${project}${behind(table, after)}${upTo(table, last)}
    ORDER BY ${raw(named(["project_id", ...key]))} LIMIT ${most}`;
}

/** Rows of the piece that are others here, or none. */
function changedIn({ name, key, columns }: CopiedTable, project: Slot, piece: Piece): Statement {
  const { keys, values } = piece;
  // One that is large, or has gone in between, was alone.
  if (typeof values !== "string" || piece.rows === 0) {
    return sql`SELECT value AS key FROM json_each(${keys})`;
  }
  const all = (json: string) => sql`SELECT key AS n, value FROM json_each(${json})`;
  return sql`WITH k AS MATERIALIZED (${all(keys)}), v AS MATERIALIZED (${all(values)})
    SELECT k.value AS key FROM k CROSS JOIN v ON v.n = k.n
    LEFT JOIN ${raw(name)} t ON t.project_id = ${project}${keyIs(key, raw("k.value"))}
    WHERE t.project_id IS NULL OR json_array(${raw(named(columns, "t."))}) IS NOT v.value
    LIMIT ${raw(MOST)}`;
}

/** Rows that stand here between those of the piece. */
const addedIn = (table: CopiedTable, project: Slot, piece: Piece, range: Range): Statement =>
  sql`SELECT key FROM (${keysIn(table, project, range)})
    WHERE key NOT IN (SELECT value FROM json_each(${piece.keys}))`;

/**
 * Compares the rows of a project behind a key with those of the other database. Where entries of
 * the audit log have been kept from before, the other one may have more.
 */
export async function compareBehind(
  { from, to }: { from: Db; to: Db },
  table: CopiedTable,
  walked: Walked,
): Promise<Compared> {
  const piece = await readBehind(from, table, walked);
  const last = hasLast(piece, walked.rows) ? null : piece.last;
  const project = param(walked.project_id);
  const range = { after: walked.after, last, most: piece.looked + MOST };
  const mayHaveMore = table.name === "audit_log";
  const [[found] = [], [counted] = []] = await readBatch(to, [
    readAgain(table, project, piece),
    sql`SELECT count(*) AS rows FROM (${keysIn(table, project, range)})`,
  ]);
  const isSame =
    piece.looked === 0 || (piece.rows === piece.looked && isThere(table, piece, found));
  if (isSame && (mayHaveMore || Number(counted?.rows) === piece.rows)) {
    return { last, differing: [], isAll: true };
  }
  const lists = await readBatch(to, [
    ...(isSame ? [] : [changedIn(table, project, piece)]),
    ...(mayHaveMore ? [] : [addedIn(table, project, piece, range)]),
  ]);
  return {
    last,
    differing: lists.flat().map(({ key }) => String(key)),
    isAll: lists.every((list) => list.length < MOST),
  };
}
