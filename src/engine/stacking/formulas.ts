// Decides what formulas read at one turn.

import { decimalsOf } from "../../lib/currency";
import { amountLeft, type Cart, type Line } from "../cart";
import type { FormulaFacts, FormulaItem } from "../formula/facts";
import type { ItemFacts } from "../rules/facts";
import { goodsFacts } from "../rules/goods";
import { REDEEMABLE_KINDS } from "./kinds";
import type { Candidate, RedeemableState, Snapshot } from "./snapshot";

const itemOf = (line: Line, discount: number, facts: ItemFacts | undefined): FormulaItem => {
  const { item, price, amount, quantity } = line;
  return {
    price,
    amount,
    subtotal: amount === null ? null : amount - discount,
    quantity,
    metadata: item.metadata ?? null,
    // A line that the shopper sent has the goods that rules see; one that a redeemable put in is
    // not among theirs.
    product: facts ? facts.product : goodsFacts(item.product, null),
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
  { publication, own }: Candidate,
  redeemable: RedeemableState,
  cart: Cart | null,
): FormulaFacts {
  const isTier = REDEEMABLE_KINDS[redeemable.type].object === "promotion_tier";
  const { start_date, expiration_date } = redeemable;
  const redeemed_quantity = redeemable.redeemed_quantity - own.quantity;
  return {
    now: snapshot.now,
    timeZone: snapshot.timeZone,
    ...(snapshot.work && { work: snapshot.work }),
    decimals: decimalsOf(snapshot.currency),
    order: cart && orderOf(cart, snapshot.items),
    item: null,
    customer: snapshot.customer && {
      metadata: snapshot.customer.metadata,
      birthdate: snapshot.customer.birthdate ?? null,
    },
    redeemable: { metadata: redeemable.metadata },
    redemption: { metadata: snapshot.redemption.metadata },
    publication,
    voucher: isTier ? null : { ...redeemable, redeemed_quantity },
    promotion_tier: isTier ? { start_date, expiration_date } : null,
  };
}

/** The same for a formula that is about one line. */
export const factsOfLine = (facts: FormulaFacts, line: number): FormulaFacts => ({
  ...facts,
  item: facts.order?.items[line] ?? null,
});
