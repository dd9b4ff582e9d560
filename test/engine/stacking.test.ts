import { describe } from "vitest";
import type { Candidate } from "../../src/engine/stacking/snapshot";
import {
  amountOff,
  candidate,
  type GivenRules,
  item,
  orderOver,
  percentOff,
  type Row,
  rows,
  unknown,
} from "./stacking-shop";

const PARTIAL = { redeemables_application_mode: "PARTIAL" } as const;
const SKIP = { redeemables_no_effect_rule: "SKIP" } as const;
const many = (count: number, given: Candidate): Candidate[] => Array(count).fill(given);
const expired = () => candidate({ expiration_date: "2026-06-15T12:00:00.000Z" });

/** A rule set with one rule about lines that cost more than nothing. */
const aboutItems = (name: string): GivenRules => ({
  id: "val_items",
  rules: { "1": { name, conditions: name === "sku.price" ? { $more_than: [0] } : {} } },
  error: null,
});

const statuses: Row[] = [
  { name: "applies", given: [amountOff(100)], valid: true, expect: [100] },
  { name: "is not known", given: [unknown()], valid: false, expect: ["not_found"] },
  {
    name: "is disabled",
    given: [candidate({ active: false })],
    valid: false,
    expect: ["voucher_disabled"],
  },
  {
    name: "starts a millisecond later",
    given: [candidate({ start_date: "2026-06-15T12:00:00.001Z" })],
    valid: false,
    expect: ["voucher_not_active"],
  },
  {
    name: "starts this very instant",
    given: [candidate({ start_date: "2026-06-15T12:00:00.000Z" })],
    valid: true,
    expect: [100],
  },
  { name: "ends this very instant", given: [expired()], valid: false, expect: ["voucher_expired"] },
  {
    name: "ends a millisecond later",
    given: [candidate({ expiration_date: "2026-06-15T12:00:00.001Z" })],
    valid: true,
    expect: [100],
  },
  {
    name: "is the referral code of who redeems",
    given: [candidate({ is_referrer: true })],
    valid: false,
    expect: ["referrer_not_permitted_to_redeem"],
  },
  {
    name: "is the referral code of who redeems, and is over",
    given: [candidate({ is_referrer: true, expiration_date: "2026-06-15T12:00:00.000Z" })],
    valid: false,
    expect: ["voucher_expired"],
  },
  {
    name: "is for Sundays only, and it is Monday",
    given: [candidate({ validity_day_of_week: [0] })],
    valid: false,
    expect: ["voucher_not_active_now"],
  },
  {
    name: "has a rule that is not met",
    given: [candidate({ rules: [orderOver(1000)] })],
    valid: false,
    expect: ["order_rules_violated"],
  },
  {
    name: "has a rule that is met",
    given: [candidate({ rules: [orderOver(999)] })],
    valid: true,
    expect: [100],
  },
  {
    name: "has a rule on the order, and none was sent",
    given: [candidate({ rules: [orderOver(1)] })],
    order: null,
    valid: false,
    expect: ["missing_order"],
  },
  {
    name: "has a rule on the amount, which is not known",
    given: [candidate({ rules: [orderOver(1)] })],
    order: { items: [] },
    valid: false,
    expect: ["missing_amount"],
  },
  {
    name: "has a rule on items, and the order has none",
    given: [candidate({ rules: [aboutItems("order.items.any")] })],
    order: { amount: 1000 },
    valid: false,
    expect: ["missing_order_items"],
  },
  {
    name: "has a rule that no item may be so, and the order has none",
    given: [candidate({ rules: [aboutItems("order.items.none")] })],
    order: { amount: 1000, items: [] },
    valid: false,
    expect: ["missing_order_items"],
  },
  {
    name: "has a rule on SKUs, and the order has items without one: that is no lack of items",
    given: [candidate({ rules: [aboutItems("sku.price")] })],
    order: { items: [item("a", 1, 1000)] },
    valid: false,
    expect: ["order_rules_violated"],
  },
  {
    name: "is a loyalty card without a reward",
    given: [candidate({ type: "LOYALTY_CARD", discount: null, balance: 50 })],
    valid: false,
    expect: ["missing_reward"],
  },
  {
    name: "is disabled and expired and used up: told as disabled",
    given: [
      candidate({ active: false, expiration_date: "2026-01-01T00:00:00Z", redemption_quantity: 0 }),
    ],
    valid: false,
    expect: ["voucher_disabled"],
  },
  {
    name: "is expired and used up: told as expired",
    given: [candidate({ expiration_date: "2026-01-01T00:00:00Z", redemption_quantity: 0 })],
    valid: false,
    expect: ["voucher_expired"],
  },
];

