import { decode, type RawRow } from "../../db/client";
import { rowJson } from "../../db/row-json";
import { type Fragment, raw, type Slot, sql } from "../../db/sql";
import { type ProductRow, products, type SkuRow, skus } from "../../db/tables/catalogue";

/** So many names are looked up of each candidate's rules, and so many collections of each good. */
const MOST_NAMES = raw(20);
const MOST_COLLECTIONS = raw(100);

/** Texts of a candidate's rules that may name goods: bare, in lists, and as ids of references. */
const names = (project: Slot): Fragment => sql`SELECT DISTINCT n.atom AS name
  FROM (SELECT v.id AS owner UNION ALL SELECT v.campaign_id) o
    CROSS JOIN validation_rules_assignments a
      ON a.project_id = ${project} AND a.related_object_id = o.owner
    CROSS JOIN validation_rules r ON r.project_id = ${project} AND r.id = a.rule_id,
    json_tree(json_array(json(r.rules), json(r.bundle_rules))) n
  WHERE n.type = 'text' AND (typeof(n.key) = 'integer' OR n.key IN ('id', 'source_id')
    OR substr(n.key, 1, 1) = '$') LIMIT ${MOST_NAMES}`;

/** For a collection, the first of its goods. */
const objects = (project: Slot): Fragment => sql`SELECT coalesce((SELECT m.object_id
      FROM product_collection_members m WHERE m.project_id = ${project}
        AND m.collection_id = iif(substr(n.name, 1, 3) = 'pc_', n.name, NULL) LIMIT 1),
    n.name) AS name
  FROM (${names(project)}) n`;

/**
 * The goods of the catalogue that a candidate's rules name, with the collections of each: what a
 * shopper could put into the cart for it.
 */
export const namedByRules = (project: Slot): Fragment => sql`(SELECT json_group_array(json_object(
    'product', json(${rowJson(products, "p")}),
    'sku', json(iif(s.id IS NULL, 'null', ${rowJson(skus, "s")})),
    'listed', (SELECT json_group_array(json_array(c.collection_id, c.object_id)) FROM (
      SELECT c.collection_id, c.object_id FROM product_collection_members c
        INDEXED BY product_collection_members_object
      WHERE c.project_id = ${project} AND c.object_id IN (p.id, s.id)
      LIMIT ${MOST_COLLECTIONS}) c)))
  FROM (${objects(project)}) g
    LEFT JOIN skus s ON s.project_id = ${project} AND s.id = coalesce(
      (SELECT x.id FROM skus x WHERE x.project_id = ${project} AND x.id = g.name),
      (SELECT x.id FROM skus x INDEXED BY skus_source_id
        WHERE x.project_id = ${project} AND x.source_id = g.name))
    CROSS JOIN products p ON p.project_id = ${project} AND p.id = coalesce(s.product_id,
      (SELECT x.id FROM products x WHERE x.project_id = ${project} AND x.id = g.name),
      (SELECT x.id FROM products x INDEXED BY products_source_id
        WHERE x.project_id = ${project} AND x.source_id = g.name))) AS named_goods`;

/** A product, or a SKU with its product, and which collections list which of them. */
export interface NamedGoods {
  product: ProductRow;
  sku: (SkuRow & { product_price: number | null }) | null;
  listed: [collection: string, member: string][];
}

interface Written {
  product: RawRow;
  sku: RawRow | null;
  listed: NamedGoods["listed"];
}

/** The cast holds because `namedByRules` makes the column. */
const writtenIn = ({ named_goods }: RawRow): Written[] =>
  JSON.parse(String(named_goods)) as Written[];

/** What the rules of candidates name, each once. */
export function readNamedGoods(rows: readonly RawRow[]): NamedGoods[] {
  const found = new Map<string, NamedGoods>();
  for (const { product, sku, listed } of rows.flatMap(writtenIn)) {
    const row = decode(products, product);
    const unit = sku && { ...decode(skus, sku), product_price: row.price };
    found.set(unit?.id ?? row.id, { product: row, sku: unit, listed });
  }
  return [...found.values()];
}
