import * as z from "zod";
import { Identity } from "./identity";
import { CalendarDate } from "./instant";
import { Metadata } from "./metadata";
import { ReferredBy } from "./referral";

const text = (most: number) => z.string().max(most).nullish();

/** Where somebody lives; each part can be set to null alone. */
export const Address = z
  .object({
    city: text(255),
    state: text(255),
    line_1: text(255),
    line_2: text(255),
    country: text(255),
    postal_code: text(255),
  })
  .meta({ id: "Address" });
export type Address = z.infer<typeof Address>;

/** What may be changed of a customer: absent keeps, null clears (as the reference service). */
export const CustomerFields = z.object({
  name: text(255),
  description: text(5000),
  email: text(320),
  phone: text(100),
  birthday: CalendarDate.nullish(),
  birthdate: CalendarDate.nullish(),
  address: Address.nullish(),
  metadata: Metadata.nullish(),
});
export type CustomerFields = z.infer<typeof CustomerFields>;

/** The day of birth, also where it was sent by its old name (contract, "Customer"). */
export const birthdateOf = ({ birthdate, birthday }: CustomerFields): string | null =>
  birthdate ?? birthday ?? null;

/**
 * A customer as callers send one, also inside validations and redemptions (contract, "Customer").
 */
export const CustomerInput = CustomerFields.extend({ id: Identity, source_id: Identity }).meta({
  id: "CustomerInput",
});
export type CustomerInput = z.infer<typeof CustomerInput>;

/** A customer as a shopper's device sends one: by what the shop calls them, never by our id. */
export const ShopperInput = CustomerInput.omit({ id: true }).meta({
  id: "Shopper",
  required: ["source_id"],
});

export const count = z.int().min(0);

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
    loyalty: Points.extend({
      campaigns: z.record(z.string(), Points.extend({ loyalty_tier: z.string().optional() })),
    }),
    referrals: z.object({ total: count, campaigns: z.array(ReferredBy) }),
    metadata: Metadata.optional(),
    system_metadata: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    updated_at: z.string().optional(),
    object: z.literal("customer"),
  })
  .meta({ id: "Customer" });
export type Customer = z.infer<typeof Customer>;

/** Who redeemed, as far as a redemption tells it. */
export const SimpleCustomer = z.object({
  id: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  source_id: z.string().optional(),
  metadata: Metadata.optional(),
  object: z.literal("customer"),
});

/** What a shopper's device is told of a customer. */
export const ClientCustomer = SimpleCustomer.pick({ id: true, source_id: true, object: true });
