import type { Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type Fragment, param, type Slot, sql } from "../../db/sql";
import type { Scope } from "../../scope/scope";

/**
 * By how much the counters of one voucher move, and when it was last updated and deleted as it was
 * read.
 */
export interface CounterMove {
  key: string;
  id: string;
  seen: string | null;
  deleted: string | null;
  quantity: number;
  /** Credits of a gift card, or points of a loyalty card. */
  credits: number;
}

// The IN comes first to the row by its key; the join alone would make SQLite walk all vouchers.
function moveVouchers(project: Slot, moves: readonly CounterMove[]): Fragment {
  const list = param(JSON.stringify(moves));
  return sql`UPDATE vouchers
    SET redeemed_quantity = redeemed_quantity + (m.value->>'$.quantity'),
      redeemed_amount = redeemed_amount + (m.value->>'$.credits'),
      balance = balance - (m.value->>'$.credits')
    FROM json_each(${list}) m WHERE project_id = ${project}
      AND code_key IN (SELECT value->>'$.key' FROM json_each(${list}))
      AND code_key = m.value->>'$.key' AND vouchers.id = m.value->>'$.id'`;
}

const RETURNING = sql`RETURNING id, redeemed_quantity, redeemed_amount, balance`;

/**
 * Takes uses and credits from all vouchers at once. The increment is unconditional: the CHECKs on
 * the row refuse one too many, the assertion a voucher that was changed or deleted since it was
 * read, or whose campaign was.
 */
export function takeFromVouchers(scope: Scope, moves: readonly CounterMove[]): Statement[] {
  const project = param(scope.project.id);
  return [
    sql`${moveVouchers(project, moves)} AND updated_at IS (m.value->>'$.seen')
      AND active = 1 AND deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM campaigns c
        WHERE c.project_id = ${project} AND c.id = vouchers.campaign_id
          AND (c.active = 0 OR c.deleted_at IS NOT NULL))
      ${RETURNING}`,
    assertChanged("voucher_moved", moves.length),
  ];
}

/**
 * Gives uses and credits back, also to vouchers in the bin; aborts where one was deleted or came
 * back since it was read.
 */
export const giveToVouchers = (scope: Scope, moves: readonly CounterMove[]): Statement[] =>
  moves.length === 0
    ? []
    : [
        sql`${moveVouchers(param(scope.project.id), moves)}
          AND deleted_at IS (m.value->>'$.deleted') ${RETURNING}`,
        assertChanged("voucher_moved", moves.length),
      ];
