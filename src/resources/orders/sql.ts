import { type Fragment, joined, raw, type Slot, sql } from "../../db/sql";

/** An order that a request names without sending its lines. */
export interface StoredOrder {
  by: "id" | "source_id";
  name: string;
}

/** Such an order as a query asks for it: in a project. */
export interface AskedOrder {
  project: Slot;
  by: StoredOrder["by"];
  name: Slot;
}

const ORDERS = { id: raw("orders o"), source_id: raw("orders o INDEXED BY orders_source_id") };

const linesOf = ({ project, by, name }: AskedOrder): Fragment =>
  sql`SELECT i.value AS line FROM ${ORDERS[by]}, json_each(o.items) i
    WHERE o.project_id = ${project} AND o.${raw(by)} = ${name}`;

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

/** Names by which goods are asked for, each kind as a SELECT of one column. */
type AskedNames = Record<Name, Fragment>;

/** Those that a request sends, as JSON lists. */
export const namesSent = (lists: Record<Name, Slot>): AskedNames => {
  const values = (list: Slot) => sql`SELECT value FROM json_each(${list})`;
  return {
    product_id: values(lists.product_id),
    product_source: values(lists.product_source),
    sku_id: values(lists.sku_id),
    sku_source: values(lists.sku_source),
  };
};

/** Those of a stored order's lines. */
export const namesStored = (asked: AskedOrder): AskedNames => {
  const named = (name: Name) => sql`SELECT ${NAMES[name]} FROM (${linesOf(asked)})`;
  return {
    product_id: named("product_id"),
    product_source: named("product_source"),
    sku_id: named("sku_id"),
    sku_source: named("sku_source"),
  };
};

const skusNamed = (names: AskedNames) => ({
  ids: sql`s.id IN (${names.sku_id})`,
  sources: sql`s.source_id IN (${names.sku_source})`,
});

/** Products that items name, and those of the SKUs that they name. */
export function productsNamed(project: Slot, names: AskedNames): Fragment {
  const { ids, sources } = skusNamed(names);
  return sql`SELECT * FROM products
    WHERE project_id = ${project} AND id IN (${names.product_id})
    UNION ALL SELECT * FROM products INDEXED BY products_source_id
    WHERE project_id = ${project} AND source_id IN (${names.product_source})
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
export function pricedSkus(project: Slot, names: AskedNames): Fragment {
  const { ids, sources } = skusNamed(names);
  return sql`SELECT ${SKUS} ${OWN_PRODUCT} WHERE s.project_id = ${project} AND ${ids}
    UNION ALL SELECT ${SKUS} INDEXED BY skus_source_id ${OWN_PRODUCT}
    WHERE s.project_id = ${project} AND ${sources}`;
}
