import * as z from "zod";
import { TRANSACTION_TYPES } from "./transaction-types";

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
    type: z.enum(TRANSACTION_TYPES),
    details: z.record(z.string(), z.unknown()),
    related_transaction_id: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: "Transaction" });
