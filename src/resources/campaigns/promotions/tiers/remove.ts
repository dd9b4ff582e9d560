import { type Answer, DONE } from "../../../../commit/answer";
import { commit } from "../../../../commit/commit";
import { load } from "../../../../commit/load";
import { retried } from "../../../../commit/retry";
import { ApiError } from "../../../../errors";
import type { DomainEvent } from "../../../../events/outbox";
import type { Scope } from "../../../../scope/scope";
import { rulesOfObject, unassignAll } from "../../../validation-rules/assignment-store";
import { decodeRule, type RuleRow } from "../../../validation-rules/store";
import { unassignedEvents } from "../../../validation-rules/unassigned";
import { refuseProtected } from "../../change";
import { campaignOfTier, type StoredCampaign } from "../../store";
import { tierOf, viewPromotion } from "../campaign";
import type { StoredTier } from "./sql";
import { deleteTier, stacksNaming } from "./store";
import { viewTier } from "./view";

/** A stack without one of its tiers would be another offer than the one that was made. */
function refuseNamed(tierId: string, stacks: readonly string[]): void {
  if (stacks.length === 0) return;
  throw new ApiError("resource_in_use", {
    details: `Resource promotion_tier with id ${tierId} is in use by promotion_stacks with ids [${stacks.join(", ")}]`,
    resource_id: tierId,
    resource_type: "promotion_tier",
    related_object_ids: [...stacks],
    related_object_type: "promotion_stack",
    related_object_total: stacks.length,
  });
}

function removalEvents(
  campaign: StoredCampaign,
  tier: StoredTier,
  rules: RuleRow[],
): DomainEvent[] {
  const promotion_tier = viewTier(campaign, tier);
  return [
    ...unassignedEvents(
      rules,
      tier.assignments.map((assignment) => ({ assignment, shown: { promotion_tier } })),
    ),
    {
      kind: "campaign.promotion_tier.deleted",
      entity_id: tier.id,
      data: { campaign: viewPromotion(campaign), promotion_tier },
    },
  ];
}

/** Deletes a tier and takes its rule back; refuses one that a stack names. */
export const removeTier = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const { found, stacks, rules } = await load(scope, {
      found: campaignOfTier(scope, id),
      stacks: stacksNaming(scope, id),
      rules: rulesOfObject(scope, id),
    });
    const { campaign, tier } = tierOf(found, id);
    refuseProtected(campaign);
    refuseNamed(
      id,
      stacks.map((stack) => String(stack.id)),
    );
    const assigned = tier.assignments.length;
    const result = await commit(scope, {
      statements: [...unassignAll(scope.project.id, [id], assigned), ...deleteTier(tier)],
      tally: {
        promotion_tiers: -1,
        ...(assigned > 0 && { validation_rules_assignments: -assigned }),
      },
      events: removalEvents(campaign, tier, rules.map(decodeRule)),
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
