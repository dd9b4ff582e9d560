import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type Fragment, nothing, param, raw, sql, valuesOf } from "../../db/sql";
import { type AssignmentRow, validationRulesAssignments } from "../../db/tables/validation-rules";
import { halfOf } from "../../db/voucher-halves";
import type { Scope } from "../../scope/scope";

export const decodeAssignment = (row: RawRow): AssignmentRow =>
  decode(validationRulesAssignments, row);

export const assignmentById = (scope: Scope, id: string): Statement =>
  sql`SELECT * FROM validation_rules_assignments
    WHERE project_id = ${scope.project.id} AND id = ${id}`;

/** The id of what an assignment is of, for another query. */
export const objectOf = (scope: Scope, assignmentId: string): Fragment =>
  sql`SELECT related_object_id FROM validation_rules_assignments
    WHERE project_id = ${scope.project.id} AND id = ${assignmentId}`;

/** The ids of what the first assignments of a rule are of, for another query. */
export const objectsOf = (scope: Scope, ruleId: string, most: number): Fragment =>
  sql`SELECT related_object_id FROM validation_rules_assignments INDEXED BY assignments_rule
    WHERE project_id = ${scope.project.id} AND rule_id = ${ruleId}
    ORDER BY created_at, id LIMIT ${most}`;

/**
 * Assignments of a rule in the order of their making, at most so many; `after` goes on behind one.
 */
export const assignmentsOf = (
  scope: Scope,
  ruleId: string,
  most: number,
  after?: Pick<AssignmentRow, "created_at" | "id">,
): Statement =>
  sql`SELECT * FROM validation_rules_assignments
      ${after ? raw("INDEXED BY assignments_rule") : nothing}
    WHERE project_id = ${scope.project.id} AND rule_id = ${ruleId}
    ${after ? sql`AND (created_at, id) > (${after.created_at}, ${after.id})` : nothing}
    ORDER BY created_at, id LIMIT ${most}`;

/** The rules assigned to an object. */
export const rulesOfObject = (scope: Scope, objectId: string): Statement => {
  const project = param(scope.project.id);
  return sql`SELECT r.* FROM validation_rules r WHERE r.project_id = ${project} AND r.id IN (
    SELECT a.rule_id FROM validation_rules_assignments a
    WHERE a.project_id = ${project} AND a.related_object_id = ${objectId})`;
};

/** Moves a rule's count; a rule deleted meanwhile aborts the batch with `tag`. */
export const countAssignment = (
  { project_id, rule_id }: Pick<AssignmentRow, "project_id" | "rule_id">,
  by: 1 | -1,
  tag = "rule_moved",
): Statement[] => [
  sql`UPDATE validation_rules SET assignments_count = assignments_count + ${by}
    WHERE project_id = ${project_id} AND id = ${rule_id}`,
  assertChanged(tag),
];

/** Inserts the row if `from` finds its object, under the alias `o`. */
const inserted = (row: AssignmentRow, from: Fragment): Statement =>
  sql`INSERT INTO validation_rules_assignments
      (project_id, related_object_id, rule_id, id, related_object_type, created_at)
    SELECT o.project_id, o.id, ${row.rule_id}, ${row.id}, ${row.related_object_type},
      ${row.created_at}
    FROM ${from}`;

/** Assigns a rule to a voucher; aborts where either was deleted meanwhile. */
export const assignToVoucher = (row: AssignmentRow): Statement[] => [
  inserted(
    row,
    sql`vouchers o INDEXED BY vouchers_id WHERE o.project_id = ${row.project_id}
      AND ${halfOf("live", "o")} AND o.id = ${row.related_object_id}`,
  ),
  assertChanged("voucher_moved"),
  ...countAssignment(row, 1),
];

/** Assigns a rule to an object that takes at most one; `from` finds it under the alias `o`. */
function assignOnly(row: AssignmentRow, from: Fragment, tag: string): Statement[] {
  const [project, object] = [param(row.project_id), param(row.related_object_id)];
  const only = sql`${from} AND o.project_id = ${project} AND o.id = ${object} AND NOT EXISTS (
    SELECT 1 FROM validation_rules_assignments a
    WHERE a.project_id = ${project} AND a.related_object_id = ${object})`;
  return [inserted(row, only), assertChanged(tag), ...countAssignment(row, 1)];
}

/**
 * Assigns a rule to a campaign; aborts where either was deleted meanwhile, or where it has a rule.
 */
export const assignToCampaign = (row: AssignmentRow): Statement[] =>
  assignOnly(row, sql`campaigns o WHERE o.deleted_at IS NULL`, "campaign_moved");

/**
 * Assigns a rule to a promotion tier; aborts where either was deleted meanwhile, or where it has a
 * rule.
 */
export const assignToTier = (row: AssignmentRow): Statement[] =>
  assignOnly(row, sql`promotion_tiers o WHERE true`, "tier_moved");

