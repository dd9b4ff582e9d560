import { load } from "../../commit/load";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { updateRow } from "../../db/rows";
import { type Fragment, sql, valuesOf } from "../../db/sql";
import {
  type AssignmentRow,
  type ValidationRuleRow,
  validationRules,
  validationRulesCollections,
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

/** What a collection's deletion finds of the rule; nothing where it names none. */
const nameCollections = ({ project_id, id, collections }: RuleRow): Statement[] =>
  collections.length === 0
    ? []
    : [
        insertRows(
          validationRulesCollections,
          collections.map((collection_id) => ({ project_id, collection_id, rule_id: id })),
        ),
      ];

const unnameCollections = ({ project_id, id, collections }: RuleRow): Statement[] =>
  collections.length === 0
    ? []
    : [
        sql`DELETE FROM validation_rules_collections
          WHERE project_id = ${project_id} AND collection_id IN (${valuesOf(collections)})
            AND rule_id = ${id}`,
      ];

/** Ids of the first so many rules that name a collection. */
export const rulesNaming = (scope: Scope, collectionId: string, limit: number): Fragment =>
  sql`SELECT rule_id FROM validation_rules_collections
    WHERE project_id = ${scope.project.id} AND collection_id = ${collectionId}
    ORDER BY rule_id LIMIT ${limit}`;

/** Aborts where a rule names the collection. */
export const namedByNone = (scope: Scope, collectionId: string): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = 0, 'collection_named'
    FROM (${rulesNaming(scope, collectionId, 1)})`;

export const insertRule = (row: RuleRow): Statement[] => [
  insertRows(validationRules, [row]),
  ...nameCollections(row),
];

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
  const { collections = row.collections } = change;
  const isSame = collections.join() === row.collections.join();
  return [
    ...updateRow(validationRules, row, change, "rule_moved"),
    ...(isSame ? [] : [...unnameCollections(row), ...nameCollections({ ...row, collections })]),
  ];
}

/**
 * Deletes the rule with exactly the assignments that were read; aborts where some were made or
 * taken back meanwhile.
 */
export function deleteRule(row: RuleRow, assignments: readonly AssignmentRow[]): Statement[] {
  const rule = [
    sql`DELETE FROM validation_rules WHERE project_id = ${row.project_id} AND id = ${row.id}
      AND assignments_count = ${assignments.length}`,
    assertChanged("rule_moved"),
    ...unnameCollections(row),
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
