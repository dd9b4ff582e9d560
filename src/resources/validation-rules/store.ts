import { load } from "../../commit/load";
import {
  decode,
  insertRows,
  type RawRow,
  type Statement,
  setColumns,
  statement,
} from "../../db/client";
import { assertChanged } from "../../db/commit";
import {
  type AssignmentRow,
  type ValidationRuleRow,
  validationRules,
  validationRulesAssignments,
} from "../../db/tables/validation-rules";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";

export type RuleRow = ValidationRuleRow;

export const decodeRule = (raw: RawRow): RuleRow => decode(validationRules, raw);

export const decodeAssignment = (raw: RawRow): AssignmentRow =>
  decode(validationRulesAssignments, raw);

export const rulesByIds = (scope: Scope, ids: readonly string[]): Statement =>
  statement(
    "SELECT * FROM validation_rules WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?2))",
    scope.project.id,
    JSON.stringify(ids),
  );

/** The rule among the rows that a read gave; throws not-found where there is none. */
export function theRule(rows: readonly RawRow[] | undefined, id: string): RuleRow {
  const [row] = rows ?? [];
  if (!row) throw notFound("validation_rules", id);
  return decodeRule(row);
}

export async function getRule(scope: Scope, id: string): Promise<RuleRow> {
  const [rows] = await load(scope, [rulesByIds(scope, [id])]);
  return theRule(rows, id);
}

export const insertRule = (row: RuleRow): Statement => insertRows(validationRules, [row]);

/** Columns of a rule that an update sets; the count of assignments is not among them. */
export type RuleChange = Partial<
  Pick<
    RuleRow,
    | "name"
    | "rules"
    | "segments"
    | "reads_usage"
    | "collections"
    | "terms"
    | "bundle_rules"
    | "error"
    | "applicable_to"
    | "type"
    | "context_type"
  >
> & { updated_at: string };

/** Sets columns of the rule that was read; aborts where another update came between. */
export function updateRule(row: RuleRow, change: RuleChange): Statement[] {
  return [
    statement(
      `UPDATE validation_rules SET ${setColumns(change, "?4")}
       WHERE project_id = ?1 AND id = ?2 AND updated_at IS ?3`,
      row.project_id,
      row.id,
      row.updated_at,
      JSON.stringify(change),
    ),
    assertChanged("rule_moved"),
  ];
}

/** Assignments of a rule in the order of their making, at most so many. */
export const assignmentsOf = (scope: Scope, ruleId: string, most: number): Statement =>
  statement(
    `SELECT * FROM validation_rules_assignments WHERE project_id = ?1 AND rule_id = ?2
     ORDER BY created_at, id LIMIT ?3`,
    scope.project.id,
    ruleId,
    most,
  );

/** Takes the rule away with exactly the assignments that were read; aborts where others came or went. */
export function deleteRule(row: RuleRow, assignments: readonly AssignmentRow[]): Statement[] {
  const rule = [
    statement(
      "DELETE FROM validation_rules WHERE project_id = ?1 AND id = ?2 AND assignments_count = ?3",
      row.project_id,
      row.id,
      assignments.length,
    ),
    assertChanged("rule_moved"),
  ];
  if (assignments.length === 0) return rule;
  return [
    ...rule,
    statement(
      `DELETE FROM validation_rules_assignments INDEXED BY assignments_id
       WHERE project_id = ?1 AND rule_id = ?2 AND id IN (SELECT value FROM json_each(?3))`,
      row.project_id,
      row.id,
      JSON.stringify(assignments.map(({ id }) => id)),
    ),
    statement(
      "INSERT INTO assert_v (ok, tag) VALUES (changes() = ?1, 'rule_moved')",
      assignments.length,
    ),
  ];
}

export const assignmentById = (scope: Scope, id: string): Statement =>
  statement(
    "SELECT * FROM validation_rules_assignments WHERE project_id = ?1 AND id = ?2",
    scope.project.id,
    id,
  );

/** Moves a rule's count; a rule deleted meanwhile aborts the batch. */
const countAssignments = (row: AssignmentRow, by: 1 | -1): Statement[] => [
  statement(
    "UPDATE validation_rules SET assignments_count = assignments_count + ?3 WHERE project_id = ?1 AND id = ?2",
    row.project_id,
    row.rule_id,
    by,
  ),
  assertChanged("rule_moved"),
];

/** Assigns a rule to a voucher; aborts where either was deleted meanwhile. */
export const assignToVoucher = (row: AssignmentRow): Statement[] => [
  statement(
    `INSERT INTO validation_rules_assignments
       (project_id, related_object_id, rule_id, id, related_object_type, created_at)
     SELECT project_id, id, ?3, ?4, ?5, ?6 FROM vouchers
     WHERE project_id = ?1 AND id = ?2 AND deleted_at IS NULL`,
    row.project_id,
    row.related_object_id,
    row.rule_id,
    row.id,
    row.related_object_type,
    row.created_at,
  ),
  assertChanged("voucher_moved"),
  ...countAssignments(row, 1),
];

/** Assigns a rule to an object that takes at most one; `from` finds it under the alias `o`. */
const assignOnly = (row: AssignmentRow, from: string, tag: string): Statement[] => [
  statement(
    `INSERT INTO validation_rules_assignments
       (project_id, related_object_id, rule_id, id, related_object_type, created_at)
     SELECT o.project_id, o.id, ?3, ?4, ?5, ?6 FROM ${from} AND o.project_id = ?1 AND o.id = ?2 AND NOT EXISTS (
       SELECT 1 FROM validation_rules_assignments a WHERE a.project_id = ?1 AND a.related_object_id = ?2)`,
    row.project_id,
    row.related_object_id,
    row.rule_id,
    row.id,
    row.related_object_type,
    row.created_at,
  ),
  assertChanged(tag),
  ...countAssignments(row, 1),
];

/** Assigns a rule to a campaign; aborts where either was deleted meanwhile, or where it has a rule. */
export const assignToCampaign = (row: AssignmentRow): Statement[] =>
  assignOnly(row, "campaigns o WHERE o.deleted_at IS NULL", "campaign_moved");

/** Assigns a rule to a promotion tier; aborts where either was deleted meanwhile, or where it has a rule. */
export const assignToTier = (row: AssignmentRow): Statement[] =>
  assignOnly(row, "promotion_tiers o WHERE true", "tier_moved");

/** Takes back an assignment; aborts where it is gone already. */
export const deleteAssignment = (row: AssignmentRow): Statement[] => [
  statement(
    "DELETE FROM validation_rules_assignments WHERE project_id = ?1 AND id = ?2",
    row.project_id,
    row.id,
  ),
  assertChanged("assignment_moved"),
  ...countAssignments(row, -1),
];
