import { isTier, type RuledRedeemable } from "../../deciding/ruled";
import { viewTier } from "../campaigns/promotions/tiers/view";
import type { ShownTier } from "./sql";

export const viewShownTier = ({ tier, campaign }: ShownTier) => viewTier(campaign, tier);

/** A tier that was decided on, as it is shown; null for a voucher. */
export const shownTier = (redeemable: RuledRedeemable): ShownTier | null =>
  isTier(redeemable) ? { tier: redeemable.tier, campaign: redeemable.campaign } : null;
