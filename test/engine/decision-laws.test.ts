import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountLeft, type Cart, cartOf, type Line, split } from "../../src/engine/cart";
import { withEffect } from "../../src/engine/discounts/index";
import { discountTaken, planUses } from "../../src/engine/redemption/plan";
import { type Decision, decide } from "../../src/engine/stacking/decide";
import { discountOf } from "../../src/engine/stacking/effect";
import type { Candidate } from "../../src/engine/stacking/snapshot";
import { DEFAULT_STACKING_RULES } from "../../src/model/default-stacking-rules";
import type { RedemptionEffects } from "../../src/model/redemption";
import { runs } from "../support/runs";
import { largeOrder, line, order, stacking, stackOf } from "./any-stack";
import { amountOff, cart as cartAt, decided, entry, only, snapshot } from "./stacking-shop";

const law = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void, numRuns = runs(400)) =>
  fc.assert(fc.property(arbitrary, check), { numRuns });

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
const isAmount = (value: number) => Number.isSafeInteger(value) && value >= 0;

const any = fc.tuple(stackOf(8), order, stacking);
const largest = fc.tuple(stackOf(30, 20), largeOrder, stacking);

const applied = ({ outcomes }: Decision) =>
  outcomes.flatMap((one) => (one.status === "APPLICABLE" ? [one] : []));

const isSound = ({ discount_quantity, amount, quantity }: Line, left: number): boolean =>
  [left, discount_quantity, amount ?? 0, quantity ?? 0].every(isAmount) &&
  (amount === null || left <= amount);

/** Nothing below zero, nothing above the amount, and the sums of the reference (orders). */
function checkCart(given: Cart): void {
  const cart = split(given);
  const left = amountLeft(cart);
  expect([cart.left, cart.discounts].map(({ length }) => length)).toEqual(
    Array(2).fill(cart.lines.length),
  );
  expect(cart.lines.filter((one, at) => !isSound(one, cart.left[at] ?? -1))).toEqual([]);
  expect(cart.discounts.every(isAmount)).toBe(true);
  expect(cart.items_discount_amount).toBe(total(cart.discounts));
  expect(isAmount(cart.discount_amount)).toBe(true);
  if (left === null || cart.amount === null) return;
  expect(isAmount(left)).toBe(true);
  expect(isAmount(cart.amount)).toBe(true);
  expect(cart.discount_amount + cart.items_discount_amount).toBeLessThanOrEqual(cart.amount);
}

/** What each turn did is what stands between its two carts. */
function checkTurns(decision: Decision): void {
  for (const { before, after, effect, redeemable } of applied(decision)) {
    if (!before || !after) continue;
    checkCart(after);
    const { order_discount, lines } = effect.taking;
    expect(after.discount_amount - before.discount_amount).toBe(order_discount);
    expect(after.items_discount_amount - before.items_discount_amount).toBe(
      discountOf(effect.taking) - order_discount,
    );
    if (before.amount !== null && after.amount !== null) {
      const added = total(lines.map(({ added_amount = 0 }) => added_amount));
      expect(after.amount - before.amount).toBe(added);
      expect(after.initial_amount).toBe(before.initial_amount);
    }
    if (effect.credits === null) continue;
    expect(effect.credits).toBeLessThanOrEqual(redeemable.balance ?? 0);
    if (before.amount !== null) expect(discountOf(effect.taking)).toBe(effect.credits);
  }
}

/** Shares make up the order discount, or all that is left of the lines where that is less. */
function checkShares(decision: Decision): void {
  for (const { applied: one, effects } of planUses(decision)) {
    expect(discountTaken(effects)).toBe(discountOf(one.effect.taking));
    if (!one.before || one.before.lines.length === 0) continue;
    const lefts = split(one.before).left;
    const shares = effects.line_shares ?? [];
    expect(shares).toHaveLength(lefts.length);
    expect(total(shares)).toBe(Math.min(effects.order_discount ?? 0, total(lefts)));
    const isOut = (share: number, at: number) => share < 0 || share > (lefts[at] ?? 0);
    expect(shares.filter(isOut)).toEqual([]);
  }
}

/** As effects are stored: through JSON. */
const written = (decision: Decision): RedemptionEffects[] =>
  planUses(decision).map(({ effects }) => JSON.parse(JSON.stringify(effects)));

const addedBy = ({ lines = [] }: RedemptionEffects): number =>
  total(lines.map(({ added_amount = 0 }) => added_amount));
const hasReplaced = ({ lines = [] }: RedemptionEffects): boolean =>
  lines.some(({ added_quantity = 0 }) => added_quantity < 0);

/** The same candidate, whose discount names the effect that it has as it is. */
const namingEffect = (one: Candidate): Candidate => {
  const { redeemable } = one;
  const goods = one.rules.flatMap(({ applicable_to: { included, excluded } }) => [
    ...included,
    ...excluded,
  ]);
  if (!redeemable?.discount) return one;
  const discount = withEffect(redeemable.discount, goods.length > 0);
  return { ...one, redeemable: { ...redeemable, discount } };
};

