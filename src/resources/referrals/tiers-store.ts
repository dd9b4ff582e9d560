import { insertRows, type Statement } from "../../db/client";
import { deleteRow, updateRow } from "../../db/rows";
import { type Fragment, param, sql } from "../../db/sql";
import { type ReferralTierRow, referralTiers } from "../../db/tables/referrals";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";

/** A campaign has no more: each referral looks at all of them. */
export const MOST_TIERS = 10;

/** All tiers of a campaign, whose id is an expression, in the order of their ids. */
export const tiersOf = (scope: Scope, campaign: Fragment): Fragment =>
  sql`SELECT * FROM referral_tiers INDEXED BY referral_tiers_campaign
    WHERE project_id = ${scope.project.id} AND campaign_id = ${campaign} ORDER BY id`;

export function theTier(tiers: readonly ReferralTierRow[], id: string): ReferralTierRow {
  const found = tiers.find((row) => row.id === id);
  if (!found) throw notFound("referral_tier", id);
  return found;
}

/** Adds tiers; aborts where the campaign has too many by then, or was deleted. */
export function insertTiers(rows: readonly ReferralTierRow[]): Statement[] {
  const [first] = rows;
  if (!first) return [];
  const [project, campaign] = [param(first.project_id), param(first.campaign_id)];
  return [
    insertRows(referralTiers, [...rows]),
    sql`INSERT INTO assert_v (ok, tag) SELECT count(*) <= ${MOST_TIERS}, 'referral_tiers_full'
      FROM referral_tiers INDEXED BY referral_tiers_campaign
      WHERE project_id = ${project} AND campaign_id = ${campaign}`,
    sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = 1, 'campaign_moved' FROM campaigns
      WHERE project_id = ${project} AND id = ${campaign} AND deleted_at IS NULL`,
  ];
}

/** Columns of a tier that an update may set. */
export type TierChange = Partial<
  Pick<ReferralTierRow, "name" | "banner" | "condition" | "reward" | "metadata">
> & { updated_at: string };

export const updateTier = (row: ReferralTierRow, change: TierChange): Statement[] =>
  updateRow(referralTiers, row, change, "referral_tier_moved");

export const deleteTier = (row: ReferralTierRow): Statement[] =>
  deleteRow(referralTiers, row, "referral_tier_moved");
