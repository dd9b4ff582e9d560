import { MOST_LAPSED } from "../../db/session-holds";
import { type Fragment, nothing, raw, type Slot, sql } from "../../db/sql";
import type { About } from "./about";

const ofSession = (session: Slot, now: Slot): Fragment =>
  sql`UNION ALL SELECT h.quantity, h.amount, NULL FROM session_holds h
    WHERE h.project_id = v.project_id AND h.voucher_id = v.id
      AND h.session_key = ${session} AND h.expires_at > ${now}`;

/**
 * The part of the SELECT that decisions are made from: uses, and credits or points, whose holds
 * give way to the request, because they are of its own session or lapsed; `until` is when the last
 * of the lapsed ones did. Nothing is read where nothing is held.
 */
export const yielding = ({ session, now }: About): Fragment =>
  sql`iif(v.held_quantity = 0 AND v.held_amount = 0, NULL, (
    SELECT json_object('quantity', total(y.quantity), 'amount', total(y.amount),
      'until', max(y.lapsed)) FROM (
        SELECT * FROM (SELECT h.quantity, h.amount, h.expires_at AS lapsed
          FROM session_holds h INDEXED BY session_holds_lapsed
          WHERE h.project_id = v.project_id AND h.voucher_id = v.id AND h.expires_at <= ${now}
          ORDER BY h.expires_at LIMIT ${raw(MOST_LAPSED)})
        ${session ? ofSession(session, now) : nothing}) y)) AS yielding`;
