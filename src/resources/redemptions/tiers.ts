import { isTier, type RuledRedeemable } from "../../deciding/ruled";
import type { RedemptionEffects } from "../../model/redemption";
import { datesOf } from "../../model/window-fields";
import { viewTier } from "../campaigns/promotions/tiers/view";
import type { ShownTier } from "./sql";

export const viewShownTier = ({ tier, campaign }: ShownTier) => viewTier(campaign, tier);

/** Its campaign as events name it beside an entry of the ledger. */
export const viewCampaignOfTier = ({ campaign }: ShownTier) => ({
  id: campaign.id,
  name: campaign.name,
  campaign_type: "PROMOTION" as const,
  ...datesOf(campaign),
  active: campaign.active,
  object: "campaign" as const,
});

const UNUSED = { count: 0, orders_amount: 0, discounted_amount: 0 };

/** The tier with what a use counts, or without it (-1), if nobody else uses it meanwhile. */
export function tierAfter(
  { tier, campaign }: ShownTier,
  { usage: counted }: RedemptionEffects,
  sign: 1 | -1,
): ShownTier {
  const by = counted?.added.find(({ owner }) => owner === tier.id) ?? UNUSED;
  const before = tier.usage ?? UNUSED;
  const usage = {
    count: before.count + sign * by.count,
    orders_amount: before.orders_amount + sign * by.orders_amount,
    discounted_amount: before.discounted_amount + sign * by.discounted_amount,
  };
  return { tier: { ...tier, usage }, campaign };
}

/** A tier that was decided on, as the use that had these effects leaves it; null for a voucher. */
export const shownTier = (
  redeemable: RuledRedeemable,
  effects: RedemptionEffects = {},
): ShownTier | null =>
  isTier(redeemable)
    ? tierAfter({ tier: redeemable.tier, campaign: redeemable.campaign }, effects, 1)
    : null;
