import type { RawRow } from "../../db/client";
import { columnsOf } from "../../db/columns";
import { sql, valuesOf } from "../../db/sql";
import { exportsTable } from "../../db/tables/work";
import type { Place } from "../../forgetting/place";
import type { Scope } from "../../scope/scope";
import { removeFile } from "./pieces";
import { deleteExports } from "./store";

/** Exports that may have the customer in them go as a whole, row and file. */
const PERSONAL_EXPORTS = ["voucher", "redemption", "customer", "publication", "order"];

const personal = ({ project }: Scope, rows: readonly RawRow[]) =>
  rows
    .filter(({ is_personal }) => is_personal === 1)
    .map(({ at, status }) => ({ project_id: project.id, id: String(at), status: String(status) }));

export const exportsPlace: Place = {
  tells: columnsOf(exportsTable, ["parameters"]),
  start: "",
  behind: ["orders", "redemptions", "publications"],
  read: (scope, _, after) =>
    sql`SELECT id AS at, status, exported_object IN (${valuesOf(PERSONAL_EXPORTS)}) AS is_personal
      FROM exports WHERE project_id = ${scope.project.id} AND id > ${after} ORDER BY id LIMIT 20`,
  clear: async (scope, _, rows) => {
    await Promise.all(personal(scope, rows).map((row) => removeFile(scope.files, row)));
  },
  write: (scope, _, rows) => {
    const gone = personal(scope, rows);
    if (gone.length === 0) return [];
    return [
      ...deleteExports(scope.project.id, gone),
      sql`UPDATE tallies SET exports = exports - ${gone.length}
        WHERE project_id = ${scope.project.id}`,
    ];
  },
};
