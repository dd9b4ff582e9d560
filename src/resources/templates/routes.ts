import type { ErrorKey } from "../../errors";
import { route } from "../../http/route";
import { CREATED, PART_WRITE_ERRORS } from "../campaigns/shared-routes";
import { listTemplates } from "./list";
import {
  CampaignSetUp,
  CampaignSetUpAnswer,
  CampaignTemplate,
  TemplateCreate,
  TemplateExpand,
  TemplateList,
  TemplateQuery,
  TemplateUpdate,
  TierSetUp,
  TierSetUpAnswer,
} from "./schema";
import { setUpCampaign, setUpTier } from "./set-up";
import { getTemplate } from "./store";
import { viewTemplate, viewWhole } from "./view";
import { changeTemplate, createTemplate, removeTemplate } from "./write";

/** The list, which management reads under a path of its own. */
export const templateList = (summary: string, errors: readonly ErrorKey[] = []) =>
  route(
    "GET",
    "/",
    {
      summary,
      query: TemplateQuery,
      answer: TemplateList,
      errors: ["invalid_query_params", ...errors],
    },
    async (scope, { query }) => {
      const { items, has_more, ...page } = await listTemplates(scope, query);
      const data = items.map(viewTemplate);
      return { object: "list" as const, data_ref: "data" as const, data, has_more, ...page };
    },
  );

export const campaignTemplates = [
  route(
    "POST",
    "/",
    {
      summary: "Take a template from a campaign or a promotion tier",
      body: TemplateCreate,
      answer: CampaignTemplate,
      errors: ["not_found", "duplicate_found", "invalid_campaign", "multiple_requests"],
    },
    (scope, { body }) => createTemplate(scope, body),
  ),
  templateList("List campaign templates"),
  route(
    "GET",
    "/:campaignTemplateId",
    {
      summary: "Get a campaign template",
      query: TemplateExpand,
      answer: CampaignTemplate,
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const row = await getTemplate(scope, params.campaignTemplateId);
      return query.expand ? viewWhole(row) : viewTemplate(row);
    },
  ),
  route(
    "PUT",
    "/:campaignTemplateId",
    {
      summary: "Update the name and description of a campaign template",
      body: TemplateUpdate,
      answer: CampaignTemplate,
      errors: ["not_found", "duplicate_found", "multiple_requests"],
    },
    (scope, { params, body }) => changeTemplate(scope, params.campaignTemplateId, body),
  ),
  route(
    "DELETE",
    "/:campaignTemplateId",
    {
      summary: "Delete a campaign template",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params }) => removeTemplate(scope, params.campaignTemplateId),
  ),
  route(
    "POST",
    "/:campaignTemplateId/campaign-setup",
    {
      summary: "Create a campaign from a template",
      body: CampaignSetUp,
      answer: CampaignSetUpAnswer,
      errors: CREATED.errors,
    },
    (scope, { params, body }) => setUpCampaign(scope, params.campaignTemplateId, body),
  ),
  route(
    "POST",
    "/:campaignTemplateId/tier-setup",
    {
      summary: "Create a promotion tier from a template",
      body: TierSetUp,
      answer: TierSetUpAnswer,
      errors: PART_WRITE_ERRORS,
    },
    (scope, { params, body }) => setUpTier(scope, params.campaignTemplateId, body),
  ),
];
