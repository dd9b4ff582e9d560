import { checkDiscount } from "../../../../checks/discount";
import { checkMetadata } from "../../../../checks/metadata";
import { refuseWindow } from "../../../../checks/window";
import type { AssignmentRow } from "../../../../db/tables/validation-rules";
import type { DomainEvent } from "../../../../events/outbox";
import { newMetadata } from "../../../../model/metadata";
import { isoNow, type Scope } from "../../../../scope/scope";
import { viewCategory } from "../../../categories/view";
import { assignedEvents } from "../../../validation-rules/assigned";
import type { RuleRow } from "../../../validation-rules/store";
import { viewAssignment } from "../../../validation-rules/view";
import type { StoredCampaign } from "../../store";
import { viewPromotion } from "../campaign";
import type { TierParents } from "./parents";
import type { TierInput } from "./schema";
import type { StoredTier, TierCampaign } from "./sql";
import { viewTier } from "./view";

/** Where a new tier goes. `path` names it in the body of its campaign, and is empty in its own. */
interface Place {
  campaignId: string;
  campaignStart: string | null;
  hierarchy: number;
  path: string;
}

/** A tier as it stands once it is written, with the assignment of its rule. */
export interface NewTier {
  tier: StoredTier;
  assignment: AssignmentRow | null;
  rule: RuleRow | null;
}

const newAssignment = (scope: Scope, rule: RuleRow, tierId: string): AssignmentRow => ({
  project_id: scope.project.id,
  related_object_id: tierId,
  rule_id: rule.id,
  id: scope.newId("asgm"),
  related_object_type: "promotion_tier",
  created_at: isoNow(scope),
});

/** When a tier starts; without an own start that of its campaign counts for a timeframe. */
export const startOf = (tier: StoredTier, campaignStart: string | null): string | null =>
  tier.start_date ?? (tier.validity_timeframe === null ? null : campaignStart);

/** Refuses windows without sense. */
export function refuseTierWindow(tier: StoredTier, campaignStart: string | null, at = ""): void {
  refuseWindow({ ...tier, start_date: startOf(tier, campaignStart) }, at);
}

/** A tier of a body; refuses windows without sense and metadata that the project does not allow. */
export function newTier(
  scope: Scope,
  input: TierInput,
  place: Place,
  { category, rule }: TierParents,
): NewTier {
  const id = scope.newId("promo");
  const assignment = rule && newAssignment(scope, rule, id);
  const tier: StoredTier = {
    project_id: scope.project.id,
    id,
    campaign_id: place.campaignId,
    name: input.name,
    banner: input.banner ?? null,
    action: input.action ?? null,
    metadata: newMetadata(input.metadata),
    hierarchy: place.hierarchy,
    active: input.active ?? true,
    category: category?.name ?? input.category ?? null,
    category_id: category?.id ?? null,
    start_date: input.start_date ?? null,
    expiration_date: input.expiration_date ?? null,
    validity_timeframe: input.validity_timeframe ?? null,
    validity_day_of_week: input.validity_day_of_week ?? null,
    validity_hours: input.validity_hours ?? null,
    created_at: isoNow(scope),
    updated_at: null,
    assignments: assignment ? [viewAssignment(assignment)] : [],
    categories: category ? [viewCategory(category)] : [],
    usage: null,
  };
  refuseTierWindow(tier, place.campaignStart, place.path);
  checkDiscount(`${place.path}.action.discount`.slice(1), input.action?.discount);
  checkMetadata(scope, "promotion_tier", tier.metadata);
  return { tier, assignment, rule };
}

/** The event of a new tier, made by itself or with its campaign. */
export const tierCreated = (campaign: StoredCampaign, tier: StoredTier): DomainEvent => ({
  kind: "campaign.promotion_tier.created",
  entity_id: tier.id,
  data: { campaign: viewPromotion(campaign), promotion_tier: viewTier(campaign, tier) },
});

/**
 * Events of the rules that new tiers were assigned to; `before` is a rule that was assigned to
 * their campaign in the same commit.
 */
export const assignmentEvents = (
  campaign: TierCampaign,
  tiers: readonly NewTier[],
  before: RuleRow | null = null,
): DomainEvent[] =>
  assignedEvents(
    tiers.flatMap(({ tier, assignment, rule }) =>
      assignment && rule
        ? [{ rule, assignment, object: { promotion_tier: viewTier(campaign, tier) } }]
        : [],
    ),
    before,
  );
