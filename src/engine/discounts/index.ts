// Decides which function computes a discount: one per type, and a type without one does not
// compile.
import type { Discount } from "../../model/discount";
import type { Taking } from "../cart";
import { amountDiscount } from "./amount";
import type { DiscountEffect, DiscountOf, DiscountTarget } from "./effect";
import { fixedDiscount } from "./fixed";
import { percentDiscount } from "./percent";
import { unitDiscount } from "./unit";

const effects: { [T in Discount["type"]]: DiscountEffect<T> } = {
  AMOUNT: amountDiscount,
  PERCENT: percentDiscount,
  FIXED: fixedDiscount,
  UNIT: unitDiscount,
};

/**
 * What a discount takes off the order at its turn, in minor units, never more than is left of it
 * (rounding.md, rules 2 to 5). Refuses nothing. Formulas must already be resolved into the static
 * fields (rule 6); the cart must be split where the effect is at lines.
 */
export function discountOn<T extends Discount["type"]>(
  // Naming `type` again ties the discount to its row of the table, which its union alone would not.
  discount: DiscountOf<T> & { type: T },
  target: DiscountTarget,
): Taking {
  return effects[discount.type](discount, target);
}

/** Whether the discount works on lines, so that it needs to know what is left of each. */
export const worksOnLines = (discount: Discount): boolean =>
  discount.type === "UNIT" ||
  (discount.effect !== undefined && discount.effect !== "APPLY_TO_ORDER");

/**
 * The discount with the effect that holds where it says none: its lines if its rules narrow the
 * products, else the order; missing units for free goods (reference service, discounts).
 */
export function withEffect(discount: Discount, isNarrowed: boolean): Discount {
  if (discount.effect !== undefined) return discount;
  if (discount.type === "UNIT") {
    return { ...discount, effect: discount.units ? "ADD_MANY_ITEMS" : "ADD_MISSING_ITEMS" };
  }
  return { ...discount, effect: isNarrowed ? "APPLY_TO_ITEMS" : "APPLY_TO_ORDER" };
}
