import * as z from "zod";

/** Points that were earned and do not count yet. */
export const PendingPoints = z
  .object({
    id: z.string(),
    voucher_id: z.string(),
    campaign_id: z.string(),
    customer_id: z.string().nullable(),
    order_id: z.string().nullable(),
    points: z.int(),
    activates_at: z.string(),
    details: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    updated_at: z.string().optional(),
  })
  .meta({ id: "LoyaltyPendingPoints" });
export type PendingPoints = z.infer<typeof PendingPoints>;

/** By how much pending points changed, and how many they are now. */
export const PendingBalance = z
  .object({
    points: z.int(),
    total: z.int(),
    object: z.literal("balance"),
    related_object: z.object({ type: z.literal("voucher"), id: z.string() }),
    operation_type: z.enum(["MANUAL", "AUTOMATIC"]),
  })
  .meta({ id: "PendingPointsBalance" });
