import { describe, expect, it } from "vitest";
import {
  evaluateLogic,
  firstUnmet,
  mentionedRules,
  not,
  parseLogic,
  type Truth,
} from "../../../src/engine/rules/logic";

const RULES: Record<string, Truth> = { "1": true, "2": false, "3": null, "10": false };
const isRule = (key: string) => Object.hasOwn(RULES, key);
const truthOf = (key: string): Truth => RULES[key] ?? (key === "3" ? null : false);

function parse(text: string) {
  const logic = parseLogic(text, isRule);
  if (!logic.ok) throw new Error(`${logic.error.position}: ${logic.error.reason}`);
  return logic.value;
}

describe("a logic expression: three-valued truth", () => {
  // 1 is true, 2 is false, 3 is unknown.
  const rows: { name: string; given: string; expect: Truth }[] = [
    { name: "true and true", given: "1 and 1", expect: true },
    { name: "true and false", given: "1 and 2", expect: false },
    { name: "true and unknown", given: "1 and 3", expect: null },
    { name: "false and true", given: "2 and 1", expect: false },
    { name: "false and false", given: "2 and 2", expect: false },
    { name: "false and unknown", given: "2 and 3", expect: false },
    { name: "unknown and true", given: "3 and 1", expect: null },
    { name: "unknown and false", given: "3 and 2", expect: false },
    { name: "unknown and unknown", given: "3 and 3", expect: null },
    { name: "true or true", given: "1 or 1", expect: true },
    { name: "true or false", given: "1 or 2", expect: true },
    { name: "true or unknown", given: "1 or 3", expect: true },
    { name: "false or true", given: "2 or 1", expect: true },
    { name: "false or false", given: "2 or 2", expect: false },
    { name: "false or unknown", given: "2 or 3", expect: null },
    { name: "unknown or true", given: "3 or 1", expect: true },
    { name: "unknown or false", given: "3 or 2", expect: null },
    { name: "unknown or unknown", given: "3 or 3", expect: null },
    { name: "one rule, stray spaces", given: " 1", expect: true },
    { name: "any case", given: "2 OR 1 And 1", expect: true },
    { name: "no spaces around brackets", given: "(2)or(1)", expect: true },
    { name: "tabs and line breaks", given: "\t2\nor\r\n1 ", expect: true },
    { name: "and binds tighter than or, on the right", given: "1 or 2 and 2", expect: true },
    { name: "and binds tighter than or, on the left", given: "2 and 2 or 1", expect: true },
    { name: "brackets bind tightest", given: "(1 or 2) and 2", expect: false },
    { name: "a chain of three", given: "2 or 2 or 1", expect: true },
    { name: "numbers of several digits", given: "10 or 1", expect: true },
  ];
  it.each(rows)("$name", ({ given, expect: truth }) => {
    expect(evaluateLogic(parse(given), truthOf)).toBe(truth);
  });

  it("negates what is known and leaves the unknown unknown", () => {
    expect([not(true), not(false), not(null)]).toEqual([false, true, null]);
  });
});

describe("a logic expression: refusals with position and reason", () => {
  const deep = (levels: number) => `${"(".repeat(levels)}1${")".repeat(levels)}`;
  const rows: { name: string; given: string; position: number; reason: string }[] = [
    { name: "unknown rule", given: "1 and 7", position: 7, reason: "there is no rule '7'" },
    { name: "leading zero", given: "01", position: 1, reason: "there is no rule '01'" },
    { name: "never closed", given: "1 and (2", position: 7, reason: "'(' is never closed" },
    { name: "closed twice", given: "(1))", position: 4, reason: "unexpected ')'" },
    { name: "empty brackets", given: "1 or ()", position: 6, reason: "'()' is empty" },
    { name: "garbage", given: "1 & 2", position: 3, reason: "unexpected '&'" },
    { name: "garbage outside the BMP", given: "1 🙂", position: 3, reason: "unexpected '🙂'" },
    { name: "a minus", given: "-1", position: 1, reason: "unexpected '-'" },
    { name: "word that goes on", given: "1 order 2", position: 3, reason: "unexpected 'o'" },
    { name: "two rules", given: "1 2", position: 3, reason: "unexpected '2'" },
    {
      name: "ends in and",
      given: "1 and",
      position: 6,
      reason: "a rule number is missing at the end",
    },
    {
      name: "starts with or",
      given: "or 1",
      position: 1,
      reason: "a rule number is missing before 'or'",
    },
    {
      name: "two operators",
      given: "1 and or 2",
      position: 7,
      reason: "a rule number is missing before 'or'",
    },
    {
      name: "too long",
      given: `1${" ".repeat(2000)}`,
      position: 2001,
      reason: "longer than 2000 characters",
    },
    { name: "too deep", given: deep(51), position: 51, reason: "more than 50 levels of '('" },
  ];
  it.each(rows)("$name", ({ given, position, reason }) => {
    expect(parseLogic(given, isRule)).toEqual({ ok: false, error: { position, reason } });
  });

  it("takes 50 levels and 2000 characters", () => {
    expect(evaluateLogic(parse(deep(50)), truthOf)).toBe(true);
    expect(parseLogic(`${"1 or ".repeat(399)}1    `, isRule).ok).toBe(true);
  });
});

describe("a logic expression: who is to blame", () => {
  const rows: { name: string; given: string; expect: string | null }[] = [
    { name: "nobody when it is met", given: "2 or 1", expect: null },
    { name: "the false one of an and", given: "1 and 2", expect: "2" },
    { name: "an unknown one counts as not met", given: "1 and 3", expect: "3" },
    { name: "the lowest number, whatever the order", given: "10 and 2", expect: "2" },
    { name: "numbers are compared as numbers", given: "10 or 3", expect: "3" },
    { name: "not the unmet half of an or that is met", given: "(2 or 1) and 10", expect: "10" },
  ];
  it.each(rows)("$name", ({ given, expect: key }) => {
    expect(firstUnmet(parse(given), truthOf)).toBe(key);
  });

  it("lists what it mentions, lowest first and once", () => {
    expect(mentionedRules(parse("10 and (2 or 1) and 2"))).toEqual(["1", "2", "10"]);
  });
});
