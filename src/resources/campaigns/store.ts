import {
  decode,
  insertRows,
  type RawRow,
  type Statement,
  setColumns,
  statement,
} from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type CampaignRow, campaigns } from "../../db/tables/campaigns";
import { notFound } from "../../errors";
import { load } from "../../events/effect";
import type { Scope } from "../../http/scope";
import type { Assignment } from "../../model/assignment";

/** A campaign with its rule assignments, and with the codes that an open generation made so far. */
export interface StoredCampaign extends CampaignRow {
  assignments: Assignment[];
}

const ASSIGNMENTS = `(
  SELECT json_group_array(json_object('id', a.id, 'rule_id', a.rule_id,
    'related_object_id', a.related_object_id, 'related_object_type', a.related_object_type,
    'created_at', a.created_at, 'object', 'validation_rules_assignment'))
  FROM validation_rules_assignments a
  WHERE a.project_id = c.project_id AND a.related_object_id = c.id) AS assignments`;

const IN_PROGRESS = `(
  SELECT coalesce(sum(w.done), 0) FROM async_actions w INDEXED BY async_actions_related
  WHERE w.project_id = c.project_id AND w.related_id = c.id AND w.status = 'IN_PROGRESS') AS generated`;

/** What every read of campaigns selects. */
export const CAMPAIGN_COLUMNS = `c.*, ${ASSIGNMENTS}, ${IN_PROGRESS}`;

/** The cast holds because the column is made by `CAMPAIGN_COLUMNS` alone. */
export function decodeCampaign({ assignments, generated, ...raw }: RawRow): StoredCampaign {
  const row = decode(campaigns, raw);
  return {
    ...row,
    vouchers_count: row.vouchers_count + Number(generated),
    assignments: JSON.parse(String(assignments)) as Assignment[],
  };
}

/** Campaigns by id or name: one look-up for each, since of an OR SQLite would read all of them. */
export const byCampaignName = (scope: Scope, name: string): Statement =>
  statement(
    `SELECT ${CAMPAIGN_COLUMNS} FROM campaigns c WHERE c.project_id = ?1 AND c.id = ?2 AND c.deleted_at IS NULL
     UNION ALL SELECT ${CAMPAIGN_COLUMNS} FROM campaigns c INDEXED BY campaigns_name
     WHERE c.project_id = ?1 AND c.name = ?2 AND c.deleted_at IS NULL`,
    scope.project.id,
    name,
  );

/** The campaign among the rows that a read gave: an id goes before a name. */
export function theCampaign(rows: readonly RawRow[] | undefined, name: string): StoredCampaign {
  const found = (rows ?? []).map(decodeCampaign);
  const campaign = found.find(({ id }) => id === name) ?? found[0];
  if (!campaign) throw notFound("campaign", name);
  return campaign;
}

export async function getCampaign(scope: Scope, name: string): Promise<StoredCampaign> {
  const [rows] = await load(scope, [byCampaignName(scope, name)]);
  return theCampaign(rows, name);
}

export const insertCampaign = ({ assignments: _, ...row }: StoredCampaign): Statement =>
  insertRows(campaigns, [row]);

/** Columns of a campaign that an update may set; its counters are not among them. */
export type CampaignChange = Partial<
  Omit<CampaignRow, "project_id" | "id" | "vouchers_count" | "created_at" | "updated_at">
> & { updated_at: string };

/** Sets columns of the campaign that was read; aborts where another update came between. */
export function updateCampaign(row: CampaignRow, change: CampaignChange): Statement[] {
  return [
    statement(
      `UPDATE campaigns SET ${setColumns(change, "?4")}
       WHERE project_id = ?1 AND id = ?2 AND updated_at IS ?3 AND deleted_at IS NULL`,
      row.project_id,
      row.id,
      row.updated_at,
      JSON.stringify(change),
    ),
    assertChanged("campaign_moved"),
  ];
}

/** Moves the number of codes; aborts where the campaign was deleted meanwhile. */
export const countVouchers = (scope: Scope, campaignId: string, by: number): Statement[] => [
  statement(
    "UPDATE campaigns SET vouchers_count = vouchers_count + ?3 WHERE project_id = ?1 AND id = ?2 AND deleted_at IS NULL",
    scope.project.id,
    campaignId,
    by,
  ),
  assertChanged("campaign_moved"),
];
