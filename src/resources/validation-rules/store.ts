import { load } from "../../commit/load";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { updateRow } from "../../db/rows";
import { sql, valuesOf } from "../../db/sql";
import {
  type AssignmentRow,
  type ValidationRuleRow,
  validationRules,
} from "../../db/tables/validation-rules";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";

export type RuleRow = ValidationRuleRow;

export const decodeRule = (raw: RawRow): RuleRow => decode(validationRules, raw);

export const rulesByIds = (scope: Scope, ids: readonly string[]): Statement =>
  sql`SELECT * FROM validation_rules
    WHERE project_id = ${scope.project.id} AND id IN (${valuesOf(ids)})`;

/** The rule among the rows that a read gave; throws not-found where there is none. */
export function theRule(rows: readonly RawRow[] | undefined, id: string): RuleRow {
  const [row] = rows ?? [];
  if (!row) throw notFound("validation_rules", id);
  return decodeRule(row);
}

export async function getRule(scope: Scope, id: string): Promise<RuleRow> {
  const { rows } = await load(scope, { rows: rulesByIds(scope, [id]) });
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
export const updateRule = (row: RuleRow, change: RuleChange): Statement[] =>
  updateRow(validationRules, row, change, "rule_moved");

/**
 * Deletes the rule with exactly the assignments that were read; aborts where some were made or
 * taken back meanwhile.
 */
export function deleteRule(row: RuleRow, assignments: readonly AssignmentRow[]): Statement[] {
  const rule = [
    sql`DELETE FROM validation_rules WHERE project_id = ${row.project_id} AND id = ${row.id}
      AND assignments_count = ${assignments.length}`,
    assertChanged("rule_moved"),
  ];
  if (assignments.length === 0) return rule;
  return [
    ...rule,
    sql`DELETE FROM validation_rules_assignments INDEXED BY assignments_id
      WHERE project_id = ${row.project_id} AND rule_id = ${row.id}
        AND id IN (${valuesOf(assignments.map(({ id }) => id))})`,
    assertChanged("rule_moved", assignments.length),
  ];
}
