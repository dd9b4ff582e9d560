import { load } from "../../commit/load";
import { MOST_BYTES } from "../../db/heavy";
import { totalOf } from "../../db/page";
import { ApiError } from "../../errors";
import type { Page } from "../../http/page";
import { pageWithin } from "../../lib/page-within";
import type { Scope } from "../../scope/scope";
import { countOpen, openVouchers, vouchersByIds } from "./client-store";
import type { ClientVoucherQuery } from "./schema";
import { decodeVoucher, type StoredVoucher } from "./store";

/** Nobody can page beyond this, so nothing is counted further. */
const MOST = 10_000;

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
  const { found, counted } = await load(scope, {
    found: openVouchers(scope, { limit, page }),
    counted: countOpen(scope, MOST),
  });
  const sizes = found.map(({ bytes }) => Number(bytes));
  const isWeighed = found.some(({ bytes }) => bytes !== null);
  const { from, to } = isWeighed
    ? pageWithin(sizes, { limit, page, mostBytes: MOST_BYTES })
    : { from: 0, to: found.length };
  const ids = found.slice(from, to).map(({ id }) => String(id));
  const { rows } = await load(scope, { rows: ids.length > 0 ? vouchersByIds(scope, ids) : null });
  const total = totalOf(counted);
  const has_more = to < found.length || (rows.length > 0 && page * limit < total);
  return { items: rows.map(decodeVoucher), total, has_more };
}
