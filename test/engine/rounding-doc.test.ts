import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { allocate } from "../../src/engine/allocate.ts";
import { amountLeft } from "../../src/engine/cart.ts";
import { isAmount, multiply, percentOf } from "../../src/engine/money.ts";
import type { Outcome } from "../../src/engine/stacking/decide.ts";
import type { Candidate } from "../../src/engine/stacking/snapshot.ts";
import { present } from "../../src/lib/assert.ts";
import type { OrderInput, OrderItemInput } from "../../src/model/order.ts";
import { decided, entry, type Given, giftCard, off, only } from "./stacking-shop";

const REFUSED = "refused";

const examples = workedExamples(readFileSync("docs/rounding.md", "utf8"));

describe("docs/rounding.md", () => {
  test("has at least 100 worked examples", () => {
    expect(examples.length).toBeGreaterThanOrEqual(100);
  });

  test("has one expectation per operation", () => {
    const operations = examples.map((example) => example.operation);
    expect(operations).toEqual([...new Set(operations)]);
  });

  test("has no operation that the parser does not understand", () => {
    expect(examples.filter((example) => formOf(example.operation) === undefined)).toEqual([]);
  });

  test.each([
    "12 apples",
    "10%",
    "1000: 10 percent",
    "300 over",
    "1000: gift",
    "accept",
    "lines 3 x 200: off 10 on units",
    "lines 3 apples: off 10",
    "lines 3 x 200: add 1",
  ])("the parser would notice: %s", (operation) => {
    expect(() => run(operation)).toThrow(/not understood/);
  });

  test.each(examples)("$case: $operation", ({ operation, expected }) => {
    expect(run(operation)).toBe(expected);
  });
});

interface Example {
  case: string;
  operation: string;
  expected: string;
}

