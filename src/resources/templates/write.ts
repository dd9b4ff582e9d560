import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import { sql } from "../../db/sql";
import type { CampaignTemplateRow } from "../../db/tables/templates";
import { ApiError } from "../../errors";
import { Discount } from "../../model/discount";
import { isoNow, type Scope } from "../../scope/scope";
import { tierOf } from "../campaigns/promotions/campaign";
import { startOf } from "../campaigns/promotions/tiers/draft";
import { campaignById, campaignOfTier, theCampaign } from "../campaigns/store";
import { rulesOfObject } from "../validation-rules/assignment-store";
import { decodeRule } from "../validation-rules/store";
import type { TemplateCreate, TemplateUpdate } from "./schema";
import { ofCampaign, ofTier, type Taken } from "./snapshot";
import { deleteTemplate, getTemplate, insertTemplate, SAME_NAME, updateTemplate } from "./store";
import { viewTemplate } from "./view";

export function refuseDuplicate(constraint: string, name: string): void {
  if (constraint !== SAME_NAME) return;
  throw new ApiError("duplicate_found", {
    details: `Duplicated campaign_template exists with name ${name}`,
    resource_id: name,
    resource_type: "campaign_template",
  });
}

/** Writes a template into the project of the scope, which need not be where it was taken. */
export async function addTemplate(
  scope: Scope,
  { campaign_type, template }: Pick<CampaignTemplateRow, "campaign_type" | "template">,
  { name, description }: Pick<CampaignTemplateRow, "name" | "description">,
): Promise<Answer | null> {
  const row: CampaignTemplateRow = {
    project_id: scope.project.id,
    id: scope.newId("tmpl"),
    name,
    description,
    campaign_type,
    template,
    created_at: isoNow(scope),
    updated_at: null,
  };
  const answer = viewTemplate(row);
  const result = await commit(scope, {
    statements: [insertTemplate(row)],
    tally: { campaign_templates: 1 },
    answer,
  });
  if (!result.ok) refuseDuplicate(result.error.constraint, name);
  return result.ok ? answer : null;
}

/** What the body names, in one round trip. */
async function takenFrom(scope: Scope, sent: TemplateCreate): Promise<Taken> {
  const { campaign_id: campaign, promotion_tier_id: tier } = sent;
  const id = campaign || tier;
  if (!id || (campaign && tier)) {
    const details = "Payload must name one of [ campaign_id, promotion_tier_id ]";
    throw new ApiError("invalid_payload", { details });
  }
  const { found, rules } = await load(scope, {
    found: campaign ? campaignById(scope, sql`${id}`) : campaignOfTier(scope, id),
    rules: rulesOfObject(scope, id),
  });
  const assigned = rules.map(decodeRule);
  if (campaign) return ofCampaign(theCampaign(found, id), assigned);
  const { campaign: owner, tier: row } = tierOf(found, id);
  const alone = { ...row, start_date: startOf(row, owner.start_date) };
  return ofTier(alone, Discount.safeParse(row.action?.discount).data ?? null, assigned);
}

/** Takes a template from a campaign or a promotion tier, as it stands, with its rule. */
export const createTemplate = (scope: Scope, sent: TemplateCreate): Promise<Answer> =>
  retried(scope, async () => {
    const { name, description = null } = sent;
    return addTemplate(scope, await takenFrom(scope, sent), { name, description });
  });

/** Names a template anew; what it makes stays. */
export const changeTemplate = (scope: Scope, id: string, sent: TemplateUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getTemplate(scope, id);
    const change = {
      ...(sent.name && { name: sent.name }),
      ...(sent.description !== undefined && { description: sent.description }),
      updated_at: nextUpdate(scope, row),
    };
    if (changesNothing(row, change)) return viewTemplate(row);
    const after = { ...row, ...change };
    const answer = viewTemplate(after);
    const result = await commit(scope, { statements: updateTemplate(row, change), answer });
    if (!result.ok) refuseDuplicate(result.error.constraint, after.name);
    return result.ok ? answer : null;
  });

/** Deletes a template; what was made from it stays. */
export const removeTemplate = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getTemplate(scope, id);
    const result = await commit(scope, {
      statements: deleteTemplate(row),
      tally: { campaign_templates: -1 },
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
