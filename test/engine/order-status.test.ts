import { expect, it } from "vitest";
import { moveStatus } from "../../src/engine/order-status";

it.each([
  ["CREATED", "CREATED", true],
  ["CREATED", "PAID", true],
  ["CREATED", "FULFILLED", true],
  ["CREATED", "CANCELED", true],
  ["PAID", "CREATED", false],
  ["PAID", "PAID", true],
  ["PAID", "FULFILLED", true],
  ["PAID", "CANCELED", true],
  ["FULFILLED", "CREATED", false],
  ["FULFILLED", "PAID", false],
  ["FULFILLED", "FULFILLED", true],
  ["FULFILLED", "CANCELED", true],
  ["CANCELED", "CREATED", false],
  ["CANCELED", "PAID", false],
  ["CANCELED", "FULFILLED", false],
  ["CANCELED", "CANCELED", true],
] as const)("an order goes from %s to %s: %s", (from, to, goes) => {
  const expected = goes ? { ok: true, value: to } : { ok: false, error: { from, to } };
  expect(moveStatus(from, to)).toEqual(expected);
});
