import { decode, insertRows, type RawRow, type Statement } from "../../../db/client";
import { deleteRow, updateRow } from "../../../db/rows";
import { type Fragment, param, sql, valuesOf } from "../../../db/sql";
import type { CampaignRow } from "../../../db/tables/campaigns";
import { type EarningRuleRow, earningRules } from "../../../db/tables/loyalty";
import { notFound } from "../../../errors";
import type { Assignment } from "../../../model/assignment";
import { MOST_RULES } from "../../../model/loyalty/earning";
import type { Scope } from "../../../scope/scope";
import { EARNING_COLUMNS } from "./sql";

/** An earning rule with the assignment of its validation rule, if it has one. */
export interface StoredEarningRule extends EarningRuleRow {
  assignments: Assignment[];
}

/** The cast holds because the column is made by `EARNING_COLUMNS` alone. */
export function decodeEarningRule({ assignments, ...raw }: RawRow): StoredEarningRule {
  const row = decode(earningRules, raw);
  return { ...row, assignments: JSON.parse(String(assignments)) as Assignment[] };
}

export const earningRulesByIds = (scope: Scope, ids: readonly string[]): Statement =>
  sql`SELECT ${EARNING_COLUMNS} FROM earning_rules e
    WHERE e.project_id = ${scope.project.id} AND e.id IN (${valuesOf(ids)})`;

/** The rule of a program among the rows that a read gave. */
export function theEarningRule(
  rows: readonly RawRow[] | undefined,
  { id, campaignId }: { id: string; campaignId: string },
): StoredEarningRule {
  const found = (rows ?? []).map(decodeEarningRule).find((row) => row.campaign_id === campaignId);
  if (!found) throw notFound("earning_rule", id);
  return found;
}

/**
 * Adds rules to a program; aborts where the program was deleted meanwhile, or has too many by them.
 */
export function insertEarningRules(
  { project_id, id }: Pick<CampaignRow, "project_id" | "id">,
  rows: readonly EarningRuleRow[],
): Statement[] {
  const [project, campaign] = [param(project_id), param(id)];
  return [
    sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = 1, 'campaign_moved' FROM campaigns
      WHERE project_id = ${project} AND id = ${campaign} AND deleted_at IS NULL`,
    insertRows(earningRules, rows),
    sql`INSERT INTO assert_v (ok, tag) SELECT count(*) <= ${MOST_RULES}, 'earning_rules_full'
      FROM earning_rules INDEXED BY earning_rules_campaign
      WHERE project_id = ${project} AND campaign_id = ${campaign}`,
  ];
}

/** Columns of a rule that an update may set. */
export type EarningRuleChange = Partial<
  Omit<EarningRuleRow, "project_id" | "id" | "campaign_id" | "event" | "created_at" | "updated_at">
> & { updated_at: string };

/** Sets columns of the rule that was read; aborts where another update came between. */
export const updateEarningRule = (row: EarningRuleRow, change: EarningRuleChange): Statement[] =>
  updateRow(earningRules, row, change, "earning_rule_moved");

/** The earning rules among the objects that a query selects. */
export const earningRulesAmong = (scope: Scope, objects: Fragment): Statement =>
  sql`SELECT ${EARNING_COLUMNS} FROM earning_rules e
    WHERE e.project_id = ${scope.project.id} AND e.id IN (${objects})`;

export const deleteEarningRule = (row: EarningRuleRow): Statement[] =>
  deleteRow(earningRules, row, "earning_rule_moved");
