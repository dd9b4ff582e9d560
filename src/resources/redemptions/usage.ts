import { periodsNow } from "../../commit/days";
import { hasRoom, parted } from "../../db/own-usage";
import type { CustomerRow } from "../../db/tables/customers";
import type { RuledRedeemable } from "../../deciding/ruled";
import { subjectIds } from "../../deciding/usage";
import type { PlannedUse } from "../../engine/redemption/plan";
import { usageRanges } from "../../engine/usage/guards";
import { usageMoves } from "../../engine/usage/moves";
import type { UsageEffect } from "../../model/redemption";
import { movesMoney, type Scope } from "../../scope/scope";
import type { UsageGuard } from "./guard-store";

type Planned = PlannedUse<RuledRedeemable>;
type Added = UsageEffect["added"][number];

const isSet = (subject: string | null): subject is string => subject !== null;

/**
 * What one use adds to the counters of its voucher and its campaign; keys count for vouchers only.
 */
export function usageEffect(scope: Scope, use: Planned, customerId: string | null): UsageEffect {
  const { redeemable, usage } = use.applied;
  const { all, customer, api_key } = subjectIds(scope, customerId);
  // An order that only a browser told of counts once a back end says that it is paid.
  const later = movesMoney(scope) ? {} : { orders_amount: 0 };
  const added = [...usage.uses].map(([owner, counts]): Added => {
    const subjects = owner === redeemable.id ? [all, customer, api_key] : [all, customer];
    return { owner, subjects: subjects.filter(isSet), ...counts, ...later };
  });
  return { ...periodsNow(scope), added };
}

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

/**
 * What the uses count, by where it is counted: a summary that moves counts its customer's uses in
 * the same row, as long as there is room.
 */
export function usageOf(
  scope: Scope,
  uses: readonly Pick<Planned, "effects">[],
  customer: CustomerRow | null,
) {
  const { apart, ...own } = parted(usageMoves(uses.map(({ effects }) => effects)));
  const isOwn = movesMoney(scope) && customer !== null && hasRoom(customer.usage, own.customers);
  if (isOwn) return { ...own, apart };
  return { ...own, customers: [], apart: [...apart, ...own.customers] };
}
