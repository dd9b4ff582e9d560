import type { PromotionTierRow } from "../../db/tables/campaigns";
import type { CategoryRow } from "../../db/tables/catalogue";
import type { AssignmentRow } from "../../db/tables/validation-rules";
import { isoNow, type Scope } from "../../http/scope";
import type { RuleRow } from "../validation-rules/store";
import { viewAssignment } from "../validation-rules/view";
import { campaignTypeOf, definedTemplate, joinsOnce, kindOf, refuseWindow } from "./define";
import type { CampaignCreate, TierInput } from "./schema";
import type { StoredCampaign } from "./store";

/** What a new campaign belongs to. */
export interface Parents {
  category: CategoryRow | null;
  rule: RuleRow | null;
}

const newTier = (
  scope: Scope,
  campaignId: string,
  input: TierInput,
  at: number,
): PromotionTierRow => {
  const row = {
    project_id: scope.project.id,
    id: scope.newId("promo"),
    campaign_id: campaignId,
    name: input.name,
    banner: input.banner ?? null,
    action: input.action ?? null,
    metadata: input.metadata ?? {},
    hierarchy: input.hierarchy ?? at + 1,
    active: input.active ?? true,
    category: input.category ?? null,
    category_id: null,
    start_date: input.start_date ?? null,
    expiration_date: input.expiration_date ?? null,
    validity_timeframe: input.validity_timeframe ?? null,
    validity_day_of_week: input.validity_day_of_week ?? null,
    validity_hours: input.validity_hours ?? null,
    created_at: isoNow(scope),
    updated_at: null,
  };
  refuseWindow(row, `.promotion.tiers[${at}]`);
  return row;
};

/** A campaign of the body, with the assignment of its rule; refuses what does not fit together. */
export function newCampaign(scope: Scope, input: CampaignCreate, { category, rule }: Parents) {
  const campaign_type = campaignTypeOf(input);
  const type = kindOf(input, campaign_type);
  const id = scope.newId("camp");
  const tiers = campaign_type === "PROMOTION" ? (input.promotion?.tiers ?? []) : [];
  const row: StoredCampaign = {
    project_id: scope.project.id,
    id,
    name: input.name,
    description: input.description ?? null,
    campaign_type,
    type,
    auto_join: input.auto_join ?? false,
    join_once: joinsOnce({ campaign_type, type }, input.join_once ?? false),
    use_voucher_metadata_schema: input.use_voucher_metadata_schema ?? false,
    protected: false,
    active: input.active ?? true,
    category: category?.name ?? input.category ?? null,
    category_id: category?.id ?? null,
    voucher: definedTemplate(scope, input, campaign_type),
    referral_program:
      campaign_type === "REFERRAL_PROGRAM" ? (input.referral_program ?? null) : null,
    loyalty_tiers_expiration: input.loyalty_tiers_expiration ?? null,
    activity_duration_after_publishing: input.activity_duration_after_publishing ?? null,
    start_date: input.start_date ?? null,
    expiration_date: input.expiration_date ?? null,
    validity_timeframe: input.validity_timeframe ?? null,
    validity_day_of_week: input.validity_day_of_week ?? null,
    validity_hours: input.validity_hours ?? null,
    metadata: input.metadata ?? {},
    vouchers_count: 0,
    creation_status: "DONE",
    vouchers_generation_status: "DONE",
    created_at: isoNow(scope),
    updated_at: null,
    deleted_at: null,
    assignments: [],
    tiers: tiers.map((tier, at) => newTier(scope, id, tier, at)),
  };
  refuseWindow(row);
  const assignment = rule && newAssignment(scope, rule.id, id);
  return {
    row: assignment ? { ...row, assignments: [viewAssignment(assignment)] } : row,
    assignment,
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
