// Decides what an order costs before any discount: its lines, its amount, what is already taken off.
import { err, ok, type Result } from "../lib/result";
import type { OrderInput, OrderItemInput } from "../model/order";
import type { RedemptionEffects } from "../model/redemption";
import { allocate } from "./allocate";
import { MAX_AMOUNT, multiply } from "./money";

/** One line. Amounts in minor units; null where neither an amount nor a price is known. */
export interface Line {
  item: OrderItemInput;
  quantity: number | null;
  price: number | null;
  amount: number | null;
  /** What earlier redemptions of the order left of it; 0 where the amount is unknown. */
  left: number;
}

/** An order at one turn of a stack. All amounts in minor units. */
export interface Cart {
  lines: readonly Line[];
  amount: number | null;
  /** Taken off at order level so far, by earlier redemptions and earlier turns. */
  discount_amount: number;
  metadata: Record<string, unknown>;
}

/** What an earlier redemption of the order took off it, as it was written down. */
type EarlierUse = Pick<RedemptionEffects, "order_discount" | "line_shares">;

export interface CartDefect {
  path: string;
  reason: string;
}

const overflow = (path: string): CartDefect => ({ path, reason: `must be <= ${MAX_AMOUNT}` });

const line = (item: OrderItemInput, price: number | null, amount: number | null): Line => ({
  item,
  quantity: item.quantity ?? null,
  price,
  amount,
  left: amount ?? 0,
});

/** Sent amount first, then price times quantity; the price of the item goes before its product's. */
function lineOf(item: OrderItemInput, at: number): Result<Line, CartDefect> {
  const quantity = item.quantity ?? (item.amount === undefined || item.amount === null ? 1 : null);
  const price = item.price ?? item.sku?.price ?? item.product?.price ?? null;
  if (typeof item.amount === "number") {
    return ok(line(item, price, item.amount));
  }
  const amount = price === null || quantity === null ? null : multiply(price, quantity);
  if (amount === null && price !== null) return err(overflow(`order.items[${at}].amount`));
  return ok(line(item, price, amount));
}

function sumOf(lines: readonly Line[]): number | null {
  let total: number | null = null;
  for (const { amount } of lines) if (amount !== null) total = (total ?? 0) + amount;
  return total;
}

/** A use falls on the lines as it was written down, or anew if the order was sent with other lines. */
function sharesOf({ order_discount = 0, line_shares }: EarlierUse, lines: readonly Line[]) {
  const fits =
    line_shares?.length === lines.length &&
    line_shares.every((share, at) => share <= (lines[at]?.left ?? 0));
  const left = lines.map((one) => one.left);
  return fits ? line_shares : allocate(order_discount, left);
}

const afterUse = (lines: readonly Line[], use: EarlierUse): Line[] => {
  const shares = sharesOf(use, lines);
  return lines.map((one, at) => ({ ...one, left: one.left - (shares[at] ?? 0) }));
};

/**
 * The cart of an order as sent, less what earlier redemptions of it took: `item.amount` is price
 * times quantity unless it is sent, and the order's own amount wins over the sum of its lines
 * (reference service, orders). Refuses amounts beyond the largest safe one, naming the property.
 */
export function cartOf(
  order: OrderInput,
  earlier: readonly EarlierUse[],
): Result<Cart, CartDefect> {
  const lines: Line[] = [];
  for (const [at, item] of (order.items ?? []).entries()) {
    const made = lineOf(item, at);
    if (!made.ok) return made;
    lines.push(made.value);
  }
  const total = sumOf(lines);
  if (total !== null && total > MAX_AMOUNT) return err(overflow("order.items"));
  const amount = order.amount ?? total;
  const taken = earlier.reduce((sum, { order_discount = 0 }) => sum + order_discount, 0);
  return ok({
    lines: earlier.reduce(afterUse, lines),
    amount,
    discount_amount: Math.min(taken, amount ?? 0),
    metadata: order.metadata ?? {},
  });
}

/** What is left to pay, or null while the amount is unknown. */
export const amountLeft = (cart: Cart): number | null =>
  cart.amount === null ? null : cart.amount - cart.discount_amount;
