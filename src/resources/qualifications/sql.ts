import { rowJson } from "../../db/row-json";
import { type Fragment, joined, nothing, param, raw, type Slot, sql, valuesOf } from "../../db/sql";
import { campaigns, promotionTiers } from "../../db/tables/campaigns";
import { promotionStacks } from "../../db/tables/stacking";
import { vouchers } from "../../db/tables/vouchers";
import { halfOf } from "../../db/voucher-halves";
import type { About } from "../../deciding/sql/about";
import { referredByOwn } from "../../deciding/sql/referrers";
import { ofDiscount, ruleSetsUncounted } from "../../deciding/sql/rule-sets";
import { yielding } from "../../deciding/sql/yielding";
import { AMOUNT } from "../../engine/qualification/amounts";
import { categoryJson } from "../campaigns/promotions/tiers/sql";
import { CAMPAIGN_PART, DISCOUNT } from "../vouchers/sql";
import type { Search } from "./search";

/** What is looked for, by whom, and what an answer shows of it beside what decides. */
export interface Lookup {
  search: Search;
  about: About;
  isDryRun: boolean;
  showsAssignments: boolean;
  /** Whether what opens later is looked at, too. */
  looksAhead: boolean;
  /** One more column of each; null for none. */
  beside: Fragment | null;
}

/** A look-up with the parameters that several parts of its query share. */
interface Asked extends Lookup {
  project: Slot;
  /** The key that candidates stay below. */
  below: Slot;
  /** How many candidates are read at most. */
  most: Slot;
  states: Slot;
  kinds: Slot;
  /** The last term of an amount that the order brings. */
  amountTo: Slot;
}

const me = (project: Slot, customer: Fragment): Fragment => sql`me AS MATERIALIZED (
  SELECT id, metadata FROM customers WHERE project_id = ${project} AND id = (${customer}))`;

/** Goods of the catalogue that the order's lines name; a SKU stands for its product, too. */
const stock = (project: Slot, { ids, sources }: NonNullable<About["goods"]>): Fragment =>
  sql`stock AS MATERIALIZED (
  SELECT id, source_id, NULL AS product_id FROM products
  WHERE project_id = ${project} AND id IN (${ids})
  UNION ALL SELECT id, source_id, NULL FROM products INDEXED BY products_source_id
  WHERE project_id = ${project} AND source_id IN (${sources})
  UNION ALL SELECT id, source_id, product_id FROM skus
  WHERE project_id = ${project} AND id IN (${ids})
  UNION ALL SELECT id, source_id, product_id FROM skus INDEXED BY skus_source_id
  WHERE project_id = ${project} AND source_id IN (${sources}))`;

/*
 * SQLite understands the text of a part anew wherever another part names it, so that the long ones
 * are named once or twice each. D1 takes at most five parts of a union, so the terms come in three.
 */

const audience = (project: Slot): Fragment => sql`audience(term) AS (
  SELECT 'holder:' || id FROM me
  UNION ALL SELECT 'segment:' || m.segment_id FROM me
    CROSS JOIN segment_members m INDEXED BY segment_members_customer
    ON m.project_id = ${project} AND m.customer_id = me.id
  UNION ALL SELECT 'customer:' || e.key || '=' || x.value FROM me, json_each(me.metadata) e,
    json_each(CASE e.type WHEN 'array' THEN e.value WHEN 'text' THEN json_array(e.value)
      ELSE '[]' END) x WHERE x.type = 'text')`;

const HOLDER = sql`audience(term) AS (SELECT 'holder:' || id FROM me)`;

/** What the catalogue adds to the names that the request sends, which are terms already. */
const ofGoods = (project: Slot): Fragment => sql`goods_terms(term) AS (
  SELECT 'goods:' || n.value FROM stock k
    LEFT JOIN products p ON p.project_id = ${project} AND p.id = k.product_id,
    json_each(json_array(k.id, k.source_id, k.product_id, p.source_id)) n
    WHERE n.value IS NOT NULL
  UNION ALL SELECT 'collection:' || c.collection_id FROM stock k,
    json_each(json_array(k.id, k.product_id)) n
    CROSS JOIN product_collection_members c INDEXED BY product_collection_members_object
    ON c.project_id = ${project} AND c.object_id = n.value)`;

const AMOUNTS = raw(`'${AMOUNT}'`);

