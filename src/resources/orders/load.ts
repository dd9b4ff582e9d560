import { load } from "../../commit/load";
import type { RawRow, Statement } from "../../db/client";
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

const byPerson = (scope: Scope, person: Person): Statement[] =>
  person && isNamed(person) ? [byIdentity(scope, person)] : [];

/** How an order is looked for, and which of the rows it is. */
interface Search {
  statements: Statement[];
  pick: (rows: readonly RawRow[]) => OrderRow | null;
}

/** Reads an order with all that its request names in ONE round trip. */
async function loadAround(
  scope: Scope,
  input: OrderUpdate,
  { statements, pick }: Search,
): Promise<LoadedOrder> {
  const parts = [
    statements,
    byPerson(scope, input.customer),
    byPerson(scope, input.referrer),
    goodsStatements(scope, input.items ?? []),
  ];
  // An order that names nothing needs nothing read.
  const found = parts.flat().length > 0 ? await load(scope, parts.flat()) : [];
  const [orders = [], customers, referrers, goods = []] = parts.map((part) =>
    found.splice(0, part.length),
  );
  const order = pick(orders[0] ?? []);
  const owners = (orders[1] ?? []).map(decodeCustomer);
  const only = (rows: RawRow[][] | undefined): CustomerRow | null =>
    rows?.[0]?.[0] ? decodeCustomer(rows[0][0]) : null;
  return {
    order,
    owner: owners.find(({ id }) => id === order?.customer_id) ?? null,
    customer: only(customers),
    referrer: only(referrers),
    goods: readGoods(goods),
  };
}

/**
 * What a new order, or one that its id or source id names, is planned from; refuses an unknown id.
 */
export async function loadUpsert(scope: Scope, input: OrderCreate): Promise<LoadedOrder> {
  const name = input.id || input.source_id;
  const loaded = await loadAround(scope, input, {
    statements: name ? [byOrderIdentity(scope, input), ownerOf(scope, name)] : [],
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
    statements: [byOrderName(scope, name), ownerOf(scope, name)],
    pick: (rows) => named(rows, name),
  });
  if (!loaded.order) throw notFound("order", name);
  return loaded;
}
