import { periodsNow } from "../../commit/campaign-days";
import type { Statement } from "../../db/client";
import { type Fragment, param, raw, sql } from "../../db/sql";
import type { RuledRedeemable } from "../../deciding/ruled";
import { subjectIds } from "../../deciding/usage";
import type { Periods } from "../../engine/periods";
import type { PlannedUse } from "../../engine/redemption/plan";
import { usageRanges } from "../../engine/usage/guards";
import type { RedemptionEffects, UsageEffect } from "../../model/redemption";
import type { Scope } from "../../scope/scope";

type Planned = PlannedUse<RuledRedeemable>;
type Added = UsageEffect["added"][number];

const isSet = (subject: string | null): subject is string => subject !== null;

/**
 * What one use adds to the counters of its voucher and its campaign; keys count for vouchers only.
 */
export function usageEffect(scope: Scope, use: Planned, customerId: string | null): UsageEffect {
  const { redeemable, usage } = use.applied;
  const { all, customer, api_key } = subjectIds(scope, customerId);
  const added = [...usage.uses].map(([owner, counts]): Added => {
    const subjects = owner === redeemable.id ? [all, customer, api_key] : [all, customer];
    return { owner, subjects: subjects.filter(isSet), ...counts };
  });
  return { ...periodsNow(scope), added };
}

interface Move extends Omit<Added, "owner" | "subjects"> {
  owner: string;
  subject: string;
  day: string;
  week: string;
  month: string;
}

const keyOf = (move: Move): string => [move.owner, move.subject, move.day].join(" ");

/** One move for each counter and day, in one order, whatever the order of the request was. */
function movesOf(effects: readonly RedemptionEffects[]): Move[] {
  const moves = new Map<string, Move>();
  for (const { usage } of effects) {
    if (!usage) continue;
    const { day, week, month } = usage;
    for (const { owner, subjects, ...counts } of usage.added) {
      for (const subject of subjects) {
        const move = { owner, subject, day, week, month, ...counts };
        const before = moves.get(keyOf(move));
        moves.set(keyOf(move), before ? summed(before, counts) : move);
      }
    }
  }
  return [...moves.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const summed = (move: Move, more: Omit<Added, "owner" | "subjects">): Move => ({
  ...move,
  count: move.count + more.count,
  orders_amount: move.orders_amount + more.orders_amount,
  discounted_amount: move.discounted_amount + more.discounted_amount,
});

/** A use of a period that is over by another clock leaves the newer period's count alone. */
const PERIOD_MOVES = raw(
  ["day", "week", "month"]
    .map(
      (period) => `${period}_count = CASE WHEN excluded.${period} > ${period} THEN excluded.count
        WHEN excluded.${period} = ${period} THEN ${period}_count + excluded.count
        ELSE ${period}_count END,
      ${period} = max(${period}, excluded.${period})`,
    )
    .join(", "),
);

/** Adds uses to the counters that rules on usage read, all in one statement. */
export function addUsage(scope: Scope, effects: readonly RedemptionEffects[]): Statement[] {
  const moves = movesOf(effects);
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
 * Takes back what was written down when it was added; a period that is over keeps its count. Both
 * INs lead to the rows by their key: the join alone would walk the counters of all customers.
 */
export function returnUsage(scope: Scope, effects: readonly RedemptionEffects[]): Statement[] {
  const moves = movesOf(effects);
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

interface Guard {
  owner: string;
  subject: string;
  measure: string;
  lo: number;
  hi: number;
}

/** Ranges of what a use's rules saw, as ranges of the stored counters before the whole request. */
function guardsOf(scope: Scope, use: Planned, customerId: string | null): Guard[] {
  const { candidate, redeemable, usage } = use.applied;
  const subjects = subjectIds(scope, customerId);
  const owners = { redeemable: redeemable.id, campaign: redeemable.campaign?.id ?? "" };
  return usageRanges(candidate.rules, usage.facts).map((range) => {
    const { owner, subject, measure, value, lo, hi } = range;
    const before = candidate.usage[owner][subject]?.[measure] ?? 0;
    const added = value - before;
    return {
      owner: owners[owner],
      subject: subjects[subject] ?? "",
      measure,
      lo: lo - added,
      hi: hi - added,
    };
  });
}

/** A counter's value now; a period that is over counts nothing (as `usageNow` of the engine). */
const countNow = ({ day, week, month }: Periods): Fragment =>
  sql`CASE g.value->>'$.measure' WHEN 'count' THEN u.count
    WHEN 'day_count' THEN iif(u.day >= ${day}, u.day_count, 0)
    WHEN 'week_count' THEN iif(u.week >= ${week}, u.week_count, 0)
    WHEN 'month_count' THEN iif(u.month >= ${month}, u.month_count, 0)
    WHEN 'orders_amount' THEN u.orders_amount ELSE u.discounted_amount END`;

/**
 * Aborts the batch where a counter has left the range in which the rules would decide the same. It
 * stands before the counters move, so two requests that saw room for one more cannot both take it.
 */
export function guardUsage(
  scope: Scope,
  uses: readonly Planned[],
  customerId: string | null,
): Statement[] {
  const guards = uses.flatMap((use) => guardsOf(scope, use, customerId));
  if (guards.length === 0) return [];
  return [
    sql`INSERT INTO assert_v (ok, tag) SELECT NOT EXISTS (
      SELECT 1 FROM json_each(${JSON.stringify(guards)}) g
      LEFT JOIN usage_counters u ON u.project_id = ${scope.project.id}
        AND u.owner_id = g.value->>'$.owner' AND u.subject = g.value->>'$.subject'
      WHERE coalesce(${countNow(periodsNow(scope))}, 0)
        NOT BETWEEN g.value->>'$.lo' AND g.value->>'$.hi'), 'usage_moved'`,
  ];
}
