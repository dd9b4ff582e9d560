// Decides what a fixed price takes off: what the order, or each unit of a line, costs more than it.
import { amountLeft } from "../cart";
import { amountBy } from "../formula/field";
import { cap, MAX_AMOUNT, multiply } from "../money";
import type { TargetLine } from "../targets/targets";
import { type DiscountDefect, formulaDefect, isRequired } from "./define";
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
import { type Covered, coveredLines, takingsOf } from "./lines";

/** What an amount is above the fixed one; an amount that is below stays as it is. */
const above = (amount: number, fixed: number): number => Math.max(0, amount - fixed);

/** The price that a rule's entry sets for one unit of a line, minor units; null: it sets none. */
function entryPrice({ index, entry }: TargetLine, { factsAt }: DiscountTarget): number | null {
  const price = entry?.price ?? null;
  return entry?.price_formula ? amountBy(entry.price_formula, price, factsAt(index)) : price;
}

const taken: DiscountEffect<"FIXED"> = (discount, target, at) => {
  const most = limitOf(discount.aggregated_amount_limit, target);
  if (discount.effect === "APPLY_TO_ITEMS") {
    const wanted = ({ left, units, target: line }: Covered) => {
      const price = entryPrice(line, target) ?? at(line.index).fixed_amount ?? null;
      return price === null ? 0 : above(left, multiply(price, units) ?? MAX_AMOUNT);
    };
    const covered = coveredLines(target);
    return { order_discount: 0, lines: takingsOf(target, covered, wanted, most) };
  }
  const fixed = discount.fixed_amount ?? null;
  const left = amountLeft(target.cart) ?? 0;
  return ofOrder(fixed === null ? 0 : cap(above(left, fixed), most, left));
};

/** A price must be set, unless it falls on lines, whose rules may set one for each. */
function defectOf(discount: DiscountOf<"FIXED">): DiscountDefect | null {
  const { fixed_amount, fixed_amount_formula: formula, effect } = discount;
  const isSet = fixed_amount !== undefined || formula !== undefined;
  if (!isSet && effect !== "APPLY_TO_ITEMS") return isRequired("fixed_amount");
  return formulaDefect("fixed_amount_formula", formula);
}

/**
 * The order costs `fixed_amount` from now on, or each covered unit the price of its rule entry,
 * else `fixed_amount` (reference service, discounts). A bundle covers more units at the same price.
 * It is the price that is fixed, so it is the running amount that counts, whatever percentages work
 * on. Minor units.
 */
export const fixedDiscount: DiscountType<"FIXED"> = {
  taken,
  defectOf,
  resolved: (discount, facts) => {
    const { fixed_amount: own = null, fixed_amount_formula: formula } = discount;
    const fixed_amount = formula === undefined ? null : amountBy(formula, own, facts());
    return fixed_amount === null ? discount : { ...discount, fixed_amount };
  },
  withUsualEffect: (discount, isNarrowed) => ({ ...discount, effect: orderOrItems(isNarrowed) }),
  coversMore: () => true,
  givesGoods: false,
  needsLines: fallsOnLines,
  worthOf: ({ fixed_amount }) => fixed_amount ?? null,
};
