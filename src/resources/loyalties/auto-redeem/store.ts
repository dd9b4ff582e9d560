import type { RawRow, Statement } from "../../../db/client";
import { type Fragment, param, type Slot, sql } from "../../../db/sql";
import { LIVE } from "../../../db/voucher-halves";
import type { Scope } from "../../../scope/scope";

/** So often a day rewards are redeemed by themselves for a customer (reference 2.13). */
export const MOST_A_DAY = 10;

/** A card that the night looks at. */
export interface Mark {
  voucher_id: string;
  marks: number;
}

/** Whether any program of the project redeems a reward by itself, as a condition. */
export const redeemsByItself = (project: Slot): Fragment =>
  sql`EXISTS (SELECT 1 FROM reward_assignments p INDEXED BY reward_assignments_auto
    WHERE p.project_id = ${project} AND p.auto_redeem = 1)`;

/**
 * Whether the card `v` has the points that the reward of its program costs which is redeemed by
 * itself. What a tier makes of the price is for the night to say.
 */
const mayPay = (project: Slot): Fragment =>
  sql`v.holder_id IS NOT NULL AND v.balance > 0 AND EXISTS (
    SELECT 1 FROM reward_assignments p INDEXED BY reward_assignments_auto
    WHERE p.project_id = ${project} AND p.campaign_id = v.campaign_id AND p.auto_redeem = 1
      AND (v.balance >= p.points OR EXISTS (SELECT 1 FROM loyalty_members m
        WHERE m.project_id = ${project} AND m.customer_id = v.holder_id
          AND m.campaign_id = v.campaign_id AND m.tier_id IS NOT NULL)))`;

/** A card that may pay, and from when on (ISO) the night looks at it. */
interface Found {
  id: string;
  due_at: string;
}

/** Lets the night look at those of the cards that may pay. */
export function markCards(scope: Scope, cards: readonly Found[]): Statement {
  const project = param(scope.project.id);
  return sql`INSERT INTO auto_redeem_cards (project_id, voucher_id, due_at, marks)
    SELECT v.project_id, v.id, j.value->>'$.due_at', 1
    FROM json_each(${JSON.stringify(cards)}) j CROSS JOIN vouchers v INDEXED BY vouchers_id
      ON v.project_id = ${project} AND ${LIVE} AND v.id = j.value->>'$.id'
    WHERE ${mayPay(project)}
    ON CONFLICT (project_id, voucher_id) DO UPDATE
      SET due_at = min(due_at, excluded.due_at), marks = marks + 1`;
}

const OF_MARK = (scope: Scope, { voucher_id, marks }: Mark): Fragment =>
  sql`WHERE project_id = ${scope.project.id} AND voucher_id = ${voucher_id}
    AND marks = ${marks}`;

/** Looks at the card no more, unless it was found again meanwhile. */
export const dropMark = (scope: Scope, mark: Mark): Statement =>
  sql`DELETE FROM auto_redeem_cards ${OF_MARK(scope, mark)}`;

/** Looks at the card again from an instant (ISO) on, unless it was found again meanwhile. */
export const putOffMark = (scope: Scope, mark: Mark, dueAt: string): Statement =>
  sql`UPDATE auto_redeem_cards SET due_at = ${dueAt} ${OF_MARK(scope, mark)}`;

/** A marked card, with the reward that it may pay, on a day (YYYY-MM-DD) of the calendar. */
export function markedCard(scope: Scope, id: string, day: string): Statement {
  const project = param(scope.project.id);
  const today = param(day);
  return sql`SELECT c.voucher_id, c.marks, v.code, v.holder_id, p.reward_id,
      p.id AS assignment_id, ${today} AS day, (SELECT d.count FROM auto_redeem_days d
        WHERE d.project_id = ${project} AND d.customer_id = v.holder_id
          AND d.day = ${today}) AS count
    FROM auto_redeem_cards c
    LEFT JOIN vouchers v INDEXED BY vouchers_id ON v.project_id = ${project}
      AND v.id = c.voucher_id AND ${LIVE}
    LEFT JOIN reward_assignments p INDEXED BY reward_assignments_auto ON p.project_id = ${project}
      AND p.campaign_id = v.campaign_id AND p.auto_redeem = 1
    WHERE c.project_id = ${project} AND c.voucher_id = ${id}`;
}

/** A card that may pay, as the night finds it. */
export interface MayPay {
  mark: Mark;
  code: string;
  customer_id: string;
  reward_id: string;
  assignment_id: string;
  /** How often it was done for the holder on this day (YYYY-MM-DD). */
  count: number;
  day: string;
}

export const readMark = (row: RawRow): Mark => ({
  voucher_id: String(row.voucher_id),
  marks: Number(row.marks),
});

/** Null where the card is gone or has no holder, or its program has no such reward any more. */
export function readMayPay(row: RawRow): MayPay | null {
  if (row.holder_id === null || row.reward_id === null) return null;
  return {
    mark: readMark(row),
    code: String(row.code),
    customer_id: String(row.holder_id),
    reward_id: String(row.reward_id),
    assignment_id: String(row.assignment_id),
    count: Number(row.count ?? 0),
    day: String(row.day),
  };
}

/** Counts one for a customer on a day; aborts as `auto_redeem_limit` where it is one too many. */
export const countAutoRedeem = (scope: Scope, { customer_id, day }: MayPay): Statement =>
  sql`INSERT INTO auto_redeem_days (project_id, customer_id, day, count)
    VALUES (${scope.project.id}, ${customer_id}, ${day}, 1)
    ON CONFLICT (project_id, customer_id) DO UPDATE
      SET count = iif(day = excluded.day, count + 1, 1), day = excluded.day`;
