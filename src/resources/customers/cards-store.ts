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
}

/** Points of these customers in each program, with the tier that they are in there. */
export function cardsHeldBy(scope: Scope, ids: readonly string[]): Statement {
  const project = param(scope.project.id);
  return sql`SELECT v.holder_id, c.name, sum(v.balance) AS points, max(t.name) AS tier
    FROM vouchers v INDEXED BY vouchers_cards
    CROSS JOIN campaigns c ON c.project_id = ${project} AND c.id = v.campaign_id
    LEFT JOIN loyalty_members m ON m.project_id = ${project} AND m.customer_id = v.holder_id
      AND m.campaign_id = v.campaign_id
    LEFT JOIN loyalty_tiers t ON t.project_id = ${project} AND t.id = m.tier_id
    WHERE v.project_id = ${project} AND v.holder_id IN (${valuesOf(ids)})
      AND v.type = 'LOYALTY_CARD' AND v.deleted_at IS NULL
    GROUP BY v.holder_id, c.id ORDER BY v.holder_id, c.id`;
}

export const readHeld = (rows: readonly RawRow[]): HeldCard[] =>
  rows.map(({ holder_id, name, points, tier }) => ({
    holder: String(holder_id),
    campaign: String(name),
    points: Number(points),
    tier: tier === null ? null : String(tier),
  }));

/** Whose cards are worth a look. */
export const withCards = (rows: readonly CustomerRow[]): string[] =>
  rows.flatMap(({ id, loyalty_cards }) => (loyalty_cards > 0 ? [id] : []));
