import type { Statement } from "../../db/client";
import { type Fragment, param, raw, sql } from "../../db/sql";
import { LIVE } from "../../db/voucher-halves";
import { randomBase62 } from "../../lib/id";
import { isoNow, type Scope } from "../../scope/scope";
import { VOUCHER_COLUMNS } from "../vouchers/sql";
import { FREE } from "./store";

/** Free codes looked at on each side of a point: those past a date of their own are passed over. */
const LOOKED_AT = 50;

/** How many of the newest free codes are looked at where both sides have too few. */
const LOOKED_FOR = 20_000;

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
 * oldest free one. Reads as many rows as it answers, however many codes were given away. Where too
 * many near the point are past their ends, those made last are looked through, unless the campaign
 * makes a new code instead or gives none.
 */
export function freeVouchers(
  scope: Scope,
  campaign: Fragment,
  { count, attempt }: { count: number; attempt: number },
): Statement {
  const now = param(isoNow(scope));
  const most = param(windowOf(count, attempt));
  const free = (owner: string) => sql`FROM vouchers v INDEXED BY vouchers_pool
    WHERE v.project_id = (SELECT project_id FROM target)
      AND v.campaign_id = (SELECT id FROM ${raw(owner)}) AND ${FREE}`;
  const first = (from: string) => sql`SELECT v.id, v.expiration_date ${free("target")}
    AND v.id ${raw(from)} (SELECT id FROM point) ORDER BY v.id LIMIT ${raw(LOOKED_AT)}`;
  const valid = sql`(expiration_date IS NULL OR expiration_date > ${now})`;
  const from = randomBase62(4, scope.random);
  // A join and not an IN: of a list SQLite reads all that could be in it, as of what it would
  // materialize because it is named twice.
  return sql`WITH target (project_id, id) AS MATERIALIZED (SELECT ${scope.project.id}, ${campaign}),
      point (id) AS MATERIALIZED (
        SELECT substr(v.id, 1, ${raw(TIMED)}) || ${from} ${free("target")} ORDER BY v.id LIMIT 1),
      above (id, expiration_date) AS NOT MATERIALIZED (${first(">=")}),
      below (id, expiration_date) AS NOT MATERIALIZED (${first("<")}),
      near (id) AS NOT MATERIALIZED (
        SELECT id FROM above WHERE ${valid}
        UNION ALL SELECT id FROM below WHERE ${valid} LIMIT ${most}),
      short (id) AS (SELECT c.id FROM target t CROSS JOIN campaigns c
        ON c.project_id = t.project_id AND c.id = t.id
        WHERE (SELECT count(*) FROM near) < ${count} AND c.type <> 'AUTO_UPDATE' AND c.active = 1
          AND ${valid}),
      far (id, expiration_date) AS (SELECT v.id, v.expiration_date ${free("short")}
        ORDER BY v.id DESC LIMIT ${raw(LOOKED_FOR)}),
      chosen (id) AS MATERIALIZED (
        SELECT id FROM near
        UNION ALL SELECT id FROM far WHERE ${valid} AND id NOT IN (SELECT id FROM near)
        LIMIT ${most})
    SELECT ${VOUCHER_COLUMNS} FROM chosen CROSS JOIN vouchers v INDEXED BY vouchers_id
    WHERE v.project_id = (SELECT project_id FROM target) AND ${LIVE} AND v.id = chosen.id`;
}
