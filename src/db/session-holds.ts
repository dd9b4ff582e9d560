import type { Statement } from "./client";
import { type Fragment, param, raw, type Slot, sql } from "./sql";
import { LIVE, valueOfEither } from "./voucher-halves";

/** Holds as a query for their rows, which all are of one project. */
export interface Holds {
  project: Slot;
  rows: Fragment;
}

const COLUMNS = sql`h.voucher_id, h.session_key, h.quantity, h.amount`;

const ofKey = (project: Slot, key: string | null): Fragment =>
  sql`SELECT ${COLUMNS} FROM session_holds h INDEXED BY session_holds_key
    WHERE h.project_id = ${project} AND h.session_key = ${key}`;

/** The customer whose token a browser sends; null without a token. */
interface Asker {
  customer_id: string | null;
  now: number;
}

/**
 * Whether a key holds anything that is not the browser's that asks: a back end holds it, or another
 * customer. Instants are epoch milliseconds.
 */
export const foreignHolds = (
  projectId: string,
  key: string,
  { customer_id, now }: Asker,
): Fragment =>
  sql`SELECT 1 FROM session_holds h INDEXED BY session_holds_key
    WHERE h.project_id = ${projectId} AND h.session_key = ${key} AND h.expires_at > ${now}
      AND (h.address_block IS NULL
        OR (h.customer_id IS NOT NULL AND h.customer_id IS NOT ${customer_id})) LIMIT 1`;

/** The tag under which a batch is refused that would take over what others hold. */
const FOREIGN = "session_foreign";

/** Aborts where others hold something under the browser's key since it was read. */
export const assertNoForeign = (projectId: string, key: string, asker: Asker): Statement =>
  sql`INSERT INTO assert_v (ok, tag)
    SELECT NOT EXISTS (${foreignHolds(projectId, key, asker)}), ${FOREIGN}`;

/** So many lapsed holds of one voucher are taken away at a time. */
export const MOST_LAPSED = 100;

/** What a key holds of all vouchers and lapses at `until` (epoch milliseconds) or sooner. */
export function lapsedOfKey(projectId: string, key: string, until: number): Holds {
  const project = param(projectId);
  return { project, rows: sql`${ofKey(project, key)} AND h.expires_at <= ${until}` };
}

/** So many holds of a project that lapsed before `until` (epoch milliseconds), the oldest first. */
export function lapsedBefore(projectId: string, until: number, most: number): Holds {
  const project = param(projectId);
  const rows = sql`SELECT ${COLUMNS} FROM session_holds h INDEXED BY session_holds_age
    WHERE h.project_id = ${project} AND h.expires_at < ${until}
    ORDER BY h.expires_at, h.voucher_id, h.session_key LIMIT ${most}`;
  return { project, rows };
}

/** What a key holds of one voucher. */
export function holdOn(projectId: string, key: string, voucherId: string): Holds {
  const project = param(projectId);
  return { project, rows: sql`${ofKey(project, key)} AND h.voucher_id = ${voucherId}` };
}

/** What any keys hold of a voucher that is gone, up to so many of them; nothing if it is there. */
export function holdsOnGone(projectId: string, voucherId: string, most: number): Holds {
  const project = param(projectId);
  const rows = sql`SELECT ${COLUMNS} FROM session_holds h
    WHERE h.project_id = ${project} AND h.voucher_id = ${voucherId}
      AND NOT EXISTS (SELECT 1 FROM vouchers v INDEXED BY vouchers_id
        WHERE v.project_id = ${project} AND ${LIVE} AND v.id = ${voucherId})
    ORDER BY h.session_key LIMIT ${most}`;
  return { project, rows };
}

/** All holds of a voucher that lapse at `until` (epoch milliseconds) or sooner. */
export interface Lapsed {
  id: string;
  until: number;
}

/** Everything that a key, if there is one, holds, and lapsed holds of vouchers; each hold once. */
export function ofKeyAndLapsed(
  projectId: string,
  key: string | null,
  lapsed: readonly Lapsed[],
): Holds {
  const project = param(projectId);
  const own = ofKey(project, key);
  if (lapsed.length === 0) return { project, rows: own };
  const rows = sql`${own} UNION SELECT ${COLUMNS} FROM json_each(${JSON.stringify(lapsed)}) l
    CROSS JOIN session_holds h INDEXED BY session_holds_lapsed
    ON h.project_id = ${project} AND h.voucher_id = l.value->>'$.id'
      AND h.expires_at <= l.value->>'$.until'`;
  return { project, rows };
}

const CODE_KEY = raw(valueOfEither("v.code_key", { project: "h.project_id", id: "h.voucher_id" }));

/**
 * Takes holds away and their sums off the vouchers, in this order: the batch that needs the room
 * has it after these. Doing it twice changes nothing, and a voucher that is gone by now is left
 * out.
 */
export const releaseHolds = ({ project, rows }: Holds): Statement[] => [
  sql`WITH gone AS MATERIALIZED (
      SELECT ${project} AS project_id, voucher_id, sum(quantity) AS quantity, sum(amount) AS amount
      FROM (${rows}) GROUP BY voucher_id)
    UPDATE vouchers
    SET held_quantity = held_quantity - g.quantity, held_amount = held_amount - g.amount
    FROM gone g WHERE vouchers.project_id = ${project}
      AND vouchers.code_key IN (SELECT ${CODE_KEY} FROM gone h)
      AND vouchers.id = g.voucher_id`,
  sql`DELETE FROM session_holds WHERE project_id = ${project}
    AND (voucher_id, session_key) IN (SELECT voucher_id, session_key FROM (${rows}))`,
];
