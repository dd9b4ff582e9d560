import { describe, expect, it } from "vitest";
import { checkRules } from "../../../src/engine/rules/define";
import { evaluateRules, type RuleOutcome } from "../../../src/engine/rules/evaluate";
import type { RuleNode, Rules } from "../../../src/model/rule";
import { facts, ruleSet } from "./shop";

const YES: RuleNode = { name: "order.amount", conditions: { $is: [7000] } };
const NO: RuleNode = { name: "customer.metadata", property: "tier", conditions: { $is: ["tin"] } };
const UNKNOWN: RuleNode = { name: "redemption.metadata", property: "p", conditions: { $is: [1] } };

const missing = "redemption.metadata.p";
const noAt = (rule: string) => ({ rule, scope: "customer", missing: null });
const unknownAt = (rule: string) => ({ rule, scope: "redemption", missing });

describe("a rule set", () => {
  interface Row {
    name: string;
    given: Rules;
    expect: Pick<RuleOutcome, "verdict"> & { violated: unknown };
  }
  const matched = { verdict: "matched" as const, violated: null };
  const rows: Row[] = [
    { name: "without rules is met", given: {}, expect: matched },
    { name: "with blank logic only is met", given: { logic: " " }, expect: matched },
    { name: "without logic needs all: met", given: { "1": YES, "2": YES }, expect: matched },
    {
      name: "without logic needs all: one is not",
      given: { "1": YES, "2": NO },
      expect: { verdict: "not_matched", violated: noAt("2") },
    },
    {
      name: "with logic null needs all",
      given: { "1": NO, "2": YES, logic: null },
      expect: { verdict: "not_matched", violated: noAt("1") },
    },
    {
      name: "with an unknown is unknown, which is not met",
      given: { "1": YES, "2": UNKNOWN },
      expect: { verdict: "unknown", violated: unknownAt("2") },
    },
    {
      name: "false outweighs unknown, and the first not met is told",
      given: { "1": UNKNOWN, "2": NO },
      expect: { verdict: "not_matched", violated: unknownAt("1") },
    },
    {
      name: "rules go in numeric order: 2 comes before 10",
      given: { "10": NO, "2": UNKNOWN },
      expect: { verdict: "not_matched", violated: unknownAt("2") },
    },
    { name: "or needs one", given: { "1": NO, "2": YES, logic: "1 OR 2" }, expect: matched },
    {
      name: "or with an unknown left is unknown",
      given: { "1": NO, "2": UNKNOWN, logic: "1 or 2" },
      expect: { verdict: "unknown", violated: noAt("1") },
    },
    {
      name: "a rule that the logic does not mention does not count",
      given: { "1": YES, "2": NO, logic: "1" },
      expect: matched,
    },
    {
      name: "the told rule is one that the failing part mentions",
      given: { "1": NO, "2": YES, "3": UNKNOWN, logic: "(1 or 2) and 3" },
      expect: { verdict: "unknown", violated: unknownAt("3") },
    },
    {
      name: "several operators in one rule must all hold",
      given: { "1": { name: "order.amount", conditions: { $more_than: [1], $less_than: [7000] } } },
      expect: { verdict: "not_matched", violated: { rule: "1", scope: "order", missing: null } },
    },
    {
      name: "one operator that fails outweighs one that cannot be decided",
      given: {
        "1": {
          name: "customer.metadata",
          property: "p",
          conditions: { $is: ["x"], $has_value: [true] },
        },
      },
      expect: { verdict: "not_matched", violated: noAt("1") },
    },
    {
      name: "a bare scalar is a list of one",
      given: { "1": { name: "order.amount", conditions: { $is: 7000 } } },
      expect: matched,
    },
    {
      name: "nested rules decide where there are no conditions",
      given: { "1": { name: "order.amount", conditions: {}, rules: { "1": NO } } },
      expect: { verdict: "not_matched", violated: noAt("1.rules.1") },
    },
    {
      name: "conditions and nested rules must both hold",
      given: { "1": { ...YES, rules: { "1": YES, "2": UNKNOWN } } },
      expect: { verdict: "unknown", violated: unknownAt("1.rules.2") },
    },
    {
      name: "a rule's own conditions are told before what is nested",
      given: { "1": { ...UNKNOWN, rules: { "1": NO } } },
      expect: { verdict: "not_matched", violated: unknownAt("1") },
    },
    {
      name: "nested rules have their own logic",
      given: { "1": { ...YES, rules: { "1": NO, "2": YES, logic: "1 or 2" } } },
      expect: matched,
    },
  ];
  it.each(rows)("$name", ({ given, expect: outcome }) => {
    expect(checkRules(given).ok).toBe(true);
    const { verdict, violated } = evaluateRules(ruleSet(given), facts());
    expect({ verdict, violated }).toEqual(outcome);
  });
});

