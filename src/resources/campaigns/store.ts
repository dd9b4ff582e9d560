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
  type CampaignRow,
  campaigns,
  type PromotionTierRow,
  promotionTiers,
} from "../../db/tables/campaigns";
import { type CategoryRow, categories } from "../../db/tables/catalogue";
import { notFound } from "../../errors";
import { load } from "../../events/effect";
import type { Scope } from "../../http/scope";
import type { Assignment } from "../../model/assignment";
import type { Category } from "../../model/category";

/**
 * A campaign with its rule assignments, its promotion tiers, and with the codes that an open
 * generation made so far.
 */
export interface StoredCampaign extends CampaignRow {
  assignments: Assignment[];
  tiers: PromotionTierRow[];
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

const TIERS = `(
  SELECT json_group_array(json_object('project_id', t.project_id, 'id', t.id, 'campaign_id', t.campaign_id,
    'name', t.name, 'banner', t.banner, 'action', t.action, 'metadata', t.metadata, 'hierarchy', t.hierarchy,
    'active', t.active, 'category', t.category, 'category_id', t.category_id, 'start_date', t.start_date,
    'expiration_date', t.expiration_date, 'validity_timeframe', t.validity_timeframe,
    'validity_day_of_week', t.validity_day_of_week, 'validity_hours', t.validity_hours,
    'created_at', t.created_at, 'updated_at', t.updated_at) ORDER BY t.hierarchy, t.id)
  FROM promotion_tiers t INDEXED BY promotion_tiers_campaign
  WHERE t.project_id = c.project_id AND t.campaign_id = c.id) AS tiers`;

/** What every read of campaigns selects. */
export const CAMPAIGN_COLUMNS = `c.*, ${ASSIGNMENTS}, ${IN_PROGRESS}, ${TIERS}`;

/** The casts hold because the columns are made by `CAMPAIGN_COLUMNS` alone. */
export function decodeCampaign(raw: RawRow): StoredCampaign {
  const { assignments, generated, tiers, category_row: _, ...columns } = raw;
  const row = decode(campaigns, columns);
  const stored = JSON.parse(String(tiers)) as RawRow[];
  return {
    ...row,
    vouchers_count: row.vouchers_count + Number(generated),
    assignments: JSON.parse(String(assignments)) as Assignment[],
    tiers: stored.map((tier) => decode(promotionTiers, tier)),
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

/** The campaign's own row, and the rows of its tiers. */
export const insertCampaign = (campaign: StoredCampaign): Statement[] => {
  const { assignments: _, tiers, ...row } = campaign;
  const own = insertRows(campaigns, [row]);
  return tiers.length > 0 ? [own, insertRows(promotionTiers, tiers)] : [own];
};

/** The category that an id or, without one, a name means; no row where neither is given. */
export const categoryNamed = (
  scope: Scope,
  { id, name }: { id: string | null; name: string | null },
): Statement =>
  statement(
    `SELECT * FROM categories WHERE project_id = ?1 AND id = ?2
     UNION ALL SELECT * FROM categories WHERE project_id = ?1 AND name = ?3`,
    scope.project.id,
    id,
    id === null ? name : null,
  );

export const decodeCategory = (raw: RawRow): CategoryRow => decode(categories, raw);

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

/**
 * Takes the campaign away with its tiers and rule assignments; its row stays for the vouchers that
 * name it. Codes that an open generation has made so far are counted in it, since nothing else will.
 * Aborts where the campaign or its assignments are others than those that were read.
 */
export const deleteCampaign = (row: StoredCampaign, now: string): Statement[] => [
  statement(
    "DELETE FROM validation_rules_assignments WHERE project_id = ?1 AND related_object_id = ?2",
    row.project_id,
    row.id,
  ),
  assertChanged("campaign_moved", row.assignments.length),
  statement(
    `UPDATE campaigns SET deleted_at = ?4, vouchers_count = vouchers_count + (
       SELECT coalesce(sum(w.done), 0) FROM async_actions w INDEXED BY async_actions_related
       WHERE w.project_id = ?1 AND w.related_id = ?2 AND w.status = 'IN_PROGRESS')
     WHERE project_id = ?1 AND id = ?2 AND updated_at IS ?3 AND deleted_at IS NULL`,
    row.project_id,
    row.id,
    row.updated_at,
    now,
  ),
  assertChanged("campaign_moved"),
  statement(
    "DELETE FROM promotion_tiers INDEXED BY promotion_tiers_campaign WHERE project_id = ?1 AND campaign_id = ?2",
    row.project_id,
    row.id,
  ),
];

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

/** The category of each campaign of a list, as it is shown there. */
export const CATEGORY_COLUMN = `(
  SELECT json_object('id', k.id, 'name', k.name, 'hierarchy', k.hierarchy,
    'stacking_rules_type', k.stacking_rules_type, 'created_at', k.created_at, 'updated_at', k.updated_at,
    'object', 'category')
  FROM categories k WHERE k.project_id = c.project_id AND k.id = c.category_id) AS category_row`;

/** What `CATEGORY_COLUMN` found, without what is not set. The cast holds because it alone makes the column. */
export function categoriesOf({ category_row: text }: RawRow): Category[] {
  if (typeof text !== "string") return [];
  const set = Object.entries(JSON.parse(text)).filter(([, value]) => value !== null);
  return [Object.fromEntries(set) as Category];
}
