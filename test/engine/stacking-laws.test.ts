import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountLeft } from "../../src/engine/cart";
import { planUses } from "../../src/engine/redemption/plan";
import { decide } from "../../src/engine/stacking/decide";
import type { OrderInput } from "../../src/model/order";
import { amountOff, decided, giftCard, orderOver, percentOff, snapshot } from "./stacking-shop";

const money = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }),
  fc.constantFrom(0, 1, 2, 99, 4_503_599_627_370_495),
);
const percent = fc.integer({ min: 0, max: 1_000_000 }).map((parts) => parts / 10_000);
const rules = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 1, max: 999 })),
  { maxLength: 3 },
);

const given = fc.record({
  active: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
  redemption_quantity: fc.constantFrom(null, null, null, 0, 1, 2),
  redeemed_quantity: fc.constantFrom(0, 0, 0, 1),
  rules: rules.map((all) => all.map(([amount, id]) => orderOver(amount, `val_${id}`))),
});

const redeemable = fc.oneof(
  fc.tuple(money, given).map(([amount, more]) => amountOff(amount, more)),
  fc.tuple(percent, given).map(([off, more]) => percentOff(off, more)),
  fc
    .tuple(money, fc.option(money), given)
    .map(([balance, credits, more]) => giftCard(balance, { credits, ...more })),
);

const line = fc.record({
  source_id: fc.constantFrom("a", "b", "c"),
  quantity: fc.integer({ min: 0, max: 50 }),
  price: fc.integer({ min: 0, max: 100_000 }),
});

const order: fc.Arbitrary<OrderInput | null> = fc.oneof(
  { weight: 8, arbitrary: fc.array(line, { maxLength: 60 }).map((items) => ({ items })) },
  money.map((amount) => ({ amount })),
  fc.tuple(fc.array(line, { maxLength: 60 }), money).map(([items, amount]) => ({ items, amount })),
  fc.constant(null),
);

const redeemables = fc.array(redeemable, { minLength: 1, maxLength: 8 });
const mode = fc.constantFrom("ALL" as const, "PARTIAL" as const);
const noEffect = fc.constantFrom("SKIP" as const, "REDEEM_ANYWAY" as const);
const stacking = fc.record({
  redeemables_application_mode: mode,
  redeemables_no_effect_rule: noEffect,
  applicable_redeemables_limit: fc.integer({ min: 1, max: 8 }),
});

const law = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, check), { numRuns: 300 });

describe("laws of a stack", () => {
  const any = fc.tuple(redeemables, order, stacking);

  it("no total is ever below zero, and no discount above the amount", () => {
    law(any, ([all, sent, rule]) => {
      const { outcomes, cart } = decided(all, sent, rule);
      const carts = outcomes.flatMap((one) => (one.status === "APPLICABLE" ? [one.after] : []));
      for (const at of [...carts, cart]) {
        if (!at || at.amount === null) continue;
        expect(amountLeft(at)).toBeGreaterThanOrEqual(0);
        expect(at.discount_amount).toBeLessThanOrEqual(at.amount);
      }
    });
  });

  it("each turn goes on from the one before, and together they are the whole", () => {
    law(any, ([all, sent, rule]) => {
      const { outcomes, cart } = decided(all, sent, rule);
      let running = 0;
      for (const one of outcomes) {
        if (one.status !== "APPLICABLE" || !one.before || !one.after) continue;
        expect(one.before.discount_amount).toBe(running);
        running += one.effect.taking.order_discount;
        expect(one.after.discount_amount).toBe(running);
      }
      expect(cart?.discount_amount ?? 0).toBe(running);
    });
  });

  it("shares sum to the discount exactly and stay within what is left of their lines", () => {
    const byLines = fc.array(line, { minLength: 1, maxLength: 60 }).map((items) => ({ items }));
    law(fc.tuple(redeemables, byLines, stacking), ([all, sent, rule]) => {
      const decision = decided(all, sent, rule);
      const left = (decision.cart?.lines ?? []).map(({ amount }) => amount ?? 0);
      for (const { effects } of planUses(decision)) {
        const shares = effects.line_shares ?? [];
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(effects.order_discount);
        for (const [at, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          left[at] = (left[at] ?? 0) - share;
          expect(left[at]).toBeGreaterThanOrEqual(0);
        }
      }
    });
  });

  it("a gift card gives what it takes off the order, and never more than its balance", () => {
    law(any, ([all, sent, rule]) => {
      for (const one of decided(all, sent, rule).outcomes) {
        if (one.status !== "APPLICABLE" || one.effect.credits === null) continue;
        expect(one.effect.credits).toBeLessThanOrEqual(one.redeemable.balance ?? 0);
        if (one.before?.amount != null)
          expect(one.effect.taking.order_discount).toBe(one.effect.credits);
      }
    });
  });

  it("the order of a voucher's rule sets changes nothing, also not which one is told", () => {
    law(any, ([all, sent, rule]) => {
      const turned = all.map((one) => ({ ...one, rules: one.rules.toReversed() }));
      const strip = ({ valid, outcomes, cart }: ReturnType<typeof decided>) => ({
        valid,
        cart,
        outcomes: outcomes.map(({ candidate: _, ...one }) => one),
      });
      expect(strip(decided(turned, sent, rule))).toEqual(strip(decided(all, sent, rule)));
    });
  });

  it("PARTIAL applies at least what ALL applies, with the same effects", () => {
    law(any, ([all, sent, rule]) => {
      const applied = (application: "ALL" | "PARTIAL") =>
        decided(all, sent, { ...rule, redeemables_application_mode: application }).outcomes.map(
          (one) => (one.status === "APPLICABLE" ? one.effect : null),
        );
      const partial = applied("PARTIAL");
      for (const [at, effect] of applied("ALL").entries()) {
        if (effect) expect(partial[at]).toEqual(effect);
      }
    });
  });

  it("no more apply than the limit, and ALL is valid only if nothing was refused", () => {
    law(any, ([all, sent, rule]) => {
      const { valid, outcomes } = decided(all, sent, rule);
      const count = (status: string) => outcomes.filter((one) => one.status === status).length;
      expect(outcomes).toHaveLength(all.length);
      expect(count("APPLICABLE")).toBeLessThanOrEqual(rule.applicable_redeemables_limit);
      const isAll = rule.redeemables_application_mode === "ALL";
      expect(valid).toBe(count("APPLICABLE") > 0 && !(isAll && count("INAPPLICABLE") > 0));
    });
  });

  it("one snapshot decided ten times is decided the same, and is left as it was", () => {
    law(any, ([all, sent, rule]) => {
      const at = snapshot(all, sent, rule);
      const before = JSON.stringify(at);
      const first = JSON.stringify(decide(at));
      for (let times = 2; times <= 10; times++) expect(JSON.stringify(decide(at))).toBe(first);
      expect(JSON.stringify(at)).toBe(before);
    });
  });
});
