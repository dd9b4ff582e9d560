import type { BackupRow, RestoreRow } from "../../../db/tables/backups";
import { assert } from "../../../lib/assert";
import type { Backup, Restore } from "./schema";

export function viewBackup(row: BackupRow): Backup {
  const { id, project_id, project, status, taken_at, parts, rows, bytes, error } = row;
  assert(status !== "REMOVED", "a removed backup is not shown");
  return {
    id,
    project_id,
    project_name: project.name,
    status,
    taken_at,
    files: parts,
    rows,
    size_bytes: bytes,
    error,
    created_at: row.created_at,
    updated_at: row.updated_at,
    object: "backup",
  };
}

/** `total` is the files of the backup that is being read. */
export const viewRestore = (row: RestoreRow, total: number): Restore => ({
  id: row.id,
  backup_id: row.backup_id,
  project_id: row.project_id,
  status: row.status,
  progress: { done: row.parts, total },
  rows: row.rows,
  error: row.error,
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "restore",
});
