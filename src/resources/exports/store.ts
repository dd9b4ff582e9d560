import type { Tally } from "../../commit/commit";
import { getRow } from "../../commit/read";
import { type Db, decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { assertChanged, readBatch } from "../../db/commit";
import { byId } from "../../db/rows";
import { param, raw, sql } from "../../db/sql";
import { type ExportRow, exportsTable } from "../../db/tables/work";
import type { Scope } from "../../scope/scope";

export const decodeExport = (raw: RawRow): ExportRow => decode(exportsTable, raw);

export const insertExport = (row: ExportRow): Statement => insertRows(exportsTable, [row]);

export const exportById = (projectId: string, id: string): Statement =>
  byId(exportsTable, { project_id: projectId, id });

/** For links without keys, which have no scope. */
export async function findExport(db: Db, projectId: string, id: string): Promise<ExportRow | null> {
  const [rows = []] = await readBatch(db, [exportById(projectId, id)]);
  return rows[0] ? decodeExport(rows[0]) : null;
}

export const getExport = (scope: Scope, id: string): Promise<ExportRow> =>
  getRow(scope, exportsTable, id, "export");

/** What a step changes of an export. */
type ExportMove = Pick<ExportRow, "status" | "updated_at"> & Partial<Pick<ExportRow, "manifest">>;

/** Moves an export that is not over; aborts where it is, or was deleted. */
export const moveExport = (
  row: ExportRow,
  { status, updated_at, manifest = null }: ExportMove,
): Statement[] => [
  sql`UPDATE exports SET status = ${status}, updated_at = ${updated_at},
      manifest = ${manifest && JSON.stringify(manifest)}
    WHERE project_id = ${row.project_id} AND id = ${row.id}
      AND status IN ('SCHEDULED', 'IN_PROGRESS')`,
  assertChanged("export_gone"),
];

/** Of each voucher that [key of its code, name as it was sent] names: the name, and its id. */
export function idsOfVouchers(
  scope: Scope,
  named: readonly (readonly [key: string, name: string])[],
): Statement {
  const project = param(scope.project.id);
  return sql`SELECT n.value->>1 AS name, v.id FROM json_each(${JSON.stringify(named)}) n
    CROSS JOIN vouchers v ON v.project_id = ${project} AND v.code_key = n.value->>0
      AND v.deleted_at IS NULL`;
}

/** The total of the project's that counts rows of a kind. */
export const tallyOf = (scope: Scope, name: Tally): Statement =>
  sql`SELECT ${raw(name)} AS total FROM tallies WHERE project_id = ${scope.project.id}`;

/**
 * Takes exports away whose files were removed, each as it was read before that; aborts where the
 * work of one has gone on since, which may have written a piece that nobody would find any more.
 * Work that is still under way finds that its export is gone, and removes what it has written.
 */
export const deleteExports = (
  projectId: string,
  rows: readonly { id: string; status: string }[],
): Statement[] => [
  sql`DELETE FROM exports WHERE project_id = ${projectId} AND (id, status) IN (
    SELECT value->>0, value->>1
    FROM json_each(${JSON.stringify(rows.map(({ id, status }) => [id, status]))}))`,
  assertChanged("export_moved", rows.length),
];
