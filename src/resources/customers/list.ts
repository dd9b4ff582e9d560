import { type Condition, pageStatement, totalOf, totalStatement, where } from "../../db/page";
import type { CustomerRow } from "../../db/tables/customers";
import { load } from "../../events/effect";
import type { Page } from "../../http/page";
import type { Scope } from "../../http/scope";
import { firstId } from "../../lib/id";
import type { CustomerQuery } from "./schema";
import { decodeCustomer } from "./store";

const SORTS = {
  created_at: { column: "c.id", tieBreak: "c.project_id", isNullable: false },
  updated_at: { column: "c.updated_at", tieBreak: "c.id", isNullable: true },
} as const;

/** Without it SQLite walks all customers in the order of the list, looking for the address. */
const BY_EMAIL = "INDEXED BY customers_email";

/** Ids begin with their time: a range of creation times is a range of ids, served by their index. */
function filtersOf({ email, created_at: created }: CustomerQuery): Condition[] {
  const bound = (sql: string, at: string | undefined, shiftMs: number) =>
    at === undefined ? [] : [where(sql, firstId("cust", Date.parse(at) + shiftMs))];
  return [
    ...(email === undefined ? [] : [where("c.email = ?", email)]),
    ...bound("c.id < ?", created?.before, 0),
    ...bound("c.id >= ?", created?.after, 1),
  ];
}

/** A page of the project's customers (contract, list envelope; `data_ref` is `customers`). */
export async function listCustomers(
  scope: Scope,
  query: CustomerQuery,
): Promise<Page<CustomerRow>> {
  const isDescending = query.order.startsWith("-");
  const request = {
    select: `SELECT c.* FROM customers c ${query.email === undefined ? "" : BY_EMAIL}`,
    project: where("c.project_id = ?", scope.project.id),
    filters: filtersOf(query),
    sort: {
      ...SORTS[query.order.endsWith("updated_at") ? "updated_at" : "created_at"],
      isDescending,
    },
    limit: query.limit,
    page: query.page,
  };
  const [rows = [], total] = await load(scope, [
    pageStatement(request),
    totalStatement(request, "customers c", "customers", scope.project.id),
  ]);
  return { items: rows.map(decodeCustomer), total: totalOf(total) };
}
