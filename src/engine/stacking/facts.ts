// Decides what rules see of the order at one turn of a stack.
import { amountLeft, type Cart } from "../cart";
import type { Facts, ItemFacts } from "../rules/facts";
import type { UsageFacts } from "../usage/facts";
import type { Snapshot } from "./snapshot";

type Goods = Cart["lines"][number]["item"]["product"];

const goodsFacts = (goods: Goods): ItemFacts["product"] =>
  goods
    ? {
        id: goods.id ?? null,
        source_id: goods.source_id ?? null,
        price: goods.price ?? null,
        metadata: goods.metadata ?? {},
      }
    : null;

/** The lines of a cart as rules read them; they stay the same over all turns. */
export const itemFacts = (cart: Cart | null): ItemFacts[] =>
  (cart?.lines ?? []).map(({ item, quantity, price, amount }) => ({
    product_id: item.product_id ?? item.product?.id ?? null,
    sku_id: item.sku_id ?? item.sku?.id ?? null,
    source_id: item.source_id ?? null,
    quantity,
    price,
    amount,
    metadata: item.metadata ?? null,
    product: goodsFacts(item.product),
    sku: goodsFacts(item.sku),
    collections: [],
  }));

/** The facts of one turn: `order.amount` is before it, `order.total_amount` after it, minor units. */
export function factsAt(
  snapshot: Snapshot,
  items: ItemFacts[],
  carts: { before: Cart | null; after: Cart | null },
  turn: { credits: number | null; usage: UsageFacts },
): Facts {
  const { before, after } = carts;
  return {
    now: snapshot.now,
    timeZone: snapshot.timeZone,
    customer: snapshot.customer,
    order: before && {
      amount: amountLeft(before),
      initial_amount: before.amount,
      total_amount: after && amountLeft(after),
      metadata: before.metadata,
      items,
    },
    redemption: { ...snapshot.redemption, gift_amount: turn.credits },
    usage: turn.usage,
  };
}
