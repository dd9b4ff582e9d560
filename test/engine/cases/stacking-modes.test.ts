import { describe } from "vitest";
import {
  amountOff,
  candidate,
  type Given,
  giftCard,
  item,
  off,
  orderOver,
  percentOff,
  type Row,
  rows,
  tier,
  unknown,
} from "../stacking-shop";

const PARTIAL = { redeemables_application_mode: "PARTIAL" } as const;
const SKIP = { redeemables_no_effect_rule: "SKIP" } as const;
const INITIAL = { discount_calculation_mode: "INITIAL_AMOUNT" } as const;
const PRECEDING = "skipped: preceding_validation_failed";

const inCategory = (id: string): Given => ({ category: { id, hierarchy: 1 } });
const expired = () => candidate({ expiration_date: "2026-01-01T00:00:00.000Z" });
/** A card of 50 points, of which ten are worth a cent. */
const paying = (points: number) =>
  candidate({
    type: "LOYALTY_CARD",
    discount: null,
    balance: 50,
    is_linked: true,
    reward: {
      id: "rew_1",
      points,
      is_payment: true,
      found: {
        id: "rew_1",
        coin: { exchange_ratio: 0.01, points_ratio: 10, decimals: 2 },
        points: 0,
        left: null,
      },
    },
  });
const picky = (amount: number, over: number) => amountOff(amount, { rules: [orderOver(over)] });

const application: Row[] = [
  {
    name: "ALL: all apply",
    given: [amountOff(100), percentOff(10)],
    expect: [100, 90],
    left: 810,
  },
  {
    name: "ALL: the first cannot apply: all others are skipped",
    given: [expired(), amountOff(100), amountOff(100)],
    valid: false,
    expect: ["voucher_expired", PRECEDING, PRECEDING],
    left: 1000,
  },
  {
    name: "ALL: the last cannot apply: invalid, although others apply",
    given: [amountOff(100), unknown()],
    valid: false,
    expect: [100, "not_found"],
  },
  {
    name: "ALL: one that would fail as well is skipped like any other",
    given: [unknown(), expired()],
    valid: false,
    expect: ["not_found", PRECEDING],
  },
  {
    name: "PARTIAL: the others go on, on what is left: 100, then 10 % of 900",
    given: [amountOff(100), expired(), percentOff(10)],
    stacking: PARTIAL,
    expect: [100, "voucher_expired", 90],
  },
  {
    name: "PARTIAL: valid if only the last applies",
    given: [expired(), unknown(), amountOff(100)],
    stacking: PARTIAL,
    expect: ["voucher_expired", "not_found", 100],
  },
  {
    name: "PARTIAL: nothing applies: invalid",
    given: [expired(), unknown()],
    stacking: PARTIAL,
    valid: false,
    expect: ["voucher_expired", "not_found"],
  },
  {
    name: "a rule is held against what the ones before left: 1000 - 300 is not over 700",
    given: [amountOff(300), picky(100, 700)],
    stacking: PARTIAL,
    expect: [300, "order_rules_violated"],
  },
  {
    name: "PARTIAL: one that cannot apply leaves the order to the next: 1000 is over 700",
    given: [expired(), picky(100, 700)],
    stacking: PARTIAL,
    expect: ["voucher_expired", 100],
  },
  {
    name: "a disabled tier is told by its own key",
    given: [tier({ type: "AMOUNT", amount_off: 1 }, { active: false })],
    valid: false,
    expect: ["promotion_inactive"],
  },
  {
    name: "a tier of a disabled campaign as well",
    given: [tier({ type: "AMOUNT", amount_off: 1 }, { campaign: { id: "camp_1", active: false } })],
    valid: false,
    expect: ["promotion_inactive"],
  },
  {
    name: "a tier outside its window",
    given: [
      tier({ type: "AMOUNT", amount_off: 1 }, { expiration_date: "2026-01-01T00:00:00.000Z" }),
    ],
    valid: false,
    expect: ["promotion_not_active_now"],
  },
  {
    name: "a voucher of a disabled campaign",
    given: [amountOff(100, { campaign: { id: "camp_1", active: false } })],
    valid: false,
    expect: ["voucher_disabled"],
  },
  {
    name: "uses that a session holds for itself do not stand in its way: 1 + 0 of 1 held by it",
    given: [
      amountOff(100, {
        redemption_quantity: 1,
        held_quantity: 1,
        yielding: { quantity: 1, amount: 0 },
      }),
    ],
    expect: [100],
  },
  {
    name: "uses that others hold do",
    given: [amountOff(100, { redemption_quantity: 1, held_quantity: 1 })],
    valid: false,
    expect: ["quantity_exceeded"],
  },
];

