/** Decides what a fixed amount takes off. */
import { cap } from "../money.ts";
import type { DiscountEffect } from "./effect.ts";

/** `amount_off` (minor units), at most its own limit and what is left of the target (rounding.md, rule 3). */
export const amountDiscount: DiscountEffect<"AMOUNT"> = (discount, target) => ({
  order_discount: cap(discount.amount_off, discount.aggregated_amount_limit, target.amount_left),
});
