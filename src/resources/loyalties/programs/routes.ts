import * as z from "zod";
import { listOf, shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { Campaign } from "../../../model/campaign";
import { Started } from "../../async-actions/schema";
import { CampaignCreate, CampaignQuery, CampaignUpdate } from "../../campaigns/schema";
import { viewCampaign } from "../../campaigns/view";
import { changeProgram, createProgram, getProgram, listPrograms, removeProgram } from "./program";

const Force = z.object({ force: z.stringbool().default(false) });
const ProgramQuery = CampaignQuery.omit({ campaign_type: true });

const CHANGE_ERRORS = [
  "not_found",
  "duplicate_found",
  "invalid_campaign",
  "invalid_code_config",
  "metadata_validation_failed",
  "multiple_requests",
] as const;

export const loyaltyPrograms = [
  route(
    "POST",
    "/",
    {
      summary: "Create a loyalty program",
      body: CampaignCreate,
      answer: Campaign,
      errors: CHANGE_ERRORS,
    },
    (scope, { body }) => createProgram(scope, body),
  ),
  route(
    "GET",
    "/",
    {
      summary: "List loyalty programs",
      query: ProgramQuery,
      answer: listOf("campaigns", Campaign),
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await listPrograms(scope, query);
      const shown = shownAs(page, ({ row, categories }) => viewCampaign(row, categories));
      return viewList("campaigns", shown);
    },
  ),
  route(
    "GET",
    "/:campaignId",
    { summary: "Get a loyalty program by id or name", answer: Campaign, errors: ["not_found"] },
    async (scope, { params }) => viewCampaign(await getProgram(scope, params.campaignId)),
  ),
  route(
    "PUT",
    "/:campaignId",
    {
      summary: "Update a loyalty program",
      body: CampaignUpdate,
      answer: Campaign,
      errors: [...CHANGE_ERRORS, "resource_protected"],
    },
    (scope, { params, body }) => changeProgram(scope, params.campaignId, body),
  ),
  route(
    "DELETE",
    "/:campaignId",
    {
      summary: "Delete a loyalty program at once, and its cards in the background",
      query: Force,
      status: 202,
      answer: Started,
      errors: ["not_found", "resource_protected", "multiple_requests"],
    },
    (scope, { params, query }) => removeProgram(scope, params.campaignId, query.force),
  ),
];
