import { describe, expect, it } from "vitest";
import { amountBy } from "../../../src/engine/formula/field";
import { facts } from "./shop";

const many = (count: number) => Array.from({ length: count }, (_, at) => `text ${at}`);
const FALLBACK = 7;

describe("lists that an order or a customer sends are compared within bounds", () => {
  it.each([
    [
      "a list of 1,000 holds its last one",
      'IF("text 999" IN_ARRAY ORDER_METADATA("a");1;2)',
      1000,
      1,
    ],
    [
      "a list of 1,001 is no value",
      'IF("text 999" IN_ARRAY ORDER_METADATA("a");1;2)',
      1001,
      FALLBACK,
    ],
    [
      "1,024 pairs are not compared",
      'IF(ORDER_METADATA("a") IN_ARRAY ORDER_METADATA("a");1;2)',
      32,
      FALLBACK,
    ],
    ["961 pairs are", 'IF(ORDER_METADATA("a") IN_ARRAY ORDER_METADATA("a");1;2)', 31, 1],
    [
      "nor are those of contains",
      'IF(ORDER_METADATA("a") contains ORDER_METADATA("a");1;2)',
      32,
      FALLBACK,
    ],
  ])("%s", (_, formula, count, expected) => {
    const order = { amount: 1000, metadata: { a: many(count) }, items: [] };
    expect(amountBy(formula, FALLBACK, { ...facts, order })).toBe(expected);
  });
});
