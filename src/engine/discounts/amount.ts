// Decides what a fixed amount takes off, of the order or of its lines.

import type { AmountEffect } from "../../model/discount";
import { amountLeft } from "../cart";
import { amountBy } from "../formula/field";
import { cap, MAX_AMOUNT, multiply } from "../money";
import { formulaDefect } from "./define";
import {
  type DiscountEffect,
  type DiscountOf,
  type DiscountTarget,
  type DiscountType,
  fallsOnLines,
  limitOf,
  ofOrder,
  orderOrItems,
} from "./effect";
import { type Covered, coveredLines, splitOver, takingsOf } from "./lines";

type Effect = DiscountEffect<"AMOUNT">;

/** Capped at the largest amount, which is more than any order holds. */
const times = (amount: number, count: number): number => multiply(amount, count) ?? MAX_AMOUNT;

/** The amount once for each bundle, within its limit and what is left of the order. */
const once = (discount: DiscountOf<"AMOUNT">, target: DiscountTarget): number =>
  cap(
    times(discount.amount_off, target.times),
    limitOf(discount.aggregated_amount_limit, target),
    amountLeft(target.cart) ?? 0,
  );

const toOrder: Effect = (discount, target) => ofOrder(once(discount, target));

/** The whole amount once for each line. */
const toItems: Effect = (discount, target, at) => ({
  order_discount: 0,
  lines: takingsOf(
    target,
    coveredLines(target),
    ({ target: line }) => times(at(line.index).amount_off, target.times),
    limitOf(discount.aggregated_amount_limit, target),
  ),
});

/** The amount once for each covered unit; a bundle covers more units, not a larger amount. */
const byQuantity: Effect = (discount, target, at) => ({
  order_discount: 0,
  lines: takingsOf(
    target,
    coveredLines(target),
    ({ units, target: line }) => times(at(line.index).amount_off, units),
    limitOf(discount.aggregated_amount_limit, target),
  ),
});

/** The amount once for all lines together, split by `weight` (rounding.md, rule 4). */
const proportionally =
  (weight: (covered: Covered) => number): Effect =>
  (discount, target) => {
    const covered = coveredLines(target);
    const lines = splitOver(target, covered, once(discount, target), weight);
    return { order_discount: 0, lines };
  };

/**
 * With more units than this, lines weigh alike: the weights of 500 lines must be a sum that is
 * exact.
 */
const MOST_WEIGHT = 1_000_000_000_000;

const EFFECTS: Record<AmountEffect, Effect> = {
  APPLY_TO_ORDER: toOrder,
  APPLY_TO_ITEMS: toItems,
  APPLY_TO_ITEMS_BY_QUANTITY: byQuantity,
  APPLY_TO_ITEMS_PROPORTIONALLY: proportionally(({ left }) => left),
  APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY: proportionally(({ units }) => cap(units, MOST_WEIGHT)),
};

const taken: Effect = (discount, target, at) =>
  EFFECTS[discount.effect ?? "APPLY_TO_ORDER"](discount, target, at);

/**
 * `amount_off` (minor units) by its effect (reference service, discounts), within all limits
 * (rounding.md, rules 3 and 4).
 */
export const amountDiscount: DiscountType<"AMOUNT"> = {
  taken,
  defectOf: (discount) => formulaDefect("amount_off_formula", discount.amount_off_formula),
  resolved: (discount, facts) => {
    const { amount_off, amount_off_formula: formula } = discount;
    if (formula === undefined) return discount;
    return { ...discount, amount_off: amountBy(formula, amount_off, facts()) };
  },
  withUsualEffect: (discount, isNarrowed) => ({ ...discount, effect: orderOrItems(isNarrowed) }),
  coversMore: ({ effect }) => effect === "APPLY_TO_ITEMS_BY_QUANTITY",
  givesGoods: false,
  needsLines: fallsOnLines,
  worthOf: ({ amount_off }) => amount_off,
};
