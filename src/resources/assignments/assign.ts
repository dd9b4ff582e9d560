import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import type { RawRow, Statement } from "../../db/client";
import type { AssignmentRow } from "../../db/tables/validation-rules";
import { ApiError, notFound } from "../../errors";
import { isoNow, type Scope } from "../../scope/scope";
import { decodePlaced, tiersByIds } from "../campaigns/promotions/tiers/store";
import { byCampaignName, theCampaign } from "../campaigns/store";
import { decodeDistribution, distributionById, theDistribution } from "../distributions/store";
import { decodeEarningRule, earningRulesByIds } from "../loyalties/earning-rules/store";
import { refuseRule } from "../rewards/assignments/draft";
import { assignedById, decodeAssigned } from "../rewards/assignments/store";
import {
  assignToCampaign,
  assignToDistribution,
  assignToEarningRule,
  assignToReward,
  assignToTier,
  assignToVoucher,
} from "../validation-rules/assignment-store";
import { type RuleRow, rulesByIds, theRule } from "../validation-rules/store";
import { viewAssignment, viewRule } from "../validation-rules/view";
import { byNames, decodeVoucher, pick } from "../vouchers/store";
import { type AssignmentCreate, TARGETS } from "./schema";
import {
  campaignTarget,
  distributionTarget,
  earningRuleTarget,
  rewardTarget,
  type Target,
  tierTarget,
  voucherTarget,
} from "./target";

/** The one object that the body names, by its kind or by id and kind. */
function targetOf(input: AssignmentCreate): { type: (typeof TARGETS)[number]; id: string } {
  const { related_object_id: id, related_object_type: type } = input;
  const named = TARGETS.flatMap((kind) => {
    const name = input[kind];
    return name ? [{ type: kind, id: name }] : [];
  });
  const [first] = named;
  if (named.length === 0 && id && type) return { type, id };
  if (first && named.length === 1 && !id && (!type || type === first.type)) return first;
  throw new ApiError("invalid_payload", {
    details: `Payload must name one object, as one of [ ${TARGETS.join(", ")} ] or as related_object_id with related_object_type`,
  });
}

const duplicate = (id: string) =>
  new ApiError("duplicate_found", {
    details: `Duplicated validation_rules_assignment exists with id ${id}`,
    resource_id: id,
    resource_type: "validation_rules_assignment",
  });

const newAssignment = (scope: Scope, ruleId: string, { type, id }: Target): AssignmentRow => ({
  project_id: scope.project.id,
  related_object_id: id,
  rule_id: ruleId,
  id: scope.newId("asgm"),
  related_object_type: type,
  created_at: isoNow(scope),
});

interface Kind {
  find: (scope: Scope, name: string) => Statement;
  target: (scope: Scope, found: readonly RawRow[], name: string) => Target;
  assign: (row: AssignmentRow) => Statement[];
}

function theVoucher(scope: Scope, found: readonly RawRow[], name: string): Target {
  const voucher = pick(scope, found.map(decodeVoucher), name);
  if (!voucher) throw notFound("voucher", name);
  return voucherTarget(scope, voucher);
}

function theTier(_: Scope, found: readonly RawRow[], id: string): Target {
  const [tier] = found.map(decodePlaced);
  if (!tier) throw notFound("promotion_tier", id);
  return tierTarget(tier);
}

function theEarningRule(_: Scope, found: readonly RawRow[], id: string): Target {
  const [rule] = found.map(decodeEarningRule);
  if (!rule) throw notFound("earning_rule", id);
  return earningRuleTarget(rule);
}

/** Only points as money ask for a rule (docs/behaviour.md). */
function theRewardAssigned(_: Scope, found: readonly RawRow[], id: string): Target {
  const [assigned] = found.map(decodeAssigned);
  if (!assigned) throw notFound("reward_assignment", id);
  refuseRule(assigned.reward);
  return rewardTarget(assigned);
}

function theOneDistribution(_: Scope, found: readonly RawRow[], id: string): Target {
  return distributionTarget(theDistribution(found.map(decodeDistribution), id));
}

/** How a rule is assigned to each kind of object. */
const KINDS: Record<Target["type"], Kind> = {
  voucher: {
    find: (scope, name) => byNames(scope, [name]),
    target: theVoucher,
    assign: assignToVoucher,
  },
  campaign: {
    find: byCampaignName,
    target: (_, found, name) => campaignTarget(theCampaign(found, name)),
    assign: assignToCampaign,
  },
  promotion_tier: {
    find: (scope, id) => tiersByIds(scope, [id]),
    target: theTier,
    assign: assignToTier,
  },
  earning_rule: {
    find: (scope, id) => earningRulesByIds(scope, [id]),
    target: theEarningRule,
    assign: assignToEarningRule,
  },
  reward_assignment: {
    find: assignedById,
    target: theRewardAssigned,
    assign: assignToReward,
  },
  distribution: {
    find: distributionById,
    target: theOneDistribution,
    assign: assignToDistribution,
  },
};

const isKnown = (type: (typeof TARGETS)[number]): type is Target["type"] => type in KINDS;

async function loadBoth(
  scope: Scope,
  ruleId: string,
  { type, id: name }: ReturnType<typeof targetOf>,
): Promise<{ rule: RuleRow; target: Target }> {
  if (!isKnown(type)) throw notFound(type, name);
  const { find, target } = KINDS[type];
  const { rules, found } = await load(scope, {
    rules: rulesByIds(scope, [ruleId]),
    found: find(scope, name),
  });
  const rule = theRule(rules, ruleId);
  return { rule, target: target(scope, found, name) };
}

const ONE_AT_MOST = {
  campaign: "Campaign",
  promotion_tier: "Promotion tier",
  earning_rule: "Earning rule",
  reward_assignment: "Reward assignment",
  distribution: "Distribution",
};

/**
 * An object has a rule once; all but a voucher have one rule at most (as the reference service).
 */
function refuseAnother({ type, id, assignments }: Target, ruleId: string): void {
  const existing = assignments.find(({ rule_id }) => rule_id === ruleId);
  if (existing) throw duplicate(existing.id);
  if (type === "voucher" || assignments.length === 0) return;
  const name = ONE_AT_MOST[type];
  throw new ApiError("invalid_campaign", {
    details: `${name} ${id} has a validation rule; a ${name.toLowerCase()} takes at most one`,
  });
}

/** Assigns a rule to an object, once. Of the kinds without a place in `KINDS` none exists yet. */
export function assignRule(scope: Scope, ruleId: string, input: AssignmentCreate): Promise<Answer> {
  const named = targetOf(input);
  return retried(scope, async () => {
    const { rule, target } = await loadBoth(scope, ruleId, named);
    refuseAnother(target, ruleId);
    const row = newAssignment(scope, ruleId, target);
    const assignment = viewAssignment(row);
    const answer = assignment;
    const counted = { ...rule, assignments_count: rule.assignments_count + 1 };
    const result = await commit(scope, {
      statements: KINDS[target.type].assign(row),
      tally: { validation_rules_assignments: 1 },
      events: [
        {
          kind: "business_validation_rule.assignment.created",
          entity_id: ruleId,
          data: {
            rule: viewRule(counted),
            assignment,
            ...target.view([...target.assignments, assignment]),
          },
        },
      ],
      answer,
    });
    return result.ok ? answer : null;
  });
}
