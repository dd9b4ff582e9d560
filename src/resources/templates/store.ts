import { getRow } from "../../commit/read";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { deleteRow, updateRow } from "../../db/rows";
import { type CampaignTemplateRow, campaignTemplates } from "../../db/tables/templates";
import type { Scope } from "../../scope/scope";

export const decodeTemplate = (raw: RawRow): CampaignTemplateRow => decode(campaignTemplates, raw);

export const getTemplate = (scope: Scope, id: string): Promise<CampaignTemplateRow> =>
  getRow(scope, campaignTemplates, id, "campaign_template");

/** The name of the constraint that a second template of a name fails on. */
export const SAME_NAME = "campaign_templates.project_id, campaign_templates.name";

export const insertTemplate = (row: CampaignTemplateRow): Statement =>
  insertRows(campaignTemplates, [row]);

/** Aborts where another update came between. */
export const updateTemplate = (
  row: CampaignTemplateRow,
  change: Partial<CampaignTemplateRow>,
): Statement[] => updateRow(campaignTemplates, row, change, "template_moved");

export const deleteTemplate = (row: CampaignTemplateRow): Statement[] =>
  deleteRow(campaignTemplates, row, "template_moved");
