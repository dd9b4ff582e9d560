import type { RedemptionEffects, UsageEffect, UsageMove } from "../model/redemption";
import type { Statement } from "./client";
import { sortKey } from "./ledger-rows";
import {
  byRow,
  type Change,
  cellsOf,
  hasOwn,
  LESS_USED,
  MORE_USED,
  ofCustomer,
  ofVoucher,
  parted,
} from "./own-usage";
import { type Fragment, joining, joiningList, param, raw, type Slot, sql } from "./sql";
import { halfOf } from "./voucher-halves";

/**
 * Where another clock is ahead, or the project's calendar was put back, a counter may stand in a
 * newer period than the use, which then counts there (as `usageNow` of the engine reads it).
 */
const PERIOD_MOVES = raw(
  ["day", "week", "month"]
    .map(
      (period) => `${period}_count = excluded.count
        + iif(excluded.${period} > ${period}, 0, ${period}_count),
      ${period} = max(${period}, excluded.${period})`,
    )
    .join(", "),
);

/**
 * Condition on a move of a customer's counter: the customer's own row is there, and has it not. Of
 * one who is gone nothing is read any more, and what stands apart may be older than what the row
 * had.
 */
const isApart = (project: Slot, move: string): Fragment =>
  sql`(${raw(`${move}->>'$.subject'`)} NOT GLOB 'cust_*' OR EXISTS (SELECT 1 FROM customers o
    WHERE o.project_id = ${project} AND o.id = ${raw(`${move}->>'$.subject'`)}
      AND ${cellsOf("o.usage", raw(`(${move}->>'$.owner')`))} IS NULL))`;

/** Moves own counters of vouchers, live or gone, and of customers where they have them. */
function moveOwn(
  projectId: string,
  { vouchers, customers }: Pick<ReturnType<typeof parted>, "vouchers" | "customers">,
  change: Change,
): Statement[] {
  const project = param(projectId);
  const moves = raw("m.value, '$.moves'");
  const ids = (list: Slot) => sql`(SELECT value->>'$.id' FROM json_each(${list}))`;
  const [own, theirs] = [byRow(vouchers, "owner"), byRow(customers, "subject")];
  const [voucher, customer] = [ofVoucher(project, moves), ofCustomer(project, moves)];
  return [
    ...(vouchers.length === 0
      ? []
      : [
          sql`UPDATE vouchers INDEXED BY vouchers_id SET usage = ${change.all(voucher)}
            FROM json_each(${own}) m WHERE project_id = ${project}
              AND ${halfOf("either", "vouchers")} AND vouchers.id IN ${ids(own)}
              AND vouchers.id = m.value->>'$.id'`,
        ]),
    ...(customers.length === 0
      ? []
      : [
          sql`UPDATE customers SET usage = ${change.own(customer)}
            FROM json_each(${theirs}) m WHERE project_id = ${project}
              AND customers.id IN ${ids(theirs)} AND customers.id = m.value->>'$.id'
              AND ${hasOwn(customer)}`,
        ]),
  ];
}

/** Adds uses to the counters that rules on usage read, wherever these stand. */
export function addUsage(projectId: string, all: readonly UsageMove[]): Statement[] {
  const { apart, ...own } = parted(all);
  const moves = [...apart, ...own.customers];
  const changes = moveOwn(projectId, own, MORE_USED);
  if (moves.length === 0) return changes;
  const project = joining("same", projectId);
  return [
    ...changes,
    sql`INSERT INTO usage_counters (project_id, owner_id, subject, count, orders_amount,
        discounted_amount, day, day_count, week, week_count, month, month_count)
      SELECT ${project}, value->>'$.owner', value->>'$.subject', value->>'$.count',
        value->>'$.orders_amount', value->>'$.discounted_amount',
        value->>'$.day', value->>'$.count', value->>'$.week', value->>'$.count',
        value->>'$.month', value->>'$.count'
      FROM json_each(${joiningList("list", moves)})
      WHERE ${own.customers.length > 0 ? isApart(project, "value") : raw("true")}
      ON CONFLICT (project_id, owner_id, subject) DO UPDATE SET count = count + excluded.count,
        orders_amount = orders_amount + excluded.orders_amount,
        discounted_amount = discounted_amount + excluded.discounted_amount, ${PERIOD_MOVES}`,
  ];
}

