import type { Statement } from "../../db/client";
import { param, raw, sql } from "../../db/sql";
import type { UsageEffect } from "../../model/redemption";
import type { Scope } from "../../scope/scope";
import { sortKey } from "./store";

/** What uses add to one counter of an owner, on the days of one calendar. */
export interface UsageMove extends Omit<UsageEffect["added"][number], "owner" | "subjects"> {
  owner: string;
  subject: string;
  day: string;
  week: string;
  month: string;
}

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
export function addUsage(scope: Scope, moves: readonly UsageMove[]): Statement[] {
  if (moves.length === 0) return [];
  return [
    sql`INSERT INTO usage_counters (project_id, owner_id, subject, count, orders_amount,
        discounted_amount, day, day_count, week, week_count, month, month_count)
      SELECT ${scope.project.id}, value->>'$.owner', value->>'$.subject', value->>'$.count',
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
export function returnUsage(scope: Scope, moves: readonly UsageMove[]): Statement[] {
  if (moves.length === 0) return [];
  const list = param(JSON.stringify(moves));
  return [
    sql`UPDATE usage_counters SET count = count - (m.value->>'$.count'),
        orders_amount = orders_amount - (m.value->>'$.orders_amount'),
        discounted_amount = discounted_amount - (m.value->>'$.discounted_amount'),
        day_count = day_count - iif(day = m.value->>'$.day', m.value->>'$.count', 0),
        week_count = week_count - iif(week = m.value->>'$.week', m.value->>'$.count', 0),
        month_count = month_count - iif(month = m.value->>'$.month', m.value->>'$.count', 0)
      FROM json_each(${list}) m WHERE project_id = ${scope.project.id}
        AND owner_id IN (SELECT value->>'$.owner' FROM json_each(${list}))
        AND owner_id = m.value->>'$.owner'
        AND subject IN (SELECT value->>'$.subject' FROM json_each(${list}))
        AND subject = m.value->>'$.subject'`,
  ];
}

/** Writes down what redemptions that stay count from now on. */
export const rewriteUsage = (scope: Scope, usages: ReadonlyMap<string, UsageEffect>): Statement[] =>
  [...usages].map(
    ([id, usage]) => sql`UPDATE redemptions
      SET effects = json_set(effects, '$.usage', json(${JSON.stringify(usage)}))
      WHERE project_id = ${scope.project.id} AND sort_key = ${sortKey(id)} AND id = ${id}`,
  );
