// Names what deciding does differently for each type of redeemable.
import type { VoucherType } from "../../model/voucher-kinds";
import type { StateRefusal } from "./refusal";

export type RedeemableType = VoucherType | "PROMOTION_TIER";

type Reason = StateRefusal["reason"];

interface RedeemableKind {
  /** What requests and answers call it. */
  object: "voucher" | "promotion_tier";
  /** Why it does not apply while it, or its campaign, is switched off. */
  disabled: Reason;
  /** Why it does not apply outside of its window, by where `now` lies. */
  closed: { before_start: Reason; after_expiration: Reason; outside: Reason };
  /** What it takes off an order; a reward is asked for by its id, and paid in points. */
  gives: "discount" | "credits" | "reward";
}

const VOUCHER = {
  object: "voucher",
  disabled: "voucher_disabled",
  closed: {
    before_start: "voucher_not_active",
    after_expiration: "voucher_expired",
    outside: "voucher_not_active_now",
  },
} as const;

/** A new type of redeemable is a row here. */
export const REDEEMABLE_KINDS: Record<RedeemableType, RedeemableKind> = {
  DISCOUNT_VOUCHER: { ...VOUCHER, gives: "discount" },
  GIFT_VOUCHER: { ...VOUCHER, gives: "credits" },
  LOYALTY_CARD: { ...VOUCHER, gives: "reward" },
  PROMOTION_TIER: {
    object: "promotion_tier",
    disabled: "promotion_inactive",
    closed: {
      before_start: "promotion_not_active_now",
      after_expiration: "promotion_not_active_now",
      outside: "promotion_not_active_now",
    },
    gives: "discount",
  },
};