/** The first amount behind another, up to that of the order, that something open asks for. */
const nextAmount = ({ project, amountTo }: Asked, state: string, behind: Fragment): Fragment =>
  sql`(SELECT p.term FROM qualifiables p
    WHERE p.project_id = ${project} AND p.is_open = ${raw(state)}
      AND p.term > ${behind} AND p.term <= ${amountTo} ORDER BY p.term LIMIT 1)`;

/** Amounts that are asked for: each is looked up once, and there are few (`amountTerm`). */
const amounts = (asked: Asked): Fragment => sql`amounts(state, term) AS (
  SELECT s.value, ${nextAmount(asked, "s.value", AMOUNTS)} FROM json_each(${asked.states}) s
  UNION ALL SELECT a.state, ${nextAmount(asked, "a.state", raw("a.term"))}
    FROM amounts a WHERE a.term IS NOT NULL)`;

/** Everything by which candidates of this request are found. */
function termsPart(asked: Asked): Fragment {
  const { search, project, about } = asked;
  const hasAmounts = search.amountTo !== null;
  const isWallet = search.scenario === "CUSTOMER_WALLET";
  const goods = isWallet ? null : about.goods;
  const ofMe = about.customer
    ? [me(project, about.customer), isWallet ? HOLDER : audience(project)]
    : [];
  const terms = [
    valuesOf(search.terms),
    ...(about.customer ? [sql`SELECT term FROM audience`] : []),
    ...(goods ? [sql`SELECT term FROM goods_terms`] : []),
    ...(hasAmounts ? [sql`SELECT term FROM amounts WHERE term IS NOT NULL`] : []),
  ];
  return joined(
    [
      ...ofMe,
      ...(goods ? [stock(project, goods), ofGoods(project)] : []),
      ...(hasAmounts ? [amounts(asked)] : []),
      sql`terms(term) AS MATERIALIZED (${joined(terms, " UNION ")})`,
    ],
    ", ",
  );
}

/** What may be found in a wallet is not what may be found by everybody. */
const kindsUnder = ({ kinds }: Asked, term: Fragment): Fragment =>
  sql`json_each(${kinds}, iif(substr(${term}, 1, 7) = 'holder:', '$.held', '$.listed'))`;

/**
 * The newest of each term, so many of each that the newest of all are among them. A dry run looks
 * at what is closed by now, too.
 */
function walked(asked: Asked): Fragment {
  const { project, below, most, states, isDryRun } = asked;
  const { kinds, named } = asked.search;
  const ofKind = kinds ? sql` AND p.kind = k.value` : nothing;
  const rows = sql`FROM qualifiables p${kinds ? sql` INDEXED BY qualifiables_kind` : nothing}
        WHERE p.project_id = ${project} AND p.is_open = ${isDryRun ? sql`s.value` : sql`1`}
          AND p.term = t.term${ofKind} AND p.sort_key < ${below}`;
  const eachState = isDryRun ? sql`CROSS JOIN json_each(${states}) s ` : nothing;
  const eachKind = kinds ? sql`CROSS JOIN ${kindsUnder(asked, sql`t.term`)} k ` : nothing;
  return sql`SELECT f.value->>0 AS sort_key, f.value->>1 AS id, f.value->>2 AS kind
    FROM terms t ${eachState}${eachKind}CROSS JOIN json_each((
      SELECT json_group_array(json_array(n.sort_key, n.id, n.kind)) FROM (
        SELECT p.sort_key, p.id, p.kind ${rows} ORDER BY p.sort_key DESC LIMIT ${most}) n)) f
    WHERE EXISTS (SELECT 1 ${rows})${named ? sql` AND substr(t.term, 1, 7) = 'holder:'` : nothing}`;
}

/** What is not open is under no amount of those that are. */
const isReached = ({ search, amountTo }: Asked): Fragment =>
  search.amountTo === null ? nothing : sql` OR (p.term > ${AMOUNTS} AND p.term <= ${amountTo})`;

const isSought = (asked: Asked): Fragment =>
  sql`p.sort_key < ${asked.below} AND (p.term IN (SELECT term FROM terms)${isReached(asked)})
    AND (${asked.kinds} IS NULL
      OR p.kind IN (SELECT value FROM ${kindsUnder(asked, sql`p.term`)}))`;

