import { type Statement, statement } from "../../db/client";
import { rowJson } from "../../db/row-json";
import { YIELDING } from "../../db/session-holds";
import { campaigns, promotionTiers } from "../../db/tables/campaigns";
import { promotionStacks } from "../../db/tables/stacking";
import { vouchers } from "../../db/tables/vouchers";
import {
  type DecisionSubjects,
  goodsIds,
  goodsSources,
  type LinesFrom,
  linesFrom,
  ofDiscount,
  ruleSetsUncounted,
  subjectParams,
} from "../../deciding/sql/rule-sets";
import type { Scope } from "../../scope/scope";
import { categoryJson } from "../campaigns/promotions/tiers/sql";
import { CAMPAIGN_PART } from "../vouchers/sql";
import { DISCOUNT } from "../vouchers/store";
import type { Search } from "./search";

/*
 * Parameters: ?1 the project, ?2 terms of the request, ?3 states, ?4 the key to stay below, ?5 how many
 * rows at most, ?6 to ?11 as in `db/rule-sets`, ?12 kinds, ?13 to ?15 what filters name: ids, codes and
 * campaigns, ?16 the customer's id.
 */

const ME = `me AS MATERIALIZED (
  SELECT id, metadata FROM customers WHERE project_id = ?1 AND id = ?16
  UNION ALL SELECT id, metadata FROM customers INDEXED BY customers_source_id WHERE project_id = ?1 AND source_id = ?7)`;

/** Goods of the catalogue that the order's lines name; a SKU stands for its product, too. */
const stock = (from: LinesFrom) => `stock AS MATERIALIZED (
  SELECT id, source_id, NULL AS product_id FROM products WHERE project_id = ?1 AND id IN (${goodsIds(from)})
  UNION ALL SELECT id, source_id, NULL FROM products INDEXED BY products_source_id WHERE project_id = ?1 AND source_id IN (${goodsSources(from)})
  UNION ALL SELECT id, source_id, product_id FROM skus WHERE project_id = ?1 AND id IN (${goodsIds(from)})
  UNION ALL SELECT id, source_id, product_id FROM skus INDEXED BY skus_source_id WHERE project_id = ?1 AND source_id IN (${goodsSources(from)}))`;

/** D1 takes at most five parts of a union, so the terms come in three. */
const AUDIENCE = `audience(term) AS (
  SELECT 'holder:' || id FROM me
  UNION ALL SELECT 'segment:' || m.segment_id FROM me CROSS JOIN segment_members m INDEXED BY segment_members_customer
    ON m.project_id = ?1 AND m.customer_id = me.id
  UNION ALL SELECT 'customer:' || e.key || '=' || e.value FROM me, json_each(me.metadata) e WHERE e.type = 'text'
  UNION ALL SELECT 'customer:' || e.key || '=' || x.value FROM me, json_each(me.metadata) e,
    json_each(iif(e.type = 'array', e.value, '[]')) x WHERE x.type = 'text')`;

const HOLDER = "audience(term) AS (SELECT 'holder:' || id FROM me)";

/** What the catalogue adds to the names that the request sends, which are terms already. */
const OF_GOODS = `goods(name) AS MATERIALIZED (SELECT id FROM stock UNION SELECT product_id FROM stock WHERE product_id IS NOT NULL),
goods_terms(term) AS (
  SELECT 'goods:' || name FROM goods
  UNION ALL SELECT 'goods:' || source_id FROM stock WHERE source_id IS NOT NULL
  UNION ALL SELECT 'goods:' || p.source_id FROM stock k CROSS JOIN products p ON p.project_id = ?1 AND p.id = k.product_id
  UNION ALL SELECT 'collection:' || c.collection_id FROM goods CROSS JOIN product_collection_members c
    INDEXED BY product_collection_members_object ON c.project_id = ?1 AND c.object_id = goods.name)`;

