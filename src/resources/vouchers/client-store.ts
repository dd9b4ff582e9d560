import type { Statement } from "../../db/client";
import { type Fragment, joined, param, raw, type Slot, sql, valuesOf } from "../../db/sql";
import { LIVE } from "../../db/voucher-halves";
import type { Scope } from "../../scope/scope";
import { WITH_ASSIGNMENTS } from "./sql";

/**
 * The terms of the index under one of which each voucher stands that nobody holds, whatever its
 * rules ask for.
 */
const TERMS = ["any", "without:audience", "without:goods"];

/**
 * Discount vouchers of no campaign that are open and that nobody holds, newest first; `most` of
 * each term.
 */
const open = (project: Slot, most: Slot): Fragment =>
  joined(
    TERMS.map(
      (term) => sql`SELECT * FROM (
        SELECT sort_key, id FROM qualifiables INDEXED BY qualifiables_kind
        WHERE project_id = ${project} AND kind = 'voucher:' AND is_open = 1
          AND term = ${raw(`'${term}'`)} ORDER BY sort_key DESC LIMIT ${most})`,
    ),
    " UNION ",
  );

/** Bytes of a voucher that vary most: its metadata, and texts that come from other rows. */
const bytesOf = (project: Slot): Fragment =>
  sql`(SELECT 1000 + octet_length(v.metadata) + coalesce(octet_length(v.additional_info), 0)
      + coalesce(octet_length(v.discount), 0)
    FROM vouchers v INDEXED BY vouchers_id
    WHERE v.project_id = ${project} AND ${LIVE} AND v.id = o.id)`;

/** The newest vouchers that anybody may use, with about how many bytes each is shown in. */
export function openVouchers(scope: Scope, count: number): Statement {
  const [project, most] = [param(scope.project.id), param(count)];
  return sql`SELECT o.id, ${bytesOf(project)} AS bytes FROM (${open(project, most)}) o
    ORDER BY o.sort_key DESC LIMIT ${most}`;
}

/** How many of them there are, as far as it matters. */
export function countOpen(scope: Scope, atMost: number): Statement {
  const most = param(atMost);
  return sql`SELECT count(*) AS total FROM (
    SELECT id FROM (${open(param(scope.project.id), most)}) LIMIT ${most})`;
}

/** The vouchers of these ids, newest first. */
export const vouchersByIds = (scope: Scope, ids: readonly string[]): Statement =>
  sql`${WITH_ASSIGNMENTS} INDEXED BY vouchers_id
    WHERE v.project_id = ${scope.project.id} AND ${LIVE} AND v.id IN (${valuesOf(ids)})
    ORDER BY v.id DESC`;
