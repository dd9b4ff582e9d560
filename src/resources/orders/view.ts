import type { OrderRow } from "../../db/tables/redemptions";
import { type Cart, cartOf, type Line, type Taking } from "../../engine/cart";
import { assert } from "../../lib/assert";
import { memoised } from "../../lib/memoised";
import type { Order, OrderInput, OrderItemInput } from "../../model/order";
import type { LineTaking } from "../../model/redemption";
import type { Display } from "./display";
import { usesOnOrder } from "./uses";

const isSet = ([, field]: [string, unknown]): boolean => field !== null && field !== undefined;

/** A line's `product` and `sku`; a SKU has a text `sku` of its own. */
const isGoods = (name: string, field: unknown): field is object =>
  (name === "product" || name === "sku") && typeof field === "object";

/**
 * Unset and null fields are left out of nested order objects (reference service, wire conventions).
 */
const withoutNulls = (item: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item)
      .filter(isSet)
      .map(([name, field]) => [
        name,
        isGoods(name, field) ? Object.fromEntries(Object.entries(field).filter(isSet)) : field,
      ]),
  );

/** A line before its amounts. */
type ShownItem = (item: Line["item"]) => Record<string, unknown>;

/** A line as sent, which each turn of a stack shows again. */
const shownItem: ShownItem = memoised((item: Line["item"]) => withoutNulls(item));

/** The same with the goods of the line, for all turns of one request. */
export const shownWith = (display: Display): ShownItem =>
  memoised((item: Line["item"]) => ({ ...withoutNulls(item), ...display(item) }));

/** Amounts and counts that are zero are left out. */
function nonZero(fields: Record<string, number | undefined>): Record<string, number> {
  const kept: Record<string, number> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value) kept[name] = value;
  }
  return kept;
}

/** What the redeemable of this turn did to the line. Minor units. */
const viewTaking = (taking: LineTaking) => ({
  ...nonZero({
    applied_discount_amount: taking.discount,
    applied_discount_quantity: taking.discount_quantity,
    applied_quantity: taking.added_quantity,
    applied_quantity_amount: taking.added_amount,
  }),
  ...(taking.application_details && { application_details: taking.application_details }),
});

/**
 * A line as sent, with its amounts and what was taken off it worked out (contract, "Order item").
 */
const viewLine = (
  line: Line,
  item: Record<string, unknown>,
  discount: number,
  taking?: LineTaking,
): Record<string, unknown> => ({
  object: "order_item",
  ...item,
  ...(line.price !== null && { price: line.price }),
  ...(line.quantity !== null && {
    quantity: line.quantity,
    initial_quantity: line.initial_quantity ?? 1,
  }),
  ...(line.amount !== null && {
    amount: line.amount,
    initial_amount: line.initial_amount ?? 0,
    ...nonZero({ discount_amount: discount, discount_quantity: line.discount_quantity }),
    subtotal_amount: line.amount - discount,
  }),
  ...(taking && viewTaking(taking)),
});

const itemsTaken = ({ lines }: Taking): number =>
  lines.reduce((total, { discount }) => total + discount, 0);

const person = (id: string) => ({ id, object: "customer" as const });

/** What an order costs: sums that are zero are left out. Minor units. */
function viewAmounts(cart: Cart, amount: number, taking: Taking) {
  const discount = cart.discount_amount + cart.items_discount_amount;
  const atLines = itemsTaken(taking);
  return {
    amount,
    initial_amount: cart.initial_amount ?? amount,
    ...nonZero({
      discount_amount: cart.discount_amount,
      items_discount_amount: cart.items_discount_amount,
      total_discount_amount: discount,
    }),
    total_amount: amount - discount,
    ...nonZero({
      applied_discount_amount: taking.order_discount,
      items_applied_discount_amount: atLines,
      total_applied_discount_amount: taking.order_discount + atLines,
    }),
  };
}

/** Names and persons of an order, beside what it costs, and how its lines are shown. */
export interface OrderIdentity {
  id?: string | null | undefined;
  source_id?: string | null | undefined;
  status?: string | null | undefined;
  customer_id: string | null;
  referrer_id?: string | null;
  shown?: ShownItem;
}

/**
 * A calculated order at one turn; `taking` is what this turn took off and added, in minor units.
 */
export function viewCart(cart: Cart | null, taking: Taking, identity: OrderIdentity): Order {
  const { id, source_id, status, customer_id, referrer_id = null, shown = shownItem } = identity;
  const byLine = new Map(taking.lines.map((each) => [each.index, each]));
  return {
    ...(id && { id }),
    ...(source_id && { source_id }),
    ...(status && { status }),
    ...(cart?.amount != null && viewAmounts(cart, cart.amount, taking)),
    ...(cart &&
      cart.lines.length > 0 && {
        items: cart.lines.map((line, at) =>
          viewLine(line, shown(line.item), cart.discounts[at] ?? 0, byLine.get(at)),
        ),
      }),
    metadata: cart?.metadata ?? {},
    customer_id,
    referrer_id,
    ...(customer_id && { customer: person(customer_id) }),
    ...(referrer_id && { referrer: person(referrer_id) }),
    object: "order",
  } as Order;
}

type Entry = OrderRow["redemptions"][string];

