// Decides what an order costs: its lines, its amount, and what each redeemable that was applied has
// left of them.
import { err, ok, type Result } from "../lib/result";
import type { OrderInput, OrderItemInput } from "../model/order";
import type { LineTaking, RedemptionEffects } from "../model/redemption";
import { allocate } from "./allocate";
import { isAmount, MAX_AMOUNT, multiply } from "./money";
import { unitPrice } from "./rules/goods";

/** One line. Amounts in minor units; null where neither an amount nor a price is known. */
export interface Line {
  item: OrderItemInput;
  quantity: number | null;
  price: number | null;
  amount: number | null;
  /** Before free units were added or units replaced. */
  initial_quantity: number | null;
  initial_amount: number | null;
  /** Units of it that are free so far. */
  discount_quantity: number;
  /** Put into the cart by a redeemable, not by the shopper. */
  is_added: boolean;
}

/** An order at one turn of a stack. All amounts in minor units. */
export interface Cart {
  lines: readonly Line[];
  /**
   * By line: taken off at the line itself so far. Columns of numbers beside the lines, since a turn
   * of a stack changes these and little else.
   */
  discounts: readonly number[];
  /**
   * Line by line: what is left, shares of order discounts that are split already included; 0 where
   * the amount is unknown.
   */
  left: readonly number[];
  amount: number | null;
  /** Before free units were added. */
  initial_amount: number | null;
  /** Taken off at order level so far, by earlier redemptions and earlier turns. */
  discount_amount: number;
  items_discount_amount: number;
  /**
   * Order discounts that are not split over the lines yet: only discounts of lines need to know.
   */
  unsplit: readonly number[];
  metadata: Record<string, unknown>;
}

/** What one redeemable takes off a cart: at order level, and at lines. Minor units. */
export interface Taking {
  order_discount: number;
  lines: readonly LineTaking[];
}

/** What an earlier redemption of the order took off it, as it was written down. */
export type EarlierUse = Pick<RedemptionEffects, "order_discount" | "line_shares" | "lines">;

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
  initial_quantity: item.quantity ?? null,
  initial_amount: amount,
  discount_quantity: 0,
  is_added: false,
});

/**
 * Sent amount first, then price times quantity; the price of the item goes before its product's.
 */
