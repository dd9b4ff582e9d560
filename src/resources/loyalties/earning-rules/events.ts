import type { AssignmentRow } from "../../../db/tables/validation-rules";
import type { DomainEvent } from "../../../events/outbox";
import type { StoredCampaign } from "../../campaigns/store";
import { viewCampaign } from "../../campaigns/view";
import type { RuleRow } from "../../validation-rules/store";
import { viewAssignment, viewRule } from "../../validation-rules/view";
import type { StoredEarningRule } from "./store";
import { viewEarningRule, viewSimpleEarningRule } from "./view";

type Kind = Extract<DomainEvent["kind"], `campaign.earning_rule.${string}`>;

/** That something happened to a program's earning rule. */
export const earningRuleEvent = (
  kind: Kind,
  campaign: StoredCampaign,
  row: StoredEarningRule,
): DomainEvent => ({
  kind,
  entity_id: row.id,
  data: { campaign: viewCampaign(campaign), earning_rule: viewEarningRule(row) },
});

/** That a validation rule was assigned to an earning rule, or taken back from it. */
export const assignmentEvent = (
  kind: "created" | "deleted",
  row: StoredEarningRule,
  { rule, assignment }: { rule: RuleRow; assignment: AssignmentRow },
): DomainEvent => ({
  kind: `business_validation_rule.assignment.${kind}`,
  entity_id: rule.id,
  data: {
    rule: viewRule(rule),
    assignment: viewAssignment(assignment),
    earning_rule: viewSimpleEarningRule(row),
  },
});