function workedExamples(markdown: string): Example[] {
  const section = present(markdown.split("## Worked examples\n")[1], "section of worked examples");
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  expect(rows.slice(0, 2)).toEqual(["| case | operation | expected |", "|---|---|---|"]);
  return rows.slice(2).map((row) => {
    const cells = /^\| ([^|`]+) \| `([^|`]+)` \| `([^|`]+)` \|$/.exec(row);
    expect(cells, `a row of three cells: ${row}`).not.toBeNull();
    const [, name, operation, expected] = present(cells, "cells");
    return {
      case: present(name, "case"),
      operation: present(operation, "operation"),
      expected: present(expected, "expected"),
    };
  });
}

type Groups = Record<string, string | undefined>;

const forms: readonly { pattern: RegExp; evaluate: (groups: Groups) => string }[] = [
  {
    pattern: /^accept (?<value>\S+)$/,
    evaluate: ({ value }) => (isAmount(Number(value)) ? String(Number(value)) : REFUSED),
  },
  {
    pattern: /^(?<price>\d+) x (?<quantity>\d+)$/,
    evaluate: ({ price, quantity }) => String(multiply(Number(price), Number(quantity)) ?? REFUSED),
  },
  {
    pattern: /^(?<percent>[\d.]+)% of (?<base>\d+)$/,
    evaluate: ({ percent, base }) => String(percentOf(Number(base), Number(percent))),
  },
  {
    pattern: /^(?<amount>\d+) over (?<left>[\d, ]+?)( by (?<weights>[\d, ]+))?$/,
    evaluate: ({ amount, left, weights }) =>
      allocate(Number(amount), list(left), list(weights ?? left)).join(", "),
  },
  {
    pattern: /^(?<amount>\d+): (?<steps>.+)$/,
    evaluate: ({ amount, steps }) => chain({ amount: Number(amount) }, steps),
  },
  {
    pattern: /^(order (?<amount>\d+) of )?lines (?<lines>[\dxfor, ]+): (?<steps>.+)$/,
    evaluate: ({ amount, lines, steps }) => {
      const items = present(lines, "lines").split(", ").map(itemOf);
      return chain({ items, ...(amount !== undefined && { amount: Number(amount) }) }, steps);
    },
  },
];

const formOf = (operation: string) => forms.find((form) => form.pattern.test(operation));

function run(operation: string): string {
  const form = formOf(operation);
  if (form === undefined) throw new Error(`not understood: ${operation}`);
  return form.evaluate(form.pattern.exec(operation)?.groups ?? {});
}

const list = (text: string | undefined): number[] => present(text, "list").split(", ").map(Number);

const productOf = (line: number): string => `line ${line}`;

/** `3 x 200` is three units at 200, `3 for 100` three that cost 100 together, `500` one unit. */
function itemOf(text: string, at: number): OrderItemInput {
  const product_id = productOf(at + 1);
  const [, units, word, worth] = /^(?:(\d+) (x|for) )?(\d+)$/.exec(text) ?? notUnderstood(text);
  const quantity = Number(units ?? 1);
  return word === "for"
    ? { product_id, quantity, amount: Number(worth) }
    : { product_id, quantity, price: Number(worth) };
}

function notUnderstood(text: string): never {
  throw new Error(`not understood: ${text}`);
}

/** The redeemables of a chain are applied as in one request, in their order. */
function chain(order: OrderInput, steps: string | undefined): string {
  const redeemables = present(steps, "steps").split(", ").map(redeemableOf);
  const { outcomes, cart } = decided(redeemables, order, {
    applicable_redeemables_limit: 30,
    initial_amount_mode_categories: [INITIAL],
  });
  const taken = outcomes.map((outcome) => takenBy(outcome, order.items?.length ?? 0));
  return taken.includes(REFUSED)
    ? REFUSED
    : `${taken.join(", ")}, left ${cart && amountLeft(cart)}`;
}

/** What one redeemable takes off: of the order, or of each line that it is about. */
function takenBy(outcome: Outcome, lines: number): string {
  if (outcome.status !== "APPLICABLE") return REFUSED;
  const { taking, targets } = outcome.effect;
  const reached = new Set(targets.lines.map(({ index }) => index));
  const isUnit = outcome.redeemable.discount?.type === "UNIT";
  const touched = isUnit
    ? taking.lines.map(({ index }) => index)
    : Array.from({ length: lines }, (_, at) => at).filter((at) => reached.has(at));
  if (touched.length === 0) return String(taking.order_discount);
  const discountOf = (at: number) => taking.lines.find(({ index }) => index === at)?.discount ?? 0;
  return touched.map(discountOf).join(" + ");
}

const INITIAL = "cat_initial";
const PERCENT =
  /^(?<off>[\d.]+)%(?<initial> of initial)?( max (?<max>\d+))?( total max (?<total>\d+))?$/;
const AMOUNT =
  /^off (?<off>\d+)(?<how> per unit| split by units| split)?( total max (?<total>\d+))?$/;
const GIFT = /^gift ((?<requested>\d+) of )?(?<balance>\d+)$/;
const FIXED = /^fixed (?<price>\d+)$/;
const UNITS = /^(?<how>free|add) (?<units>\d+) of (?<line>line \d+)$/;
const WHERE = /^(?<what>.+?)( on (?<where>lines|((?<units>\d+) units of )?(?<line>line \d+)))?$/;

const AMOUNT_EFFECTS = {
  "": "APPLY_TO_ITEMS",
  " per unit": "APPLY_TO_ITEMS_BY_QUANTITY",
  " split": "APPLY_TO_ITEMS_PROPORTIONALLY",
  " split by units": "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY",
} as const;

const isHow = (how: string): how is keyof typeof AMOUNT_EFFECTS => how in AMOUNT_EFFECTS;

function redeemableOf(step: string): Candidate {
  const { what = "", where, line, units } = WHERE.exec(step)?.groups ?? {};
  const quantity = units === undefined ? {} : { quantity_limit: Number(units) };
  const rules = line === undefined ? {} : only(entry(line, quantity));
  for (const [pattern, make] of STEPS) {
    const groups: Groups | undefined = pattern.exec(what)?.groups;
    if (groups) return make(groups, where !== undefined, rules);
  }
  return notUnderstood(step);
}

type Make = (groups: Groups, onLines: boolean, rules: Given) => Candidate;

const STEPS: readonly [RegExp, Make][] = [
  [
    PERCENT,
    ({ off: percent, initial, max, total }, onLines, rules) =>
      off(
        {
          type: "PERCENT",
          percent_off: Number(percent),
          effect: onLines ? "APPLY_TO_ITEMS" : "APPLY_TO_ORDER",
          ...(max && { amount_limit: Number(max) }),
          ...(total && { aggregated_amount_limit: Number(total) }),
        },
        { ...rules, category: initial ? { id: INITIAL, hierarchy: 1 } : null },
      ),
  ],
  [
    AMOUNT,
    ({ off: amount, how = "", total }, onLines, rules) =>
      off(
        {
          type: "AMOUNT",
          amount_off: Number(amount),
          effect: onLines && isHow(how) ? AMOUNT_EFFECTS[how] : "APPLY_TO_ORDER",
          ...(total && { aggregated_amount_limit: Number(total) }),
        },
        rules,
      ),
  ],
  [
    FIXED,
    ({ price }, onLines, rules) =>
      off(
        {
          type: "FIXED",
          fixed_amount: Number(price),
          effect: onLines ? "APPLY_TO_ITEMS" : "APPLY_TO_ORDER",
        },
        rules,
      ),
  ],
  [
    GIFT,
    ({ requested, balance }, onLines, rules) =>
      giftCard(Number(balance), {
        ...rules,
        credits: requested === undefined ? null : Number(requested),
        gift_effect: onLines ? "APPLY_TO_ITEMS" : "APPLY_TO_ORDER",
      }),
  ],
  [
    UNITS,
    ({ how, units, line = "" }) =>
      off({
        type: "UNIT",
        unit_off: Number(units),
        unit_type: line,
        effect: how === "add" ? "ADD_NEW_ITEMS" : "ADD_MISSING_ITEMS",
      }),
  ],
];
