// Decides what a redemption takes from each voucher, and how an order's discount falls on its lines.
import type { RedemptionEffects } from "../../model/redemption";
import { allocate } from "../allocate";
import type { Cart } from "../cart";
import type { Applied, Decision } from "../stacking/decide";
import type { VoucherState } from "../stacking/snapshot";

/** One voucher's part in a redemption; written down whole, so that a rollback need not recompute. */
export interface PlannedUse<V extends VoucherState = VoucherState> {
  applied: Applied<V>;
  effects: RedemptionEffects;
}

/**
 * Splits each order discount over the lines by largest remainder, on what earlier ones left of each
 * line, those of earlier redemptions included. Lines without an amount get nothing; a cart without lines has no shares. Minor units.
 */
function lineShares(cart: Cart | null, discounts: readonly number[]): (number[] | null)[] {
  if (!cart || cart.lines.length === 0) return discounts.map(() => null);
  let left = cart.lines.map((line) => line.left);
  return discounts.map((discount) => {
    const shares = allocate(discount, left);
    left = left.map((amount, at) => amount - (shares[at] ?? 0));
    return shares;
  });
}

/** What every applicable voucher of the decision takes: one use, its credits, its discount. */
export function planUses<V extends VoucherState>(decision: Decision<V>): PlannedUse<V>[] {
  const all = decision.outcomes.filter((outcome) => outcome.status === "APPLICABLE");
  const shares = lineShares(
    decision.cart,
    all.map(({ effect }) => effect.order_discount),
  );
  return all.map((applied, at) => {
    const lines = shares[at];
    return {
      applied,
      effects: {
        quantity: 1,
        ...(applied.effect.credits !== null && { credits: applied.effect.credits }),
        order_discount: applied.effect.order_discount,
        ...(lines && { line_shares: lines }),
      },
    };
  });
}