/** Before a stack was listed as one, an entry named the stack's redemption as its parent. */
const REDEMPTION_ID = /^r_/;

/** The redemption of the stack that an entry belongs to; null where it stands alone. */
function stackOf({ parent_id, related_object_parent_id: parent }: Entry): string | null {
  if (typeof parent_id === "string") return parent_id;
  return typeof parent === "string" && REDEMPTION_ID.test(parent) ? parent : null;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A stack's one entry with one more of its children. */
const stacked = (stack: string, before: Entry | undefined, id: string, child: Entry): Entry => ({
  date: child.date,
  related_object_type: "redemption",
  related_object_id: stack,
  ...before,
  stacked: [...listOf(before?.stacked), id],
  ...(child.rollback_id !== undefined && {
    rollback_date: child.rollback_date,
    rollback_stacked: [...listOf(before?.rollback_stacked), child.rollback_id],
  }),
});

/**
 * The contract's map of an order's redemptions: a stack is one entry under its own id, which lists
 * its children. What we note for ourselves is left out.
 */
export function shownRedemptions(order: OrderRow): Record<string, Entry> {
  const shown: Record<string, Entry> = {};
  for (const [id, { applied: _, is_kept: __, ...entry }] of Object.entries(order.redemptions)) {
    const stack = stackOf(entry);
    if (stack === null) shown[id] = entry;
    else shown[stack] = stacked(stack, shown[stack], id, entry);
  }
  return shown;
}

const NOTHING: Taking = { order_discount: 0, lines: [] };

/** A stored order as its redemptions left it: what each took is read from the record. */
export function cartOfOrder(row: OrderRow): Cart {
  const { items, initial_amount: amount, metadata } = row;
  const priced = cartOf({ items, amount, metadata }, usesOnOrder(row));
  assert(priced.ok, "an order was priced before it was stored");
  return priced.value;
}

/** A stored order at one turn, or as it stands. */
export const viewStored = (row: OrderRow, cart: Cart | null, taking: Taking): Order => ({
  ...viewCart(cart, taking, row),
  ...(!cart?.lines.length && { items: [] }),
  source_id: row.source_id,
  redemptions: shownRedemptions(row),
  created_at: row.created_at,
  updated_at: row.updated_at,
});

type ShownLine = NonNullable<Order["items"]>[number];

const withoutInitial = ({ initial_quantity: _, ...line }: ShownLine): ShownLine => line;

/** An order that was only made tells what it is made of (as the reference service). */
function viewMade({ initial_amount: _, redemptions: __, metadata = {}, ...order }: Order): Order {
  return {
    ...order,
    items: order.items?.map(withoutInitial) ?? [],
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** A stored order as it stands now, with its lines worked out as when it was redeemed. */
export function viewOrder(row: OrderRow): Order {
  const order = viewStored(row, cartOfOrder(row), NOTHING);
  const isMade = row.status === "CREATED" && Object.keys(row.redemptions).length === 0;
  return isMade ? viewMade(order) : order;
}

/** The cast holds because an order is kept as it was shown. */
const linesOf = (items: unknown): OrderItemInput[] | null =>
  Array.isArray(items) ? (items as OrderItemInput[]) : null;

/** An order that was shown and kept without them, with the goods of its lines. */
export function withGoods<O extends { items?: unknown }>(order: O, display: Display): O {
  const lines = linesOf(order.items);
  return lines ? { ...order, items: lines.map((line) => ({ ...line, ...display(line) })) } : order;
}

/**
 * An order as a browser may see it. What the shop stored under an order's name is not told to
 * whoever guesses the name: lines and metadata only where the request itself sent them, and never
 * who referred.
 */
export function asSent<O extends { items?: unknown; referrer?: unknown }>(
  { items, referrer: _, ...rest }: O,
  sent: OrderInput | null | undefined,
) {
  return {
    ...rest,
    referrer_id: null,
    ...(sent?.items && items ? { items } : {}),
    metadata: sent?.metadata ?? {},
  };
}

type SentOrder = OrderInput | null | undefined;

const OF_LINES = new Set(["order_item_indices", "order_item_units"]);

const withoutLines = (entry: unknown): unknown =>
  typeof entry === "object" && entry !== null
    ? Object.fromEntries(Object.entries(entry).filter(([name]) => !OF_LINES.has(name)))
    : entry;

interface Reached {
  applicable_to: { data: unknown[] };
  inapplicable_to: { data: unknown[] };
}

const listSeen = <L extends { data: unknown[] }>(list: L, sent: SentOrder): L =>
  sent?.items ? list : { ...list, data: list.data.map(withoutLines) };

/** What a browser is told was touched: of lines that it did not send itself, not which. */
export const reachSeen = <R extends Reached>(reached: R, sent: SentOrder): R => ({
  ...reached,
  applicable_to: listSeen(reached.applicable_to, sent),
  inapplicable_to: listSeen(reached.inapplicable_to, sent),
});

/**
 * What a browser is told of a bundle: of lines that it did not send itself, only whether it is
 * whole.
 */
export const bundleSeen = <B extends { identified: unknown[]; missing: unknown[] }>(
  bundle: B,
  sent: SentOrder,
): B => (sent?.items ? bundle : { ...bundle, identified: [], missing: [] });
