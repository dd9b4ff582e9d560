import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import type { RawRow } from "../../db/client";
import { notFound } from "../../errors";
import type { Assigned } from "../../events/catalogue";
import type { Scope } from "../../scope/scope";
import { assignedTier, decodePlaced } from "../campaigns/promotions/tiers/store";
import { assignedCampaign, decodeCampaign } from "../campaigns/store";
import { assignedDistribution, decodeDistribution } from "../distributions/store";
import { assignedEarningRule, decodeEarningRule } from "../loyalties/earning-rules/store";
import { assignedReward, decodeAssigned } from "../rewards/assignments/store";
import {
  assignmentById,
  decodeAssignment,
  deleteAssignment,
} from "../validation-rules/assignment-store";
import { type RuleRow, rulesByIds, theRule } from "../validation-rules/store";
import { viewAssignment, viewRule } from "../validation-rules/view";
import { assignedVoucher, decodeVoucher } from "../vouchers/store";
import {
  campaignTarget,
  distributionTarget,
  earningRuleTarget,
  rewardTarget,
  type Target,
  tierTarget,
  voucherTarget,
} from "./target";

/** The one object that the reads found; null where it was deleted meanwhile. */
function targetAmong(scope: Scope, found: Record<Target["type"], RawRow[]>): Target | null {
  const {
    voucher: [voucher],
    campaign: [campaign],
    promotion_tier: [tier],
    earning_rule: [earningRule],
    reward_assignment: [reward],
    distribution: [distribution],
  } = found;
  if (campaign) return campaignTarget(decodeCampaign(campaign));
  if (tier) return tierTarget(decodePlaced(tier));
  if (earningRule) return earningRuleTarget(decodeEarningRule(earningRule));
  if (distribution) return distributionTarget(decodeDistribution(distribution));
  if (reward) return rewardTarget(decodeAssigned(reward));
  return voucher ? voucherTarget(scope, decodeVoucher(voucher)) : null;
}

async function loadAssigned(scope: Scope, ruleId: string, id: string) {
  const { rules, assignments, ...found } = await load(scope, {
    rules: rulesByIds(scope, [ruleId]),
    assignments: assignmentById(scope, id),
    voucher: assignedVoucher(scope, id),
    campaign: assignedCampaign(scope, id),
    promotion_tier: assignedTier(scope, id),
    earning_rule: assignedEarningRule(scope, id),
    reward_assignment: assignedReward(scope, id),
    distribution: assignedDistribution(scope, id),
  });
  const rule = theRule(rules, ruleId);
  const row = assignments.map(decodeAssignment).find(({ rule_id }) => rule_id === ruleId);
  if (!row) throw notFound("validation_rules_assignment", id);
  return { rule, row, target: targetAmong(scope, found) };
}

/** What is left of the object; nothing where it was deleted meanwhile. */
const shownWithout = (target: Target | null, id: string): Assigned =>
  target === null
    ? { voucher: null }
    : target.view(target.assignments.filter((assignment) => assignment.id !== id));

const uncounted = (rule: RuleRow): RuleRow => ({
  ...rule,
  assignments_count: rule.assignments_count - 1,
});

/** Takes back one assignment of the rule. */
export const unassignRule = (scope: Scope, ruleId: string, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const { rule, row, target } = await loadAssigned(scope, ruleId, id);
    const result = await commit(scope, {
      statements: deleteAssignment(row),
      tally: { validation_rules_assignments: -1 },
      events: [
        {
          kind: "business_validation_rule.assignment.deleted",
          entity_id: ruleId,
          data: {
            rule: viewRule(uncounted(rule)),
            assignment: viewAssignment(row),
            ...shownWithout(target, id),
          },
        },
      ],
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
