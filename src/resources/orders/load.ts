import { load } from "../../commit/load";
import type { RawRow, Statement } from "../../db/client";
import { goodsGiven, goodsOfOrders } from "../../db/goods-shown";
import { type Fragment, param } from "../../db/sql";
import type { CustomerRow } from "../../db/tables/customers";
import type { OrderRow } from "../../db/tables/redemptions";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";
import { byIdentity, decodeCustomer, isNamed } from "../customers/store";
import { goodsStatements, readGoods } from "./goods";
import type { LoadedOrder } from "./plan";
import type { OrderCreate, OrderUpdate } from "./schema";
import { byOrderIdentity, byOrderName, decodeOrder, named, ownerOf } from "./store";

type Person = OrderUpdate["customer"] | OrderUpdate["referrer"];

const byPerson = (scope: Scope, person: Person): Statement | null =>
  person && isNamed(person) ? byIdentity(scope, person) : null;

/** How an order and its owner are looked for, and which of the rows the order is. */
interface Search {
  orders: Fragment | null;
  owners: Statement | null;
  pick: (rows: readonly RawRow[]) => OrderRow | null;
}

const only = ([row]: readonly RawRow[]): CustomerRow | null => (row ? decodeCustomer(row) : null);

/** Reads an order with all that its request names in ONE round trip. */
async function loadAround(
  scope: Scope,
  input: OrderUpdate,
  { pick, ...search }: Search,
): Promise<LoadedOrder> {
  const goodsShown = input.items ? goodsGiven : goodsOfOrders;
  const found = await load(scope, {
    ...search,
    customer: byPerson(scope, input.customer),
    referrer: byPerson(scope, input.referrer),
    goods: goodsStatements(scope, input.items ?? []),
    lines: search.orders && goodsShown(param(scope.project.id), search.orders),
  });
  const order = pick(found.orders);
  const owners = found.owners.map(decodeCustomer);
  return {
    order,
    owner: owners.find(({ id }) => id === order?.customer_id) ?? null,
    customer: only(found.customer),
    referrer: only(found.referrer),
    goods: readGoods(found.goods),
    lines: found.lines,
  };
}

/**
 * What a new order, or one that its id or source id names, is planned from; refuses an unknown id.
 */
export async function loadUpsert(scope: Scope, input: OrderCreate): Promise<LoadedOrder> {
  const name = input.id || input.source_id;
  const loaded = await loadAround(scope, input, {
    orders: name ? byOrderIdentity(scope, input) : null,
    owners: name ? ownerOf(scope, name) : null,
    pick: (rows) => (rows[0] ? decodeOrder(rows[0]) : null),
  });
  if (input.id && !loaded.order) throw notFound("order", input.id);
  return loaded;
}

/** What an update of the order that a path names is planned from; throws not-found. */
export async function loadUpdate(
  scope: Scope,
  name: string,
  input: OrderUpdate,
): Promise<LoadedOrder> {
  const loaded = await loadAround(scope, input, {
    orders: byOrderName(scope, name),
    owners: ownerOf(scope, name),
    pick: (rows) => named(rows, name),
  });
  if (!loaded.order) throw notFound("order", name);
  return loaded;
}
