import { load } from "../../commit/load";
import { isCut } from "../../db/page";
import { sql } from "../../db/sql";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";
import { customerNamed } from "../customers/store";
import { decodeVoucher } from "../vouchers/store";
import { heldBy, vouchersOf } from "./held-store";
import type { HeldQuery, HeldRedeemable } from "./schema";
import { decodeHolder } from "./store";
import { viewHeld } from "./view";

/**
 * What a customer holds, one entry beyond the limit, and whether it was cut before; refuses an
 * unknown customer. One round trip.
 */
export async function listRedeemables(
  scope: Scope,
  name: string,
  query: HeldQuery,
): Promise<{ held: HeldRedeemable[]; isCut: boolean }> {
  const customer = customerNamed(scope, name);
  const held = heldBy(scope, customer, query);
  const { named, rows, found } = await load(scope, {
    named: sql`SELECT ${customer} AS id`,
    rows: held,
    found: vouchersOf(held),
  });
  if (named[0]?.id === null) throw notFound("customer", name);
  const vouchers = new Map(found.map(decodeVoucher).map((voucher) => [voucher.id, voucher]));
  const shown = rows
    .map(decodeHolder)
    .map((row) => viewHeld(scope, row, vouchers.get(row.redeemable_id)));
  return { held: shown, isCut: isCut(rows) };
}
