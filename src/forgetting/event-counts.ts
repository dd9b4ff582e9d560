import type { Found } from "./place";

/** All events, and of them those about the customer itself and those about its orders. */
export function countedKinds(kinds: readonly string[]): Found {
  const beginning = (start: string) => kinds.filter((kind) => kind.startsWith(start)).length;
  return {
    events: kinds.length,
    customer_events: beginning("customer."),
    order_events: beginning("customer.order."),
  };
}
