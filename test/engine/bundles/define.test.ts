import { describe, expect, it } from "vitest";
import { checkBundle, hasBundle, planBundle } from "../../../src/engine/bundles/define";
import { collection, product, rule, sku } from "./shop";

const ONE = rule(2, product("prod_1"));
const quantityRule = (more: object) => ({
  ...ONE,
  rules: {
    "1": { name: "order.items.aggregated_quantity", conditions: { $is: [2] }, ...more },
  },
});
const goods = (...list: unknown[]) => ({ ...ONE, conditions: { $is: list } });

/** `(1 or 2) and (1 or 2) and ...`: two ways more with each pair. */
const ways = (pairs: number) => Array.from({ length: pairs }, () => "(1 or 2)").join(" and ");

const TAKEN: { name: string; given: object }[] = [
  { name: "nothing at all", given: {} },
  { name: "one rule", given: { "1": ONE } },
  { name: "rules with logic and limit", given: { "1": ONE, "2": ONE, logic: "1 or 2", limit: 3 } },
  { name: "no limit", given: { "1": ONE, limit: null } },
  { name: "limit 1", given: { "1": ONE, limit: 1 } },
  { name: "limit 100", given: { "1": ONE, limit: 100 } },
  { name: "blank logic", given: { "1": ONE, logic: "" } },
  { name: "an SKU", given: { "1": rule(1, sku("sku_1")) } },
  { name: "a collection", given: { "1": rule(1, collection("pc_1")) } },
  { name: "several goods, of which any will do", given: { "1": rule(1, sku("s"), product("p")) } },
  { name: "object alone", given: { "1": goods({ id: "p", object: "product" }) } },
  { name: "type alone", given: { "1": goods({ id: "p", type: "product_or_sku" }) } },
  { name: "a source id beside the id", given: { "1": goods({ ...product("p"), source_id: "x" }) } },
  { name: "a source id that is null", given: { "1": goods({ ...product("p"), source_id: null }) } },
  {
    name: "an empty level below the quantity, and logic that names the one rule",
    given: {
      "1": { ...ONE, rules: { ...quantityRule({ rules: {} }).rules, logic: "1" } },
    },
  },
  { name: "quantity as a scalar", given: { "1": quantityRule({ conditions: { $is: 2 } }) } },
  { name: "an alias of $is", given: { "1": quantityRule({ conditions: { $in: [2] } }) } },
  { name: "64 alternatives", given: { "1": ONE, "2": ONE, logic: ways(6) } },
  {
    name: "100 rules",
    given: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at + 1, ONE])),
  },
];

const CLEANED: { name: string; given: object; expect: object }[] = [
  {
    name: "parts of goods that mean nothing here",
    given: { "1": goods({ ...product("p"), colour: "red" }) },
    expect: { "1": goods(product("p")) },
  },
  {
    name: "parts of a rule that are not set",
    given: { "1": { ...ONE, property: null, error: null } },
    expect: { "1": ONE },
  },
  {
    name: "goods that are no list",
    given: { "1": { ...ONE, conditions: { $is: product("prod_1") } } },
    expect: { "1": ONE },
  },
];

