import { columnsOf } from "../../db/columns";
import { OUTBOX, ofCustomer } from "../../db/event-source";
import { param, raw, sql } from "../../db/sql";
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
      sql`SELECT o.sequence AS at, o.kind, o.data FROM ${ofCustomer(OUTBOX, {
        project: param(scope.project.id),
        customer: sql`${person.id}`,
        above: param(after),
        below: raw(Number.MAX_SAFE_INTEGER),
        isDescending: false,
        window: param(200),
      })}`,
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
