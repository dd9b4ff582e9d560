import type { Statement } from "../../db/client";
import { MORE_USED, ofCustomer } from "../../db/own-usage";
import {
  type Fragment,
  joined,
  joining,
  joiningList,
  param,
  raw,
  type Slot,
  sql,
} from "../../db/sql";
import type { UsageMove } from "../../model/redemption";
import type { Scope } from "../../scope/scope";

/** Counters of a customer's summary that move with a redemption or rollback. */
export interface CustomerMove {
  total_redeemed?: number;
  total_failed?: number;
  total_succeeded?: number;
  total_rolled_back?: number;
  total_rollback_failed?: number;
  total_rollback_succeeded?: number;
  gift_redeemed_amount?: number;
  loyalty_redeemed_points?: number;
  orders_amount?: number;
  orders_count?: number;
}

/** The order by which a customer was last moved. Minor units, ISO. */
export interface LastOrder {
  id: string;
  amount: number;
  date: string;
}

/** What was the last order before this one stays as it is while this one moves again. */
const PRIOR_MOVES = ["amount", "date"].map(
  (name) => (id: Fragment) =>
    sql`${raw(`prior_order_${name}`)} = iif(last_order_id IS ${id},
      ${raw(`prior_order_${name}`)}, ${raw(`last_order_${name}`)})`,
);

/** Both moves together. */
export function summed(one: CustomerMove, other: CustomerMove): CustomerMove {
  const sums: Record<string, number> = { ...one };
  for (const [name, by] of Object.entries(other)) sums[name] = (sums[name] ?? 0) + by;
  return sums;
}

/** What else of a customer moves beside the counters of a summary. */
interface MovedBy {
  lastOrder?: LastOrder | null;
  /** Uses that the customer's own counters count. */
  usage?: readonly UsageMove[];
}

export function moveCustomer(
  scope: Scope,
  customerId: string,
  move: CustomerMove,
  { lastOrder = null, usage = [] }: MovedBy = {},
): Statement {
  const project = joining("same", scope.project.id);
  /** What the row becomes, by what its parts are read from. */
  const set = (from: Record<"move" | "usage" | "last", Slot | Fragment>): Fragment => {
    const last = (name: string) => sql`(${from.last}->>${raw(`'$.${name}'`)})`;
    return joined(
      [
        ...Object.keys(move).map(
          (name) => sql`${raw(name)} = ${raw(name)} + (${from.move}->>${raw(`'$.${name}'`)})`,
        ),
        ...(usage.length > 0
          ? [sql`usage = ${MORE_USED.all(ofCustomer(project, sql`${from.usage}`))}`]
          : []),
        ...(lastOrder
          ? [
              ...["amount", "date", "id"].map((n) => sql`${raw(`last_order_${n}`)} = ${last(n)}`),
              ...PRIOR_MOVES.map((moved) => moved(last("id"))),
            ]
          : []),
      ],
      ", ",
    );
  };
  const own = {
    move: param(JSON.stringify(move)),
    usage: param(JSON.stringify(usage)),
    last: param(lastOrder && JSON.stringify(lastOrder)),
  };
  const ofMany = () => {
    const rows = joiningList("rows", [{ id: customerId, move, usage, last: lastOrder }]);
    const of = { move: raw("m.value->'$.move'"), last: raw("m.value->'$.last'") };
    return sql`UPDATE customers SET ${set({ ...of, usage: raw("m.value, '$.usage'") })}
      FROM json_each(${rows}) m WHERE project_id = ${project}
        AND customers.id IN (SELECT value->>'$.id' FROM json_each(${rows}))
        AND customers.id = m.value->>'$.id'`.joinable();
  };
  return sql`UPDATE customers SET ${set(own)}
    WHERE project_id = ${project} AND id = ${customerId}`.joinableAs(ofMany);
}
