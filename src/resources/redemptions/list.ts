import { load } from "../../commit/load";
import type { Found } from "../../commit/named";
import { readPage, readRows } from "../../commit/read";
import { goodsByIds, idsOfLines } from "../../db/goods-shown";
import { orderBytes, sortKey } from "../../db/ledger-rows";
import { given, type PageRequest } from "../../db/list";
import { pageOf, pageReads } from "../../db/page";
import { type Fragment, param, raw, sql } from "../../db/sql";
import { type CustomerRow, customers } from "../../db/tables/customers";
import { orderLines, orders, type RedemptionRow, redemptions } from "../../db/tables/redemptions";
import { vouchers } from "../../db/tables/vouchers";
import { EITHER, valueOfEither } from "../../db/voucher-halves";
import { notFound } from "../../errors";
import type { Page } from "../../http/page";
import { firstId } from "../../lib/id";
import { wantedOf } from "../../listing/check";
import { type Listed, listWalked } from "../../listing/walk";
import type { OrderItemInput } from "../../model/order";
import type { Scope } from "../../scope/scope";
import { campaignNamed } from "../campaigns/sql";
import { customerNamed, decodeCustomer } from "../customers/store";
import { type Display, displayOfRows, goodsNamed } from "../orders/display";
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

/** What entries refer to, as selects of ids; null where none refers to any. */
type RelatedIds = Record<"vouchers" | "customers" | "tiers" | "goods", Fragment | null>;

/** What the one entry refers to that a statement selects. */
function namedIn(selected: Fragment): RelatedIds {
  const of = (column: string) => sql`SELECT ${raw(column)} FROM (${selected})`;
  const lines = sql`SELECT j.value AS items FROM (${selected}) s,
    json_each(json_array(s."order"->'$.items', s.told_lines->'$.items')) j`;
  return {
    vouchers: sql`${of("voucher_id")} UNION ALL ${of("effects->>'$.given.voucher_id'")}`,
    customers: of("customer_id"),
    tiers: of("promotion_tier_id"),
    goods: idsOfLines(lines),
  };
}

/** Orders in the ledger have lines as they were sent. */
const linesOf = ({ order }: RedemptionRow) => (order?.items ?? []) as Partial<OrderItemInput>[];

/** What entries refer to that were read. */
function namedBy(entries: readonly RedemptionRow[]): RelatedIds {
  const of = (...ids: (string | null | undefined)[]): Fragment | null => {
    const set = new Set(ids.filter((id) => typeof id === "string"));
    return set.size > 0
      ? sql`SELECT value AS id FROM json_each(${JSON.stringify([...set])})`
      : null;
  };
  return {
    vouchers: of(...entries.flatMap((row) => [row.voucher_id, row.effects.given?.voucher_id])),
    customers: of(...entries.map(({ customer_id }) => customer_id)),
    tiers: of(...entries.map(({ promotion_tier_id }) => promotion_tier_id)),
    goods: of(...goodsNamed(entries.flatMap(linesOf))),
  };
}

/** The rows of what entries refer to. */
function relatedTo(scope: Scope, { vouchers, customers, tiers, goods }: RelatedIds) {
  const project = param(scope.project.id);
  return {
    vouchers:
      vouchers &&
      sql`${WITH_ASSIGNMENTS} INDEXED BY vouchers_id
        WHERE v.project_id = ${project} AND ${EITHER} AND v.id IN (${vouchers})`,
    customers:
      customers &&
      sql`SELECT * FROM customers WHERE project_id = ${project} AND id IN (${customers})`,
    tiers: tiers && tiersOf(project, tiers),
    goods: goods && goodsByIds(project, goods),
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
  const related = relatedTo(scope, namedIn(selected));
  const found = await load(scope, { rows: selected, ...related });
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
  related: { bytes: shownBeside, tables: [orders, orderLines, vouchers, customers] },
  project: sql`r.project_id = ${scope.project.id}`,
  ...filtered,
  sort: {
    ...(named(page.order) === "customer_id" ? BY_CUSTOMER : BY_TIME),
    isDescending: page.order.startsWith("-"),
  },
  limit: page.limit,
  page: page.page,
});

/** Entries with what they refer to: in a second round trip, by the ids of the first. */
async function shown(scope: Scope, page: Page<RedemptionRow>): Promise<Page<ViewedRedemption>> {
  if (page.items.length === 0) return { ...page, items: [] };
  const related = relatedOf(await load(scope, relatedTo(scope, namedBy(page.items))));
  return { ...page, items: page.items.map((row) => show(scope, row, related)) };
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
      entries: async (request) => shown(scope, await readRows(scope, request, decodeTold)),
      keyOf: ({ id }) => sortKey(id),
    });
  }
  const filterIndex = filterIndexOf(query);
  const filters = [
    ...(filterIndex === undefined ? ofResult(query) : []),
    ...filtersOf(scope, query),
  ];
  const request = requestOf(scope, { filters, filterIndex }, query);
  return shown(scope, await readPage(scope, request, decodeTold));
}

/** A page of one voucher's redemptions and rollbacks, newest first, with the voucher itself. */
export async function listOfVoucher(scope: Scope, code: string, query: EntriesQuery) {
  const filters = [sql`r.voucher_id = ${idOfNamed(scope, code)}`];
  const page = { ...query, order: "-created_at" as const };
  const request = requestOf(scope, { filters, filterIndex: "redemptions_voucher" }, page);
  const { named, ...found } = await load(scope, {
    named: byNames(scope, [code]),
    ...pageReads(request),
  });
  const voucher = pick(scope, named.map(decodeVoucher), code);
  if (!voucher) throw notFound("voucher", code);
  return { voucher, ...(await shown(scope, pageOf(found, decodeTold, query))) };
}
