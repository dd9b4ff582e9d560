import { viewList, wholeList } from "../../http/page";
import { route } from "../../http/route";
import { ReferralTier } from "../../model/referral";
import { PART_WRITE_ERRORS, SWITCH_ERRORS } from "../campaigns/shared-routes";
import { TierList, Tiers, TiersCreate, TierUpdate } from "./schema";
import { changeTier, createTiers, getTier, listTiers, removeTier, viewTier } from "./tiers";

const placeOf = ({
  campaignId,
  referralTierId,
}: Record<"campaignId" | "referralTierId", string>) => ({
  campaign: campaignId,
  id: referralTierId,
});

/** What who refers gets; operations of ours, since the reference names their events alone. */
export const referralTiers = [
  route(
    "POST",
    "/:campaignId/tiers",
    {
      summary: "Add tiers to a referral campaign, which reward who refers",
      body: TiersCreate,
      answer: Tiers,
      errors: PART_WRITE_ERRORS,
    },
    (scope, { params, body }) => createTiers(scope, params.campaignId, body),
  ),
  route(
    "GET",
    "/:campaignId/tiers",
    { summary: "List the tiers of a referral campaign", answer: TierList, errors: ["not_found"] },
    async (scope, { params }) => {
      const items = await listTiers(scope, params.campaignId);
      return viewList("data", wholeList(items.map(viewTier)));
    },
  ),
  route(
    "GET",
    "/:campaignId/tiers/:referralTierId",
    {
      summary: "Get a tier of a referral campaign",
      answer: ReferralTier,
      errors: ["not_found"],
    },
    async (scope, { params }) => viewTier(await getTier(scope, placeOf(params))),
  ),
  route(
    "PUT",
    "/:campaignId/tiers/:referralTierId",
    {
      summary: "Update a tier of a referral campaign",
      body: TierUpdate,
      answer: ReferralTier,
      errors: PART_WRITE_ERRORS,
    },
    (scope, { params, body }) => changeTier(scope, placeOf(params), body),
  ),
  route(
    "DELETE",
    "/:campaignId/tiers/:referralTierId",
    { summary: "Delete a tier of a referral campaign", answer: null, errors: SWITCH_ERRORS },
    (scope, { params }) => removeTier(scope, placeOf(params)),
  ),
];
