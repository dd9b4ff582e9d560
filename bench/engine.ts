import { cartOf } from "../src/engine/cart";
import { decide } from "../src/engine/stacking/decide";
import { itemFacts } from "../src/engine/stacking/facts";
import type { Snapshot } from "../src/engine/stacking/snapshot";
import { NO_USAGE } from "../src/engine/usage/turn";
import { DEFAULT_STACKING_RULES } from "../src/model/default-stacking-rules";

const RUNS = 20_000;

const cart = cartOf(
  {
    metadata: { shop: "web" },
    items: [1, 2, 3, 4, 5].map((n) => ({ product_id: `prod_${n}`, quantity: n, price: 1000 * n })),
  },
  [],
);
if (!cart.ok) throw new Error("the bench cart is sound");

const rule = (name: string, property: string | null, conditions: Record<string, unknown>) => ({
  id: `val_${name}`,
  rules: { "1": { name, property, conditions, rules: {} } },
  error: null,
  applicable_to: { included: [], excluded: [], included_all: false },
  bundle_rules: null,
});

const snapshot: Snapshot = {
  candidates: [
    {
      id: "BENCH",
      object: "voucher",
      credits: null,
      reward: null,
      own: { quantity: 0, credits: 0 },
      yielding: { quantity: 0, amount: 0 },
      usage: NO_USAGE,
      category: null,
      goods: [],
      is_linked: null,
      is_referrer: false,
      publication: null,
      rules: [
        rule("order.amount", null, { $greater_than_or_equal: [5000] }),
        rule("customer.metadata", "tier", { $is: ["gold"] }),
        rule("order.metadata", "shop", { $is: ["web"] }),
      ],
      redeemable: {
        id: "v_1",
        code: "BENCH",
        type: "DISCOUNT_VOUCHER",
        active: true,
        campaign: null,
        discount: { type: "PERCENT", percent_off: 20 },
        gift_effect: null,
        balance: null,
        held_amount: 0,
        redemption_quantity: null,
        redeemed_quantity: 0,
        held_quantity: 0,
        publish_count: 0,
        metadata: {},
        start_date: "2026-01-01T00:00:00.000Z",
        expiration_date: "2099-01-01T00:00:00.000Z",
        validity_timeframe: null,
        validity_day_of_week: null,
        validity_hours: null,
      },
    },
  ],
  cart: cart.value,
  items: itemFacts(cart.value),
  customer: { metadata: { tier: "gold" }, segments: [] },
  redemption: { metadata: {}, api_key: null },
  stacking: DEFAULT_STACKING_RULES,
  now: Date.UTC(2026, 10, 21),
  timeZone: "UTC",
  currency: "EUR",
};

function microseconds(work: () => unknown): number {
  for (let run = 0; run < RUNS; run++) work();
  const started = performance.now();
  for (let run = 0; run < RUNS; run++) work();
  return ((performance.now() - started) * 1000) / RUNS;
}

const sample = JSON.stringify(snapshot.candidates);

/** One decision of 1 voucher, 3 rules and 5 lines, and what this machine takes to parse its JSON. */
export function engineBench(): { decide_us: number; floor_us: number } {
  if (!decide(snapshot).valid) throw new Error("the bench decision is valid");
  return {
    decide_us: microseconds(() => decide(snapshot)),
    floor_us: microseconds(() => JSON.parse(sample)),
  };
}
