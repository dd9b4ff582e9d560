import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { allocate } from "../../src/engine/allocate.ts";
import type { DiscountTarget } from "../../src/engine/discounts/effect.ts";
import { giftCredits } from "../../src/engine/discounts/gift.ts";
import { discountOn } from "../../src/engine/discounts/index.ts";
import { isAmount, multiply, percentOf } from "../../src/engine/money.ts";
import { present } from "../../src/lib/assert.ts";

const REFUSED = "refused";

const examples = workedExamples(readFileSync("docs/rounding.md", "utf8"));

describe("docs/rounding.md", () => {
  test("has at least 30 worked examples", () => {
    expect(examples.length).toBeGreaterThanOrEqual(30);
  });

  test("has one expectation per operation", () => {
    const operations = examples.map((example) => example.operation);
    expect(operations).toEqual([...new Set(operations)]);
  });

  test("has no operation that the parser does not understand", () => {
    expect(examples.filter((example) => formOf(example.operation) === undefined)).toEqual([]);
  });

  test.each(["12 apples", "10%", "1000: 10 percent", "300 over", "1000: gift", "accept"])(
    "the parser would notice: %s",
    (operation) => {
      expect(() => run(operation)).toThrow(/not understood/);
    },
  );

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
    pattern: /^(?<order>\d+): (?<steps>.+)$/,
    evaluate: ({ order, steps }) => chain(Number(order), present(steps, "steps").split(", ")),
  },
];

const formOf = (operation: string) => forms.find((form) => form.pattern.test(operation));

function run(operation: string): string {
  const form = formOf(operation);
  if (form === undefined) throw new Error(`not understood: ${operation}`);
  return form.evaluate(form.pattern.exec(operation)?.groups ?? {});
}

const list = (text: string | undefined): number[] => present(text, "list").split(", ").map(Number);

function chain(order: number, steps: readonly string[]): string {
  const taken: number[] = [];
  let left = order;
  for (const step of steps) {
    const discount = take(step, order, left);
    if (discount === null) return REFUSED;
    taken.push(discount);
    left -= discount;
  }
  return `${taken.join(", ")}, left ${left}`;
}

const PERCENT =
  /^(?<off>[\d.]+)%(?<initial> of initial)?( max (?<max>\d+))?( total max (?<total>\d+))?$/;
const AMOUNT = /^off (?<off>\d+)( total max (?<total>\d+))?$/;
const GIFT = /^gift ((?<requested>\d+) of )?(?<balance>\d+)$/;

/** What one redeemable takes off, or null where it is refused. */
function take(step: string, initial_amount: number, amount_left: number): number | null {
  const target = (base: DiscountTarget["base"]) => ({ initial_amount, amount_left, base });
  const percent = PERCENT.exec(step)?.groups;
  if (percent) {
    const base = percent.initial ? "INITIAL_AMOUNT" : "DISCOUNTED_AMOUNT";
    const limits = {
      ...(percent.max && { amount_limit: Number(percent.max) }),
      ...(percent.total && { aggregated_amount_limit: Number(percent.total) }),
    };
    const discount = { type: "PERCENT", percent_off: Number(percent.off), ...limits } as const;
    return discountOn(discount, target(base)).order_discount;
  }
  const amount = AMOUNT.exec(step)?.groups;
  if (amount) {
    const limits = amount.total ? { aggregated_amount_limit: Number(amount.total) } : {};
    const discount = { type: "AMOUNT", amount_off: Number(amount.off), ...limits } as const;
    return discountOn(discount, target("DISCOUNTED_AMOUNT")).order_discount;
  }
  const gift = GIFT.exec(step)?.groups;
  if (gift) {
    const requested = gift.requested === undefined ? null : Number(gift.requested);
    const used = giftCredits({ requested, balance: Number(gift.balance), amount_left });
    return used.ok ? used.value.credits : null;
  }
  throw new Error(`not understood: ${step}`);
}
