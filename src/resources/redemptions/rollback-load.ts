import { load } from "../../commit/load";
import type { RawRow } from "../../db/client";
import { decodeRedemption } from "../../db/ledger-rows";
import { param, raw, sql } from "../../db/sql";
import type { CustomerRow } from "../../db/tables/customers";
import type { OrderRow, RedemptionRow } from "../../db/tables/redemptions";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";
import { decodeCustomer } from "../customers/store";
import { decodeOrder } from "../orders/store";
import { WITH_ASSIGNMENTS } from "../vouchers/sql";
import { decodeVoucher, type StoredVoucher } from "../vouchers/store";
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
  const [project, key, own] = [param(scope.project.id), param(sortKey(id)), param(id)];
  const its = (column: string) => sql`(SELECT ${raw(column)} FROM redemptions
    WHERE project_id = ${project} AND sort_key = ${key} AND id = ${own})`;
  const ofChildren = (column: string) => sql`SELECT ${raw(column)} FROM redemptions
    INDEXED BY redemptions_parent WHERE project_id = ${project} AND parent_id = ${own}
    UNION ALL SELECT ${its(column)}`;
  const found = await load(scope, {
    redemption: byRedemptionId(scope, id),
    children: childrenOf(scope, id),
    vouchers: sql`${WITH_ASSIGNMENTS} INDEXED BY vouchers_id
      WHERE v.project_id = ${project} AND v.id IN (${ofChildren("voucher_id")})`,
    tiers: tiersOf(project, ofChildren("promotion_tier_id")),
    customer: sql`SELECT * FROM customers
      WHERE project_id = ${project} AND id = ${its("customer_id")}`,
    order: sql`SELECT * FROM orders WHERE project_id = ${project} AND id = ${its("order_id")}`,
  });
  const redemption = first(found.redemption, decodeRedemption);
  if (!redemption) throw notFound("redemption", id);
  return {
    redemption,
    children: found.children.map(decodeRedemption),
    vouchers: new Map(found.vouchers.map(decodeVoucher).map((voucher) => [voucher.id, voucher])),
    tiers: new Map(found.tiers.map(decodeShownTier).map((shown) => [shown.tier.id, shown])),
    customer: first(found.customer, decodeCustomer),
    order: first(found.order, decodeOrder),
  };
}
