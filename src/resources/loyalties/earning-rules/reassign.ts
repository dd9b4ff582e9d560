import type { Statement } from "../../../db/client";
import type { AssignmentRow } from "../../../db/tables/validation-rules";
import { notFound } from "../../../errors";
import type { DomainEvent } from "../../../events/outbox";
import type { Assignment } from "../../../model/assignment";
import type { Scope } from "../../../scope/scope";
import { assignToEarningRule, deleteAssignment } from "../../validation-rules/assignment-store";
import type { RuleRow } from "../../validation-rules/store";
import { viewAssignment } from "../../validation-rules/view";
import { newAssignment } from "./draft";
import { assignmentEvent } from "./events";
import type { StoredEarningRule } from "./store";

/** How the validation rule of an earning rule changes: what is taken back, and what comes. */
export interface Reassignment {
  /** Taken back; its rule's row is none where that was deleted at the same moment. */
  from: { assignment: AssignmentRow; rule: RuleRow | null } | null;
  to: { assignment: AssignmentRow; rule: RuleRow } | null;
}

const rowOf = (projectId: string, { object: _, ...assignment }: Assignment): AssignmentRow => ({
  project_id: projectId,
  ...assignment,
});

/** What an update makes of the validation rule: absent keeps, null takes back. Null if nothing. */
export function reassignment(
  scope: Scope,
  before: StoredEarningRule,
  ruleId: string | null | undefined,
  rules: readonly RuleRow[],
): Reassignment | null {
  const [current] = before.assignments;
  if (ruleId === undefined || ruleId === (current?.rule_id ?? null)) return null;
  const rule = rules.find(({ id }) => id === ruleId);
  if (ruleId !== null && !rule) throw notFound("validation_rules", ruleId);
  return {
    from: current
      ? {
          assignment: rowOf(scope.project.id, current),
          rule: rules.find(({ id }) => id === current.rule_id) ?? null,
        }
      : null,
    to: rule ? { assignment: newAssignment(scope, rule, before.id), rule } : null,
  };
}

/** The assignments that the earning rule has then. */
export const assignmentsAfter = ({ to }: Reassignment): Assignment[] =>
  to ? [viewAssignment(to.assignment)] : [];

/** Takes the one back before the other comes, since an earning rule has one at most. */
export const reassigning = ({ from, to }: Reassignment): Statement[] => [
  ...(from ? deleteAssignment(from.assignment) : []),
  ...(to ? assignToEarningRule(to.assignment) : []),
];

/** By how many the project's assignments change. */
export const reassigned = ({ from, to }: Reassignment): number => (to ? 1 : 0) - (from ? 1 : 0);

const counted = (rule: RuleRow, by: number): RuleRow => ({
  ...rule,
  assignments_count: rule.assignments_count + by,
});

export const reassignedEvents = (
  { from, to }: Reassignment,
  after: StoredEarningRule,
): DomainEvent[] => [
  ...(from?.rule
    ? [assignmentEvent("deleted", after, { ...from, rule: counted(from.rule, -1) })]
    : []),
  ...(to ? [assignmentEvent("created", after, { ...to, rule: counted(to.rule, 1) })] : []),
];
