import { shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { CampaignQuery } from "../../campaigns/schema";
import { CHANGED, CREATED, FOUND, LISTED, REMOVED } from "../../campaigns/shared-routes";
import { viewCampaign } from "../../campaigns/view";
import { changeProgram, createProgram, getProgram, listPrograms, removeProgram } from "./program";

const ProgramQuery = CampaignQuery.omit({
  campaign_type: true,
  campaign_status: true,
  is_referral_code: true,
  filters: true,
  starting_after_id: true,
});

export const loyaltyPrograms = [
  route(
    "POST",
    "/",
    {
      summary: "Create a loyalty program",
      ...CREATED,
      example: {
        name: "Club of the reference",
        voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
      },
    },
    (scope, { body }) => createProgram(scope, body),
  ),
  route(
    "GET",
    "/",
    { summary: "List loyalty programs", query: ProgramQuery, ...LISTED },
    async (scope, { query }) =>
      viewList("campaigns", shownAs(await listPrograms(scope, query), viewCampaign)),
  ),
  route(
    "GET",
    "/:campaignId",
    { summary: "Get a loyalty program by id or name", ...FOUND },
    async (scope, { params }) => viewCampaign(await getProgram(scope, params.campaignId)),
  ),
  route(
    "PUT",
    "/:campaignId",
    { summary: "Update a loyalty program", ...CHANGED },
    (scope, { params, body }) => changeProgram(scope, params.campaignId, body),
  ),
  route(
    "DELETE",
    "/:campaignId",
    { summary: "Delete a loyalty program at once, and its cards in the background", ...REMOVED },
    (scope, { params, query }) => removeProgram(scope, params.campaignId, query.force),
  ),
];
