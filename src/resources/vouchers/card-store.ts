import { insertRows, type RawRow, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { param, sql } from "../../db/sql";
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
 * a total that is no safe integer. Answers the card as the move leaves it. Minor units.
 */
export function moveBalance(card: VoucherRow, amount: number): Statement[] {
  const by = param(amount);
  return [
    sql`UPDATE vouchers SET amount = amount + max(${by}, 0),
        subtracted_amount = subtracted_amount - min(${by}, 0), balance = balance + ${by}
      WHERE project_id = ${card.project_id} AND code_key = ${card.code_key} AND id = ${card.id}
        AND deleted_at IS ${card.deleted_at}
      RETURNING amount, balance, subtracted_amount, redeemed_quantity, redeemed_amount`,
    assertChanged("voucher_moved"),
  ];
}

/** The card as `moveBalance` has left it. */
export const cardState = ([raw = {}]: readonly RawRow[] = []): CardState => ({
  amount: Number(raw.amount),
  balance: Number(raw.balance),
  subtracted_amount: Number(raw.subtracted_amount),
  redeemed_quantity: Number(raw.redeemed_quantity),
  redeemed_amount: Number(raw.redeemed_amount),
});

/**
 * Sets the numbers of a move right where others moved the card since it was read: in its entry of
 * the ledger and in `count` events of the project, with so many of the same batch behind them.
 */
export function correctMove(
  planned: VoucherRow,
  entryId: string,
  { count, behind }: { count: number; behind: number },
): Statement[] {
  const project = param(planned.project_id);
  const movedMeanwhile = sql`v.project_id = ${project} AND v.code_key = ${planned.code_key}
    AND (v.amount <> ${planned.amount} OR v.balance <> ${planned.balance}
      OR v.subtracted_amount <> ${planned.subtracted_amount}
      OR v.redeemed_quantity <> ${planned.redeemed_quantity}
      OR v.redeemed_amount <> ${planned.redeemed_amount})`;
  const last = JSON.stringify([...Array(count).keys()].map((at) => at + behind));
  return [
    sql`UPDATE voucher_transactions SET total = v.amount, balance = v.balance,
        details = json_set(details, '$.balance.total', v.amount, '$.balance.balance', v.balance)
      FROM vouchers v
      WHERE voucher_transactions.project_id = ${project} AND voucher_id = ${planned.id}
        AND voucher_transactions.id = ${entryId} AND ${movedMeanwhile}`,
    sql`UPDATE outbox SET data = json_set(data,
        '$.balance.total', v.amount, '$.balance.balance', v.balance,
        '$.transaction.details.balance.total', v.amount,
        '$.transaction.details.balance.balance', v.balance,
        '$.voucher.gift.amount', v.amount, '$.voucher.gift.balance', v.balance,
        '$.voucher.gift.subtracted_amount', v.subtracted_amount,
        '$.voucher.redemption.redeemed_quantity', v.redeemed_quantity,
        '$.voucher.redemption.redeemed_amount', v.redeemed_amount)
      FROM vouchers v WHERE outbox.project_id = ${project}
        AND sequence IN (SELECT t.event_sequence - value
          FROM tallies t, json_each(${last}) WHERE t.project_id = ${project})
        AND ${movedMeanwhile}`,
  ];
}

export const insertTransaction = (row: VoucherTransactionRow): Statement =>
  insertRows(voucherTransactions, [row]);
