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
        e.value->>'$.amount', v.amount, v.balance, ${scope.actor.channel},
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

/**
 * Sets the numbers that events tell of entries right where others moved the cards since they were
 * read: `at` counts the commit's events from its last one, which is 0, backwards.
 */
export function correctCredits(
  scope: Scope,
  told: readonly { at: number; voucher_id: string; id: string }[],
): Statement[] {
  if (told.length === 0) return [];
  const project = param(scope.project.id);
  const each = sql`json_each(${param(JSON.stringify(told))}) e`;
  const place = sql`(SELECT event_sequence FROM tallies WHERE project_id = ${project})
    - (e.value->>'$.at')`;
  return [
    sql`UPDATE outbox SET data = json_patch(data, json_object(
        'balance', json_object('total', t.total, 'balance', t.balance),
        'transaction', json_object('details',
          json_object('balance', json_object('total', t.total, 'balance', t.balance))),
        'voucher', json_object(
          'gift', json_object('amount', t.total, 'balance', t.balance,
            'subtracted_amount', v.subtracted_amount),
          'redemption', json_object('redeemed_quantity', v.redeemed_quantity,
            'redeemed_amount', v.redeemed_amount))))
      FROM ${each} CROSS JOIN voucher_transactions t ON t.project_id = ${project}
        AND t.voucher_id = e.value->>'$.voucher_id' AND t.id = e.value->>'$.id'
      CROSS JOIN vouchers v INDEXED BY vouchers_id
        ON v.project_id = ${project} AND ${EITHER} AND v.id = t.voucher_id
      WHERE outbox.project_id = ${project} AND outbox.sequence IN (SELECT ${place} FROM ${each})
        AND outbox.sequence = ${place}
        AND (data->>'$.balance.total' <> t.total OR data->>'$.balance.balance' <> t.balance)`,
  ];
}
