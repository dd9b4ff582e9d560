import { type Fragment, joined, nothing, raw, type Slot, sql } from "../../db/sql";

/** An order that a request names without sending its lines; without an id, by its source id. */
export interface StoredOrder {
  id: string | null;
  source_id: string | null;
}

/** Such an order as a query asks for it: as JSON, in a project. */
export interface AskedOrder {
  project: Slot;
  order: Slot;
}

const linesOf = ({ project, order }: AskedOrder): Fragment =>
  sql`SELECT i.value AS line FROM orders o, json_each(o.items) i
    WHERE o.project_id = ${project} AND o.id = ${order}->>'$.id'
    UNION ALL SELECT i.value FROM orders o INDEXED BY orders_source_id, json_each(o.items) i
    WHERE o.project_id = ${project} AND o.source_id = ${order}->>'$.source_id'`;

const firstOf = (...fields: string[]): Fragment =>
  raw(`coalesce(${fields.map((field) => `nullif(line->>'$.${field}', '')`).join(", ")})`);

/** How a line calls its product and its SKU. A line's own source id may be that of either kind. */
const NAMES = {
  product_id: firstOf("product_id", "product.id"),
  product_source: firstOf("product.source_id", "source_id"),
  sku_id: firstOf("sku_id", "sku.id"),
  sku_source: firstOf("sku.source_id", "source_id"),
};
type Name = keyof typeof NAMES;

/** Two names for each line of a stored order, as a SELECT of one column. */
export const namesInOrder = (names: readonly [Name, Name], asked: AskedOrder): Fragment =>
  sql`SELECT n.value FROM (${linesOf(asked)}), json_each(json_array(${joined(
    names.map((name) => NAMES[name]),
    ", ",
  )})) n`;

/** Names as JSON lists of ids and of source ids. */
interface Lists {
  ids: Slot;
  sources: Slot;
}

/**
 * By which names goods are asked for: those that were sent, and those of a stored order's lines.
 */
export interface AskedGoods {
  project: Slot;
  product: Lists;
  sku: Lists;
  order: Slot | null;
}

/** The names that were sent, and those of a stored order's lines where there is one. */
function inList(sent: Slot, name: Name, { project, order }: AskedGoods): Fragment {
  const stored =
    order && sql` UNION ALL SELECT ${NAMES[name]} FROM (${linesOf({ project, order })})`;
  return sql`(SELECT value FROM json_each(${sent})${stored ?? nothing})`;
}

const skusNamed = (asked: AskedGoods) => ({
  ids: sql`s.id IN ${inList(asked.sku.ids, "sku_id", asked)}`,
  sources: sql`s.source_id IN ${inList(asked.sku.sources, "sku_source", asked)}`,
});

/** Products that items name, and those of the SKUs that they name. */
export function productsNamed(asked: AskedGoods): Fragment {
  const { project, product } = asked;
  const { ids, sources } = skusNamed(asked);
  return sql`SELECT * FROM products
    WHERE project_id = ${project} AND id IN ${inList(product.ids, "product_id", asked)}
    UNION ALL SELECT * FROM products INDEXED BY products_source_id
    WHERE project_id = ${project}
      AND source_id IN ${inList(product.sources, "product_source", asked)}
    UNION ALL SELECT * FROM products WHERE project_id = ${project} AND id IN (
      SELECT s.product_id FROM skus s WHERE s.project_id = ${project} AND ${ids}
      UNION ALL SELECT s.product_id FROM skus s INDEXED BY skus_source_id
      WHERE s.project_id = ${project} AND ${sources})`;
}

const SKUS = raw("s.*, p.price AS product_price FROM skus s");
const OWN_PRODUCT = raw(
  "LEFT JOIN products p ON p.project_id = s.project_id AND p.id = s.product_id",
);

/** SKUs that items name, each with the price of its product. */
export function pricedSkus(asked: AskedGoods): Fragment {
  const { ids, sources } = skusNamed(asked);
  return sql`SELECT ${SKUS} ${OWN_PRODUCT} WHERE s.project_id = ${asked.project} AND ${ids}
    UNION ALL SELECT ${SKUS} INDEXED BY skus_source_id ${OWN_PRODUCT}
    WHERE s.project_id = ${asked.project} AND ${sources}`;
}
