import { load } from "../../commit/load";
import { readPage, readRows } from "../../commit/read";
import type { PageRequest } from "../../db/list";
import { pageOf, pageReads } from "../../db/page";
import { type Fragment, param, raw, sql, valuesOf } from "../../db/sql";
import { customers } from "../../db/tables/customers";
import { type PublicationRow, publications } from "../../db/tables/publications";
import { vouchers } from "../../db/tables/vouchers";
import { EITHER, valueOfEither } from "../../db/voucher-halves";
import { ApiError, notFound } from "../../errors";
import type { Page } from "../../http/page";
import { wantedOf } from "../../listing/check";
import { type Listed, listWalked } from "../../listing/walk";
import type { ListedPublication } from "../../model/publication";
import type { Scope } from "../../scope/scope";
import { campaignNamed } from "../campaigns/sql";
import { customerNamed, decodeCustomer } from "../customers/store";
import { WITH_ASSIGNMENTS } from "../vouchers/sql";
import { byNames, decodeVoucher, idOfNamed } from "../vouchers/store";
import { IS_REFERRAL_CODE, PUBLICATION_FIELDS, VOUCHER_CODE, VOUCHER_TYPE } from "./fields-store";
import type { PublicationQuery, VoucherPublicationQuery } from "./schema";
import { decodePublication } from "./store";
import { viewListed } from "./view";

/** A code is given once, to who holds it; those whom a referral code refers have no publication. */
const ofVoucher = (scope: Scope, name: string): Fragment => {
  const project = param(scope.project.id);
  return sql`p.id IN (SELECT h.publication_id FROM vouchers x INDEXED BY vouchers_id
    CROSS JOIN redeemable_holders h
      ON h.project_id = ${project} AND h.redeemable_id = x.id AND h.customer_id = x.holder_id
    WHERE x.project_id = ${project} AND x.is_live = 1 AND x.id = ${idOfNamed(scope, name)})`;
};

function filtersOf(scope: Scope, query: Partial<PublicationQuery>): Fragment[] {
  const { campaign, customer, voucher, result, source_id } = query;
  return [
    // A literal, so that SQLite sees that the index of failures serves it.
    ...(result === undefined ? [] : [raw(`p.result = '${result}'`)]),
    ...(source_id === undefined ? [] : [sql`p.source_id = ${source_id}`]),
    ...(voucher === undefined ? [] : [ofVoucher(scope, voucher)]),
    ...(customer === undefined ? [] : [sql`p.customer_id = ${customerNamed(scope, customer)}`]),
    ...(campaign === undefined ? [] : [sql`p.campaign_id = ${campaignNamed(scope, campaign)}`]),
  ];
}

/** The index of the narrowest filter; a voucher's publications are found by the primary key. */
function filterIndexOf(query: Partial<PublicationQuery>): string | undefined {
  if (query.source_id !== undefined) return "publications_source_id";
  if (query.voucher !== undefined) return undefined;
  if (query.customer !== undefined) return "publications_customer";
  if (query.campaign !== undefined) return "publications_campaign";
  return query.result === "FAILURE" ? "publications_failed" : undefined;
}

type Query = Pick<PublicationQuery, "limit" | "page" | "order"> & Partial<PublicationQuery>;

const METADATA_BYTES = (project: string): string =>
  valueOfEither("octet_length(v.metadata)", { project, id: "j.value" });

/**
 * Bytes of what is read with an entry, as an expression: metadata of its customer and of its
 * vouchers.
 */
const readBeside = (alias: string): string =>
  `coalesce((SELECT octet_length(c.metadata) FROM customers c
      WHERE c.project_id = ${alias}.project_id AND c.id = ${alias}.customer_id), 0)
    + (SELECT coalesce(sum(${METADATA_BYTES(`${alias}.project_id`)}), 0)
      FROM json_each(${alias}.voucher_ids) j)`;

const named = (order: string): string => order.replace("-", "");

const BY_TIME = { column: "p.id", tieBreak: "p.project_id", isNullable: false };
const BY_CUSTOMER = {
  column: "p.customer_id",
  tieBreak: "p.id",
  isNullable: false,
  index: "publications_customer",
};

/** Orders that no index has: what was looked at is sorted. */
const SORTED: Partial<Record<string, string>> = {
  voucher_code: VOUCHER_CODE,
  tracking_id: "p.tracking_id",
  channel: "p.channel",
};

