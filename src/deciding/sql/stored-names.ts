/** An order that a request names without sending its lines; without an id, by its source id. */
export interface StoredOrder {
  id: string | null;
  source_id: string | null;
}

/** The lines of the order that the parameter names as JSON; none where it is null. ?1 is the project. */
const linesOf = (order: string): string =>
  `SELECT i.value AS line FROM orders o, json_each(o.items) i WHERE o.project_id = ?1 AND o.id = ${order}->>'$.id'
   UNION ALL SELECT i.value FROM orders o INDEXED BY orders_source_id, json_each(o.items) i
   WHERE o.project_id = ?1 AND o.source_id = ${order}->>'$.source_id'`;

/** How a line calls its product and its SKU. A line's own source id may be that of either kind. */
const NAMES = {
  product_id: ["product_id", "product.id"],
  product_source: ["product.source_id", "source_id"],
  sku_id: ["sku_id", "sku.id"],
  sku_source: ["sku.source_id", "source_id"],
};
type Name = keyof typeof NAMES;

const nameOf = (name: Name): string =>
  `coalesce(${NAMES[name].map((field) => `nullif(line->>'$.${field}', '')`).join(", ")})`;

/** One name for each line of a stored order, as a SELECT of one column. */
export const nameInOrder = (name: Name, order: string): string =>
  `SELECT ${nameOf(name)} FROM (${linesOf(order)})`;

/** Two names for each line. */
export const namesInOrder = (names: readonly [Name, Name], order: string): string =>
  `SELECT n.value FROM (${linesOf(order)}), json_each(json_array(${names.map(nameOf).join(", ")})) n`;
