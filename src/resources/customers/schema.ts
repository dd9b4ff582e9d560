import * as z from "zod";
import { listOf, pageQuery } from "../../http/page";
import { Address, CustomerFields } from "../../model/customer";
import { Instant } from "../../model/instant";
import { Metadata } from "../../model/metadata";
import { TtlUnit } from "../../model/redeemable";

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

/** The list; `has_more` is there for those who scroll. */
export const CustomerList = listOf("customers", Customer).extend({
  has_more: z.boolean().optional(),
});

const between = z.object({ before: Instant.optional(), after: Instant.optional() }).optional();

/** Query of the list. SDKs scroll by `starting_after`, the time of the last one they have. */
export const CustomerQuery = z.object({
  ...pageQuery,
  order: z.enum(["created_at", "-created_at", "updated_at", "-updated_at"]).optional(),
  email: z.string().max(320).optional(),
  created_at: between,
  updated_at: between,
  starting_after: Instant.optional(),
});
export type CustomerQuery = z.infer<typeof CustomerQuery>;

/** Customers to write, each by its source id; unknown ones are created. */
export const BulkCustomer = CustomerFields.extend({
  source_id: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, "text without control characters"),
});
export type BulkCustomer = z.infer<typeof BulkCustomer>;

export const BulkUpdate = z.array(BulkCustomer).min(1).max(100);

export type BulkUpdate = z.infer<typeof BulkUpdate>;

/** What came of one customer of a bulk update. */
export const BulkResult = z.object({
  source_id: z.string(),
  found: z.boolean(),
  updated: z.boolean(),
  error: z
    .object({ key: z.string(), message: z.string(), details: z.string().optional() })
    .optional(),
});
export type BulkResult = z.infer<typeof BulkResult>;

/** One metadata for many customers. */
export const BulkMetadata = z.object({
  source_ids: z.array(BulkCustomer.shape.source_id).min(1).max(1000),
  metadata: Metadata,
});
export type BulkMetadata = z.infer<typeof BulkMetadata>;

/** How long a client token shall last: 15 minutes unless the body says otherwise. */
export const ClientTokenRequest = z.object({
  ttl: z.int().min(1).default(15),
  ttl_unit: TtlUnit.default("MINUTES"),
});
export type ClientTokenRequest = z.infer<typeof ClientTokenRequest>;

/** What a browser sends as `X-Customer-Token` (docs/behaviour.md, "Browsers"). */
export const ClientToken = z
  .object({
    object: z.literal("client_token"),
    token: z.string(),
    customer_id: z.string(),
    expires_at: z.string(),
  })
  .meta({ id: "ClientToken" });
export type ClientToken = z.infer<typeof ClientToken>;

/** Who redeemed, as far as a redemption tells it. */
export const SimpleCustomer = z.object({
  id: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  source_id: z.string().optional(),
  metadata: Metadata.optional(),
  object: z.literal("customer"),
});
