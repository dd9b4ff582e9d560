import * as z from "zod";
import { goingOn, listOf, ordersOf, pageQuery } from "../../http/page";
import { bulkOf, metadataOf } from "../../model/bulk";
import { Customer, CustomerFields } from "../../model/customer";
import { SourceId } from "../../model/identity";
import { Instant } from "../../model/instant";
import { Metadata } from "../../model/metadata";
import { orElse } from "../../model/or-else";
import { TtlUnit } from "../../model/redeemable";

export const CustomerList = listOf("customers", Customer);

const between = z.object({ before: Instant.optional(), after: Instant.optional() }).optional();

/**
 * Query of the list. SDKs scroll by `starting_after`, the time at which the last one they have was
 * made: another order would pass over whoever was made after that.
 */
export const CustomerQuery = z
  .object({
    ...pageQuery,
    order: ordersOf("created_at", "updated_at", "source_id").optional(),
    name: z.string().max(1000).optional(),
    city: z.string().max(1000).optional(),
    segment_id: z.string().max(100).optional(),
    ...goingOn,
    email: z.string().max(320).optional(),
    created_at: between,
    updated_at: between,
    starting_after: Instant.optional(),
  })
  .refine(
    ({ order, starting_after }) => !starting_after || !order || order.endsWith("created_at"),
    { path: ["order"], message: "must be created_at or -created_at with starting_after" },
  );
export type CustomerQuery = z.infer<typeof CustomerQuery>;

/** Customers to write, each by its source id; unknown ones are created. */
export const BulkCustomer = CustomerFields.extend({
  source_id: SourceId.min(1),
});
export type BulkCustomer = z.infer<typeof BulkCustomer>;

export const BulkUpdate = bulkOf(BulkCustomer, 100);
export type BulkUpdate = z.infer<typeof BulkUpdate>;

/** One metadata for many customers. */
export const BulkMetadata = metadataOf(
  "source_ids",
  z.object({ source_ids: z.array(BulkCustomer.shape.source_id).max(1000), metadata: Metadata }),
);
export type BulkMetadata = z.infer<typeof BulkMetadata>;

/** How long a client token shall last: 15 minutes unless the body says otherwise. */
export const ClientTokenRequest = z.object({
  ttl: orElse(z.int().min(1), 15),
  ttl_unit: orElse(TtlUnit, "MINUTES"),
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
