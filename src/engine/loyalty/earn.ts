// Decides how many points an event is worth by a rule.
import { decimalsOf } from "../../lib/currency";
import { toNumber } from "../../lib/json-value";
import type { Earning } from "../../model/loyalty/earning";
import type { FormulaFacts, FormulaItem } from "../formula/facts";
import { unitsBy } from "../formula/field";
import { type Clock, type ItemFacts, property, unitsOf } from "../rules/facts";
import { indexGoods, linesNamed } from "../targets/match";
import { multiplied } from "./multiplied";
import { type Share, shareOf } from "./share";

/** What one rule gives for one event at most, which is the most that its body may say. */
const MOST_POINTS = 1_000_000_000;

type Metadata = Record<string, unknown>;

/** A line of a paid order: what it costs, and what discounts have left of that; minor units. */
export interface EarningLine extends ItemFacts {
  subtotal: number | null;
  /** Units of it that discounts gave for free: they earn nothing by quantity. */
  free_units: number;
}

/** What an event brings that can be counted; amounts in minor units, `now` in milliseconds. */
export interface EarningFacts extends Clock {
  /** Of the project: formulas read amounts in its major units. */
  currency: string;
  /** `amount` is before discounts, `total_amount` what was paid. */
  order: {
    amount: number | null;
    total_amount: number | null;
    metadata: Metadata;
    items: readonly EarningLine[];
  } | null;
  customer: { metadata: Metadata; birthdate: string | null } | null;
  custom_event: { metadata: Metadata } | null;
}

/** What members of a tier get instead: so many times the points, or other points. */
export type EarningMapping =
  | { type: "MULTIPLY"; multiplier: number }
  | { type: "CUSTOM"; points: number };

/** The lines that are of a rule's goods, each once. */
function linesOf(facts: EarningFacts, { goods = [] }: Share): EarningLine[] {
  const items = facts.order?.items ?? [];
  const index = indexGoods(items);
  const places = new Set(goods.flatMap((name) => linesNamed(index, name)));
  return items.filter((_, at) => places.has(at));
}

const paidUnits = (line: EarningLine): number => Math.max(0, unitsOf(line) - line.free_units);

const total = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

const ofProperty = (metadata: Metadata | undefined, { property: name }: Share): number | null =>
  metadata && name !== undefined ? toNumber(property(metadata, name)) : null;

/** What is counted of the event; null where it does not bring it. */
function counted(loyalty: Earning, facts: EarningFacts): number | null {
  if (loyalty.type === "FIXED") return null;
  const share = shareOf(loyalty);
  const { order, customer, custom_event } = facts;
  switch (loyalty.calculation_type) {
    case "ORDER_AMOUNT":
      return order?.amount ?? null;
    case "ORDER_TOTAL_AMOUNT":
      return order?.total_amount ?? null;
    case "ORDER_METADATA":
      return ofProperty(order?.metadata, share);
    case "CUSTOMER_METADATA":
      return ofProperty(customer?.metadata, share);
    case "CUSTOM_EVENT_METADATA":
      return ofProperty(custom_event?.metadata, share);
    case "ORDER_ITEMS_QUANTITY":
      return total(linesOf(facts, share).map(paidUnits));
    case "ORDER_ITEMS_AMOUNT":
      return total(linesOf(facts, share).map(({ amount }) => amount));
    case "ORDER_ITEMS_SUBTOTAL_AMOUNT":
      return total(linesOf(facts, share).map(({ subtotal }) => subtotal));
  }
}

const itemOf = ({ price, amount, subtotal, quantity, metadata, product }: EarningLine) =>
  ({ price, amount, subtotal, quantity, metadata, product }) satisfies FormulaItem;

/** What a formula of points reads: nothing of codes, since an event brings none. */
const formulaFacts = (facts: EarningFacts): FormulaFacts => {
  const { now, timeZone, currency, order, customer, work } = facts;
  return {
    now,
    timeZone,
    ...(work && { work }),
    decimals: decimalsOf(currency),
    order: order && {
      amount: order.amount,
      metadata: order.metadata,
      items: order.items.map(itemOf),
    },
    item: null,
    customer,
    redeemable: null,
    redemption: { metadata: {} },
    publication: null,
    voucher: null,
    promotion_tier: null,
  };
};

/** How many times a rule's points are given. */
function timesOf(loyalty: Earning, facts: EarningFacts): number {
  const { every } = shareOf(loyalty);
  return every === null ? 1 : Math.max(0, Math.floor((counted(loyalty, facts) ?? 0) / every));
}

/**
 * The points that a rule gives for an event, 0 to `MOST_POINTS`: its own, or so many for each whole
 * `every` of what is counted, of which less than nothing or nothing at all gives none. A formula
 * stands for the rule's own points where it can be computed. A member's tier gives other points
 * instead, or multiplies all of them, rounded half up (reference 2.13; docs/behaviour.md).
 */
export function pointsEarned(
  loyalty: Earning,
  facts: EarningFacts,
  mapping: EarningMapping | null = null,
): number {
  const { points, points_formula } = shareOf(loyalty);
  const times = timesOf(loyalty, facts);
  if (times === 0) return 0;
  if (mapping?.type === "CUSTOM") return Math.min(times * mapping.points, MOST_POINTS);
  // Points are counts, as units of a product are.
  const own = Math.min(times * unitsBy(points_formula, points, formulaFacts(facts)), MOST_POINTS);
  return mapping ? multiplied(own, mapping.multiplier, MOST_POINTS) : own;
}
