import { columnsOf } from "../../db/columns";
import { param, sql } from "../../db/sql";
import { outbox } from "../../db/tables/ledger";
import { countedKinds } from "../../forgetting/event-counts";
import { bounded, cleaned, type Place } from "../../forgetting/place";
import { changeUnsealed } from "./archive/seal-store";

/** Events keep their numbers, their kinds and what they say of money. */
export const eventsPlace: Place = {
  tells: columnsOf(outbox, ["data", "as_left"]),
  counts: (rows) => countedKinds(rows.map(({ kind }) => String(kind))),
  start: 0,
  behind: ["orders", "redemptions", "publications"],
  read: (scope, person, after) =>
    bounded(
      sql`SELECT sequence AS at, kind, data FROM outbox INDEXED BY outbox_customer
        WHERE project_id = ${scope.project.id} AND customer_id = ${person.id}
          AND sequence > ${after} ORDER BY sequence LIMIT 200`,
      "length(data)",
    ),
  write: (scope, person, rows) => {
    const clean = rows.map(({ at, data }) => ({ at, data: cleaned(data, person) }));
    const events = param(JSON.stringify(clean));
    return [
      sql`UPDATE outbox SET data = n.value->>'$.data', as_left = NULL
        FROM json_each(${events}) n WHERE outbox.project_id = ${scope.project.id}
          AND outbox.sequence IN (SELECT value->>'$.at' FROM json_each(${events}))
          AND outbox.sequence = n.value->>'$.at'`,
      changeUnsealed(scope.project.id),
    ];
  },
};
