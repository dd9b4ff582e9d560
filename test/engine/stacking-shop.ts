import { type Cart, cartOf } from "../../src/engine/cart";
import { type Decision, decide } from "../../src/engine/stacking/decide";
import type { Candidate, Snapshot, VoucherState } from "../../src/engine/stacking/snapshot";
import { NO_USAGE } from "../../src/engine/usage/turn";
import type { OrderInput } from "../../src/model/order";
import type { RuleSet } from "../../src/model/rule";
import { DEFAULT_STACKING_RULES, type StackingRules } from "../../src/model/stacking-rules";

export const NOW = Date.parse("2026-06-15T12:00:00.000Z");

const VOUCHER: VoucherState = {
  id: "v_1",
  code: "CODE",
  type: "DISCOUNT_VOUCHER",
  active: true,
  campaign: null,
  discount: { type: "AMOUNT", amount_off: 100 },
  balance: null,
  held_amount: 0,
  redemption_quantity: null,
  redeemed_quantity: 0,
  held_quantity: 0,
  start_date: null,
  expiration_date: null,
  validity_timeframe: null,
  validity_day_of_week: null,
  validity_hours: null,
};

type Given = Partial<VoucherState> & Partial<Omit<Candidate, "voucher" | "id">>;

/** A redeemable: the voucher's fields and the request's fields side by side. */
export function candidate(given: Given = {}): Candidate {
  const { object, rules, credits, reward, own, usage, ...voucher } = given;
  const row = { ...VOUCHER, ...voucher };
  return {
    id: row.code,
    object: object ?? "voucher",
    voucher: row,
    rules: rules ?? [],
    credits: credits ?? null,
    reward: reward ?? null,
    own: own ?? { quantity: 0, credits: 0 },
    usage: usage ?? NO_USAGE,
  };
}

export const amountOff = (amount_off: number, given: Given = {}) =>
  candidate({ discount: { type: "AMOUNT", amount_off }, ...given });

export const percentOff = (percent_off: number, given: Given = {}) =>
  candidate({ discount: { type: "PERCENT", percent_off }, ...given });

export const giftCard = (balance: number, given: Given = {}) =>
  candidate({ type: "GIFT_VOUCHER", discount: null, balance, ...given });

export const unknown = (): Candidate => ({ ...candidate(), id: "NOBODY", voucher: null });

/** A rule set that is met when the order at its turn is over an amount. */
export const orderOver = (amount: number, id = "val_1"): RuleSet => ({
  id,
  rules: { "1": { name: "order.amount", conditions: { $more_than: [amount] } }, logic: "1" },
  error: null,
});

export function cart(order: OrderInput | null): Cart | null {
  if (!order) return null;
  const made = cartOf(order, []);
  if (!made.ok) throw new Error(made.error.reason);
  return made.value;
}

export const snapshot = (
  candidates: readonly Candidate[],
  order: OrderInput | null,
  stacking: Partial<StackingRules> = {},
): Snapshot => ({
  candidates,
  cart: cart(order),
  customer: null,
  redemption: { metadata: {}, api_key: null },
  stacking: { ...DEFAULT_STACKING_RULES, ...stacking },
  now: NOW,
  timeZone: "UTC",
});

/** One word for each redeemable: what it takes off, why it cannot apply, or why it was skipped. */
export const told = ({ outcomes }: Decision): (number | string)[] =>
  outcomes.map((outcome) => {
    if (outcome.status === "APPLICABLE") return outcome.effect.order_discount;
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
  stacking?: Partial<StackingRules>;
  valid: boolean;
  expect: (number | string)[];
}

const AMOUNT_1000: OrderInput = { amount: 1000 };

/** The decision on a row, in the words of the row. */
export function answer({ given, order, stacking }: Row): Pick<Row, "valid" | "expect"> {
  const decision = decided(given, order === undefined ? AMOUNT_1000 : order, stacking);
  return { valid: decision.valid, expect: told(decision) };
}
