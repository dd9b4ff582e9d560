import * as z from "zod";

/** Points of a card that expire on one day, or have. */
export const PointsBucket = z
  .object({
    id: z.string(),
    voucher_id: z.string(),
    campaign_id: z.string().nullable(),
    bucket: z.object({ total_points: z.int() }),
    status: z.enum(["ACTIVE", "EXPIRED"]),
    expires_at: z.string(),
    created_at: z.string(),
    updated_at: z.string().optional(),
    object: z.literal("loyalty_points_bucket"),
  })
  .meta({ id: "LoyaltyPointsBucket" });
export type PointsBucket = z.infer<typeof PointsBucket>;
