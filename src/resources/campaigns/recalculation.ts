import { countsPoints } from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import { beginWalk, walkOf } from "./card-walk";
import type { CampaignUpdate } from "./schema";
import type { StoredCampaign } from "./store";

/** Background work that looks at all members of a loyalty program anew, card after card. */
export const RECALCULATION = walkOf("LOYALTY_TIERS_RECALCULATION");

/** What an update brings with it that asks for the tiers of all members to be decided anew. */
export function recalculating(scope: Scope, campaign: StoredCampaign, { options }: CampaignUpdate) {
  const hasPoints = campaign.voucher && countsPoints(campaign.voucher.type);
  return options?.recalculate_tiers && hasPoints ? beginWalk(scope, RECALCULATION, campaign) : null;
}