/** Assigns a rule to an earning rule; aborts where either was deleted, or where it has a rule. */
export const assignToEarningRule = (row: AssignmentRow): Statement[] =>
  assignOnly(row, sql`earning_rules o WHERE true`, "earning_rule_moved");

/** Assigns a rule to a distribution; aborts where either was deleted, or where it has a rule. */
export const assignToDistribution = (row: AssignmentRow): Statement[] =>
  assignOnly(row, sql`distributions o WHERE true`, "distribution_moved");

/**
 * Assigns rules to objects that the same batch makes; aborts where one of the rules was deleted
 * meanwhile.
 */
export function assignAll(projectId: string, rows: readonly AssignmentRow[]): Statement[] {
  if (rows.length === 0) return [];
  const counts = Map.groupBy(rows, ({ rule_id }) => rule_id);
  const each = [...counts].map(([id, assigned]) => ({ id, count: assigned.length }));
  return [
    insertRows(validationRulesAssignments, rows),
    sql`UPDATE validation_rules SET assignments_count = assignments_count + a.count
      FROM (SELECT value->>'id' AS rule_id, value->>'count' AS count
        FROM json_each(${JSON.stringify(each)})) a
      WHERE project_id = ${projectId} AND id = a.rule_id
        AND id IN (${valuesOf([...counts.keys()])})`,
    assertChanged("rule_moved", each.length),
  ];
}

/**
 * Assigns a rule to a reward in a program; aborts where either was deleted meanwhile, or where it
 * has a rule.
 */
export const assignToReward = (row: AssignmentRow): Statement[] =>
  assignOnly(row, sql`reward_assignments o WHERE true`, "reward_assignment_moved");

/** Takes back an assignment; aborts where it is gone already. */
export const deleteAssignment = (row: AssignmentRow): Statement[] => [
  sql`DELETE FROM validation_rules_assignments
    WHERE project_id = ${row.project_id} AND id = ${row.id}`,
  assertChanged("assignment_moved"),
  ...countAssignment(row, -1),
];

/**
 * Takes back all assignments of these objects, which are `assigned`; aborts where others came or
 * went.
 */
export function unassignAll(
  projectId: string,
  ids: readonly string[],
  assigned: number,
): Statement[] {
  const project = param(projectId);
  const ofObjects = sql`FROM validation_rules_assignments
    WHERE project_id = ${project} AND related_object_id IN (${valuesOf(ids)})`;
  // The plus keeps SQLite from walking all assignments in the order of their rules.
  const count = sql`UPDATE validation_rules SET assignments_count = assignments_count - a.count
    FROM (SELECT +rule_id AS rule_id, count(*) AS count ${ofObjects} GROUP BY +rule_id) a
    WHERE validation_rules.project_id = ${project} AND validation_rules.id = a.rule_id
      AND validation_rules.id IN (SELECT +rule_id AS rule_id ${ofObjects})`;
  return [
    ...(assigned > 0 ? [count] : []),
    sql`DELETE ${ofObjects}`,
    assertChanged("assignments_moved", assigned),
  ];
}

/**
 * Writes these objects, and the tiers of those that are campaigns, anew into the index that
 * qualification reads, by the terms that their rules have now. Done twice it changes nothing, and
 * after two changes of a rule the run that ends last has seen the newest.
 */
function repost(projectId: string, objects: Fragment): Statement {
  const project = param(projectId);
  return sql`INSERT INTO repost_v (project_id, id)
    SELECT ${project}, o.id FROM (${objects}) o WHERE EXISTS (
      SELECT 1 FROM qualifiables q INDEXED BY qualifiables_object
      WHERE q.id = o.id AND q.project_id = ${project})
    UNION ALL SELECT p.project_id, p.id FROM (${objects}) o
      CROSS JOIN promotion_tiers p INDEXED BY promotion_tiers_campaign
      ON p.project_id = ${project} AND p.campaign_id = o.id`;
}

export const repostObjects = (projectId: string, ids: readonly string[]): Statement =>
  repost(projectId, sql`SELECT value AS id FROM json_each(${JSON.stringify(ids)})`);

/**
 * The same for what a rule is assigned to; aborts where that has become more than `most` objects
 * meanwhile.
 */
export const repostFew = (projectId: string, ruleId: string, most: number): Statement[] => [
  sql`INSERT INTO assert_v (ok, tag) SELECT assignments_count <= ${most}, 'rule_moved'
    FROM validation_rules WHERE project_id = ${projectId} AND id = ${ruleId}`,
  repost(
    projectId,
    sql`SELECT related_object_id AS id FROM validation_rules_assignments INDEXED BY assignments_rule
      WHERE project_id = ${projectId} AND rule_id = ${ruleId} LIMIT ${most}`,
  ),
];
