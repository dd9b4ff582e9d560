/** Decides what every discount type is given and what it gives back; a type is one function of this shape in its own file. */
import type { Discount } from "../../model/discount.ts";

/** What a discount works on: an order, or one line of it. Amounts are in minor units. */
export interface DiscountTarget {
  initial_amount: number;
  amount_left: number;
  base: "DISCOUNTED_AMOUNT" | "INITIAL_AMOUNT";
}

/** Minor units, 0 to what is left of the target. */
export interface DiscountResult {
  order_discount: number;
}

/** The member of the union that has this discriminator. */
export type DiscountOf<T extends Discount["type"]> = { [D in Discount as D["type"]]: D }[T];

/** A discount whose formulas are already resolved into its static fields (rounding.md, rule 6), applied to one target. */
export type DiscountEffect<T extends Discount["type"]> = (
  discount: DiscountOf<T>,
  target: DiscountTarget,
) => DiscountResult;
