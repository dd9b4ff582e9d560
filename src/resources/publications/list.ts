import { load } from "../../commit/load";
import type { RawRow, Statement } from "../../db/client";
import { type PageRequest, pageOf, pageStatement, totalStatement } from "../../db/page";
import { type Fragment, param, raw, sql } from "../../db/sql";
import { publications } from "../../db/tables/publications";
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

/** A code is given once, to its first holder: the referees of a referral code come behind. */
const ofVoucher = (scope: Scope, name: string): Fragment =>
  sql`p.id IN (SELECT publication_id FROM redeemable_holders
    INDEXED BY redeemable_holders_redeemable
    WHERE project_id = ${scope.project.id} AND redeemable_id = ${idOfNamed(scope, name)}
    ORDER BY id LIMIT 1)`;

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
  related: readBeside,
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

/** Has another alias than the list, so that each alias means one thing in a statement. */
const RELATED = sql`SELECT q.voucher_ids, q.customer_id FROM publications q`;

/** The vouchers and customers that the publications of a statement refer to. */
function relatedTo(scope: Scope, selected: Fragment) {
  const project = param(scope.project.id);
  return {
    vouchers: sql`${WITH_ASSIGNMENTS} INDEXED BY vouchers_id WHERE v.project_id = ${project}
      AND ${EITHER} AND v.id IN (SELECT j.value FROM (${selected}) s, json_each(s.voucher_ids) j)`,
    customers: sql`SELECT * FROM customers
      WHERE project_id = ${project} AND id IN (SELECT customer_id FROM (${selected}))`,
  };
}

async function entriesOf(
  scope: Scope,
  request: PageRequest,
  beside: { total: Statement | null; voucher: Statement | null },
) {
  const found = await load(scope, {
    rows: pageStatement(request),
    ...relatedTo(scope, pageStatement({ ...request, select: RELATED })),
    ...beside,
  });
  const vouchers = found.vouchers.map(decodeVoucher);
  const customers = found.customers.map(decodeCustomer);
  const show = (raw: RawRow) => {
    const row = decodePublication(raw);
    const customer = customers.find(({ id }) => id === row.customer_id) ?? null;
    return viewListed(scope, row, { vouchers, customer });
  };
  const page = pageOf(found, show, request);
  return { page, isKnown: found.voucher.length > 0 };
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
  const alone = { total: null, voucher: null };
  if (!isServed(query)) {
    return listWalked(scope, filteredPublications(scope, query), {
      entries: async (request) => (await entriesOf(scope, request, alone)).page,
      keyOf: ({ id }) => id,
    });
  }
  const request = requestOf(scope, query);
  return (await entriesOf(scope, request, { ...alone, total: totalStatement(request) })).page;
}

/** A page of the publications of one voucher, which a voucher names as its `publish.url`. */
export async function listOfVoucher(
  scope: Scope,
  code: string,
  query: VoucherPublicationQuery,
): Promise<Page<ListedPublication>> {
  const voucher = byNames(scope, [code]);
  const request = requestOf(scope, { ...query, voucher: code });
  const beside = { total: totalStatement(request), voucher };
  const { page, isKnown } = await entriesOf(scope, request, beside);
  if (!isKnown) throw notFound("voucher", code);
  return page;
}
