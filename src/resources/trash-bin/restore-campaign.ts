import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { partsBack, undeleteCampaign } from "../../db/bin/campaign";
import { beginWork } from "../../db/bin/entries";
import {
  assignAgain,
  assignmentReads,
  countOf,
  countParts,
  dropParts,
  readAssignments,
} from "../../db/bin/parts";
import type { BinEntryRow } from "../../db/tables/trash-bin";
import type { AssignmentRow } from "../../db/tables/validation-rules";
import { ApiError } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import { beginAction } from "../async-actions/define";
import { refuseHeavy } from "../async-actions/refuse-heavy";
import { assignedEvents } from "../validation-rules/assigned";
import { decodeRule, type RuleRow } from "../validation-rules/store";
import { RESTORATION } from "./restore-step";
import { viewEntry } from "./view";

/** Of the parts only the kind is known; the campaign is told whole when its vouchers are back. */
const assignedAgain = (
  assigned: readonly AssignmentRow[],
  rules: readonly RuleRow[],
): DomainEvent[] =>
  assignedEvents(
    assigned.flatMap((assignment) => {
      const rule = rules.find(({ id }) => id === assignment.rule_id);
      return rule ? [{ rule, assignment, object: { [assignment.related_object_type]: null } }] : [];
    }),
  );

const duplicateName = (name: string) =>
  new ApiError("duplicate_found", {
    details: `Cannot bring ${name} back: another campaign has its name by now`,
    resource_id: name,
    resource_type: "campaign",
  });

/**
 * Brings a campaign back with its parts at once, and with its vouchers in the background; the entry
 * stays in the bin until they are all back. Refuses a name that was given away meanwhile.
 */
export async function restoreCampaign(scope: Scope, entry: BinEntryRow): Promise<Answer | null> {
  const { project_id, resource_id: id, created_at } = entry;
  const { kept, ...found } = await load(scope, {
    kept: countParts(scope.project.id, id),
    ...assignmentReads(scope.project.id, id),
  });
  const assigned = readAssignments(found.assigned);
  refuseHeavy(scope);
  const action = beginAction(scope, RESTORATION, {
    input: { campaign_id: id, deleted_at: created_at },
    state: { after: "" },
  });
  const answer = { ...viewEntry(entry), async_action_id: action.row.id };
  const result = await commit(scope, {
    statements: [
      ...beginWork(entry, action.row.id),
      ...undeleteCampaign(project_id, id, created_at),
      ...partsBack(project_id, id),
      ...assignAgain(project_id, [id], assigned.length),
      dropParts(project_id, [id]),
      action.statement,
    ],
    tally: {
      campaigns: 1,
      async_actions: 1,
      promotion_tiers: countOf(kept, "promotion_tiers"),
      promotion_stacks: countOf(kept, "promotion_stacks"),
      validation_rules_assignments: assigned.length,
    },
    events: assignedAgain(assigned, found.rules.map(decodeRule)),
    jobs: [action.job],
    answer,
  });
  if (result.ok) return answer;
  if (result.error.constraint === "campaigns.project_id, campaigns.name") {
    throw duplicateName(entry.resource_name);
  }
  return null;
}
