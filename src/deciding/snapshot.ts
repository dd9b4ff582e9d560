import { checkMetadata } from "../checks/metadata";
import type { CustomerRow } from "../db/tables/customers";
import { believed } from "../engine/believed";
import { type Cart, cartOf } from "../engine/cart";
import { withoutClaims } from "../engine/claims";
import type { Clock } from "../engine/rules/facts";
import { withinStack } from "../engine/stacking/order";
import type { Snapshot } from "../engine/stacking/snapshot";
import { ApiError } from "../errors";
import { birthdateOf } from "../model/customer";
import type { OrderInput } from "../model/order";
import type { DecideRequest } from "../model/redeemable";
import { customerChange, unknownCustomer } from "../resources/customers/store";
import { bought } from "../resources/orders/bought";
import { identified, priced } from "../resources/orders/goods";
import { countedClock, isBrowser, isProven, type Scope } from "../scope/scope";
import { candidatesOf, refuseRedeemables } from "./candidates";
import { countedBefore, type Purpose, usesOffCart } from "./earlier-uses";
import { factsOfItems } from "./items";
import type { Loaded } from "./load";
import { customerBefore } from "./own-history";
import type { LoadedRules, RuledRedeemable } from "./ruled";
import { segmentsOf } from "./segments";

/**
 * The order to decide on: as sent, completed from the stored order and from the catalogue. What
 * only a browser has said of the stored order decides nothing for a back end.
 */
export function orderInput(
  scope: Scope,
  request: DecideRequest,
  { order, goods }: Pick<Loaded, "order" | "goods">,
): OrderInput | null {
  const stored = order && (isBrowser(scope) ? order : withoutClaims(order));
  const asked = request.order && bought(request.order);
  const sent = asked && { ...asked, items: asked.items && priced(goods, asked.items) };
  if (!sent || !stored) return sent ?? null;
  return {
    ...sent,
    items: sent.items ?? (stored.items && identified(goods, stored.items)),
    amount: sent.amount ?? (sent.items ? null : stored.initial_amount),
    metadata: sent.metadata ?? stored.metadata,
  };
}

/** The cart of an order, less what earlier redemptions of it took off. */
export const cartFrom = (order: OrderInput, loaded: Loaded, purpose: Purpose) =>
  cartOf(order, usesOffCart(loaded, purpose));

/** The cart to decide on, with what earlier redemptions of the order took off already. */
export function loadedCart(
  scope: Scope,
  request: DecideRequest,
  loaded: Loaded,
  purpose: Purpose,
): Cart | null {
  const input = orderInput(scope, request, loaded);
  if (!input) return null;
  const cart = cartFrom(input, loaded, purpose);
  if (cart.ok) return cart.value;
  const { path, reason } = cart.error;
  throw new ApiError("invalid_payload", { details: `Property .${path} ${reason}` });
}

/** Nothing leaves CANCELED, so nothing more can be taken off such an order (docs/behaviour.md). */
export function refuseCanceled({ order }: Pick<Loaded, "order">): void {
  if (order?.status === "CANCELED") {
    throw new ApiError("invalid_order", { details: "Order cannot go from CANCELED to PAID" });
  }
}

/**
 * The customer that a decision looks at, stored or not: with what the request says, if the caller
 * may speak for the customer, without what only browsers wrote, and without what the order has
 * counted for in their history.
 */
function knownCustomer(scope: Scope, { identity, customer, order }: Loaded): CustomerRow | null {
  if (!identity) return null;
  const stored = customer ? customerBefore(customer, order) : unknownCustomer(scope, identity);
  const before = believed(stored);
  return isProven(scope) ? { ...before, ...customerChange(before, identity) } : before;
}

/** The customer as the request leaves it, as rules and formulas see it. */
export function customerOf(
  scope: Scope,
  loaded: Loaded,
  ruled: readonly { rules: readonly LoadedRules[] }[],
  clock: Clock,
) {
  const known = knownCustomer(scope, loaded);
  return (
    known && {
      metadata: known.metadata,
      birthdate: birthdateOf(known),
      segments: segmentsOf(clock, ruled, known),
    }
  );
}

/** The loaded rows as the plain snapshot that the engine decides on, whatever is asked for. */
export function plainSnapshot(
  scope: Scope,
  request: DecideRequest,
  loaded: Loaded,
  purpose: Purpose,
): Snapshot<RuledRedeemable> {
  const ruled = [...loaded.vouchers.values(), ...loaded.tiers.values()];
  const collections = ruled.flatMap(({ rules }) => rules.flatMap((rule) => rule.collections));
  const cart = loadedCart(scope, request, loaded, purpose);
  const clock = countedClock(scope);
  return {
    candidates: candidatesOf(scope, request, loaded, purpose),
    cart,
    counted: countedBefore(loaded, purpose),
    items: factsOfItems(clock, cart, loaded.goods, collections),
    customer: customerOf(scope, loaded, ruled, clock),
    redemption: { metadata: request.metadata ?? {}, api_key: scope.actor.app_id },
    stacking: loaded.stack ? withinStack(scope.stacking) : scope.stacking,
    ...clock,
    currency: scope.project.currency,
  };
}

/** The same; refuses what a request may not ask for. */
export function snapshotOf(
  scope: Scope,
  request: DecideRequest,
  loaded: Loaded,
  purpose: Purpose,
): Snapshot<RuledRedeemable> {
  refuseRedeemables(scope, request, loaded);
  refuseCanceled(loaded);
  checkMetadata(scope, "redemption", request.metadata);
  return plainSnapshot(scope, request, loaded, purpose);
}
