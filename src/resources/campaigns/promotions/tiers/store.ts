import { load } from "../../../../commit/load";
import { insertRows, type RawRow, type Statement } from "../../../../db/client";
import { assertChanged } from "../../../../db/commit";
import { updateRow } from "../../../../db/rows";
import { type Fragment, param, sql, valuesOf } from "../../../../db/sql";
import { type PromotionTierRow, promotionTiers } from "../../../../db/tables/campaigns";
import { notFound } from "../../../../errors";
import type { Scope } from "../../../../scope/scope";
import {
  decodeTier,
  type StoredTier,
  TIER_CAMPAIGN_JSON,
  TIER_JSON,
  type TierCampaign,
} from "./sql";

/** A tier with what it shows of its campaign. */
export interface PlacedTier {
  tier: StoredTier;
  campaign: TierCampaign;
}

/** What every read of tiers selects. */
export const TIER_COLUMNS = sql`${TIER_JSON} AS tier, (SELECT ${TIER_CAMPAIGN_JSON}
  FROM campaigns c WHERE c.project_id = t.project_id AND c.id = t.campaign_id) AS campaign`;

/** The cast holds because the columns are made by `TIER_COLUMNS` alone. */
export const decodePlaced = ({ tier, campaign }: RawRow): PlacedTier => ({
  tier: decodeTier(JSON.parse(String(tier))),
  campaign: JSON.parse(String(campaign)) as PlacedTier["campaign"],
});

export const tiersByIds = (scope: Scope, ids: readonly string[]): Statement =>
  sql`SELECT ${TIER_COLUMNS} FROM promotion_tiers t
    WHERE t.project_id = ${scope.project.id} AND t.id IN (${valuesOf(ids)})`;

export async function getTier(scope: Scope, id: string): Promise<PlacedTier> {
  const { rows } = await load(scope, { rows: tiersByIds(scope, [id]) });
  const [found] = rows.map(decodePlaced);
  if (!found) throw notFound("promotion_tier", id);
  return found;
}

/** Tiers from a place of the hierarchy on move one down, to make room for one that comes there. */
export const makeRoom = (
  { project_id, campaign_id, id }: Pick<PromotionTierRow, "project_id" | "campaign_id" | "id">,
  at: number,
): Statement =>
  sql`UPDATE promotion_tiers INDEXED BY promotion_tiers_campaign SET hierarchy = hierarchy + 1
    WHERE project_id = ${project_id} AND campaign_id = ${campaign_id}
      AND hierarchy >= ${at} AND id <> ${id}`;

/** Adds a tier after exactly those that were read; aborts where the campaign or its tiers moved. */
export const insertTier = (row: StoredTier, before: number): Statement[] => [
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = 1, 'campaign_moved' FROM campaigns
    WHERE project_id = ${row.project_id} AND id = ${row.campaign_id} AND deleted_at IS NULL`,
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = ${before}, 'tiers_moved'
    FROM promotion_tiers INDEXED BY promotion_tiers_campaign
    WHERE project_id = ${row.project_id} AND campaign_id = ${row.campaign_id}`,
  insertRows(promotionTiers, [row]),
];

/** Columns of a tier that an update may set. */
export type TierChange = Partial<
  Omit<PromotionTierRow, "project_id" | "id" | "campaign_id" | "created_at" | "updated_at">
> & { updated_at: string };

/** Sets columns of the tier that was read; aborts where another update came between. */
export const updateTier = (row: PromotionTierRow, change: TierChange): Statement[] =>
  updateRow(promotionTiers, row, change, "tier_moved");

/** The stacks that name a tier; a stack names tiers of its own campaign alone. */
function naming(projectId: string, tierId: string): Fragment {
  const [project, tier] = [param(projectId), param(tierId)];
  return sql`promotion_stacks s INDEXED BY promotion_stacks_campaign
    WHERE s.project_id = ${project} AND s.campaign_id = (
        SELECT campaign_id FROM promotion_tiers WHERE project_id = ${project} AND id = ${tier})
      AND EXISTS (SELECT 1 FROM json_each(s.tiers, '$.ids') WHERE value = ${tier})`;
}

export const stacksNaming = (scope: Scope, tierId: string): Statement =>
  sql`SELECT s.id FROM ${naming(scope.project.id, tierId)} ORDER BY s.id LIMIT 100`;

/** Takes the tier that was read away; aborts where it moved, or where a stack names it. */
export const deleteTier = ({ project_id, id, updated_at }: PromotionTierRow): Statement[] => [
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = 0, 'tier_named'
    FROM ${naming(project_id, id)}`,
  sql`DELETE FROM promotion_tiers
    WHERE project_id = ${project_id} AND id = ${id} AND updated_at IS ${updated_at}`,
  assertChanged("tier_moved"),
];

/** The tiers among the objects that a query selects, with their campaigns. */
export const tiersAmong = (scope: Scope, objects: Fragment): Statement =>
  sql`SELECT ${TIER_COLUMNS} FROM promotion_tiers t
    WHERE t.project_id = ${scope.project.id} AND t.id IN (${objects})`;
