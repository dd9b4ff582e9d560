import { describe } from "vitest";
import type { Candidate } from "../../../src/engine/stacking/snapshot";
import { amountOff, candidate, type Row, rows, unknown } from "../stacking-shop";

const of = (id: string, amount = 10, hierarchy = 1) =>
  amountOff(amount, { category: { id, hierarchy } });
const expired = (id: string) =>
  candidate({
    expiration_date: "2026-01-01T00:00:00.000Z",
    category: { id, hierarchy: 1 },
  });
const many = (count: number, one: Candidate): Candidate[] => Array(count).fill(one);
const tens = (count: number): number[] => Array(count).fill(10);

const LIMIT = "skipped: applicable_redeemables_limit_exceeded";
const PER_CATEGORY = "skipped: applicable_redeemables_per_category_limit_exceeded";
const EXCLUSIVE_LIMIT = "skipped: applicable_exclusive_redeemables_limit_exceeded";
const EXCLUSIVE_PER_CATEGORY =
  "skipped: applicable_exclusive_redeemables_per_category_limit_exceeded";
const PARTIAL = { redeemables_application_mode: "PARTIAL" } as const;
const X = { exclusive_categories: ["cat_x", "cat_y"] };

const all: Row[] = [
  {
    name: "five of six apply by default",
    given: many(6, amountOff(10)),
    expect: [...tens(5), LIMIT],
    left: 950,
  },
  {
    name: "thirty of thirty apply where the limit is 30: 1000 - 300",
    given: many(30, amountOff(10)),
    stacking: { applicable_redeemables_limit: 30 },
    expect: tens(30),
    left: 700,
  },
  {
    name: "one",
    given: many(3, amountOff(10)),
    stacking: { applicable_redeemables_limit: 1 },
    expect: [10, LIMIT, LIMIT],
  },
  {
    name: "one that is skipped by the limit is no failure: ALL is valid",
    given: many(2, amountOff(10)),
    stacking: { applicable_redeemables_limit: 1 },
    valid: true,
    expect: [10, LIMIT],
  },
  {
    name: "one that would not apply is not looked at behind the limit",
    given: [amountOff(10), unknown()],
    stacking: { applicable_redeemables_limit: 1 },
    valid: true,
    expect: [10, LIMIT],
  },
  {
    name: "one that cannot apply takes no place",
    given: [expired("cat_1"), amountOff(10), amountOff(10)],
    stacking: { ...PARTIAL, applicable_redeemables_limit: 2 },
    expect: ["voucher_expired", 10, 10],
  },
  {
    name: "one that the group keeps out is told so, not the limit",
    given: [of("cat_x"), amountOff(10)],
    stacking: { ...X, applicable_redeemables_limit: 1 },
    expect: [10, "skipped: exclusion_rules_not_met"],
  },
  {
    name: "one behind a failure in mode ALL is told so, not that its group keeps it out",
    given: [of("cat_x"), expired("cat_x"), amountOff(10)],
    stacking: { ...X, applicable_exclusive_redeemables_limit: 5 },
    valid: false,
    expect: [10, "voucher_expired", "skipped: preceding_validation_failed"],
  },
];

