// Decides what one applicable redeemable takes off the order at its turn.

import { err, ok, type Result } from "../../lib/result";
import type { Discount } from "../../model/discount";
import type { LineTaking } from "../../model/redemption";
import { allocate } from "../allocate";
import { amountLeft, type Cart, split, type Taking } from "../cart";
import { NOTHING, ofOrder } from "../discounts/effect";
import { giftCredits } from "../discounts/gift";
import {
  discountOn,
  givesGoods,
  needsLines,
  resolved,
  withEffect,
  worksOnLines,
} from "../discounts/index";
import { coveredLines, splitOver } from "../discounts/lines";
import { sum } from "../money";
import { formulaFacts } from "./formulas";
import { REDEEMABLE_KINDS, type RedeemableType } from "./kinds";
import type { Refusal, StateRefusal } from "./refusal";
import { paidWithPoints } from "./reward";
import { type Reach, reachOf, spendable, type Turn, targetOf } from "./turn";

/** What applying one redeemable does, and on what. Minor units. */
export interface Effect extends Reach {
  taking: Taking;
  /** The cart that it is taken from: earlier order discounts are split where lines are touched. */
  from: Cart | null;
  /** What a gift card gives; null for other types. */
  credits: number | null;
  /** What a loyalty card is spent on its reward; null for other types. */
  points: number | null;
  /** The discount as it acted: formulas worked out, with its effect. */
  discount: Discount | null;
}

/** Everything that a redeemable takes off, at order level and at lines; minor units. */
export const discountOf = ({ order_discount, lines }: Taking): number =>
  order_discount + lines.reduce((total, { discount }) => total + discount, 0);

/** Credits or points that go off a card's balance; 0 of what has none. */
export const takenOf = (taken: {
  credits?: number | null | undefined;
  points?: number | null | undefined;
}): number => taken.credits ?? taken.points ?? 0;

/** What takes nothing off the cart, as it stands. */
const without = (cart: Cart | null, reach: Reach): Effect => ({
  ...reach,
  taking: NOTHING,
  from: cart,
  credits: null,
  points: null,
  discount: null,
});

const refused = (turn: Turn, reason: StateRefusal["reason"]) =>
  err<Refusal>({ reason, kind: "state", code: turn.redeemable.code });

/** Whether a discount falls on lines, and the order was sent without any. */
export const lacksLines = (discount: Discount, cart: Cart | null): boolean =>
  needsLines(discount) && cart?.lines.every(({ is_added }) => is_added) === true;

/**
 * A discount without a known amount takes nothing off, nor does one of lines where the order has
 * none, as in the reference service: it applies and is used.
 */
function discountEffect(turn: Turn, reach: Reach): Result<Effect, Refusal> {
  const { redeemable, cart } = turn;
  const nothing = without(cart, reach);
  if (redeemable.discount === null) return ok(nothing);
  const kept = withEffect(redeemable.discount, reach.targets.isNarrowed);
  const facts = () => formulaFacts(turn.snapshot, turn.candidate, redeemable, cart);
  const discount = resolved(kept, facts);
  if (lacksLines(discount, cart)) return ok({ ...nothing, discount });
  if (!cart || (cart.amount === null && !givesGoods(discount))) return ok({ ...nothing, discount });
  const from = worksOnLines(discount) ? split(cart) : cart;
  return ok({
    ...nothing,
    discount,
    from,
    taking: discountOn(kept, targetOf(turn, from, reach)),
  });
}

/**
 * The most that credits can pay of lines: what is left of the covered units of each, within all
 * limits.
 */
function roomOnLines(turn: Turn, cart: Cart, reach: Reach) {
  const target = targetOf(turn, cart, reach);
  const covered = coveredLines(target);
  const lines = splitOver(target, covered, amountLeft(cart) ?? 0, ({ left }) => left);
  return { hasLines: covered.length > 0, lines };
}

/** Credits split over the most that each line takes, so that none of them pays for nothing. */
function creditsOnLines(credits: number, room: readonly LineTaking[]): Taking {
  const most = room.map(({ discount }) => discount);
  const shares = allocate(credits, most);
  const lines = room.map(({ index }, at) => ({ index, discount: shares[at] ?? 0 }));
  return { order_discount: 0, lines: lines.filter(({ discount }) => discount > 0) };
}

/**
 * Without an order only credits that were asked for can be taken: nothing else says how many. An
 * empty card pays nothing of what is left to pay, so it is used up like any other voucher.
 */
function giftEffect(turn: Turn, reach: Reach): Result<Effect, Refusal> {
  const { candidate, cart, redeemable } = turn;
  const ofLines = redeemable.gift_effect === "APPLY_TO_ITEMS" && cart ? split(cart) : null;
  const room = ofLines && roomOnLines(turn, ofLines, reach);
  const left = room ? sum(room.lines.map(({ discount }) => discount)) : cart && amountLeft(cart);
  if (left === null && candidate.credits === null) {
    return refused(turn, cart ? "missing_amount" : "missing_order");
  }
  if (room?.hasLines === false) return refused(turn, "missing_order_items_amount");
  const balance = spendable(turn);
  if (balance === 0 && candidate.credits === null && left !== 0) {
    return refused(turn, "gift_amount_exceeded");
  }
  const { credits: requested } = candidate;
  const used = giftCredits({ requested, balance, amount_left: left ?? requested ?? 0 });
  if (!used.ok) return refused(turn, used.error.reason);
  const { credits } = used.value;
  const taking = room ? creditsOnLines(credits, room.lines) : ofOrder(left === null ? 0 : credits);
  return ok({ ...without(ofLines ?? cart, reach), taking, credits });
}

function rewardEffect(turn: Turn, reach: Reach): Result<Effect, Refusal> {
  const paid = paidWithPoints(turn);
  if (!paid.ok) return paid;
  const { points, discount } = paid.value;
  return ok({ ...without(turn.cart, reach), taking: ofOrder(discount), points });
}

/** By what a redeemable gives. */
const EFFECTS: Record<
  (typeof REDEEMABLE_KINDS)[RedeemableType]["gives"],
  (turn: Turn, reach: Reach) => Result<Effect, Refusal>
> = { discount: discountEffect, credits: giftEffect, reward: rewardEffect };

/**
 * What the redeemable takes off the cart, in minor units. A card refuses credits or points above
 * its balance; one that pays for lines refuses an order without any. A bundle that is not whole
 * gives nothing, which its rule refuses then.
 */
export function effectOf(turn: Turn): Result<Effect, Refusal> {
  const reach = reachOf(turn);
  if (reach.bundle?.quantity === 0) return ok(without(turn.cart, reach));
  return EFFECTS[REDEEMABLE_KINDS[turn.redeemable.type].gives](turn, reach);
}