const withoutTraces = ({ valid, cart, outcomes }: Decision) => ({
  valid,
  cart,
  outcomes: outcomes.map((one) => ({ ...one, traces: null })),
});

describe("laws of a decision", () => {
  it("no amount is below zero, none above what it is taken from, and all add up after each turn", () => {
    law(any, ([all, sent, rule]) => checkTurns(decided(all, sent, rule)));
  });

  it("a discount does the same whether it names its usual effect or none", () => {
    law(any, ([all, sent, rule]) => {
      const { cart } = decided(all.map(namingEffect), sent, rule);
      expect(decided(all, sent, rule).cart).toEqual(cart);
    });
  });

  it("shares make up the order discount, or all that is left of the lines", () => {
    law(any, ([all, sent, rule]) => checkShares(decided(all, sent, rule)));
  });

  it("the order, and what was written down of its uses, make the decision's cart again", () => {
    law(any, ([all, sent, rule]) => {
      const decision = decided(all, sent, rule);
      const again = cartOf(sent, written(decision));
      expect(again.ok && again.value).toEqual(decision.cart && split(decision.cart));
    });
  });

  it("all of this holds for orders of 300 to 500 lines and stacks of 20 to 30", () => {
    const check = ([all, sent, rule]: Parameters<typeof decided>) => {
      const decision = decided(all, sent, {
        ...rule,
        applicable_redeemables_limit: 30,
        redeemables_application_mode: "PARTIAL",
      });
      checkTurns(decision);
      checkShares(decision);
      const again = cartOf(sent ?? {}, written(decision));
      expect(again.ok && again.value).toEqual(decision.cart && split(decision.cart));
    };
    law(largest, check, runs(12));
  });

  it("an order that is sent otherwise meanwhile still has sound amounts", () => {
    law(fc.tuple(any, order), ([[all, sent, rule], other]) => {
      const again = cartOf(other, written(decided(all, sent, rule)));
      expect(again.ok).toBe(true);
      if (again.ok) checkCart(again.value);
    });
  });

  it("an order that loses one of its uses keeps what the others took", () => {
    law(fc.tuple(any, fc.nat()), ([[all, sent, rule], pick]) => {
      const uses = written(decided(all, sent, rule));
      const others = uses.filter((_, at) => at !== pick % uses.length);
      const made = cartOf(sent, others);
      const cart = made.ok ? made.value : null;
      if (cart) checkCart(cart);
      if (cart?.initial_amount == null || uses.some(hasReplaced)) return;
      const taken = total(others.map((one) => discountTaken(one) - addedBy(one)));
      expect(cart.initial_amount - (amountLeft(cart) ?? 0)).toBe(taken);
    });
  });

  it("an order that loses some of its uses keeps the shares of the others, line by line", () => {
    const some = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
    law(fc.tuple(any, some), ([[all, sent, rule], kept]) => {
      const uses = written(decided(all, sent, rule));
      if (uses.some(hasReplaced)) return;
      const others = uses.filter((_, at) => kept[at]);
      const cart = split(cartAt(sent, others) as Cart);
      const lefts = (sent?.items ?? []).map((_, at) => {
        const gone = others.map(({ lines = [], line_shares = [] }) => {
          const taken = lines.filter(({ index }) => index === at);
          return (
            total(taken.map(({ discount, added_amount = 0 }) => discount - added_amount)) +
            (line_shares[at] ?? 0)
          );
        });
        return (cart.lines[at]?.initial_amount ?? 0) - total(gone);
      });
      expect(cart.left.slice(0, lefts.length)).toEqual(lefts);
    });
  });

  it("what was decided on it is decided on the order with other uses before it as well", () => {
    law(fc.tuple(any, stackOf(4)), ([[first, sent, rule], second]) => {
      const earlier = written(decided(first, sent, rule));
      const cart = cartAt(sent, earlier);
      const at = snapshot(second, sent, rule);
      const decision = decide({ ...at, cart });
      checkTurns(decision);
      const again = cartOf(sent, [...earlier, ...written(decision)]);
      expect(again.ok && again.value).toEqual(decision.cart && split(decision.cart));
    });
  });

  /**
   * This holds whatever limits bind: up to the first failure both modes have given the same turns, and
   * limits count only turns before. After it ALL applies nothing.
   */
  it("PARTIAL applies at least what ALL applies, with the same effects", () => {
    law(any, ([all, sent, rule]) => {
      const effects = (application: "ALL" | "PARTIAL") =>
        new Map(
          applied(decided(all, sent, { ...rule, redeemables_application_mode: application })).map(
            ({ candidate, effect, after }) => [candidate.id, { effect, after }],
          ),
        );
      const partial = effects("PARTIAL");
      for (const [id, one] of effects("ALL")) expect(partial.get(id)).toEqual(one);
    });
  });

  it("equal lines may change places", () => {
    const copies = fc.array(fc.tuple(line, fc.integer({ min: 1, max: 3 })), { maxLength: 5 });
    law(fc.tuple(stackOf(6), copies, stacking), ([all, lines, rule]) => {
      const tagged = (tags: readonly string[]) => ({
        items: lines.flatMap(([one, count]) =>
          Array.from({ length: count }, (_, at) => ({ ...one, metadata: { tag: tags[at] } })),
        ),
      });
      fc.pre(cartOf(tagged([]), []).ok);
      const plain = (cart: Cart | null) =>
        cart && {
          ...cart,
          lines: cart.lines.map((one) => ({ ...one, item: { ...one.item, metadata: {} } })),
        };
      const [first, turned] = [
        decided(all, tagged(["x", "y", "z"]), rule),
        decided(all, tagged(["z", "x", "y"]), rule),
      ];
      expect(plain(turned.cart)).toEqual(plain(first.cart));
    });
  });

  it("discounts of different products may change places", () => {
    const amounts = fc.uniqueArray(
      fc.tuple(fc.constantFrom("p1", "p2", "p3", "p4"), fc.nat({ max: 5000 })),
      { selector: ([id]) => id },
    );
    const lines = fc.array(line, { maxLength: 12 }).filter((items) => cartOf({ items }, []).ok);
    law(fc.tuple(amounts, lines), ([each, items]) => {
      const all = each.map(([id, amount]) => amountOff(amount, only(entry(id, { strict: false }))));
      const rule = { ...DEFAULT_STACKING_RULES, applicable_redeemables_limit: 30 };
      const first = decided(all, { items }, rule);
      expect(decided(all.toReversed(), { items }, rule).cart).toEqual(first.cart);
    });
  });

  it("rule sets without a reach may change places", () => {
    law(any, ([all, sent, rule]) => {
      const turned = all.map((one) => ({
        ...one,
        rules: [
          ...one.rules.filter(({ id }) => id.startsWith("val_reach")),
          ...one.rules.filter(({ id }) => !id.startsWith("val_reach")),
        ],
      }));
      const [first, second] = [decided(all, sent, rule), decided(turned, sent, rule)];
      expect(second.cart).toEqual(first.cart);
      expect(second.valid).toBe(first.valid);
    });
  });

  it("deciding twice gives the same, and leaves the snapshot as it was", () => {
    law(any, ([all, sent, rule]) => {
      const at = snapshot(all, sent, rule);
      const before = JSON.stringify(at);
      expect(decide(at)).toEqual(decide(at));
      expect(JSON.stringify(at)).toBe(before);
    });
  });

  it("explaining changes no outcome", () => {
    law(any, ([all, sent, rule]) => {
      const at = snapshot(all, sent, rule);
      expect(withoutTraces(decide({ ...at, explains: true }))).toEqual(withoutTraces(decide(at)));
    });
  });

  it("no more apply than any limit lets, and nothing common beside an exclusive one", () => {
    law(any, ([all, sent, rule]) => {
      const set = { ...DEFAULT_STACKING_RULES, ...rule };
      const { valid, outcomes } = decided(all, sent, rule);
      const ids = outcomes.flatMap(({ status, candidate }) =>
        status === "APPLICABLE" ? [candidate.category?.id ?? ""] : [],
      );
      const exclusive = ids.filter((id) => set.exclusive_categories.includes(id));
      const common = ids.filter(
        (id) => ![...set.exclusive_categories, ...set.joint_categories].includes(id),
      );
      const most = (counted: string[]) =>
        Math.max(
          0,
          ...["cat_1", "cat_2", "cat_3"].map((id) => counted.filter((one) => one === id).length),
        );
      expect(outcomes).toHaveLength(all.length);
      expect(ids.length).toBeLessThanOrEqual(set.applicable_redeemables_limit);
      expect(exclusive.length).toBeLessThanOrEqual(set.applicable_exclusive_redeemables_limit);
      expect(most(exclusive)).toBeLessThanOrEqual(
        set.applicable_exclusive_redeemables_per_category_limit ?? 30,
      );
      expect(most(ids)).toBeLessThanOrEqual(
        Math.max(
          set.applicable_redeemables_per_category_limit ?? 30,
          ...Object.values(set.applicable_redeemables_category_limits),
        ),
      );
      if (exclusive.length > 0) expect(common).toEqual([]);
      const isAll = set.redeemables_application_mode === "ALL";
      const hasFailed = outcomes.some(({ status }) => status === "INAPPLICABLE");
      expect(valid).toBe(ids.length > 0 && !(isAll && hasFailed));
    });
  });
});
