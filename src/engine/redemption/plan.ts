// Decides what a redemption takes from each redeemable, and how an order's discount falls on its
// lines.
import type { RedemptionEffects } from "../../model/redemption";
import { type Cart, sharesOf, split } from "../cart";
import type { Applied, Decision } from "../stacking/decide";
import { discountOf } from "../stacking/effect";
import type { RedeemableState } from "../stacking/snapshot";

/**
 * One redeemable's part in a redemption. Its effects are stored whole, so that a rollback gives
 * back what was taken without deciding again.
 */
export interface PlannedUse<R extends RedeemableState = RedeemableState> {
  applied: Applied<R>;
  effects: RedemptionEffects;
}

/**
 * An order discount over the lines by largest remainder, on what earlier ones left of each line,
 * those of earlier redemptions included. Lines without an amount get nothing; a cart without lines
 * has no shares. Minor units.
 */
export const lineShares = (cart: Cart | null, discount: number): number[] | null =>
  !cart || cart.lines.length === 0 ? null : sharesOf(split(cart), discount);

function effectsOf({ before, effect, candidate }: Applied): RedemptionEffects {
  const { taking, credits, points } = effect;
  const shares = lineShares(before, taking.order_discount);
  return {
    quantity: 1,
    ...(credits !== null && { credits }),
    ...(points !== null && { points }),
    ...((credits ?? points ?? 0) > 0 && candidate.is_linked === true && { is_own_card: true }),
    order_discount: taking.order_discount,
    ...(shares && { line_shares: shares }),
    ...(taking.lines.length > 0 && { lines: [...taking.lines] }),
  };
}

/** What every applicable redeemable of the decision takes: one use, its credits, its discount. */
export const planUses = <R extends RedeemableState>(decision: Decision<R>): PlannedUse<R>[] =>
  decision.outcomes.flatMap((outcome) =>
    outcome.status === "APPLICABLE" ? [{ applied: outcome, effects: effectsOf(outcome) }] : [],
  );

/** Everything that a use took off the order, as it was written down; minor units. */
export const discountTaken = ({ order_discount = 0, lines = [] }: RedemptionEffects): number =>
  discountOf({ order_discount, lines });
