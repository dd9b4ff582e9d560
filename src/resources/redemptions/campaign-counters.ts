import type { DayMove } from "../../commit/days";
import type { RedemptionRow } from "../../db/tables/redemptions";
import type { RuledRedeemable } from "../../deciding/ruled";
import { discountTaken, type PlannedUse } from "../../engine/redemption/plan";
import type { RedemptionEffects } from "../../model/redemption";

const addedTo = (effects: RedemptionEffects, owner: string | null | undefined) =>
  effects.usage?.added.find((added) => added.owner === owner);

/** What successful redemptions count for in summaries; amounts in minor units. */
export const redeemedCounters = (uses: readonly PlannedUse<RuledRedeemable>[]): DayMove[] =>
  uses.map(({ applied: { redeemable }, effects }) => ({
    campaign_id: redeemable.campaign_id,
    counters: {
      redemptions_succeeded: 1,
      discounted_amount: discountTaken(effects),
      orders_amount: addedTo(effects, redeemable.campaign_id)?.orders_amount ?? 0,
      amount_redeemed: effects.credits ?? 0,
      ...(effects.points && { points_redeemed: effects.points }),
    },
  }));

/** What refused redemptions count for. */
export const failedCounters = (redeemables: readonly RuledRedeemable[]): DayMove[] =>
  redeemables.map(({ campaign_id }) => ({ campaign_id, counters: { redemptions_failed: 1 } }));

/** The campaign that a redemption was counted for when it was made; it may be gone by now. */
function campaignOf(row: RedemptionRow): string | null {
  const redeemable = row.promotion_tier_id ?? row.voucher_id;
  return row.effects.usage?.added.find(({ owner }) => owner !== redeemable)?.owner ?? null;
}

/**
 * What rollbacks count for. The redeemed amount of an order stays, and is counted once more as
 * rolled back.
 */
export const returnedCounters = (targets: readonly RedemptionRow[]): DayMove[] =>
  targets.map((target) => ({
    campaign_id: campaignOf(target),
    counters: {
      rollbacks_succeeded: 1,
      rolledback_discounted_amount: discountTaken(target.effects),
      orders_rolledback_amount: addedTo(target.effects, campaignOf(target))?.orders_amount ?? 0,
      amount_rolledback: target.effects.credits ?? 0,
      ...(target.effects.points && { points_rolledback: target.effects.points }),
    },
  }));

export const failedRollbackCounters = (redemption: RedemptionRow): DayMove[] => [
  { campaign_id: campaignOf(redemption), counters: { rollbacks_failed: 1 } },
];
