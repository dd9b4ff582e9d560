import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { noUses } from "../../commit/locations";
import { retried } from "../../commit/retry";
import type { AssignmentRow } from "../../db/tables/validation-rules";
import { ApiError } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import { assignmentsOf, decodeAssignment, objectsOf } from "../validation-rules/assignment-store";
import { deleteRule, type RuleRow, rulesByIds, theRule } from "../validation-rules/store";
import { unassignedEvents } from "../validation-rules/unassigned";
import { viewAssignment, viewRule } from "../validation-rules/view";
import { objectsAmong, shownWithout, targetsAmong } from "./objects";
import type { Target } from "./target";

const MOST_ASSIGNED = 100;
/** Bytes of the events of one deletion; the outbox takes them in one parameter of at most 2 MB. */
const MOST_EVENT_BYTES = 1_500_000;

/**
 * Events of the assignments come before that of the rule, as if each had been taken back by hand.
 */
function deletionEvents(
  row: RuleRow,
  assignments: readonly AssignmentRow[],
  targets: readonly Target[],
): DomainEvent[] {
  const byId = new Map(targets.map((target) => [target.id, target]));
  const gone = assignments.map(viewAssignment).map((assignment) => ({
    assignment,
    shown: shownWithout(byId.get(assignment.related_object_id), assignment),
  }));
  return [
    ...unassignedEvents([row], gone),
    { kind: "business_validation_rule.deleted", entity_id: row.id, data: { rule: viewRule(row) } },
  ];
}

const inUse = (row: RuleRow, assignments: readonly AssignmentRow[]) =>
  new ApiError("resource_in_use", {
    details: `Resource validation_rules with id ${row.id} is assigned to ${row.assignments_count} objects`,
    resource_id: row.id,
    resource_type: "validation_rules",
    related_object_ids: assignments.slice(0, MOST_ASSIGNED).map(({ id }) => id),
    related_object_type: "validation_rules_assignment",
    related_object_total: row.assignments_count,
  });

const isTold = (events: readonly DomainEvent[]): boolean =>
  new TextEncoder().encode(JSON.stringify(events)).byteLength <= MOST_EVENT_BYTES;

/**
 * Deletes a rule and its assignments at once; more of them than one commit tells of are refused.
 * Where their objects are too large for that, they are told by their ids alone.
 */
export const removeRule = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const { rules, assigned, ...found } = await load(scope, {
      rules: rulesByIds(scope, [id]),
      assigned: assignmentsOf(scope, id, MOST_ASSIGNED + 1),
      ...objectsAmong(scope, objectsOf(scope, id, MOST_ASSIGNED)),
    });
    const row = theRule(rules, id);
    const assignments = assigned.map(decodeAssignment);
    if (assignments.length > MOST_ASSIGNED) throw inUse(row, assignments);
    const events = [targetsAmong(scope, found), []]
      .map((targets) => deletionEvents(row, assignments, targets))
      .find(isTold);
    if (!events) throw inUse(row, assignments);
    const freed = assignments.length > 0 && { validation_rules_assignments: -assignments.length };
    const result = await commit(scope, {
      statements: [...deleteRule(row, assignments), ...noUses(scope.project.id, id, row.rules)],
      tally: { validation_rules: -1, ...freed },
      events,
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
