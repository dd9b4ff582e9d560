import type { RawRow, Statement } from "../../db/client";
import { type Fragment, type Slot, sql } from "../../db/sql";
import {
  decodeTier,
  type StoredTier,
  TIER_CAMPAIGN_JSON,
  TIER_JSON,
  type TierCampaign,
} from "../campaigns/promotions/tiers/sql";

/** A tier as an entry of the ledger shows it, with its campaign. */
export interface ShownTier {
  tier: StoredTier;
  campaign: TierCampaign;
}

/** Reads the tiers of the ids that an expression selects. */
export const tiersOf = (project: Slot, ids: Fragment): Statement =>
  sql`SELECT ${TIER_JSON} AS tier, ${TIER_CAMPAIGN_JSON} AS campaign
    FROM promotion_tiers t
    JOIN campaigns c ON c.project_id = t.project_id AND c.id = t.campaign_id
    WHERE t.project_id = ${project} AND t.id IN (${ids})`;

/** The cast holds because `tiersOf` makes the column from the campaign's row. */
export const decodeShownTier = (raw: RawRow): ShownTier => ({
  tier: decodeTier(JSON.parse(String(raw.tier))),
  campaign: JSON.parse(String(raw.campaign)) as ShownTier["campaign"],
});
