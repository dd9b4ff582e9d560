import { load } from "../../commit/load";
import { readPage } from "../../commit/read";
import type { RawRow } from "../../db/client";
import { given, type PageRequest } from "../../db/list";
import { isPageCut, pageStatement, totalOf, totalStatement } from "../../db/page";
import { type Fragment, sql } from "../../db/sql";
import { type CustomerRow, customers } from "../../db/tables/customers";
import type { Page } from "../../http/page";
import { firstId } from "../../lib/id";
import { type Listed, listRows } from "../../listing/walk";
import type { Scope } from "../../scope/scope";
import { meetsSegment } from "./in-segment";
import type { CustomerQuery } from "./schema";
import { decodeFilter, filterOfSegment, isMember } from "./segment-store";
import { decodeCustomer } from "./store";

const SORTS = {
  created_at: { column: "c.id", tieBreak: "c.project_id", isNullable: false },
  updated_at: {
    column: "c.updated_at",
    tieBreak: "c.id",
    isNullable: true,
    index: "customers_updated",
    unsetIndex: "customers_never_updated",
  },
  source_id: {
    column: "c.source_id",
    tieBreak: "c.id",
    isNullable: true,
    index: "customers_source_id",
    isUnsetSought: true,
  },
} as const;

const EMAIL_INDEX = "customers_email";
const UPDATED_INDEX = "customers_updated";

/** Without the hint SQLite walks all customers in the order of the list, looking for what fits. */
const indexOf = ({ email, updated_at }: CustomerQuery): string | undefined =>
  email !== undefined ? EMAIL_INDEX : updated_at !== undefined ? UPDATED_INDEX : undefined;

/**
 * Those updated in a span come in the order of their updates, which is that of the index; who
 * scrolls goes on by creation.
 */
const orderOf = ({ order, updated_at, starting_after }: CustomerQuery): string =>
  order ?? (updated_at === undefined || starting_after ? "-created_at" : "-updated_at");

/**
 * Ids begin with their time: a range of creation times is a range of ids, served by their index.
 */
function filtersOf(query: CustomerQuery): Fragment[] {
  const { email, created_at: created, updated_at: updated } = query;
  const bound = (text: string, at: string | undefined, shiftMs: number) =>
    given(text, at && firstId("cust", Date.parse(at) + shiftMs));
  return [
    ...given("c.email =", email),
    ...bound("c.id <", created?.before, 0),
    ...bound("c.id >=", created?.after, 1),
    ...given("c.updated_at <", updated?.before),
    ...given("c.updated_at >", updated?.after),
  ];
}

/** Customers behind the one that was seen last: SDKs send its time instead of a page number. */
function afterOf(query: CustomerQuery): Fragment[] {
  const { starting_after: at } = query;
  if (at === undefined) return [];
  return orderOf(query).startsWith("-")
    ? [sql`c.id < ${firstId("cust", Date.parse(at))}`]
    : [sql`c.id >= ${firstId("cust", Date.parse(at) + 1)}`];
}

function requestOf(scope: Scope, query: CustomerQuery): PageRequest {
  const order = orderOf(query);
  const filterIndex = indexOf(query);
  const name = order.replace("-", "");
  return {
    table: customers,
    project: sql`c.project_id = ${scope.project.id}`,
    filters: filtersOf(query),
    ...(filterIndex && { filterIndex }),
    sort: {
      ...SORTS[name === "updated_at" || name === "source_id" ? name : "created_at"],
      isDescending: order.startsWith("-"),
    },
    limit: query.limit,
    page: query.page,
  };
}

/** Names, cities and segments have no index, and who has no source id neither. */
const isSought = ({ name, city, segment_id, starting_after_id, order }: CustomerQuery): boolean =>
  (name ?? city ?? segment_id ?? starting_after_id) !== undefined ||
  order?.endsWith("source_id") === true;

