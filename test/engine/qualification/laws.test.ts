import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AMOUNT, amountBrought } from "../../../src/engine/qualification/amounts";
import { judgedRules } from "../../../src/engine/qualification/omit";
import { termsOf } from "../../../src/engine/qualification/terms";
import { evaluateRules } from "../../../src/engine/rules/evaluate";
import type { RuleNode, Rules } from "../../../src/model/rule";
import { runs } from "../../support/runs";
import { facts, item, ruleSet } from "../rules/shop";

const values = fc.uniqueArray(fc.constantFrom("a", "b", "c", "pc_a"), {
  minLength: 1,
  maxLength: 3,
});
const AMOUNT_FACTS = ["order.amount", "order.initial_amount", "order.total_amount"];

/** Amounts of every length, beside those of an order. */
const amounts = fc.oneof(
  fc.nat({ max: 130 }),
  fc.nat({ max: 130_000 }),
  fc.constantFrom(-5, 0.5, 99.5, "1200", Number.MAX_SAFE_INTEGER, 1e21),
);

const amountLeaf: fc.Arbitrary<RuleNode> = fc
  .tuple(
    fc.constantFrom(...AMOUNT_FACTS),
    fc.constantFrom(
      ...["$is", "$in", "$is_not", "$more_than", "$more_than_or_equal", "$less_than"],
      ...["$greater_than", "$greater_than_equal"],
    ),
    fc.array(amounts, { minLength: 1, maxLength: 2 }),
    fc.option(fc.tuple(fc.constantFrom("$more_than", "$less_than_or_equal"), amounts)),
  )
  .map(([name, operator, list, beside]) => ({
    name,
    conditions: { ...(beside && { [beside[0]]: [beside[1]] }), [operator]: list },
  }));

const namedLeaf: fc.Arbitrary<RuleNode> = fc
  .tuple(
    fc.constantFrom(
      "customer.segment",
      "customer.metadata",
      "product.id",
      "order.items.any",
      "order.items.none",
    ),
    fc.constantFrom("$is", "$in", "$is_not"),
    values,
  )
  .map(([name, operator, list]) => ({
    name,
    ...(name === "customer.metadata" && { property: "tier" }),
    conditions: { [operator]: list },
  }));

const leaf = fc.oneof(namedLeaf, amountLeaf);

const LOGICS = [null, "1", "1 or 2", "1 and 2", "(1 or 2) and 3", "1 or (2 and 3)", "1 or 2 or 3"];

const sets: fc.Arbitrary<Rules> = fc
  .tuple(leaf, leaf, leaf, leaf, fc.boolean(), fc.constantFrom(...LOGICS))
  .map(([one, two, three, inner, isNested, logic]) => ({
    "1": isNested ? { ...one, rules: { "1": inner } } : one,
    "2": two,
    "3": three,
    ...(logic !== null && { logic }),
  }));

const someone = fc.record({
  tier: fc.option(fc.oneof(fc.constantFrom("a", "b", "c"), values)),
  segments: fc.subarray(["a", "b", "c"]),
  products: fc.subarray(["a", "b", "c"]),
  collections: fc.subarray(["pc_a"]),
  amount: fc.option(fc.oneof(fc.nat({ max: 130 }), fc.nat({ max: 130_000 }))),
});

interface Someone {
  tier: string | string[] | null;
  segments: string[];
  products: string[];
  collections: string[];
  amount: number | null;
}

const factsOf = ({ tier, segments, products, collections, amount }: Someone) => {
  const { order, ...rest } = facts({ customer: { metadata: { tier }, segments } });
  const items = products.map((product_id) => item({ product_id, collections }));
  const costs = { amount, initial_amount: amount, total_amount: amount };
  return { ...rest, order: order && { ...order, ...costs, items } };
};

/** What a request of this customer and order brings. */
const broughtBy = (
  { tier, segments, products, collections, amount }: Someone,
  terms: readonly string[],
): string[] => [
  ...segments.map((id) => `segment:${id}`),
  ...[tier].flat().map((value) => `customer:tier=${value}`),
  ...products.map((id) => `goods:${id}`),
  ...(products.length > 0 ? collections.map((id) => `collection:${id}`) : []),
  ...terms.filter((term) => term.startsWith(AMOUNT) && term <= (amountBrought(amount) ?? "")),
];

const isMet = (rules: Rules, who: Someone) =>
  evaluateRules(ruleSet(rules), factsOf(who)).verdict === "matched";

describe("laws", () => {
  it("rules are met only where the request brings one of their terms", () => {
    fc.assert(
      fc.property(sets, someone, (rules, who) => {
        const terms = termsOf(rules);
        if (terms === null || !isMet(rules, who)) return;
        const brought = broughtBy(who, terms);
        expect(terms.some((term) => brought.includes(term))).toBe(true);
      }),
      { numRuns: runs(3000) },
    );
  });

  it("what is met stays met where fewer rules are judged", () => {
    fc.assert(
      fc.property(
        sets,
        someone,
        fc.constantFrom("customer.", "product.", "order."),
        (rules, who, out) => {
          const judged = judgedRules(rules, (name) => !name.startsWith(out));
          if (isMet(rules, who)) expect(isMet(judged.rules, who)).toBe(true);
        },
      ),
      { numRuns: runs(3000) },
    );
  });
});
