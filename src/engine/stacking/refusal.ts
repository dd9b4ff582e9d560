// Names every reason why a redeemable cannot apply, each with its evidence.
import type { Violation } from "../rules/unmet";
import type { RedeemableType } from "./kinds";

/** Why a rule keeps a redeemable from applying. */
export interface RuleRefusal {
  reason:
    | "customer_rules_violated"
    | "order_rules_violated"
    | "redemption_rules_violated"
    | "missing_customer"
    | "missing_customer_token"
    | "missing_order"
    | "missing_amount"
    | "missing_order_items";
  kind: "rule";
  type: RedeemableType;
  rule_id: string;
  violation: Violation;
  message: string | null;
}

/** Why the redeemable's own state, or what its effect needs, keeps it from applying. */
export interface StateRefusal {
  reason:
    | "voucher_disabled"
    | "voucher_not_active"
    | "voucher_expired"
    | "voucher_not_active_now"
    | "promotion_inactive"
    | "promotion_not_active_now"
    | "quantity_exceeded"
    | "gift_amount_exceeded"
    | "loyalty_card_points_exceeded"
    | "missing_reward"
    | "invalid_customer"
    | "referrer_not_permitted_to_redeem"
    | "missing_order"
    | "missing_amount"
    | "missing_order_items_amount";
  kind: "state";
  code: string;
}

/** Why a reward cannot be had for the points of a card. */
export interface RewardRefusal {
  reason: "quantity_exceeded" | "invalid_redeemables";
  kind: "reward";
  id: string;
}

/** Why a redeemable is INAPPLICABLE. `reason` is the error key of the contract's error object. */
export type Refusal =
  | { reason: "not_found"; kind: "unknown"; object: string; id: string }
  | StateRefusal
  | RewardRefusal
  | RuleRefusal;

/** Why a redeemable is SKIPPED (reference service, stacking rules). */
export type SkipReason =
  | "preceding_validation_failed"
  | "exclusion_rules_not_met"
  | "applicable_redeemables_limit_exceeded"
  | "applicable_redeemables_per_category_limit_exceeded"
  | "applicable_exclusive_redeemables_limit_exceeded"
  | "applicable_exclusive_redeemables_per_category_limit_exceeded"
  | "no_effect";
