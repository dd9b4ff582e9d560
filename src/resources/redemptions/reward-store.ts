import type { Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type Fragment, param, raw, sql } from "../../db/sql";
import type { VoucherRow } from "../../db/tables/vouchers";
import { LIVE } from "../../db/voucher-halves";
import { isoNow, type Scope } from "../../scope/scope";
import { VOUCHER_COLUMNS } from "../vouchers/sql";

/** What a reward names, as an expression; null where it names nothing of the kind. */
export const parameterOf = (
  scope: Scope,
  rewardId: string,
  path: "campaign.id" | "product.id" | "product.sku_id",
): Fragment =>
  sql`(SELECT parameters->>${raw(`'$.${path}'`)} FROM rewards
    WHERE project_id = ${scope.project.id} AND id = ${rewardId})`;

export const givenProduct = (scope: Scope, rewardId: string): Statement =>
  sql`SELECT * FROM products WHERE project_id = ${scope.project.id}
    AND id = ${parameterOf(scope, rewardId, "product.id")}`;

export const givenSku = (scope: Scope, rewardId: string): Statement =>
  sql`SELECT * FROM skus WHERE project_id = ${scope.project.id}
    AND id = ${parameterOf(scope, rewardId, "product.sku_id")}`;

/** So many of the newest things that a customer holds are looked at for a card. */
const LOOKED_AT = 1_000;

/**
 * The card of a campaign that a customer got first of those that can be used or, where none can, of
 * all; both are told by expressions. Who has got nothing of the campaign holds no card of it, and
 * codes are no cards: then nothing else is looked at.
 */
export function cardToFill(scope: Scope, campaign: Fragment, customer: Fragment): Statement {
  const holding = sql`SELECT h.id, h.project_id, h.campaign_id, h.redeemable_id,
      c.id AS wanted_id, c.expiration_date AS campaign_end
    FROM memberships m CROSS JOIN campaigns c ON c.project_id = m.project_id
      AND c.id = m.campaign_id AND c.voucher->>'$.type' <> 'DISCOUNT_VOUCHER'
    CROSS JOIN redeemable_holders h INDEXED BY redeemable_holders_customer
      ON h.project_id = m.project_id AND h.customer_id = m.customer_id
    WHERE m.project_id = ${scope.project.id} AND m.campaign_id = ${campaign}
      AND m.customer_id = ${customer}`;
  // The newest: a card that is made because no other one was found is found the next time.
  const newest = sql`SELECT * FROM (${holding} ORDER BY h.id DESC LIMIT ${raw(LOOKED_AT)})`;
  // Where no other one can be made, it is found however much the customer has got since.
  const only = sql`SELECT * FROM (${holding} AND c.join_once AND h.campaign_id = c.id
    ORDER BY h.id LIMIT 1)`;
  const isOpen = sql`coalesce(coalesce(v.expiration_date, h.campaign_end) > ${isoNow(scope)}, 1)`;
  const card = (held: string) => sql`vouchers v INDEXED BY vouchers_id
    ON v.project_id = ${raw(held)}.project_id AND ${LIVE} AND v.id = ${raw(held)}.redeemable_id`;
  return sql`SELECT ${VOUCHER_COLUMNS} FROM (SELECT h.project_id, h.redeemable_id
      FROM (${newest} UNION ALL ${only}) h CROSS JOIN ${card("h")}
      WHERE h.campaign_id = h.wanted_id
      ORDER BY v.active AND ${isOpen} DESC, h.id LIMIT 1) chosen
    CROSS JOIN ${card("chosen")}`;
}

/**
 * Switches a code off that was given for a reward; one that was used, held or changed since it was
 * read aborts as `voucher_moved`.
 */
export function takeBackVoucher(row: VoucherRow, now: string): Statement[] {
  const project = param(row.project_id);
  return [
    sql`UPDATE vouchers SET active = 0, updated_at = ${now}
      WHERE project_id = ${project} AND code_key = ${row.code_key} AND id = ${row.id}
        AND updated_at IS ${row.updated_at} AND active = 1 AND deleted_at IS ${row.deleted_at}
        AND redeemed_quantity = 0 AND held_quantity = 0`,
    assertChanged("voucher_moved"),
  ];
}
