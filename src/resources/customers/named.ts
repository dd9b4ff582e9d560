import { identityFor } from "../../checks/may";
import { checkMetadata } from "../../checks/metadata";
import { nextUpdate } from "../../commit/next-update";
import type { Statement } from "../../db/client";
import type { CustomerRow } from "../../db/tables/customers";
import type { Loaded } from "../../deciding/load";
import type { DomainEvent } from "../../events/outbox";
import type { CustomerInput } from "../../model/customer";
import { isBrowser, type Scope } from "../../scope/scope";
import { customerEvent } from "./event";
import {
  backEndChange,
  type CustomerChange,
  customerChange,
  insertCustomer,
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

const saysNothing = ({ id: _, source_id: __, ...fields }: CustomerInput): boolean =>
  Object.values(fields).every((said) => said === undefined);

/**
 * What the request changes of a stored customer. A browser changes only the one that its token
 * proves, since it may send anything; a back end that only names the customer changes nothing.
 */
function changeBy(scope: Scope, row: CustomerRow, sent: CustomerInput): CustomerChange {
  if (saysNothing(sent)) return {};
  if (!isBrowser(scope)) return backEndChange(row, sent);
  return scope.shopper === row.id ? customerChange(row, sent) : {};
}

/**
 * Whoever the request names: found and merged, or new; null where nobody is named. A caller without
 * the permission `customers` changes nothing of who is stored. Refuses metadata against the
 * project's schema.
 */
export function planCustomer(
  scope: Scope,
  { identity: named, customer }: Pick<Loaded, "identity" | "customer">,
): CustomerPart | null {
  if (!named) return null;
  const identity = identityFor(scope, named);
  if (!customer) {
    const row = newCustomer(scope, identity);
    checkMetadata(scope, "customer", row.metadata);
    return created(row);
  }
  const sent = changeBy(scope, customer, identity);
  const merged = { ...customer, ...sent };
  if (JSON.stringify(merged) === JSON.stringify(customer)) {
    return { customer, isNew: false, statements: [], events: [] };
  }
  const change = { ...sent, updated_at: nextUpdate(scope, customer) };
  if (change.metadata) checkMetadata(scope, "customer", change.metadata);
  const changed = { ...merged, updated_at: change.updated_at };
  return {
    customer: changed,
    isNew: false,
    statements: updateCustomer(customer, change),
    events: [customerEvent("customer.updated", viewCustomer(changed))],
  };
}
