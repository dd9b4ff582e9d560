import { load } from "../../commit/load";
import type { RawRow } from "../../db/client";
import { isCut, isPageCut, pageStatement, totalOf, totalStatement } from "../../db/page";
import { type Fragment, sql } from "../../db/sql";
import { notFound } from "../../errors";
import type { CursorPage } from "../../http/page";
import { placeOf } from "../../listing/place";
import { listWalked } from "../../listing/walk";
import type { Scope } from "../../scope/scope";
import { customerNamed } from "../customers/store";
import { decodeVoucher } from "../vouchers/store";
import { filteredHeld, heldBy, heldRequest, vouchersOf } from "./held-store";
import type { HeldQuery, HeldRedeemable } from "./schema";
import { decodeHolder } from "./store";
import { viewHeld } from "./view";

/** A page, and how many entries its list has. */
type HeldPage = CursorPage<HeldRedeemable> & { total: number };

/**
 * What a customer holds, one entry beyond the limit, and whether it was cut before; refuses an
 * unknown customer. One round trip.
 */
export async function listRedeemables(
  scope: Scope,
  name: string,
  query: HeldQuery,
): Promise<HeldPage> {
  const customer = customerNamed(scope, name);
  if (query.filters) return listFiltered(scope, { name, customer }, query);
  const held = heldBy(scope, customer, query);
  const { named, rows, found, total } = await load(scope, {
    named: sql`SELECT ${customer} AS id`,
    rows: held,
    found: vouchersOf(held),
    total: totalStatement(heldRequest(scope, customer, query)),
  });
  if (named[0]?.id === null) throw notFound("customer", name);
  const shown = show(scope, rows, found);
  const items = shown.slice(0, query.limit);
  const last = isCut(rows) || shown.length > query.limit ? items.at(-1) : undefined;
  return { items, more_starting_after: last?.id ?? null, total: totalOf(total) };
}

function show(scope: Scope, rows: readonly RawRow[], found: readonly RawRow[]) {
  const vouchers = new Map(found.map(decodeVoucher).map((voucher) => [voucher.id, voucher]));
  return rows.map(decodeHolder).map((row) => viewHeld(scope, row, vouchers.get(row.redeemable_id)));
}

/** Those that a filter asks for; in three round trips. */
async function listFiltered(
  scope: Scope,
  { name, customer }: { name: string; customer: Fragment },
  query: HeldQuery,
): Promise<HeldPage> {
  const listed = filteredHeld(scope, customer, query);
  const { named } = await load(scope, { named: sql`SELECT ${customer} AS id` });
  if (named[0]?.id === null) throw notFound("customer", name);
  const page = await listWalked(scope, listed, {
    entries: async (request) => {
      const held = pageStatement(request);
      const { rows, found } = await load(scope, { rows: held, found: vouchersOf(held) });
      return { items: show(scope, rows, found), has_more: isPageCut(rows) };
    },
    keyOf: ({ id }) => id,
  });
  const { behind } = placeOf(page.more_starting_after);
  return {
    items: page.items,
    more_starting_after: behind ? String(behind[0]) : null,
    total: page.total,
  };
}
