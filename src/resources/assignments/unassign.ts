import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";
import {
  assignmentById,
  decodeAssignment,
  deleteAssignment,
  objectOf,
} from "../validation-rules/assignment-store";
import { type RuleRow, rulesByIds, theRule } from "../validation-rules/store";
import { viewAssignment, viewRule } from "../validation-rules/view";
import { objectsAmong, shownWithout, targetsAmong } from "./objects";

async function loadAssigned(scope: Scope, ruleId: string, id: string) {
  const { rules, assignments, ...found } = await load(scope, {
    rules: rulesByIds(scope, [ruleId]),
    assignments: assignmentById(scope, id),
    ...objectsAmong(scope, objectOf(scope, id)),
  });
  const rule = theRule(rules, ruleId);
  const row = assignments.map(decodeAssignment).find(({ rule_id }) => rule_id === ruleId);
  if (!row) throw notFound("validation_rules_assignment", id);
  const [target] = targetsAmong(scope, found);
  return { rule, row, target };
}

const uncounted = (rule: RuleRow): RuleRow => ({
  ...rule,
  assignments_count: rule.assignments_count - 1,
});

/** Takes back one assignment of the rule. */
export const unassignRule = (scope: Scope, ruleId: string, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const { rule, row, target } = await loadAssigned(scope, ruleId, id);
    const assignment = viewAssignment(row);
    const result = await commit(scope, {
      statements: deleteAssignment(row),
      tally: { validation_rules_assignments: -1 },
      events: [
        {
          kind: "business_validation_rule.assignment.deleted",
          entity_id: ruleId,
          data: {
            rule: viewRule(uncounted(rule)),
            assignment,
            ...shownWithout(target, assignment),
          },
        },
      ],
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
