import type { Statement } from "../../db/client";
import { sortKey } from "../../db/ledger-rows";
import { param, sql } from "../../db/sql";
import type { UsageEffect, UsageMove } from "../../model/redemption";
import type { Scope } from "../../scope/scope";

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
