import { type Fragment, raw, type Slot, sql } from "./sql";

/** So many characters of metadata are shown of one product or SKU with a line. */
export const MOST_METADATA = 2_000;

/** The metadata of a product or SKU under `alias`, unless it is too long to be shown. */
export const metadataShown = (alias: string): string =>
  `iif(length(${alias}.metadata) > ${MOST_METADATA}, NULL, ${alias}.metadata)`;

const shown = (table: string): Fragment => raw(`price, ${metadataShown(table)} AS metadata`);

/**
 * What is shown of the products and SKUs that stored lines name by id, each once; `lines` selects
 * them as `items`, one JSON list a row.
 */
export function goodsOfLines(project: Slot | Fragment, lines: Fragment): Fragment {
  const named = (kind: string) =>
    sql`project_id = ${project} AND id IN (SELECT ${raw(kind)} FROM n)`;
  return sql`WITH n AS MATERIALIZED (SELECT i.value->>'$.product_id' AS product,
      i.value->>'$.sku_id' AS sku FROM (${lines}) l, json_each(l.items) i)
    SELECT id, source_id, name, ${shown("products")} FROM products WHERE ${named("product")}
    UNION ALL SELECT id, source_id, sku, ${shown("skus")} FROM skus WHERE ${named("sku")}`;
}