describe("the message of a refusal", () => {
  const says = (message: string) => ({ error: { message } });
  const rows: { name: string; given: Rules; set?: string; expect: string | null }[] = [
    {
      name: "none when met",
      given: { "1": { ...YES, ...says("rule") } },
      set: "set",
      expect: null,
    },
    { name: "none when there is none", given: { "1": NO }, expect: null },
    { name: "the set's", given: { "1": NO }, set: "set", expect: "set" },
    {
      name: "the rule's own in its place",
      given: { "1": { ...NO, ...says("rule") } },
      set: "set",
      expect: "rule",
    },
    {
      name: "not another rule's",
      given: { "1": NO, "2": { ...NO, ...says("other") } },
      set: "set",
      expect: "set",
    },
    {
      name: "an empty one is none",
      given: { "1": { ...NO, ...says("") } },
      set: "set",
      expect: "set",
    },
    {
      name: "that of the rule around it",
      given: { "1": { ...YES, ...says("outer"), rules: { "1": NO } } },
      set: "set",
      expect: "outer",
    },
    {
      name: "the nested rule's own before that",
      given: { "1": { ...YES, ...says("outer"), rules: { "1": { ...NO, ...says("inner") } } } },
      expect: "inner",
    },
  ];
  it.each(rows)("$name", ({ given, set, expect: message }) => {
    expect(evaluateRules(ruleSet(given, set), facts()).message).toBe(message);
  });
});

describe("the trace", () => {
  it("is there only when asked for", () => {
    expect(evaluateRules(ruleSet({ "1": YES }), facts())).not.toHaveProperty("trace");
    expect(evaluateRules(ruleSet({ "1": YES }), facts(), {})).not.toHaveProperty("trace");
  });

  it("tells value, operator, expected values and verdict of every mentioned rule", () => {
    const price = { name: "order.items.price_any", conditions: { $more_than: 2000 } };
    const rules = {
      "1": { ...NO, rules: { "1": price } },
      "2": UNKNOWN,
      "3": YES,
      logic: "2 and 1",
    };
    const { trace } = evaluateRules(ruleSet(rules), facts(), { trace: true });
    expect(trace).toEqual({
      logic: "2 and 1",
      verdict: "not_matched",
      rules: [
        {
          rule: "1",
          name: "customer.metadata",
          property: "tier",
          actual: "gold",
          conditions: [{ operator: "$is", expected: ["tin"], verdict: "not_matched" }],
          verdict: "not_matched",
          missing: null,
          nested: {
            logic: null,
            verdict: "matched",
            rules: [
              {
                rule: "1.rules.1",
                name: "order.items.price_any",
                property: null,
                actual: [1500, 4000],
                conditions: [{ operator: "$more_than", expected: [2000], verdict: "matched" }],
                verdict: "matched",
                missing: null,
                nested: null,
              },
            ],
          },
        },
        {
          rule: "2",
          name: "redemption.metadata",
          property: "p",
          actual: null,
          conditions: [{ operator: "$is", expected: [1], verdict: "unknown" }],
          verdict: "unknown",
          missing,
          nested: null,
        },
      ],
    });
  });

  it("goes on after the rule that decides", () => {
    const { trace } = evaluateRules(ruleSet({ "1": NO, "2": YES }), facts(), { trace: true });
    expect(trace?.rules.map(({ rule, verdict }) => [rule, verdict])).toEqual([
      ["1", "not_matched"],
      ["2", "matched"],
    ]);
  });
});
