import * as z from "zod";
import { CATALOGUE_ORDERS, filteredQuery, madeBetween, ordersOf, pageQuery } from "../../http/page";
import { bulkOf, metadataOf } from "../../model/bulk";
import { Money } from "../../model/discount";
import { Identity, SourceId } from "../../model/identity";
import { inlineListOf } from "../../model/list";
import { Metadata } from "../../model/metadata";
import { Sku } from "./skus/schema";

/** What may be changed of a product: absent keeps, null clears. `price` in minor units. */
export const ProductFields = z.object({
  name: z.string().max(1000).nullish(),
  price: Money.nullish(),
  attributes: z.array(z.string().max(255)).max(100).nullish(),
  image_url: z.string().max(2048).nullish(),
  metadata: Metadata.nullish(),
});
export type ProductFields = z.infer<typeof ProductFields>;

/** A product as callers send one; a known id or source id updates that product. */
export const ProductInput = ProductFields.extend({ id: Identity, source_id: Identity });
export type ProductInput = z.infer<typeof ProductInput>;

/** A product to write by its source id; an unknown one is created. */
export const BulkProduct = ProductFields.extend({
  source_id: SourceId.min(1),
});
export type BulkProduct = z.infer<typeof BulkProduct>;

export const BulkProducts = bulkOf(BulkProduct, 100);
export type BulkProducts = z.infer<typeof BulkProducts>;

/** One metadata for many products. */
export const BulkProductMetadata = metadataOf(
  "source_ids",
  z.object({ source_ids: z.array(BulkProduct.shape.source_id).max(1000), metadata: Metadata }),
);
export type BulkProductMetadata = z.infer<typeof BulkProductMetadata>;

/** A product as writes answer it: what is unset is null. */
export const Product = z
  .object({
    id: z.string(),
    source_id: z.string().nullable(),
    name: z.string().nullable(),
    price: z.int().nullable(),
    attributes: z.array(z.string()),
    image_url: z.string().nullable(),
    metadata: Metadata,
    created_at: z.string(),
    updated_at: z.string().nullable(),
    object: z.literal("product"),
  })
  .meta({ id: "Product" });
export type Product = z.infer<typeof Product>;

/** A product as reads show it, with its first SKUs and the number of all of them. */
export const ProductWithSkus = Product.extend({ skus: inlineListOf(Sku) }).meta({
  id: "ProductWithSkus",
});
export type ProductWithSkus = z.infer<typeof ProductWithSkus>;

/** Query of the list. */
export const ProductQuery = z.object({
  ...pageQuery,
  order: ordersOf(...CATALOGUE_ORDERS).default("-created_at"),
  ...madeBetween,
  ...filteredQuery,
});
export type ProductQuery = z.infer<typeof ProductQuery>;
