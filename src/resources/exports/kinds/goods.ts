import { decode } from "../../../db/client";
import { products, skus } from "../../../db/tables/catalogue";
import { firstId } from "../../../lib/id";
import type { ExportKind } from "../kind";

const PRODUCT = [
  "id",
  "source_id",
  "name",
  "price",
  "attributes",
  "image_url",
  "created_at",
  "updated_at",
  "metadata",
] as const;

const SKU = [
  "id",
  "source_id",
  "product_id",
  "sku",
  "price",
  "currency",
  "attributes",
  "image_url",
  "created_at",
  "updated_at",
  "metadata",
] as const;

export const product: ExportKind<(typeof PRODUCT)[number]> = {
  fields: PRODUCT,
  defaults: ["id", "source_id", "name", "price", "image_url", "metadata"],
  select: "SELECT p.* FROM products p",
  alias: "p.",
  key: { columns: ["id"] },
  firstKey: (at) => firstId("prod", at),
  time: "created_at",
  cells: (raw) => {
    const { project_id: _, ...row } = decode(products, raw);
    return row;
  },
};

export const sku: ExportKind<(typeof SKU)[number]> = {
  fields: SKU,
  defaults: ["id", "source_id", "product_id", "sku", "price", "currency", "metadata"],
  select: "SELECT s.* FROM skus s",
  alias: "s.",
  key: { columns: ["id"] },
  firstKey: (at) => firstId("sku", at),
  time: "created_at",
  indexes: { product_id: { column: "product_id", index: "skus_product" } },
  cells: (raw) => {
    const { project_id: _, ...row } = decode(skus, raw);
    return row;
  },
};
