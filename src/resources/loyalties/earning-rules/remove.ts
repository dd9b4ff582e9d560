import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { retried } from "../../../commit/retry";
import type { Scope } from "../../../scope/scope";
import { refuseProtected } from "../../campaigns/change";
import { byCampaignName } from "../../campaigns/store";
import { rulesOfObject, unassignAll } from "../../validation-rules/assignment-store";
import { decodeRule } from "../../validation-rules/store";
import { unassignedEvents } from "../../validation-rules/unassigned";
import { type InProgram, theProgram } from "../programs/program";
import { earningRuleEvent } from "./events";
import { deleteEarningRule, earningRulesByIds, theEarningRule } from "./store";
import { viewSimpleEarningRule } from "./view";

/** Deletes a rule and takes its validation rule back; what it gave stays given. */
export const removeEarningRule = (scope: Scope, { program, id }: InProgram): Promise<Answer> =>
  retried(scope, async () => {
    const { campaigns, found, rules } = await load(scope, {
      campaigns: byCampaignName(scope, program),
      found: earningRulesByIds(scope, [id]),
      rules: rulesOfObject(scope, id),
    });
    const campaign = theProgram(campaigns, program);
    const row = theEarningRule(found, { id, campaignId: campaign.id });
    refuseProtected(campaign);
    const assigned = row.assignments.length;
    const shown = { earning_rule: viewSimpleEarningRule(row) };
    const gone = row.assignments.map((assignment) => ({ assignment, shown }));
    const result = await commit(scope, {
      statements: [...unassignAll(scope.project.id, [id], assigned), ...deleteEarningRule(row)],
      ...(assigned > 0 && { tally: { validation_rules_assignments: -assigned } }),
      events: [
        ...unassignedEvents(rules.map(decodeRule), gone),
        earningRuleEvent("campaign.earning_rule.deleted", campaign, row),
      ],
      answer: DONE,
    });
    return result.ok ? DONE : null;
  }, [`earning_rule ${id}`]);
