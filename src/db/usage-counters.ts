import type { RedemptionEffects, UsageEffect, UsageMove } from "../model/redemption";
import type { Statement } from "./client";
import { sortKey } from "./ledger-rows";
import { type Fragment, param, raw, sql } from "./sql";

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

/** Adds uses to the counters that rules on usage read, all in one statement. */
export function addUsage(projectId: string, moves: readonly UsageMove[]): Statement[] {
  if (moves.length === 0) return [];
  return [
    sql`INSERT INTO usage_counters (project_id, owner_id, subject, count, orders_amount,
        discounted_amount, day, day_count, week, week_count, month, month_count)
      SELECT ${projectId}, value->>'$.owner', value->>'$.subject', value->>'$.count',
        value->>'$.orders_amount', value->>'$.discounted_amount',
        value->>'$.day', value->>'$.count', value->>'$.week', value->>'$.count',
        value->>'$.month', value->>'$.count'
      FROM json_each(${JSON.stringify(moves)}) WHERE true
      ON CONFLICT (project_id, owner_id, subject) DO UPDATE SET count = count + excluded.count,
        orders_amount = orders_amount + excluded.orders_amount,
        discounted_amount = discounted_amount + excluded.discounted_amount, ${PERIOD_MOVES}`,
  ];
}

/**
 * Takes back what a use added; a period that is over keeps its count. Both INs lead to the rows by
 * their key: the join alone would walk the counters of all customers.
 */
export function returnUsage(projectId: string, moves: readonly UsageMove[]): Statement[] {
  if (moves.length === 0) return [];
  const list = param(JSON.stringify(moves));
  return [
    sql`UPDATE usage_counters SET count = count - (m.value->>'$.count'),
        orders_amount = orders_amount - (m.value->>'$.orders_amount'),
        discounted_amount = discounted_amount - (m.value->>'$.discounted_amount'),
        day_count = day_count - iif(day = m.value->>'$.day', m.value->>'$.count', 0),
        week_count = week_count - iif(week = m.value->>'$.week', m.value->>'$.count', 0),
        month_count = month_count - iif(month = m.value->>'$.month', m.value->>'$.count', 0)
      FROM json_each(${list}) m WHERE project_id = ${projectId}
        AND owner_id IN (SELECT value->>'$.owner' FROM json_each(${list}))
        AND owner_id = m.value->>'$.owner'
        AND subject IN (SELECT value->>'$.subject' FROM json_each(${list}))
        AND subject = m.value->>'$.subject'`,
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
