import { describe, expect, it } from "vitest";
import { checkRules } from "../../../src/engine/rules/define";
import { RULE_NAMES } from "../../../src/engine/rules/names";

const amount = (conditions: unknown) => ({ "1": { name: "order.amount", conditions } });
const TEN = { $is: [10] };
const plain = { name: "order.amount", conditions: TEN };

/** `levels` rules, each nested in the one before. */
function nest(levels: number): unknown {
  let rules: unknown = {};
  for (let i = 0; i < levels; i++)
    rules = { "1": { name: "order.amount", conditions: TEN, rules } };
  return rules;
}

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [String(i + 1), plain]));

describe("a definition that is saved", () => {
  const rows: { name: string; given: unknown; expect: unknown }[] = [
    { name: "nothing is an empty set", given: undefined, expect: {} },
    { name: "null is an empty set", given: null, expect: {} },
    { name: "an empty set with blank logic", given: { logic: "" }, expect: { logic: "" } },
    {
      name: "keeps what was sent and gives every leaf its rules",
      given: {
        "1": {
          name: "customer_metadata",
          property: "tier",
          conditions: { $is: "gold" },
          error: { message: "Gold only" },
        },
        "2": { name: "order.amount", property: null, conditions: TEN, rules: null },
        logic: " 1 OR 2",
      },
      expect: {
        "1": {
          name: "customer_metadata",
          property: "tier",
          conditions: { $is: "gold" },
          rules: {},
          error: { message: "Gold only" },
        },
        "2": { name: "order.amount", property: null, conditions: TEN, rules: {} },
        logic: " 1 OR 2",
      },
    },
    {
      name: "nested rules with their own logic, and none of its own conditions",
      given: {
        "1": {
          name: "order.items.any",
          conditions: null,
          rules: { "1": plain, "2": plain, logic: "1 or 2" },
        },
      },
      expect: {
        "1": {
          name: "order.items.any",
          conditions: null,
          rules: { "1": { ...plain, rules: {} }, "2": { ...plain, rules: {} }, logic: "1 or 2" },
        },
      },
    },
    {
      name: "references as values",
      given: {
        "1": { name: "product.id", conditions: { $is: [{ object: "product", id: "prod_1" }] } },
      },
      expect: {
        "1": {
          name: "product.id",
          conditions: { $is: [{ object: "product", id: "prod_1" }] },
          rules: {},
        },
      },
    },
    {
      name: "presence without a value",
      given: {
        "1": { name: "customer.metadata", property: "p", conditions: { $has_value: [] } },
      },
      expect: {
        "1": {
          name: "customer.metadata",
          property: "p",
          conditions: { $has_value: true },
          rules: {},
        },
      },
    },
  ];
  it.each(rows)("$name", ({ given, expect: value }) => {
    expect(checkRules(given)).toEqual({ ok: true, value });
  });

  it("shares nothing with what was sent", () => {
    const sent = amount({ $is: [{ id: "a" }] });
    const checked = checkRules(sent);
    expect(checked.ok && checked.value["1"]).not.toBe(sent["1"]);
    expect(JSON.parse(JSON.stringify(checked))).toEqual(checked);
  });

  it("takes every known name", () => {
    for (const name of RULE_NAMES.keys()) {
      expect(checkRules({ "1": { name, property: "p", conditions: TEN } }).ok, name).toBe(true);
    }
  });

  it("takes 100 rules, 10 levels and 1000 values, and no more", () => {
    const values = (count: number) => amount({ $is: Array.from({ length: count }, () => 1) });
    expect(checkRules(many(100)).ok).toBe(true);
    expect(checkRules(nest(10)).ok).toBe(true);
    expect(checkRules(values(1000)).ok).toBe(true);
    const reasons = [many(101), nest(11), values(1001)].map((rules) => {
      const checked = checkRules(rules);
      return checked.ok ? null : checked.error.reason;
    });
    expect(reasons).toEqual([
      "There are more than 100 rules",
      "Rules nest deeper than 10 levels",
      "Operator '$is' of rule 'order.amount' has more than 1000 values",
    ]);
  });

  it("counts rules over all levels", () => {
    const half = { name: "order.amount", conditions: TEN, rules: many(50) };
    expect(checkRules({ "1": half, "2": { ...half, rules: many(48) } }).ok).toBe(true);
    expect(checkRules({ "1": half, "2": { ...half, rules: many(49) } }).ok).toBe(false);
  });
});

