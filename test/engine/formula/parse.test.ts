import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluateFormula } from "../../../src/engine/formula/evaluate";
import { exactOf, toDouble } from "../../../src/engine/formula/exact";
import { parseFormula } from "../../../src/engine/formula/parse";
import { COST, Work } from "../../../src/lib/work";
import { countedReads } from "../../support/counted-reads";
import { runs } from "../../support/runs";
import { facts } from "./shop";

function refusal(text: string): [position: number, reason: string] {
  const formula = parseFormula(text);
  if (formula.ok) throw new Error("this is a formula");
  return [formula.error.position, formula.error.reason];
}

describe("what is no formula", () => {
  const rows: [formula: string, position: number, reason: string][] = [
    ["", 1, "a value is missing at the end"],
    ["  ", 3, "a value is missing at the end"],
    ["1 +", 4, "a value is missing at the end"],
    ["1 + * 2", 5, "a value is missing before '*'"],
    ["is 5", 1, "a value is missing before 'is'"],
    ["ORDER_AMOUNT 5", 14, "unexpected '5'"],
    ["1 < 2 < 3", 7, "unexpected '<'"],
    ["1 == 2", 4, "a value is missing before '='"],
    ["1e5", 2, "unexpected 'e5'"],
    ["(1 + 2", 1, "'(' is never closed"],
    ["1 + 2)", 6, "unexpected ')'"],
    ["((((", 5, "a value is missing at the end"],
    ["()", 2, "a value is missing before ')'"],
    ["(1;2)", 3, "unexpected ';'"],
    ["1 IN_ARRAY ()", 12, "'()' is empty"],
    ["1 IN_ARRAY (1;2", 12, "'(' is never closed"],
    ['1 + "open', 5, "the text that starts here is never closed"],
    ['"ends in a backslash\\"', 1, "the text that starts here is never closed"],
    ["MIN(1,2)", 6, "unexpected ',': arguments are separated by ';'"],
    ["1 # 2", 3, "unexpected '#'"],
    ["1 + 😀", 5, "unexpected '😀'"],
    ["ORDER_TOTAL * 2", 1, "there is no operand or function 'ORDER_TOTAL'"],
    ["1 + eval(2)", 5, "there is no operand or function 'eval'"],
    ["constructor", 1, "there is no operand or function 'constructor'"],
    ["__proto__", 1, "there is no operand or function '__proto__'"],
    ["MIN()", 1, "MIN takes 1 or more arguments, not 0"],
    ["POW(1)", 1, "POW takes 2 arguments, not 1"],
    ["1 + IF(1;2)", 5, "IF takes 3 arguments, not 2"],
    ["if(1;2;3;4)", 1, "IF takes 3 arguments, not 4"],
    ["DEFAULT_TO(1)", 1, "DEFAULT_TO takes 2 arguments, not 1"],
    ["ROUND(1;2;3)", 1, "ROUND takes 1 to 2 arguments, not 3"],
    ["YEAR()", 1, "YEAR takes 1 argument, not 0"],
    ["MIN", 1, "MIN needs its arguments in brackets"],
    ["MIN(1;)", 7, "a value is missing before ')'"],
    ["MIN(1;2", 4, "'(' is never closed"],
    ["MIN(1 2)", 7, "unexpected '2'"],
    ["SWITCH(1)", 1, "SWITCH needs a SWITCH_CASE"],
    ["SWITCH(1;2)", 1, "SWITCH needs a SWITCH_CASE"],
    ["SWITCH(1 SWITCH_CASE(1;2))", 1, "SWITCH needs a SWITCH_CASE"],
    ["SWITCH(1;SWITCH_CASE(1;2) 3)", 27, "unexpected '3'"],
    ["SWITCH()", 8, "a value is missing before ')'"],
    ["SWITCH(1;SWITCH_CASE(1);2)", 10, "SWITCH_CASE takes 2 arguments, not 1"],
    ["SWITCH(1;SWITCH_CASE;2)", 10, "SWITCH_CASE needs its arguments in brackets"],
    ["SWITCH(1;SWITCH_CASE(1;2);3;SWITCH_CASE(4;5))", 28, "unexpected ';'"],
    ["SWITCH_CASE(1;2)", 1, "SWITCH_CASE stands only inside SWITCH"],
    ["TODAY(1)", 7, "unexpected '1'"],
    ["ORDER_METADATA", 1, 'ORDER_METADATA needs the name of a property: ORDER_METADATA("name")'],
    ["ORDER_METADATA()", 1, 'ORDER_METADATA needs the name of a property: ORDER_METADATA("name")'],
    ["ORDER_METADATA(5)", 1, 'ORDER_METADATA needs the name of a property: ORDER_METADATA("name")'],
    ['ORDER_METADATA("a";"b")', 19, "unexpected ';'"],
    ['DATE("tomorrow")', 6, '"tomorrow" is not an ISO 8601 date'],
    ['DATE_TIME("2026-02-30")', 11, '"2026-02-30" is not an ISO 8601 date'],
    ["9".repeat(400), 1, "the number is too large"],
    ["1".repeat(1001), 1001, "longer than 1000 characters"],
  ];
  it.each(rows)("%s: at %i, %s", (formula, position, reason) => {
    expect(refusal(formula)).toEqual([position, reason]);
  });

  it("50 levels are as deep as it goes", () => {
    const nested = (levels: number) => `${"(".repeat(levels)}1${")".repeat(levels)}`;
    expect(parseFormula(nested(50)).ok).toBe(true);
    expect(refusal(nested(51))).toEqual([52, "more than 50 levels deep"]);
    expect(refusal(`${"-".repeat(51)}1`)).toEqual([52, "more than 50 levels deep"]);
    expect(refusal(`${"MIN(".repeat(51)}1${")".repeat(51)}`)).toEqual([
      205,
      "more than 50 levels deep",
    ]);
    const lists = `${"1 IN_ARRAY (".repeat(51)}1${")".repeat(51)}`;
    expect(refusal(lists)[1]).toBe("more than 50 levels deep");
  });

  it("500 parts are as many as it takes", () => {
    // 250 ones and 249 signs are 499 parts, 251 and 250 are 501.
    expect(parseFormula(Array(250).fill("1").join("+")).ok).toBe(true);
    expect(refusal(Array(251).fill("1").join("+"))).toEqual([501, "more than 500 parts"]);
  });
});

