import type { AssignmentRow } from "../../db/tables/validation-rules";
import type { Assigned } from "../../events/catalogue";
import type { DomainEvent } from "../../events/outbox";
import type { RuleRow } from "./store";
import { viewAssignment, viewRule } from "./view";

/** A new assignment of a rule, and its object under the name of its kind. */
interface Made {
  rule: RuleRow;
  assignment: AssignmentRow;
  object: Assigned;
}

/**
 * Events of the rules of new assignments. Several may have the same rule, whose count goes up with
 * each; `before` is a rule that was assigned once more in the same commit.
 */
export function assignedEvents(
  made: readonly Made[],
  before: RuleRow | null = null,
): DomainEvent[] {
  const counts = new Map(before ? [[before.id, before.assignments_count + 1]] : []);
  return made.map(({ rule, assignment, object }): DomainEvent => {
    const count = (counts.get(rule.id) ?? rule.assignments_count) + 1;
    counts.set(rule.id, count);
    return {
      kind: "business_validation_rule.assignment.created",
      entity_id: rule.id,
      data: {
        rule: viewRule({ ...rule, assignments_count: count }),
        assignment: viewAssignment(assignment),
        ...object,
      },
    };
  });
}
