// Decides what rules see of the order at one turn of a stack.
import { amountLeft, type Cart } from "../cart";
import type { Facts, ItemFacts } from "../rules/facts";
import { goodsFacts } from "../rules/goods";
import type { UsageFacts } from "../usage/facts";
import { linesReached, type Turn } from "./turn";

/** What the catalogue knows of a line: its goods, and the collections that it belongs to. */
export type KnownLine = Pick<ItemFacts, "product" | "sku" | "collections">;

const UNKNOWN: KnownLine = { product: null, sku: null, collections: [] };

/**
 * The lines of a cart as the shopper sent them, completed from the catalogue, which is how rules
 * read them at every turn; lines that redeemables put in are left out. `knownOf` tells what the
 * catalogue knows of a line, by its index.
 */
export const itemFacts = (
  cart: Cart | null,
  knownOf: (at: number) => KnownLine | undefined = () => undefined,
): ItemFacts[] =>
  (cart?.lines ?? [])
    .filter(({ is_added }) => !is_added)
    .map(({ item, initial_quantity, price, initial_amount }, at) => {
      const { product, sku, collections } = knownOf(at) ?? UNKNOWN;
      return {
        product_id: item.product_id ?? item.product?.id ?? product?.id ?? null,
        sku_id: item.sku_id ?? item.sku?.id ?? null,
        source_id: item.source_id ?? null,
        quantity: initial_quantity,
        price,
        amount: initial_amount,
        metadata: item.metadata ?? null,
        product: goodsFacts(item.product, product),
        sku: goodsFacts(item.sku, sku),
        collections,
      };
    });

/**
 * What the turn itself brings into the facts: the cart after it, what it takes of a card, and usage
 * with it.
 */
export interface TurnFacts {
  after: Cart | null;
  credits: number | null;
  points: number | null;
  usage: UsageFacts;
}

/** One entry a line: whether the redeemable's discount can reach it. */
function reachedLines(turn: Turn): boolean[] {
  const reached = new Set(linesReached(turn, null).lines.map(({ index }) => index));
  return turn.snapshot.items.map((_, at) => reached.has(at));
}

/**
 * The facts of one turn: `order.amount` is before it, `order.total_amount` after it, minor units.
 */
export function factsAt(turn: Turn, { after, credits, points, usage }: TurnFacts): Facts {
  const { snapshot, candidate, cart: before } = turn;
  let reached: boolean[] | null = null;
  return {
    now: snapshot.now,
    timeZone: snapshot.timeZone,
    ...(snapshot.weekStart !== undefined && { weekStart: snapshot.weekStart }),
    ...(snapshot.work && { work: snapshot.work }),
    customer: snapshot.customer,
    order: before && {
      amount: amountLeft(before),
      initial_amount: before.initial_amount,
      total_amount: after && amountLeft(after),
      metadata: before.metadata,
      items: snapshot.items,
    },
    redemption: { ...snapshot.redemption, gift_amount: credits, points },
    usage,
    publication: candidate.is_linked === null ? null : { is_linked: candidate.is_linked },
    // Worked out only when a rule asks for it, as few do.
    get reach() {
      reached ??= reachedLines(turn);
      return reached;
    },
  };
}