/** What has opened since the sweep came by. */
const due = (asked: Asked): Fragment =>
  sql`SELECT * FROM (SELECT p.sort_key, p.id, p.kind FROM qualifiables p INDEXED BY qualifiables_due
    WHERE p.project_id = ${asked.project} AND p.is_open = 0 AND p.opens_at <= ${asked.about.now}
      AND ${isSought(asked)} LIMIT 200)`;

/** So many of those that open next are looked at. */
const MOST_AHEAD = raw(40);

/** What opens next, as far as the request would find it then. */
const ahead = (asked: Asked): Fragment =>
  sql`SELECT p.sort_key, p.id, p.kind FROM (
    SELECT * FROM qualifiables INDEXED BY qualifiables_due
    WHERE project_id = ${asked.project} AND is_open = 0 AND opens_at > ${asked.about.now}
    ORDER BY opens_at LIMIT ${MOST_AHEAD}) p WHERE ${isSought(asked)}`;

/** What the filters name. */
function namedPart(asked: Asked, { ids, codes, campaigns: of }: NonNullable<Search["named"]>) {
  const { project } = asked;
  const named = valuesOf(of);
  return sql`SELECT p.sort_key, p.id, p.kind FROM (
      SELECT value AS id FROM json_each(${JSON.stringify(ids)})
      UNION SELECT v.id FROM json_each(${JSON.stringify(codes)}) c
        CROSS JOIN vouchers v ON v.project_id = ${project} AND v.code_key = c.value
      UNION SELECT t.id FROM promotion_tiers t INDEXED BY promotion_tiers_campaign
        WHERE t.project_id = ${project} AND t.campaign_id IN (${named})
      UNION SELECT s.id FROM promotion_stacks s INDEXED BY promotion_stacks_campaign
        WHERE s.project_id = ${project} AND s.campaign_id IN (${named})) n
    CROSS JOIN qualifiables p INDEXED BY qualifiables_object
      ON p.project_id = ${project} AND p.id = n.id
    WHERE p.is_open IN (SELECT value FROM json_each(${asked.states})) AND ${isSought(asked)}`;
}

/** So many referral codes are looked at that a customer was given by who refers them. */
const MOST_REFERRED = raw(100);

/**
 * Referral codes that the customer was given by who refers them, the newest of them. They stand
 * among what may qualify under who gives them out alone, since there may be any number of referees.
 */
function referred(asked: Asked): Fragment {
  const { project, kinds } = asked;
  return sql`SELECT p.sort_key, p.id, p.kind FROM (SELECT h.redeemable_id FROM me
      CROSS JOIN redeemable_holders h INDEXED BY redeemable_holders_referee
        ON h.project_id = ${project} AND h.customer_id = me.id AND h.holder_role = 'REFEREE'
      ORDER BY h.id DESC LIMIT ${MOST_REFERRED}) h
    CROSS JOIN qualifiables p INDEXED BY qualifiables_object
      ON p.project_id = ${project} AND p.id = h.redeemable_id
    WHERE p.is_open IN (SELECT value FROM json_each(${asked.states}))
      AND p.sort_key < ${asked.below} AND (${kinds} IS NULL
        OR p.kind IN (SELECT value FROM json_each(${kinds}, '$.held')))`;
}

/** Found under several terms, a candidate stands there once: it is one of those looked at. */
function listPart(asked: Asked): Fragment {
  const { named } = asked.search;
  const isOnlyNamed = named !== null && named.campaigns.length === 0;
  const parts = [
    ...(isOnlyNamed ? [] : [walked(asked)]),
    ...(named ? [namedPart(asked, named)] : []),
    ...(asked.isDryRun ? [] : [due(asked)]),
    ...(asked.looksAhead && !asked.isDryRun ? [ahead(asked)] : []),
    ...(asked.about.customer ? [referred(asked)] : []),
  ];
  return sql`list(found) AS MATERIALIZED (
    SELECT json_group_array(json_array(n.sort_key, n.id, n.kind)) FROM (
      SELECT DISTINCT * FROM (${joined(parts, " UNION ALL ")})
      ORDER BY sort_key DESC LIMIT ${asked.most}) n)`;
}

