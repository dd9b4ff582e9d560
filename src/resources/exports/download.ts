import { ApiError, notFound } from "../../errors";
import type { FileAnswer, Visit } from "../../http/operation";
import { readToken } from "./link";
import { openFile } from "./pieces";
import { findExport } from "./store";

/**
 * The file behind a signed link. Refuses a missing, wrong or old token, and that of a key that was
 * deleted or blocked since, with unauthorized; an export
 * that was deleted meanwhile is not found.
 */
export async function openDownload(
  { databaseOf, isKeyOpen, files, secret, now }: Visit,
  exportId: string,
  token: string | undefined,
): Promise<FileAnswer> {
  const linked = readToken({ secret, exportId, now }, token ?? "");
  // A link is worth no more than the key that it was given to.
  if (linked === null || !(await isKeyOpen(linked))) throw new ApiError("unauthorized");
  const { projectId } = linked;
  const db = await databaseOf(projectId);
  const row = db && (await findExport(db, projectId, exportId));
  const file = row?.status === "DONE" ? await openFile(files, row) : null;
  if (!row || !file) throw notFound("export", exportId);
  return { content: file, name: `${row.exported_object}-${row.id}.csv` };
}
