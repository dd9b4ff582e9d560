import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { located, noUses, refuseFull, usesOf } from "../../commit/locations";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import type { AssignmentRow } from "../../db/tables/validation-rules";
import { ApiError } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import { assignmentsOf, decodeAssignment } from "./assignment-store";
import { collectionsNamed, definedApplicableTo, definedBundle, ruleColumns } from "./define";
import { reposting } from "./repost";
import type { RuleUpdate } from "./schema";
import {
  deleteRule,
  getRule,
  type RuleChange,
  type RuleRow,
  rulesByIds,
  theRule,
  updateRule,
} from "./store";
import { viewAssignment, viewRule } from "./view";

const MOST_ASSIGNED = 100;
/** Bytes of the events of one deletion; the outbox takes them in one parameter of at most 2 MB. */
const MOST_EVENT_BYTES = 1_500_000;

/** The rules that a body brings, with the locations that they name. */
async function rulesOf(scope: Scope, row: RuleRow, { rules }: RuleUpdate) {
  if (rules === undefined || rules === null) return { columns: {}, uses: [] };
  const columns = ruleColumns(rules);
  const named = await located(scope, columns.rules);
  const { project_id, id: object_id } = row;
  return {
    columns: { ...columns, rules: named.definition },
    uses: usesOf({ project_id, object_id, object: "validation_rules" }, named, row.rules),
  };
}

/** The columns a body changes: absent keeps, null empties the bundle and clears the error. */
function changeOf(
  scope: Scope,
  row: RuleRow,
  input: RuleUpdate,
  columns: Partial<RuleChange>,
): RuleChange {
  const { name, bundle_rules, error, applicable_to, type, context_type } = input;
  const change = {
    ...(name && { name }),
    ...columns,
    ...(bundle_rules !== undefined && { bundle_rules: definedBundle(bundle_rules ?? {}) }),
    ...(error !== undefined && { error }),
    ...(applicable_to && { applicable_to: definedApplicableTo(applicable_to) }),
    ...(type && { type }),
    ...(context_type && { context_type }),
    updated_at: nextUpdate(scope, row),
  };
  return { ...change, collections: collectionsNamed({ ...row, ...change }) };
}

/** Updates a rule; its assignments stay. */
export const changeRule = (scope: Scope, id: string, input: RuleUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getRule(scope, id);
    const { columns, uses } = await rulesOf(scope, row, input);
    const change = changeOf(scope, row, input, columns);
    if (changesNothing(row, change)) return viewRule(row);
    const answer = viewRule({ ...row, ...change });
    const { statements, jobs, tally } = reposting(scope, row, change);
    const result = await commit(scope, {
      statements: [...updateRule(row, change), ...uses, ...statements],
      jobs,
      tally,
      events: [{ kind: "business_validation_rule.updated", entity_id: id, data: { rule: answer } }],
      answer,
    });
    if (!result.ok) refuseFull(result.error);
    return result.ok ? answer : null;
  });

/**
 * Events of the assignments come before that of the rule, as if each had been taken back by hand.
 * Of their vouchers only the ids are known.
 */
const deletionEvents = (row: RuleRow, assignments: readonly AssignmentRow[]): DomainEvent[] => [
  ...assignments.map((assignment) => ({
    kind: "business_validation_rule.assignment.deleted" as const,
    entity_id: row.id,
    data: { rule: viewRule(row), assignment: viewAssignment(assignment), voucher: null },
  })),
  {
    kind: "business_validation_rule.deleted",
    entity_id: row.id,
    data: { rule: viewRule(row) },
  },
];

const inUse = (row: RuleRow, assignments: readonly AssignmentRow[]) =>
  new ApiError("resource_in_use", {
    details: `Resource validation_rules with id ${row.id} is assigned to ${row.assignments_count} objects`,
    resource_id: row.id,
    resource_type: "validation_rules",
    related_object_ids: assignments.slice(0, MOST_ASSIGNED).map(({ id }) => id),
    related_object_type: "validation_rules_assignment",
    related_object_total: row.assignments_count,
  });

const bytesOf = (value: unknown): number =>
  new TextEncoder().encode(JSON.stringify(value)).byteLength;

/**
 * Deletes a rule and its assignments at once; more of them than one commit tells of are refused.
 */
export const removeRule = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const { rules, assigned } = await load(scope, {
      rules: rulesByIds(scope, [id]),
      assigned: assignmentsOf(scope, id, MOST_ASSIGNED + 1),
    });
    const row = theRule(rules, id);
    const assignments = assigned.map(decodeAssignment);
    if (assignments.length > MOST_ASSIGNED) throw inUse(row, assignments);
    const events = deletionEvents(row, assignments);
    if (bytesOf(events) > MOST_EVENT_BYTES) throw inUse(row, assignments);
    const freed = assignments.length > 0 && { validation_rules_assignments: -assignments.length };
    const result = await commit(scope, {
      statements: [...deleteRule(row, assignments), ...noUses(scope.project.id, id, row.rules)],
      tally: { validation_rules: -1, ...freed },
      events,
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
