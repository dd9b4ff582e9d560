import { expect, it } from "vitest";
import { amountLeft, type Cart, cartOf, type EarlierUse, split } from "../../src/engine/cart";
import type { FreeGoods } from "../../src/engine/discounts/effect";
import { type Decision, decide } from "../../src/engine/stacking/decide";
import { discountOf } from "../../src/engine/stacking/effect";
import { itemFacts } from "../../src/engine/stacking/facts";
import type {
  AssignedRules,
  Candidate,
  RedeemableState,
  Snapshot,
} from "../../src/engine/stacking/snapshot";
import { NO_USAGE } from "../../src/engine/usage/turn";
import type { ApplicableEntry } from "../../src/model/applicable-to";
import { DEFAULT_STACKING_RULES } from "../../src/model/default-stacking-rules";
import type { Discount } from "../../src/model/discount";
import type { OrderInput, OrderItemInput } from "../../src/model/order";
import type { LineTaking } from "../../src/model/redemption";
import type { RuleSet } from "../../src/model/rule";
import type { ProjectStackingRules } from "../../src/model/stacking-rules";

export const NOW = Date.parse("2026-06-15T12:00:00.000Z");

const VOUCHER: RedeemableState = {
  id: "v_1",
  code: "CODE",
  type: "DISCOUNT_VOUCHER",
  active: true,
  campaign: null,
  discount: { type: "AMOUNT", amount_off: 100 },
  gift_effect: null,
  balance: null,
  held_amount: 0,
  redemption_quantity: null,
  redeemed_quantity: 0,
  held_quantity: 0,
  publish_count: 0,
  metadata: {},
  start_date: null,
  expiration_date: null,
  validity_timeframe: null,
  validity_day_of_week: null,
  validity_hours: null,
};

/** A rule set; without a word of its own it touches all lines and asks for no bundle. */
export type GivenRules = RuleSet & Partial<AssignedRules>;
export type Given = Partial<RedeemableState> &
  Partial<Omit<Candidate, "redeemable" | "id" | "rules">> & { rules?: GivenRules[] };

const assigned = (rules: GivenRules): AssignedRules => ({
  applicable_to: { included: [], excluded: [], included_all: false },
  bundle_rules: null,
  ...rules,
});

/** A redeemable: its own fields and the request's fields side by side. */
export function candidate(given: Given = {}): Candidate {
  const { object, rules, credits, reward, own, yielding, usage, ...rest } = given;
  const { category, goods, is_linked, is_referrer, publication, ...fields } = rest;
  const redeemable = { ...VOUCHER, ...fields };
  return {
    id: redeemable.code,
    object: object ?? "voucher",
    redeemable,
    rules: (rules ?? []).map(assigned),
    credits: credits ?? null,
    reward: reward ?? null,
    own: own ?? { quantity: 0, credits: 0 },
    yielding: yielding ?? { quantity: 0, amount: 0 },
    usage: usage ?? NO_USAGE,
    category: category ?? null,
    goods: goods ?? [],
    is_linked: is_linked ?? null,
    is_referrer: is_referrer ?? false,
    publication: publication ?? null,
  };
}

export const off = (discount: Discount, given: Given = {}) => candidate({ discount, ...given });

export const amountOff = (amount_off: number, given: Given = {}) =>
  off({ type: "AMOUNT", amount_off }, given);

export const percentOff = (percent_off: number, given: Given = {}) =>
  off({ type: "PERCENT", percent_off }, given);

export const giftCard = (balance: number, given: Given = {}) =>
  candidate({ type: "GIFT_VOUCHER", discount: null, balance, ...given });

export const tier = (discount: Discount, given: Given = {}) =>
  off(discount, { type: "PROMOTION_TIER", object: "promotion_tier", ...given });

export const unknown = (): Candidate => ({ ...candidate(), id: "NOBODY", redeemable: null });

/** A rule set that is met when the order at its turn is over an amount. */
export const orderOver = (amount: number, id = "val_1"): GivenRules => ({
  id,
  rules: { "1": { name: "order.amount", conditions: { $more_than: [amount] } }, logic: "1" },
  error: null,
});

const unruled = (more: Partial<AssignedRules>): GivenRules => ({
  id: "val_reach",
  rules: {},
  error: null,
  ...more,
});

/** An entry of `applicable_to` for a product. */
export const entry = (id: string, more: Partial<ApplicableEntry> = {}): ApplicableEntry => ({
  object: "product",
  id,
  ...more,
});

type Named = string | ApplicableEntry;
const entryOf = (named: Named) => (typeof named === "string" ? entry(named) : named);

/** The rules of a redeemable that may only touch these products. */
export const only = (...included: Named[]): { rules: GivenRules[] } => ({
  rules: [
    unruled({
      applicable_to: { included: included.map(entryOf), excluded: [], included_all: false },
    }),
  ],
});

