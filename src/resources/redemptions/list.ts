import { load } from "../../commit/load";
import type { Found } from "../../commit/named";
import type { Statement } from "../../db/client";
import { goodsOfLines } from "../../db/goods-shown";
import { orderBytes, sortKey, toldLines } from "../../db/ledger-rows";
import { given, type PageRequest, pageOf, pageStatement, totalStatement } from "../../db/page";
import { type Fragment, param, raw, sql } from "../../db/sql";
import type { CustomerRow } from "../../db/tables/customers";
import { type RedemptionRow, redemptions } from "../../db/tables/redemptions";
import { EITHER, valueOfEither } from "../../db/voucher-halves";
import { notFound } from "../../errors";
import type { Page } from "../../http/page";
import { firstId } from "../../lib/id";
import { wantedOf } from "../../listing/check";
import { type Listed, listWalked } from "../../listing/walk";
import type { Scope } from "../../scope/scope";
import { campaignNamed } from "../campaigns/sql";
import { customerNamed, decodeCustomer } from "../customers/store";
import { type Display, displayOfRows } from "../orders/display";
import { WITH_ASSIGNMENTS } from "../vouchers/sql";
import { byNames, decodeVoucher, idOfNamed, pick, type StoredVoucher } from "../vouchers/store";
import { CAMPAIGN_ID, redemptionFields, VOUCHER_CODE } from "./fields-store";
import type { EntriesQuery, RedemptionQuery } from "./schema";
import { decodeShownTier, type ShownTier, tiersOf } from "./sql";
import { byRedemptionId, decodeTold, TOLD } from "./store";
import { type ViewedRedemption, viewRedemption } from "./view";

/** Entries with the vouchers and customers they refer to, all read in one round trip. */
interface Related {
  vouchers: StoredVoucher[];
  tiers: ShownTier[];
  customers: CustomerRow[];
  display: Display;
}

/** Has another alias than the list, so that each alias means one thing in a statement. */
const RELATED = sql`SELECT q.voucher_id, q.customer_id, q.promotion_tier_id, q.effects, q."order",
  ${raw(toldLines("q"))} AS told_lines FROM redemptions q`;

/**
 * Bytes of what an entry shows beside itself; an order of many short lines of goods with many notes
 * is shown in many times its length.
 */
const shownBeside = (alias: string): string =>
  `10 * ${orderBytes(alias)}
    + coalesce(${valueOfEither("octet_length(v.metadata)", {
      project: `${alias}.project_id`,
      id: `${alias}.voucher_id`,
    })}, 0)
    + coalesce((SELECT octet_length(c.metadata) FROM customers c
      WHERE c.project_id = ${alias}.project_id AND c.id = ${alias}.customer_id), 0)`;

/** The vouchers, customers and goods of the entries that a statement selects. */
function relatedTo(scope: Scope, selected: Fragment) {
  const project = param(scope.project.id);
  const of = (column: string) => sql`(SELECT ${raw(column)} FROM (${selected}))`;
  return {
    vouchers: sql`${WITH_ASSIGNMENTS} INDEXED BY vouchers_id
      WHERE v.project_id = ${project} AND ${EITHER}
        AND v.id IN (SELECT j.value FROM (${selected}) s,
        json_each(json_array(s.voucher_id, s.effects->>'$.given.voucher_id')) j)`,
    customers: sql`SELECT * FROM customers
      WHERE project_id = ${project} AND id IN ${of("customer_id")}`,
    tiers: tiersOf(project, of("promotion_tier_id")),
    goods: goodsOfLines(
      project,
      sql`SELECT j.value AS items FROM (${selected}) s,
        json_each(json_array(s."order"->'$.items', s.told_lines->'$.items')) j`,
    ),
  };
}

const show = (scope: Scope, row: RedemptionRow, related: Related) => {
  const { vouchers, tiers, customers, display } = related;
  return viewRedemption(scope, row, {
    display,
    voucher: vouchers.find(({ id }) => id === row.voucher_id) ?? null,
    tier: tiers.find(({ tier }) => tier.id === row.promotion_tier_id) ?? null,
    customer: customers.find(({ id }) => id === row.customer_id) ?? null,
    given: vouchers.find(({ id }) => id === row.effects.given?.voucher_id) ?? null,
  });
};

const relatedOf = ({
  vouchers,
  customers,
  tiers,
  goods,
}: Found<ReturnType<typeof relatedTo>>): Related => ({
  vouchers: vouchers.map(decodeVoucher),
  tiers: tiers.map(decodeShownTier),
  customers: customers.map(decodeCustomer),
  display: displayOfRows(goods),
});

/** One entry of the ledger: a redemption, a failed one, or a rollback. */
export async function getRedemption(scope: Scope, id: string): Promise<ViewedRedemption> {
  const selected = byRedemptionId(scope, id);
  const found = await load(scope, { rows: selected, ...relatedTo(scope, selected) });
  const [row] = found.rows.map(decodeTold);
  if (!row) throw notFound("redemption", id);
  return show(scope, row, relatedOf(found));
}

const ofResult = ({ result }: RedemptionQuery): Fragment[] =>
  result === undefined ? [] : [raw(`r.result = '${result}'`)];