function lineOf(item: OrderItemInput, at: number): Result<Line, CartDefect> {
  const quantity = item.quantity ?? (item.amount === undefined || item.amount === null ? 1 : null);
  const price = unitPrice(item);
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

/** A line that a redeemable put into the cart: nothing of it was there before. */
const addedLine = ({ item, price }: LineTaking): Line => ({
  ...line(item ?? {}, price ?? null, 0),
  quantity: 0,
  initial_quantity: 0,
  is_added: true,
});

const changesLine = ({ discount_quantity, added_quantity, added_amount, item }: LineTaking) =>
  Boolean(discount_quantity || added_quantity || added_amount || item);

function takeLine(before: Line, taking: LineTaking): Line {
  const { discount_quantity = 0, added_quantity = 0, added_amount = 0 } = taking;
  return {
    ...before,
    quantity: added_quantity === 0 ? before.quantity : (before.quantity ?? 1) + added_quantity,
    amount: before.amount === null ? null : before.amount + added_amount,
    discount_quantity: before.discount_quantity + discount_quantity,
  };
}

/** The lines that units were put into or found in; a mere discount leaves them as they are. */
function takeLines(lines: readonly Line[], takings: readonly LineTaking[]): readonly Line[] {
  const changing = takings.filter(changesLine);
  if (changing.length === 0) return lines;
  const changed = [...lines];
  for (const taking of changing) {
    changed[taking.index] = takeLine(changed[taking.index] ?? addedLine(taking), taking);
  }
  return changed;
}

/** The cart after one redeemable, and what it took of it (reference service, orders). */
export function take(cart: Cart, { order_discount, lines: takings }: Taking): Cart {
  const [discounts, left] = [[...cart.discounts], [...cart.left]];
  let [added, discounted] = [0, 0];
  for (const { index, discount, added_amount = 0 } of takings) {
    added += added_amount;
    discounted += discount;
    discounts[index] = (discounts[index] ?? 0) + discount;
    left[index] = (left[index] ?? 0) + added_amount - discount;
  }
  return {
    ...cart,
    lines: takeLines(cart.lines, takings),
    discounts,
    left,
    amount: cart.amount === null ? null : cart.amount + added,
    discount_amount: cart.discount_amount + order_discount,
    items_discount_amount: cart.items_discount_amount + discounted,
    unsplit: order_discount > 0 ? [...cart.unsplit, order_discount] : cart.unsplit,
  };
}

const lessShares = (cart: Cart, shares: readonly number[]): Cart => ({
  ...cart,
  left: cart.left.map((left, at) => left - (shares[at] ?? 0)),
});

/**
 * How an order discount falls on the lines: by largest remainder, on what earlier ones left of
 * each.
 */
export const sharesOf = (cart: Cart, discount: number): number[] => allocate(discount, cart.left);

/** The same cart with every order discount split, so that `left` is what is left of each line. */
export function split(cart: Cart): Cart {
  if (cart.unsplit.length === 0) return cart;
  let standing: Cart = { ...cart, unsplit: [] };
  for (const discount of cart.unsplit)
    standing = lessShares(standing, sharesOf(standing, discount));
  return standing;
}

function fitsLine(one: Line, left: number, taking: LineTaking): boolean {
  const { discount, added_quantity = 0, added_amount = 0 } = taking;
  if (discount > left + added_amount) return false;
  return (
    isAmount((one.quantity ?? 1) + added_quantity) && isAmount((one.amount ?? 0) + added_amount)
  );
}

/**
 * Lines that earlier redemptions put into the order: from the index that was written down then to
 * the index at which the line stands in the order now.
 */
type Places = Map<number, number>;

const isSameGoods = (one: Line | undefined, { item }: LineTaking): boolean =>
  one?.is_added === true &&
  one.item.product_id === item?.product_id &&
  one.item.sku_id === item?.sku_id;

/**
 * The takings with the indexes of the cart as it is now: the shopper may have sent more or fewer
 * lines since, and a line that another redemption had put in may have left with its rollback.
 */
function placed(cart: Cart, lines: readonly LineTaking[], places: Places): LineTaking[] {
  let next = cart.lines.length;
  return lines.map((taking) => {
    const before = places.get(taking.index) ?? taking.index;
    if (!taking.item) return { ...taking, index: before };
    const index = isSameGoods(cart.lines[before], taking) ? before : next++;
    places.set(taking.index, index);
    return { ...taking, index };
  });
}

/** What takings lower the order by: what they put in is not paid. */
const takenBy = (lines: readonly LineTaking[]): number =>
  lines.reduce((sum, { discount, added_amount = 0 }) => sum + discount - added_amount, 0);

/**
 * Whether what an earlier redemption took still fits the order as it was sent this time, line by
 * line and in all.
 */
function fits(cart: Cart, lines: readonly LineTaking[]): boolean {
  const areFitting = lines.every((taking) => {
    const one = cart.lines[taking.index];
    return one ? fitsLine(one, cart.left[taking.index] ?? 0, taking) : taking.item !== undefined;
  });
  const added = lines.reduce((sum, { added_amount = 0 }) => sum + added_amount, 0);
  const isLeft = takenBy(lines) <= (amountLeft(cart) ?? 0);
  return areFitting && isLeft && isAmount((cart.amount ?? 0) + added);
}

/**
 * The shares that were written down, on the lines as they stand now; null where they do not fit
 * them, as when a line was sent that had none, or when two would fall on one line. A line that was
 * put in and has left since had none either, where all of it was free.
 */
function sharesNow(
  cart: Cart,
  shares: readonly number[] | undefined,
  places: Places,
): number[] | null {
  if (!shares || shares.length < cart.lines.length) return null;
  const now = cart.lines.map(() => 0);
  for (const [at, share] of shares.entries()) {
    if (share === 0) continue;
    const index = places.get(at) ?? at;
    if (now[index] !== 0 || share > (cart.left[index] ?? 0)) return null;
    now[index] = share;
  }
  return now;
}

/**
 * What an earlier redemption took, as it was written down; an order that was sent with other lines
 * meanwhile keeps the amount, at order level.
 */
function takeEarlier(before: Cart, use: EarlierUse, places: Places): Cart {
  const { order_discount = 0, line_shares } = use;
  const lines = placed(before, use.lines ?? [], places);
  const isSame = fits(before, lines);
  const atOrder = order_discount + (isSame ? 0 : Math.max(0, takenBy(lines)));
  const cart = take(before, { order_discount: 0, lines: isSame ? lines : [] });
  const left = amountLeft(cart) ?? 0;
  const discount = Math.min(atOrder, left);
  const shares = isSame && discount === atOrder ? sharesNow(cart, line_shares, places) : null;
  if (shares) {
    return lessShares({ ...cart, discount_amount: cart.discount_amount + discount }, shares);
  }
  return split(take(cart, { order_discount: discount, lines: [] }));
}

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
  const sent: Cart = {
    lines,
    discounts: lines.map(() => 0),
    left: lines.map((one) => one.amount ?? 0),
    amount,
    initial_amount: amount,
    discount_amount: 0,
    items_discount_amount: 0,
    unsplit: [],
    metadata: order.metadata ?? {},
  };
  const places: Places = new Map();
  return ok(earlier.reduce((cart, use) => takeEarlier(cart, use, places), sent));
}

/** What is left to pay, or null while the amount is unknown. */
export const amountLeft = (cart: Cart): number | null =>
  cart.amount === null ? null : cart.amount - cart.discount_amount - cart.items_discount_amount;
