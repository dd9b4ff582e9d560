import { takenOf } from "../engine/stacking/effect";
import { type OrderUse, ownUses, usesOnOrder } from "../resources/orders/uses";
import type { Loaded } from "./load";
import type { RuledRedeemable } from "./ruled";

/**
 * Validation leaves out what the same order used before; redemption counts every use. A reward is
 * redeemed by a member, for whatever it gives.
 */
export type Purpose = "validate" | "redeem" | "reward";

const isOf = (use: OrderUse, { id }: RuledRedeemable): boolean =>
  use.voucher_id === id || use.promotion_tier_id === id;

type Found = Pick<Loaded, "order" | "vouchers" | "tiers">;

const isRequested = (loaded: Found, use: OrderUse): boolean =>
  [...loaded.vouchers.values(), ...loaded.tiers.values()].some((each) => isOf(use, each));

/**
 * Uses that the same order made before of redeemables in the request: a validation decides as if
 * they had not been made.
 */
export const usesLeftOut = (loaded: Found, purpose: Purpose): OrderUse[] =>
  purpose !== "validate" || !loaded.order
    ? []
    : ownUses(loaded.order).filter((use) => isRequested(loaded, use));

/**
 * All other earlier uses of the order: what they took is off the cart before the decision begins.
 */
export const usesOffCart = (loaded: Found, purpose: Purpose): OrderUse[] => {
  const out = new Set(usesLeftOut(loaded, purpose));
  return loaded.order ? usesOnOrder(loaded.order).filter((use) => !out.has(use)) : [];
};

/** What other earlier uses have counted of the order, by redeemable and campaign. Minor units. */
export function countedBefore(loaded: Found, purpose: Purpose): Map<string, number> {
  const out = new Set(usesLeftOut(loaded, purpose));
  const uses = loaded.order ? ownUses(loaded.order).filter((use) => !out.has(use)) : [];
  const counted = new Map<string, number>();
  for (const { owner, orders_amount } of uses.flatMap(({ usage }) => usage?.added ?? [])) {
    counted.set(owner, (counted.get(owner) ?? 0) + orders_amount);
  }
  return counted;
}

/**
 * Uses, and credits or points, of one redeemable that this order made before, which do not count
 * against it.
 */
export function ownShare(loaded: Found, redeemable: RuledRedeemable | null, purpose: Purpose) {
  const own = { quantity: 0, credits: 0 };
  if (!redeemable) return own;
  for (const use of usesLeftOut(loaded, purpose)) {
    if (!isOf(use, redeemable)) continue;
    own.quantity += use.quantity ?? 0;
    own.credits += takenOf(use);
  }
  return own;
}
