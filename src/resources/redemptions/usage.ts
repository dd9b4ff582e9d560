import { periodsNow } from "../../commit/days";
import type { RuledRedeemable } from "../../deciding/ruled";
import { subjectIds } from "../../deciding/usage";
import type { PlannedUse } from "../../engine/redemption/plan";
import { usageRanges } from "../../engine/usage/guards";
import type { RedemptionEffects, UsageEffect } from "../../model/redemption";
import type { Scope } from "../../scope/scope";
import type { UsageGuard } from "./guard-store";
import type { UsageMove } from "./usage-store";

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

const keyOf = (move: UsageMove): string => [move.owner, move.subject, move.day].join(" ");

/** One move for each counter and day, in one order, whatever the order of the request was. */
export function usageMoves(effects: readonly Pick<RedemptionEffects, "usage">[]): UsageMove[] {
  const moves = new Map<string, UsageMove>();
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

const summed = (move: UsageMove, more: Omit<Added, "owner" | "subjects">): UsageMove => ({
  ...move,
  count: move.count + more.count,
  orders_amount: move.orders_amount + more.orders_amount,
  discounted_amount: move.discounted_amount + more.discounted_amount,
});

/** Ranges of what a use's rules saw, as ranges of the stored counters before the whole request. */
function guardsOf(scope: Scope, use: Planned, customerId: string | null): UsageGuard[] {
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

/** The ranges in which the counters must stand still, so that the rules would decide the same. */
export const usageGuards = (
  scope: Scope,
  uses: readonly Planned[],
  customerId: string | null,
): UsageGuard[] => uses.flatMap((use) => guardsOf(scope, use, customerId));
