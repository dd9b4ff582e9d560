import { load } from "../../commit/load";
import { statement } from "../../db/client";
import { MOST_BYTES, totalOf } from "../../db/page";
import { ApiError } from "../../errors";
import type { Page } from "../../http/page";
import { pageWithin } from "../../lib/page-within";
import type { Scope } from "../../scope/scope";
import type { ClientVoucherQuery } from "./schema";
import { decodeVoucher, type StoredVoucher, WITH_ASSIGNMENTS } from "./store";

/** Nobody can page beyond this, so nothing is counted further. */
const MOST = 10_000;

/** Under one of these stands every voucher that nobody holds, whatever its rules ask for. */
const TERMS = ["any", "without:audience", "without:goods"];

/** Discount vouchers of no campaign that are open and that nobody holds, newest first; `most` of each term. */
const open = (most: string): string =>
  TERMS.map(
    (term) => `SELECT * FROM (SELECT sort_key, id FROM qualifiables INDEXED BY qualifiables_kind
      WHERE project_id = ?1 AND kind = 'voucher:' AND is_open = 1 AND term = '${term}'
      ORDER BY sort_key DESC LIMIT ${most})`,
  ).join(" UNION ");

/** What is large of a voucher: notes, and texts of others. */
const BYTES = `(SELECT 1000 + octet_length(v.metadata) + coalesce(octet_length(v.additional_info), 0) + coalesce(octet_length(v.discount), 0)
  FROM vouchers v INDEXED BY vouchers_id WHERE v.project_id = ?1 AND v.id = o.id)`;

/**
 * A page of the discount vouchers that anybody may use, newest first: those that a qualification
 * finds. Two round trips. Refuses where the project does not list them for browsers.
 */
export async function listForShopper(
  scope: Scope,
  { limit, page }: ClientVoucherQuery,
): Promise<Page<StoredVoucher>> {
  if (!scope.project.client_list_vouchers_enabled) {
    throw new ApiError("forbidden", { details: "Client-side listing of vouchers is switched off" });
  }
  const [found = [], counted] = await load(scope, [
    statement(
      `SELECT o.id, ${BYTES} AS bytes FROM (${open("?2")}) o ORDER BY o.sort_key DESC LIMIT ?2`,
      scope.project.id,
      page * limit,
    ),
    statement(
      `SELECT count(*) AS total FROM (SELECT id FROM (${open("?2")}) LIMIT ?2)`,
      scope.project.id,
      MOST,
    ),
  ]);
  const sizes = found.map(({ bytes }) => Number(bytes));
  const { from, to } = pageWithin(sizes, { limit, page, mostBytes: MOST_BYTES });
  const [rows = []] = await load(scope, [
    statement(
      `${WITH_ASSIGNMENTS} INDEXED BY vouchers_id WHERE v.project_id = ?1
         AND v.id IN (SELECT value FROM json_each(?2)) ORDER BY v.id DESC`,
      scope.project.id,
      JSON.stringify(found.slice(from, to).map(({ id }) => id)),
    ),
  ]);
  const isCut = to - from < limit && to < found.length;
  const items = rows.map(decodeVoucher);
  return { items, total: totalOf(counted), ...(isCut && { has_more: true }) };
}
