// Names every reason why a redeemable cannot apply, each with its evidence.
import type { Violation } from "../rules/unmet";
import type { VoucherType } from "./snapshot";

/** Why a rule keeps a voucher from applying. */
export interface RuleRefusal {
  reason:
    | "customer_rules_violated"
    | "order_rules_violated"
    | "redemption_rules_violated"
    | "missing_customer"
    | "missing_order"
    | "missing_amount";
  kind: "rule";
  type: VoucherType;
  rule_id: string;
  violation: Violation;
  message: string | null;
}

/** Why a redeemable is INAPPLICABLE. `reason` is the error key of the contract's error object. */
export type Refusal =
  | { reason: "not_found"; kind: "unknown"; object: string; id: string }
  | {
      reason:
        | "voucher_disabled"
        | "voucher_not_active"
        | "voucher_expired"
        | "voucher_not_active_now"
        | "quantity_exceeded"
        | "gift_amount_exceeded"
        | "missing_reward"
        | "missing_order"
        | "missing_amount";
      kind: "voucher";
      code: string;
    }
  | RuleRefusal;

/** Why a redeemable is SKIPPED (reference service, stacking rules). */
export type SkipReason =
  | "preceding_validation_failed"
  | "applicable_redeemables_limit_exceeded"
  | "no_effect";