/** The candidates, and the tiers of those that are stacks. */
const wanted = (project: Slot): Fragment => sql`wanted AS (
  SELECT f.value->>0 AS sort_key, coalesce(i.value, f.value->>1) AS id,
    iif(i.value IS NULL, f.value->>2, 'promotion_tier:PROMOTION') AS kind,
    iif(i.value IS NULL, NULL, f.value->>1) AS stack
  FROM list CROSS JOIN json_each(list.found) f, json_each(iif(
    substr(f.value->>2, 1, 16) = 'promotion_stack:', (
      SELECT json_insert(s.tiers->'$.ids', '$[#]', NULL) FROM promotion_stacks s
      WHERE s.project_id = ${project} AND s.id = f.value->>1), '[null]')) i)`;

/**
 * Each under the alias that the parts of a decision read: `campaign_id` is that of a campaign above
 * it.
 */
const objects = (project: Slot): Fragment => sql`v AS MATERIALIZED (
  SELECT ${project} AS project_id, w.sort_key, w.id, w.kind, w.stack,
    coalesce(x.campaign_id, t.campaign_id) AS campaign_id,
    coalesce(x.category_id, c.category_id, t.category_id, s.category_id, (
      SELECT a.category_id FROM campaigns a
      WHERE a.project_id = ${project}
        AND a.id = coalesce(x.campaign_id, t.campaign_id))) AS category_id,
    coalesce(x.is_referral_code, 0) AS is_referral_code, x.holder_id,
    coalesce(x.held_quantity, 0) AS held_quantity, coalesce(x.held_amount, 0) AS held_amount,
    coalesce(x.discount, c.voucher->'$.discount', t.action->'$.discount') AS discount,
    iif(x.id IS NOT NULL, ${ROWS.voucher}, iif(c.id IS NOT NULL, ${ROWS.campaign},
      iif(t.id IS NOT NULL, ${ROWS.tier}, ${ROWS.stack}))) AS object_row
  FROM wanted w
    LEFT JOIN vouchers x INDEXED BY vouchers_id
      ON x.project_id = ${project} AND ${halfOf("live", "x")} AND x.id = w.id
    LEFT JOIN campaigns c ON c.project_id = ${project} AND c.id = w.id
    LEFT JOIN promotion_tiers t ON t.project_id = ${project} AND t.id = w.id
    LEFT JOIN promotion_stacks s ON s.project_id = ${project} AND s.id = w.id)`;

const ROWS = {
  voucher: rowJson(vouchers, "x"),
  campaign: rowJson(campaigns, "c"),
  tier: rowJson(promotionTiers, "t"),
  stack: rowJson(promotionStacks, "s"),
};

const ASSIGNMENTS = sql`(SELECT json_group_array(json_object('id', a.id, 'rule_id', a.rule_id,
    'related_object_id', a.related_object_id,
    'related_object_type', a.related_object_type) ORDER BY a.rule_id)
  FROM validation_rules_assignments a
  WHERE a.project_id = v.project_id AND a.related_object_id IN (v.id, v.campaign_id))`;

/**
 * The candidates of a request, newest first, with everything that decides about each, in one
 * statement; one row more than are looked at tells that there are others. Tiers of a stack stand
 * beside it.
 */
export function candidatesStatement(lookup: Lookup): Fragment {
  const { search, about, isDryRun, showsAssignments, beside } = lookup;
  const asked = {
    ...lookup,
    project: about.project,
    below: param(search.start?.below ?? "~"),
    most: param(search.examined + 1),
    states: param(JSON.stringify(isDryRun ? [0, 1, 2] : [1])),
    kinds: param(search.kinds && JSON.stringify(search.kinds)),
    amountTo: param(search.amountTo),
  };
  const { project } = asked;
  return sql`WITH RECURSIVE ${termsPart(asked)}, ${listPart(asked)}, ${wanted(project)},
       ${objects(project)}
     SELECT v.sort_key, v.id, v.kind, v.stack, v.object_row, ${CAMPAIGN_PART},
       ${ofDiscount(about, DISCOUNT)}, ${ruleSetsUncounted(about)}, ${yielding(about)},
       ${referredByOwn(about)}, ${categoryJson("v")} AS category_row,
       ${showsAssignments ? ASSIGNMENTS : sql`'[]'`} AS assigned
       ${beside ? sql`, ${beside}` : nothing}
     FROM v WHERE v.object_row IS NOT NULL`;
}
