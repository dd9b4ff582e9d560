import { useOf } from "../../db/ledger-rows";
import type { OrderRow, RedemptionRow } from "../../db/tables/redemptions";
import type { Loaded } from "../../deciding/load";
import type { Cart } from "../../engine/cart";
import { claimsOf } from "../../engine/claims";
import { ApiError } from "../../errors";
import { fitsBytes } from "../../lib/bytes";
import type { DecideRequest } from "../../model/redeemable";
import { isBrowser, isoNow, type Scope } from "../../scope/scope";
import { newOrder, paidAt } from "../orders/store";
import { cartColumns, keptUse, toldOrder } from "../orders/uses";
import { cartOfOrder } from "../orders/view";

/** The order before this redemption: stored, or new on the fly; null where none was sent. */
export function orderBefore(scope: Scope, request: DecideRequest, loaded: Loaded): OrderRow | null {
  if (!request.order) return null;
  return loaded.order ?? newOrder(scope, request.order.source_id);
}

/**
 * A browser redeems on an order that is new, or on a CREATED one of the customer whose token it
 * sends. Refuses all others in the same words, whoever owns them.
 */
export function refuseOrderOfOthers(scope: Scope, { order }: Pick<Loaded, "order">): void {
  if (!isBrowser(scope) || order === null) return;
  const isOwn = scope.shopper !== null && order.customer_id === scope.shopper;
  if (order.status === "CREATED" && isOwn) return;
  throw new ApiError("invalid_order", {
    details:
      "A browser redeems on an order that is new, or on a CREATED one with the X-Customer-Token of its customer; redeem this one by your back end",
  });
}

/** Refuses a browser that sends other lines, metadata or another amount of a stored order. */
export function refuseRewrite(
  scope: Scope,
  { order: sent }: DecideRequest,
  stored: OrderRow | null,
  cart: Cart | null,
): void {
  if (!isBrowser(scope) || !sent || !stored || !cart) return;
  const is = cartColumns(stored, cart);
  const isChanged = (name: "items" | "initial_amount" | "metadata") =>
    JSON.stringify(is[name]) !== JSON.stringify(stored[name]);
  const changed =
    (sent.items && isChanged("items") && "items") ||
    (sent.metadata && isChanged("metadata") && "metadata") ||
    ((sent.items || typeof sent.amount === "number") && isChanged("initial_amount") && "amount");
  if (!changed) return;
  throw new ApiError("invalid_order", {
    details: `Property .order.${changed} differs from the stored order, which a browser cannot change; send .order.source_id alone`,
  });
}

/** An order as a redemption leaves it: what the cart costs now; lines stay as they were sent. */
export function redeemedOrder(
  scope: Scope,
  before: OrderRow,
  cart: Cart,
  customerId: string | null,
): OrderRow {
  return {
    ...before,
    ...cartColumns(before, cart),
    // A back end has decided by what it sent or wrote itself; what a browser said is no part of it.
    claimed: null,
    customer_id: customerId ?? before.customer_id,
    updated_at: isoNow(scope),
  };
}

/** The order once a back end has redeemed on it, or a browser that the project trusts. */
export const paidOrder = (scope: Scope, before: OrderRow, redeemed: OrderRow): OrderRow => ({
  ...redeemed,
  status: before.status === "FULFILLED" ? "FULFILLED" : "PAID",
  paid_at: paidAt(scope, before, "PAID"),
});

/**
 * The order once a browser has redeemed on it: nobody but a back end says that it is paid. Of a
 * stored one the lines, the metadata and the amount before discounts stay as they are.
 */
export function claimedOrder(stored: OrderRow | null, redeemed: OrderRow): OrderRow {
  if (!stored) return { ...redeemed, claimed: claimsOf(redeemed) };
  const { items, metadata, claimed, initial_amount, lines_version, customer_id } = stored;
  return { ...redeemed, items, metadata, claimed, initial_amount, lines_version, customer_id };
}

/** An entry of the ledger, and the campaign of what was redeemed. */
export interface Redeemed {
  row: RedemptionRow;
  campaignId: string | null;
}

/**
 * The order with its redemptions as the contract has them; `applied` and `parent_id` beside them
 * are not shown: the one serves to validate the order again, the other to list a stack as one.
 */
export function withRedemptions(order: OrderRow, redeemed: readonly Redeemed[]): OrderRow {
  const entries = redeemed.map(({ row, campaignId }): [string, Record<string, unknown>] => {
    const { reward: _, ...effects } = row.effects;
    const { voucher_id, promotion_tier_id, parent_id } = row;
    const entry = {
      ...useOf(row),
      ...(campaignId !== null && { related_object_parent_id: campaignId }),
      ...(parent_id !== null && { parent_id }),
    };
    return [
      row.id,
      { ...entry, applied: keptUse({ voucher_id, promotion_tier_id, ...effects }, entry) },
    ];
  });
  const after = {
    ...toldOrder(order),
    redemptions: { ...order.redemptions, ...Object.fromEntries(entries) },
  };
  refuseFull(after);
  return after;
}

/**
 * Bytes of an order at most: what redemptions took from each line is kept in the order's one row.
 */
const MOST_BYTES = 1_700_000;

/**
 * Refuses one redemption too many, while there is still room for rolling back those that are there.
 */
function refuseFull(order: OrderRow): void {
  if (fitsBytes(JSON.stringify(order), MOST_BYTES)) return;
  throw new ApiError("invalid_order", {
    details: "Order has as many redemptions as one order keeps",
  });
}

/** The order's entries with the rollbacks noted; `is_kept` where the order keeps what they took. */
function withRollbacks(order: OrderRow, rollbacks: readonly RedemptionRow[], is_kept: boolean) {
  const marked = rollbacks.map((rollback): [string, Record<string, unknown>] => {
    const id = rollback.redemption_id ?? "";
    const mark = { rollback_id: rollback.id, rollback_date: rollback.created_at };
    return [id, { ...order.redemptions[id], ...mark, ...(is_kept && { is_kept }) }];
  });
  return { ...order.redemptions, ...Object.fromEntries(marked) };
}

/**
 * The order after rollbacks. With the order, it is worked out anew from what is left of the record,
 * and canceled with its last redemption; without it, it stays as it is (reference service, stacking
 * rules).
 */
export function withoutRedemptions(
  scope: Scope,
  order: OrderRow,
  rollbacks: readonly RedemptionRow[],
): OrderRow {
  const isKept = scope.stacking.redeemables_rollback_order_mode === "WITHOUT_ORDER";
  const redemptions = withRollbacks(order, rollbacks, isKept);
  const marked = { ...order, redemptions, updated_at: isoNow(scope) };
  if (isKept) return toldOrder(marked);
  const isLast = Object.values(redemptions).every(({ rollback_id }) => rollback_id !== undefined);
  return toldOrder({
    ...marked,
    status: isLast ? "CANCELED" : order.status,
    ...cartColumns(order, cartOfOrder(marked)),
  });
}
