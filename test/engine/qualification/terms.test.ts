import { describe, expect, it } from "vitest";
import { termsOf } from "../../../src/engine/qualification/terms";
import type { RuleNode, Rules } from "../../../src/model/rule";

const is = (name: string, ...values: unknown[]): RuleNode => ({
  name,
  conditions: { $is: values },
});
const about = (property: string, ...values: unknown[]): RuleNode => ({
  ...is("customer.metadata", ...values),
  property,
});
const AMOUNT: RuleNode = { name: "order.amount", conditions: { $more_than: [1] } };
const atLeast = (name: string, amount: number): RuleNode => ({
  name,
  conditions: { $more_than_or_equal: [amount] },
});
const many = (count: number) => Array.from({ length: count }, (_, at) => `seg_${at}`);

const rows: { name: string; given: Rules; expect: string[] | null }[] = [
  { name: "no rules ask for nothing", given: {}, expect: null },
  { name: "an amount of the order", given: { "1": AMOUNT }, expect: ["amount:0000000000000001"] },
  {
    name: "an amount stands under a round one that it reaches",
    given: { "1": atLeast("order.initial_amount", 4_999) },
    expect: ["amount:0000000000004000"],
  },
  {
    name: "the greatest of amounts that must all be reached",
    given: { "1": atLeast("order.amount", 1_500), "2": atLeast("order.total_amount", 12_999) },
    expect: ["amount:0000000000012000"],
  },
  {
    name: "the least of amounts of which one is enough",
    given: {
      "1": atLeast("order.amount", 1_500),
      "2": atLeast("order.amount", 99),
      logic: "1 or 2",
    },
    expect: ["amount:0000000000000080"],
  },
  {
    name: "an amount that is met by one of several values",
    given: { "1": is("order.amount", "900", 2_000) },
    expect: ["amount:0000000000000800"],
  },
  {
    name: "an amount or something else",
    given: { "1": AMOUNT, "2": is("product.id", "a"), logic: "1 or 2" },
    expect: null,
  },
  {
    name: "goods go before amounts",
    given: { "1": atLeast("order.amount", 1_500), "2": is("product.id", "a") },
    expect: ["goods:a"],
  },
  {
    name: "at most an amount",
    given: { "1": { name: "order.amount", conditions: { $less_than: [9] } } },
    expect: null,
  },
  { name: "from nothing on", given: { "1": atLeast("order.amount", 0) }, expect: null },
  { name: "a segment", given: { "1": is("customer.segment", "seg_1") }, expect: ["segment:seg_1"] },
  {
    name: "an older name of it, with $in",
    given: { "1": { name: "customer_segment", conditions: { $in: ["seg_1", "seg_2"] } } },
    expect: ["segment:seg_1", "segment:seg_2"],
  },
  {
    name: "not being in a segment is no term",
    given: { "1": { name: "customer.segment", conditions: { $is_not: ["seg_1"] } } },
    expect: null,
  },
  {
    name: "a text of the customer's metadata",
    given: { "1": about("tier", "gold") },
    expect: ["customer:tier=gold"],
  },
  { name: "a number is met by a text, too", given: { "1": about("age", 42) }, expect: null },
  { name: "so is a text that is a number", given: { "1": about("age", "42") }, expect: null },
  { name: "and one that is a flag", given: { "1": about("vip", "true") }, expect: null },
  {
    name: "goods by every name of a reference",
    given: { "1": is("product.id", { object: "product", id: "prod_1", source_id: "shirt" }) },
    expect: ["goods:prod_1", "goods:shirt"],
  },
  { name: "a SKU by a bare id", given: { "1": is("sku.id", "sku_1") }, expect: ["goods:sku_1"] },
  {
    name: "a collection",
    given: { "1": is("product.id", { object: "products_collection", id: "pc_1" }) },
    expect: ["collection:pc_1"],
  },
  {
    name: "a bare id of a collection may be that of a product",
    given: { "1": is("product.id", "pc_1") },
    expect: ["goods:pc_1", "collection:pc_1"],
  },
  {
    name: "any line with certain goods, whatever is nested",
    given: { "1": { ...is("order.items.any", "prod_1"), rules: { "1": AMOUNT } } },
    expect: ["goods:prod_1"],
  },
  {
    name: "every line, and no line, ask for none in particular",
    given: { "1": is("order.items.every", "prod_1"), "2": is("order.items.none", "prod_1") },
    expect: null,
  },
  {
    name: "of rules that all hold, the segment goes before metadata and goods",
    given: {
      "1": is("product.id", "prod_1"),
      "2": about("tier", "gold"),
      "3": is("customer.segment", "seg_1"),
    },
    expect: ["segment:seg_1"],
  },
  {
    name: "of two alike, the one with fewer values",
    given: { "1": about("tier", "gold", "red"), "2": about("team", "north") },
    expect: ["customer:team=north"],
  },
  {
    name: "one of several rules: all of their terms",
    given: { "1": about("tier", "gold"), "2": is("product.id", "prod_1"), logic: "1 or 2" },
    expect: ["customer:tier=gold", "goods:prod_1"],
  },
  {
    name: "one of several rules, one of which asks for nothing in particular",
    given: { "1": about("tier", "gold"), "2": AMOUNT, logic: "1 or 2" },
    expect: null,
  },
  {
    name: "an expression in brackets",
    given: {
      "1": about("tier", "gold"),
      "2": AMOUNT,
      "3": is("customer.segment", "seg_1"),
      logic: "(1 or 2) and 3",
    },
    expect: ["segment:seg_1"],
  },
  {
    name: "a rule that the expression does not name is not asked",
    given: { "1": about("tier", "gold"), "2": AMOUNT, logic: "2" },
    expect: ["amount:0000000000000001"],
  },
  {
    name: "what is nested must hold, too",
    given: { "1": { ...AMOUNT, rules: { "1": about("tier", "gold") } } },
    expect: ["customer:tier=gold"],
  },
  {
    name: "50 values are kept",
    given: { "1": is("customer.segment", ...many(50)) },
    expect: many(50).map((id) => `segment:${id}`),
  },
  { name: "51 are not", given: { "1": is("customer.segment", ...many(51)) }, expect: null },
];

describe("the terms of a rule set", () => {
  it.each(rows)("$name", ({ given, expect: expected }) => {
    expect(termsOf(given)).toEqual(expected);
  });
});
