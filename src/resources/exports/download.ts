import type { Db } from "../../db/client";
import { ApiError, notFound } from "../../errors";
import { readToken } from "./link";
import { openFile } from "./pieces";
import { findExport } from "./store";

/** What a link brings: there are no keys, so there is no scope. `now` is epoch milliseconds. */
interface Visit {
  db: Db;
  files: R2Bucket;
  secret: string;
  now: number;
}

/**
 * The file behind a signed link. Refuses a missing, wrong or old token with unauthorized; an export
 * that was deleted meanwhile is not found.
 */
export async function openDownload(
  { db, files, secret, now }: Visit,
  exportId: string,
  token: string | undefined,
): Promise<{ file: ReadableStream; name: string }> {
  const projectId = readToken({ secret, exportId, now }, token ?? "");
  if (projectId === null) throw new ApiError("unauthorized");
  const row = await findExport(db, projectId, exportId);
  const file = row?.status === "DONE" ? await openFile(files, row) : null;
  if (!row || !file) throw notFound("export", exportId);
  return { file, name: `${row.exported_object}-${row.id}.csv` };
}
