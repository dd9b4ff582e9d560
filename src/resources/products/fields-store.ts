import { raw, sql, valuesOf } from "../../db/sql";
import { firstId } from "../../lib/id";
import { date, list, listFields, made, number, text, withFields } from "../../listing/fields";

/** What the product is called in another project, too. */
export const PRODUCT_SOURCE = `(SELECT p.source_id FROM products p
    WHERE p.project_id = s.project_id AND p.id = s.product_id)`;

export const firstProduct = (at: number): string => firstId("prod", at);
export const firstSku = (at: number): string => firstId("sku", at);

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

/** What products are filtered by, in lists and exports. */
export const PRODUCT_FIELDS = listFields(
  {
    ...common("p"),
    name: text("p.name"),
    attributes: list("p.attributes"),
    created_at: made("p.created_at", "p.id", firstProduct),
  },
  { metadata: "p.metadata" },
);

/** What SKUs are filtered by in exports. */
export const SKU_FIELDS = listFields(
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

/** The same of one product's SKUs, whose index has them in the order of ids. */
export const OWN_SKU_FIELDS = withFields(SKU_FIELDS, {
  created_at: made("s.created_at", "s.id", firstSku, "skus_product"),
});
