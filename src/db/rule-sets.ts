import type { Param } from "./client";
import { namesInOrder, type StoredOrder } from "./stored-names";

/**
 * Parts of the SELECT that decisions are made from. `v` is the redeemable: a voucher or a promotion
 * tier. ?1 is the project, ?6 the subjects of usage (with the customer's id), ?7 the customer's source
 * id, ?8 the session's key, ?9 the instant, ?10 the ids and source ids of goods that the order's lines
 * name, ?11 the stored order whose lines count where none were sent.
 */

/** Who and what a decision is about, as far as its query has to know. */
export interface DecisionSubjects {
  /** Subjects of usage counters: everybody, the key, the customer by id. */
  subjects: readonly string[];
  source_id: string | null;
  /** Whose holds do not stand in the way, and the instant at which holds lapse (epoch milliseconds). */
  session_key: string | null;
  now: number;
  goods: { ids: readonly string[]; sources: readonly string[]; order?: StoredOrder | null };
}

/** The parameters ?6 to ?11. */
export const subjectParams = ({
  subjects,
  source_id,
  session_key,
  now,
  goods,
}: DecisionSubjects): Param[] => [
  JSON.stringify(subjects),
  source_id,
  session_key,
  now,
  JSON.stringify({ ids: goods.ids, sources: goods.sources }),
  goods.order ? JSON.stringify(goods.order) : null,
];

/** The customer of the request, if it is stored. */
const CUSTOMER = `SELECT value FROM json_each(?6)
      UNION ALL SELECT id FROM customers WHERE project_id = ?1 AND source_id = ?7`;

/** The segments that a rule names, and nothing where it names none; a static one lists its customers. */
const SEGMENTS = `(SELECT json_group_array(json_object('id', s.id, 'filter', json(s.filter),
    'is_member', json(iif(s.type = 'static' AND EXISTS (SELECT 1 FROM segment_members m
      WHERE m.project_id = s.project_id AND m.segment_id = s.id AND m.customer_id IN (${CUSTOMER})), 'true', 'false'))))
  FROM json_each(r.segments) n CROSS JOIN segments s ON s.project_id = r.project_id AND s.id = n.value)`;

/** Source ids of the order's lines, whatever they name by them. */
export const GOODS_SOURCES = `SELECT value FROM json_each(?10, '$.sources')
      UNION ALL ${namesInOrder(["product_source", "sku_source"], "?11")}`;

/** Ids of products and SKUs as the order's lines have them. */
export const GOODS_IDS = `SELECT value FROM json_each(?10, '$.ids')
      UNION ALL ${namesInOrder(["product_id", "sku_id"], "?11")}`;

/** Ids of the products and SKUs of the order's lines, and of the products of those SKUs: five SELECTs, the most that SQLite joins here. */
const GOODS = `${GOODS_IDS}
      UNION ALL SELECT product_id FROM skus WHERE project_id = ?1 AND id IN (${GOODS_IDS})
      UNION ALL SELECT id FROM products INDEXED BY products_source_id WHERE project_id = ?1 AND source_id IN (${GOODS_SOURCES})
      UNION ALL SELECT j.value FROM skus s INDEXED BY skus_source_id, json_each(json_array(s.id, s.product_id)) j
        WHERE s.project_id = ?1 AND s.source_id IN (${GOODS_SOURCES})`;

/** The collections that a rule names, and nothing where it names none; a static one with those of the order's goods that it lists. */
const COLLECTIONS = `(SELECT json_group_array(json_object('id', k.id, 'filter', json(k.filter),
    'members', iif(k.type = 'STATIC', (SELECT json_group_array(m.object_id) FROM product_collection_members m
      WHERE m.project_id = k.project_id AND m.collection_id = k.id AND m.object_id IN (${GOODS})), json('[]'))))
  FROM json_each(r.collections) n CROSS JOIN product_collections k ON k.project_id = r.project_id AND k.id = n.value)`;

/** Counters of the redeemable and its campaign, for everybody, this key and this customer. */
const USAGE = `(SELECT json_group_array(json_object('owner_id', u.owner_id, 'subject', u.subject, 'count', u.count,
    'orders_amount', u.orders_amount, 'discounted_amount', u.discounted_amount, 'day', u.day, 'day_count', u.day_count,
    'week', u.week, 'week_count', u.week_count, 'month', u.month, 'month_count', u.month_count))
  FROM usage_counters u WHERE u.project_id = v.project_id AND u.owner_id IN (v.id, v.campaign_id)
    AND u.subject IN (${CUSTOMER}))`;

const ruleSets = (
  usage: string,
  assignments: string,
) => `(SELECT json_group_array(json_object('id', r.id, 'rules', json(r.rules), 'error', json(r.error),
    'applicable_to', json(r.applicable_to), 'bundle_rules', json(r.bundle_rules),
    'segments', ${SEGMENTS}, 'collections', ${COLLECTIONS}, 'usage', ${usage}) ORDER BY r.id)
  FROM ${assignments}) AS rule_sets`;

const RULE = "validation_rules r ON r.project_id = a.project_id AND r.id = a.rule_id";

/** Every rule of the redeemable and its campaign, with what its decision needs. */
export const RULE_SETS = ruleSets(
  `json(iif(r.reads_usage, ${USAGE}, 'null'))`,
  `validation_rules_assignments a JOIN ${RULE}
  WHERE a.project_id = v.project_id AND a.related_object_id IN (v.id, v.campaign_id)`,
);

/** The same where nothing asks how often something was used, reading no row where there is no rule. */
export const RULE_SETS_UNCOUNTED = ruleSets(
  "NULL",
  `(SELECT v.id AS owner UNION ALL SELECT v.campaign_id) o CROSS JOIN validation_rules_assignments a
    ON a.project_id = v.project_id AND a.related_object_id = o.owner CROSS JOIN ${RULE}`,
);

const UNIT_TYPES = (discount: string) =>
  `SELECT ${discount}->>'$.unit_type' UNION ALL SELECT u.value->>'$.unit_type' FROM json_each(${discount}, '$.units') u`;

/** The goods that a discount gives for free, as far as the catalogue knows them; null for other discounts. */
export const freeGoods = (discount: string, project: string): string =>
  `iif(${discount}->>'$.type' = 'UNIT', (SELECT json_group_array(json(value)) FROM (
    SELECT json_object('id', p.id, 'object', 'product', 'product_id', NULL, 'source_id', p.source_id, 'name', p.name, 'price', p.price) AS value
      FROM products p WHERE p.project_id = ${project} AND p.id IN (${UNIT_TYPES(discount)})
    UNION ALL SELECT json_object('id', s.id, 'object', 'sku', 'product_id', s.product_id, 'source_id', s.source_id, 'name', s.sku,
        'price', coalesce(s.price, (SELECT price FROM products p WHERE p.project_id = s.project_id AND p.id = s.product_id)))
      FROM skus s WHERE s.project_id = ${project} AND s.id IN (${UNIT_TYPES(discount)}))), NULL)`;
