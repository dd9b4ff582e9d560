import { load } from "../../commit/load";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { columnsFrom } from "../../db/rows";
import { type Fragment, param, sql, valuesOf } from "../../db/sql";
import { type CampaignRow, campaigns, promotionTiers } from "../../db/tables/campaigns";
import { notFound } from "../../errors";
import type { Assignment } from "../../model/assignment";
import type { CampaignType } from "../../model/campaign-types";
import type { Category } from "../../model/category";
import type { Scope } from "../../scope/scope";
import {
  assignmentsJson,
  categoriesFrom,
  categoryJson,
  decodeTier,
  type StoredTier,
  TIER_JSON,
} from "./promotions/tiers/sql";

/**
 * A campaign with its rule assignments, its category, its promotion tiers, and with the codes that
 * an open generation made so far.
 */
export interface StoredCampaign extends CampaignRow {
  assignments: Assignment[];
  categories: Category[];
  /** The background work that makes its codes, where some are still to come. */
  generating: { id: string; done: number; total: number } | null;
  tiers: StoredTier[];
}

const ASSIGNMENTS = sql`${assignmentsJson("c")} AS assignments`;
const CATEGORY = sql`${categoryJson("c")} AS category_row`;

/** `generated` counts what imports add, too; `generating` is the last generation alone. */
const IN_PROGRESS = sql`(
  SELECT json_object('generated', coalesce(sum(w.done), 0), 'generating',
    json(max(json_object('id', w.id, 'done', w.done, 'total', w.total))
      FILTER (WHERE w.type = 'CAMPAIGN_VOUCHERS_GENERATION')))
  FROM async_actions w INDEXED BY async_actions_related
  WHERE w.project_id = c.project_id AND w.related_id = c.id
    AND w.status = 'IN_PROGRESS') AS in_progress`;

const TIERS = sql`(
  SELECT json_group_array(${TIER_JSON} ORDER BY t.hierarchy, t.id)
  FROM promotion_tiers t INDEXED BY promotion_tiers_campaign
  WHERE t.project_id = c.project_id AND t.campaign_id = c.id) AS tiers`;

/** What every read of campaigns selects. */
export const CAMPAIGN_COLUMNS = sql`c.*, ${ASSIGNMENTS}, ${CATEGORY}, ${IN_PROGRESS}, ${TIERS}`;

interface InProgress extends Pick<StoredCampaign, "generating"> {
  generated: number;
}

/** The casts hold because the columns are made by `CAMPAIGN_COLUMNS` alone. */
export function decodeCampaign(raw: RawRow): StoredCampaign {
  const { assignments, in_progress, tiers, category_row: category, ...columns } = raw;
  const row = decode(campaigns, columns);
  const stored = JSON.parse(String(tiers)) as RawRow[];
  const { generated, generating } = JSON.parse(String(in_progress)) as InProgress;
  return {
    ...row,
    vouchers_count: row.vouchers_count + generated,
    generating,
    assignments: JSON.parse(String(assignments)) as Assignment[],
    categories: category === null ? [] : categoriesFrom(JSON.parse(String(category))),
    tiers: stored.map(decodeTier),
  };
}

/** Campaigns by id or name: one look-up for each, since of an OR SQLite would read all of them. */
export function byCampaignName(scope: Scope, name: string): Statement {
  const [project, named] = [param(scope.project.id), param(name)];
  return sql`SELECT ${CAMPAIGN_COLUMNS} FROM campaigns c
      WHERE c.project_id = ${project} AND c.id = ${named} AND c.deleted_at IS NULL
    UNION ALL SELECT ${CAMPAIGN_COLUMNS} FROM campaigns c INDEXED BY campaigns_name
      WHERE c.project_id = ${project} AND c.name = ${named} AND c.deleted_at IS NULL`;
}

/** The campaign of an id that is an expression. */
export const campaignById = (scope: Scope, id: Fragment): Statement =>
  sql`SELECT ${CAMPAIGN_COLUMNS} FROM campaigns c
    WHERE c.project_id = ${scope.project.id} AND c.id = ${id} AND c.deleted_at IS NULL`;

export const campaignsByIds = (scope: Scope, ids: readonly string[]): Statement =>
  sql`SELECT ${CAMPAIGN_COLUMNS} FROM campaigns c
    WHERE c.project_id = ${scope.project.id} AND c.id IN (${valuesOf(ids)})
      AND c.deleted_at IS NULL`;

