import type { Statement } from "./client";
import { type Fragment, param, raw, sql } from "./sql";
import { isAtWork } from "./transits";

/**
 * Rows that one sweep moves at most; what is left waits for the next, and is found meanwhile all
 * the same.
 */
const MOST = raw(2_000);

const AT_WORK = isAtWork("qualifiables.project_id");

const KEY = raw("project_id, is_open, term, sort_key, id");

const moveRows = (to: Fragment, from: Fragment): Statement =>
  sql`UPDATE qualifiables SET is_open = ${to}
    WHERE (${KEY}) IN (SELECT ${KEY} FROM qualifiables ${from} LIMIT ${MOST})`;

/** Moves what has opened or closed by `now` (epoch milliseconds) in any project; bounded. */
export function movedByDates(now: number): Statement[] {
  const at = param(now);
  return [
    moveRows(
      sql`iif(closes_at <= ${at}, 2, 1)`,
      sql`INDEXED BY qualifiables_opening
        WHERE is_open = 0 AND opens_at <= ${at} AND ${AT_WORK} ORDER BY opens_at`,
    ),
    moveRows(
      sql`2`,
      sql`INDEXED BY qualifiables_closing
        WHERE is_open = 1 AND closes_at IS NOT NULL AND closes_at <= ${at} AND ${AT_WORK}
        ORDER BY closes_at`,
    ),
  ];
}
