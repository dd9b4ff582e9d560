import type { RawRow } from "../../../db/client";
import { ApiError, notFound } from "../../../errors";
import type { Campaign } from "../../../model/campaign";
import { CAMPAIGN_KINDS } from "../../../model/campaign-types";
import { decodeCampaign, type StoredCampaign, theCampaign } from "../store";
import { viewCampaign } from "../view";
import type { StoredTier } from "./tiers/sql";

/** The campaign among the rows that a read gave; refuses one that is no promotion. */
export function thePromotion(rows: readonly RawRow[] | undefined, name: string): StoredCampaign {
  const campaign = theCampaign(rows, name);
  if (!CAMPAIGN_KINDS[campaign.campaign_type].hasVouchers) return campaign;
  throw new ApiError("invalid_campaign", {
    details: `Campaign ${campaign.id} is of type ${campaign.campaign_type}; only a PROMOTION campaign has tiers and stacks`,
  });
}

/** A tier with its whole campaign, from the rows of `campaignOfTier`. */
export function tierOf(
  rows: readonly RawRow[] | undefined,
  id: string,
): { campaign: StoredCampaign; tier: StoredTier } {
  const [campaign] = (rows ?? []).map(decodeCampaign);
  const tier = campaign?.tiers.find((each) => each.id === id);
  if (!campaign || !tier) throw notFound("promotion_tier", id);
  return { campaign, tier };
}

/** The campaign beside one of its tiers or stacks in an event: without the list of all of them. */
export function viewPromotion(row: StoredCampaign): Omit<Campaign, "promotion"> {
  const { promotion: _, ...campaign } = viewCampaign(row);
  return campaign;
}
