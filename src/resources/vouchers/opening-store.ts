import { insertRows, type Statement } from "../../db/client";
import { param, raw, sql } from "../../db/sql";
import { loyaltyPointsBuckets, loyaltyPointsMoves } from "../../db/tables/loyalty";
import { type VoucherTransactionRow, voucherTransactions } from "../../db/tables/vouchers";
import { LIVE } from "../../db/voucher-halves";
import { dayEnd, type Expiry, NEVER } from "../../engine/loyalty/expiration";
import { countsPoints } from "../../model/voucher-kinds";
import { isoNow, type Scope } from "../../scope/scope";
import type { StoredVoucher } from "./store";

/**
 * The opening entries of new cards; points among them go into a bucket of their own, which expires
 * on the day that the card's row tells.
 */
export function openLedgers(
  scope: Scope,
  cards: readonly StoredVoucher[],
  entries: readonly VoucherTransactionRow[],
): Statement[] {
  if (entries.length === 0) return [];
  const kept = new Map(cards.map((card) => [card.id, card]));
  const started = entries.flatMap((entry) => {
    const card = kept.get(entry.voucher_id);
    return card && countsPoints(card.type) && entry.amount > 0 ? [{ card, entry }] : [];
  });
  if (started.length === 0) return [insertRows(voucherTransactions, entries)];
  const shared = ({ card }: (typeof started)[number]) => ({
    project_id: card.project_id,
    voucher_id: card.id,
    expires_at: card.loyalty?.next_date ?? NEVER,
  });
  const buckets = started.map((one) => ({
    ...shared(one),
    id: scope.newId("lopb"),
    campaign_id: one.card.campaign_id,
    points: one.entry.amount,
    expired_points: 0,
    due_at: one.card.loyalty?.next_date
      ? dayEnd(one.card.loyalty.next_date, scope.project.timezone)
      : null,
    created_at: one.entry.created_at,
    updated_at: null,
  }));
  const moves = started.map((one) => ({
    ...shared(one),
    transaction_id: one.entry.id,
    points: one.entry.amount,
  }));
  return [
    insertRows(voucherTransactions, entries),
    insertRows(loyaltyPointsBuckets, buckets),
    insertRows(loyaltyPointsMoves, moves),
  ];
}

/** Cards of a generation that start with points: a JSON list of texts that begin with their ids. */
interface StartedCards {
  chunk: string;
  /** Characters of an id. */
  length: number;
  points: number;
  expiry: Expiry | null;
}

/** The same for the points of a generation's cards, whose opening entries stand already. */
export function openPoints(
  scope: Scope,
  { chunk, length, points, expiry }: StartedCards,
): Statement[] {
  if (points === 0) return [];
  const [project, all] = [param(scope.project.id), param(points)];
  const day = param(expiry?.date ?? NEVER);
  const cards = sql`FROM json_each(${chunk}) c CROSS JOIN vouchers v INDEXED BY vouchers_id
    WHERE v.project_id = ${project} AND ${LIVE} AND v.id = substr(c.value, 1, ${raw(length)})`;
  return [
    sql`INSERT INTO loyalty_points_buckets (project_id, voucher_id, expires_at, id, campaign_id,
        points, due_at, created_at)
      SELECT ${project}, v.id, ${day}, 'lopb_' || substr(v.id, 3), v.campaign_id, ${all},
        ${expiry?.due_at ?? null}, ${isoNow(scope)} ${cards}`,
    sql`INSERT INTO loyalty_points_moves
        (project_id, voucher_id, transaction_id, expires_at, points)
      SELECT ${project}, v.id, (SELECT t.id FROM voucher_transactions t
        WHERE t.project_id = ${project} AND t.voucher_id = v.id LIMIT 1), ${day}, ${all} ${cards}`,
  ];
}