describe("hostile texts", () => {
  const hostile: [name: string, formula: string][] = [
    ["10,000 nodes", Array(10_000).fill("1").join("+")],
    ["10,000 brackets", "(".repeat(10_000)],
    ["10,000 closing brackets", ")".repeat(10_000)],
    ["1000 brackets", "(".repeat(1000)],
    ["a megabyte", "1".repeat(1_000_000)],
    ["1000 minus signs", "-".repeat(1000)],
    ["1000 quotation marks", '"'.repeat(999)],
    ["1000 backslashes in a text", `"${"\\".repeat(999)}`],
    ["blanks without end", `${" ".repeat(998)}#`],
    ["a text that looks like many", `"${'\\"'.repeat(400)}`],
    ["towers of powers", `${"POW(9;".repeat(40)}9${")".repeat(40)}`],
    ["calls in calls", `${"MAX(1;".repeat(49)}1${")".repeat(49)}`],
    ["an if that doubles", `${"IF(1=1;".repeat(40)}1${";1)".repeat(40)}`],
    ["dates upon dates", Array(41).fill("MONTHS_SINCE(DATE(TODAY))").join("+").slice(0, 999)],
    ["a long sum", Array(250).fill("9").join("+")],
    ["a long product", Array(250).fill("9").join("*")],
    ["a long or", Array(124).fill("1=2").join("OR")],
  ];
  it.each(hostile)("%s: with few steps, without throwing", (_name, text) => {
    const work = new Work();
    const formula = parseFormula(text);
    if (formula.ok) evaluateFormula(formula.value, { ...facts, work });
    // A formula has 500 parts at most, and each is worked out once.
    expect(work.spent).toBeLessThanOrEqual(500 * COST.part);
    expect(work.isOver).toBe(false);
  });

  it("an order of 5000 lines is looked through once, however often a formula asks", () => {
    const [line] = facts.order?.items.slice(1) ?? [];
    if (line === undefined || facts.order === null) throw new Error("the shop has no lines");
    const items = Array(5000).fill(line);
    const order = { ...facts.order, items };
    const asked = (times: number) => {
      const formula = parseFormula(Array(times).fill("CHEAPEST_ORDER_ITEM_PRICE").join("+"));
      if (!formula.ok) throw new Error(formula.error.reason);
      const { value, reads } = countedReads(order);
      expect(evaluateFormula(formula.value, { ...facts, order: value })).toEqual(
        exactOf(times * 1000),
      );
      return reads();
    };
    expect(asked(30)).toBeLessThan(asked(1) + 30 * 10);
  });
});

describe("laws of formulas", () => {
  const parts = [
    "1",
    "0.5",
    '"a"',
    "ORDER_AMOUNT",
    'CUSTOMER_METADATA("tags")',
    "TODAY",
    "IF(",
    "SWITCH(",
    "SWITCH_CASE(",
    "POW(",
    "DATE(",
    "(",
    ")",
    ";",
    "-",
    "*",
    "/",
    "%",
    "=",
    ">",
    "AND",
    "IN_ARRAY",
    "contains",
    "DATE_IS",
  ];
  const soup = fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((all) => all.join(" "));

  it("any text is parsed or refused inside itself, and what is parsed gives a number or nothing", () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: "binary" })), (text) => {
        const formula = parseFormula(text);
        if (!formula.ok) {
          expect(formula.error.position).toBeGreaterThanOrEqual(1);
          expect(formula.error.position).toBeLessThanOrEqual(text.length + 1);
          return;
        }
        const result = evaluateFormula(formula.value, facts);
        expect(result === null || Number.isFinite(toDouble(result))).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });

  const number = fc.integer({ min: -1_000_000, max: 1_000_000 });

  it("whole numbers add, multiply and order as numbers do", () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const of = (text: string) => {
          const formula = parseFormula(text);
          return formula.ok ? evaluateFormula(formula.value, facts) : "refused";
        };
        expect(of(`${a} + ${b} - ${b}`)).toEqual(exactOf(a + 0));
        expect(of(`IF(MIN(${a};${b}) <= MAX(${a};${b});1;0)`)).toEqual(exactOf(1));
        expect(of(`${a} * ${b} - ${b} * ${a}`)).toEqual(exactOf(0));
      }),
    );
  });
});