describe("a definition that is refused", () => {
  const rows: { name: string; given: unknown; rule: string; reason: string }[] = [
    { name: "a list", given: [], rule: "rules", reason: "'rules' must be an object" },
    { name: "a text", given: "1", rule: "rules", reason: "'rules' must be an object" },
    {
      name: "a rule that is none",
      given: { "1": 5 },
      rule: "1",
      reason: "Rule '1' must be an object",
    },
    { name: "null rule", given: { "1": null }, rule: "1", reason: "Rule '1' must be an object" },
    { name: "no name", given: { "1": {} }, rule: "1", reason: "Rule '1' must have a 'name'" },
    {
      name: "unknown name",
      given: { "1": { name: "order.colour", conditions: TEN } },
      rule: "1",
      reason: "Rule '1' has unknown name 'order.colour'",
    },
    {
      name: "inherited name",
      given: { "1": { name: "constructor", conditions: TEN } },
      rule: "1",
      reason: "Rule '1' has unknown name 'constructor'",
    },
    {
      name: "missing property",
      given: { "1": { name: "custom_event.metadata", conditions: TEN } },
      rule: "1",
      reason: "Rule 'custom_event.metadata' must have a 'property'",
    },
    {
      name: "empty property",
      given: { "1": { name: "order.metadata", property: "", conditions: TEN } },
      rule: "1",
      reason: "Rule 'order.metadata' must have a 'property'",
    },
    {
      name: "property that is no text",
      given: { "1": { name: "order.metadata", property: 5, conditions: TEN } },
      rule: "1",
      reason: "Rule 'order.metadata' has an invalid 'property'",
    },
    {
      name: "hostile property",
      given: { "1": { name: "order.metadata", property: "__proto__", conditions: TEN } },
      rule: "1",
      reason: "Rule 'order.metadata' has an invalid 'property'",
    },
    {
      name: "unknown operator",
      given: amount({ $like: [1] }),
      rule: "1",
      reason: "Rule 'order.amount' has unknown operator '$like'",
    },
    {
      name: "inherited operator",
      given: amount({ toString: [1] }),
      rule: "1",
      reason: "Rule 'order.amount' has unknown operator 'toString'",
    },
    {
      name: "conditions as a list",
      given: amount([1]),
      rule: "1",
      reason: "Rule 'order.amount' must have 'conditions' as an object",
    },
    {
      name: "asks for nothing",
      given: amount({}),
      rule: "1",
      reason: "Rule 'order.amount' must have 'conditions' or 'rules'",
    },
    {
      name: "operator without a value",
      given: amount({ $is: [] }),
      rule: "1",
      reason: "Operator '$is' of rule 'order.amount' has no value",
    },
    {
      name: "nested defect with its path",
      given: { "1": { name: "order.items.any", rules: { "2": { name: "nope" } } } },
      rule: "1.rules.2",
      reason: "Rule '1.rules.2' has unknown name 'nope'",
    },
    {
      name: "key zero",
      given: { "0": plain },
      rule: "0",
      reason: "'0' is neither a rule number nor 'logic'",
    },
    {
      name: "key with a leading zero",
      given: { "01": plain },
      rule: "01",
      reason: "'01' is neither a rule number nor 'logic'",
    },
    {
      name: "key beyond what sorts as a number",
      given: { "4294967296": plain },
      rule: "4294967296",
      reason: "'4294967296' is neither a rule number nor 'logic'",
    },
    {
      name: "key __proto__",
      given: JSON.parse('{"__proto__":{"name":"order.amount"}}'),
      rule: "__proto__",
      reason: "'__proto__' is neither a rule number nor 'logic'",
    },
    {
      name: "__proto__ in a rule",
      given: JSON.parse('{"1":{"name":"order.amount","__proto__":{"x":1}}}'),
      rule: "1",
      reason: "Rule '1' has the key '__proto__'",
    },
    {
      name: "__proto__ in a value",
      given: JSON.parse(
        '{"1":{"name":"product.id","conditions":{"$is":[{"id":"a","__proto__":1}]}}}',
      ),
      rule: "1",
      reason:
        "Operator '$is' of rule 'product.id' takes a text, a number, true, false or an object with an id",
    },
    {
      name: "nested rules as a list",
      given: { "1": { ...plain, rules: [] } },
      rule: "1.rules",
      reason: "'1.rules' must be an object",
    },
    {
      name: "error as a text",
      given: { "1": { ...plain, error: "no" } },
      rule: "1",
      reason: "Rule 'order.amount' must have 'error' with a 'message'",
    },
    {
      name: "logic as a number",
      given: { "1": plain, logic: 1 },
      rule: "logic",
      reason: "'logic' must be a text",
    },
    {
      name: "logic of an unknown rule",
      given: { "1": plain, logic: "1 and 2" },
      rule: "logic",
      reason: "'logic' at character 7: there is no rule '2'",
    },
    {
      name: "nested logic",
      given: { "1": { ...plain, rules: { "1": plain, logic: "(1" } } },
      rule: "1.rules.logic",
      reason: "'1.rules.logic' at character 1: '(' is never closed",
    },
  ];
  it.each(rows)("$name", ({ given, rule, reason }) => {
    expect(checkRules(given)).toEqual({ ok: false, error: { rule, reason } });
  });

  it("repeats a hostile key only in part", () => {
    const checked = checkRules({ ["x".repeat(5000)]: plain });
    expect(checked.ok ? null : checked.error.reason.length).toBeLessThan(200);
  });
});
