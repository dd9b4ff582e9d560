import { type Param, type Statement, statement } from "./client";

/** Holds as a query for their rows, of which ?1 is the project. */
export interface Holds {
  sql: string;
  params: readonly Param[];
}

const COLUMNS = "h.voucher_id, h.session_key, h.quantity, h.amount";

const OF_KEY = `SELECT ${COLUMNS} FROM session_holds h INDEXED BY session_holds_key
  WHERE h.project_id = ?1 AND h.session_key = ?2`;

const LAPSED = `SELECT ${COLUMNS} FROM json_each(?3) l CROSS JOIN session_holds h INDEXED BY session_holds_lapsed
  ON h.project_id = ?1 AND h.voucher_id = l.value->>'$.id' AND h.expires_at <= l.value->>'$.until'`;

/** So many lapsed holds of one voucher are taken away at a time. */
const MOST_LAPSED = 100;

/**
 * The part of the SELECT that decisions are made from: uses, and credits or points, whose holds give
 * way to the request, because they are of its own session (?8) or lapsed (?9 is the instant); `until`
 * is when the last of the lapsed ones did. Nothing is read where nothing is held.
 */
export const YIELDING = `iif(v.held_quantity = 0 AND v.held_amount = 0, NULL, (
  SELECT json_object('quantity', total(y.quantity), 'amount', total(y.amount), 'until', max(y.lapsed)) FROM (
    SELECT * FROM (SELECT h.quantity, h.amount, h.expires_at AS lapsed FROM session_holds h INDEXED BY session_holds_lapsed
      WHERE h.project_id = v.project_id AND h.voucher_id = v.id AND h.expires_at <= ?9
      ORDER BY h.expires_at LIMIT ${MOST_LAPSED})
    UNION ALL SELECT h.quantity, h.amount, NULL FROM session_holds h
      WHERE h.project_id = v.project_id AND h.voucher_id = v.id AND h.session_key = ?8 AND h.expires_at > ?9) y)) AS yielding`;

/** What a key holds of all vouchers and lapses at `until` (epoch milliseconds) or sooner. */
export const lapsedOfKey = (projectId: string, key: string, until: number): Holds => ({
  sql: `${OF_KEY} AND h.expires_at <= ?3`,
  params: [projectId, key, until],
});

/** What a key holds of one voucher. */
export const holdOn = (projectId: string, key: string, voucherId: string): Holds => ({
  sql: `${OF_KEY} AND h.voucher_id = ?3`,
  params: [projectId, key, voucherId],
});

/** What any keys hold of one voucher, up to so many of them. */
export const holdsOn = (projectId: string, voucherId: string, most: number): Holds => ({
  sql: `SELECT ${COLUMNS} FROM session_holds h
    WHERE h.project_id = ?1 AND h.voucher_id = ?2 ORDER BY h.session_key LIMIT ${most}`,
  params: [projectId, voucherId],
});

/** All holds of a voucher that lapse at `until` (epoch milliseconds) or sooner. */
export interface Lapsed {
  id: string;
  until: number;
}

/** Everything that a key, if there is one, holds, and lapsed holds of vouchers; each hold once. */
export const ofKeyAndLapsed = (
  projectId: string,
  key: string | null,
  lapsed: readonly Lapsed[],
): Holds => ({
  sql: lapsed.length === 0 ? OF_KEY : `${OF_KEY} UNION ${LAPSED}`,
  params: [projectId, key, ...(lapsed.length === 0 ? [] : [JSON.stringify(lapsed)])],
});

/**
 * Takes holds away and their sums off the vouchers, in this order: the batch that needs the room has
 * it after these. Doing it twice changes nothing, and a voucher that is gone by now is left out.
 */
export const releaseHolds = ({ sql, params }: Holds): Statement[] => [
  statement(
    `WITH gone AS MATERIALIZED (
       SELECT voucher_id, sum(quantity) AS quantity, sum(amount) AS amount FROM (${sql}) GROUP BY voucher_id)
     UPDATE vouchers INDEXED BY vouchers_id
     SET held_quantity = held_quantity - g.quantity, held_amount = held_amount - g.amount
     FROM gone g WHERE vouchers.project_id = ?1 AND vouchers.id = g.voucher_id
       AND vouchers.id IN (SELECT voucher_id FROM gone)`,
    ...params,
  ),
  statement(
    `DELETE FROM session_holds WHERE project_id = ?1
       AND (voucher_id, session_key) IN (SELECT voucher_id, session_key FROM (${sql}))`,
    ...params,
  ),
];
