import type { RewardAssignmentRow, RewardRow } from "../../db/tables/loyalty";
import type { Reward, RewardAssignment } from "../../model/loyalty/reward";

const asText = (count: number | null): string | null => (count === null ? null : String(count));

/** A reward as the contract shows it: nothing counts as redeemed where nothing is counted. */
export const viewReward = (row: RewardRow): Reward => ({
  id: row.id,
  name: row.name,
  stock: asText(row.stock),
  redeemed: asText(row.stock === null && row.redeemed === 0 ? null : row.redeemed),
  attributes: Object.keys(row.attributes).length > 0 ? row.attributes : null,
  metadata: row.metadata ?? {},
  type: row.type,
  parameters: row.parameters,
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "reward",
});

const viewParameters = ({ points, auto_redeem }: RewardAssignmentRow) =>
  points === null
    ? {}
    : { parameters: { loyalty: { points, ...(auto_redeem && { auto_redeem }) } } };

export const viewRewardAssignment = (row: RewardAssignmentRow): RewardAssignment => ({
  id: row.id,
  reward_id: row.reward_id,
  related_object_id: row.campaign_id,
  related_object_type: "campaign",
  ...viewParameters(row),
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "reward_assignment",
});

export const viewMemberReward = (row: RewardAssignmentRow & { reward: RewardRow }) => ({
  reward: viewReward(row.reward),
  assignment: viewRewardAssignment(row),
  object: "loyalty_reward" as const,
});

export const viewTierReward = (row: RewardAssignmentRow & { reward: RewardRow }) => ({
  ...viewMemberReward(row),
  object: "loyalty_tier_reward" as const,
});
