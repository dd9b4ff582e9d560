import type { RawRow, Statement } from "../../db/client";
import { type Fragment, param, type Slot, sql } from "../../db/sql";
import { isTier, type RuledRedeemable, type RuledTier } from "../../deciding/ruled";
import type { Scope } from "../../scope/scope";
import { decodeTier, type StoredTier, TIER_JSON } from "../campaigns/promotions/tiers/sql";
import { type TierCampaign, viewTier } from "../campaigns/promotions/tiers/view";

/** A tier as an entry of the ledger shows it, with its campaign. */
export interface ShownTier {
  tier: StoredTier;
  campaign: TierCampaign;
}

/** Reads the tiers of the ids that an expression selects. */
export const tiersOf = (project: Slot, ids: Fragment): Statement =>
  sql`SELECT ${TIER_JSON} AS tier, json_object('id', c.id, 'start_date', c.start_date,
      'expiration_date', c.expiration_date,
      'active', json(iif(c.active AND c.deleted_at IS NULL, 'true', 'false'))) AS campaign
    FROM promotion_tiers t
    JOIN campaigns c ON c.project_id = t.project_id AND c.id = t.campaign_id
    WHERE t.project_id = ${project} AND t.id IN (${ids})`;

/** The cast holds because `tiersOf` makes the column from the campaign's row. */
export const decodeShownTier = (raw: RawRow): ShownTier => ({
  tier: decodeTier(JSON.parse(String(raw.tier))),
  campaign: JSON.parse(String(raw.campaign)) as TierCampaign,
});

export const viewShownTier = ({ tier, campaign }: ShownTier) => viewTier(campaign, tier);

/** A tier that was decided on, as it is shown; null for a voucher. */
export const shownTier = (redeemable: RuledRedeemable): ShownTier | null =>
  isTier(redeemable) ? { tier: redeemable.tier, campaign: redeemable.campaign } : null;

/**
 * Aborts the batch where a tier was changed or deleted since it was read, or it or its campaign was
 * switched off: tiers have no counter of their own whose constraint would say so.
 */
export function guardTiers(scope: Scope, tiers: readonly RuledTier[]): Statement[] {
  if (tiers.length === 0) return [];
  const project = param(scope.project.id);
  const seen = tiers.map(({ tier }) => ({ id: tier.id, seen: tier.updated_at }));
  return [
    sql`INSERT INTO assert_v (ok, tag)
      SELECT count(*) = ${tiers.length}, 'tier_moved' FROM json_each(${JSON.stringify(seen)}) m
        CROSS JOIN promotion_tiers t ON t.project_id = ${project} AND t.id = m.value->>'$.id'
        CROSS JOIN campaigns c ON c.project_id = ${project} AND c.id = t.campaign_id
      WHERE t.active = 1 AND t.updated_at IS m.value->>'$.seen' AND c.active = 1 AND c.deleted_at IS NULL`,
  ];
}
