import { expect, it } from "vitest";
import { keptUse, type OrderUse, ownUses } from "../../src/resources/orders/uses";

const usage = (owner: string) => ({
  day: "2026-11-23",
  week: "2026-11-23",
  month: "2026-11",
  added: [
    { owner, subjects: ["", "cust_1"], count: 1, orders_amount: 4900, discounted_amount: 490 },
    { owner: "camp_1", subjects: [""], count: 1, orders_amount: 4900, discounted_amount: 490 },
  ],
});

const USES: [string, OrderUse, object][] = [
  [
    "of a voucher",
    { voucher_id: "v_1", promotion_tier_id: null, quantity: 1, usage: usage("v_1") },
    { related_object_type: "voucher", related_object_id: "v_1" },
  ],
  [
    "of a tier",
    { voucher_id: null, promotion_tier_id: "promo_1", order_discount: 5, usage: usage("promo_1") },
    { related_object_type: "promotion_tier", related_object_id: "promo_1" },
  ],
  [
    "without counters",
    { voucher_id: "v_1", promotion_tier_id: null, credits: 70 },
    { related_object_type: "voucher", related_object_id: "v_1" },
  ],
];

const entryOf = (use: OrderUse, named: object) => ({
  ...named,
  applied: JSON.parse(JSON.stringify(keptUse(use, { ...named }))),
});

it.each(USES)(
  "a use %s is kept without what its entry says, and read as it was",
  (_, use, named) => {
    const entry = entryOf(use, named);
    expect(ownUses({ redemptions: { r_1: entry } })).toEqual([use]);
    const text = JSON.stringify(entry.applied);
    expect(text).not.toMatch(/"(v|promo)_1"|"month"/);
  },
);

it("a use that was kept in full is read as it stands", () => {
  for (const [, use, named] of USES) {
    const entry = { ...named, applied: { ...use } };
    expect(ownUses({ redemptions: { r_1: entry } })).toEqual([use]);
  }
});
