import { load } from "../../commit/load";
import {
  type Db,
  decode,
  insertRows,
  type RawRow,
  type Statement,
  statement,
} from "../../db/client";
import { assertChanged, readBatch } from "../../db/commit";
import { sql } from "../../db/sql";
import { type ExportRow, exportsTable } from "../../db/tables/work";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";

export const decodeExport = (raw: RawRow): ExportRow => decode(exportsTable, raw);

export const insertExport = (row: ExportRow): Statement => insertRows(exportsTable, [row]);

export const exportById = (projectId: string, id: string): Statement =>
  sql`SELECT * FROM exports WHERE project_id = ${projectId} AND id = ${id}`;

/** For links without keys, which have no scope. */
export async function findExport(db: Db, projectId: string, id: string): Promise<ExportRow | null> {
  const [rows = []] = await readBatch(db, [exportById(projectId, id)]);
  return rows[0] ? decodeExport(rows[0]) : null;
}

export async function getExport(scope: Scope, id: string): Promise<ExportRow> {
  const [rows = []] = await load(scope, [exportById(scope.project.id, id)]);
  if (!rows[0]) throw notFound("export", id);
  return decodeExport(rows[0]);
}

/** Moves an export that is not over; aborts where it is, or was deleted. */
export const moveExport = (
  row: ExportRow,
  status: ExportRow["status"],
  updatedAt: string,
): Statement[] => [
  statement(
    `UPDATE exports SET status = ?3, updated_at = ?4
     WHERE project_id = ?1 AND id = ?2 AND status IN ('SCHEDULED', 'IN_PROGRESS')`,
    row.project_id,
    row.id,
    status,
    updatedAt,
  ),
  assertChanged("export_gone"),
];

export const deleteExport = (row: ExportRow): Statement[] => [
  statement("DELETE FROM exports WHERE project_id = ?1 AND id = ?2", row.project_id, row.id),
  assertChanged("export_gone"),
];
