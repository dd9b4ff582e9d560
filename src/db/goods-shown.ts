import { type Fragment, raw, type Slot, sql } from "./sql";

/** So many characters of metadata are shown of one product or SKU with a line. */
export const MOST_METADATA = 2_000;

/** Metadata of a product or SKU, unless it is too long to be shown. */
export const unlessLong = (metadata: string): string =>
  `iif(length(${metadata}) > ${MOST_METADATA}, NULL, ${metadata})`;

const either = (product: string, sku = product): string => `coalesce(p.${product}, s.${sku})`;

const SHOWN = raw(`${either("source_id")} AS source_id, ${either("name", "sku")} AS name,
  ${either("price")} AS price, ${unlessLong(either("metadata"))} AS metadata`);

/** What is shown of products and SKUs, each once; `ids` selects theirs, in one column `id`. */
export const goodsByIds = (project: Slot | Fragment, ids: Fragment): Fragment =>
  sql`SELECT n.id, ${SHOWN} FROM (SELECT DISTINCT id FROM (${ids})) n
    LEFT JOIN products p ON p.project_id = ${project} AND p.id = n.id
    LEFT JOIN skus s ON s.project_id = ${project} AND s.id = n.id
    WHERE ${raw(either("id"))} IS NOT NULL`;

const named = (line: string, path = "$."): Fragment =>
  raw(`json_each(json_array(${line}->>'${path}product_id', ${line}->>'${path}sku_id'))`);

/** The ids by which stored lines name their goods; `lines` selects them as `items`. */
export const idsOfLines = (lines: Fragment): Fragment =>
  sql`SELECT n.value AS id FROM (${lines}) l, json_each(l.items) i, ${named("i.value")} n`;

const idsGiven = (orders: Fragment): Fragment =>
  sql`SELECT n.value AS id FROM (${orders}) o, json_each(o.redemptions) e,
    json_each(e.value, '$.applied.lines') l, ${named("l.value", "$.item.")} n`;

/**
 * What is shown of the goods that stored lines name by id; `lines` selects them as `items`, one
 * JSON list a row.
 */
export const goodsOfLines = (project: Slot | Fragment, lines: Fragment): Fragment =>
  goodsByIds(project, idsOfLines(lines));

/** The same of lines that discounts have put into orders; `orders` selects their `redemptions`. */
export const goodsGiven = (project: Slot, orders: Fragment): Fragment =>
  goodsByIds(project, idsGiven(orders));

/** The same of all lines of orders; `orders` selects their `items` and `redemptions`. */
export const goodsOfOrders = (project: Slot, orders: Fragment): Fragment =>
  goodsByIds(
    project,
    sql`WITH k AS MATERIALIZED (${orders}) ${idsOfLines(sql`SELECT items FROM k`)}
      UNION ALL ${idsGiven(sql`SELECT redemptions FROM k`)}`,
  );
