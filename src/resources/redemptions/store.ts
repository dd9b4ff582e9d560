import { decode, insertRows, type RawRow, type Statement, statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type RedemptionRow, redemptions } from "../../db/tables/redemptions";
import type { VoucherRow } from "../../db/tables/vouchers";
import type { Scope } from "../../http/scope";

export const decodeRedemption = (raw: RawRow): RedemptionRow => decode(redemptions, raw);

/** Entries of all kinds share one order in time: the id without its prefix. */
export const sortKey = (id: string): string => id.slice(id.indexOf("_") + 1);

export const insertRedemptions = (rows: readonly RedemptionRow[]): Statement =>
  insertRows(redemptions, rows);

/** What a use takes from one voucher; negative numbers give it back. */
export interface VoucherMove {
  voucher: Pick<VoucherRow, "id" | "code_key" | "updated_at">;
  quantity: number;
  credits: number;
}

const movesJson = (moves: readonly VoucherMove[]): string =>
  JSON.stringify(
    [...moves]
      .sort((a, b) => (a.voucher.id < b.voucher.id ? -1 : a.voucher.id > b.voucher.id ? 1 : 0))
      .map(({ voucher, quantity, credits }) => ({
        key: voucher.code_key,
        seen: voucher.updated_at,
        quantity,
        credits,
      })),
  );

const MOVE = `UPDATE vouchers SET redeemed_quantity = redeemed_quantity + (m.value->>'$.quantity'),
    redeemed_amount = redeemed_amount + (m.value->>'$.credits'), balance = balance - (m.value->>'$.credits')
  FROM json_each(?2) m WHERE project_id = ?1 AND code_key = m.value->>'$.key'`;

/**
 * Takes uses and credits from all vouchers at once. The increment is unconditional: the CHECKs on
 * the row refuse one too many, the assertion a voucher that was changed or deleted since it was read.
 */
export const takeFromVouchers = (scope: Scope, moves: readonly VoucherMove[]): Statement[] => [
  statement(
    `${MOVE} AND updated_at IS (m.value->>'$.seen') AND active = 1 AND deleted_at IS NULL
     RETURNING id, redeemed_quantity, redeemed_amount, balance`,
    scope.project.id,
    movesJson(moves),
  ),
  assertChanged("voucher_moved", moves.length),
];

/** Gives uses and credits back; a voucher deleted meanwhile has nothing to give them to. */
export const giveToVouchers = (scope: Scope, moves: readonly VoucherMove[]): Statement =>
  statement(
    MOVE,
    scope.project.id,
    movesJson(moves.map((move) => ({ ...move, quantity: -move.quantity, credits: -move.credits }))),
  );

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

/** Writes ledger entries beside the move they tell of, with the balance that the move left. */
export const insertGiftEntries = (
  scope: Scope,
  entries: readonly GiftEntry[],
  at: { source: string; created_at: string },
): Statement =>
  statement(
    `INSERT INTO voucher_transactions (project_id, voucher_id, id, campaign_id, type, amount, total, balance, source, details, related_transaction_id, created_at)
     SELECT ?1, v.id, e.value->>'$.id', v.campaign_id, e.value->>'$.type', e.value->>'$.amount', v.amount, v.balance, ?3,
       json_set(e.value->'$.details', '$.balance', json_object('type', 'gift_voucher', 'total', v.amount, 'object', 'balance',
         'amount', e.value->>'$.amount', 'balance', v.balance, 'operation_type', 'AUTOMATIC', 'related_object', json_object('id', v.id, 'type', 'voucher'))),
       e.value->>'$.related_transaction_id', ?4
     FROM json_each(?2) e JOIN vouchers v ON v.project_id = ?1 AND v.id = e.value->>'$.voucher_id'`,
    scope.project.id,
    JSON.stringify(entries),
    at.source,
    at.created_at,
  );

/** A redemption by its id, with its stack's other members where it has any. */
export const byRedemptionId = (scope: Scope, id: string): Statement =>
  statement(
    "SELECT * FROM redemptions WHERE project_id = ?1 AND sort_key = ?2 AND id = ?3",
    scope.project.id,
    sortKey(id),
    id,
  );

export const childrenOf = (scope: Scope, parentId: string): Statement =>
  statement(
    "SELECT * FROM redemptions WHERE project_id = ?1 AND parent_id = ?2 ORDER BY sort_key",
    scope.project.id,
    parentId,
  );

/** Marks redemptions rolled back; a parent follows with its last child. */
export function markRolledBack(scope: Scope, ids: readonly string[], parentId: string | null) {
  const children = statement(
    `UPDATE redemptions SET status = 'ROLLED_BACK' WHERE project_id = ?1 AND status = 'SUCCEEDED'
     AND sort_key IN (SELECT value FROM json_each(?2))`,
    scope.project.id,
    JSON.stringify(ids.map(sortKey)),
  );
  const all = assertChanged("rolled_back", ids.length);
  if (parentId === null) return [children, all];
  return [
    children,
    all,
    statement(
      `UPDATE redemptions SET status = 'ROLLED_BACK' WHERE project_id = ?1 AND sort_key = ?2
       AND NOT EXISTS (SELECT 1 FROM redemptions WHERE project_id = ?1 AND parent_id = ?3 AND status = 'SUCCEEDED')`,
      scope.project.id,
      sortKey(parentId),
      parentId,
    ),
  ];
}

/** Counters of a customer's summary that move with a redemption or rollback. */
export interface CustomerMove {
  total_redeemed?: number;
  total_failed?: number;
  total_succeeded?: number;
  total_rolled_back?: number;
  total_rollback_failed?: number;
  total_rollback_succeeded?: number;
  gift_redeemed_amount?: number;
  orders_amount?: number;
  orders_count?: number;
}

export function moveCustomer(
  scope: Scope,
  customerId: string,
  move: CustomerMove,
  lastOrder: { amount: number; date: string } | null,
): Statement {
  const names = Object.keys(move);
  const sums = names.map((name) => `${name} = ${name} + (?3->>'$.${name}')`);
  const last = lastOrder
    ? ["last_order_amount = ?4->>'$.amount'", "last_order_date = ?4->>'$.date'"]
    : [];
  return statement(
    `UPDATE customers SET ${[...sums, ...last].join(", ")} WHERE project_id = ?1 AND id = ?2`,
    scope.project.id,
    customerId,
    JSON.stringify(move),
    ...(lastOrder ? [JSON.stringify(lastOrder)] : []),
  );
}