/** The rules of a redeemable that may touch all but these products. */
export const except = (...excluded: Named[]): { rules: GivenRules[] } => ({
  rules: [
    unruled({
      applicable_to: { included: [], excluded: excluded.map(entryOf), included_all: false },
    }),
  ],
});

const bundleRule = (id: string, units: number) => ({
  name: "order.items.any",
  conditions: { $is: [{ id, object: "product", type: "product_or_sku" }] },
  rules: { "1": { name: "order.items.aggregated_quantity", conditions: { $is: [units] } } },
});

/** The rules of a redeemable that asks for bundles of so many units of each product. */
export const bundle = (units: Record<string, number>, limit: number | null = null) => ({
  rules: [
    unruled({
      bundle_rules: {
        ...Object.fromEntries(
          Object.entries(units).map(([id, count], at) => [at + 1, bundleRule(id, count)]),
        ),
        limit,
      },
    }),
  ],
});

/** A product or SKU of the catalogue. */
export const goods = (id: string, price: number | null, more: Partial<FreeGoods> = {}) => ({
  id,
  object: "product" as const,
  product_id: null,
  source_id: null,
  name: null,
  price,
  ...more,
});

/** A line of one product. */
export const item = (
  product_id: string,
  quantity: number,
  price: number,
  more: Partial<OrderItemInput> = {},
): OrderItemInput => ({ product_id, quantity, price, ...more });

export function cart(order: OrderInput | null, earlier: readonly EarlierUse[] = []): Cart | null {
  if (!order) return null;
  const made = cartOf(order, earlier);
  if (!made.ok) throw new Error(made.error.reason);
  return made.value;
}

export const snapshot = (
  candidates: readonly Candidate[],
  order: OrderInput | null,
  stacking: Partial<ProjectStackingRules> = {},
  more: Partial<Snapshot> = {},
): Snapshot => {
  const standing = cart(order);
  return {
    candidates,
    cart: standing,
    items: itemFacts(standing),
    customer: null,
    redemption: { metadata: {}, api_key: null },
    stacking: { ...DEFAULT_STACKING_RULES, ...stacking },
    now: NOW,
    timeZone: "UTC",
    currency: "EUR",
    ...more,
  };
};

const signed = (units: number) => (units > 0 ? `+${units}` : `${units}`);

function lineTold({ index, discount, discount_quantity, added_quantity }: LineTaking): string {
  const units = [
    ...(discount_quantity ? [`${discount_quantity} free`] : []),
    ...(added_quantity ? [signed(added_quantity)] : []),
  ];
  return `${index}: ${discount}${units.length > 0 ? ` (${units.join(", ")})` : ""}`;
}

/**
 * One word for each redeemable: what it takes off the order, what of which line (by its index, with
 * units that are free and units that were put in), why it cannot apply, or why it was skipped.
 */
export const told = ({ outcomes }: Decision): (number | string)[] =>
  outcomes.map((outcome) => {
    if (outcome.status === "APPLICABLE") {
      const { taking } = outcome.effect;
      return taking.lines.length > 0
        ? taking.lines.map(lineTold).join(", ")
        : taking.order_discount;
    }
    return outcome.status === "INAPPLICABLE"
      ? outcome.refusal.reason
      : `skipped: ${outcome.reason}`;
  });

export const decided = (...given: Parameters<typeof snapshot>) => decide(snapshot(...given));

/** One sentence: what is given, and what each redeemable is told; the order is of 10.00 unless it says. */
export interface Row {
  name: string;
  given: Candidate[];
  order?: OrderInput | null;
  stacking?: Partial<ProjectStackingRules>;
  /** Customer, time zone and the like. */
  more?: Partial<Snapshot>;
  /** True unless it says. */
  valid?: boolean;
  expect: (number | string)[];
  /** What the order costs in the end, free units included, and what is left to pay of it. */
  amount?: number | null;
  left?: number | null;
  /** What is left of each line in the end, shares of order discounts taken off. */
  lines?: number[];
}

const AMOUNT_1000: OrderInput = { amount: 1000 };

/** The decision on a row, in the words of the row. */
export function answer({ name, given, order, stacking, more, ...row }: Row): Omit<Row, "given"> {
  const sent = order === undefined ? AMOUNT_1000 : order;
  const { valid, outcomes, cart: end } = decided(given, sent, stacking, more);
  return {
    name,
    valid,
    expect: told({ valid, outcomes, cart: end }),
    ...(row.amount !== undefined && { amount: end?.amount ?? null }),
    ...(row.left !== undefined && { left: end && amountLeft(end) }),
    ...(row.lines && { lines: end ? [...split(end).left] : [] }),
  };
}

/** Runs a table: one test a row. */
export function rows(table: readonly Row[]): void {
  it.each(table)("$name", (row) => {
    const { given: _, order: __, stacking: ___, more: ____, ...expected } = row;
    expect(answer(row)).toEqual({ valid: true, ...expected });
  });
}

export { discountOf };
