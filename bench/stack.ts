import { cartOf } from "../src/engine/cart";
import { decide } from "../src/engine/stacking/decide";
import { itemFacts } from "../src/engine/stacking/facts";
import type { Candidate, Snapshot } from "../src/engine/stacking/snapshot";
import { NO_USAGE } from "../src/engine/usage/turn";
import { DEFAULT_STACKING_RULES } from "../src/model/default-stacking-rules";
import type { Discount } from "../src/model/discount";

const REDEEMABLES = 30;
const RUNS = 300;
const WARM_UP = 200;

const DISCOUNTS: Discount[] = [
  { type: "PERCENT", percent_off: 1, effect: "APPLY_TO_ORDER" },
  { type: "PERCENT", percent_off: 2, effect: "APPLY_TO_ITEMS" },
  { type: "AMOUNT", amount_off: 3, effect: "APPLY_TO_ITEMS" },
  { type: "AMOUNT", amount_off: 500, effect: "APPLY_TO_ITEMS_PROPORTIONALLY" },
  { type: "AMOUNT", amount_off: 1, effect: "APPLY_TO_ITEMS_BY_QUANTITY" },
  { type: "AMOUNT", amount_off: 400, effect: "APPLY_TO_ORDER" },
];

/** Ten rules, as different as shops have them: six of the order and who buys, four over all lines. */
const rulesOf = (at: number) => ({
  1: { name: "order.amount", conditions: { $greater_than_or_equal: [5000 + at] } },
  2: { name: "order.metadata", property: "shop", conditions: { $is: ["web", "app"] } },
  3: { name: "customer.metadata", property: "tier", conditions: { $is: ["gold"] } },
  4: { name: "customer.segment", conditions: { $is: [`seg_${at % 3}`] } },
  5: { name: "redemption.metadata", property: "channel", conditions: { $is_not: ["pos"] } },
  6: { name: "order.items.count", conditions: { $more_than: [5] } },
  7: { name: "product.id", conditions: { $is: [`prod_${at % 10}`, "prod_x"] } },
  8: { name: "product.metadata", property: "brand", conditions: { $is: [`brand_${at % 5}`] } },
  9: {
    name: "order.items.any",
    conditions: { $is: [{ object: "product", id: `prod_${at % 7}` }] },
    rules: { 1: { name: "order.items.quantity", conditions: { $more_than: [0] }, rules: {} } },
  },
  10: { name: "product.price", conditions: { $less_than: [1_000_000] } },
});

const candidate = (at: number) => ({
  id: `BENCH-${at}`,
  object: "voucher",
  credits: null,
  reward: null,
  own: { quantity: 0, credits: 0 },
  yielding: { quantity: 0, amount: 0 },
  usage: NO_USAGE,
  category: null,
  goods: [],
  is_linked: null,
  publication: null,
  rules: [
    {
      id: `val_${at}`,
      rules: rulesOf(at),
      error: null,
      bundle_rules: null,
      applicable_to: {
        included: at % 3 === 0 ? [{ object: "product", id: `prod_${at % 10}` }] : [],
        excluded: [],
        included_all: false,
      },
    },
  ],
  redeemable: {
    id: `v_${at}`,
    code: `BENCH-${at}`,
    type: "DISCOUNT_VOUCHER",
    active: true,
    campaign: null,
    discount: DISCOUNTS[at % DISCOUNTS.length],
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
  },
});

const SENT = JSON.stringify(Array.from({ length: REDEEMABLES }, (_, at) => candidate(at)));

/**
 * A stack of 30 as it comes out of the database, on so many lines. The cast holds because the text
 * is made from the same fields right above.
 */
function loaded(lines: number, units: number): Snapshot {
  const cart = cartOf(
    {
      metadata: { shop: "web" },
      items: Array.from({ length: lines }, (_, at) => ({
        product_id: `prod_${at % 10}`,
        quantity: units,
        price: 1000 + at,
        product: { metadata: { brand: `brand_${at % 5}` } },
      })),
    },
    [],
  );
  if (!cart.ok) throw new Error("the bench cart is sound");
  return {
    candidates: JSON.parse(SENT) as Candidate[],
    cart: cart.value,
    items: itemFacts(cart.value),
    customer: { metadata: { tier: "gold" }, segments: ["seg_0", "seg_1", "seg_2"] },
    redemption: { metadata: { channel: "web" }, api_key: null },
    stacking: { ...DEFAULT_STACKING_RULES, applicable_redeemables_limit: 30 },
    now: Date.UTC(2026, 10, 21),
    timeZone: "UTC",
    currency: "EUR",
  };
}

/** Milliseconds of one decision, the middle of many; every one on rules that were never seen before. */
function milliseconds(lines: number, units: number): number {
  const times: number[] = [];
  for (let run = -WARM_UP; run < RUNS; run++) {
    const snapshot = loaded(lines, units);
    const from = performance.now();
    const { outcomes } = decide(snapshot);
    if (run >= 0) times.push(performance.now() - from);
    if (outcomes.some(({ status }) => status !== "APPLICABLE")) {
      throw new Error("all of the bench stack apply");
    }
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN;
}

/** One decision of 30 redeemables with 10 rules each, by lines; and with a million units a line. */
export const stackBench = () => ({
  lines_10_ms: milliseconds(10, 2),
  lines_100_ms: milliseconds(100, 2),
  lines_500_ms: milliseconds(500, 2),
  many_units_ms: milliseconds(500, 1_000_000),
});
