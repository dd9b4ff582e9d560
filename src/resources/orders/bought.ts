import { isAmount } from "../../engine/money";
import type { OrderInput, OrderItemInput } from "../../model/order";

const isNumber = (value: unknown): value is number => typeof value === "number";

/**
 * Whether the sums of an answer still hold of a line into which it put so many units. Those of
 * earlier redemptions are among them, which `applied_quantity` leaves out. Fewer units than before
 * may be those that the shopper took out.
 */
const hasSums = (item: OrderItemInput, added: number): boolean =>
  added > 0 &&
  added <= (item.discount_quantity ?? 0) &&
  isNumber(item.subtotal_amount) &&
  raiseOf(item) === Number(item.price) * added &&
  Number(item.amount) - (item.discount_amount ?? 0) === item.subtotal_amount;

/** Units that an answer put into the line, where the line still is as it was answered. */
function unitsAdded(item: OrderItemInput): number {
  const { quantity, initial_quantity: initial, applied_quantity, discount_quantity } = item;
  if (!isNumber(quantity) || !isNumber(initial)) return 0;
  const added = quantity - initial;
  // A line that the shopper changed meanwhile is taken as it was sent: nobody is charged for less.
  // Free units may have been in the cart before: where an answer's sums are there, these tell it.
  const free = isNumber(item.subtotal_amount) ? 0 : discount_quantity;
  const isApplied = added === (applied_quantity ?? free ?? 0);
  return isApplied || hasSums(item, added) ? added : 0;
}

const plain = ({
  initial_quantity: _,
  initial_amount: __,
  applied_quantity: ___,
  discount_quantity: free,
  discount_amount: ____,
  subtotal_amount: sum,
  ...item
}: OrderItemInput): OrderItemInput =>
  // A shop's own count is shown again; that of an answer is counted anew.
  isNumber(free) && !isNumber(sum) ? { ...item, discount_quantity: free } : item;

/** What units that were put into a line raised its amount by; no number where that is not told. */
const raiseOf = ({ amount, initial_amount }: OrderItemInput): number =>
  (amount ?? Number.NaN) - (initial_amount ?? Number.NaN);

/** The line as it was bought; null where all of it was given for free. */
function boughtItem(sent: OrderItemInput): OrderItemInput | null {
  const added = unitsAdded(sent);
  const { discount_quantity: _, ...rest } = sent;
  if (added === 0) return plain(sent);
  const item = plain(rest);
  const quantity = Number(sent.quantity) - added;
  if (quantity === 0) return null;
  return {
    ...item,
    quantity,
    ...(isNumber(item.amount) && { amount: sent.initial_amount ?? null }),
  };
}

/**
 * The order as it was before free units were put in. Shops send back what a validation answered:
 * what it added then is not bought, and would be given once more beside itself.
 */
export function bought<O extends Pick<OrderInput, "items" | "amount" | "initial_amount">>(
  sent: O,
): O {
  const { items, amount, initial_amount } = sent;
  if (!items) return sent;
  const answered = items.filter((item) => unitsAdded(item) !== 0);
  // Other lines may have been changed, of which `initial_amount` knows nothing.
  const left = answered.reduce((rest, item) => rest - raiseOf(item), amount ?? Number.NaN);
  return {
    ...sent,
    items: items.flatMap((item) => boughtItem(item) ?? []),
    ...(answered.length > 0 &&
      isNumber(amount) && { amount: isAmount(left) ? left : (initial_amount ?? null) }),
  };
}
