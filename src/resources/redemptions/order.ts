import type { OrderRow, RedemptionRow } from "../../db/tables/redemptions";
import type { Cart } from "../../engine/cart";
import { isoNow, type Scope } from "../../http/scope";
import type { DecideRequest } from "../../model/redeemable";
import { newOrder } from "../orders/store";
import { ownUses } from "../validations/decide";
import type { Loaded } from "../validations/load";

/** The order before this redemption: stored, or new on the fly; null where none was sent. */
export function orderBefore(scope: Scope, request: DecideRequest, loaded: Loaded): OrderRow | null {
  if (!request.order) return null;
  return loaded.order ?? newOrder(scope, request.order.source_id);
}

/** The order once it is paid with what the cart costs now. The items are kept as they were sent. */
export const paidOrder = (
  scope: Scope,
  before: OrderRow,
  cart: Cart,
  customerId: string | null,
): OrderRow => ({
  ...before,
  status: before.status === "FULFILLED" ? "FULFILLED" : "PAID",
  amount: cart.amount,
  initial_amount: cart.amount,
  discount_amount: cart.discount_amount,
  items: cart.lines.length > 0 ? cart.lines.map(({ item }) => ({ ...item })) : null,
  metadata: cart.metadata,
  customer_id: customerId ?? before.customer_id,
  updated_at: isoNow(scope),
});

/** The contract's map of an order's redemptions; `applied` is ours, for validating it again. */
export function withRedemptions(
  order: OrderRow,
  rows: readonly RedemptionRow[],
  parent: RedemptionRow | null,
): OrderRow {
  const entries = rows.map((row): [string, Record<string, unknown>] => [
    row.id,
    {
      date: row.created_at,
      related_object_type: "voucher",
      related_object_id: row.voucher_id,
      ...(parent && { related_object_parent_id: parent.id }),
      applied: { voucher_id: row.voucher_id, ...row.effects },
    },
  ]);
  return { ...order, redemptions: { ...order.redemptions, ...Object.fromEntries(entries) } };
}

/**
 * The order without the shares that are given back; canceled with its last redemption. What is left
 * is summed from the record, since the order may have been sent with a smaller amount meanwhile.
 */
export function withoutRedemptions(
  scope: Scope,
  order: OrderRow,
  rollbacks: readonly RedemptionRow[],
): OrderRow {
  const marked = rollbacks.map((rollback): [string, Record<string, unknown>] => {
    const id = rollback.redemption_id ?? "";
    const mark = { rollback_id: rollback.id, rollback_date: rollback.created_at };
    return [id, { ...order.redemptions[id], ...mark }];
  });
  const redemptions = { ...order.redemptions, ...Object.fromEntries(marked) };
  const isLast = Object.values(redemptions).every(({ rollback_id }) => rollback_id !== undefined);
  const left = ownUses({ order: { ...order, redemptions } });
  const taken = left.reduce((total, { order_discount = 0 }) => total + order_discount, 0);
  return {
    ...order,
    status: isLast ? "CANCELED" : order.status,
    discount_amount: Math.min(taken, order.amount ?? 0),
    redemptions,
    updated_at: isoNow(scope),
  };
}

/** What is left to pay of an order, minor units; 0 while its amount is unknown. */
export const orderTotal = (order: OrderRow): number =>
  order.amount === null ? 0 : order.amount - order.discount_amount;
