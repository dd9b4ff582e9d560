import { checkMetadata } from "../../../checks/metadata";
import { refuseWindow } from "../../../checks/window";
import type { AssignmentRow } from "../../../db/tables/validation-rules";
import { earningDefect, earningEvent } from "../../../engine/loyalty/earning-events";
import { ApiError } from "../../../errors";
import { newMetadata } from "../../../model/metadata";
import { isoNow, type Scope } from "../../../scope/scope";
import type { RuleRow } from "../../validation-rules/store";
import { viewAssignment } from "../../validation-rules/view";
import type { EarningRuleInput } from "./schema";
import type { StoredEarningRule } from "./store";

/** A rule as it stands once it is written, with the assignment of its validation rule. */
export interface NewEarningRule {
  row: StoredEarningRule;
  assignment: AssignmentRow | null;
  rule: RuleRow | null;
}

export const newAssignment = (scope: Scope, rule: RuleRow, earningRuleId: string) => ({
  project_id: scope.project.id,
  related_object_id: earningRuleId,
  rule_id: rule.id,
  id: scope.newId("asgm"),
  related_object_type: "earning_rule",
  created_at: isoNow(scope),
});

/**
 * Refuses a rule whose parts make no sense together, whose metadata the project does not allow, or
 * whose points could not be counted at its event. `at` is where it stands in the body.
 */
export function checkEarningRule(scope: Scope, row: StoredEarningRule, at = ""): void {
  const refuse = (path: string, reason: string) => {
    throw new ApiError("invalid_payload", { details: `Property ${at}.${path} ${reason}` });
  };
  const event = earningEvent(row.event);
  const defect = earningDefect(event, row.loyalty);
  if (defect) refuse(defect.path, defect.reason);
  if (row.pending_points && event !== "order") refuse("pending_points", "is of order.paid alone");
  refuseWindow(row, at);
  checkMetadata(scope, "earning_rule", row.metadata);
}

interface Place {
  /** Ids of one body's rules ascend in its order. */
  id: string;
  campaignId: string;
  rule: RuleRow | null;
  narrowed: Pick<StoredEarningRule, "custom_event_schema_id" | "segment_id" | "loyalty_tier_id">;
}

/** A rule of a body; it is on unless it says otherwise. */
export function newEarningRule(scope: Scope, sent: EarningRuleInput, place: Place): NewEarningRule {
  const { id, rule } = place;
  const assignment = rule && newAssignment(scope, rule, id);
  const row: StoredEarningRule = {
    project_id: scope.project.id,
    id,
    campaign_id: place.campaignId,
    automation_id: scope.newId("auto"),
    event: sent.event,
    ...place.narrowed,
    loyalty: sent.loyalty,
    pending_points: sent.pending_points ?? null,
    expiration_rules: sent.expiration_rules ?? null,
    banner: sent.source?.banner ?? null,
    active: sent.active ?? true,
    start_date: sent.start_date ?? null,
    expiration_date: sent.expiration_date ?? null,
    validity_timeframe: sent.validity_timeframe ?? null,
    validity_day_of_week: sent.validity_day_of_week ?? null,
    validity_hours: sent.validity_hours ?? null,
    metadata: newMetadata(sent.metadata),
    created_at: isoNow(scope),
    updated_at: null,
    assignments: assignment ? [viewAssignment(assignment)] : [],
  };
  return { row, assignment, rule };
}
