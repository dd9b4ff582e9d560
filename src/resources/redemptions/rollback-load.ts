import { load } from "../../commit/load";
import { decode, type RawRow } from "../../db/client";
import { decodeEntry } from "../../db/ledger-rows";
import type { CustomerRow } from "../../db/tables/customers";
import type { OrderRow, RedemptionRow } from "../../db/tables/redemptions";
import { type PromotionStackRow, promotionStacks } from "../../db/tables/stacking";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";
import { decodeCustomer } from "../customers/store";
import { type Display, displayOfRows } from "../orders/display";
import { decodeOrder } from "../orders/store";
import { decodeVoucher, type StoredVoucher } from "../vouchers/store";
import { decodeShownTier, type ShownTier } from "./sql";
import { touchedBy } from "./store";

/** A redemption with everything it once touched; entries without the orders that they tell. */
export interface Touched {
  redemption: RedemptionRow;
  /** Members of the stack, when it is one. */
  children: RedemptionRow[];
  vouchers: Map<string, StoredVoucher>;
  /** The points that a reward gave have expired since. */
  hasExpired: boolean;
  tiers: Map<string, ShownTier>;
  /** What brought the tiers, if it is still there. */
  stack: PromotionStackRow | null;
  customer: CustomerRow | null;
  order: OrderRow | null;
  /** The goods of the order's lines. */
  display: Display;
}

const first = <T>(rows: RawRow[] | undefined, read: (row: RawRow) => T): T | null =>
  rows?.[0] ? read(rows[0]) : null;

/** Reads a redemption and all it touched in ONE round trip; throws not-found for any other id. */
export async function getTouched(scope: Scope, id: string): Promise<Touched> {
  const found = await load(scope, touchedBy(scope, id));
  const redemption = first(found.redemption, decodeEntry);
  if (!redemption) throw notFound("redemption", id);
  return {
    redemption,
    children: found.children.map(decodeEntry),
    vouchers: new Map(found.vouchers.map(decodeVoucher).map((voucher) => [voucher.id, voucher])),
    hasExpired: found.expired.length > 0,
    tiers: new Map(found.tiers.map(decodeShownTier).map((shown) => [shown.tier.id, shown])),
    stack: first(found.stacks, (row) => decode(promotionStacks, row)),
    customer: first(found.customer, decodeCustomer),
    order: first(found.order, decodeOrder),
    display: displayOfRows(found.goods),
  };
}
