import type { DayMove } from "../../commit/days";
import type { Statement } from "../../db/client";
import type { OrderRow } from "../../db/tables/redemptions";
import type { UsageMove } from "../../model/redemption";
import type { Scope } from "../../scope/scope";
import { type CustomerMove, type LastOrder, moveCustomer } from "../customers/moves-store";

import { isPaid } from "./store";

/** What is left to pay of an order, minor units; 0 while its amount is unknown. */
export const orderTotal = (order: OrderRow): number =>
  order.amount === null ? 0 : order.amount - order.discount_amount - order.items_discount_amount;

/** What an order counts for in its owner's summary: only while it is paid. Minor units. */
export function standing(order: OrderRow | null): { owner: string; amount: number } | null {
  if (!order?.customer_id || !isPaid(order)) return null;
  return { owner: order.customer_id, amount: orderTotal(order) };
}

/** An order as it was, null where it is new, and as it is. */
interface OrderChange {
  before: OrderRow | null;
  after: OrderRow | null;
}

/**
 * What the project's day counts of an order: it begins to count when it is paid, before discounts,
 * and what it stops counting for is counted once more as rolled back. Minor units.
 */
export function orderCounters({ before, after }: OrderChange): DayMove[] {
  const [was, is] = [before, after].map((order) => (order && isPaid(order) ? order : null));
  const by = (is?.amount ?? 0) - (was?.amount ?? 0);
  const counters = {
    ...(!was && is && { orders_count: 1 }),
    ...(was && !is && { orders_rolledback_count: 1 }),
    ...(by > 0 && { orders_amount: by }),
    ...(by < 0 && { orders_rolledback_amount: -by }),
  };
  return [{ campaign_id: null, counters }];
}

/** Whoever redeems or rolls back, and what that adds to their summary. */
export interface Mover {
  id: string;
  counts: CustomerMove;
  /** What the counters of usage in their own row move by. */
  usage?: readonly UsageMove[];
  lastOrder: LastOrder | null;
}

/**
 * Moves the summaries that an order stands in from what it was to what it is; an order that changes
 * hands leaves one summary for another. That the mover was not deleted since the read is for the
 * caller to assert.
 */
export function moveSummaries(scope: Scope, mover: Mover | null, orders: OrderChange): Statement[] {
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
  return [...moves].map(([id, move]) =>
    moveCustomer(scope, id, move, id === mover?.id ? mover : { lastOrder: null }),
  );
}
