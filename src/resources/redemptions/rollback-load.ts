import { load } from "../../commit/load";
import { type RawRow, statement } from "../../db/client";
import { decodeRedemption } from "../../db/ledger-rows";
import type { CustomerRow } from "../../db/tables/customers";
import type { OrderRow, RedemptionRow } from "../../db/tables/redemptions";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";
import { decodeCustomer } from "../customers/store";
import { decodeOrder } from "../orders/store";
import { decodeVoucher, type StoredVoucher, WITH_ASSIGNMENTS } from "../vouchers/store";
import { byRedemptionId, childrenOf, sortKey } from "./store";
import { decodeShownTier, type ShownTier, tiersOf } from "./tiers";

/** A redemption with everything it once touched. */
export interface Touched {
  redemption: RedemptionRow;
  /** Members of the stack, when it is one. */
  children: RedemptionRow[];
  vouchers: Map<string, StoredVoucher>;
  tiers: Map<string, ShownTier>;
  customer: CustomerRow | null;
  order: OrderRow | null;
}

const first = <T>(rows: RawRow[] | undefined, read: (row: RawRow) => T): T | null =>
  rows?.[0] ? read(rows[0]) : null;

/** Reads a redemption and all it touched in ONE round trip; throws not-found for any other id. */
export async function getTouched(scope: Scope, id: string): Promise<Touched> {
  const project = scope.project.id;
  const own = (column: string) =>
    `(SELECT ${column} FROM redemptions WHERE project_id = ?1 AND sort_key = ?2 AND id = ?3)`;
  const [found, children = [], vouchers = [], tiers = [], customers, orders] = await load(scope, [
    byRedemptionId(scope, id),
    childrenOf(scope, id),
    statement(
      `${WITH_ASSIGNMENTS} INDEXED BY vouchers_id WHERE v.project_id = ?1 AND v.id IN (
         SELECT voucher_id FROM redemptions INDEXED BY redemptions_parent WHERE project_id = ?1 AND parent_id = ?3
         UNION ALL SELECT ${own("voucher_id")})`,
      project,
      sortKey(id),
      id,
    ),
    tiersOf(
      `SELECT promotion_tier_id FROM redemptions INDEXED BY redemptions_parent WHERE project_id = ?1 AND parent_id = ?3
       UNION ALL SELECT ${own("promotion_tier_id")}`,
      "?1",
      [project, sortKey(id), id],
    ),
    statement(
      `SELECT * FROM customers WHERE project_id = ?1 AND id = ${own("customer_id")}`,
      project,
      sortKey(id),
      id,
    ),
    statement(
      `SELECT * FROM orders WHERE project_id = ?1 AND id = ${own("order_id")}`,
      project,
      sortKey(id),
      id,
    ),
  ]);
  const redemption = first(found, decodeRedemption);
  if (!redemption) throw notFound("redemption", id);
  return {
    redemption,
    children: children.map(decodeRedemption),
    vouchers: new Map(vouchers.map(decodeVoucher).map((voucher) => [voucher.id, voucher])),
    tiers: new Map(tiers.map(decodeShownTier).map((shown) => [shown.tier.id, shown])),
    customer: first(customers, decodeCustomer),
    order: first(orders, decodeOrder),
  };
}
