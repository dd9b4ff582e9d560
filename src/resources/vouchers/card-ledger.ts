import { insertRows, type RawRow, type Statement, statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import {
  type VoucherRow,
  type VoucherTransactionRow,
  voucherTransactions,
} from "../../db/tables/vouchers";

/** What moves on a gift card beside its settings. */
export type CardState = Pick<
  VoucherRow,
  "amount" | "balance" | "subtracted_amount" | "redeemed_quantity" | "redeemed_amount"
>;

/**
 * Moves the balance by hand, whatever it is; the CHECKs refuse one below zero or what is held, and
 * a total that is no safe integer. Answers the card as the move leaves it.
 */
export const moveBalance = (row: VoucherRow, amount: number): Statement[] => [
  statement(
    `UPDATE vouchers SET amount = amount + max(?4, 0), subtracted_amount = subtracted_amount - min(?4, 0),
       balance = balance + ?4 WHERE project_id = ?1 AND code_key = ?2 AND id = ?3 AND deleted_at IS NULL
     RETURNING amount, balance, subtracted_amount, redeemed_quantity, redeemed_amount`,
    row.project_id,
    row.code_key,
    row.id,
    amount,
  ),
  assertChanged("voucher_moved"),
];

/** The card as `moveBalance` has left it. */
export const cardState = ([raw = {}]: readonly RawRow[] = []): CardState => ({
  amount: Number(raw.amount),
  balance: Number(raw.balance),
  subtracted_amount: Number(raw.subtracted_amount),
  redeemed_quantity: Number(raw.redeemed_quantity),
  redeemed_amount: Number(raw.redeemed_amount),
});

const MOVED_MEANWHILE = `v.project_id = ?1 AND v.code_key = ?2 AND (v.amount <> ?3 OR v.balance <> ?4
    OR v.subtracted_amount <> ?5 OR v.redeemed_quantity <> ?6 OR v.redeemed_amount <> ?7)`;

/**
 * Sets the numbers of a move right where others moved the card since it was read: in its entry of
 * the ledger and in the last `events` of the project, all of the same batch.
 */
export function correctMove(planned: VoucherRow, entryId: string, events: number): Statement[] {
  const { project_id, code_key, amount, balance } = planned;
  const { subtracted_amount, redeemed_quantity, redeemed_amount } = planned;
  const card = [project_id, code_key, amount, balance, subtracted_amount, redeemed_quantity];
  return [
    statement(
      `UPDATE voucher_transactions SET total = v.amount, balance = v.balance,
         details = json_set(details, '$.balance.total', v.amount, '$.balance.balance', v.balance)
       FROM vouchers v WHERE voucher_transactions.project_id = ?1 AND voucher_id = ?8
         AND voucher_transactions.id = ?9 AND ${MOVED_MEANWHILE}`,
      ...[...card, redeemed_amount, planned.id, entryId],
    ),
    statement(
      `UPDATE outbox SET data = json_set(data, '$.balance.total', v.amount, '$.balance.balance', v.balance,
         '$.transaction.details.balance.total', v.amount, '$.transaction.details.balance.balance', v.balance,
         '$.voucher.gift.amount', v.amount, '$.voucher.gift.balance', v.balance,
         '$.voucher.gift.subtracted_amount', v.subtracted_amount,
         '$.voucher.redemption.redeemed_quantity', v.redeemed_quantity,
         '$.voucher.redemption.redeemed_amount', v.redeemed_amount)
       FROM vouchers v WHERE outbox.project_id = ?1
         AND sequence IN (SELECT t.event_sequence - value FROM tallies t, json_each(?8) WHERE t.project_id = ?1)
         AND ${MOVED_MEANWHILE}`,
      ...[...card, redeemed_amount, JSON.stringify([...Array(events).keys()])],
    ),
  ];
}

export const insertTransaction = (row: VoucherTransactionRow): Statement =>
  insertRows(voucherTransactions, [row]);
