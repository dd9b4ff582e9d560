import { columnsOf } from "../../db/columns";
import { param, sql } from "../../db/sql";
import { redemptions } from "../../db/tables/redemptions";
import { forgetTold } from "../../forgetting/order-lines";
import { bounded, cleaned, keysOf, type Place } from "../../forgetting/place";

/** Entries of the ledger keep their amounts and whom they are linked to by id. */
export const redemptionsPlace: Place = {
  tells: columnsOf(redemptions, ["tracking_id", "metadata", "reason", "order"]),
  start: "",
  behind: ["orders"],
  read: (scope, person, after) =>
    bounded(
      sql`SELECT sort_key AS at, "order" FROM redemptions INDEXED BY redemptions_customer
        WHERE project_id = ${scope.project.id} AND customer_id = ${person.id}
          AND sort_key > ${after} ORDER BY sort_key LIMIT 200`,
      'coalesce(length("order"), 0)',
    ),
  write: (scope, person, rows) => {
    const list = param(
      JSON.stringify(rows.map(({ at, order }) => ({ at, order: cleaned(order, person) }))),
    );
    const told = sql`SELECT DISTINCT order_id, "order"->>'$.lines' AS version FROM redemptions
      WHERE project_id = ${scope.project.id} AND "order"->>'$.lines' IS NOT NULL
        AND sort_key IN (SELECT value FROM json_each(${keysOf(rows)}))`;
    return [
      ...forgetTold(scope, person, told),
      sql`UPDATE redemptions SET metadata = NULL, tracking_id = NULL, reason = NULL,
          "order" = n.value->>'$.order'
        FROM json_each(${list}) n WHERE redemptions.project_id = ${scope.project.id}
          AND redemptions.sort_key IN (SELECT value->>'$.at' FROM json_each(${list}))
          AND redemptions.sort_key = n.value->>'$.at'`,
    ];
  },
};
