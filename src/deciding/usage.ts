import { periodsNow } from "../commit/days";
import { counterIn } from "../db/own-usage";
import type { Periods } from "../engine/periods";
import {
  ALL,
  keySubject,
  UNUSED,
  type Usage,
  type UsageCounter,
  usageNow,
  withUse,
} from "../engine/usage/counters";
import type { UsageFacts, UsageSubject } from "../engine/usage/facts";
import type { RedemptionEffects, UsageEffect } from "../model/redemption";
import { isProven, type Scope } from "../scope/scope";
import type { Loaded } from "./load";
import { isTier, type RuledRedeemable } from "./ruled";

/**
 * Who is counted for beside everybody; a customer that is not stored yet has used nothing. A
 * browser counts for a customer by that customer's token alone.
 */
export const subjectIds = (
  scope: Scope,
  customerId: string | null,
): Record<UsageSubject, string | null> => ({
  all: ALL,
  customer: isProven(scope) ? customerId : null,
  api_key: scope.actor.app_id === "" ? null : keySubject(scope.actor.app_id),
});

type OwnUse = Pick<RedemptionEffects, "usage">;

/** The usage without what an earlier use added to it, in the periods that are still running. */
function without(usage: Usage, added: UsageEffect["added"][number], same: PeriodsRunning): Usage {
  const less = withUse(usage, added, -1);
  return {
    ...less,
    day_count: same.day ? less.day_count : usage.day_count,
    week_count: same.week ? less.week_count : usage.week_count,
    month_count: same.month ? less.month_count : usage.month_count,
  };
}

type PeriodsRunning = Record<keyof Periods, boolean>;

const running = (effect: UsageEffect, now: Periods): PeriodsRunning => ({
  day: effect.day === now.day,
  week: effect.week === now.week,
  month: effect.month === now.month,
});

interface Counter {
  owner: string;
  subject: string;
}

/** Gives back what the order's own earlier uses added to this counter. */
const withoutOwn = (
  usage: Usage,
  { owner, subject }: Counter,
  own: readonly OwnUse[],
  now: Periods,
) =>
  own.reduce((left, { usage: effect }) => {
    const added = effect?.added.find(
      (each) => each.owner === owner && each.subjects.includes(subject),
    );
    return effect && added ? without(left, added, running(effect, now)) : left;
  }, usage);

/**
 * How often the redeemable and its campaign were used before this request, by all, by this customer
 * and by this key; uses of `own` do not count. Null where there is nobody to count for.
 */
export function usageBefore(
  scope: Scope,
  { customer, identity }: Pick<Loaded, "customer" | "identity">,
  redeemable: RuledRedeemable,
  own: readonly OwnUse[],
): UsageFacts {
  const now = periodsNow(scope);
  const subjects = subjectIds(scope, customer?.id ?? null);
  const counted = (owner: string | null, subject: string | null): Usage | null => {
    if (owner === null || subject === null) return null;
    const of = { owner_id: owner, subject };
    const isOfVoucher = owner === redeemable.id && !isTier(redeemable);
    const ownCounter =
      subject === customer?.id
        ? counterIn(customer.usage, owner, of)
        : isOfVoucher && counterIn(redeemable.usage, subject, of);
    const fits = (counter: UsageCounter) =>
      counter.owner_id === owner && counter.subject === subject;
    const counter = ownCounter || redeemable.counters.find(fits);
    return withoutOwn(usageNow(counter, now), { owner, subject }, own, now);
  };
  // A customer who is new has used nothing.
  const isNew = identity !== null && customer === null;
  const bySubject = (owner: string | null) => ({
    all: counted(owner, subjects.all),
    customer: isNew && owner !== null ? UNUSED : counted(owner, subjects.customer),
    api_key: counted(owner, subjects.api_key),
  });
  return {
    redeemable: bySubject(redeemable.id),
    campaign: bySubject(redeemable.campaign?.id ?? null),
  };
}
