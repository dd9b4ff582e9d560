import type { RewardAssignmentRow, RewardRow } from "../../../db/tables/loyalty";
import type { DomainEvent } from "../../../events/outbox";
import type { StoredCampaign } from "../../campaigns/store";
import { viewCampaign } from "../../campaigns/view";
import { viewAssignment, viewRule } from "../../validation-rules/view";
import { viewReward, viewRewardAssignment } from "../view";
import type { NewAssignment } from "./draft";

type Kind =
  | "campaign.reward.assignment.created"
  | "campaign.reward.assignment.updated"
  | "campaign.reward.assignment.deleted";

export const assignmentEvent = (
  kind: Kind,
  campaign: StoredCampaign,
  row: RewardAssignmentRow,
  reward: RewardRow,
): DomainEvent => ({
  kind,
  entity_id: row.id,
  data: {
    campaign: viewCampaign(campaign),
    reward: viewReward(reward),
    reward_assignment: viewRewardAssignment(row),
  },
});

/** Events of the rules of new assignments; one that several have counts up with each of them. */
export function ruleEvents(made: readonly NewAssignment[]): DomainEvent[] {
  const counts = new Map<string, number>();
  return made.flatMap(({ row, rule, ofRule }): DomainEvent[] => {
    if (!rule || !ofRule) return [];
    const count = (counts.get(rule.id) ?? rule.assignments_count) + 1;
    counts.set(rule.id, count);
    return [
      {
        kind: "business_validation_rule.assignment.created",
        entity_id: rule.id,
        data: {
          rule: viewRule({ ...rule, assignments_count: count }),
          assignment: viewAssignment(ofRule),
          reward_assignment: viewRewardAssignment(row),
        },
      },
    ];
  });
}
