import { createHash } from "node:crypto";
import type { RawRow } from "../../../db/client";
import { archiveName } from "../../../db/event-archives";
import type { KeptChange } from "../../../db/kept-rows";
import { FOLDERS } from "../../../db/project-tables";
import type { ArchiveKey } from "../../../db/tables/archives";
import type { BackupPartRow, BackupRow } from "../../../db/tables/backups";
import { assert } from "../../../lib/assert";
import { gunzipped, gzipped } from "../../../lib/gzip";

export const folderOf = ({ project_id, id }: Pick<BackupRow, "project_id" | "id">): string =>
  `backups/${project_id}/${id}/`;

/** What a file of a backup holds, before it has a place among its parts. */
export interface Written {
  part: Omit<BackupPartRow, "backup_id" | "part">;
  /** Bytes of its lines before they were packed. */
  unpacked: number;
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

interface Lines {
  kind: "rows" | "changes";
  source: string;
  lines: readonly object[];
}

/**
 * Writes lines of JSON under a name that no other worker writes, so that what a backup names never
 * changes.
 */
export async function writeLines(
  files: R2Bucket,
  backup: BackupRow,
  { kind, source, lines }: Lines,
): Promise<Written> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const bytes = gzipped(text);
  const number = String(backup.parts).padStart(6, "0");
  const unique = crypto.randomUUID().slice(0, 8);
  const name = `${folderOf(backup)}${number}-${source}-${unique}.ndjson.gz`;
  const stored = await files.put(name, bytes);
  assert(stored?.size === bytes.byteLength, "a file is stored whole");
  const size = bytes.byteLength;
  return {
    part: { kind, name, source, rows: lines.length, bytes: size, sha256: sha256(bytes) },
    unpacked: text.length,
  };
}

/** Reads a part as it was written; null where its file is gone or is another. */
async function readLines<T>(files: R2Bucket, part: BackupPartRow): Promise<T[] | null> {
  const found = await files.get(part.name);
  if (!found) return null;
  const bytes = await found.arrayBuffer();
  if (sha256(new Uint8Array(bytes)) !== part.sha256) return null;
  // The casts of those who ask hold because the hash is that of what `writeLines` wrote.
  return gunzipped(bytes)
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as T);
}

export const rowsIn = (files: R2Bucket, part: BackupPartRow) => readLines<RawRow>(files, part);
export const changesIn = (files: R2Bucket, part: BackupPartRow) =>
  readLines<KeptChange>(files, part);

/** Copies a file as it is, with what is said of it; null where there is none. */
export async function copyFile(files: R2Bucket, from: string, to: string): Promise<number | null> {
  const found = await files.get(from);
  if (!found) return null;
  const { httpMetadata, customMetadata } = found;
  const said = { ...(httpMetadata && { httpMetadata }), ...(customMetadata && { customMetadata }) };
  const stored = await files.put(to, found.body, said);
  assert(stored.size === found.size, "a file is copied whole");
  return found.size;
}

/** Files that one step copies. */
export const MOST_FILES = 20;

/** Of these everything is copied; of the archive of events, the files that the database names. */
const WHOLE = FOLDERS.filter((folder) => folder !== "events");

/** The project's next other files, in the order of their folders and names, behind one of them. */
export async function nextFiles(
  files: R2Bucket,
  projectId: string,
  after: string | null,
): Promise<string[]> {
  const found = await Promise.all(
    WHOLE.map((folder) => {
      const prefix = `${folder}/${projectId}/`;
      const behind = after?.startsWith(prefix) ? { startAfter: after } : {};
      return files.list({ prefix, limit: MOST_FILES, ...behind });
    }),
  );
  const keys = found.flatMap(({ objects }) => objects.map(({ key }) => key));
  return keys.filter((key) => key > (after ?? "")).slice(0, MOST_FILES);
}

/** The first of these archives that has no file; null where all have theirs. They are in order. */
export async function archiveWithoutFile(
  files: R2Bucket,
  keys: readonly ArchiveKey[],
): Promise<string | null> {
  const [first] = keys;
  if (!first) return null;
  const names = keys.map(archiveName);
  const prefix = `events/${first.project_id}/`;
  // Behind all names that sort before the first one: archives do not overlap.
  const startAfter = archiveName({ ...first, last: first.first - 1 });
  const { objects } = await files.list({ prefix, startAfter, limit: 1_000 });
  const listed = new Set(objects.map(({ key }) => key));
  const unlisted = names.filter((name) => !listed.has(name));
  const found = await Promise.all(unlisted.map((name) => files.head(name)));
  return unlisted.find((_, at) => found[at] === null) ?? null;
}
