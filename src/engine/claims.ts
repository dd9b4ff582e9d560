// Decides what is left of an order without what only a browser has said of it.
import type { OrderClaims } from "../model/order";
import type { Cart } from "./cart";

type Metadata = Record<string, unknown>;

const withoutKeys = (metadata: Metadata, keys: readonly string[]): Metadata =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => !keys.includes(key)));

interface Claimed {
  items: unknown;
  metadata: Metadata;
  claimed: OrderClaims | null;
}

/** The order without the lines and the metadata that only a browser has said. */
export const withoutClaims = <O extends Claimed>(order: O): O =>
  order.claimed
    ? {
        ...order,
        items: order.claimed.items ? null : order.items,
        metadata: withoutKeys(order.metadata, order.claimed.metadata),
        claimed: null,
      }
    : order;

/** The cart of such an order as points are earned by it: its amounts stay as they are. */
export const cartWithoutClaims = (cart: Cart, claimed: OrderClaims | null): Cart =>
  claimed
    ? {
        ...cart,
        ...(claimed.items && { lines: [], discounts: [], left: [] }),
        metadata: withoutKeys(cart.metadata, claimed.metadata),
      }
    : cart;

/** What a browser says of a new order. */
export const claimsOf = ({ items, metadata }: Omit<Claimed, "claimed">): OrderClaims => ({
  items: items !== null,
  metadata: Object.keys(metadata),
});

/** What stays claimed once a back end has sent this metadata, of an order whose cart stays. */
export const claimsLeft = (
  claimed: OrderClaims | null,
  sent: Metadata | null | undefined,
): OrderClaims | null =>
  claimed && sent !== undefined
    ? {
        ...claimed,
        metadata: sent === null ? [] : claimed.metadata.filter((key) => !(key in sent)),
      }
    : claimed;
