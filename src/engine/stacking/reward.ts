// Decides whether a loyalty card may be spent on a reward, and what is paid with its points.
import { err, ok, type Result } from "../../lib/result";
import { amountLeft } from "../cart";
import { type PointsPaid, payWithPoints } from "../loyalty/pay";
import type { Refusal, StateRefusal } from "./refusal";
import type { Candidate, RedeemableState } from "./snapshot";
import { spendable, type Turn } from "./turn";

/**
 * Why the card may not be spent on what is asked for; null where it may. Its holder alone spends
 * it, on rewards of its program, and pays a part of an order with coins alone (reference service,
 * "Pay with points").
 */
export function rewardRefusal(candidate: Candidate, { code }: RedeemableState): Refusal | null {
  const { reward, is_linked } = candidate;
  const refuse = (reason: StateRefusal["reason"]): Refusal => ({ reason, kind: "state", code });
  if (reward === null) return refuse("missing_reward");
  if (is_linked !== true) return refuse("invalid_customer");
  const { id, found, is_payment } = reward;
  if (found === null) return { reason: "not_found", kind: "unknown", object: "reward", id };
  if (is_payment && found.coin === null)
    return { reason: "invalid_redeemables", kind: "reward", id };
  if (found.left !== null && found.left <= 0)
    return { reason: "quantity_exceeded", kind: "reward", id };
  return null;
}

/**
 * The points that the reward of this turn takes: of a coin what they pay of what is left of the
 * order, in minor units; of any other reward what it costs. Refuses a coin without an order or its
 * amount, and more points than can be spent.
 */
export function paidWithPoints(turn: Turn): Result<PointsPaid, Refusal> {
  const { candidate, cart, redeemable } = turn;
  const refuse = (reason: StateRefusal["reason"]) =>
    err<Refusal>({ reason, kind: "state", code: redeemable.code });
  const { found, points: requested } = candidate.reward ?? { found: null, points: null };
  if (!found) return refuse("missing_reward");
  const most = spendable(turn);
  if (!found.coin) {
    const { points } = found;
    return points > most ? refuse("loyalty_card_points_exceeded") : ok({ points, discount: 0 });
  }
  const left = cart && amountLeft(cart);
  if (left === null) return refuse(cart ? "missing_amount" : "missing_order");
  const paid = payWithPoints({ requested, spendable: most, left }, found.coin);
  return paid.ok ? paid : refuse(paid.error);
}
