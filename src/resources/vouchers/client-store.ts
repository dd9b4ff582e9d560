import type { Statement } from "../../db/client";
import { hasHeavy } from "../../db/page";
import { type Fragment, joined, nothing, param, raw, type Slot, sql, valuesOf } from "../../db/sql";
import { LIVE } from "../../db/voucher-halves";
import type { Scope } from "../../scope/scope";
import type { ClientVoucherQuery } from "./schema";
import { WITH_ASSIGNMENTS } from "./sql";

/**
 * The terms of the index under one of which each voucher stands that nobody holds, whatever its
 * rules ask for.
 */
const TERMS = ["any", "without:audience", "without:goods"];

/**
 * Discount vouchers of no campaign that are open and that nobody holds, as walks along the index,
 * newest first. One that stands under both of the terms for rules is walked under the first.
 */
function walks(project: Slot): Fragment[] {
  const under = (term: string) =>
    sql`q.project_id = ${project} AND q.kind = 'voucher:' AND q.is_open = 1
      AND q.term = ${raw(`'${term}'`)}`;
  const twice = sql`EXISTS (SELECT 1 FROM qualifiables p INDEXED BY qualifiables_kind
    WHERE p.project_id = ${project} AND p.kind = 'voucher:' AND p.is_open = 1
      AND p.term = 'without:audience' AND p.sort_key = q.sort_key AND p.id = q.id)`;
  return TERMS.map(
    (term) => sql`SELECT q.sort_key, q.id FROM qualifiables q INDEXED BY qualifiables_kind
      WHERE ${under(term)}${term === "without:goods" ? sql` AND NOT ${twice}` : nothing}`,
  );
}

/** All of them in one order, merged as they are walked: nothing is sorted. */
const open = (project: Slot): Fragment =>
  sql`${joined(walks(project), " UNION ALL ")} ORDER BY sort_key DESC`;

/** Bytes of a voucher that vary most: its metadata, and texts that come from other rows. */
const bytesOf = (project: Slot): Fragment =>
  sql`(SELECT 1000 + octet_length(v.metadata) + coalesce(octet_length(v.additional_info), 0)
      + coalesce(octet_length(v.discount), 0)
    FROM vouchers v INDEXED BY vouchers_id
    WHERE v.project_id = ${project} AND ${LIVE} AND v.id = o.id)`;

/**
 * A page of the vouchers that anybody may use, by their ids, newest first. Where some are so large
 * that they have to be weighed, all from the first on, each with about how many bytes it is shown
 * in; `bytes` is null otherwise.
 */
export function openVouchers(scope: Scope, { limit, page }: ClientVoucherQuery): Statement {
  const project = param(scope.project.id);
  const weighed = hasHeavy("vouchers", project);
  const [own, most] = [param(limit), param(page * limit)];
  return sql`SELECT o.id, NULL AS bytes FROM (${open(project)}
      LIMIT iif(${weighed}, 0, ${own}) OFFSET ${(page - 1) * limit}) o
    UNION ALL SELECT o.id, ${bytesOf(project)} AS bytes FROM (${open(project)}
      LIMIT iif(${weighed}, ${most}, 0)) o`;
}

/** How many of them there are, as far as it matters. */
export function countOpen(scope: Scope, atMost: number): Statement {
  const most = param(atMost);
  const all = joined(walks(param(scope.project.id)), " UNION ALL ");
  return sql`SELECT count(*) AS total FROM (${all} LIMIT ${most})`;
}

/** The vouchers of these ids, newest first. */
export const vouchersByIds = (scope: Scope, ids: readonly string[]): Statement =>
  sql`${WITH_ASSIGNMENTS} INDEXED BY vouchers_id
    WHERE v.project_id = ${scope.project.id} AND ${LIVE} AND v.id IN (${valuesOf(ids)})
    ORDER BY v.id DESC`;
