import { decode } from "../../../db/client";
import { raw, sql, valuesOf } from "../../../db/sql";
import { products, skus } from "../../../db/tables/catalogue";
import { majorUnits } from "../../../lib/currency";
import { firstId } from "../../../lib/id";
import { date, list, listFields, made, number, text } from "../../../listing/fields";
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

/** What the product is called in another project, too. */
const PRODUCT_SOURCE = `(SELECT p.source_id FROM products p
    WHERE p.project_id = s.project_id AND p.id = s.product_id)`;

const firstProduct = (at: number): string => firstId("prod", at);
const firstSku = (at: number): string => firstId("sku", at);

/** What products and SKUs have in common, by the alias of their table. */
const common = (alias: string) => ({
  id: text(`${alias}.id`, {
    find: (ids) => ({ where: sql`${raw(alias)}.id IN (${valuesOf(ids)})` }),
  }),
  source_id: text(`${alias}.source_id`, {
    find: (ids) => ({ where: sql`${raw(alias)}.source_id IN (${valuesOf(ids)})` }),
  }),
  price: number(`${alias}.price`),
  image_url: text(`${alias}.image_url`),
  updated_at: date(`${alias}.updated_at`),
});

const PRODUCT_FIELDS = listFields(
  {
    ...common("p"),
    name: text("p.name"),
    attributes: list("p.attributes"),
    created_at: made("p.created_at", "p.id", firstProduct),
  },
  { metadata: "p.metadata" },
);

const SKU_FIELDS = listFields(
  {
    ...common("s"),
    product_id: text("s.product_id", {
      narrow: (id) => ({ where: sql`s.product_id = ${id}`, index: "skus_product" }),
    }),
    product_source_id: text(PRODUCT_SOURCE),
    sku: text("s.sku"),
    currency: text("s.currency"),
    attributes: list("(SELECT json_group_array(value) FROM json_each(s.attributes))"),
    created_at: made("s.created_at", "s.id", firstSku),
  },
  { metadata: "s.metadata" },
);

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
