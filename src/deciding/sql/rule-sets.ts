import type { Param } from "../../db/client";
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

/**
 * Where the order's lines come from: the request sends them, a stored order has them, or no line names
 * anything. What the request does not need is left out of the query, which costs to be understood.
 */
export type LinesFrom = "sent" | "stored" | "nowhere";

export const linesFrom = ({ goods }: DecisionSubjects): LinesFrom => {
  if (goods.order) return "stored";
  return goods.ids.length + goods.sources.length > 0 ? "sent" : "nowhere";
};

/** How many of ?6 to ?11 the parts about goods ask for, and those about holds. */
const FOR_GOODS: Record<LinesFrom, number> = { nowhere: 2, sent: 5, stored: 6 };
const FOR_HOLDS = 4;

/**
 * The parameters from ?6 on, where none come behind them: the database refuses one that its query does
 * not ask for.
 */
export const lastParams = (subjects: DecisionSubjects, holds: "held" | "unheld"): Param[] =>
  subjectParams(subjects).slice(
    0,
    Math.max(FOR_GOODS[linesFrom(subjects)], holds === "held" ? FOR_HOLDS : 0),
  );

const sourcesSent = "SELECT value FROM json_each(?10, '$.sources')";
const idsSent = "SELECT value FROM json_each(?10, '$.ids')";

/** Source ids of the order's lines, whatever they name by them. */
export const goodsSources = (from: LinesFrom): string =>
  from === "stored"
    ? `${sourcesSent} UNION ALL ${namesInOrder(["product_source", "sku_source"], "?11")}`
    : sourcesSent;

/** Ids of products and SKUs as the order's lines have them. */
export const goodsIds = (from: LinesFrom): string =>
  from === "stored"
    ? `${idsSent} UNION ALL ${namesInOrder(["product_id", "sku_id"], "?11")}`
    : idsSent;

/** Ids of the products and SKUs of the order's lines, and of the products of those SKUs: five SELECTs, the most that SQLite joins here. */
const goodsOf = (from: LinesFrom): string => `${goodsIds(from)}
      UNION ALL SELECT product_id FROM skus WHERE project_id = ?1 AND id IN (${goodsIds(from)})
      UNION ALL SELECT id FROM products INDEXED BY products_source_id WHERE project_id = ?1 AND source_id IN (${goodsSources(from)})
      UNION ALL SELECT j.value FROM skus s INDEXED BY skus_source_id, json_each(json_array(s.id, s.product_id)) j
        WHERE s.project_id = ?1 AND s.source_id IN (${goodsSources(from)})`;

/** Which of the order's goods a static collection lists. */
const membersOf = (from: LinesFrom): string =>
  from === "nowhere"
    ? "json('[]')"
    : `iif(k.type = 'STATIC', (SELECT json_group_array(m.object_id) FROM product_collection_members m
      WHERE m.project_id = k.project_id AND m.collection_id = k.id AND m.object_id IN (${goodsOf(from)})), json('[]'))`;

/** The collections that a rule names, and nothing where it names none. */
const collections = (from: LinesFrom): string =>
  `(SELECT json_group_array(json_object('id', k.id, 'filter', json(k.filter), 'members', ${membersOf(from)}))
  FROM json_each(r.collections) n CROSS JOIN product_collections k ON k.project_id = r.project_id AND k.id = n.value)`;

/** Counters of the redeemable and its campaign, for everybody, this key and this customer. */
const USAGE = `(SELECT json_group_array(json_object('owner_id', u.owner_id, 'subject', u.subject, 'count', u.count,
    'orders_amount', u.orders_amount, 'discounted_amount', u.discounted_amount, 'day', u.day, 'day_count', u.day_count,
    'week', u.week, 'week_count', u.week_count, 'month', u.month, 'month_count', u.month_count))
  FROM usage_counters u WHERE u.project_id = v.project_id AND u.owner_id IN (v.id, v.campaign_id)
    AND u.subject IN (${CUSTOMER}))`;

const ruleSetsOf = (
  usage: string,
  from: LinesFrom,
  assignments: string,
) => `(SELECT json_group_array(json_object('id', r.id, 'rules', json(r.rules), 'error', json(r.error),
    'applicable_to', json(r.applicable_to), 'bundle_rules', json(r.bundle_rules),
    'segments', ${SEGMENTS}, 'collections', ${collections(from)}, 'usage', ${usage},
    'version', json_array(a.id, r.updated_at), 'assignment', json_array(a.id, a.related_object_id, a.related_object_type, a.created_at)) ORDER BY r.id)
  FROM ${assignments}) AS rule_sets`;

const RULE = "validation_rules r ON r.project_id = a.project_id AND r.id = a.rule_id";

/** Every rule of the redeemable and its campaign, with what its decision needs. */
export const ruleSets = (from: LinesFrom): string =>
  ruleSetsOf(
    `json(iif(r.reads_usage, ${USAGE}, 'null'))`,
    from,
    `validation_rules_assignments a JOIN ${RULE}
  WHERE a.project_id = v.project_id AND a.related_object_id IN (v.id, v.campaign_id)`,
  );

/** The same where nothing asks how often something was used, reading no row where there is no rule. */
export const ruleSetsUncounted = (from: LinesFrom): string =>
  ruleSetsOf(
    "NULL",
    from,
    `(SELECT v.id AS owner UNION ALL SELECT v.campaign_id) o CROSS JOIN validation_rules_assignments a
    ON a.project_id = v.project_id AND a.related_object_id = o.owner CROSS JOIN ${RULE}`,
  );

const FREE_GOODS = `(SELECT json_group_array(json_object('id', u.id, 'object', iif(p.id IS NULL, 'sku', 'product'),
      'product_id', s.product_id, 'source_id', coalesce(p.source_id, s.source_id), 'name', coalesce(p.name, s.sku),
      'price', coalesce(p.price, s.price, (SELECT o.price FROM products o WHERE o.project_id = ?1 AND o.id = s.product_id))))
    FROM (SELECT d.x->>'$.unit_type' AS id UNION ALL SELECT value->>'$.unit_type' FROM json_each(d.x, '$.units')) u
    LEFT JOIN products p ON p.project_id = ?1 AND p.id = u.id LEFT JOIN skus s ON s.project_id = ?1 AND s.id = u.id
    WHERE coalesce(p.id, s.id) IS NOT NULL)`;

const PUBLICATION = `(SELECT json(p.metadata) FROM redeemable_holders h
    JOIN publications p ON p.project_id = h.project_id AND p.id = h.publication_id
    WHERE h.project_id = ?1 AND h.redeemable_id = v.id LIMIT 1)`;

/**
 * What a discount needs beside itself, as one JSON value: the goods that it gives for free, as far as the
 * catalogue knows them, and what was noted when the voucher was given out, where a formula asks for it.
 * `discount` is worked out once; null for discounts that need nothing.
 */
export const ofDiscount = (discount: string): string =>
  `(SELECT json_object('goods', iif(d.x->>'$.type' = 'UNIT', ${FREE_GOODS}, NULL),
    'publication', iif(instr(d.x, 'PUBLICATION_METADATA') > 0, ${PUBLICATION}, NULL))
    FROM (SELECT ${discount} AS x) d WHERE d.x->>'$.type' = 'UNIT' OR instr(d.x, 'PUBLICATION_METADATA') > 0) AS of_discount`;
