import type { Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import type { OrderRow } from "../../db/tables/redemptions";
import type { Scope } from "../../scope/scope";
import { type CustomerMove, moveCustomer } from "../customers/store";

/** What is left to pay of an order, minor units; 0 while its amount is unknown. */
export const orderTotal = (order: OrderRow): number =>
  order.amount === null ? 0 : order.amount - order.discount_amount - order.items_discount_amount;

/** What an order counts for in its owner's summary: only while it is paid. Minor units. */
export function standing(order: OrderRow | null): { owner: string; amount: number } | null {
  if (!order?.customer_id) return null;
  if (order.status !== "PAID" && order.status !== "FULFILLED") return null;
  return { owner: order.customer_id, amount: orderTotal(order) };
}

/** Whoever redeems or rolls back, and what that adds to their summary. */
interface Mover {
  id: string;
  counts: CustomerMove;
  lastOrder: { amount: number; date: string } | null;
}

/**
 * Moves the summaries that an order stands in from what it was to what it is; an order that changes
 * hands leaves one summary for another. Aborts where the mover was deleted since the read.
 */
export function moveSummaries(
  scope: Scope,
  mover: Mover | null,
  orders: { before: OrderRow | null; after: OrderRow | null },
): Statement[] {
  const moves = new Map<string, CustomerMove>();
  if (mover) moves.set(mover.id, mover.counts);
  const add = (order: OrderRow | null, sign: 1 | -1) => {
    const counted = standing(order);
    if (!counted) return;
    const move = moves.get(counted.owner) ?? {};
    moves.set(counted.owner, {
      ...move,
      orders_amount: (move.orders_amount ?? 0) + sign * counted.amount,
      orders_count: (move.orders_count ?? 0) + sign,
    });
  };
  add(orders.before, -1);
  add(orders.after, 1);
  return [...moves].flatMap(([id, move]) =>
    id === mover?.id
      ? [moveCustomer(scope, id, move, mover.lastOrder), assertChanged("customer_moved")]
      : [moveCustomer(scope, id, move, null)],
  );
}
