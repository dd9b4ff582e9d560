import { unlessLong } from "../../db/goods-shown";
import { type Fragment, raw, type Slot, sql } from "../../db/sql";
import { GIVING_TYPES } from "../../engine/discounts/index";
import type { About } from "./about";

/*
 * Parts of the SELECT that decisions are made from. `v` is the redeemable: a voucher, a promotion
 * tier or what else may qualify.
 */

const isMember = (customer: Fragment): Fragment =>
  sql`iif(s.type = 'static' AND EXISTS (SELECT 1 FROM segment_members m
    WHERE m.project_id = s.project_id AND m.segment_id = s.id
      AND m.customer_id = (${customer})), 'true', 'false')`;

/**
 * The segments that a rule names, and nothing where it names none; a static one lists its
 * customers.
 */
const segments = ({ customer }: About): Fragment =>
  sql`(SELECT json_group_array(json_object('id', s.id, 'name', s.name, 'filter', json(s.filter),
      'is_member', json(${customer ? isMember(customer) : sql`'false'`})))
    FROM json_each(r.segments) n
    CROSS JOIN segments s ON s.project_id = r.project_id AND s.id = n.value)`;

/**
 * Ids of the products and SKUs of the order's lines, and of the products of those SKUs: five
 * SELECTs, the most that SQLite joins here.
 */
const goodsOf = (project: Slot, { ids, sources }: NonNullable<About["goods"]>): Fragment =>
  sql`${ids}
    UNION ALL SELECT product_id FROM skus WHERE project_id = ${project} AND id IN (${ids})
    UNION ALL SELECT id FROM products INDEXED BY products_source_id
      WHERE project_id = ${project} AND source_id IN (${sources})
    UNION ALL SELECT j.value FROM skus s INDEXED BY skus_source_id,
      json_each(json_array(s.id, s.product_id)) j
      WHERE s.project_id = ${project} AND s.source_id IN (${sources})`;

/** Which of the order's goods a static collection lists. */
const members = ({ project, goods }: About): Fragment =>
  goods === null
    ? sql`json('[]')`
    : sql`iif(k.type = 'STATIC', (SELECT json_group_array(m.object_id)
      FROM product_collection_members m WHERE m.project_id = k.project_id
        AND m.collection_id = k.id AND m.object_id IN (${goodsOf(project, goods)})), json('[]'))`;

/** The collections of a row's project whose ids `names` gives as `n.value`. */
export const collectionsNamed = (about: About, alias: string, names: Fragment): Fragment =>
  sql`(SELECT json_group_array(
      json_object('id', k.id, 'name', k.name, 'filter', json(k.filter),
        'members', ${members(about)}))
    FROM ${names}
    CROSS JOIN product_collections k
      ON k.project_id = ${raw(alias)}.project_id AND k.id = n.value)`;

/** The collections that a rule names, and nothing where it names none. */
const collections = (about: About): Fragment =>
  collectionsNamed(about, "r", raw("json_each(r.collections) n"));

/** Counters of the redeemable and its campaign, for everybody, this key and this customer. */
const usage = ({ subjects }: About): Fragment =>
  sql`(SELECT json_group_array(json_object('owner_id', u.owner_id, 'subject', u.subject,
      'count', u.count, 'orders_amount', u.orders_amount,
      'discounted_amount', u.discounted_amount, 'day', u.day, 'day_count', u.day_count,
      'week', u.week, 'week_count', u.week_count, 'month', u.month, 'month_count', u.month_count))
    FROM usage_counters u WHERE u.project_id = v.project_id AND u.owner_id IN (v.id, v.campaign_id)
      AND u.subject IN (${subjects}))`;

const ruleSetsOf = (about: About, counters: Fragment, assignments: Fragment): Fragment =>
  sql`(SELECT json_group_array(json_object('id', r.id, 'rules', json(r.rules),
      'error', json(r.error), 'applicable_to', json(r.applicable_to),
      'bundle_rules', json(r.bundle_rules), 'segments', ${segments(about)},
      'collections', ${collections(about)}, 'usage', ${counters},
      'version', json_array(a.id, r.updated_at), 'assignment',
      json_array(a.id, a.related_object_id, a.related_object_type, a.created_at)) ORDER BY r.id)
    FROM ${assignments}) AS rule_sets`;

const RULE = sql`validation_rules r ON r.project_id = a.project_id AND r.id = a.rule_id`;

const ASSIGNED = sql`validation_rules_assignments a JOIN ${RULE}
    WHERE a.project_id = v.project_id AND a.related_object_id IN (v.id, v.campaign_id)`;