const used = (redeemed_quantity: number, redemption_quantity: number | null, own = 0, held = 0) =>
  candidate({
    redeemed_quantity,
    redemption_quantity,
    held_quantity: held,
    own: { quantity: own, credits: 0 },
  });

const quantities: Row[] = [
  { name: "null is unlimited", given: [used(1_000_000, null)], valid: true, expect: [100] },
  { name: "zero is none", given: [used(0, 0)], valid: false, expect: ["quantity_exceeded"] },
  { name: "none of one is used", given: [used(0, 1)], valid: true, expect: [100] },
  { name: "one of one is used", given: [used(1, 1)], valid: false, expect: ["quantity_exceeded"] },
  { name: "nine of ten are used", given: [used(9, 10)], valid: true, expect: [100] },
  {
    name: "nine are used and one is held",
    given: [used(9, 10, 0, 1)],
    valid: false,
    expect: ["quantity_exceeded"],
  },
  {
    name: "the one use was by this very order",
    given: [used(1, 1, 1)],
    valid: true,
    expect: [100],
  },
  {
    name: "two of two are used, one of them by this very order",
    given: [used(2, 2, 1)],
    valid: true,
    expect: [100],
  },
];

const modes: Row[] = [
  {
    name: "ALL: one that cannot apply skips the rest",
    given: [amountOff(100), expired(), amountOff(200)],
    valid: false,
    expect: [100, "voucher_expired", "skipped: preceding_validation_failed"],
  },
  {
    name: "PARTIAL: the others go on",
    given: [amountOff(100), expired(), percentOff(10)],
    stacking: PARTIAL,
    valid: true,
    expect: [100, "voucher_expired", 90],
  },
  {
    name: "PARTIAL: nothing applies",
    given: [expired(), unknown()],
    stacking: PARTIAL,
    valid: false,
    expect: ["voucher_expired", "not_found"],
  },
  {
    name: "five apply by default, the sixth is skipped",
    given: many(6, amountOff(100)),
    valid: true,
    expect: [100, 100, 100, 100, 100, "skipped: applicable_redeemables_limit_exceeded"],
  },
  {
    name: "PARTIAL: only those that apply count for the limit",
    given: [expired(), amountOff(100), amountOff(200), amountOff(300)],
    stacking: { ...PARTIAL, applicable_redeemables_limit: 2 },
    valid: true,
    expect: ["voucher_expired", 100, 200, "skipped: applicable_redeemables_limit_exceeded"],
  },
  {
    name: "REDEEM_ANYWAY: one without effect applies",
    given: [percentOff(100), amountOff(100)],
    valid: true,
    expect: [1000, 0],
  },
  {
    name: "SKIP: one without effect is skipped",
    given: [percentOff(100), amountOff(100)],
    stacking: SKIP,
    valid: true,
    expect: [1000, "skipped: no_effect"],
  },
  {
    name: "SKIP: nothing has an effect, so nothing applies",
    given: [percentOff(0)],
    stacking: SKIP,
    valid: false,
    expect: ["skipped: no_effect"],
  },
  {
    name: "SKIP: an unknown amount is not the same as no effect",
    given: [amountOff(100)],
    order: null,
    stacking: SKIP,
    valid: true,
    expect: [0],
  },
  {
    name: "SKIP: one that is skipped leaves its place to the next",
    given: [percentOff(0), amountOff(100), amountOff(200)],
    stacking: { ...SKIP, applicable_redeemables_limit: 2 },
    valid: true,
    expect: ["skipped: no_effect", 100, 200],
  },
];

describe.each([
  ["a redeemable that", statuses],
  ["quantity:", quantities],
  ["modes and limits:", modes],
])("%s", (_, table) => {
  rows(table);
});
