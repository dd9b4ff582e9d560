import { readPage } from "../../commit/read";
import { given, type PageRequest } from "../../db/list";
import { type Fragment, raw, sql, valuesOf } from "../../db/sql";
import { vouchers } from "../../db/tables/vouchers";
import { halfText, LIVE } from "../../db/voucher-halves";
import type { Page } from "../../http/page";
import { firstId } from "../../lib/id";
import { wantedOf } from "../../listing/check";
import { type Listed, listRows } from "../../listing/walk";
import type { Scope } from "../../scope/scope";
import { campaignNamed } from "../campaigns/sql";
import { voucherFields } from "./fields-store";
import type { VoucherQuery } from "./schema";
import { HALVES, WITH_ASSIGNMENTS } from "./sql";
import { decodeVoucher, keyOf, type StoredVoucher } from "./store";

const NOT_DELETED = raw("v.deleted_at IS NULL");
const LIVE_ONES = halfText("live");

const SORTS = {
  created_at: {
    column: "v.id",
    tieBreak: "v.code_key",
    isNullable: false,
    index: "vouchers_id",
    where: LIVE_ONES,
  },
  updated_at: {
    column: "v.updated_at",
    tieBreak: "v.id",
    isNullable: true,
    index: "vouchers_updated",
    // Finds vouchers that were never updated; an index of only those would cost every new code a
    // further row.
    unsetIndex: "vouchers_id",
    unsetWhere: LIVE_ONES,
    where: "v.deleted_at IS NULL",
    isUnsetSought: true,
  },
  code: { column: "v.code_key", tieBreak: "v.project_id", isNullable: false },
} as const;

const isBounded = (range: VoucherQuery["updated_at"]): boolean =>
  range?.before !== undefined || range?.after !== undefined;

const sortOf = ({ order, updated_at }: VoucherQuery) => {
  const isDescending = order.startsWith("-");
  const name = isDescending ? order.slice(1) : order;
  const key = name === "updated_at" || name === "code" ? name : "created_at";
  // A filter on the update leaves no voucher that was never updated.
  const isNullable = SORTS[key].isNullable && !isBounded(updated_at);
  return { ...SORTS[key], isNullable, isDescending };
};

/** The index of the narrowest filter; a code is found by the primary key. */
function filterIndexOf(query: VoucherQuery): string | undefined {
  if (query.code !== undefined) return undefined;
  if (query.ids !== undefined) return "vouchers_id";
  if (query.customer !== undefined) return "vouchers_holder";
  if (query.campaign_id !== undefined || query.campaign !== undefined) return "vouchers_pool";
  if (query.category !== undefined) return "vouchers_category";
  if (isBounded(query.updated_at)) return "vouchers_updated";
  return isBounded(query.created_at) ? "vouchers_id" : undefined;
}

/** The campaign by either name; two that are not the same have no voucher in common. */
const campaignsOf = ({ campaign_id, campaign }: VoucherQuery): string[] =>
  [campaign_id, campaign].filter((name) => name !== undefined);

/** A campaign's own count, where the list is of all its vouchers: counting them would read them. */
function totalOfVouchers(scope: Scope, request: PageRequest, query: VoucherQuery) {
  const [campaign] = campaignsOf(query);
  if (campaign === undefined || request.filters.length > 1) return undefined;
  return sql`SELECT vouchers_count FROM campaigns
    WHERE project_id = ${scope.project.id} AND id = ${campaignNamed(scope, campaign)}`;
}

/**
 * Ids begin with their time: a range of creation times is a range of ids, served by their index.
 */