/** Everything by which candidates of this request are found. */
function termsPart({ scenario }: Search, from: LinesFrom): string {
  const isWallet = scenario === "CUSTOMER_WALLET";
  const hasGoods = !isWallet && from !== "nowhere";
  const audience = isWallet ? HOLDER : AUDIENCE;
  const parts = [ME, audience, ...(hasGoods ? [stock(from), OF_GOODS] : [])];
  return `${parts.join(", ")}, terms(term) AS MATERIALIZED (SELECT value FROM json_each(?2)
    UNION SELECT term FROM audience ${hasGoods ? "UNION SELECT term FROM goods_terms" : ""})`;
}

/** What may be found in a wallet is not what may be found by everybody. */
const kindsUnder = (term: string): string =>
  `json_each(?12, iif(substr(${term}, 1, 7) = 'holder:', '$.held', '$.listed'))`;

/**
 * The newest of each term, so many of each that the newest of all are among them. A dry run looks at
 * what is closed by now, too.
 */
function walked({ kinds, named }: Search, isDryRun: boolean): string {
  const of = kinds ? " INDEXED BY qualifiables_kind" : "";
  const ofKind = kinds ? " AND p.kind = k.value" : "";
  const states = isDryRun ? "CROSS JOIN json_each(?3) s " : "";
  const rows = `FROM qualifiables p${of}
        WHERE p.project_id = ?1 AND p.is_open = ${isDryRun ? "s.value" : "1"} AND p.term = t.term${ofKind} AND p.sort_key < ?4`;
  return `SELECT f.value->>0 AS sort_key, f.value->>1 AS id, f.value->>2 AS kind
    FROM terms t ${states}${kinds ? `CROSS JOIN ${kindsUnder("t.term")} k ` : ""}CROSS JOIN json_each((
      SELECT json_group_array(json_array(n.sort_key, n.id, n.kind)) FROM (
        SELECT p.sort_key, p.id, p.kind ${rows} ORDER BY p.sort_key DESC LIMIT ?5) n)) f
    WHERE EXISTS (SELECT 1 ${rows})${named ? " AND substr(t.term, 1, 7) = 'holder:'" : ""}`;
}

const IS_SOUGHT = `p.sort_key < ?4 AND p.term IN (SELECT term FROM terms)
    AND (?12 IS NULL OR p.kind IN (SELECT value FROM ${kindsUnder("p.term")}))`;

/** What has opened since the sweep came by. */
const DUE = `SELECT * FROM (SELECT p.sort_key, p.id, p.kind FROM qualifiables p INDEXED BY qualifiables_due
    WHERE p.project_id = ?1 AND p.is_open = 0 AND p.opens_at <= ?9 AND ${IS_SOUGHT} LIMIT 200)`;

/** What the filters name. */
const NAMED = `SELECT p.sort_key, p.id, p.kind FROM (
      SELECT value AS id FROM json_each(?13)
      UNION SELECT v.id FROM json_each(?14) c CROSS JOIN vouchers v ON v.project_id = ?1 AND v.code_key = c.value
      UNION SELECT t.id FROM promotion_tiers t INDEXED BY promotion_tiers_campaign
        WHERE t.project_id = ?1 AND t.campaign_id IN (SELECT value FROM json_each(?15))
      UNION SELECT s.id FROM promotion_stacks s INDEXED BY promotion_stacks_campaign
        WHERE s.project_id = ?1 AND s.campaign_id IN (SELECT value FROM json_each(?15))) n
    CROSS JOIN qualifiables p INDEXED BY qualifiables_object ON p.project_id = ?1 AND p.id = n.id
    WHERE p.is_open IN (SELECT value FROM json_each(?3)) AND ${IS_SOUGHT}`;

/** Found under several terms, a candidate stands there several times. */
function listPart(search: Search, isDryRun: boolean): string {
  const { named } = search;
  const isOnlyNamed = named !== null && named.campaigns.length === 0;
  const parts = [
    ...(isOnlyNamed ? [] : [walked(search, isDryRun)]),
    ...(named ? [NAMED] : []),
    ...(isDryRun ? [] : [DUE]),
  ];
  return `list(found) AS MATERIALIZED (SELECT json_group_array(json_array(n.sort_key, n.id, n.kind)) FROM (
    SELECT * FROM (${parts.join(" UNION ALL ")}) ORDER BY sort_key DESC LIMIT ?5) n)`;
}

