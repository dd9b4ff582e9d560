import { load } from "../../commit/load";
import type { CustomerRow } from "../../db/tables/customers";
import type { Customer } from "../../model/customer";
import type { Scope } from "../../scope/scope";
import { cardsHeldBy, readHeld, withCards } from "./cards-store";
import { getCustomer } from "./store";
import { viewCustomer } from "./view";

/**
 * Customers as they are shown, with what they have in loyalty programs. One round trip more where
 * one of them is in any.
 */
export async function showCustomers(
  scope: Scope,
  rows: readonly CustomerRow[],
): Promise<Customer[]> {
  const members = withCards(rows);
  const { held } =
    members.length === 0 ? { held: [] } : await load(scope, { held: cardsHeldBy(scope, members) });
  const cards = Map.groupBy(readHeld(held), ({ holder }) => holder);
  return rows.map((row) => viewCustomer(row, cards.get(row.id) ?? []));
}

/** A customer that was read. */
export const shownAlone = async (scope: Scope, row: CustomerRow): Promise<Customer> => {
  const [shown] = await showCustomers(scope, [row]);
  return shown ?? viewCustomer(row);
};

/** A customer by id or source id, as it is shown. */
export const showCustomer = async (scope: Scope, name: string): Promise<Customer> =>
  shownAlone(scope, await getCustomer(scope, name));