/** What is asked of each customer that is looked at. */
const soughtBy = ({ name, city }: CustomerQuery) => [
  ...given("c.name =", name),
  ...given("c.address->>'$.city' =", city),
];

/** More than that are not made in one millisecond. */
const MOST_AT_ONCE = 10_000;

/**
 * The list of those behind the last one of a page that were made in the same millisecond: SDKs go
 * on by its time, which would pass them over.
 */
function madeWith(request: PageRequest, { id, created_at }: CustomerRow): PageRequest {
  const at = Date.parse(created_at);
  const within = request.sort.isDescending
    ? sql`c.id < ${id} AND c.id >= ${firstId("cust", at)}`
    : sql`c.id > ${id} AND c.id < ${firstId("cust", at + 1)}`;
  return { ...request, filters: [...request.filters, within], limit: MOST_AT_ONCE, page: 1 };
}

const read = (scope: Scope, listed: Listed): Promise<Page<CustomerRow>> =>
  listRows(scope, listed, decodeCustomer, ({ id }) => id);

/** A page of what is looked for; of those who scroll with all of its last millisecond. */
async function readSought(
  scope: Scope,
  listed: Listed,
  after: readonly Fragment[],
): Promise<Page<CustomerRow>> {
  const { request } = listed;
  const behind = { ...request, filters: [...request.filters, ...after] };
  const page = await read(scope, { ...listed, request: behind });
  const last = page.items.at(-1);
  if (after.length === 0 || !page.has_more || !last) return page;
  const others = { ...listed, request: madeWith(request, last), starting_after_id: undefined };
  const { items } = await read(scope, others);
  return { ...page, items: [...page.items, ...items] };
}

async function listSought(scope: Scope, query: CustomerQuery): Promise<Page<CustomerRow>> {
  const after = afterOf(query);
  const listed = {
    request: requestOf(scope, query),
    key: { column: "c.id" },
    where: soughtBy(query),
    wanted: null,
    starting_after_id: query.starting_after_id,
  };
  const { segment_id: id } = query;
  if (id === undefined) return readSought(scope, listed, after);
  const { found } = await load(scope, { found: filterOfSegment(scope, id) });
  const filter = found[0] && decodeFilter(found[0]);
  const inSegment = filter
    ? { ...listed, decide: meetsSegment(scope, filter) }
    : { ...listed, few: isMember(scope, id) };
  return readSought(scope, inSegment, after);
}

/** A page of those who scroll. One round trip more where it ends among customers made at once. */
async function scrolled(
  scope: Scope,
  request: PageRequest,
  found: readonly RawRow[],
): Promise<Pick<Page<CustomerRow>, "items" | "has_more">> {
  const rows = found.slice(0, request.limit).map(decodeCustomer);
  const [last, next] = [rows.at(-1), found[request.limit]];
  const has_more = next !== undefined;
  if (!last || last.created_at !== next?.created_at) return { items: rows, has_more };
  const others = await load(scope, { rows: pageStatement(madeWith(request, last)) });
  return { items: [...rows, ...others.rows.map(decodeCustomer)], has_more };
}

/**
 * A page of the project's customers (contract, list envelope; `data_ref` is `customers`). The total
 * is that of the list, wherever a scroll stands in it; `has_more` is there for those who scroll.
 */
export async function listCustomers(
  scope: Scope,
  query: CustomerQuery,
): Promise<Page<CustomerRow>> {
  if (isSought(query)) return listSought(scope, query);
  const after = afterOf(query);
  const request = requestOf(scope, query);
  if (after.length === 0) return readPage(scope, request, decodeCustomer);
  const filters = [...request.filters, ...after];
  const { rows, total } = await load(scope, {
    rows: pageStatement({ ...request, filters, limit: query.limit + 1, page: 1 }),
    total: totalStatement(request),
  });
  const page = await scrolled(scope, request, rows);
  return { ...page, total: totalOf(total), has_more: page.has_more || isPageCut(rows) };
}