const REFUSED: { name: string; given: unknown; expect: [rule: string, reason: string] }[] = [
  { name: "a text", given: "1", expect: ["", "must be an object"] },
  { name: "a list", given: [], expect: ["", "must be an object"] },
  { name: "a key that is no number", given: { one: ONE }, expect: ["one", "is neither a rule"] },
  { name: "rule 0", given: { "0": ONE }, expect: ["0", "is neither a rule number"] },
  {
    name: "a key that could reach a prototype",
    given: JSON.parse('{"__proto__":{}}'),
    expect: ["__proto__", "is neither"],
  },
  { name: "a rule that is no object", given: { "1": [] }, expect: ["1", "must be an object"] },
  {
    name: "another name",
    given: { "1": { ...ONE, name: "order.items.every" } },
    expect: ["1", "must have the name 'order.items.any'"],
  },
  {
    name: "an error of its own",
    given: { "1": { ...ONE, error: { message: "No" } } },
    expect: ["1", "must not have 'error'"],
  },
  {
    name: "a property",
    given: { "1": { ...ONE, property: "size" } },
    expect: ["1", "must not have 'property'"],
  },
  {
    name: "another operator",
    given: { "1": { ...ONE, conditions: { $is_not: [product("p")] } } },
    expect: ["1.conditions", "must have '$is'"],
  },
  {
    name: "two operators",
    given: { "1": { ...ONE, conditions: { $is: [product("p")], $in: [product("p")] } } },
    expect: ["1.conditions", "must have '$is'"],
  },
  {
    name: "no conditions",
    given: { "1": { ...ONE, conditions: null } },
    expect: ["1.conditions", "must have '$is'"],
  },
  { name: "no goods", given: { "1": goods() }, expect: ["1.conditions", "must name a product"] },
  {
    name: "101 goods",
    given: { "1": goods(...Array.from({ length: 101 }, () => product("p"))) },
    expect: ["1.conditions", "must name 100 goods at most"],
  },
  { name: "goods as text", given: { "1": goods("p") }, expect: ["1.conditions", "must be an obj"] },
  {
    name: "goods without an id",
    given: { "1": goods({ object: "product" }) },
    expect: ["1.conditions", "must have an 'id'"],
  },
  {
    name: "goods of another kind",
    given: { "1": goods({ id: "x", object: "customer" }) },
    expect: ["1.conditions", "must have 'object' or 'type'"],
  },
  {
    name: "a type that is no type, beside a fitting object",
    given: { "1": goods({ id: "x", object: "product", type: "toString" }) },
    expect: ["1.conditions", "must have 'object' or 'type'"],
  },
  {
    name: "type and object that contradict each other",
    given: { "1": goods({ id: "x", object: "product", type: "products_collection" }) },
    expect: ["1.conditions", "must have 'object' or 'type'"],
  },
  {
    name: "no quantity",
    given: { "1": { ...ONE, rules: {} } },
    expect: ["1.rules", "must hold one rule"],
  },
  {
    name: "two nested rules",
    given: { "1": { ...ONE, rules: { ...ONE.rules, "2": ONE.rules["1"] } } },
    expect: ["1.rules", "must hold one rule"],
  },
  {
    name: "another nested rule",
    given: { "1": quantityRule({ name: "order.items.aggregated_amount" }) },
    expect: ["1.rules.1", "must have the name 'order.items.aggregated_quantity'"],
  },
  {
    name: "a rule below the quantity",
    given: { "1": quantityRule({ rules: { "1": ONE } }) },
    expect: ["1.rules.1.rules", "must be empty"],
  },
  {
    name: "nested logic that names another rule",
    given: { "1": { ...ONE, rules: { ...ONE.rules, logic: "2" } } },
    expect: ["1.rules.logic", "must be '1' or absent"],
  },
  {
    name: "nested logic that is no text",
    given: { "1": { ...ONE, rules: { ...ONE.rules, logic: { toString: 1 } } } },
    expect: ["1.rules.logic", "must be '1' or absent"],
  },
  {
    name: "quantity 0",
    given: { "1": rule(0, product("p")) },
    expect: ["1.rules.1.conditions", "must be one whole number from 1"],
  },
  {
    name: "half a unit",
    given: { "1": rule(1.5, product("p")) },
    expect: ["1.rules.1.conditions", "must be one whole number from 1"],
  },
  {
    name: "two quantities",
    given: { "1": quantityRule({ conditions: { $is: [1, 2] } }) },
    expect: ["1.rules.1.conditions", "must be one whole number from 1"],
  },
  {
    name: "at least so many by another operator",
    given: { "1": quantityRule({ conditions: { $more_than: [1] } }) },
    expect: ["1.rules.1.conditions", "must have '$is'"],
  },
  { name: "limit 0", given: { limit: 0 }, expect: ["limit", "must be an integer from 1 to 100"] },
  { name: "limit 101", given: { limit: 101 }, expect: ["limit", "must be an integer"] },
  { name: "limit as text", given: { limit: "5" }, expect: ["limit", "must be an integer"] },
  { name: "logic as number", given: { "1": ONE, logic: 1 }, expect: ["logic", "must be a text"] },
  {
    name: "logic with an unknown rule",
    given: { "1": ONE, logic: "1 and 2" },
    expect: ["logic", "at character 7: there is no rule '2'"],
  },
  {
    name: "128 alternatives",
    given: { "1": ONE, "2": ONE, logic: ways(7) },
    expect: ["logic", "must leave 100 alternatives at most"],
  },
  {
    name: "101 rules",
    given: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [at + 1, ONE])),
    expect: ["", "must not have more than 100 rules"],
  },
];

describe("checkBundle", () => {
  it.each(TAKEN)("takes $name, and keeps it as sent", ({ given }) => {
    expect(checkBundle(given)).toEqual({ ok: true, value: given });
  });

  it.each(CLEANED)("leaves out $name", ({ given, expect: kept }) => {
    expect(checkBundle(given)).toEqual({ ok: true, value: kept });
  });

  it.each(REFUSED)("refuses $name", ({ given, expect: [path, reason] }) => {
    const checked = checkBundle(given);
    expect(checked).toMatchObject({ ok: false, error: { rule: path } });
    expect(!checked.ok && checked.error.reason).toContain(reason);
  });
});

describe("hasBundle", () => {
  it.each([
    { name: "never sent", given: null, expect: false },
    { name: "emptied", given: {}, expect: false },
    { name: "a limit alone", given: { limit: 2 }, expect: false },
    { name: "a rule", given: { "1": ONE }, expect: true },
  ])("$name", ({ given, expect: has }) => {
    expect(hasBundle(given)).toBe(has);
  });
});

describe("planBundle", () => {
  const rules = { "1": rule(1, sku("a")), "2": rule(2, sku("b")), "3": rule(3, sku("c")) };
  it.each([
    { name: "all rules without logic", given: {}, expect: [[1, 2, 3]] },
    { name: "only rules that logic names", given: { logic: "3 and 1" }, expect: [[1, 3]] },
    { name: "an alternative for each or", given: { logic: "2 or 1" }, expect: [[2], [1]] },
    {
      name: "each way through brackets",
      given: { logic: "(2 or 1) and 3" },
      expect: [
        [2, 3],
        [1, 3],
      ],
    },
    { name: "a rule named twice once", given: { logic: "1 and 1" }, expect: [[1]] },
  ])("asks for $name", ({ given, expect: units }) => {
    const plan = planBundle({ ...rules, ...given });
    expect(plan.ok && plan.value.alternatives.map((all) => all.map((one) => one.units))).toEqual(
      units,
    );
  });

  it.each([
    { name: "absent", given: {}, expect: 1 },
    { name: "null", given: { limit: null }, expect: null },
    { name: "a number", given: { limit: 7 }, expect: 7 },
  ])("has a limit of 1 by default, and null for any number: $name", ({ given, expect: limit }) => {
    expect(planBundle({ ...rules, ...given })).toMatchObject({ value: { limit } });
  });
});
