import * as z from "zod";
import { countsPoints } from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import { beginAction } from "../async-actions/define";
import type { CampaignUpdate } from "./schema";
import type { StoredCampaign } from "./store";

/** Background work that looks at all members of a loyalty program anew, card after card. */
export const RECALCULATION = {
  type: "LOYALTY_TIERS_RECALCULATION",
  input: z.object({ campaign_id: z.string() }),
  state: z.object({ after: z.string() }),
};

/** What an update brings with it that asks for the tiers of all members to be decided anew. */
export function recalculating(
  scope: Scope,
  { id, voucher, vouchers_count }: StoredCampaign,
  { options }: CampaignUpdate,
) {
  const hasPoints = voucher && countsPoints(voucher.type);
  if (!options?.recalculate_tiers || !hasPoints) return null;
  return beginAction(scope, RECALCULATION, {
    related_id: id,
    input: { campaign_id: id },
    state: { after: "" },
    total: vouchers_count,
  });
}
