import type { OrderRow } from "../../db/tables/redemptions";
import { type Cart, cartOf, type Line } from "../../engine/cart";
import { assert } from "../../lib/assert";
import type { Order, OrderInput } from "../../model/order";

const isSet = ([, field]: [string, unknown]): boolean => field !== null && field !== undefined;

/** A line's `product` and `sku`; a SKU has a text `sku` of its own. */
const isGoods = (name: string, field: unknown): field is object =>
  (name === "product" || name === "sku") && typeof field === "object";

/** Unset and null fields are left out of nested order objects (reference service, wire conventions). */
const withoutNulls = (item: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item)
      .filter(isSet)
      .map(([name, field]) => [
        name,
        isGoods(name, field) ? Object.fromEntries(Object.entries(field).filter(isSet)) : field,
      ]),
  );

/** A line as sent, with its amounts worked out (contract, "Order item"). */
export const viewLine = ({ item, quantity, price, amount }: Line): Record<string, unknown> => ({
  object: "order_item",
  ...withoutNulls(item),
  ...(price !== null && { price }),
  ...(quantity !== null && { quantity, initial_quantity: quantity }),
  ...(amount !== null && { amount, initial_amount: amount, subtotal_amount: amount }),
});

/** What an order costs: sums that are zero are left out. Minor units. */
function viewAmounts(amount: number, discount: number, applied: number) {
  return {
    amount,
    initial_amount: amount,
    ...(discount > 0 && { discount_amount: discount, total_discount_amount: discount }),
    total_amount: amount - discount,
    ...(applied > 0 && {
      applied_discount_amount: applied,
      total_applied_discount_amount: applied,
    }),
  };
}

/** Names and persons of an order, beside what it costs. */
export interface OrderIdentity {
  id?: string | null | undefined;
  source_id?: string | null | undefined;
  status?: string | null | undefined;
  customer_id: string | null;
}

/** A calculated order at one turn; `applied` is what this turn took off, in minor units. */
export function viewCart(cart: Cart | null, applied: number, identity: OrderIdentity): Order {
  const { id, source_id, status, customer_id } = identity;
  return {
    ...(id && { id }),
    ...(source_id && { source_id }),
    ...(status && { status }),
    ...(cart?.amount != null && viewAmounts(cart.amount, cart.discount_amount, applied)),
    ...(cart && cart.lines.length > 0 && { items: cart.lines.map(viewLine) }),
    metadata: cart?.metadata ?? {},
    customer_id,
    referrer_id: null,
    object: "order",
  } as Order;
}

/** The contract's map of an order's redemptions; what we note for ourselves is left out. */
export const shownRedemptions = (order: OrderRow) =>
  Object.fromEntries(
    Object.entries(order.redemptions).map(([id, { applied: _, ...entry }]) => [id, entry]),
  );

const person = (id: string) => ({ id, object: "customer" as const });

/** A stored order as it stands now, with its lines worked out as when it was redeemed. */
export function viewOrder(row: OrderRow): Order {
  const priced = cartOf({ items: row.items, amount: row.amount, metadata: row.metadata }, []);
  assert(priced.ok, "an order was priced before it was stored");
  return {
    ...viewCart({ ...priced.value, discount_amount: row.discount_amount }, 0, row),
    referrer_id: row.referrer_id,
    ...(row.customer_id && { customer: person(row.customer_id) }),
    ...(row.referrer_id && { referrer: person(row.referrer_id) }),
    redemptions: shownRedemptions(row),
    created_at: row.created_at,
    ...(row.updated_at !== null && { updated_at: row.updated_at }),
  };
}

/**
 * An order as a browser may see it. What the shop stored under an order's name is not told to
 * whoever guesses the name: lines and metadata only where the request itself sent them.
 */
export function asSent(order: Order, sent: OrderInput | null | undefined): Order {
  const { items, ...rest } = order;
  return { ...rest, ...(sent?.items && items && { items }), metadata: sent?.metadata ?? {} };
}
