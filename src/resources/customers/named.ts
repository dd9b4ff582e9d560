import { checkMetadata } from "../../checks/metadata";
import { nextUpdate } from "../../commit/next-update";
import type { Statement } from "../../db/client";
import type { CustomerRow } from "../../db/tables/customers";
import type { Loaded } from "../../deciding/load";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import { customerEvent } from "./event";
import {
  customerChange,
  insertCustomer,
  mergeCustomer,
  newCustomer,
  updateCustomer,
} from "./store";
import { viewCustomer } from "./view";

/**
 * The customer that a request names, as it is once written, with the statements and events that
 * this takes.
 */
export interface CustomerPart {
  customer: CustomerRow;
  isNew: boolean;
  statements: Statement[];
  events: DomainEvent[];
}

function created(customer: CustomerRow): CustomerPart {
  return {
    customer,
    isNew: true,
    statements: [insertCustomer(customer)],
    events: [customerEvent("customer.created", viewCustomer(customer))],
  };
}

/**
 * Whether this caller may change a stored customer: a browser only the one that its token proves,
 * since it may send anything.
 */
const mayChange = ({ actor, shopper }: Scope, { id }: CustomerRow): boolean =>
  actor.family !== "client" || shopper === id;

/**
 * Whoever the request names: found and merged, or new; null where nobody is named. Refuses metadata
 * against the project's schema.
 */
export function planCustomer(
  scope: Scope,
  { identity, customer }: Pick<Loaded, "identity" | "customer">,
): CustomerPart | null {
  if (!identity) return null;
  if (!customer) {
    const row = newCustomer(scope, identity);
    checkMetadata(scope, "customer", row.metadata);
    return created(row);
  }
  const merged = mergeCustomer(customer, identity);
  if (!mayChange(scope, customer) || JSON.stringify(merged) === JSON.stringify(customer)) {
    return { customer, isNew: false, statements: [], events: [] };
  }
  const change = { ...customerChange(customer, identity), updated_at: nextUpdate(scope, customer) };
  if (change.metadata) checkMetadata(scope, "customer", change.metadata);
  const changed = { ...merged, updated_at: change.updated_at };
  return {
    customer: changed,
    isNew: false,
    statements: updateCustomer(customer, change),
    events: [customerEvent("customer.updated", viewCustomer(changed))],
  };
}