const counted = (about: About): Fragment => sql`json(iif(r.reads_usage, ${usage(about)}, 'null'))`;

/** Every rule of the redeemable and its campaign, with what its decision needs. */
export const ruleSets = (about: About): Fragment => ruleSetsOf(about, counted(about), ASSIGNED);

/** Rules of the reward `w` in the program of a card, `wa`; its uses are those of the card. */
const ASSIGNED_TO_REWARD = sql`validation_rules_assignments a JOIN ${RULE}
    WHERE a.project_id = wa.project_id AND a.related_object_id IN (wa.id, wa.reward_id)`;

export const ruleSetsOfReward = (about: About): Fragment =>
  ruleSetsOf(about, counted(about), ASSIGNED_TO_REWARD);

const ASSIGNED_IF_ANY = sql`(SELECT v.id AS owner UNION ALL SELECT v.campaign_id) o
    CROSS JOIN validation_rules_assignments a
      ON a.project_id = v.project_id AND a.related_object_id = o.owner CROSS JOIN ${RULE}`;

/**
 * The same where nothing asks how often something was used, reading no row where there is no rule.
 */
export const ruleSetsUncounted = (about: About): Fragment =>
  ruleSetsOf(about, sql`NULL`, ASSIGNED_IF_ANY);

/** Whether the discount `d.x` names goods of the catalogue, by `unit_type` or in its `units`. */
const GIVES_GOODS = raw(`d.x->>'$.type' IN ('${GIVING_TYPES.join("', '")}')`);

/** The rules of what an event triggers, under an alias, which no campaign's rules narrow. */
export const ruleSetsOfOwn = (about: About, alias: string): Fragment =>
  ruleSetsOf(
    about,
    sql`NULL`,
    sql`validation_rules_assignments a CROSS JOIN ${RULE}
      WHERE a.project_id = ${raw(alias)}.project_id AND a.related_object_id = ${raw(alias)}.id`,
  );

const shown = (alias: string, name: string): string =>
  `json_array(${alias}.id, ${alias}.source_id, ${alias}.${name}, ${alias}.price,
      json(${unlessLong(`${alias}.metadata`)}))`;

/** A SKU and its product, or a product alone. */
const GOODS = raw(`${shown("s", "sku")}, s.product_id, ${shown("p", "name")}`);

const freeGoods = (project: Slot): Fragment =>
  sql`(SELECT json_group_array(json_array(${GOODS}))
    FROM (SELECT d.x->>'$.unit_type' AS id
      UNION ALL SELECT value->>'$.unit_type' FROM json_each(d.x, '$.units')) u
    LEFT JOIN skus s ON s.project_id = ${project} AND s.id = u.id
    LEFT JOIN products p ON p.project_id = ${project} AND p.id = coalesce(s.product_id, u.id))`;

const publication = (project: Slot): Fragment =>
  sql`(SELECT json(p.metadata) FROM vouchers x INDEXED BY vouchers_id
    CROSS JOIN redeemable_holders h
      ON h.project_id = ${project} AND h.redeemable_id = x.id AND h.customer_id = x.holder_id
    CROSS JOIN publications p ON p.project_id = ${project} AND p.id = h.publication_id
    WHERE x.project_id = ${project} AND x.is_live = 1 AND x.id = v.id)`;

/**
 * What a discount needs beside itself, as one JSON value: the goods that it gives for free, as far
 * as the catalogue knows them, and what was noted when the voucher was given out, where a formula
 * asks for it. `discount` is worked out once; null for discounts that need nothing.
 */
export const ofDiscount = ({ project }: About, discount: Fragment): Fragment =>
  sql`(SELECT json_object(
      'goods', iif(${GIVES_GOODS}, ${freeGoods(project)}, NULL),
      'publication', iif(instr(d.x, 'PUBLICATION_METADATA') > 0, ${publication(project)}, NULL))
    FROM (SELECT ${discount} AS x) d
    WHERE ${GIVES_GOODS} OR instr(d.x, 'PUBLICATION_METADATA') > 0) AS of_discount`;

/** One rule by its id, as it decides about whatever it is assigned to. */
export const ruleForDecision = (about: About, id: string): Fragment =>
  sql`SELECT ${ruleSetsOf(
    about,
    sql`NULL`,
    sql`(SELECT '' AS id, '' AS related_object_id, '' AS related_object_type, '' AS created_at) a
      CROSS JOIN validation_rules r ON r.project_id = ${about.project} AND r.id = ${id}`,
  )}`;
