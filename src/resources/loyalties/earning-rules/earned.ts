import type { CustomerRow } from "../../../db/tables/customers";
import { factsOfHappening } from "../../../deciding/happening";
import { factsOfItems } from "../../../deciding/items";
import { believed } from "../../../engine/believed";
import { amountLeft, type Cart } from "../../../engine/cart";
import {
  type EarningFacts,
  type EarningLine,
  type EarningMapping,
  pointsEarned,
} from "../../../engine/loyalty/earn";
import { evaluateRules } from "../../../engine/rules/evaluate";
import type { Clock, ItemFacts } from "../../../engine/rules/facts";
import { windowState } from "../../../engine/time-window";
import { isOver } from "../../../lib/work";
import { birthdateOf } from "../../../model/customer";
import { countedClock, type Scope } from "../../../scope/scope";
import type { Goods } from "../../orders/goods";
import type { StoredVoucher } from "../../vouchers/store";
import type { EarningCandidate } from "./candidates";

/** What happened, as rules look at it; `at` in epoch milliseconds. */
export interface Occasion {
  at: number;
  customer: CustomerRow | null;
  order: { cart: Cart; goods: Goods } | null;
  /** What the caller sent with an event. */
  custom_event: { metadata: Record<string, unknown> } | null;
}

/** A rule that gives points for it. */
export interface Earned extends EarningCandidate {
  points: number;
}

/** The lines that were sent, with what they cost now and what discounts have left of that. */
function linesOf(cart: Cart, items: readonly ItemFacts[]): EarningLine[] {
  const sent = cart.lines.flatMap((line, at) =>
    line.is_added ? [] : [{ line, discount: cart.discounts[at] ?? 0 }],
  );
  return sent.flatMap(({ line: { quantity, amount, discount_quantity }, discount }, at) => {
    const item = items[at];
    const subtotal = amount === null ? null : amount - discount;
    return item ? [{ ...item, quantity, amount, subtotal, free_units: discount_quantity }] : [];
  });
}

function itemsOf(clock: Clock, { order }: Occasion, candidates: readonly EarningCandidate[]) {
  if (!order) return [];
  const collections = candidates.flatMap((each) => [
    ...each.collections,
    ...each.rules.flatMap((rule) => rule.collections),
  ]);
  return factsOfItems(clock, order.cart, order.goods, collections);
}

/** The facts that validation rules read, and those that points are counted from. */
function factsOf(scope: Scope, occasion: Occasion, candidates: readonly EarningCandidate[]) {
  const { at, order, custom_event } = occasion;
  const customer = occasion.customer && believed(occasion.customer);
  const person = customer && { metadata: customer.metadata, birthdate: birthdateOf(customer) };
  const clock = countedClock({ now: at, project: scope.project });
  const items = itemsOf(clock, occasion, candidates);
  const costs = order && {
    amount: order.cart.amount,
    total_amount: amountLeft(order.cart),
    metadata: order.cart.metadata,
  };
  const rules = factsOfHappening(clock, occasion, candidates, {
    order: costs && { ...costs, initial_amount: order?.cart.initial_amount ?? null, items },
  });
  const counts: EarningFacts = {
    ...clock,
    currency: scope.project.currency,
    order: costs && { ...costs, items: order ? linesOf(order.cart, items) : [] },
    customer: person,
    custom_event,
  };
  return { rules, counts };
}

/**
 * The rules that give points for what happened: those whose own window and whose program's are
 * open, and whose validation rules are met. `mappingOf` tells what the customer's tier makes of a
 * rule.
 */
export function earnedFor(
  scope: Scope,
  occasion: Occasion,
  candidates: readonly EarningCandidate[],
  mappingOf: (candidate: EarningCandidate) => EarningMapping | null,
): Earned[] {
  const { timezone } = scope.project;
  const open = candidates.filter(({ rule, program }) =>
    [rule, program].every((each) => windowState(each, occasion.at, timezone) === "open"),
  );
  if (open.length === 0) return [];
  const facts = factsOf(scope, occasion, open);
  return open.flatMap((candidate) => {
    const { rule, rules } = candidate;
    const isMet = rules.every((set) => evaluateRules(set, facts.rules).verdict === "matched");
    const points = isMet ? pointsEarned(rule.loyalty, facts.counts, mappingOf(candidate)) : 0;
    // Nothing may follow from a formula that could not be worked out.
    return points > 0 && !isOver(facts.rules) ? [{ ...candidate, points }] : [];
  });
}

/** A card that was turned off, or is over, earns nothing more. */
export const canEarn = (scope: Scope, card: StoredVoucher, at: number): boolean =>
  card.active && windowState(card, at, scope.project.timezone) !== "after_expiration";