function filtersOf(scope: Scope, query: VoucherQuery): Fragment[] {
  const { created_at: created, updated_at: updated } = query;
  const bound = (text: string, at: string | undefined, shiftMs: number) =>
    given(text, at && firstId("v", Date.parse(at) + shiftMs));
  return [
    ...given("v.code_key =", query.code && keyOf(scope, query.code)),
    ...(query.ids === undefined ? [] : [sql`v.id IN (${valuesOf(query.ids)})`]),
    ...given("v.category =", query.category),
    ...campaignsOf(query).map((name) => sql`v.campaign_id = ${campaignNamed(scope, name)}`),
    ...(query.customer === undefined
      ? []
      : [
          sql`v.holder_id IN (
              SELECT id FROM customers
              WHERE project_id = ${scope.project.id} AND id = ${query.customer}
              UNION ALL SELECT id FROM customers
              WHERE project_id = ${scope.project.id} AND source_id = ${query.customer})`,
        ]),
    ...(filterIndexOf(query) === "vouchers_id" ? [LIVE] : []),
    ...bound("v.id <", created?.before, 0),
    ...bound("v.id >=", created?.after, 1),
    ...(isBounded(updated) ? [NOT_DELETED] : []),
    ...given("v.updated_at <", updated?.before),
    ...given("v.updated_at >", updated?.after),
  ];
}

/** What is not deleted, found by what an index serves. */
function requestOf(scope: Scope, query: VoucherQuery): PageRequest {
  const sort = sortOf(query);
  const filterIndex = filterIndexOf(query);
  return {
    table: vouchers,
    select: WITH_ASSIGNMENTS,
    project: sql`v.project_id = ${scope.project.id}`,
    filters: filtersOf(scope, query),
    filterIndex,
    ...(filterIndex === "vouchers_pool" && { halves: HALVES }),
    sort,
    limit: query.limit,
    page: query.page,
  };
}

/** Whether the indexes that it walks lead to live vouchers alone. */
const isOfLive = ({ filters, filterIndex, sort }: PageRequest): boolean =>
  filters.length === 0
    ? sort.where !== undefined
    : filterIndex === "vouchers_id" || filterIndex === "vouchers_updated";

/** What was updated in a span is found in the order of its updates, and sorted then. */
function inItsOrder(request: PageRequest): Pick<Listed, "request" | "by"> {
  const { sort } = request;
  if (request.filterIndex !== "vouchers_updated" || sort.column === "v.updated_at") {
    return { request };
  }
  const { isDescending } = sort;
  const byUpdate = { ...SORTS.updated_at, isNullable: false, isDescending };
  return { request: { ...request, sort: byUpdate }, by: sort.column };
}

/** Whether an index that serves the filter has another order than the one that is asked for. */
function isSortedAnew(query: VoucherQuery): boolean {
  const index = query.ids === undefined ? filterIndexOf(query) : undefined;
  const own = index === "vouchers_updated" ? "v.updated_at" : "v.id";
  return index !== undefined && sortOf(query).column !== own;
}

/** What no index serves: filters, and what is found by an index in another order than that. */
export const filteredVouchers = (scope: Scope, query: VoucherQuery): Listed => ({
  ...inItsOrder(requestOf(scope, query)),
  key: { column: "v.id", index: "vouchers_id", where: LIVE },
  where: [NOT_DELETED],
  wanted: wantedOf(voucherFields(scope), query.filters),
  starting_after_id: query.starting_after_id,
});

const listFiltered = (scope: Scope, query: VoucherQuery): Promise<Page<StoredVoucher>> =>
  listRows(scope, filteredVouchers(scope, query), decodeVoucher, ({ id }) => id);

/** A page of the project's vouchers (contract, list envelope; `data_ref` is `vouchers`). */
export async function listVouchers(
  scope: Scope,
  query: VoucherQuery,
): Promise<Page<StoredVoucher>> {
  if ((query.filters ?? query.starting_after_id) !== undefined || isSortedAnew(query)) {
    return listFiltered(scope, query);
  }
  const listed = requestOf(scope, query);
  const request = isOfLive(listed)
    ? listed
    : { ...listed, project: sql`${listed.project} AND ${NOT_DELETED}` };
  const total = totalOfVouchers(scope, request, query);
  return readPage(scope, { ...request, total }, decodeVoucher);
}
