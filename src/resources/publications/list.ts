import { load } from "../../commit/load";
import type { Statement } from "../../db/client";
import { cutOf, type PageRequest, pageStatement, totalOf, totalStatement } from "../../db/page";
import { type Fragment, param, raw, sql } from "../../db/sql";
import { publications } from "../../db/tables/publications";
import { notFound } from "../../errors";
import type { Page } from "../../http/page";
import type { ListedPublication } from "../../model/publication";
import type { Scope } from "../../scope/scope";
import { campaignNamed } from "../campaigns/sql";
import { customerNamed, decodeCustomer } from "../customers/store";
import { WITH_ASSIGNMENTS } from "../vouchers/sql";
import { byNames, decodeVoucher, idOfNamed } from "../vouchers/store";
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

/**
 * Bytes of what is read with an entry, as an expression: metadata of its customer and of its
 * vouchers.
 */
const readBeside = (alias: string): string =>
  `coalesce((SELECT octet_length(c.metadata) FROM customers c
      WHERE c.project_id = ${alias}.project_id AND c.id = ${alias}.customer_id), 0)
    + (SELECT coalesce(sum(octet_length(v.metadata)), 0) FROM json_each(${alias}.voucher_ids) j
      CROSS JOIN vouchers v INDEXED BY vouchers_id
      ON v.project_id = ${alias}.project_id AND v.id = j.value)`;

const requestOf = (scope: Scope, query: Query): PageRequest => ({
  table: publications,
  related: readBeside,
  project: sql`p.project_id = ${scope.project.id}`,
  filters: filtersOf(scope, query),
  filterIndex: filterIndexOf(query),
  sort: {
    column: "p.id",
    tieBreak: "p.project_id",
    isDescending: query.order.startsWith("-"),
    isNullable: false,
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
      AND v.id IN (SELECT j.value FROM (${selected}) s, json_each(s.voucher_ids) j)`,
    customers: sql`SELECT * FROM customers
      WHERE project_id = ${project} AND id IN (SELECT customer_id FROM (${selected}))`,
  };
}

async function pageOf(scope: Scope, query: Query, voucher: Statement | null) {
  const request = requestOf(scope, query);
  const found = await load(scope, {
    rows: pageStatement(request),
    total: totalStatement(request),
    ...relatedTo(scope, pageStatement({ ...request, select: RELATED })),
    voucher,
  });
  const vouchers = found.vouchers.map(decodeVoucher);
  const customers = found.customers.map(decodeCustomer);
  const items = found.rows.map(decodePublication).map((row) =>
    viewListed(scope, row, {
      vouchers,
      customer: customers.find(({ id }) => id === row.customer_id) ?? null,
    }),
  );
  const page = { items, total: totalOf(found.total), ...cutOf(found.rows) };
  return { page, isKnown: found.voucher.length > 0 };
}

/** A page of the project's publications, also of those that failed. */
export const listPublications = async (
  scope: Scope,
  query: PublicationQuery,
): Promise<Page<ListedPublication>> => (await pageOf(scope, query, null)).page;

/** A page of the publications of one voucher, which a voucher names as its `publish.url`. */
export async function listOfVoucher(
  scope: Scope,
  code: string,
  query: VoucherPublicationQuery,
): Promise<Page<ListedPublication>> {
  const named = byNames(scope, [code]);
  const { page, isKnown } = await pageOf(scope, { ...query, voucher: code }, named);
  if (!isKnown) throw notFound("voucher", code);
  return page;
}
