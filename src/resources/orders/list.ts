import { load } from "../../commit/load";
import { readPage } from "../../commit/read";
import { goodsByIds } from "../../db/goods-shown";
import { given } from "../../db/list";
import { type Fragment, param, sql, valuesOf } from "../../db/sql";
import { products, skus } from "../../db/tables/catalogue";
import { orders } from "../../db/tables/redemptions";
import type { Page } from "../../http/page";
import { firstId } from "../../lib/id";
import type { Order } from "../../model/order";
import type { Scope } from "../../scope/scope";
import { customerNamed } from "../customers/store";
import { displayOfRows, goodsNamed } from "./display";
import type { OrderQuery } from "./schema";
import { decodeOrder } from "./store";
import { viewOrder, withGoods } from "./view";

const SORTS = {
  created_at: { column: "o.id", tieBreak: "o.project_id", isNullable: false },
  updated_at: {
    column: "o.updated_at",
    tieBreak: "o.id",
    isNullable: true,
    index: "orders_updated",
    unsetIndex: "orders_never_updated",
  },
} as const;

/** One customer and not several: only then their orders stand in the index in order of creation. */
const ofCustomer = (scope: Scope, name: string): Fragment =>
  sql`o.customer_id = ${customerNamed(scope, name)}`;

/**
 * Ids begin with their time: a range of creation times is a range of ids, served by their index.
 */
function filtersOf(scope: Scope, { customer, created_at: created }: OrderQuery): Fragment[] {
  const bound = (text: string, at: string | undefined, shiftMs: number) =>
    given(text, at && firstId("ord", Date.parse(at) + shiftMs));
  return [
    ...(customer === undefined ? [] : [ofCustomer(scope, customer)]),
    ...bound("o.id <", created?.before, 0),
    ...bound("o.id >=", created?.after, 1),
  ];
}

/** Bytes that goods add to an order of many short lines, those that discounts put in as well. */
const shownBeside = (alias: string): string =>
  `10 * (coalesce(octet_length(${alias}.items), 0) + octet_length(${alias}.redemptions))`;

/** A page of the project's orders (contract, list envelope; `data_ref` is `orders`). */
export async function listOrders(scope: Scope, query: OrderQuery): Promise<Page<Order>> {
  const isDescending = query.order.startsWith("-");
  const request = {
    table: orders,
    related: { bytes: shownBeside, tables: [products, skus] },
    project: sql`o.project_id = ${scope.project.id}`,
    filters: filtersOf(scope, query),
    filterIndex: query.customer === undefined ? undefined : "orders_customer",
    sort: {
      ...SORTS[query.order.endsWith("updated_at") ? "updated_at" : "created_at"],
      isDescending,
    },
    limit: query.limit,
    page: query.page,
  };
  const page = await readPage(scope, request, (row) => viewOrder(decodeOrder(row)));
  const ids = goodsNamed(page.items.flatMap(({ items }) => items ?? []));
  const { goods } = await load(scope, {
    goods:
      ids.length > 0
        ? goodsByIds(param(scope.project.id), sql`SELECT value AS id FROM (${valuesOf(ids)})`)
        : null,
  });
  const display = displayOfRows(goods);
  return { ...page, items: page.items.map((order) => withGoods(order, display)) };
}
