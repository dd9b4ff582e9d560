import { load } from "../../commit/load";
import { decode, type Statement, statement } from "../../db/client";
import {
  type Condition,
  cutOf,
  type PageRequest,
  pageStatement,
  totalOf,
  totalStatement,
  where,
} from "../../db/page";
import {
  type VoucherTransactionRow,
  vouchers,
  voucherTransactions,
} from "../../db/tables/vouchers";
import { notFound } from "../../errors";
import type { Page } from "../../http/page";
import { firstId } from "../../lib/id";
import type { Scope } from "../../scope/scope";
import type { TransactionQuery, VoucherQuery } from "./schema";
import {
  byNames,
  campaignNamed,
  decodeVoucher,
  idOfNamed,
  keyOf,
  type StoredVoucher,
  WITH_ASSIGNMENTS,
} from "./store";

const SORTS = {
  created_at: { column: "v.id", tieBreak: "v.code_key", isNullable: false, index: "vouchers_id" },
  updated_at: {
    column: "v.updated_at",
    tieBreak: "v.id",
    isNullable: true,
    index: "vouchers_updated",
    // An index of the others only would cost every new code a row more.
    unsetIndex: "vouchers_id",
  },
  code: { column: "v.code_key", tieBreak: "v.id", isNullable: false },
} as const;

const isBounded = (range: VoucherQuery["updated_at"]): boolean =>
  range?.before !== undefined || range?.after !== undefined;

const sortOf = ({ order, updated_at }: VoucherQuery) => {
  const isDescending = order.startsWith("-");
  const name = isDescending ? order.slice(1) : order;
  const key = name === "updated_at" || name === "code" ? name : "created_at";
  // A range of updates leaves no voucher that was never updated.
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

const campaignOf = ({ campaign_id, campaign }: VoucherQuery): string | undefined =>
  campaign_id ?? campaign;

/** Free codes and given-out ones stand apart in `vouchers_pool`. */
const HALVES = [
  "(v.publish_count = 0 AND v.active = 1 AND v.deleted_at IS NULL) = 1",
  "(v.publish_count = 0 AND v.active = 1 AND v.deleted_at IS NULL) = 0",
];

/** A campaign's own count, where the list is of all its vouchers: counting them would read them. */
function totalOfVouchers(scope: Scope, request: PageRequest, query: VoucherQuery): Statement {
  const campaign = campaignOf(query);
  if (campaign === undefined || request.filters.length > 1) {
    return totalStatement(request, "vouchers v", "vouchers", scope.project.id);
  }
  const { sql, params } = campaignNamed(scope, campaign);
  return statement(
    `SELECT vouchers_count AS total FROM campaigns WHERE project_id = ? AND id = ${sql}`,
    scope.project.id,
    ...params,
  );
}

/** Ids begin with their time: a range of creation times is a range of ids, served by their index. */
function filtersOf(scope: Scope, query: VoucherQuery): Condition[] {
  const { created_at: created, updated_at: updated } = query;
  const campaign = campaignOf(query);
  const { sql, params } = campaignNamed(scope, campaign ?? "");
  const bound = (sql: string, at: string | undefined, shiftMs: number) =>
    at === undefined ? [] : [where(sql, firstId("v", Date.parse(at) + shiftMs))];
  const when = (sql: string, value: string | undefined) =>
    value === undefined ? [] : [where(sql, value)];
  return [
    ...when("v.code_key = ?", query.code && keyOf(scope, query.code)),
    ...when("v.id IN (SELECT value FROM json_each(?))", query.ids && JSON.stringify(query.ids)),
    ...when("v.category = ?", query.category),
    ...(campaign === undefined ? [] : [where(`v.campaign_id = ${sql}`, ...params)]),
    ...(query.customer === undefined
      ? []
      : [
          where(
            `v.holder_id IN (SELECT id FROM customers WHERE project_id = ? AND id = ?
              UNION ALL SELECT id FROM customers WHERE project_id = ? AND source_id = ?)`,
            scope.project.id,
            query.customer,
            scope.project.id,
            query.customer,
          ),
        ]),
    ...bound("v.id < ?", created?.before, 0),
    ...bound("v.id >= ?", created?.after, 1),
    ...when("v.updated_at < ?", updated?.before),
    ...when("v.updated_at > ?", updated?.after),
  ];
}

/** A page of the project's vouchers (contract, list envelope; `data_ref` is `vouchers`). */
export async function listVouchers(
  scope: Scope,
  query: VoucherQuery,
): Promise<Page<StoredVoucher>> {
  const sort = sortOf(query);
  const filterIndex = filterIndexOf(query);
  const isByPool = filterIndex === "vouchers_pool" && sort.column === "v.id";
  const request: PageRequest = {
    table: vouchers,
    select: WITH_ASSIGNMENTS,
    project: where("v.project_id = ? AND v.deleted_at IS NULL", scope.project.id),
    filters: filtersOf(scope, query),
    filterIndex,
    ...(isByPool && { halves: HALVES }),
    sort,
    limit: query.limit,
    page: query.page,
  };
  const [rows = [], total] = await load(scope, [
    pageStatement(request),
    totalOfVouchers(scope, request, query),
  ]);
  return { items: rows.map(decodeVoucher), total: totalOf(total), ...cutOf(rows) };
}

/** Ledger entries after a cursor, one beyond the limit; the opening entry is left out. */
export async function listTransactions(
  scope: Scope,
  code: string,
  query: TransactionQuery,
): Promise<VoucherTransactionRow[]> {
  const isDescending = query.order.startsWith("-");
  const { sql, params } = idOfNamed(scope, code);
  const [named = [], rows = []] = await load(scope, [
    byNames(scope, [code]),
    statement(
      `SELECT * FROM voucher_transactions WHERE project_id = ? AND voucher_id = ${sql} AND type <> 'OPENING'
       ${query.starting_after_id === undefined ? "" : `AND id ${isDescending ? "<" : ">"} ?`}
       ORDER BY id ${isDescending ? "DESC" : "ASC"} LIMIT ?`,
      scope.project.id,
      ...params,
      ...(query.starting_after_id === undefined ? [] : [query.starting_after_id]),
      query.limit + 1,
    ),
  ]);
  if (named.length === 0) throw notFound("voucher", code);
  return rows.map((row) => decode(voucherTransactions, row));
}
