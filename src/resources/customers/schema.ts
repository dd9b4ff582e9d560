import * as z from "zod";
import { pageQuery } from "../../http/page";
import { Address } from "../../model/customer";
import { Instant } from "../../model/instant";
import { Metadata } from "../../model/metadata";

const count = z.int().min(0);

/** Counters that move with each redemption and order; amounts in minor units. */
const Summary = z.object({
  redemptions: z.object({
    total_redeemed: count,
    total_failed: count,
    total_succeeded: count,
    total_rolled_back: count,
    total_rollback_failed: count,
    total_rollback_succeeded: count,
    gift: z.object({ redeemed_amount: count, amount_to_go: count }),
    loyalty_card: z.object({ redeemed_points: count, points_to_go: count }),
  }),
  orders: z.object({
    total_amount: count,
    total_count: count,
    average_amount: count,
    last_order_amount: count,
    last_order_date: z.string().optional(),
  }),
});

const Points = z.object({ points: z.int(), referred_customers: count });

/** Contract, "Customer". What is not set is left out, but for `address`. */
export const Customer = z
  .object({
    id: z.string(),
    source_id: z.string().optional(),
    name: z.string().optional(),
    description: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    birthday: z.string().optional(),
    birthdate: z.string().optional(),
    address: Address.nullable(),
    summary: Summary,
    loyalty: Points.extend({ campaigns: z.record(z.string(), Points) }),
    referrals: z.object({ total: count, campaigns: z.array(z.unknown()) }),
    metadata: Metadata.optional(),
    system_metadata: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    updated_at: z.string().optional(),
    object: z.literal("customer"),
  })
  .meta({ id: "Customer" });
export type Customer = z.infer<typeof Customer>;

/** Query of the list. */
export const CustomerQuery = z.object({
  ...pageQuery,
  order: z.enum(["created_at", "-created_at", "updated_at", "-updated_at"]).default("-created_at"),
  email: z.string().max(320).optional(),
  created_at: z.object({ before: Instant.optional(), after: Instant.optional() }).optional(),
});
export type CustomerQuery = z.infer<typeof CustomerQuery>;
