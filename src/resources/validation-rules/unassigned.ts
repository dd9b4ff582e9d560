import { type Statement, statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import type { DomainEvent } from "../../events/outbox";
import type { Assignment } from "../../model/assignment";
import type { Scope } from "../../scope/scope";
import type { RuleRow } from "./store";
import { viewRule } from "./view";

const OF_OBJECTS = `FROM validation_rules_assignments
  WHERE project_id = ?1 AND related_object_id IN (SELECT value FROM json_each(?2))`;

// The plus keeps SQLite from walking all assignments in the order of their rules.
const RULE = "+rule_id AS rule_id";

/** Takes back all assignments of these objects, which are `assigned`; aborts where others came or went. */
export function unassignAll(
  projectId: string,
  ids: readonly string[],
  assigned: number,
): Statement[] {
  const named = JSON.stringify(ids);
  const count = statement(
    `UPDATE validation_rules SET assignments_count = assignments_count - a.count
     FROM (SELECT ${RULE}, count(*) AS count ${OF_OBJECTS} GROUP BY +rule_id) a
     WHERE validation_rules.project_id = ?1 AND validation_rules.id = a.rule_id
       AND validation_rules.id IN (SELECT ${RULE} ${OF_OBJECTS})`,
    projectId,
    named,
  );
  return [
    ...(assigned > 0 ? [count] : []),
    statement(`DELETE ${OF_OBJECTS}`, projectId, named),
    assertChanged("assignments_moved", assigned),
  ];
}

/** The rules assigned to an object. */
export const rulesOfObject = (scope: Scope, objectId: string): Statement =>
  statement(
    `SELECT r.* FROM validation_rules r WHERE r.project_id = ?1 AND r.id IN (
       SELECT a.rule_id FROM validation_rules_assignments a WHERE a.project_id = ?1 AND a.related_object_id = ?2)`,
    scope.project.id,
    objectId,
  );

/** An assignment that goes with its object, which the event shows. */
interface Unassigned {
  assignment: Assignment;
  shown: Record<string, unknown>;
}

/** Tells that assignments went with their objects; of one rule there may be several, which counts down. */
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
