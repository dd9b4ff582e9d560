/** Decides what a percentage takes off. */
import { cap, percentOf } from "../money.ts";
import type { DiscountEffect } from "./effect.ts";

/**
 * `percent_off` of the target's running or initial amount (rounding.md, rule 5), rounded half up once (rule 2), at most its
 * limits and what is left of the target (rule 3). Minor units.
 */
export const percentDiscount: DiscountEffect<"PERCENT"> = (discount, target) => {
  const base = target.base === "INITIAL_AMOUNT" ? target.initial_amount : target.amount_left;
  return {
    order_discount: cap(
      percentOf(base, discount.percent_off),
      discount.amount_limit,
      discount.aggregated_amount_limit,
      target.amount_left,
    ),
  };
};
