import type { RewardAssignmentRow, RewardRow } from "../../../db/tables/loyalty";
import type { DomainEvent } from "../../../events/outbox";
import type { StoredCampaign } from "../../campaigns/store";
import { viewCampaign } from "../../campaigns/view";
import { assignedEvents } from "../../validation-rules/assigned";
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

/** Events of the rules of new assignments. */
export const ruleEvents = (made: readonly NewAssignment[]): DomainEvent[] =>
  assignedEvents(
    made.flatMap(({ row, rule, ofRule: assignment }) =>
      rule && assignment
        ? [{ rule, assignment, object: { reward_assignment: viewRewardAssignment(row) } }]
        : [],
    ),
  );
