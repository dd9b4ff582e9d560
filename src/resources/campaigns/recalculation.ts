import { countsPoints } from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import { beginWalk, walkOf } from "./card-walk";
import { notOf } from "./define";
import type { CampaignUpdate } from "./schema";
import type { StoredCampaign } from "./store";

/** Background work that looks at all members of a loyalty program anew, card after card. */
export const RECALCULATION = walkOf("LOYALTY_TIERS_RECALCULATION");

/**
 * What an update brings with it that asks for the tiers of all members to be decided anew; refuses
 * a campaign without members.
 */
export function recalculating(scope: Scope, campaign: StoredCampaign, { options }: CampaignUpdate) {
  if (!options?.recalculate_tiers) return null;
  const hasPoints = campaign.voucher && countsPoints(campaign.voucher.type);
  if (!hasPoints) throw notOf(campaign.campaign_type, "options.recalculate_tiers");
  return beginWalk(scope, RECALCULATION, campaign);
}
