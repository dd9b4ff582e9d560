import { insertRows, type Statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { haveExpired } from "../../../db/expired-points";
import { sortKey } from "../../../db/ledger-rows";
import { unnumbered } from "../../../db/order-numbers";
import { type Fragment, nothing, param, raw, sql, valuesOf } from "../../../db/sql";
import {
  type LoyaltyAwardRow,
  loyaltyAwards,
  loyaltyPendingPoints,
  type PendingPointsRow,
} from "../../../db/tables/loyalty";
import type { VoucherRow } from "../../../db/tables/vouchers";
import { EITHER } from "../../../db/voucher-halves";
import { isoNow, type Scope } from "../../../scope/scope";
import { VOUCHER_COLUMNS } from "../../vouchers/sql";
import { programsOf } from "./sql";

/** The customer's cards in the programs that have rules for an event. */
export function cardsForEvent(scope: Scope, customerId: string, event: string): Fragment {
  const project = param(scope.project.id);
  return sql`SELECT ${VOUCHER_COLUMNS} FROM vouchers v INDEXED BY vouchers_cards
    WHERE v.project_id = ${project} AND v.holder_id = ${customerId} AND v.deleted_at IS NULL
      AND v.type = 'LOYALTY_CARD' AND v.campaign_id IN (${programsOf(project, event)})
    ORDER BY v.id`;
}

/** The customer's card in one program; both are told by expressions. */
export const cardIn = (scope: Scope, customerId: Fragment, campaignId: Fragment): Statement =>
  sql`SELECT ${VOUCHER_COLUMNS} FROM vouchers v INDEXED BY vouchers_cards
    WHERE v.project_id = ${scope.project.id} AND v.holder_id = ${customerId}
      AND v.deleted_at IS NULL AND v.type = 'LOYALTY_CARD' AND v.campaign_id = ${campaignId}
    ORDER BY v.id LIMIT 1`;

/** The tiers of a customer, whose id is an expression; one for each program at most. */
export const tiersOfMember = (scope: Scope, customerId: Fragment): Fragment =>
  sql`SELECT t.* FROM loyalty_members m
    CROSS JOIN loyalty_tiers t ON t.project_id = m.project_id AND t.id = m.tier_id
    WHERE m.project_id = ${scope.project.id} AND m.customer_id = ${customerId}`;

/** Tiers by their ids; those that are gone are none. */
export const tiersByIds = (scope: Scope, ids: readonly string[]): Fragment =>
  sql`SELECT t.* FROM json_each(${JSON.stringify(ids)}) n
    CROSS JOIN loyalty_tiers t ON t.project_id = ${scope.project.id} AND t.id = n.value`;

export const insertAwards = (rows: readonly LoyaltyAwardRow[]): Statement =>
  insertRows(loyaltyAwards, rows);

export const insertPending = (rows: readonly PendingPointsRow[]): Statement =>
  insertRows(
    loyaltyPendingPoints,
    rows.map((row) => ({ ...row, details: unnumbered(row.details) })),
  );

/**
 * Aborts unless the order, if there is one, is paid, as one that was canceled meanwhile earns
 * nothing, and where somebody moved the points of a card since it was read: events tell what it
 * has.
 */
export function awardStands(
  scope: Scope,
  orderId: string | null,
  cards: readonly VoucherRow[],
): Statement {
  const project = param(scope.project.id);
  const seen = cards.map(({ code_key, id, deleted_at, loyalty }) => ({
    ...{ code_key, id, deleted_at },
    entries: loyalty?.entries ?? 0,
    pending: loyalty?.pending ?? 0,
  }));
  const isPaid = sql`SELECT count(*) = 1 AS ok, 'order_moved' AS tag FROM orders
    WHERE project_id = ${project} AND id = ${orderId} AND status IN ('PAID', 'FULFILLED')`;
  return sql`INSERT INTO assert_v (ok, tag)
    ${orderId === null ? nothing : sql`${isPaid} UNION ALL`}
    SELECT count(*) = ${cards.length}, 'voucher_moved' FROM json_each(${JSON.stringify(seen)}) e
    CROSS JOIN vouchers v ON v.project_id = ${project} AND v.code_key = e.value->>'$.code_key'
      AND v.id = e.value->>'$.id'
    WHERE v.deleted_at IS e.value->>'$.deleted_at'
      AND coalesce(v.loyalty->>'$.entries', 0) = e.value->>'$.entries'
      AND coalesce(v.loyalty->>'$.pending', 0) = e.value->>'$.pending'`;
}

/**
 * What rules gave for an order and was not taken back, with its cards, also those in the bin, and
 * pending points.
 */
export function givenFor(scope: Scope, orderId: string) {
  const [project, order] = [param(scope.project.id), param(orderId)];
  const given = sql`FROM loyalty_awards w INDEXED BY loyalty_awards_order
    WHERE w.project_id = ${project} AND w.order_id = ${order} AND w.taken_back IS NULL`;
  const added = { project, card: raw("w.voucher_id"), entry: raw("w.transaction_id") };
  return {
    awards: sql`SELECT w.* ${given} ORDER BY w.rule_id`,
    cards: sql`SELECT ${VOUCHER_COLUMNS} FROM vouchers v INDEXED BY vouchers_id
      WHERE v.project_id = ${project} AND ${EITHER}
        AND v.id IN (SELECT w.voucher_id ${given})`,
    pending: sql`SELECT * FROM loyalty_pending_points
      WHERE project_id = ${project} AND id IN (SELECT w.pending_points_id ${given})`,
    holders: sql`SELECT * FROM customers WHERE project_id = ${project} AND id IN (
      SELECT v.holder_id FROM vouchers v INDEXED BY vouchers_id
      WHERE v.project_id = ${project} AND ${EITHER} AND v.id IN (SELECT w.voucher_id ${given}))`,
    expired: sql`SELECT w.rule_id ${given} AND ${haveExpired(added, isoNow(scope))}`,
  };
}

/** Notes how much of awards for an order was taken back; aborts where that was done already. */
export function takeBackAwards(
  scope: Scope,
  orderId: string,
  taken: readonly { rule_id: string; points: number }[],
): Statement[] {
  const project = param(scope.project.id);
  return [
    sql`UPDATE loyalty_awards SET taken_back = a.points
      FROM (SELECT value->>'rule_id' AS rule_id, value->>'points' AS points
        FROM json_each(${JSON.stringify(taken)})) a
      WHERE project_id = ${project} AND event_key = ${orderId}
        AND loyalty_awards.rule_id IN (${valuesOf(taken.map(({ rule_id }) => rule_id))})
        AND loyalty_awards.rule_id = a.rule_id AND taken_back IS NULL`,
    assertChanged("award_taken_back", taken.length),
  ];
}

/**
 * The id of the order of a redemption or rollback, whose order it is, and whether a browser named
 * the customer without a token.
 */
export const orderOfRedemption = (scope: Scope, id: string): Statement =>
  sql`SELECT r.order_id, o.customer_id, r.effects->>'$.unproven' AS is_unproven FROM redemptions r
    LEFT JOIN orders o ON o.project_id = r.project_id AND o.id = r.order_id
    WHERE r.project_id = ${scope.project.id}
      AND r.sort_key = ${sortKey(id)} AND r.id = ${id}`;
