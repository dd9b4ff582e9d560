import { type Answer, commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import { type RawRow, type Statement, statement } from "../../db/client";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";
import { decodePlaced, TIER_COLUMNS } from "../campaigns/promotions/tiers/store";
import { CAMPAIGN_COLUMNS, decodeCampaign } from "../campaigns/store";
import {
  assignmentById,
  decodeAssignment,
  deleteAssignment,
  type RuleRow,
  rulesByIds,
  theRule,
} from "../validation-rules/store";
import { viewAssignment, viewRule } from "../validation-rules/view";
import { decodeVoucher, WITH_ASSIGNMENTS } from "../vouchers/store";
import { campaignTarget, type Target, tierTarget, voucherTarget } from "./target";

const voucherOf = (scope: Scope, assignmentId: string): Statement =>
  statement(
    `${WITH_ASSIGNMENTS} WHERE v.project_id = ?1 AND v.deleted_at IS NULL AND v.id = (
       SELECT related_object_id FROM validation_rules_assignments WHERE project_id = ?1 AND id = ?2)`,
    scope.project.id,
    assignmentId,
  );

const campaignOf = (scope: Scope, assignmentId: string): Statement =>
  statement(
    `SELECT ${CAMPAIGN_COLUMNS} FROM campaigns c WHERE c.project_id = ?1 AND c.deleted_at IS NULL AND c.id = (
       SELECT related_object_id FROM validation_rules_assignments WHERE project_id = ?1 AND id = ?2)`,
    scope.project.id,
    assignmentId,
  );

const tierOf = (scope: Scope, assignmentId: string): Statement =>
  statement(
    `SELECT ${TIER_COLUMNS} FROM promotion_tiers t WHERE t.project_id = ?1 AND t.id = (
       SELECT related_object_id FROM validation_rules_assignments WHERE project_id = ?1 AND id = ?2)`,
    scope.project.id,
    assignmentId,
  );

/** The one object that the reads found; null where it was deleted meanwhile. */
function targetAmong(scope: Scope, found: readonly RawRow[][]): Target | null {
  const [voucher, campaign, tier] = found.map(([row]) => row);
  if (campaign) return campaignTarget(decodeCampaign(campaign));
  if (tier) return tierTarget(decodePlaced(tier));
  return voucher ? voucherTarget(scope, decodeVoucher(voucher)) : null;
}

async function loadAssigned(scope: Scope, ruleId: string, id: string) {
  const reads = [
    rulesByIds(scope, [ruleId]),
    assignmentById(scope, id),
    voucherOf(scope, id),
    campaignOf(scope, id),
    tierOf(scope, id),
  ];
  const [rules, assignments = [], ...found] = await load(scope, reads);
  const rule = theRule(rules, ruleId);
  const row = assignments.map(decodeAssignment).find(({ rule_id }) => rule_id === ruleId);
  if (!row) throw notFound("validation_rules_assignment", id);
  return { rule, row, target: targetAmong(scope, found) };
}

/** What is left of the object; nothing where it was deleted meanwhile. */
const shownWithout = (target: Target | null, id: string): Record<string, unknown> =>
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
    const answer: Answer = { status: 204, body: null };
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
      answer,
    });
    return result.ok ? answer : null;
  });