/** The candidates, and the tiers of those that are stacks. */
const WANTED = `wanted AS (
  SELECT f.value->>0 AS sort_key, f.value->>1 AS id, f.value->>2 AS kind, NULL AS stack FROM json_each((SELECT found FROM list)) f
  UNION ALL SELECT f.value->>0, i.value, 'promotion_tier:PROMOTION', f.value->>1 FROM json_each((SELECT found FROM list)) f
    CROSS JOIN promotion_stacks s ON s.project_id = ?1 AND s.id = f.value->>1, json_each(s.tiers, '$.ids') i
    WHERE EXISTS (SELECT 1 FROM promotion_stacks WHERE project_id = ?1))`;

/** Each under the alias that the parts of a decision read: `campaign_id` is that of a campaign above it. */
const OBJECTS = `(SELECT ?1 AS project_id, w.sort_key, w.id, w.kind, w.stack, coalesce(x.campaign_id, t.campaign_id) AS campaign_id,
    coalesce(x.category_id, c.category_id, t.category_id, s.category_id, (
      SELECT a.category_id FROM campaigns a WHERE a.project_id = ?1 AND a.id = coalesce(x.campaign_id, t.campaign_id))) AS category_id,
    coalesce(x.held_quantity, 0) AS held_quantity, coalesce(x.held_amount, 0) AS held_amount,
    coalesce(x.discount, c.voucher->'$.discount', t.action->'$.discount') AS discount,
    iif(x.id IS NOT NULL, ${rowJson(vouchers, "x")}, iif(c.id IS NOT NULL, ${rowJson(campaigns, "c")},
      iif(t.id IS NOT NULL, ${rowJson(promotionTiers, "t")}, ${rowJson(promotionStacks, "s")}))) AS object_row
  FROM wanted w LEFT JOIN vouchers x INDEXED BY vouchers_id ON x.project_id = ?1 AND x.id = w.id
    LEFT JOIN campaigns c ON c.project_id = ?1 AND c.id = w.id
    LEFT JOIN promotion_tiers t ON t.project_id = ?1 AND t.id = w.id
    LEFT JOIN promotion_stacks s ON s.project_id = ?1 AND s.id = w.id) v`;

const ASSIGNMENTS = `(SELECT json_group_array(json_object('id', a.id, 'rule_id', a.rule_id,
    'related_object_id', a.related_object_id, 'related_object_type', a.related_object_type) ORDER BY a.rule_id)
  FROM validation_rules_assignments a WHERE a.project_id = v.project_id AND a.related_object_id IN (v.id, v.campaign_id))`;

const none = "'[]'";

/** What is looked for, by whom, and what an answer shows of it beside what decides. */
export interface Lookup {
  search: Search;
  subjects: DecisionSubjects;
  customerId: string | null;
  isDryRun: boolean;
  showsAssignments: boolean;
}

/**
 * The candidates of a request, newest first, with everything that decides about each, in one
 * statement; one row more than are looked at tells that there are others. Tiers of a stack stand
 * beside it.
 */
export function candidatesStatement(scope: Scope, lookup: Lookup): Statement {
  const { search, subjects, customerId, isDryRun, showsAssignments } = lookup;
  const { named } = search;
  const from = linesFrom(subjects);
  return statement(
    `WITH ${termsPart(search, from)}, ${listPart(search, isDryRun)}, ${WANTED}
     SELECT v.sort_key, v.id, v.kind, v.stack, v.object_row, ${CAMPAIGN_PART},
       ${ofDiscount(DISCOUNT)}, ${ruleSetsUncounted(from)}, ${YIELDING}, ${categoryJson("v")} AS category_row,
       ${showsAssignments ? ASSIGNMENTS : none} AS assigned
     FROM ${OBJECTS} WHERE v.object_row IS NOT NULL`,
    scope.project.id,
    JSON.stringify(search.terms),
    JSON.stringify(isDryRun ? [0, 1, 2] : [1]),
    search.below ?? "~",
    search.examined + 1,
    ...subjectParams(subjects),
    search.kinds && JSON.stringify(search.kinds),
    JSON.stringify(named?.ids ?? []),
    JSON.stringify(named?.codes ?? []),
    JSON.stringify(named?.campaigns ?? []),
    customerId,
  );
}
