import { madeAt } from "../lib/id";
import { slim, whole } from "../lib/slim";
import { decode, type RawRow } from "./client";
import { type RedemptionRow, redemptions } from "./tables/redemptions";

type Json = Record<string, unknown>;

/** Marks an order that is stored packed; one without the mark is stored as it was shown. */
const PACKED = "is_slim";

const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const nonZero = (name: string, value: number): Json => (value === 0 ? {} : { [name]: value });

/** A redemption as its order lists it (contract, "Order", `redemptions`). */
export const useOf = (row: RedemptionRow) => ({
  date: row.created_at,
  related_object_type: row.promotion_tier_id === null ? "voucher" : "promotion_tier",
  related_object_id: row.promotion_tier_id ?? row.voucher_id,
});

/** A line's amounts as they follow from its price, quantity and discount. Minor units. */
function usualLine({ quantity, price, amount: told, discount_amount }: Json): Json {
  const amount = number(quantity) * number(price);
  return {
    object: "order_item",
    initial_quantity: quantity,
    amount,
    initial_amount: told ?? amount,
    subtotal_amount: number(told ?? amount) - number(discount_amount),
  };
}

/**
 * The fields of an order in the ledger that equal those of its entry, or follow from its other
 * fields.
 */
function usualOrder(order: Json, row: RedemptionRow): Json {
  const off = number(order.discount_amount) + number(order.items_discount_amount);
  const applied =
    number(order.applied_discount_amount) + number(order.items_applied_discount_amount);
  const made = madeAt(row.order_id ?? "");
  return {
    id: row.order_id,
    source_id: null,
    status: "PAID",
    initial_amount: order.amount,
    ...nonZero("total_discount_amount", off),
    total_amount: number(order.amount) - off,
    ...nonZero("total_applied_discount_amount", applied),
    metadata: {},
    customer_id: row.customer_id,
    referrer_id: null,
    ...(row.customer_id && { customer: { id: row.customer_id, object: "customer" } }),
    created_at: made && new Date(made).toISOString(),
    updated_at: row.created_at,
    object: "order",
    redemptions: { [row.id]: useOf(row) },
  };
}

const eachLine = (items: unknown, line: (item: Json, usual: Json) => Json): unknown =>
  Array.isArray(items) ? items.map((item) => line(item, usualLine(item))) : items;

/**
 * An order as an entry of the ledger stores it: without what the entry or the order itself says
 * twice.
 */
export function packedOrder(row: RedemptionRow): Json | null {
  const { order } = row;
  if (!order) return null;
  const { items, ...rest } = order;
  return {
    ...slim(rest, usualOrder(order, row)),
    ...("items" in order && { items: eachLine(items, slim) }),
    [PACKED]: 1,
  };
}

/** The order that was packed into the entry. */
function unpackedOrder(row: RedemptionRow): Json | null {
  const { order } = row;
  if (!order || order[PACKED] === undefined) return order;
  const { items, [PACKED]: _, ...rest } = order;
  return {
    ...whole(rest, usualOrder(order, row)),
    ...("items" in order && { items: eachLine(items, whole) }),
  };
}

/** An entry of the ledger with its order unpacked. */
export function decodeRedemption(raw: RawRow): RedemptionRow {
  const row = decode(redemptions, raw);
  return { ...row, order: unpackedOrder(row) };
}
