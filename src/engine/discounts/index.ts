// Decides what a discount does by its type: one object per type, and a type without one does not
// compile.
import type { Discount } from "../../model/discount";
import type { Taking } from "../cart";
import type { FormulaFacts } from "../formula/facts";
import { amountDiscount } from "./amount";
import type { DiscountDefect } from "./define";
import type { DiscountOf, DiscountTarget, DiscountType } from "./effect";
import { fixedDiscount } from "./fixed";
import { percentDiscount } from "./percent";
import { unitDiscount } from "./unit";

type Type = Discount["type"];

const TYPES: { [T in Type]: DiscountType<T> } = {
  AMOUNT: amountDiscount,
  PERCENT: percentDiscount,
  FIXED: fixedDiscount,
  UNIT: unitDiscount,
};

/**
 * Naming `type` again ties the discount to its row of the table, which the union's own `type` would
 * not: the compiler then knows that both are of one type.
 */
type Typed<T extends Type> = DiscountOf<T> & { type: T };

/**
 * What a discount takes off the order at its turn, in minor units, never more than is left of it
 * (rounding.md, rules 2 to 5). Refuses nothing. Its formulas are worked out here (rule 6): line by
 * line where it falls on lines. The cart must be split where the effect is at lines.
 */
export function discountOn<T extends Type>(discount: Typed<T>, target: DiscountTarget): Taking {
  const { taken, resolved: worked } = TYPES[discount.type];
  // What asks for no facts has no formula: it is the same for every line.
  let hasFormula = false;
  const of = (line: number | null) =>
    worked(discount, () => {
      hasFormula = true;
      return target.factsAt(line);
    });
  const ofOrder = of(null);
  return taken(ofOrder, target, hasFormula ? of : () => ofOrder);
}

/**
 * The first thing that keeps a discount from being saved, or null (reference service, discounts and
 * formulas): a formula that cannot be read, units without a product, a fixed price without a price.
 */
export const discountDefect = <T extends Type>(discount: Typed<T>): DiscountDefect | null =>
  TYPES[discount.type].defectOf(discount);

/**
 * The discount with what its formulas come to in the place of its static fields (docs/rounding.md,
 * rule 6). `facts` is only asked where there is a formula.
 */
export const resolved = <T extends Type>(
  discount: Typed<T>,
  facts: () => FormulaFacts,
): DiscountOf<T> => TYPES[discount.type].resolved(discount, facts);

/**
 * The discount with the effect that holds where it says none: its lines if its rules narrow the
 * products, else the order; missing units for free goods (reference service, discounts).
 */
export const withEffect = <T extends Type>(
  discount: Typed<T>,
  isNarrowed: boolean,
): DiscountOf<T> =>
  discount.effect === undefined
    ? TYPES[discount.type].withUsualEffect(discount, isNarrowed)
    : discount;

/** Whether bundles cover more units of an entry, so that its limits in units are multiplied. */
export const coversMore = <T extends Type>(discount: Typed<T>): boolean =>
  TYPES[discount.type].coversMore(discount);

/** Whether it puts free goods into the cart, rather than take something off what is there. */
export const givesGoods = ({ type }: Discount): boolean => TYPES[type].givesGoods;

/** Whether it works on lines that the order has: where there are none, it gives nothing. */
export const needsLines = <T extends Type>(discount: Typed<T>): boolean =>
  TYPES[discount.type].needsLines(discount);

/** Types of discounts that put free goods into the cart, for queries that read those goods. */
export const GIVING_TYPES: readonly string[] = Object.entries(TYPES).flatMap(
  ([type, { givesGoods }]) => (givesGoods ? [type] : []),
);

/** What it is worth in one number: minor units, percent or units; null where it has none. */
export const worthOf = <T extends Type>(discount: Typed<T>): number | null =>
  TYPES[discount.type].worthOf(discount);

/** Whether the discount works on lines, so that it needs to know what is left of each. */
export const worksOnLines = (discount: Discount): boolean =>
  givesGoods(discount) || needsLines(discount);
