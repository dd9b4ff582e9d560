import { type RawRow, statement } from "../../db/client";
import { columnsOf } from "../../db/columns";
import { outbox } from "../../db/tables/ledger";
import { bounded, cleaned, type Place } from "../../forgetting/place";

/** All events, and of them those about the customer itself and those about its orders. */
function counted(rows: readonly RawRow[]) {
  const kinds = rows.map(({ kind }) => String(kind));
  const beginning = (start: string) => kinds.filter((kind) => kind.startsWith(start)).length;
  return {
    events: kinds.length,
    customer_events: beginning("customer."),
    order_events: beginning("customer.order."),
  };
}

/** Events keep their numbers, their kinds and what they say of money. */
export const eventsOf: Place = {
  tells: columnsOf(outbox, ["data"]),
  counts: counted,
  start: 0,
  read: (scope, person, after) =>
    statement(
      bounded(
        `SELECT sequence AS at, kind, data FROM outbox INDEXED BY outbox_customer
         WHERE project_id = ?1 AND customer_id = ?2 AND sequence > ?3 ORDER BY sequence LIMIT 200`,
        "length(data)",
      ),
      scope.project.id,
      person.id,
      after,
    ),
  write: (scope, person, rows) => [
    statement(
      `UPDATE outbox SET data = n.value->>'$.data'
       FROM json_each(?2) n WHERE outbox.project_id = ?1
         AND outbox.sequence IN (SELECT value->>'$.at' FROM json_each(?2))
         AND outbox.sequence = n.value->>'$.at'`,
      scope.project.id,
      JSON.stringify(rows.map(({ at, data }) => ({ at, data: cleaned(data, person) }))),
    ),
  ],
};
