import type { Statement } from "../../db/client";
import { type Fragment, raw, sql } from "../../db/sql";
import { LIVE } from "../../db/voucher-halves";
import { randomBase62 } from "../../lib/id";
import { isoNow, type Scope } from "../../scope/scope";
import { WITH_ASSIGNMENTS } from "../vouchers/sql";
import { FREE } from "./store";

/** Free codes looked at on each side of a point: those past a date of their own are passed over. */
const LOOKED_AT = 50;

/** Length of what ids of one millisecond have in common: `v_` and the time. */
const TIMED = 10;

/**
 * How many free codes to read: after a lost race many, so that callers who race pick different
 * ones.
 */
const windowOf = (count: number, attempt: number): number => (attempt === 1 ? count : LOOKED_AT);

/**
 * Free codes of a campaign from a random point on, wrapping round; `campaign` is its id as an
 * expression. Codes made at once share the time in their ids, so the point lies among those of the
 * oldest free one. Reads as many rows as it answers, however many codes were given away.
 */
export function freeVouchers(
  scope: Scope,
  campaign: Fragment,
  { count, attempt }: { count: number; attempt: number },
): Statement {
  const free = sql`FROM vouchers v INDEXED BY vouchers_pool
    WHERE v.project_id = (SELECT project_id FROM target) AND v.campaign_id = (SELECT id FROM target)
      AND ${FREE}`;
  const first = (from: string) => sql`SELECT v.id, v.expiration_date ${free}
    AND v.id ${raw(from)} (SELECT id FROM point) ORDER BY v.id LIMIT ${raw(LOOKED_AT)}`;
  const valid = sql`WHERE expiration_date IS NULL OR expiration_date > ${isoNow(scope)}`;
  const from = randomBase62(4, scope.random);
  // A join and not an IN: of a list SQLite reads all that could be in it.
  return sql`WITH target (project_id, id) AS MATERIALIZED (SELECT ${scope.project.id}, ${campaign}),
      point (id) AS MATERIALIZED (
        SELECT substr(v.id, 1, ${raw(TIMED)}) || ${from} ${free} ORDER BY v.id LIMIT 1),
      above (id, expiration_date) AS (${first(">=")}),
      below (id, expiration_date) AS (${first("<")}),
      chosen (id) AS MATERIALIZED (
        SELECT id FROM above ${valid}
        UNION ALL SELECT id FROM below ${valid} LIMIT ${windowOf(count, attempt)})
    ${WITH_ASSIGNMENTS} INDEXED BY vouchers_id JOIN chosen ON chosen.id = v.id
    WHERE v.project_id = (SELECT project_id FROM target) AND ${LIVE}`;
}
