// Decides the numbers of a discount whose formulas are worked out at its turn.

import type { Discount } from "../../model/discount";
import { amountLeft, type Cart, type Line } from "../cart";
import type { FormulaFacts, FormulaItem } from "../formula/facts";
import { amountBy, percentBy, unitsBy } from "../formula/field";
import type { ItemFacts } from "../rules/facts";
import type { TargetLine } from "../targets/targets";
import { REDEEMABLE_KINDS } from "./kinds";
import type { Candidate, RedeemableState, Snapshot } from "./snapshot";

const itemOf = (line: Line, discount: number, facts: ItemFacts | undefined): FormulaItem => {
  const { item, price, amount, quantity } = line;
  return {
    price,
    amount,
    subtotal: amount === null ? null : amount - discount,
    quantity: quantity ?? (item.quantity === undefined ? null : item.quantity),
    metadata: item.metadata ?? {},
    // As rules see it: what was sent, completed from the catalogue.
    product_metadata: facts?.product?.metadata ?? item.product?.metadata ?? {},
  };
};

const orderOf = (cart: Cart, items: readonly ItemFacts[]): FormulaFacts["order"] => ({
  amount: amountLeft(cart),
  metadata: cart.metadata,
  items: cart.lines.map((line, at) => itemOf(line, cart.discounts[at] ?? 0, items[at])),
});

/** What formulas read at one turn; amounts in minor units. */
export function formulaFacts(
  snapshot: Snapshot,
  { publication }: Candidate,
  redeemable: RedeemableState,
  cart: Cart | null,
): FormulaFacts {
  const isTier = REDEEMABLE_KINDS[redeemable.type].object === "promotion_tier";
  const { start_date, expiration_date } = redeemable;
  return {
    now: snapshot.now,
    timeZone: snapshot.timeZone,
    order: cart && orderOf(cart, snapshot.items),
    item: null,
    customer: snapshot.customer && {
      metadata: snapshot.customer.metadata,
      birthdate: snapshot.customer.birthdate ?? null,
    },
    redeemable: { metadata: redeemable.metadata },
    redemption: { metadata: snapshot.redemption.metadata },
    publication,
    voucher: isTier ? null : redeemable,
    promotion_tier: isTier ? { start_date, expiration_date } : null,
  };
}

type UnitFields = { unit_off?: number | undefined; unit_off_formula?: string | undefined };

const withUnits = <U extends UnitFields>(unit: U, facts: () => FormulaFacts): U =>
  unit.unit_off_formula === undefined
    ? unit
    : { ...unit, unit_off: unitsBy(unit.unit_off_formula, unit.unit_off ?? 0, facts()) };

/**
 * The discount with what its formulas come to in the place of its static fields, which stand where
 * an operand is missing (docs/rounding.md, rule 6). `facts` is only asked where there is a formula.
 */
export function resolved(discount: Discount, facts: () => FormulaFacts): Discount {
  switch (discount.type) {
    case "AMOUNT":
      return discount.amount_off_formula === undefined
        ? discount
        : {
            ...discount,
            amount_off: amountBy(discount.amount_off_formula, discount.amount_off, facts()),
          };
    case "PERCENT":
      return discount.percent_off_formula === undefined
        ? discount
        : {
            ...discount,
            percent_off: percentBy(discount.percent_off_formula, discount.percent_off, facts()),
          };
    case "FIXED": {
      const { fixed_amount: own = null, fixed_amount_formula: formula } = discount;
      const fixed_amount = formula === undefined ? null : amountBy(formula, own, facts());
      return fixed_amount === null ? discount : { ...discount, fixed_amount };
    }
    case "UNIT":
      return {
        ...withUnits(discount, facts),
        ...(discount.units && { units: discount.units.map((unit) => withUnits(unit, facts)) }),
      };
  }
}

/**
 * The price that a rule's entry sets for one unit of a line, minor units; null where it sets none.
 */
export function entryPrice({ index, entry }: TargetLine, facts: () => FormulaFacts): number | null {
  const price = entry?.price ?? null;
  if (!entry?.price_formula) return price;
  const all = facts();
  const item = all.order?.items[index] ?? null;
  return amountBy(entry.price_formula, price, { ...all, item });
}
