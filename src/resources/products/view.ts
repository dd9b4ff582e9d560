import type { ProductRow } from "../../db/tables/catalogue";
import type { Product, ProductWithSkus } from "./schema";
import { viewSku } from "./skus/view";
import type { StoredProduct } from "./store";

/** A product: what is unset is null. */
export const viewProduct = (row: ProductRow): Product => ({
  id: row.id,
  source_id: row.source_id,
  name: row.name,
  price: row.price,
  attributes: row.attributes ?? [],
  image_url: row.image_url,
  metadata: row.metadata,
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "product",
});

/** A product as lists show it; `total` counts also the SKUs that are not shown. */
export const viewProductWithSkus = (row: StoredProduct): ProductWithSkus => ({
  ...viewProduct(row),
  skus: { object: "list", data_ref: "data", data: row.skus.map(viewSku), total: row.skus_count },
});
