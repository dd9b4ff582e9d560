import { archiveName } from "../../../db/event-archives";
import type { ArchiveKey } from "../../../db/tables/archives";
import { assert } from "../../../lib/assert";
import { gunzipped, gzipped } from "../../../lib/gzip";

/** An archive's events, and what tells this file from the one that replaces it. */
interface Opened {
  lines: string[];
  etag: string;
}

/** What tells the file that stands by now from any other; null where there is none. */
export const etagOf = async (files: R2Bucket, key: ArchiveKey): Promise<string | null> =>
  (await files.head(archiveName(key)))?.etag ?? null;

/** Reads an archive, whose file is whole; null where the bucket has none. */
export async function findArchive(files: R2Bucket, key: ArchiveKey): Promise<Opened | null> {
  const found = await files.get(archiveName(key));
  if (!found) return null;
  const lines = gunzipped(await found.arrayBuffer())
    .split("\n")
    .slice(0, -1);
  assert(lines.length === key.last - key.first + 1, "an archive has all of its events");
  return { lines, etag: found.etag };
}

/** Reads an archive that the database knows: its file is there. */
export async function openArchive(files: R2Bucket, key: ArchiveKey): Promise<Opened> {
  const opened = await findArchive(files, key);
  assert(opened, "an archive has a file");
  return opened;
}

/**
 * Writes the file of an archive in place of the one that was looked at (null: of none); answers
 * false where another one stands there by now.
 */
export async function putArchive(
  files: R2Bucket,
  key: ArchiveKey,
  { lines, etag }: { lines: readonly string[]; etag: string | null },
): Promise<boolean> {
  const bytes = gzipped(lines.map((line) => `${line}\n`).join(""));
  const onlyIf = etag === null ? new Headers({ "if-none-match": "*" }) : { etagMatches: etag };
  const stored = await files.put(archiveName(key), bytes, { onlyIf });
  if (stored === null) return false;
  assert(stored.size === bytes.byteLength, "a file is stored whole");
  return true;
}

/** How a line begins, by which lines are found without reading them as a whole. */
const headOf = (sequence: number, customerId: string): string =>
  `{"sequence":${sequence},"customer_id":${JSON.stringify(customerId)},`;

/** Whether the event of a line is found by the customer. */
export const isOfCustomer = (line: string, sequence: number, customerId: string): boolean =>
  line.startsWith(headOf(sequence, customerId));
