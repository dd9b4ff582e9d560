import { type Param, type RawRow, type Statement, statement } from "../../db/client";
import { decodeTier, type StoredTier, TIER_JSON } from "../../db/stored-tier";
import { type TierCampaign, viewTier } from "../promotions/tiers/view";
import { isTier, type RuledRedeemable } from "../validations/ruled";

/** A tier as an entry of the ledger shows it, with its campaign. */
export interface ShownTier {
  tier: StoredTier;
  campaign: TierCampaign;
}

/** Reads the tiers of the ids that an expression selects; `project` is the slot of the project's id. */
export const tiersOf = (ids: string, project: string, params: readonly Param[]): Statement =>
  statement(
    `SELECT ${TIER_JSON} AS tier, json_object('id', c.id, 'start_date', c.start_date, 'expiration_date', c.expiration_date,
       'active', json(iif(c.active AND c.deleted_at IS NULL, 'true', 'false'))) AS campaign
     FROM promotion_tiers t JOIN campaigns c ON c.project_id = t.project_id AND c.id = t.campaign_id
     WHERE t.project_id = ${project} AND t.id IN (${ids})`,
    ...params,
  );

/** The cast holds because `tiersOf` makes the column from the campaign's row. */
export const decodeShownTier = (raw: RawRow): ShownTier => ({
  tier: decodeTier(JSON.parse(String(raw.tier))),
  campaign: JSON.parse(String(raw.campaign)) as TierCampaign,
});

export const viewShownTier = ({ tier, campaign }: ShownTier) => viewTier(campaign, tier);

/** A tier that was decided on, as it is shown; null for a voucher. */
export const shownTier = (redeemable: RuledRedeemable): ShownTier | null =>
  isTier(redeemable) ? { tier: redeemable.tier, campaign: redeemable.campaign } : null;
