import { decode, insertRows, type RawRow, type Statement } from "../../../db/client";
import { deleteRow, updateRow } from "../../../db/rows";
import { type Fragment, param, type Slot, sql, valuesOf } from "../../../db/sql";
import {
  type LoyaltyMemberRow,
  type LoyaltyTierRow,
  loyaltyMembers,
  loyaltyTiers,
} from "../../../db/tables/loyalty";
import { LIVE } from "../../../db/voucher-halves";
import { notFound } from "../../../errors";
import { MOST_TIERS } from "../../../model/loyalty/tier";
import type { Scope } from "../../../scope/scope";

export const decodeTier = (raw: RawRow): LoyaltyTierRow => decode(loyaltyTiers, raw);
export const decodeMember = (raw: RawRow): LoyaltyMemberRow => decode(loyaltyMembers, raw);

/** All tiers of a program, whose id is an expression. */
export const tiersOfProgram = (scope: Scope, campaign: Fragment): Fragment =>
  sql`SELECT * FROM loyalty_tiers INDEXED BY loyalty_tiers_campaign
    WHERE project_id = ${scope.project.id} AND campaign_id = ${campaign}`;

/** The tier of an id among those of a program. */
export function theTier(tiers: readonly LoyaltyTierRow[], id: string): LoyaltyTierRow {
  const found = tiers.find((row) => row.id === id);
  if (!found) throw notFound("loyalty_tier", id);
  return found;
}

/** Which of these are earning rules of the program. */
export const rulesKnown = (scope: Scope, campaign: Fragment, ids: readonly string[]): Fragment =>
  sql`SELECT id FROM earning_rules WHERE project_id = ${scope.project.id}
    AND id IN (${valuesOf(ids)}) AND campaign_id = ${campaign}`;

/** Which of these are assignments of rewards to the program. */
export const rewardsKnown = (scope: Scope, campaign: Fragment, ids: readonly string[]): Fragment =>
  sql`SELECT id FROM reward_assignments WHERE project_id = ${scope.project.id}
    AND id IN (${valuesOf(ids)}) AND campaign_id = ${campaign}`;

/**
 * Aborts where tiers of a program share points, where it has too many, or where it was deleted: two
 * writers at once may each have seen the program without the other's.
 */
export function tiersStand(projectId: string, campaignId: string): Statement[] {
  const [project, campaign] = [param(projectId), param(campaignId)];
  const of = (alias: Fragment) => sql`loyalty_tiers ${alias} INDEXED BY loyalty_tiers_campaign`;
  return [
    sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = 1, 'campaign_moved' FROM campaigns
      WHERE project_id = ${project} AND id = ${campaign} AND deleted_at IS NULL`,
    sql`INSERT INTO assert_v (ok, tag) SELECT count(*) <= ${MOST_TIERS}, 'loyalty_tiers_full'
      FROM ${of(sql`t`)} WHERE t.project_id = ${project} AND t.campaign_id = ${campaign}`,
    sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = 0, 'loyalty_tiers_overlap' FROM (
        SELECT coalesce(t.points_from, 0) <= max(coalesce(t.points_to, 9e15)) OVER (
            ORDER BY coalesce(t.points_from, 0), t.id
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS is_shared
        FROM ${of(sql`t`)} WHERE t.project_id = ${project} AND t.campaign_id = ${campaign}
          AND (t.points_from IS NOT NULL OR t.points_to IS NOT NULL))
      WHERE is_shared = 1`,
  ];
}

export const insertTiers = (rows: readonly LoyaltyTierRow[]): Statement =>
  insertRows(loyaltyTiers, rows);

/** Columns of a tier that an update may set. */
export type TierChange = Partial<
  Pick<
    LoyaltyTierRow,
    "name" | "points_from" | "points_to" | "earning_rules" | "rewards" | "metadata"
  >
> & { updated_at: string };

/** Sets columns of the tier that was read; aborts where another update came between. */
export const updateTier = (row: LoyaltyTierRow, change: TierChange): Statement[] =>
  updateRow(loyaltyTiers, row, change, "loyalty_tier_moved");

export const deleteTier = (row: LoyaltyTierRow): Statement[] =>
  deleteRow(loyaltyTiers, row, "loyalty_tier_moved");

/** Whoever holds a card, whose id is an expression, as a member `m` of the card's program. */
const holder = (project: Slot, voucher: Fragment): Fragment =>
  sql`vouchers v INDEXED BY vouchers_id CROSS JOIN loyalty_members m ON m.project_id = ${project}
    AND m.customer_id = v.holder_id AND m.campaign_id = v.campaign_id AND m.voucher_id = v.id
    WHERE v.project_id = ${project} AND ${LIVE} AND v.id = ${voucher}`;

/** The member that holds a card, whose id is an expression. */
export const memberOfCard = (scope: Scope, voucher: Fragment): Fragment =>
  sql`SELECT m.* FROM ${holder(param(scope.project.id), voucher)}`;

/** The tier that the holder of such a card is in. */
export function tierOfCard(scope: Scope, voucher: Fragment): Fragment {
  const project = param(scope.project.id);
  return sql`SELECT * FROM loyalty_tiers WHERE project_id = ${project}
    AND id = (SELECT m.tier_id FROM ${holder(project, voucher)})`;
}
