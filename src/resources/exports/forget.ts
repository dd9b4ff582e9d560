import { columnsOf } from "../../db/columns";
import { sql, valuesOf } from "../../db/sql";
import { exportsTable } from "../../db/tables/work";
import { keysOf, type Place } from "../../forgetting/place";
import { removeFile } from "./pieces";

/** Exports that may have the customer in them go as a whole, row and file. */
const PERSONAL_EXPORTS = ["voucher", "redemption", "customer", "publication", "order"];

export const exportsPlace: Place = {
  tells: columnsOf(exportsTable, ["parameters"]),
  start: "",
  read: (scope, _, after) =>
    sql`SELECT id AS at, exported_object IN (${valuesOf(PERSONAL_EXPORTS)}) AS is_personal
      FROM exports WHERE project_id = ${scope.project.id} AND id > ${after} ORDER BY id LIMIT 20`,
  clear: async (scope, _, rows) => {
    const personal = rows.filter(({ is_personal }) => is_personal === 1);
    await Promise.all(
      personal.map(({ at }) =>
        removeFile(scope.files, { project_id: scope.project.id, id: String(at) }),
      ),
    );
  },
  write: (scope, _, rows) => {
    const gone = rows.filter(({ is_personal }) => is_personal === 1);
    if (gone.length === 0) return [];
    return [
      sql`DELETE FROM exports WHERE project_id = ${scope.project.id}
        AND id IN (SELECT value FROM json_each(${keysOf(gone)}))`,
      sql`UPDATE tallies SET exports = exports - changes()
        WHERE project_id = ${scope.project.id}`,
    ];
  },
};
