/** Decides how many credits of a gift card an order uses. */
import { err, ok, type Result } from "../../lib/result.ts";
import { cap } from "../money.ts";

/** Minor units. `requested` null means as many as fit. */
export interface GiftRequest {
  requested: number | null;
  balance: number;
  amount_left: number;
}

export interface GiftRefusal {
  reason: "gift_amount_exceeded";
  requested: number;
  balance: number;
}

/**
 * The credits used: what was requested or, without a request, the whole balance, at most what is
 * left of the order (rounding.md, rule 3). Refuses a request above the balance, also where the
 * order would not need that much.
 */
export function giftCredits(request: GiftRequest): Result<{ credits: number }, GiftRefusal> {
  const { balance, amount_left } = request;
  const requested = request.requested ?? balance;
  if (requested > balance) return err({ reason: "gift_amount_exceeded", requested, balance });
  return ok({ credits: cap(requested, amount_left) });
}