const categories: Row[] = [
  {
    name: "unset: as many of a category as of all",
    given: many(3, of("cat_1")),
    expect: tens(3),
  },
  {
    name: "per category: one of each",
    given: [of("cat_1"), of("cat_2"), of("cat_1"), of("cat_2")],
    stacking: { applicable_redeemables_per_category_limit: 1 },
    expect: [10, 10, PER_CATEGORY, PER_CATEGORY],
  },
  {
    name: "what has no category is in no limit per category",
    given: many(3, amountOff(10)),
    stacking: { applicable_redeemables_per_category_limit: 1 },
    expect: tens(3),
  },
  {
    name: "the limit of the category itself goes before the one for all: 2 of cat_1, 1 of cat_2",
    given: [of("cat_1"), of("cat_1"), of("cat_1"), of("cat_2"), of("cat_2")],
    stacking: {
      applicable_redeemables_per_category_limit: 1,
      applicable_redeemables_category_limits: { cat_1: 2 },
    },
    expect: [10, 10, PER_CATEGORY, 10, PER_CATEGORY],
  },
  {
    name: "the limit of a category may be the lower one: 1 of cat_1, 2 of cat_2",
    given: [of("cat_1"), of("cat_1"), of("cat_2"), of("cat_2")],
    stacking: {
      applicable_redeemables_per_category_limit: 2,
      applicable_redeemables_category_limits: { cat_1: 1 },
    },
    expect: [10, PER_CATEGORY, 10, 10],
  },
  {
    name: "a limit of one category alone leaves the others unlimited",
    given: [of("cat_1"), of("cat_1"), of("cat_2"), of("cat_2")],
    stacking: { applicable_redeemables_category_limits: { cat_1: 1 } },
    expect: [10, PER_CATEGORY, 10, 10],
  },
  {
    name: "one of the category that cannot apply takes no place in it",
    given: [expired("cat_1"), of("cat_1"), of("cat_1")],
    stacking: { ...PARTIAL, applicable_redeemables_per_category_limit: 1 },
    expect: ["voucher_expired", 10, PER_CATEGORY],
  },
  {
    name: "the limit of all is told before that of a category",
    given: [of("cat_1"), of("cat_1")],
    stacking: {
      applicable_redeemables_limit: 1,
      applicable_redeemables_per_category_limit: 1,
    },
    expect: [10, LIMIT],
  },
  {
    name: "joint ones count like all others",
    given: [of("cat_j"), of("cat_j")],
    stacking: {
      joint_categories: ["cat_j"],
      applicable_redeemables_per_category_limit: 1,
    },
    expect: [10, PER_CATEGORY],
  },
  {
    name: "the limit takes the first in the order of the turns",
    given: [of("cat_1", 10, 2), of("cat_2", 20, 1)],
    stacking: {
      redeemables_sorting_rule: "CATEGORY_HIERARCHY",
      applicable_redeemables_limit: 1,
    },
    expect: [20, LIMIT],
  },
];

const exclusive: Row[] = [
  {
    name: "one exclusive one by default",
    given: [of("cat_x"), of("cat_y")],
    stacking: X,
    expect: [10, EXCLUSIVE_LIMIT],
  },
  {
    name: "two of three, where the limit is 2",
    given: [of("cat_x"), of("cat_y"), of("cat_x")],
    stacking: { ...X, applicable_exclusive_redeemables_limit: 2 },
    expect: [10, 10, EXCLUSIVE_LIMIT],
  },
  {
    name: "per category: one of each exclusive category",
    given: [of("cat_x"), of("cat_x"), of("cat_y")],
    stacking: {
      ...X,
      applicable_exclusive_redeemables_limit: 5,
      applicable_exclusive_redeemables_per_category_limit: 1,
    },
    expect: [10, EXCLUSIVE_PER_CATEGORY, 10],
  },
  {
    name: "the limit of exclusive ones is told before that of their category",
    given: [of("cat_x"), of("cat_x")],
    stacking: { ...X, applicable_exclusive_redeemables_per_category_limit: 1 },
    expect: [10, EXCLUSIVE_LIMIT],
  },
  {
    name: "the limit per category of all holds for exclusive ones as well, and is told first",
    given: [of("cat_x"), of("cat_x")],
    stacking: {
      ...X,
      applicable_redeemables_per_category_limit: 1,
      applicable_exclusive_redeemables_limit: 5,
    },
    expect: [10, PER_CATEGORY],
  },
  {
    name: "joint ones are in no limit of exclusive ones",
    given: [of("cat_x"), of("cat_j"), of("cat_j")],
    stacking: { ...X, joint_categories: ["cat_j"] },
    expect: [10, 10, 10],
  },
  {
    name: "common ones are in no limit of exclusive ones",
    given: many(3, of("cat_1")),
    stacking: { ...X, applicable_exclusive_redeemables_limit: 1 },
    expect: tens(3),
  },
];

describe.each([
  ["applicable_redeemables_limit:", all],
  ["limits of categories:", categories],
  ["limits of exclusive ones:", exclusive],
])("%s", (_, table) => {
  rows(table);
});
