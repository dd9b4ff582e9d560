import type { CampaignMove } from "../../commit/campaign-days";
import type { RedemptionRow } from "../../db/tables/redemptions";
import type { RuledRedeemable } from "../../deciding/ruled";
import { discountTaken, type PlannedUse } from "../../engine/redemption/plan";
import type { RedemptionEffects } from "../../model/redemption";

type Counters = CampaignMove["counters"];

const inCampaign = (campaign_id: string | null | undefined, counters: Counters): CampaignMove[] =>
  campaign_id ? [{ campaign_id, counters }] : [];

const addedTo = (effects: RedemptionEffects, owner: string | null | undefined) =>
  effects.usage?.added.find((added) => added.owner === owner);

/** What successful redemptions count for in their campaigns' summaries; amounts in minor units. */
export const redeemedCounters = (uses: readonly PlannedUse<RuledRedeemable>[]): CampaignMove[] =>
  uses.flatMap(({ applied: { redeemable }, effects }) =>
    inCampaign(redeemable.campaign_id, {
      redemptions_succeeded: 1,
      discounted_amount: discountTaken(effects),
      orders_amount: addedTo(effects, redeemable.campaign_id)?.orders_amount ?? 0,
      amount_redeemed: effects.credits ?? 0,
      ...(effects.points && { points_redeemed: effects.points }),
    }),
  );

/** What refused redemptions count for. */
export const failedCounters = (redeemables: readonly RuledRedeemable[]): CampaignMove[] =>
  redeemables.flatMap(({ campaign_id }) => inCampaign(campaign_id, { redemptions_failed: 1 }));

/** The campaign that a redemption was counted for when it was made; it may be gone by now. */
const campaignOf = (row: RedemptionRow): string | undefined => {
  const redeemable = row.promotion_tier_id ?? row.voucher_id;
  return row.effects.usage?.added.find(({ owner }) => owner !== redeemable)?.owner;
};

/**
 * What rollbacks count for. The redeemed amount of an order stays, and is counted once more as
 * rolled back.
 */
export const returnedCounters = (targets: readonly RedemptionRow[]): CampaignMove[] =>
  targets.flatMap((target) =>
    inCampaign(campaignOf(target), {
      rollbacks_succeeded: 1,
      rolledback_discounted_amount: discountTaken(target.effects),
      orders_rolledback_amount: addedTo(target.effects, campaignOf(target))?.orders_amount ?? 0,
      amount_rolledback: target.effects.credits ?? 0,
      ...(target.effects.points && { points_rolledback: target.effects.points }),
    }),
  );

export const failedRollbackCounters = (redemption: RedemptionRow): CampaignMove[] =>
  inCampaign(campaignOf(redemption), { rollbacks_failed: 1 });
