import { describe, expect, it } from "vitest";
import { checkRules } from "../../../src/engine/rules/define";
import { evaluateRules } from "../../../src/engine/rules/evaluate";
import { MOST_WORK, Work } from "../../../src/lib/work";
import type { RuleNode, Rules } from "../../../src/model/rule";
import { about, BOOTS, CART, rule, withItems } from "./items-shop";
import { facts, ruleSet } from "./shop";

const plain: RuleNode = { name: "order.amount", conditions: { $is: [1] } };
const numbered = (count: number, node: RuleNode): Rules =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [String(at + 1), node]));

function nest(levels: number): unknown {
  let rules: unknown = {};
  for (let i = 0; i < levels; i++) rules = { "1": { name: "order.items.any", rules } };
  return rules;
}

describe("hostile definitions are refused when saved", () => {
  const values = (count: number, value: unknown) => Array.from({ length: count }, () => value);
  const metadata = (conditions: Record<string, unknown>) => ({
    "1": rule("order.items.metadata", conditions, "p"),
  });
  const rows: { name: string; given: unknown; reason: RegExp }[] = [
    { name: "10,000 rules", given: numbered(10_000, plain), reason: /more than 100 rules/ },
    {
      name: "10,000 rules over two levels",
      given: numbered(100, { ...plain, rules: numbered(99, plain) }),
      reason: /more than 100 rules/,
    },
    { name: "1,000 levels", given: nest(1000), reason: /deeper than 10 levels/ },
    {
      name: "brackets without end",
      given: { "1": plain, logic: "(".repeat(1999) },
      reason: /more than 50 levels/,
    },
    {
      name: "an expression of 100,000 characters",
      given: { "1": plain, logic: "1 or ".repeat(20_000) },
      reason: /longer than 2000 characters/,
    },
    {
      name: "blanks without end",
      given: { "1": plain, logic: `1${" ".repeat(1990)}x` },
      reason: /unexpected 'x'/,
    },
    {
      name: "a number that never ends",
      given: { "1": { ...plain, conditions: { $more_than: [`${"9".repeat(100_000)}x`] } } },
      reason: /takes a number/,
    },
    {
      name: "a duration that never ends",
      given: metadata({ $more_than_ago: [`P${"1".repeat(100_000)}Y`] }),
      reason: /takes an ISO 8601 duration/,
    },
    {
      name: "1,001 names",
      given: metadata({ $is: values(1001, "x") }),
      reason: /more than 1000 values/,
    },
    {
      name: "101 parts of texts",
      given: metadata({ $contains: values(101, "x") }),
      reason: /more than 100 values/,
    },
    {
      name: "101 beginnings",
      given: metadata({ $starts_with: values(101, "x") }),
      reason: /more than 100 values/,
    },
    {
      name: "21 dates",
      given: metadata({ $after: values(21, "2026-01-01") }),
      reason: /more than 20 values/,
    },
    {
      name: "21 windows",
      given: metadata({ $timeframe: values(21, "2026-01-01;P7D;P1D") }),
      reason: /more than 20 values/,
    },
  ];
  it.each(rows)("$name", ({ given, reason }) => {
    const checked = checkRules(given);
    expect(checked.ok ? "" : checked.error.reason).toMatch(reason);
  });
});

describe("what may be saved is decided with bounded work", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => CART[at % 3] ?? BOOTS);

  it("a hundred rules nested as deep as can be, over 500 lines", () => {
    let inner: Rules = { "1": rule("order.items.price", { $more_than: [9999] }) };
    for (let level = 0; level < 9; level++) {
      const node = about("any", {}, rule("order.items.quantity", { $more_than: [0] }));
      inner = { "1": { ...node, rules: { ...node.rules, "2": inner["1"] } } };
    }
    expect(checkRules(inner).ok).toBe(true);
    const work = new Work();
    const outcome = evaluateRules(ruleSet(inner), withItems(lines(500), { work }), { trace: true });
    expect(outcome.verdict).toBe("not_matched");
    expect(work.isOver).toBe(false);
    // Nine levels of 500 lines, each judged by two conditions, and once more to tell which said no.
    expect(work.spent).toBeLessThan(1_500_000);
  });

  it("a thousand names for each of a hundred rules, over 500 lines", () => {
    const names = Array.from({ length: 1000 }, (_, at) => `p${at}`);
    const rules = numbered(100, rule("product.id", { $is_not: names }));
    const work = new Work();
    expect(evaluateRules(ruleSet(rules), withItems(lines(500), { work })).verdict).toBe("matched");
    // A hundred looks at 500 lines and 1,000 names, and the column of names once.
    expect(work.spent).toBe(100 * 1500 + 500);
  });

  it("twenty windows over 500 lines", () => {
    const frames = Array.from({ length: 20 }, () => "2020-01-01;P7D;P1D");
    const node = rule("order.items.metadata_each", { $timeframe: frames }, "at");
    const items = lines(500).map((one) => ({ ...one, metadata: { at: "2026-03-04T12:00:00" } }));
    const work = new Work();
    evaluateRules(ruleSet({ "1": node }), withItems(items, { work }));
    expect(work.spent).toBeLessThanOrEqual(MOST_WORK);
  });

  it("an empty definition costs nothing and lets all through", () => {
    expect(evaluateRules(ruleSet({}), facts()).verdict).toBe("matched");
  });
});
