import { type Statement, statement } from "../../db/client";
import type { Condition } from "../../db/page";
import { notFound } from "../../errors";
import { load } from "../../events/effect";
import type { Scope } from "../../http/scope";
import { customerNamed } from "../customers/store";
import { decodeVoucher, WITH_ASSIGNMENTS } from "../vouchers/store";
import type { HeldQuery, HeldRedeemable } from "./schema";
import { decodeHolder } from "./store";
import { viewHeld } from "./view";

/** What the customer holds after a cursor, one beyond the limit. */
function heldBy(scope: Scope, customer: Condition, query: HeldQuery): Statement {
  const isDescending = query.order.startsWith("-");
  const after = query.starting_after_id;
  return statement(
    `SELECT h.* FROM redeemable_holders h INDEXED BY redeemable_holders_customer
     WHERE h.project_id = ? AND h.customer_id = ${customer.sql}
       ${after === undefined ? "" : `AND h.id ${isDescending ? "<" : ">"} ?`}
     ORDER BY h.id ${isDescending ? "DESC" : "ASC"} LIMIT ${query.limit + 1}`,
    scope.project.id,
    ...customer.params,
    ...(after === undefined ? [] : [after]),
  );
}

/** What a customer holds, one entry beyond the limit; refuses an unknown customer. One round trip. */
export async function listRedeemables(
  scope: Scope,
  name: string,
  query: HeldQuery,
): Promise<HeldRedeemable[]> {
  const customer = customerNamed(scope, name);
  const held = heldBy(scope, customer, query);
  const [named = [], rows = [], found = []] = await load(scope, [
    statement(`SELECT ${customer.sql} AS id`, ...customer.params),
    held,
    statement(
      `${WITH_ASSIGNMENTS} INDEXED BY vouchers_id WHERE (v.project_id, v.id) IN (SELECT project_id, redeemable_id FROM (${held.sql}))
       AND v.deleted_at IS NULL`,
      ...held.params,
    ),
  ]);
  if (named[0]?.id === null) throw notFound("customer", name);
  const vouchers = new Map(found.map(decodeVoucher).map((voucher) => [voucher.id, voucher]));
  return rows.map(decodeHolder).map((row) => viewHeld(scope, row, vouchers.get(row.redeemable_id)));
}
