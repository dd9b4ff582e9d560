import { load } from "../../commit/load";
import type { RawRow } from "../../db/client";
import { namesOf, picker } from "../../lib/named-rows";
import type { Scope } from "../../scope/scope";
import { bySourceIds, customersByIds, decodeCustomer } from "../customers/store";
import { goodsStatements, readGoods } from "./goods";
import type { LoadedOrder } from "./plan";
import type { OrderCreate } from "./schema";
import { decodeOrder, ordersAndOwners } from "./store";

/** An order's id means that order alone, whatever source id stands beside it. */
const ownName = ({ id, source_id }: OrderCreate) => (id ? { id } : { source_id });

/**
 * What new orders, or those that their ids or source ids name, are planned from: all in ONE round
 * trip of as many statements as one takes. An unknown id finds no order.
 */
export async function loadMany(
  scope: Scope,
  inputs: readonly OrderCreate[],
): Promise<LoadedOrder[]> {
  const items = inputs.flatMap((input) => input.items ?? []);
  const orderNames = inputs.map(ownName);
  const people = namesOf(inputs.flatMap(({ customer, referrer }) => [customer, referrer]));
  const { orders, owners, byId, bySource, goods } = await load(scope, {
    ...ordersAndOwners(scope, namesOf(orderNames)),
    byId: customersByIds(scope, people.ids),
    bySource: bySourceIds(scope, people.sources),
    goods: goodsStatements(scope, items),
  });
  const pickFrom = (rows: readonly RawRow[]) => picker(rows.map(decodeCustomer));
  const [order, owner] = [picker(orders.map(decodeOrder)), pickFrom(owners)];
  const person = pickFrom([...byId, ...bySource]);
  const named = readGoods(goods);
  return inputs.map((input) => {
    const found = order(ownName(input));
    return {
      order: found,
      owner: found?.customer_id ? owner({ id: found.customer_id }) : null,
      customer: person(input.customer),
      referrer: person(input.referrer),
      goods: named,
      lines: [],
    };
  });
}
