import type { Assigned } from "../../events/catalogue";
import type { DomainEvent } from "../../events/outbox";
import type { Assignment } from "../../model/assignment";
import type { RuleRow } from "./store";
import { viewRule } from "./view";

/** An assignment that is deleted with its object, and the object as the event shows it. */
interface Unassigned {
  assignment: Assignment;
  shown: Assigned;
}

/**
 * Events of assignments that are deleted with their objects. Of one rule there may be several,
 * whose count goes down with each.
 */
export function unassignedEvents(
  rules: readonly RuleRow[],
  gone: readonly Unassigned[],
): DomainEvent[] {
  const counts = new Map(rules.map(({ id, assignments_count }) => [id, assignments_count]));
  return gone.map(({ assignment, shown }): DomainEvent => {
    const rule = rules.find(({ id }) => id === assignment.rule_id);
    const count = (counts.get(assignment.rule_id) ?? 0) - 1;
    counts.set(assignment.rule_id, count);
    return {
      kind: "business_validation_rule.assignment.deleted",
      entity_id: assignment.rule_id,
      data: {
        rule: rule ? viewRule({ ...rule, assignments_count: count }) : {},
        assignment,
        ...shown,
      },
    };
  });
}
