// Decides what a percentage takes off, of the order or of its lines.
import { amountLeft } from "../cart";
import { percentBy } from "../formula/field";
import { cap, percentOf, percentTimes } from "../money";
import { formulaDefect } from "./define";
import {
  type DiscountEffect,
  type DiscountOf,
  type DiscountType,
  fallsOnLines,
  limitOf,
  ofOrder,
  orderOrItems,
} from "./effect";
import { type Covered, coveredLines, takingsOf } from "./lines";

const taken: DiscountEffect<"PERCENT"> = (discount, target, at) => {
  const amount_limit = limitOf(discount.amount_limit, target);
  const aggregated_amount_limit = limitOf(discount.aggregated_amount_limit, target);
  const percentOn = ({ percent_off }: DiscountOf<"PERCENT">, base: number) =>
    percentOf(base, percentTimes(percent_off, target.times));
  if (discount.effect === "APPLY_TO_ITEMS") {
    const wanted = ({ base, target: line }: Covered) =>
      cap(percentOn(at(line.index), base), amount_limit);
    const covered = coveredLines(target);
    return {
      order_discount: 0,
      lines: takingsOf(target, covered, wanted, aggregated_amount_limit),
    };
  }
  const { cart } = target;
  const left = amountLeft(cart) ?? 0;
  const base = target.base === "INITIAL_AMOUNT" ? (cart.initial_amount ?? 0) : left;
  return ofOrder(cap(percentOn(discount, base), amount_limit, aggregated_amount_limit, left));
};

/**
 * `percent_off` of the running or the initial amount (rounding.md, rule 5) of the order or of each
 * line, rounded half up once per target (rule 2), at most its limits and what is left (rule 3);
 * once for each bundle. Minor units.
 */
export const percentDiscount: DiscountType<"PERCENT"> = {
  taken,
  defectOf: (discount) => formulaDefect("percent_off_formula", discount.percent_off_formula),
  resolved: (discount, facts) => {
    const { percent_off, percent_off_formula: formula } = discount;
    if (formula === undefined) return discount;
    return { ...discount, percent_off: percentBy(formula, percent_off, facts()) };
  },
  withUsualEffect: (discount, isNarrowed) => ({ ...discount, effect: orderOrItems(isNarrowed) }),
  coversMore: () => false,
  givesGoods: false,
  needsLines: fallsOnLines,
  worthOf: ({ percent_off }) => percent_off,
};
