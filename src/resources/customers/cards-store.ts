import type { RawRow, Statement } from "../../db/client";
import { param, sql, valuesOf } from "../../db/sql";
import type { CustomerRow } from "../../db/tables/customers";
import type { Scope } from "../../scope/scope";

/** What a customer has in one program. */
export interface HeldCard {
  holder: string;
  /** The program's name. */
  campaign: string;
  points: number;
  /** The name of the tier that the customer is in. */
  tier: string | null;
  /** How many it has referred there. */
  referred: number;
}

/**
 * Points of these customers in each program, with the tier that they are in there, and how many
 * they have referred in each campaign of referrals.
 */
export function cardsHeldBy(scope: Scope, ids: readonly string[]): Statement {
  const project = param(scope.project.id);
  return sql`SELECT v.holder_id, c.name, sum(v.balance) AS points, max(t.name) AS tier,
      0 AS referred
    FROM vouchers v INDEXED BY vouchers_cards
    CROSS JOIN campaigns c ON c.project_id = ${project} AND c.id = v.campaign_id
    LEFT JOIN loyalty_members m ON m.project_id = ${project} AND m.customer_id = v.holder_id
      AND m.campaign_id = v.campaign_id
    LEFT JOIN loyalty_tiers t ON t.project_id = ${project} AND t.id = m.tier_id
    WHERE v.project_id = ${project} AND v.holder_id IN (${valuesOf(ids)})
      AND v.type = 'LOYALTY_CARD' AND v.deleted_at IS NULL
    GROUP BY v.holder_id, c.id
    UNION ALL SELECT r.customer_id, c.name, 0, NULL, r.referred_customers FROM referrers r
    CROSS JOIN campaigns c ON c.project_id = ${project} AND c.id = r.campaign_id
    WHERE r.project_id = ${project} AND r.customer_id IN (${valuesOf(ids)})
    ORDER BY 1, 2`;
}

export const readHeld = (rows: readonly RawRow[]): HeldCard[] =>
  rows.map(({ holder_id, name, points, tier, referred }) => ({
    holder: String(holder_id),
    campaign: String(name),
    points: Number(points),
    tier: tier === null ? null : String(tier),
    referred: Number(referred),
  }));

/** Of whom there is more to show: cards, or whom they have referred. */
export const withCards = (rows: readonly CustomerRow[]): string[] =>
  rows.flatMap(({ id, loyalty_cards, referred_customers }) =>
    loyalty_cards > 0 || referred_customers > 0 ? [id] : [],
  );
