import { type ErrorEntry, entry } from "./entry";

/** Vouchers, their balances and rules. */
export const voucherErrors = {
  invalid_voucher: entry(
    400,
    "Invalid Voucher",
    "The parts of the voucher do not fit together, such as a gift card without `gift`.",
  ),
  invalid_code_config: entry(
    400,
    "Invalid code config",
    "The pattern cannot give enough different codes, or contradicts its length.",
  ),
  invalid_add_balance_params: entry(
    400,
    "Invalid add balance params",
    "The amount is missing, zero, would take the balance below zero or what sessions hold, or above the largest safe amount.",
  ),
  missing_param: entry(
    400,
    "Missing required parameter",
    "A part of the body that the rest of it makes necessary is missing.",
  ),
  invalid_expiration_date: entry(
    400,
    "Invalid Expiration Date",
    "Points would expire on a day that has passed.",
  ),
  invalid_pending_points_state: entry(
    400,
    "Invalid pending points state",
    "The pending points count already, or were canceled.",
  ),
  invalid_validation_rules: entry(
    400,
    "Invalid Validation Rule Definition",
    "A rule has an unknown name or operator, lacks its property, or its logic cannot be read.",
  ),
} satisfies Record<string, ErrorEntry>;
