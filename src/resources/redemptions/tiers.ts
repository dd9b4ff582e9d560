import { isTier, type RuledRedeemable } from "../../deciding/ruled";
import { datesOf } from "../../model/window-fields";
import { viewTier } from "../campaigns/promotions/tiers/view";
import type { ShownTier } from "./sql";

export const viewShownTier = ({ tier, campaign }: ShownTier) => viewTier(campaign, tier);

/** Its campaign as events name it beside an entry of the ledger. */
export const viewCampaignOfTier = ({ campaign }: ShownTier) => ({
  id: campaign.id,
  ...datesOf(campaign),
  active: campaign.active,
  object: "campaign" as const,
});

/** A tier that was decided on, as it is shown; null for a voucher. */
export const shownTier = (redeemable: RuledRedeemable): ShownTier | null =>
  isTier(redeemable) ? { tier: redeemable.tier, campaign: redeemable.campaign } : null;