/**
 * Takes back what a use added; a period that is over keeps its count. Both INs lead to the rows by
 * their key: the join alone would walk the counters of all customers.
 */
export const returnUsage = (projectId: string, all: readonly UsageMove[]): Statement[] =>
  // Of one day a counter has one move: a statement changes each counter once.
  [...Map.groupBy(all, ({ day }) => day).values()].flatMap((ofDay) => returned(projectId, ofDay));

function returned(projectId: string, all: readonly UsageMove[]): Statement[] {
  const { apart, ...own } = parted(all);
  const moves = [...apart, ...own.customers];
  const changes = moveOwn(projectId, own, LESS_USED);
  if (moves.length === 0) return changes;
  const [project, list] = [param(projectId), param(JSON.stringify(moves))];
  return [
    ...changes,
    sql`UPDATE usage_counters SET count = count - (m.value->>'$.count'),
        orders_amount = orders_amount - (m.value->>'$.orders_amount'),
        discounted_amount = discounted_amount - (m.value->>'$.discounted_amount'),
        day_count = day_count - iif(day = m.value->>'$.day', m.value->>'$.count', 0),
        week_count = week_count - iif(week = m.value->>'$.week', m.value->>'$.count', 0),
        month_count = month_count - iif(month = m.value->>'$.month', m.value->>'$.count', 0)
      FROM json_each(${list}) m WHERE project_id = ${project}
        AND owner_id IN (SELECT value->>'$.owner' FROM json_each(${list}))
        AND owner_id = m.value->>'$.owner'
        AND subject IN (SELECT value->>'$.subject' FROM json_each(${list}))
        AND subject = m.value->>'$.subject'
        AND ${own.customers.length > 0 ? isApart(project, "m.value") : raw("true")}`,
  ];
}

/** What a redemption counts once its order is paid; `uncounted` is what its summary lacks still. */
interface Counted {
  usage?: UsageEffect | undefined;
  uncounted?: true | undefined;
}

/** Sets the effects of redemptions, each by the row `m` of its id. */
function setEffects(
  projectId: string,
  rows: ReadonlyMap<string, Record<string, unknown>>,
  effects: Fragment,
): Statement {
  const keyed = [...rows].map(([id, row]) => ({ id, key: sortKey(id), ...row }));
  const list = param(JSON.stringify(keyed));
  return sql`UPDATE redemptions SET effects = ${effects}
    FROM json_each(${list}) m WHERE project_id = ${projectId}
      AND sort_key IN (SELECT value->>'$.key' FROM json_each(${list}))
      AND sort_key = m.value->>'$.key' AND redemptions.id = m.value->>'$.id'`;
}

const CONFIRMED = sql`json_set(json_remove(effects, '$.unconfirmed', '$.unproven',
    iif(m.value->>'$.uncounted', '$.unconfirmed', '$.uncounted')),
    '$.usage', json(m.value->'$.usage'))`;

/** Writes down what browsers' redemptions count once a back end says that their order is paid. */
export function countEffects(projectId: string, all: ReadonlyMap<string, Counted>): Statement {
  const rows = [...all].map(
    ([id, { usage = null, uncounted = false }]) => [id, { usage, uncounted }] as const,
  );
  return setEffects(projectId, new Map(rows), CONFIRMED);
}

const TAKEN = sql`json_patch(
      json_remove(effects, '$.order_discount', '$.line_shares', '$.lines', '$.usage'),
      m.value->'$.taking')`;

/** Writes down what redemptions take off their order, and have counted of it, from now on. */
export function writeTakings(
  projectId: string,
  all: ReadonlyMap<string, RedemptionEffects>,
): Statement {
  const rows = [...all].map(
    ([id, { order_discount, line_shares, lines, usage }]) =>
      [id, { taking: { order_discount, line_shares, lines, usage } }] as const,
  );
  return setEffects(projectId, new Map(rows), TAKEN);
}
