import type { UsageEffect, UsageMove } from "../model/redemption";
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

/** What a redemption counts once its order is paid; `uncounted` is what its summary lacks still. */
interface Counted {
  usage?: UsageEffect | undefined;
  uncounted?: true | undefined;
}

/** Writes down what browsers' redemptions count once a back end says that their order is paid. */
export function countEffects(projectId: string, all: ReadonlyMap<string, Counted>): Statement {
  const rows = [...all].map(([id, { usage = null, uncounted = false }]) => ({
    ...{ id, key: sortKey(id), usage, uncounted },
  }));
  const list = param(JSON.stringify(rows));
  const kept: Fragment = sql`json_remove(effects, '$.unconfirmed', '$.unproven',
    iif(m.value->>'$.uncounted', '$.unconfirmed', '$.uncounted'))`;
  return sql`UPDATE redemptions SET effects = json_set(${kept}, '$.usage', json(m.value->'$.usage'))
    FROM json_each(${list}) m WHERE project_id = ${projectId}
      AND sort_key IN (SELECT value->>'$.key' FROM json_each(${list}))
      AND sort_key = m.value->>'$.key' AND redemptions.id = m.value->>'$.id'`;
}
