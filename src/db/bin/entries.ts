import { decode, insertRows, type RawRow, type Statement } from "../client";
import { assertChanged } from "../commit";
import { sql, valuesOf } from "../sql";
import { type BinEntryRow, trashBin } from "../tables/trash-bin";

export const decodeEntry = (raw: RawRow): BinEntryRow => decode(trashBin, raw);

/** Puts things into the bin; refused where one is in it. */
export const insertEntries = (rows: readonly BinEntryRow[]): Statement =>
  insertRows(trashBin, rows);

/** The name of the constraint that `insertEntries` fails on. */
export const IN_BIN = "trash_bin.project_id, trash_bin.resource_id";

/** Takes the entry out, for good or not; aborts where it is gone or at work. */
export const takeOut = ({ project_id, id }: BinEntryRow): Statement[] => [
  sql`DELETE FROM trash_bin WHERE project_id = ${project_id} AND id = ${id} AND action_id IS NULL`,
  assertChanged("trash_bin_moved"),
];

/** The work of an entry begins; aborts where the entry is gone or at work. */
export const beginWork = ({ project_id, id }: BinEntryRow, actionId: string): Statement[] => [
  sql`UPDATE trash_bin SET action_id = ${actionId}
    WHERE project_id = ${project_id} AND id = ${id} AND action_id IS NULL`,
  assertChanged("trash_bin_moved"),
];

/** The work of an entry is done, and it can be brought back. */
export const endWork = (projectId: string, resourceId: string): Statement =>
  sql`UPDATE trash_bin SET action_id = NULL
    WHERE project_id = ${projectId} AND resource_id = ${resourceId}`;

/** Takes out the entries of things that are gone for good, which are `entries`. */
export const takeOutOf = (
  projectId: string,
  resourceIds: readonly string[],
  entries: number,
): Statement[] => [
  sql`DELETE FROM trash_bin INDEXED BY trash_bin_resource
    WHERE project_id = ${projectId} AND resource_id IN (${valuesOf(resourceIds)})`,
  assertChanged("trash_bin_moved", entries),
];

/** Aborts where the thing is in the bin. */
export const notInBin = (projectId: string, resourceId: string): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT NOT EXISTS (
    SELECT 1 FROM trash_bin WHERE project_id = ${projectId} AND resource_id = ${resourceId}
  ), 'in_bin'`;

/** Entries of an order, behind one of them if that is named. */
export function entriesAfter(
  projectId: string,
  { isDescending, after, limit }: { isDescending: boolean; after: string | null; limit: number },
): Statement {
  const of = sql`SELECT * FROM trash_bin WHERE project_id = ${projectId}`;
  // "~" sorts behind every id, the empty text before.
  return isDescending
    ? sql`${of} AND id < ${after ?? "~"} ORDER BY id DESC LIMIT ${limit}`
    : sql`${of} AND id > ${after ?? ""} ORDER BY id LIMIT ${limit}`;
}

export const countEntries = (projectId: string): Statement =>
  sql`SELECT trash_bin AS total FROM tallies WHERE project_id = ${projectId}`;
