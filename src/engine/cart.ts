// Decides what an order costs before any discount: its lines, its amount, what is already taken off.
import { err, ok, type Result } from "../lib/result";
import type { OrderInput, OrderItemInput } from "../model/order";
import { MAX_AMOUNT, multiply } from "./money";

/** One line. Amounts in minor units; null where neither an amount nor a price is known. */
export interface Line {
  item: OrderItemInput;
  quantity: number | null;
  price: number | null;
  amount: number | null;
}

/** An order at one turn of a stack. All amounts in minor units. */
export interface Cart {
  lines: readonly Line[];
  amount: number | null;
  /** Taken off at order level so far, by earlier redemptions and earlier turns. */
  discount_amount: number;
  metadata: Record<string, unknown>;
}

export interface CartDefect {
  path: string;
  reason: string;
}

const overflow = (path: string): CartDefect => ({ path, reason: `must be <= ${MAX_AMOUNT}` });

/** Sent amount first, then price times quantity; the price of the item goes before its product's. */
function lineOf(item: OrderItemInput, at: number): Result<Line, CartDefect> {
  const quantity = item.quantity ?? (item.amount === undefined || item.amount === null ? 1 : null);
  const price = item.price ?? item.sku?.price ?? item.product?.price ?? null;
  if (typeof item.amount === "number") {
    return ok({ item, quantity: item.quantity ?? null, price, amount: item.amount });
  }
  const amount = price === null || quantity === null ? null : multiply(price, quantity);
  if (amount === null && price !== null) return err(overflow(`order.items[${at}].amount`));
  return ok({ item, quantity: item.quantity ?? null, price, amount });
}

function sumOf(lines: readonly Line[]): number | null {
  let total: number | null = null;
  for (const { amount } of lines) if (amount !== null) total = (total ?? 0) + amount;
  return total;
}

/**
 * The cart of an order as sent: `item.amount` is price times quantity unless it is sent, and the
 * order's own amount wins over the sum of its lines (reference service, orders). Refuses amounts
 * beyond the largest safe one, naming the property.
 */
export function cartOf(order: OrderInput, discountAmount: number): Result<Cart, CartDefect> {
  const lines: Line[] = [];
  for (const [at, item] of (order.items ?? []).entries()) {
    const line = lineOf(item, at);
    if (!line.ok) return line;
    lines.push(line.value);
  }
  const amount = order.amount ?? sumOf(lines);
  if (amount !== null && amount > MAX_AMOUNT) return err(overflow("order.amount"));
  return ok({
    lines,
    amount,
    discount_amount: Math.min(discountAmount, amount ?? 0),
    metadata: order.metadata ?? {},
  });
}

/** What is left to pay, or null while the amount is unknown. */
export const amountLeft = (cart: Cart): number | null =>
  cart.amount === null ? null : cart.amount - cart.discount_amount;
