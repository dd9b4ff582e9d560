import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkRules } from "../../../src/engine/rules/define";
import { evaluateRules } from "../../../src/engine/rules/evaluate";
import { OPERATORS } from "../../../src/engine/rules/operators";
import type { RuleNode, Rules } from "../../../src/model/rule";
import { countedReads } from "../../support/counted-reads";
import { runs } from "../../support/runs";
import { facts, ruleSet } from "./shop";

const YES: RuleNode = { name: "order.amount", conditions: { $is: [7000] } };
const NO: RuleNode = { name: "customer.metadata", property: "tier", conditions: { $is: ["tin"] } };
const UNKNOWN: RuleNode = { name: "redemption.metadata", property: "p", conditions: { $is: [1] } };

describe("laws", () => {
  const node = fc.constantFrom(YES, NO, UNKNOWN);

  it("renumbering rules under a symmetrical logic keeps the verdict", () => {
    const shuffledPair = fc
      .array(node, { minLength: 1, maxLength: 8 })
      .chain((nodes) =>
        fc.tuple(
          fc.constant(nodes),
          fc.shuffledSubarray(nodes, { minLength: nodes.length, maxLength: nodes.length }),
          fc.constantFrom(" and ", " or "),
        ),
      );
    const verdict = (nodes: RuleNode[], junction: string) => {
      const keys = nodes.map((_, i) => String(i + 1));
      const rules = Object.fromEntries(nodes.map((one, i) => [String(i + 1), one]));
      return evaluateRules(ruleSet({ ...rules, logic: keys.join(junction) }), facts()).verdict;
    };
    fc.assert(
      fc.property(shuffledPair, ([nodes, shuffled, junction]) => {
        expect(verdict(shuffled, junction)).toBe(verdict(nodes, junction));
      }),
    );
  });

  it("asking for the trace changes nothing else", () => {
    const logic = fc.constantFrom("", "1 or 2 and 3", "(1 or 2) and 3", "3 or 1 and 2", "2");
    fc.assert(
      fc.property(node, node, node, logic, (one, two, three, text) => {
        const set = ruleSet({ "1": one, "2": two, "3": three, logic: text });
        const { trace, ...traced } = evaluateRules(set, facts(), { trace: true });
        expect(traced).toEqual(evaluateRules(set, facts()));
        expect(trace?.verdict).toBe(traced.verdict);
      }),
    );
  });

  it("never throws, whatever the metadata, the values and the operator", () => {
    const operator = fc.constantFrom(...OPERATORS.keys());
    const values = fc.array(fc.oneof(fc.jsonValue(), fc.date().map(String), fc.string()));
    const dates = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    const name = fc.constantFrom("customer.metadata", "order.items.metadata_each", "product.id");
    fc.assert(
      fc.property(
        operator,
        values,
        fc.oneof(fc.jsonValue(), dates),
        name,
        (key, list, value, of) => {
          const about = facts({ customer: { metadata: { p: value }, segments: [] } });
          const rules = { "1": { name: of, property: "p", conditions: { [key]: list } } };
          evaluateRules(ruleSet(rules), about, { trace: true });
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it("the longest duration stays within the calendar", () => {
    const longest = "P99999Y99999M99999W99999DT99999999H99999999M99999999S";
    const last = "9999-12-31T23:59:59-12:00";
    const about = facts({ customer: { metadata: { p: last }, segments: [] } });
    const conditions = {
      $more_than_ago: [longest],
      $more_than_future: [longest],
      $less_than_future: ["P99999D"],
      $timeframe: [`${last};${longest};${longest}`, `1000-01-01;PT1S;${longest}`],
    };
    const set = ruleSet({ "1": { name: "customer.metadata", property: "p", conditions } });
    expect(checkRules(set.rules).ok).toBe(true);
    expect(evaluateRules(set, about).verdict).toBe("not_matched");
  });

  it("whatever is sent as rules is checked without throwing", () => {
    const key = fc.constantFrom(
      "1",
      "2",
      "logic",
      "rules",
      "name",
      "conditions",
      "__proto__",
      "$is",
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        fc.jsonValue(),
        fc.constantFrom("order.amount", "1 and 2", "((", null),
        fc.array(fc.tuple(key, tie("tree"))).map((entries) => Object.fromEntries(entries)),
      ),
    }));
    fc.assert(
      fc.property(tree, (sent) => {
        const checked = checkRules(sent);
        if (checked.ok) evaluateRules(ruleSet(checked.value), facts());
      }),
      { numRuns: runs(1000) },
    );
  });

  it("a stored set that nobody checked is unknown, not an accident", () => {
    const sets: Rules[] = [
      { "1": "text" },
      { "1": null },
      { "1": { name: "nope", conditions: { $is: [1] } } },
      { "1": { name: "order.amount", conditions: { $nope: [1] } } },
      { "1": YES, logic: "1 and" },
    ];
    for (const rules of sets) {
      expect(evaluateRules(ruleSet(rules), facts()).verdict).toBe("unknown");
    }
  });

  it("an expression that repeats nested rules decides each of them once", () => {
    const repeated = (text: string) => Array.from({ length: 300 }, () => text).join(" or ");
    let rules: Rules = { "1": NO };
    for (let i = 0; i < 9; i++) rules = { "1": { ...YES, rules }, logic: repeated("1") };
    expect(checkRules(rules).ok).toBe(true);
    const { value, reads } = countedReads(facts());
    expect(evaluateRules(ruleSet(rules), value).verdict).toBe("not_matched");
    expect(reads()).toBeLessThan(10 * 50);
  });
});
