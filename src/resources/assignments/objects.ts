import type { RawRow, Statement } from "../../db/client";
import type { Fragment } from "../../db/sql";
import type { Assigned } from "../../events/catalogue";
import type { Assignment } from "../../model/assignment";
import type { Scope } from "../../scope/scope";
import { decodePlaced, tiersAmong } from "../campaigns/promotions/tiers/store";
import { campaignsAmong, decodeCampaign } from "../campaigns/store";
import { decodeDistribution, distributionsAmong } from "../distributions/store";
import { decodeEarningRule, earningRulesAmong } from "../loyalties/earning-rules/store";
import { decodeAssigned, rewardsAmong } from "../rewards/assignments/store";
import { decodeVoucher, vouchersAmong } from "../vouchers/store";
import {
  campaignTarget,
  distributionTarget,
  earningRuleTarget,
  rewardTarget,
  type Target,
  tierTarget,
  voucherTarget,
} from "./target";

/** Reads what has the ids that a query selects, each kind by itself. */
export const objectsAmong = (scope: Scope, ids: Fragment): Record<Target["type"], Statement> => ({
  voucher: vouchersAmong(scope, ids),
  campaign: campaignsAmong(scope, ids),
  promotion_tier: tiersAmong(scope, ids),
  earning_rule: earningRulesAmong(scope, ids),
  reward_assignment: rewardsAmong(scope, ids),
  distribution: distributionsAmong(scope, ids),
});

/** The objects that the reads found: those that were deleted meanwhile are not there. */
export const targetsAmong = (scope: Scope, found: Record<Target["type"], RawRow[]>): Target[] => [
  ...found.voucher.map((raw) => voucherTarget(scope, decodeVoucher(raw))),
  ...found.campaign.map((raw) => campaignTarget(decodeCampaign(raw))),
  ...found.promotion_tier.map((raw) => tierTarget(decodePlaced(raw))),
  ...found.earning_rule.map((raw) => earningRuleTarget(decodeEarningRule(raw))),
  ...found.reward_assignment.map((raw) => rewardTarget(decodeAssigned(raw))),
  ...found.distribution.map((raw) => distributionTarget(decodeDistribution(raw))),
];

/** What is left of an object without an assignment; where it is not told, null under its name. */
export const shownWithout = (
  target: Target | undefined,
  { id: assignmentId, related_object_type: type }: Assignment,
): Assigned =>
  target === undefined
    ? { [type]: null }
    : target.view(target.assignments.filter(({ id }) => id !== assignmentId));
