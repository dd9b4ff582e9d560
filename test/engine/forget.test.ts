import { describe, expect, it } from "vitest";
import { withoutPerson, wordsOf } from "../../src/engine/forget";

const JANE = { id: "cust_1", texts: ["jane@shop", "Jane", "Jo"] };

const ROWS: [string, unknown, unknown][] = [
  [
    "values that name nobody stay",
    [1, null, true, "Jane", { a: "Jane" }],
    [1, null, true, "Jane", { a: "Jane" }],
  ],
  [
    "of the customer the id stays",
    { customer: { id: "cust_1", name: "Jane", object: "customer" }, customer_id: "cust_1" },
    { customer: { id: "cust_1", object: "customer" }, customer_id: "cust_1" },
  ],
  [
    "another customer stays",
    { id: "cust_2", name: "John", object: "customer" },
    { id: "cust_2", name: "John", object: "customer" },
  ],
  [
    "metadata goes",
    { object: "order", metadata: { a: 1 }, amount: 5 },
    { object: "order", metadata: {}, amount: 5 },
  ],
  [
    "none stays none",
    { object: "redemption", metadata: null },
    { object: "redemption", metadata: null },
  ],
  [
    "the shop's own metadata stays",
    { object: "voucher", metadata: { a: 1 } },
    { object: "voucher", metadata: { a: 1 } },
  ],
  [
    "that of what earns points and of what they pay, too",
    [
      { object: "earning_rule", metadata: { a: 1 } },
      { object: "loyalty_tier", metadata: { a: 1 } },
      { object: "reward", metadata: { a: 1 } },
    ],
    [
      { object: "earning_rule", metadata: { a: 1 } },
      { object: "loyalty_tier", metadata: { a: 1 } },
      { object: "reward", metadata: { a: 1 } },
    ],
  ],
  ["tracking ids go", { tracking_id: "track_x" }, { tracking_id: null }],
  [
    "reasons of rollbacks go",
    { object: "redemption_rollback", reason: "unhappy" },
    { object: "redemption_rollback", reason: null },
  ],
  ["other reasons stay", { reason: "must be a number" }, { reason: "must be a number" }],
  [
    "but where they name the customer",
    { row: 3, reason: "'jane@shop' is taken" },
    { row: 3, reason: "[deleted]" },
  ],
  [
    "numbers of publications go",
    { object: "publication", source_id: "x" },
    { object: "publication", source_id: null },
  ],
  [
    "a number of an order stays",
    { object: "order", source_id: "17" },
    { object: "order", source_id: "17" },
  ],
  [
    "unless it names the customer",
    { object: "order", source_id: "of jane@shop" },
    { object: "order" },
  ],
  [
    "short texts are looked for as a whole",
    { source_id: "Jo-1", name: "Jo" },
    { source_id: "Jo-1" },
  ],
  [
    "what is compared with, too",
    { email: { conditions: { $is: ["jane@shop", "john@shop", 5], $starts_with: "Jane" } } },
    { email: { conditions: { $is: ["[deleted]", "john@shop", 5], $starts_with: "[deleted]" } } },
  ],
  [
    "whatever else stands there stays what it is",
    { $has: { name: "Jane", amount: 5 }, $none: [{ reason: "Jane" }] },
    { $has: { amount: 5 }, $none: [{ reason: "[deleted]" }] },
  ],
  ["prose that is about somebody else stays", { message: "John" }, { message: "John" }],
];

describe("a value without a person", () => {
  it.each(ROWS)("%s", (_, given, expected) => {
    expect(withoutPerson(given, JANE)).toEqual(expected);
  });

  it("is looked for by texts of four characters and more", () => {
    expect(wordsOf(JANE)).toEqual(["jane@shop", "Jane"]);
  });
});
