import type { Statement } from "../../db/client";
import type { Assertion } from "../../db/commit";
import { MORE_USED, ofVoucher } from "../../db/own-usage";
import {
  type Fragment,
  joining,
  joiningList,
  nothing,
  param,
  raw,
  type Slot,
  sql,
} from "../../db/sql";
import type { UsageMove } from "../../model/redemption";
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
  /** What its own counters of usage move by. */
  usage: readonly UsageMove[];
}

// The IN comes first to the row by its key; the join alone would make SQLite walk all vouchers.
function moved(project: Slot, moves: readonly CounterMove[]): Fragment {
  const list = joiningList("uses", moves);
  return sql`UPDATE vouchers
    SET redeemed_quantity = redeemed_quantity + (m.value->>'$.quantity'),
      redeemed_amount = redeemed_amount + (m.value->>'$.credits'),
      balance = balance - (m.value->>'$.credits')${
        moves.some((move) => move.usage.length > 0)
          ? sql`,
      usage = ${MORE_USED.all(ofVoucher(project, raw("m.value, '$.usage'")))}`
          : nothing
      }
    FROM json_each(${list}) m WHERE project_id = ${project}
      AND code_key IN (SELECT value->>'$.key' FROM json_each(${list}))
      AND code_key = m.value->>'$.key' AND vouchers.id = m.value->>'$.id'`;
}

const RETURNING = sql`RETURNING id, redeemed_quantity, redeemed_amount, balance`;

/** Fails where one of these vouchers is none of which that is true. */
function areAll(moves: readonly CounterMove[], project: Slot, isTrue: Fragment): Assertion[] {
  if (moves.length === 0) return [];
  const seen = moves.map(({ key, id, seen, deleted }) => ({ key, id, seen, deleted }));
  const count = joining("sum", moves.length);
  const holds = sql`SELECT count(*) = ${count} FROM json_each(${joiningList("list", seen)}) m
    CROSS JOIN vouchers v ON v.project_id = ${project} AND v.code_key = m.value->>'$.key'
    WHERE v.id = m.value->>'$.id' AND ${isTrue}`;
  return [{ tag: "voucher_moved", holds }];
}

/** Fails where a voucher was changed or deleted since it was read, or its campaign was. */
export function vouchersStand(scope: Scope, moves: readonly CounterMove[]): Assertion[] {
  const project = joining("same", scope.project.id);
  const stands = sql`v.updated_at IS (m.value->>'$.seen') AND v.active = 1
    AND v.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM campaigns c
      WHERE c.project_id = ${project} AND c.id = v.campaign_id
        AND (c.active = 0 OR c.deleted_at IS NOT NULL))`;
  return areAll(moves, project, stands);
}

/** Fails where a voucher was deleted or came back since it was read. */
export const vouchersStay = (scope: Scope, moves: readonly CounterMove[]): Assertion[] =>
  areAll(moves, param(scope.project.id), raw("v.deleted_at IS (m.value->>'$.deleted')"));

/**
 * Takes uses and credits from all vouchers at once, or gives them back, also to those in the bin.
 * It goes behind the assertion that they stand; the CHECKs on the row refuse one too many.
 */
export const moveVouchers = (scope: Scope, moves: readonly CounterMove[]): Statement[] =>
  moves.length === 0 ? [] : [sql`${moved(joining("same", scope.project.id), moves)} ${RETURNING}`];