const requestOf = (scope: Scope, query: Query): PageRequest => ({
  table: publications,
  related: { bytes: readBeside, tables: [vouchers, customers] },
  project: sql`p.project_id = ${scope.project.id}`,
  filters: filtersOf(scope, query),
  filterIndex: filterIndexOf(query),
  sort: {
    ...(named(query.order) === "customer_id" ? BY_CUSTOMER : BY_TIME),
    isDescending: query.order.startsWith("-"),
  },
  limit: query.limit,
  page: query.page,
});

/** The vouchers and customers that publications refer to, each once. */
function relatedTo(scope: Scope, rows: readonly PublicationRow[]) {
  const project = param(scope.project.id);
  const ids = [...new Set(rows.flatMap(({ voucher_ids }) => voucher_ids))];
  const customerIds = [...new Set(rows.map(({ customer_id }) => customer_id))];
  return {
    vouchers: sql`${WITH_ASSIGNMENTS} INDEXED BY vouchers_id
      WHERE v.project_id = ${project} AND ${EITHER} AND v.id IN (${valuesOf(ids)})`,
    customers: sql`SELECT * FROM customers
      WHERE project_id = ${project} AND id IN (${valuesOf(customerIds)})`,
  };
}

/** Publications with what they refer to: in a second round trip, by the ids of the first. */
async function shown(scope: Scope, page: Page<PublicationRow>): Promise<Page<ListedPublication>> {
  const rows = page.items;
  if (rows.length === 0) return { ...page, items: [] };
  const found = await load(scope, relatedTo(scope, rows));
  const known = { vouchers: found.vouchers.map(decodeVoucher) };
  const holders = found.customers.map(decodeCustomer);
  const show = (row: PublicationRow) => {
    const customer = holders.find(({ id }) => id === row.customer_id) ?? null;
    return viewListed(scope, row, { ...known, customer });
  };
  return { ...page, items: rows.map(show) };
}

/** Pages that are found by their number (reference service, limits). */
const MOST_PAGES = 1_000;
/** So many entries are told at once by their number; behind them a list is walked. */
const MOST_NUMBERED = 10_000;

/** Whether the list is of failures, which have an index of their own. */
const isFailed = (query: PublicationQuery): boolean =>
  filterIndexOf(query) === "publications_failed";

/** Filters and orders that no index serves, and pages far behind. */
export function filteredPublications(scope: Scope, query: PublicationQuery): Listed {
  const { result, voucher_type: type, is_referral_code: isReferral, ...served } = query;
  const request = requestOf(scope, isFailed(query) ? query : served);
  return {
    request,
    key: { column: "p.id" },
    where: [
      ...(result === undefined || isFailed(query) ? [] : [raw(`p.result = '${result}'`)]),
      ...(type === undefined ? [] : [sql`${raw(VOUCHER_TYPE)} = ${type}`]),
      ...(isReferral === undefined ? [] : [sql`${raw(IS_REFERRAL_CODE)} = ${Number(isReferral)}`]),
    ],
    wanted: wantedOf(PUBLICATION_FIELDS, query.filters),
    by: SORTED[named(query.order)],
    starting_after_id: query.starting_after_id,
    least: query.page * query.limit,
  };
}

/** Whether an index serves all that is asked for. */
const isServed = (query: PublicationQuery): boolean =>
  (query.filters ?? query.starting_after_id ?? query.voucher_type) === undefined &&
  query.is_referral_code === undefined &&
  query.page * query.limit <= MOST_NUMBERED &&
  ["created_at", "id"].includes(named(query.order));

/** A page of the project's publications, also of those that failed. */
export async function listPublications(
  scope: Scope,
  query: PublicationQuery,
): Promise<Page<ListedPublication>> {
  if (query.page > MOST_PAGES) {
    throw new ApiError("page_over_limit", {
      details: `Property .page cannot be higher than ${MOST_PAGES}`,
    });
  }
  if (isServed(query)) {
    return shown(scope, await readPage(scope, requestOf(scope, query), decodePublication));
  }
  return listWalked(scope, filteredPublications(scope, query), {
    entries: async (request) => shown(scope, await readRows(scope, request, decodePublication)),
    keyOf: ({ id }) => id,
  });
}

/** A page of the publications of one voucher, which a voucher names as its `publish.url`. */
export async function listOfVoucher(
  scope: Scope,
  code: string,
  query: VoucherPublicationQuery,
): Promise<Page<ListedPublication>> {
  const request = requestOf(scope, { ...query, voucher: code });
  const { voucher, ...found } = await load(scope, {
    voucher: byNames(scope, [code]),
    ...pageReads(request),
  });
  if (voucher.length === 0) throw notFound("voucher", code);
  return shown(scope, pageOf(found, decodePublication, request));
}
