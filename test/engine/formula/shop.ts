import { evaluateFormula } from "../../../src/engine/formula/evaluate";
import { toDouble } from "../../../src/engine/formula/exact";
import type { FormulaFacts, FormulaItem } from "../../../src/engine/formula/facts";
import { parseFormula } from "../../../src/engine/formula/parse";

const GOODS = { id: null, source_id: null, price: null };

const item = (given: Partial<FormulaItem>): FormulaItem => ({
  price: null,
  amount: null,
  subtotal: null,
  quantity: 1,
  metadata: {},
  product: null,
  ...given,
});

export const shirts = item({
  price: 1000,
  amount: 2000,
  subtotal: 1800,
  quantity: 2,
  metadata: { wrap: 30 },
  product: { ...GOODS, metadata: { margin: 0.25 } },
});

const pens = item({
  price: 500,
  amount: 1500,
  subtotal: 1400,
  quantity: 3,
  metadata: { wrap: 10 },
  product: { ...GOODS, metadata: { margin: 0.5 } },
});

const coat = item({
  price: 8000,
  amount: 8000,
  subtotal: 7000,
  quantity: 1,
  metadata: { wrap: 99 },
  product: { ...GOODS, metadata: { margin: 0.125 } },
});

/** Looks cheapest, but nobody buys it. */
const none = item({ price: 1, amount: 0, subtotal: 0, quantity: 0 });

/** 21 November 2026, a Saturday, 11:30 in Warsaw, which is an hour ahead of UTC then. */
export const facts: FormulaFacts = {
  now: Date.UTC(2026, 10, 21, 10, 30),
  timeZone: "Europe/Warsaw",
  // Like yen: major units are minor ones, so that numbers stay as they are written here.
  decimals: 0,
  order: { amount: 11500, metadata: { shipping: 990 }, items: [none, shirts, pens, coat] },
  item: shirts,
  customer: {
    metadata: {
      age: 20,
      points: "150",
      town: "Kraków",
      code: "007",
      vip: true,
      tags: ["gold", "new", 7],
      since: "2024-01-31",
      nothing: null,
      address: { city: "Kraków" },
    },
    birthdate: "1990-11-22",
  },
  redeemable: { metadata: { base: 700 } },
  redemption: { metadata: { till: 4 } },
  publication: { metadata: { channel_bonus: 55 } },
  voucher: {
    redemption_quantity: 10,
    redeemed_quantity: 3,
    publish_count: 6,
    start_date: "2026-11-01T00:00:00Z",
    expiration_date: "2027-01-20T22:59:59Z",
  },
  promotion_tier: { start_date: "2026-11-11", expiration_date: "2026-12-24" },
};

/** What a formula that is known to be one comes to. */
export function worth(text: string, given: Partial<FormulaFacts> = {}): number | null {
  const formula = parseFormula(text);
  if (!formula.ok) throw new Error(`${formula.error.position}: ${formula.error.reason}`);
  const number = evaluateFormula(formula.value, { ...facts, ...given });
  return number && toDouble(number);
}
