import type { SkuRow } from "../../../db/tables/catalogue";
import type { Sku } from "./schema";

/** A SKU as the reference service shows one: what is unset is null. */
export const viewSku = (row: SkuRow): Sku => ({
  id: row.id,
  source_id: row.source_id,
  product_id: row.product_id,
  sku: row.sku,
  price: row.price,
  currency: row.currency,
  attributes: row.attributes ?? {},
  image_url: row.image_url,
  metadata: row.metadata,
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "sku",
});
