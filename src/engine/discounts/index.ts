/** Decides which function computes a discount: one per type, and a type without one does not compile. */
import type { Discount } from "../../model/discount.ts";
import { amountDiscount } from "./amount.ts";
import type { DiscountEffect, DiscountOf, DiscountResult, DiscountTarget } from "./effect.ts";
import { percentDiscount } from "./percent.ts";

const effects: { [T in Discount["type"]]: DiscountEffect<T> } = {
  AMOUNT: amountDiscount,
  PERCENT: percentDiscount,
};

/**
 * What a discount takes off its target, in minor units, never more than is left of it (rounding.md, rules 2, 3 and 5).
 * Refuses nothing. Formulas must already be resolved into the static fields (rule 6).
 */
export function discountOn<T extends Discount["type"]>(
  // Naming `type` again ties the discount to its row of the table, which its union alone would not.
  discount: DiscountOf<T> & { type: T },
  target: DiscountTarget,
): DiscountResult {
  return effects[discount.type](discount, target);
}
