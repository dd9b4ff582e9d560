import type { CustomerRow } from "../db/tables/customers";
import type { OrderRow } from "../db/tables/redemptions";
import { standing } from "../resources/orders/summary";
import { type CountedUse, usesCountedFor } from "../resources/orders/uses";

const sumOf = <T>(all: readonly T[], of: (each: T) => number | undefined): number =>
  all.reduce((sum, each) => sum + (of(each) ?? 0), 0);

/** Points that uses took of the customer's own cards, by program. */
function pointsTaken(uses: readonly CountedUse[]): Record<string, number> {
  const taken: Record<string, number> = {};
  for (const { use, campaignId } of uses) {
    if (!use.is_own_card || !use.points || campaignId === null) continue;
    taken[campaignId] = (taken[campaignId] ?? 0) + use.points;
  }
  return taken;
}

/** What redemptions of the order, and rollbacks of them, have moved in the customer's summary. */
function withoutUses(customer: CustomerRow, made: readonly CountedUse[]): CustomerRow {
  const all = made.filter(({ use }) => !use.uncounted);
  const standing = all.filter(({ isRolledBack }) => !isRolledBack);
  const back = made.filter(({ isRolledBack }) => isRolledBack).length;
  // Cards are spent by what the summary does not count, too.
  const spending = made.filter(({ isRolledBack }) => !isRolledBack);
  const ofOwnCards = spending.filter(({ use }) => use.is_own_card);
  const points = pointsTaken(spending);
  const program_points = Object.fromEntries(
    Object.entries(customer.program_points).map(([id, left]) => [id, left + (points[id] ?? 0)]),
  );
  return {
    ...customer,
    total_redeemed: customer.total_redeemed - all.length,
    total_succeeded: customer.total_succeeded - all.length,
    total_rolled_back: customer.total_rolled_back - back,
    total_rollback_succeeded: customer.total_rollback_succeeded - back,
    gift_redeemed_amount: customer.gift_redeemed_amount - sumOf(standing, ({ use }) => use.credits),
    loyalty_redeemed_points:
      customer.loyalty_redeemed_points - sumOf(standing, ({ use }) => use.points),
    gift_balance: customer.gift_balance + sumOf(ofOwnCards, ({ use }) => use.credits),
    points_balance: customer.points_balance + sumOf(ofOwnCards, ({ use }) => use.points),
    program_points,
  };
}

/** The summary of orders without this one; what was the last one before it is the last again. */
function withoutOrder(customer: CustomerRow, order: OrderRow): CustomerRow {
  const counted = standing(order);
  const isOwn = counted?.owner === customer.id;
  const isLast = customer.last_order_id === order.id;
  return {
    ...customer,
    ...(isOwn && {
      orders_count: customer.orders_count - 1,
      orders_amount: customer.orders_amount - counted.amount,
    }),
    ...(isLast && {
      last_order_amount: customer.prior_order_amount,
      last_order_date: customer.prior_order_date,
    }),
  };
}

/** The customer once an order is paid, with what it costs (minor units), at an instant (ISO). */
export const customerAfter = (
  customer: CustomerRow,
  { amount, date }: { amount: number; date: string },
): CustomerRow => ({
  ...customer,
  orders_count: customer.orders_count + 1,
  orders_amount: customer.orders_amount + amount,
  last_order_amount: amount,
  last_order_date: date,
});

/**
 * The customer as if the order had not been: what it counts for in their summary, and what its own
 * redemptions took, does not decide about it (docs/deciding.md, "History").
 */
export function customerBefore(customer: CustomerRow, order: OrderRow | null): CustomerRow {
  if (!order) return customer;
  return withoutOrder(withoutUses(customer, usesCountedFor(order, customer.id)), order);
}
