import { decode } from "../../../db/client";
import { products, skus } from "../../../db/tables/catalogue";
import { majorUnits } from "../../../lib/currency";
import {
  firstProduct,
  firstSku,
  PRODUCT_FIELDS,
  PRODUCT_SOURCE,
  SKU_FIELDS,
} from "../../products/fields-store";
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
  "product_source_id",
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
  columns: "p.*",
  from: "products p",
  alias: "p.",
  key: { columns: ["id"] },
  firstKey: firstProduct,
  tally: "products",
  orders: ["created_at", "id"],
  sorts: { name: "p.name", source_id: "p.source_id", updated_at: "p.updated_at" },
  filters: () => PRODUCT_FIELDS,
  cells: (raw, { project }) => {
    const { project_id: _, price, ...row } = decode(products, raw);
    return { ...row, price: majorUnits(price, project.currency) };
  },
};

export const sku: ExportKind<(typeof SKU)[number]> = {
  fields: SKU,
  defaults: [
    "id",
    "source_id",
    "product_id",
    "product_source_id",
    "sku",
    "price",
    "currency",
    "metadata",
  ],
  columns: `s.*, ${PRODUCT_SOURCE} AS product_source_id`,
  from: "skus s",
  alias: "s.",
  key: { columns: ["id"] },
  firstKey: firstSku,
  tally: "skus",
  orders: ["created_at", "id"],
  sorts: { sku: "s.sku", source_id: "s.source_id", updated_at: "s.updated_at" },
  filters: () => SKU_FIELDS,
  cells: (raw, { project }) => {
    const { project_id: _, price, ...row } = decode(skus, raw);
    return {
      ...row,
      product_source_id: raw.product_source_id === null ? null : String(raw.product_source_id),
      price: majorUnits(price, row.currency ?? project.currency),
    };
  },
};