/** What an index serves; a result does where nothing else is asked for. */
function filtersOf(scope: Scope, query: RedemptionQuery): Fragment[] {
  const { created_at: created } = query;
  const bound = (text: string, at: string | undefined, shiftMs: number) =>
    given(text, at && sortKey(firstId("r", Date.parse(at) + shiftMs)));
  return [
    // A literal, so that SQLite sees that the index of failures serves it.
    ...(filterIndexOf(query) === FAILED ? ofResult(query) : []),
    ...(query.customer === undefined
      ? []
      : [sql`r.customer_id = ${customerNamed(scope, query.customer)}`]),
    ...bound("r.sort_key <", created?.before, 0),
    ...bound("r.sort_key >=", created?.after, 1),
  ];
}

const FAILED = "redemptions_failed";

/** Most entries are successes: those are found by walking the ledger itself. */
function filterIndexOf({ customer, result }: RedemptionQuery): string | undefined {
  if (customer !== undefined) return "redemptions_customer";
  return result === "FAILURE" ? FAILED : undefined;
}

const BY_TIME = {
  column: "r.sort_key",
  tieBreak: "r.project_id",
  isNullable: false,
};

/** Customers in their order, then what nobody is known to have redeemed. */
const BY_CUSTOMER = {
  column: "r.customer_id",
  tieBreak: "r.sort_key",
  isNullable: true,
  index: "redemptions_customer",
  isUnsetSought: true,
};

/** Orders that no index has: what was looked at is sorted. */
const SORTED: Partial<Record<string, string>> = {
  voucher_code: VOUCHER_CODE,
  tracking_id: "r.tracking_id",
};

const named = (order: string): string => order.replace("-", "");

const requestOf = (
  scope: Scope,
  filtered: Pick<PageRequest, "filters" | "filterIndex">,
  page: Pick<RedemptionQuery, "limit" | "page" | "order">,
): PageRequest => ({
  table: redemptions,
  select: sql`SELECT ${raw(TOLD)} FROM redemptions r`,
  related: shownBeside,
  project: sql`r.project_id = ${scope.project.id}`,
  ...filtered,
  sort: {
    ...(named(page.order) === "customer_id" ? BY_CUSTOMER : BY_TIME),
    isDescending: page.order.startsWith("-"),
  },
  limit: page.limit,
  page: page.page,
});

async function entriesOf(scope: Scope, request: PageRequest, total: Statement | null) {
  const selected = pageStatement(request);
  const found = await load(scope, {
    rows: selected,
    total,
    ...relatedTo(scope, pageStatement({ ...request, select: RELATED })),
  });
  const related = relatedOf(found);
  return pageOf(found, (row) => show(scope, decodeTold(row), related), request);
}

/** What is asked of each entry, since no index leads to it. */
const soughtBy = (scope: Scope, query: RedemptionQuery): Fragment[] => [
  ...(filterIndexOf(query) === FAILED ? [] : ofResult(query)),
  ...(query.campaign === undefined
    ? []
    : [sql`${raw(CAMPAIGN_ID)} = ${campaignNamed(scope, query.campaign)}`]),
];

/** Filters, campaigns, and orders by something else than time. */
export function filteredRedemptions(scope: Scope, query: RedemptionQuery): Listed {
  const filterIndex = filterIndexOf(query);
  return {
    request: requestOf(scope, { filters: filtersOf(scope, query), filterIndex }, query),
    key: { column: "r.sort_key" },
    where: soughtBy(scope, query),
    wanted: wantedOf(redemptionFields(scope), query.filters),
    by: SORTED[named(query.order)],
    starting_after_id: query.starting_after_id,
  };
}

/** Whether an index serves all that is asked for; most entries are successes, found by the way. */
const isServed = ({ filters, starting_after_id, campaign, ...query }: RedemptionQuery): boolean =>
  (filters ?? starting_after_id ?? campaign) === undefined &&
  ["created_at", "id"].includes(named(query.order));

/** A page of the project's ledger of redemptions and rollbacks. */
export async function listRedemptions(
  scope: Scope,
  query: RedemptionQuery,
): Promise<Page<ViewedRedemption>> {
  if (!isServed(query)) {
    return listWalked(scope, filteredRedemptions(scope, query), {
      entries: (request) => entriesOf(scope, request, null),
      keyOf: ({ id }) => sortKey(id),
    });
  }
  const filterIndex = filterIndexOf(query);
  const filters = [
    ...(filterIndex === undefined ? ofResult(query) : []),
    ...filtersOf(scope, query),
  ];
  const request = requestOf(scope, { filters, filterIndex }, query);
  return entriesOf(scope, request, totalStatement(request));
}

/** A page of one voucher's redemptions and rollbacks, newest first, with the voucher itself. */
export async function listOfVoucher(scope: Scope, code: string, query: EntriesQuery) {
  const filters = [sql`r.voucher_id = ${idOfNamed(scope, code)}`];
  const page = { ...query, order: "-created_at" as const };
  const request = requestOf(scope, { filters, filterIndex: "redemptions_voucher" }, page);
  const selected = pageStatement(request);
  const { named, rows, total, ...related } = await load(scope, {
    named: byNames(scope, [code]),
    rows: selected,
    total: totalStatement(request),
    ...relatedTo(scope, pageStatement({ ...request, select: RELATED })),
  });
  const voucher = pick(scope, named.map(decodeVoucher), code);
  if (!voucher) throw notFound("voucher", code);
  const found = relatedOf(related);
  return {
    voucher,
    ...pageOf({ rows, total }, (row) => show(scope, decodeTold(row), found), query),
  };
}
