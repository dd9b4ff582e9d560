// Decides what one applicable voucher takes off the order at its turn.
import { err, ok, type Result } from "../../lib/result";
import { amountLeft, type Cart } from "../cart";
import { giftCredits } from "../discounts/gift";
import { discountOn } from "../discounts/index";
import type { Refusal } from "./refusal";
import type { Candidate, VoucherState } from "./snapshot";

/** Minor units. `credits` is what a gift card gives, null for other types. */
export interface VoucherEffect {
  order_discount: number;
  credits: number | null;
}

const NOTHING: VoucherEffect = { order_discount: 0, credits: null };

function discountEffect(voucher: VoucherState, cart: Cart | null): VoucherEffect {
  const left = cart && amountLeft(cart);
  if (!voucher.discount || cart === null || cart.amount === null || left === null) return NOTHING;
  const { order_discount } = discountOn(voucher.discount, {
    initial_amount: cart.amount,
    amount_left: left,
    base: "DISCOUNTED_AMOUNT",
  });
  return { order_discount, credits: null };
}

/**
 * Without an order only credits that were asked for can be taken: nothing else says how many. An
 * empty card pays nothing of what is left to pay, so it is used up like any other voucher.
 */
function giftEffect(
  candidate: Candidate,
  voucher: VoucherState,
  cart: Cart | null,
): Result<VoucherEffect, Refusal> {
  const refuse = (reason: "missing_amount" | "missing_order" | "gift_amount_exceeded") =>
    err<Refusal>({ reason, kind: "voucher", code: voucher.code });
  const left = cart && amountLeft(cart);
  if (left === null && candidate.credits === null) {
    return refuse(cart ? "missing_amount" : "missing_order");
  }
  const balance = (voucher.balance ?? 0) - voucher.held_amount + candidate.own.credits;
  if (balance === 0 && candidate.credits === null && left !== 0) {
    return refuse("gift_amount_exceeded");
  }
  const used = giftCredits({
    requested: candidate.credits,
    balance,
    amount_left: left ?? candidate.credits ?? 0,
  });
  if (!used.ok) return refuse(used.error.reason);
  const { credits } = used.value;
  return ok({ order_discount: left === null ? 0 : credits, credits });
}

/**
 * What the voucher takes off the cart, in minor units. A discount without a known amount takes
 * nothing off; a gift card refuses credits above its balance.
 */
export const effectOf = (
  candidate: Candidate,
  voucher: VoucherState,
  cart: Cart | null,
): Result<VoucherEffect, Refusal> =>
  voucher.type === "GIFT_VOUCHER"
    ? giftEffect(candidate, voucher, cart)
    : ok(discountEffect(voucher, cart));
