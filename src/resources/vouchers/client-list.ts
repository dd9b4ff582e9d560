import { load } from "../../commit/load";
import { MOST_BYTES, totalOf } from "../../db/page";
import { type Fragment, joined, param, raw, type Slot, sql, valuesOf } from "../../db/sql";
import { ApiError } from "../../errors";
import type { Page } from "../../http/page";
import { pageWithin } from "../../lib/page-within";
import type { Scope } from "../../scope/scope";
import type { ClientVoucherQuery } from "./schema";
import { WITH_ASSIGNMENTS } from "./sql";
import { decodeVoucher, type StoredVoucher } from "./store";

/** Nobody can page beyond this, so nothing is counted further. */
const MOST = 10_000;

/** Under one of these stands every voucher that nobody holds, whatever its rules ask for. */
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

/** What is large of a voucher: notes, and texts of others. */
const bytesOf = (project: Slot): Fragment =>
  sql`(SELECT 1000 + octet_length(v.metadata) + coalesce(octet_length(v.additional_info), 0)
      + coalesce(octet_length(v.discount), 0)
    FROM vouchers v INDEXED BY vouchers_id WHERE v.project_id = ${project} AND v.id = o.id)`;

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
  const [project, shown, most] = [param(scope.project.id), param(page * limit), param(MOST)];
  const { found, counted } = await load(scope, {
    found: sql`SELECT o.id, ${bytesOf(project)} AS bytes FROM (${open(project, shown)}) o
      ORDER BY o.sort_key DESC LIMIT ${shown}`,
    counted: sql`SELECT count(*) AS total FROM (
      SELECT id FROM (${open(project, most)}) LIMIT ${most})`,
  });
  const sizes = found.map(({ bytes }) => Number(bytes));
  const { from, to } = pageWithin(sizes, { limit, page, mostBytes: MOST_BYTES });
  const ids = found.slice(from, to).map(({ id }) => String(id));
  const { rows } = await load(scope, {
    rows: sql`${WITH_ASSIGNMENTS} INDEXED BY vouchers_id
      WHERE v.project_id = ${project} AND v.id IN (${valuesOf(ids)}) ORDER BY v.id DESC`,
  });
  const isCut = to - from < limit && to < found.length;
  const items = rows.map(decodeVoucher);
  return { items, total: totalOf(counted), ...(isCut && { has_more: true }) };
}