/** The campaign that a promotion tier belongs to. */
export function campaignOfTier(scope: Scope, tierId: string): Statement {
  const project = param(scope.project.id);
  return sql`SELECT ${CAMPAIGN_COLUMNS} FROM campaigns c
    WHERE c.project_id = ${project} AND c.deleted_at IS NULL AND c.id = (
      SELECT campaign_id FROM promotion_tiers WHERE project_id = ${project} AND id = ${tierId})`;
}

/**
 * The campaign among the rows that a read gave: an id goes before a name. One of another type than
 * is wanted is not there.
 */
export function theCampaign(
  rows: readonly RawRow[] | undefined,
  name: string,
  type?: CampaignType,
): StoredCampaign {
  const found = (rows ?? []).map(decodeCampaign);
  const campaign = found.find(({ id }) => id === name) ?? found[0];
  if (!campaign || (type && campaign.campaign_type !== type)) throw notFound("campaign", name);
  return campaign;
}

export async function getCampaign(
  scope: Scope,
  name: string,
  type?: CampaignType,
): Promise<StoredCampaign> {
  const { rows } = await load(scope, { rows: byCampaignName(scope, name) });
  return theCampaign(rows, name, type);
}

/** The campaign's own row, and the rows of its tiers. */
export const insertCampaign = (campaign: StoredCampaign): Statement[] => {
  const { assignments: _, categories: __, generating: ___, tiers, ...row } = campaign;
  const ownRow = insertRows(campaigns, [row]);
  return tiers.length > 0 ? [ownRow, insertRows(promotionTiers, tiers)] : [ownRow];
};

/** Columns of a campaign that an update may set; its counters are not among them. */
export type CampaignChange = Partial<
  Omit<CampaignRow, "project_id" | "id" | "vouchers_count" | "created_at" | "updated_at">
> & { updated_at: string };

/** Sets columns of the campaign that was read; aborts where another update came between. */
export const updateCampaign = (row: CampaignRow, change: CampaignChange): Statement[] => [
  sql`UPDATE campaigns SET ${columnsFrom(change)} WHERE project_id = ${row.project_id}
    AND id = ${row.id} AND updated_at IS ${row.updated_at} AND deleted_at IS NULL`,
  assertChanged("campaign_moved"),
];

/**
 * Takes the campaign away with its tiers and so many stacks; its row stays for the vouchers that
 * name it. Codes that an open generation has made so far are counted in it,
 * since nothing else will. Aborts where the campaign, its tiers or its stacks are others than
 * those that were read.
 */
export function deleteCampaign(row: StoredCampaign, stacks: number, now: string): Statement[] {
  const [project, id] = [param(row.project_id), param(row.id)];
  const belonging = sql`WHERE project_id = ${project} AND campaign_id = ${id}`;
  return [
    sql`UPDATE campaigns SET deleted_at = ${now}, vouchers_count = vouchers_count + (
        SELECT coalesce(sum(w.done), 0) FROM async_actions w INDEXED BY async_actions_related
        WHERE w.project_id = ${project} AND w.related_id = ${id} AND w.status = 'IN_PROGRESS')
      WHERE project_id = ${project} AND id = ${id} AND updated_at IS ${row.updated_at}
        AND deleted_at IS NULL`,
    assertChanged("campaign_moved"),
    sql`DELETE FROM promotion_tiers INDEXED BY promotion_tiers_campaign ${belonging}`,
    assertChanged("tiers_moved", row.tiers.length),
    sql`DELETE FROM promotion_stacks INDEXED BY promotion_stacks_campaign ${belonging}`,
    assertChanged("stacks_moved", stacks),
  ];
}

/** Moves the number of codes; aborts where the campaign was deleted meanwhile. */
export const countVouchers = (scope: Scope, campaignId: string, by: number): Statement[] => [
  sql`UPDATE campaigns SET vouchers_count = vouchers_count + ${by}
    WHERE project_id = ${scope.project.id} AND id = ${campaignId} AND deleted_at IS NULL`,
  assertChanged("campaign_moved"),
];

/** The campaigns among the objects that a query selects. */
export const campaignsAmong = (scope: Scope, objects: Fragment): Statement =>
  sql`SELECT ${CAMPAIGN_COLUMNS} FROM campaigns c
    WHERE c.project_id = ${scope.project.id} AND c.deleted_at IS NULL AND c.id IN (${objects})`;
