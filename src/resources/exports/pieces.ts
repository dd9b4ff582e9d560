import type { ExportRow } from "../../db/tables/work";
import { assert } from "../../lib/assert";
import { deleteFiles } from "../../lib/delete-files";

export type Owner = Pick<ExportRow, "project_id" | "id">;

/** Where in the table, and in the hash of the file, the next piece goes on. */
export interface Reached {
  /** The last key that was read; empty before the first row. */
  after: string;
  /** Of all bytes up to here (`lib/running-hash.ts`); empty where the first were not hashed. */
  hash: string;
}

/** A part of the file. */
export interface Piece extends Reached {
  rows: number;
  /** Rows that were looked at for them. */
  looked: number;
  isLast: boolean;
}

/** All of an export's pieces stand under this; whoever deletes the one deletes the others. */
export const folderOf = ({ project_id, id }: Owner): string => `exports/${project_id}/${id}/`;

export const pieceName = (owner: Owner, at: number): string =>
  `${folderOf(owner)}${String(at).padStart(6, "0")}`;

const read = (metadata: Record<string, string> | undefined): Piece => ({
  after: metadata?.after ?? "",
  hash: metadata?.hash ?? "",
  rows: Number(metadata?.rows ?? 0),
  looked: Number(metadata?.looked ?? metadata?.rows ?? 0),
  isLast: metadata?.is_last === "1",
});

/** What a worker before wrote by this name, also one that was cut off right after. */
export async function findPiece(files: R2Bucket, name: string): Promise<Piece | null> {
  const found = await files.head(name);
  return found && read(found.customMetadata);
}

/** Writes a piece unless there is one: what stands is never replaced. Says whether it wrote. */
export async function putPiece(
  files: R2Bucket,
  name: string,
  piece: Piece,
  bytes: Uint8Array,
): Promise<boolean> {
  const { after, hash, isLast } = piece;
  const stored = await files.put(name, bytes, {
    onlyIf: new Headers({ "if-none-match": "*" }),
    customMetadata: {
      after,
      hash,
      rows: String(piece.rows),
      looked: String(piece.looked),
      is_last: isLast ? "1" : "0",
    },
  });
  return stored !== null;
}

/** Pours the pieces one after the other; whoever reads hears of one that is missing. */
async function pour(
  files: R2Bucket,
  owner: Owner,
  { first, into }: { first: R2ObjectBody; into: WritableStream },
): Promise<void> {
  try {
    let piece = first;
    for (let at = 1; ; at++) {
      await piece.body.pipeTo(into, { preventClose: true });
      if (read(piece.customMetadata).isLast) return await into.close();
      const next = await files.get(pieceName(owner, at));
      assert(next, "no piece of an export is missing");
      piece = next;
    }
  } catch (error) {
    // It has ended already where the reader has gone.
    await into.abort(error).catch(() => {});
  }
}

/** The whole file, none of which comes into memory; null where the first piece is missing. */
export async function openFile(files: R2Bucket, owner: Owner): Promise<ReadableStream | null> {
  const first = await files.get(pieceName(owner, 0));
  if (!first) return null;
  const { readable, writable } = new IdentityTransformStream();
  void pour(files, owner, { first, into: writable });
  return readable;
}

/** Removes the file, however many pieces it has. */
export async function removeFile(files: R2Bucket, owner: Owner): Promise<void> {
  for (let hasMore = true; hasMore; ) hasMore = await deleteFiles(files, folderOf(owner));
}
