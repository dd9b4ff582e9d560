import * as z from "zod";
import {
  CATALOGUE_ORDERS,
  filteredQuery,
  madeBetween,
  ordersOf,
  pageQuery,
} from "../../../http/page";
import { Money } from "../../../model/discount";
import { Identity } from "../../../model/identity";
import { Metadata } from "../../../model/metadata";

/** What may be changed of a SKU: absent keeps, null clears. `price` in minor units. */
export const SkuFields = z.object({
  sku: z.string().max(1000).nullish(),
  price: Money.nullish(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "a three-letter currency code")
    .nullish(),
  attributes: Metadata.nullish(),
  image_url: z.string().max(2048).nullish(),
  metadata: Metadata.nullish(),
});
export type SkuFields = z.infer<typeof SkuFields>;

/** A SKU as callers send one; a known id or source id updates that SKU. */
export const SkuInput = SkuFields.extend({ id: Identity, source_id: Identity });
export type SkuInput = z.infer<typeof SkuInput>;

/** A SKU as the reference service shows one: what is unset is null. */
export const Sku = z
  .object({
    id: z.string(),
    source_id: z.string().nullable(),
    product_id: z.string(),
    sku: z.string().nullable(),
    price: z.int().nullable(),
    currency: z.string().nullable(),
    attributes: z.record(z.string(), z.unknown()),
    image_url: z.string().nullable(),
    metadata: Metadata,
    created_at: z.string(),
    updated_at: z.string().nullable(),
    object: z.literal("sku"),
  })
  .meta({ id: "Sku" });
export type Sku = z.infer<typeof Sku>;

/** Query of the list of a product's SKUs. */
export const SkuQuery = z.object({
  ...pageQuery,
  order: ordersOf(...CATALOGUE_ORDERS).default("-created_at"),
  ...madeBetween,
  ...filteredQuery,
});
export type SkuQuery = z.infer<typeof SkuQuery>;