const noEffect: Row[] = [
  {
    name: "REDEEM_ANYWAY: what takes nothing off applies",
    given: [percentOff(100), amountOff(100)],
    expect: [1000, 0],
  },
  {
    name: "SKIP: what takes nothing off is skipped",
    given: [percentOff(100), amountOff(100)],
    stacking: SKIP,
    expect: [1000, "skipped: no_effect"],
  },
  {
    name: "no_effect_skip_categories: skipped, although the rule says REDEEM_ANYWAY",
    given: [percentOff(0, inCategory("cat_s")), percentOff(0)],
    stacking: { no_effect_skip_categories: ["cat_s"] },
    expect: ["skipped: no_effect", 0],
  },
  {
    name: "no_effect_redeem_anyway_categories: applies, although the rule says SKIP",
    given: [percentOff(0, inCategory("cat_r")), percentOff(0)],
    stacking: { ...SKIP, no_effect_redeem_anyway_categories: ["cat_r"] },
    expect: [0, "skipped: no_effect"],
  },
  {
    name: "a category that is in neither list goes by the rule",
    given: [percentOff(0, inCategory("cat_1"))],
    stacking: {
      ...SKIP,
      no_effect_skip_categories: ["cat_s"],
      no_effect_redeem_anyway_categories: ["cat_r"],
    },
    valid: false,
    expect: ["skipped: no_effect"],
  },
  {
    name: "one with an effect is not skipped, whatever its category",
    given: [amountOff(100, inCategory("cat_s"))],
    stacking: { no_effect_skip_categories: ["cat_s"] },
    expect: [100],
  },
  {
    name: "free units are an effect, also at a price of 0",
    given: [off({ type: "UNIT", unit_off: 1, unit_type: "z", effect: "ADD_NEW_ITEMS" })],
    order: { items: [item("a", 1, 100)] },
    stacking: SKIP,
    expect: ["1: 0 (1 free, +1)"],
  },
  {
    name: "a gift card of an order that is paid has no effect",
    given: [percentOff(100), giftCard(500)],
    stacking: SKIP,
    expect: [1000, "skipped: no_effect"],
  },
  {
    name: "SKIP: points that are worth less than half a cent are not taken for nothing",
    given: [paying(4), paying(5)],
    stacking: SKIP,
    expect: ["skipped: no_effect", 1],
  },
  {
    name: "SKIP: of lines without a price nobody knows whether it has an effect",
    given: [amountOff(100)],
    order: { items: [{ product_id: "a", quantity: 1 }] },
    stacking: SKIP,
    expect: [0],
  },
  {
    name: "one that is skipped takes no place within the limit, and keeps nobody out",
    given: [percentOff(0, inCategory("cat_x")), amountOff(100)],
    stacking: { ...SKIP, exclusive_categories: ["cat_x"], applicable_redeemables_limit: 1 },
    expect: ["skipped: no_effect", 100],
  },
  {
    name: "a rule that is not met is told before there is no effect",
    given: [amountOff(0, { rules: [orderOver(1000)] })],
    stacking: SKIP,
    valid: false,
    expect: ["order_rules_violated"],
  },
];

const calculation: Row[] = [
  {
    name: "DISCOUNTED_AMOUNT: 10 % of 1000, 20 % of 900",
    given: [percentOff(10), percentOff(20)],
    expect: [100, 180],
  },
  {
    name: "INITIAL_AMOUNT: 10 % and 20 % of 1000",
    given: [percentOff(10), percentOff(20)],
    stacking: INITIAL,
    expect: [100, 200],
  },
  {
    name: "INITIAL_AMOUNT: no more than what is left: 70 %, then 300 of 700",
    given: [percentOff(70), percentOff(70)],
    stacking: INITIAL,
    expect: [700, 300],
    left: 0,
  },
  {
    name: "initial_amount_mode_categories: only theirs is of 1000",
    given: [percentOff(10), percentOff(20, inCategory("cat_i")), percentOff(50)],
    stacking: { initial_amount_mode_categories: ["cat_i"] },
    expect: [100, 200, 350],
  },
  {
    name: "discounted_amount_mode_categories: only theirs is of what is left: 20 % of 900",
    given: [percentOff(10), percentOff(20, inCategory("cat_d")), percentOff(50)],
    stacking: { ...INITIAL, discounted_amount_mode_categories: ["cat_d"] },
    expect: [100, 180, 500],
  },
  {
    name: "an amount off is the same in both modes",
    given: [amountOff(300), amountOff(800)],
    stacking: INITIAL,
    expect: [300, 700],
  },
  {
    name: "credits are the same in both modes",
    given: [amountOff(300), giftCard(800)],
    stacking: INITIAL,
    expect: [300, 700],
  },
  {
    name: "INITIAL_AMOUNT: a fixed price is fixed all the same: 1000 - 300 = 700, 700 - 600 = 100",
    given: [amountOff(300), off({ type: "FIXED", fixed_amount: 600 })],
    stacking: INITIAL,
    expect: [300, 100],
    left: 600,
  },
  {
    name: "DISCOUNTED_AMOUNT: a fixed price takes off what 700 is above it: 100",
    given: [amountOff(300), off({ type: "FIXED", fixed_amount: 600 })],
    expect: [300, 100],
    left: 600,
  },
];

describe.each([
  ["application mode", application],
  ["no effect rule", noEffect],
  ["calculation mode", calculation],
])("%s", (_, table) => {
  rows(table);
});
