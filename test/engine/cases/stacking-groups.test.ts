import { describe } from "vitest";
import { amountOff, candidate, type Given, percentOff, type Row, rows } from "../stacking-shop";

/** One of a category, and of a hierarchy that says which goes first. */
const of = (id: string, amount: number, hierarchy = 1, more: Given = {}) =>
  amountOff(amount, { category: { id, hierarchy }, ...more });
const expired = (id: string) =>
  candidate({
    expiration_date: "2026-01-01T00:00:00.000Z",
    category: { id, hierarchy: 1 },
  });

const EXCLUSIVE = { exclusive_categories: ["cat_x"] };
const JOINT = { joint_categories: ["cat_j"] };
const BOTH = { ...EXCLUSIVE, ...JOINT };
const PARTIAL = { redeemables_application_mode: "PARTIAL" } as const;
const HIERARCHY = { redeemables_sorting_rule: "CATEGORY_HIERARCHY" } as const;

const groups: Row[] = [
  {
    name: "common ones stack with each other",
    given: [of("cat_1", 100), amountOff(200)],
    expect: [100, 200],
  },
  {
    name: "an exclusive one keeps common ones out",
    given: [of("cat_x", 100), amountOff(200)],
    stacking: EXCLUSIVE,
    expect: [100, "skipped: exclusion_rules_not_met"],
  },
  {
    name: "an exclusive one goes first, wherever it stands in the request",
    given: [amountOff(200), of("cat_x", 100)],
    stacking: EXCLUSIVE,
    expect: [100, "skipped: exclusion_rules_not_met"],
  },
  {
    name: "a category of its own is common as well: kept out",
    given: [of("cat_1", 200), of("cat_x", 100)],
    stacking: EXCLUSIVE,
    expect: [100, "skipped: exclusion_rules_not_met"],
  },
  {
    name: "exclusive ones stack with each other, as many as their limit lets",
    given: [of("cat_x", 100), of("cat_x", 200)],
    stacking: { ...EXCLUSIVE, applicable_exclusive_redeemables_limit: 2 },
    expect: [100, 200],
  },
  {
    name: "a joint one stacks with an exclusive one, and comes last",
    given: [of("cat_j", 300), of("cat_x", 100)],
    stacking: BOTH,
    expect: [100, 300],
  },
  {
    name: "a joint one stacks with common ones, and comes last: 10 % of 800",
    given: [percentOff(10, { category: { id: "cat_j", hierarchy: 1 } }), amountOff(200)],
    stacking: JOINT,
    expect: [200, 80],
  },
  {
    name: "exclusive, joint and common: the common one is kept out",
    given: [of("cat_j", 300), amountOff(200), of("cat_x", 100)],
    stacking: BOTH,
    expect: [100, "skipped: exclusion_rules_not_met", 300],
  },
  {
    name: "joint ones stack with each other",
    given: [of("cat_j", 100), of("cat_j", 200)],
    stacking: JOINT,
    expect: [100, 200],
  },
  {
    name: "an exclusive one that cannot apply keeps nobody out",
    given: [expired("cat_x"), amountOff(200)],
    stacking: { ...EXCLUSIVE, ...PARTIAL },
    expect: ["voucher_expired", 200],
  },
  {
    name: "a category in both lists is exclusive",
    given: [of("cat_x", 100), amountOff(200)],
    stacking: { exclusive_categories: ["cat_x"], joint_categories: ["cat_x"] },
    expect: [100, "skipped: exclusion_rules_not_met"],
  },
  {
    name: "without any list nothing is exclusive or joint",
    given: [of("cat_x", 100), of("cat_j", 200), amountOff(300)],
    expect: [100, 200, 300],
  },
  {
    name: "one that is kept out is no failure: ALL is valid",
    given: [of("cat_x", 100), amountOff(200), of("cat_j", 300)],
    stacking: BOTH,
    valid: true,
    expect: [100, "skipped: exclusion_rules_not_met", 300],
  },
];

const typed = (id: string, amount: number, stacking_rules_type: "JOINT" | "EXCLUSIVE") =>
  amountOff(amount, { category: { id, hierarchy: 1, stacking_rules_type } });

const sorting: Row[] = [
  {
    name: "REQUESTED_ORDER: as requested, whatever the hierarchy",
    given: [of("cat_2", 100, 2), of("cat_1", 200, 1)],
    expect: [100, 200],
  },
  {
    name: "CATEGORY_HIERARCHY: the lower number first",
    given: [of("cat_2", 100, 2), of("cat_1", 200, 1)],
    stacking: HIERARCHY,
    expect: [200, 100],
  },
  {
    name: "a hierarchy of 0 is the lowest",
    given: [of("cat_1", 100, 1), of("cat_0", 200, 0)],
    stacking: HIERARCHY,
    expect: [200, 100],
  },
  {
    name: "equal numbers: as requested",
    given: [of("cat_1", 100, 1), of("cat_2", 200, 1), of("cat_1", 300, 1)],
    stacking: HIERARCHY,
    expect: [100, 200, 300],
  },
  {
    name: "what has no category stands among those of 1: behind 0, before 2, else as requested",
    given: [of("cat_2", 300, 2), amountOff(100), of("cat_1", 200, 1), of("cat_0", 400, 0)],
    stacking: { ...HIERARCHY, applicable_redeemables_limit: 4 },
    expect: [400, 100, 200, 300],
    order: { amount: 2000 },
  },
  {
    name: "a category that says itself that it is exclusive keeps common ones out",
    given: [amountOff(100), typed("cat_t", 200, "EXCLUSIVE")],
    expect: [200, "skipped: exclusion_rules_not_met"],
  },
  {
    name: "one that says itself that it is joint comes last, and goes with exclusive ones",
    given: [typed("cat_j", 100, "JOINT"), typed("cat_t", 200, "EXCLUSIVE")],
    expect: [200, 100],
  },
  {
    name: "the project's list goes before what the category says: it is joint",
    given: [typed("cat_t", 200, "EXCLUSIVE"), amountOff(100)],
    stacking: { joint_categories: ["cat_t"] },
    expect: [100, 200],
  },
  {
    name: "JOINT_ALWAYS_LAST: the hierarchy holds within a group, joint ones still come last",
    given: [of("cat_j", 100, 0), of("cat_1", 200, 5)],
    stacking: { ...HIERARCHY, ...JOINT },
    expect: [200, 100],
  },
  {
    name: "the hierarchy also sorts exclusive ones: the second is over their limit of 1",
    given: [of("cat_x", 100, 2), of("cat_y", 200, 1)],
    stacking: { ...HIERARCHY, exclusive_categories: ["cat_x", "cat_y"] },
    expect: [200, "skipped: applicable_exclusive_redeemables_limit_exceeded"],
  },
  {
    name: "the order of the turns is the order of the amounts: 10 % of 700, not of 1000",
    given: [percentOff(10, { category: { id: "cat_2", hierarchy: 2 } }), of("cat_1", 300, 1)],
    stacking: HIERARCHY,
    expect: [300, 70],
  },
];

describe.each([
  ["groups", groups],
  ["sorting", sorting],
])("%s", (_, table) => {
  rows(table);
});
