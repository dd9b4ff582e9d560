// The plain facts that a decision is made from; loading them is not the engine's business.
import type { Discount } from "../../model/discount";
import type { RuleSet } from "../../model/rule";
import type { StackingRules } from "../../model/stacking-rules";
import type { TimeWindow } from "../../model/time-window";
import type { Cart } from "../cart";
import type { Facts } from "../rules/facts";
import type { UsageFacts } from "../usage/facts";

export type VoucherType = "DISCOUNT_VOUCHER" | "GIFT_VOUCHER" | "LOYALTY_CARD";

/** A voucher as far as deciding looks at it. Balances in minor units or points. */
export interface VoucherState extends TimeWindow {
  id: string;
  code: string;
  type: VoucherType;
  active: boolean;
  /** A disabled campaign disables its vouchers. */
  campaign: { id: string; active: boolean } | null;
  discount: Discount | null;
  balance: number | null;
  held_amount: number;
  redemption_quantity: number | null;
  redeemed_quantity: number;
  held_quantity: number;
}

/** One redeemable of the request; `voucher` is null where nothing has this code or id. */
export interface Candidate<V extends VoucherState = VoucherState> {
  /** As the request names it. */
  id: string;
  object: string;
  voucher: V | null;
  rules: readonly RuleSet[];
  /** Credits asked for, minor units; null means as many as fit. */
  credits: number | null;
  /** Reward that a loyalty card is to be spent on. */
  reward: string | null;
  /** Uses and credits that this very order took before: they do not count against it. */
  own: { quantity: number; credits: number };
  /** How often it and its campaign were used before, this order's own earlier uses left out. */
  usage: UsageFacts;
}

/** Everything a decision reads. `now` is epoch milliseconds. */
export interface Snapshot<V extends VoucherState = VoucherState> {
  candidates: readonly Candidate<V>[];
  cart: Cart | null;
  customer: Facts["customer"];
  redemption: { metadata: Record<string, unknown>; api_key: string | null };
  stacking: StackingRules;
  now: number;
  timeZone: string;
}
