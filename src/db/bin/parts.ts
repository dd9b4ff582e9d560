import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { RawRow, Statement } from "../client";
import { assertChanged } from "../commit";
import { rowJson } from "../row-json";
import { type Fragment, joined, nothing, raw, sql, valuesOf } from "../sql";
import { promotionTiers } from "../tables/campaigns";
import { productCollectionMembers, products, skus } from "../tables/catalogue";
import { distributions } from "../tables/distributions";
import { earningRules, loyaltyMembers, loyaltyTiers, rewardAssignments } from "../tables/loyalty";
import { memberships, redeemableHolders } from "../tables/publications";
import { promotionStacks } from "../tables/stacking";
import { type AssignmentRow, validationRulesAssignments } from "../tables/validation-rules";

/** What tells a row apart among those of its object, and the customer that it names. */
interface Kind {
  table: SQLiteTable;
  id: string;
  customer?: string;
}

const byCustomer = { id: "k.customer_id", customer: "k.customer_id" };

/** The tables that the bin keeps rows of. */
const KINDS = {
  products: { table: products, id: "k.id" },
  skus: { table: skus, id: "k.id" },
  product_collection_members: {
    table: productCollectionMembers,
    id: "k.collection_id || ' ' || k.object_id",
  },
  promotion_tiers: { table: promotionTiers, id: "k.id" },
  promotion_stacks: { table: promotionStacks, id: "k.id" },
  distributions: { table: distributions, id: "k.id" },
  reward_assignments: { table: rewardAssignments, id: "k.id" },
  earning_rules: { table: earningRules, id: "k.id" },
  loyalty_tiers: { table: loyaltyTiers, id: "k.id" },
  validation_rules_assignments: { table: validationRulesAssignments, id: "k.id" },
  redeemable_holders: { table: redeemableHolders, ...byCustomer },
  memberships: { table: memberships, ...byCustomer },
  loyalty_members: { table: loyaltyMembers, ...byCustomer },
} satisfies Record<string, Kind>;
export type PartKind = keyof typeof KINDS;

/**
 * Keeps rows that the same batch deletes, under the object that they go with; `from` finds them as
 * `k`.
 */
export function keep(kind: PartKind, object: Fragment, from: Fragment): Statement {
  const { table, id, customer = "NULL" }: Kind = KINDS[kind];
  return sql`INSERT INTO trash_bin_parts (project_id, object_id, kind, id, customer_id, content)
    SELECT k.project_id, ${object}, ${kind}, ${raw(id)}, ${raw(customer)}, ${rowJson(table, "k")}
    ${from}`;
}

/** The same of rows of one table that name their campaign. */
export const keepOfCampaign = (projectId: string, kind: PartKind, id: string): Statement =>
  keep(
    kind,
    sql`${id}`,
    sql`FROM ${raw(kind)} k INDEXED BY ${raw(`${kind}_campaign`)}
      WHERE k.project_id = ${projectId} AND k.campaign_id = ${id}`,
  );

const partsOf = (projectId: string, kind: PartKind, objects: readonly string[]): Fragment =>
  sql`FROM trash_bin_parts p WHERE p.project_id = ${projectId}
    AND p.object_id IN (${valuesOf(objects)}) AND p.kind = ${kind}`;

/**
 * Writes the rows of a kind that were kept with these objects into their table again: all of them,
 * or those for which `where` holds.
 */
export function bringBack(
  projectId: string,
  kind: PartKind,
  objects: readonly string[],
  where: Fragment = nothing,
): Statement {
  const names = Object.keys(getTableColumns(KINDS[kind].table));
  const values = names.map((name) => raw(`p.content->>'$.${name}'`));
  return sql`INSERT INTO ${raw(kind)} (${raw(names.join(", "))})
    SELECT ${joined(values, ", ")} ${partsOf(projectId, kind, objects)} ${where}`;
}

/** What was kept with these objects is needed no more. */
export const dropParts = (projectId: string, objects: readonly string[]): Statement =>
  sql`DELETE FROM trash_bin_parts
    WHERE project_id = ${projectId} AND object_id IN (${valuesOf(objects)})`;

/** How many rows of each kind were kept with an object. */
export const countParts = (projectId: string, objectId: string): Statement =>
  sql`SELECT kind, count(*) AS total FROM trash_bin_parts
    WHERE project_id = ${projectId} AND object_id = ${objectId} GROUP BY kind`;

export const countOf = (counted: readonly RawRow[], kind: PartKind): number =>
  Number(counted.find((row) => row.kind === kind)?.total ?? 0);

/** Condition on a kept assignment of a reward: the reward is still there. */
export const REWARD_IS_THERE = sql`AND EXISTS (SELECT 1 FROM rewards r
  WHERE r.project_id = p.project_id AND r.id = p.content->>'$.reward_id')`;

/** Condition on a kept assignment of a rule: the rule is there, and a reward that it is for. */
const RULE_IS_THERE = sql`AND EXISTS (SELECT 1 FROM validation_rules r
    WHERE r.project_id = p.project_id AND r.id = p.content->>'$.rule_id')
  AND NOT EXISTS (SELECT 1 FROM trash_bin_parts q
    WHERE q.project_id = p.project_id AND q.object_id = p.object_id
      AND q.kind = 'reward_assignments' AND q.id = p.content->>'$.related_object_id'
      AND NOT EXISTS (SELECT 1 FROM rewards w
        WHERE w.project_id = q.project_id AND w.id = q.content->>'$.reward_id'))`;

const keptAssignments = (projectId: string, objects: readonly string[]): Fragment =>
  sql`${partsOf(projectId, "validation_rules_assignments", objects)} ${RULE_IS_THERE}`;

/** The assignments of rules that come back with an object, and these rules. */
export const assignmentReads = (projectId: string, objectId: string) => {
  const kept = keptAssignments(projectId, [objectId]);
  return {
    assigned: sql`SELECT p.content ${kept} ORDER BY p.id`,
    rules: sql`SELECT r.* FROM validation_rules r WHERE r.project_id = ${projectId}
      AND r.id IN (SELECT p.content->>'$.rule_id' ${kept})`,
  };
};

/** The cast holds because the bin keeps rows as they were read. */
export const readAssignments = (rows: readonly RawRow[]): AssignmentRow[] =>
  rows.map(({ content }) => JSON.parse(String(content)) as AssignmentRow);

/**
 * Assigns the rules to these objects again; aborts where others than so many are still there.
 */
export function assignAgain(
  projectId: string,
  objects: readonly string[],
  assigned: number,
): Statement[] {
  if (assigned === 0) return [];
  const kept = keptAssignments(projectId, objects);
  const rules = sql`SELECT p.content->>'$.rule_id' AS rule_id ${kept}`;
  return [
    bringBack(projectId, "validation_rules_assignments", objects, RULE_IS_THERE),
    assertChanged("assignments_moved", assigned),
    sql`UPDATE validation_rules SET assignments_count = assignments_count + a.count
      FROM (SELECT rule_id, count(*) AS count FROM (${rules}) GROUP BY rule_id) a
      WHERE project_id = ${projectId} AND id = a.rule_id AND id IN (${rules})`,
  ];
}
