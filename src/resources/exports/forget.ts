import { statement } from "../../db/client";
import { columnsOf } from "../../db/columns";
import { exportsTable } from "../../db/tables/work";
import { keysOf, type Place } from "../../forgetting/place";
import { removeFile } from "./pieces";

/** Exports that may have the customer in them go as a whole, row and file. */
const PERSONAL_EXPORTS = JSON.stringify([
  "voucher",
  "redemption",
  "customer",
  "publication",
  "order",
]);

export const exportsOf: Place = {
  tells: columnsOf(exportsTable, ["parameters"]),
  start: "",
  read: (scope, _, after) =>
    statement(
      `SELECT id AS at, exported_object IN (SELECT value FROM json_each(?3)) AS is_personal
       FROM exports WHERE project_id = ?1 AND id > ?2 ORDER BY id LIMIT 20`,
      scope.project.id,
      after,
      PERSONAL_EXPORTS,
    ),
  clear: async (scope, rows) => {
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
      statement(
        "DELETE FROM exports WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?2))",
        scope.project.id,
        keysOf(gone),
      ),
      statement(
        "UPDATE tallies SET exports = exports - changes() WHERE project_id = ?1",
        scope.project.id,
      ),
    ];
  },
};
