import type { CampaignTemplateRow } from "../../db/tables/templates";
import { type CampaignTemplate, JsonTemplate } from "./schema";

export const viewTemplate = (row: CampaignTemplateRow): CampaignTemplate => ({
  id: row.id,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  campaign_type: row.campaign_type,
  created_at: row.created_at,
  ...(row.updated_at !== null && { updated_at: row.updated_at }),
  object: "campaign_template",
});

/** The same with all that a campaign is made from. */
export const viewWhole = (row: CampaignTemplateRow): CampaignTemplate => ({
  ...viewTemplate(row),
  json_template: JsonTemplate.parse(row.template),
});
