import { describe, expect, it } from "vitest";
import { evaluateRules } from "../../../src/engine/rules/evaluate";
import type { RuleNode } from "../../../src/model/rule";
import { about, CART, one, rule, withItems } from "./items-shop";
import { ruleSet } from "./shop";

const says = (message: string) => ({ error: { message } });
const SALE = { $from: ["pc_sale"] };
const units = (count: number): RuleNode => rule("order.items.quantity", { $is: [count] });

describe("which rule is told of a rule on items", () => {
  const rows: { name: string; given: RuleNode; rule: string; message: string | null }[] = [
    {
      name: "itself where it chooses nothing",
      given: { ...about("any", { $is: ["prod_9"] }, units(1)), ...says("outer") },
      rule: "1",
      message: "outer",
    },
    {
      name: "what is nested where lines are chosen and none fits",
      given: { ...about("any", SALE, { ...units(9), ...says("inner") }), ...says("outer") },
      rule: "1.rules.1",
      message: "inner",
    },
    {
      name: "the text around where the nested rule has none",
      given: { ...about("any", SALE, units(9)), ...says("outer") },
      rule: "1.rules.1",
      message: "outer",
    },
    {
      name: "the rule that the deciding line breaks: every, the boots",
      given: about("every", {}, rule("order.items.price", { $more_than: [0] }), units(2)),
      rule: "1.rules.2",
      message: null,
    },
    {
      name: "itself where none should fit and one does",
      given: { ...about("none", SALE, { ...units(2), ...says("inner") }), ...says("outer") },
      rule: "1",
      message: "outer",
    },
    {
      name: "itself where the count is wrong",
      given: about("any", { ...SALE, $count: [3] }, units(2)),
      rule: "1",
      message: null,
    },
    {
      name: "what is nested in a product's rule, of that product's line",
      given: {
        name: "product.id",
        conditions: { $is: ["prod_1"] },
        rules: one({ ...rule("product.quantity", { $is: [5] }), ...says("five") }),
        ...says("outer"),
      },
      rule: "1.rules.1",
      message: "five",
    },
    {
      name: "the innermost",
      given: about("any", SALE, about("every", {}, units(2))),
      rule: "1.rules.1.rules.1",
      message: null,
    },
  ];
  it.each(rows)("$name", ({ given, rule: path, message }) => {
    const outcome = evaluateRules(ruleSet(one(given)), withItems(CART));
    expect(outcome.verdict).toBe("not_matched");
    expect(outcome.violated).toEqual({ rule: path, scope: "order", missing: null });
    expect(outcome.message).toBe(message);
  });
});

describe("the trace of a rule that names a product", () => {
  it("shows what is nested of that product's line, and no other", () => {
    const given: RuleNode = {
      name: "product.id",
      conditions: { $is: ["prod_3"] },
      rules: one(rule("product.quantity", { $more_than: [2] })),
    };
    const { trace } = evaluateRules(ruleSet(one(given)), withItems(CART), { trace: true });
    expect(trace?.rules[0]?.nested).toMatchObject({
      verdict: "matched",
      line: 2,
      rules: [{ rule: "1.rules.1", actual: 5, verdict: "matched" }],
    });
  });
});

describe("the trace of a rule on items", () => {
  it("shows the places of the lines that fit, and what is nested of the line that decides", () => {
    const given = about("any", SALE, units(5));
    const { trace } = evaluateRules(ruleSet(one(given)), withItems(CART), { trace: true });
    expect(trace?.rules).toEqual([
      {
        rule: "1",
        name: "order.items.any",
        property: null,
        actual: [2],
        conditions: [{ operator: "$from", expected: ["pc_sale"], verdict: "matched" }],
        verdict: "matched",
        missing: null,
        nested: {
          logic: null,
          verdict: "matched",
          line: 2,
          rules: [
            {
              rule: "1.rules.1",
              name: "order.items.quantity",
              property: null,
              actual: 5,
              conditions: [{ operator: "$is", expected: [5], verdict: "matched" }],
              verdict: "matched",
              missing: null,
              nested: null,
            },
          ],
        },
      },
    ]);
  });

  it("shows the sum over the lines chosen", () => {
    const given = about("any", SALE, rule("order.items.aggregated_amount", { $more_than: [4000] }));
    const { trace } = evaluateRules(ruleSet(one(given)), withItems(CART), { trace: true });
    // 2 x 15.00 + 5 x 2.00
    expect(trace?.rules[0]?.nested?.rules[0]).toMatchObject({
      actual: 4000,
      verdict: "not_matched",
    });
  });

  it("has nothing nested where no line was chosen", () => {
    const given = about("any", { $is: ["prod_9"] }, units(1));
    const { trace } = evaluateRules(ruleSet(one(given)), withItems(CART), { trace: true });
    expect(trace?.rules[0]).toMatchObject({ actual: [], verdict: "not_matched", nested: null });
  });
});
