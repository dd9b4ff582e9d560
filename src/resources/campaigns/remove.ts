import { type Statement, statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type Answer, commit, load } from "../../events/effect";
import type { DomainEvent } from "../../events/outbox";
import { isoNow, type Scope } from "../../http/scope";
import { newAction } from "../async-actions/store";
import { retried } from "../retry";
import { decodeRule, type RuleRow } from "../validation-rules/store";
import { viewRule } from "../validation-rules/view";
import { campaignNamed } from "../vouchers/store";
import { refuseProtected } from "./change";
import { type ClearInput, DELETION, FIRST } from "./clear";
import { byCampaignName, deleteCampaign, type StoredCampaign, theCampaign } from "./store";
import { viewCampaign } from "./view";

/** The rules assigned to a campaign. */
function rulesOf(scope: Scope, name: string): Statement {
  const { sql, params } = campaignNamed(scope, name);
  return statement(
    `SELECT r.* FROM validation_rules r WHERE r.project_id = ? AND r.id IN (
       SELECT a.rule_id FROM validation_rules_assignments a WHERE a.project_id = ? AND a.related_object_id = ${sql})`,
    scope.project.id,
    scope.project.id,
    ...params,
  );
}

/** Takes the campaign's rule back, as if by hand; aborts where another came or went since the read. */
const unassign = (row: StoredCampaign): Statement[] =>
  row.assignments.length === 0
    ? []
    : [
        statement(
          `UPDATE validation_rules SET assignments_count = assignments_count - 1
           WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
          row.project_id,
          JSON.stringify(row.assignments.map(({ rule_id }) => rule_id)),
        ),
        assertChanged("campaign_moved", row.assignments.length),
      ];

function eventsOf(row: StoredCampaign, rules: readonly RuleRow[]): DomainEvent[] {
  const campaign = viewCampaign(row);
  const unassigned = row.assignments.map((assignment): DomainEvent => {
    const rule = rules.find(({ id }) => id === assignment.rule_id);
    const counted = rule && { ...rule, assignments_count: rule.assignments_count - 1 };
    return {
      kind: "business_validation_rule.assignment.deleted",
      entity_id: assignment.rule_id,
      data: { rule: counted ? viewRule(counted) : {}, assignment, campaign },
    };
  });
  return [...unassigned, { kind: "campaign.deleted", entity_id: row.id, data: { campaign } }];
}

async function remove(scope: Scope, row: StoredCampaign, rules: RuleRow[], isForced: boolean) {
  const input: ClearInput = { campaign_id: row.id, force: isForced };
  const {
    statement: started,
    job,
    row: action,
  } = newAction(scope, {
    type: DELETION,
    input: { ...input },
    state: { ...FIRST },
    total: row.vouchers_count,
  });
  const answer: Answer = { status: 202, body: { async_action_id: action.id } };
  const unassigned = row.assignments.length > 0 && {
    validation_rules_assignments: -row.assignments.length,
  };
  const result = await commit(scope, {
    statements: [...unassign(row), ...deleteCampaign(row, isoNow(scope)), started],
    tally: { campaigns: -1, async_actions: 1, ...unassigned },
    events: eventsOf(row, rules),
    jobs: [job],
    answer,
  });
  return result.ok ? answer : null;
}

/**
 * Deletes a campaign: it is gone at once and its name is free, its vouchers can no longer be used,
 * and a job takes them away. Their codes stay reserved unless `isForced`.
 */
export const removeCampaign = (scope: Scope, name: string, isForced: boolean): Promise<Answer> =>
  retried(async () => {
    const [found, rules = []] = await load(scope, [
      byCampaignName(scope, name),
      rulesOf(scope, name),
    ]);
    const row = theCampaign(found, name);
    refuseProtected(row);
    return remove(scope, row, rules.map(decodeRule), isForced);
  });
