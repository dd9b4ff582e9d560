import type { Statement } from "../client";
import { type Fragment, param, raw, type Slot, sql, valuesOf } from "../sql";
import { EITHER, GONE, LIVE } from "../voucher-halves";

/**
 * Stands before the instant at which points of a card that is gone expire or would begin to count,
 * or its holder's tier ends: it sorts behind every time, so that no night comes to them again.
 */
const MARK = "'gone:'";
/** When something is due, as it stands while its card is gone; what has a mark keeps it. */
export const WHILE_GONE = raw(`iif(due_at < ${MARK}, ${MARK} || due_at, due_at)`);

/** Whether the card of an id, an expression, is there in a half of the vouchers. */
const isCard = (project: Slot, half: Fragment, id: Slot | Fragment): Fragment =>
  sql`EXISTS (SELECT 1 FROM vouchers v INDEXED BY vouchers_id
    WHERE v.project_id = ${project} AND ${half} AND v.id = ${id})`;

/** Points of cards that are gone expire no more, until a card leaves the bin. */
export function stopExpiring(projectId: string, ids: readonly string[]): Statement[] {
  if (ids.length === 0) return [];
  const project = param(projectId);
  return [
    sql`UPDATE loyalty_points_buckets INDEXED BY points_buckets_left SET due_at = ${WHILE_GONE}
      WHERE project_id = ${project} AND voucher_id IN (${valuesOf(ids)}) AND points > 0
        AND NOT ${isCard(project, LIVE, raw("loyalty_points_buckets.voucher_id"))}`,
  ];
}

/**
 * Lets go of pending points whose card is gone: those of a card in the bin wait until it leaves it,
 * and nobody would take the others up any more.
 */
export function letGoOfPending(
  projectId: string,
  { id, voucher_id }: { id: string; voucher_id: string },
  now: string,
): Statement[] {
  const [project, card] = [param(projectId), param(voucher_id)];
  const pending = sql`project_id = ${project} AND id = ${id} AND status = 'PENDING'`;
  return [
    sql`UPDATE loyalty_pending_points SET due_at = ${WHILE_GONE}
      WHERE ${pending} AND ${isCard(project, GONE, card)}`,
    sql`UPDATE loyalty_pending_points SET status = 'CANCELED', updated_at = ${now}
      WHERE ${pending} AND NOT ${isCard(project, EITHER, card)}`,
  ];
}

/** Nights come to the points and holders of these cards again, which leave the bin. */
export function fallDueAgain(projectId: string, ids: readonly string[]): Statement[] {
  const [project, cards] = [param(projectId), valuesOf(ids)];
  const unmarked = raw(`due_at = substr(due_at, length(${MARK}) + 1)`);
  return [
    sql`UPDATE loyalty_points_buckets INDEXED BY points_buckets_left SET ${unmarked}
      WHERE project_id = ${project} AND voucher_id IN (${cards}) AND points > 0
        AND due_at > ${raw(MARK)}`,
    sql`UPDATE loyalty_pending_points INDEXED BY pending_points_card SET ${unmarked}
      WHERE project_id = ${project} AND voucher_id IN (${cards}) AND status = 'PENDING'
        AND due_at > ${raw(MARK)}`,
    sql`UPDATE loyalty_members INDEXED BY loyalty_members_card SET ${unmarked}
      WHERE project_id = ${project} AND voucher_id IN (${cards}) AND due_at > ${raw(MARK)}`,
  ];
}
