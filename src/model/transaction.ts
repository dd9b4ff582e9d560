import * as z from "zod";

export const Balance = z
  .object({
    amount: z.int(),
    total: z.int(),
    balance: z.int(),
    type: z.literal("gift_voucher"),
    object: z.literal("balance"),
    operation_type: z.enum(["MANUAL", "AUTOMATIC"]),
    related_object: z.object({ type: z.literal("voucher"), id: z.string() }),
  })
  .meta({ id: "Balance" });

/** A loyalty card's state after a change of so many points. */
export const PointsBalance = z
  .object({
    points: z.int(),
    total: z.int(),
    balance: z.int(),
    type: z.literal("loyalty_card"),
    object: z.literal("balance"),
    operation_type: z.enum(["MANUAL", "AUTOMATIC"]),
    related_object: z.object({ type: z.literal("voucher"), id: z.string() }),
  })
  .meta({ id: "PointsBalance" });

/** The same as the path of vouchers tells it, which calls points an amount. */
export const CardBalance = PointsBalance.omit({ points: true })
  .extend({ amount: z.int() })
  .meta({ id: "CardBalance" });

export const Transaction = z
  .object({
    id: z.string(),
    source_id: z.string().nullable(),
    voucher_id: z.string(),
    campaign_id: z.string().nullable(),
    source: z.string().nullable(),
    reason: z.string().nullable(),
    type: z.enum([
      "CREDITS_ADDITION",
      "CREDITS_REMOVAL",
      "CREDITS_REDEMPTION",
      "CREDITS_REFUND",
      "POINTS_ACCRUAL",
      "POINTS_ADDITION",
      "POINTS_REMOVAL",
      "POINTS_REDEMPTION",
      "POINTS_REFUND",
      "POINTS_EXPIRATION",
      "POINTS_TRANSFER_IN",
      "POINTS_TRANSFER_OUT",
      "PENDING_POINTS_ACTIVATION",
    ]),
    details: z.record(z.string(), z.unknown()),
    related_transaction_id: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: "Transaction" });
