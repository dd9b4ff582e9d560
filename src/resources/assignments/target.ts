import type { Assigned } from "../../events/catalogue";
import type { Assignment } from "../../model/assignment";
import type { Scope } from "../../scope/scope";
import type { PlacedTier } from "../campaigns/promotions/tiers/store";
import { viewTier } from "../campaigns/promotions/tiers/view";
import type { StoredCampaign } from "../campaigns/store";
import { viewCampaign } from "../campaigns/view";
import type { StoredDistribution } from "../distributions/store";
import type { StoredEarningRule } from "../loyalties/earning-rules/store";
import { viewSimpleEarningRule } from "../loyalties/earning-rules/view";
import type { AssignedReward } from "../rewards/assignments/store";
import { viewRewardAssignment } from "../rewards/view";
import type { StoredVoucher } from "../vouchers/store";
import { viewVoucher } from "../vouchers/view";

/** What a rule is assigned to, with what is shown of it. */
export interface Target {
  type:
    | "voucher"
    | "campaign"
    | "promotion_tier"
    | "earning_rule"
    | "reward_assignment"
    | "distribution";
  id: string;
  assignments: Assignment[];
  /** The object as events show it, with these assignments. */
  view: (assignments: Assignment[]) => Assigned;
}

export const voucherTarget = (scope: Scope, voucher: StoredVoucher): Target => ({
  type: "voucher",
  id: voucher.id,
  assignments: voucher.assignments,
  view: (assignments) => ({ voucher: viewVoucher(scope, { ...voucher, assignments }) }),
});

export const campaignTarget = (campaign: StoredCampaign): Target => ({
  type: "campaign",
  id: campaign.id,
  assignments: campaign.assignments,
  view: (assignments) => ({ campaign: viewCampaign({ ...campaign, assignments }) }),
});

export const tierTarget = ({ campaign, tier }: PlacedTier): Target => ({
  type: "promotion_tier",
  id: tier.id,
  assignments: tier.assignments,
  view: (assignments) => ({ promotion_tier: viewTier(campaign, { ...tier, assignments }) }),
});

export const earningRuleTarget = (row: StoredEarningRule): Target => ({
  type: "earning_rule",
  id: row.id,
  assignments: row.assignments,
  view: (assignments) => ({ earning_rule: viewSimpleEarningRule({ ...row, assignments }) }),
});

export const distributionTarget = ({ id, assignments }: StoredDistribution): Target => ({
  type: "distribution",
  id,
  assignments,
  view: () => ({ distribution: { distribution: id } }),
});

export const rewardTarget = (assigned: AssignedReward): Target => ({
  type: "reward_assignment",
  id: assigned.id,
  assignments: assigned.rules,
  view: () => ({ reward_assignment: viewRewardAssignment(assigned) }),
});
