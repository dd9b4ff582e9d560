import { refuseWindow } from "../../checks/window";
import type { AssignmentRow } from "../../db/tables/validation-rules";
import { CAMPAIGN_KINDS } from "../../model/campaign-types";
import { newMetadata } from "../../model/metadata";
import { isoNow, type Scope } from "../../scope/scope";
import { viewCategory } from "../categories/view";
import { viewAssignment } from "../validation-rules/view";
import { campaignTypeOf, definedTemplate, joinsOnce, typeOrDefault } from "./define";
import { newTier } from "./promotions/tiers/draft";
import type { TierParents } from "./promotions/tiers/parents";
import type { CampaignTierInput, TierInput } from "./promotions/tiers/schema";
import type { StoredTier } from "./promotions/tiers/sql";
import type { CampaignCreate } from "./schema";
import type { StoredCampaign } from "./store";

/** What a new campaign belongs to, and what each of its tiers does. */
export interface Parents extends TierParents {
  ofTier: (tier: TierInput) => TierParents;
}

/** A tier, and its place in the body. */
interface SentTier {
  tier: TierInput;
  at: number;
}

/** The tier; none where its action takes nothing off (reference service). */
function madeOf({ action, ...tier }: CampaignTierInput, at: number): SentTier[] {
  if (!action) return [{ tier, at }];
  const { discount } = action;
  return discount ? [{ tier: { ...tier, action: { discount } }, at }] : [];
}

/** The tiers of a promotion in the order of the body; other campaigns have none. */
export const tiersOf = (input: CampaignCreate): SentTier[] =>
  CAMPAIGN_KINDS[campaignTypeOf(input)].hasVouchers
    ? []
    : (input.promotion?.tiers ?? []).flatMap(madeOf);

/** In the order in which a read of the campaign gives them. */
const byHierarchy = (a: StoredTier, b: StoredTier): number =>
  a.hierarchy - b.hierarchy || (a.id < b.id ? -1 : 1);

/**
 * A campaign of the body, with the assignment of its rule, but for its referral program; refuses
 * what does not fit together.
 */
export function newCampaign(scope: Scope, input: CampaignCreate, parents: Parents) {
  const { category, rule } = parents;
  const campaign_type = campaignTypeOf(input);
  const type = typeOrDefault(input, campaign_type);
  const id = scope.newId("camp");
  const tiers = tiersOf(input).map(({ tier, at }, before) => {
    const place = { hierarchy: tier.hierarchy ?? before + 1, path: `.promotion.tiers[${at}]` };
    const within = { campaignId: id, campaignStart: input.start_date ?? null };
    return newTier(scope, tier, { ...place, ...within }, parents.ofTier(tier));
  });
  const row: StoredCampaign = {
    project_id: scope.project.id,
    id,
    name: input.name,
    description: input.description ?? null,
    campaign_type,
    type,
    auto_join: input.auto_join ?? false,
    join_once: joinsOnce({ campaign_type, type }, input.join_once ?? false),
    use_voucher_metadata_schema: input.use_voucher_metadata_schema ?? true,
    protected: false,
    active: input.active ?? true,
    category: category?.name ?? input.category ?? null,
    category_id: category?.id ?? null,
    voucher: definedTemplate(scope, input, campaign_type),
    referral_program: null,
    loyalty_tiers_expiration: input.loyalty_tiers_expiration ?? null,
    activity_duration_after_publishing: input.activity_duration_after_publishing ?? null,
    start_date: input.start_date ?? null,
    expiration_date: input.expiration_date ?? null,
    validity_timeframe: input.validity_timeframe ?? null,
    validity_day_of_week: input.validity_day_of_week ?? null,
    validity_hours: input.validity_hours ?? null,
    metadata: newMetadata(input.metadata),
    vouchers_count: 0,
    creation_status: "DONE",
    vouchers_generation_status: "DONE",
    created_at: isoNow(scope),
    updated_at: null,
    deleted_at: null,
    assignments: [],
    categories: category ? [viewCategory(category)] : [],
    generating: null,
    tiers: tiers.map(({ tier }) => tier).toSorted(byHierarchy),
  };
  refuseWindow(row);
  const assignment = rule && newAssignment(scope, rule.id, id);
  return {
    row: assignment ? { ...row, assignments: [viewAssignment(assignment)] } : row,
    assignment,
    tiers,
  };
}

/** The assignment of a rule to a campaign. */
export const newAssignment = (scope: Scope, ruleId: string, campaignId: string): AssignmentRow => ({
  project_id: scope.project.id,
  related_object_id: campaignId,
  rule_id: ruleId,
  id: scope.newId("asgm"),
  related_object_type: "campaign",
  created_at: isoNow(scope),
});
