import type { RawRow } from "../../db/client";
import { ApiError } from "../../errors";
import { CAMPAIGN_KINDS } from "../../model/campaign-types";
import { countsPoints } from "../../model/voucher-kinds";
import { type StoredCampaign, theCampaign } from "../campaigns/store";

function isProgram({ campaign_type }: StoredCampaign): boolean {
  const { voucher } = CAMPAIGN_KINDS[campaign_type];
  return voucher !== null && countsPoints(voucher);
}

/** The campaign that a body names, which must be a loyalty program. */
export function programNamed(rows: readonly RawRow[], name: string): StoredCampaign {
  const campaign = theCampaign(rows, name);
  if (isProgram(campaign)) return campaign;
  throw new ApiError("invalid_campaign", {
    details: `Campaign ${campaign.id} is of type ${campaign.campaign_type}; only a LOYALTY_PROGRAM has rewards`,
  });
}
