import type { Statement } from "../../db/client";
import { withoutNumbers } from "../../db/order-numbers";
import { param, raw, sql } from "../../db/sql";
import { EITHER, LIVE } from "../../db/voucher-halves";
import { isoNow, type Scope } from "../../scope/scope";

/** An entry of a gift card's ledger; `total` and `balance` are read from the card in the batch. */
export interface GiftEntry {
  id: string;
  voucher_id: string;
  campaign_id: string | null;
  type: "CREDITS_REDEMPTION" | "CREDITS_REFUND";
  amount: number;
  related_transaction_id: string | null;
  details: Record<string, unknown>;
}

/**
 * Inserts ledger entries in the batch of their move on the card, with the balance that the move
 * left.
 */
export function insertGiftEntries(scope: Scope, entries: readonly GiftEntry[]): Statement[] {
  if (entries.length === 0) return [];
  const project = param(scope.project.id);
  // What was redeemed was there; what is given back may go to a card that was deleted since.
  const isTaken = entries.every(({ type }) => type === "CREDITS_REDEMPTION");
  return [
    sql`INSERT INTO voucher_transactions (project_id, voucher_id, id, campaign_id, type, amount,
        total, balance, source, details, related_transaction_id, created_at)
      SELECT ${project}, v.id, e.value->>'$.id', v.campaign_id, e.value->>'$.type',
        e.value->>'$.amount', v.amount, v.balance, ${scope.actor.channel ?? "API"},
        json_set(${withoutNumbers(raw("e.value->'$.details'"))}, '$.balance', json_object(
          'type', 'gift_voucher', 'total', v.amount, 'object', 'balance',
          'amount', e.value->>'$.amount',
          'balance', v.balance, 'operation_type', 'AUTOMATIC',
          'related_object', json_object('id', v.id, 'type', 'voucher'))),
        e.value->>'$.related_transaction_id', ${isoNow(scope)}
      FROM json_each(${JSON.stringify(entries)}) e
      CROSS JOIN vouchers v INDEXED BY vouchers_id
        ON v.project_id = ${project} AND ${isTaken ? LIVE : EITHER}
        AND v.id = e.value->>'$.voucher_id'`,
  ];
}
