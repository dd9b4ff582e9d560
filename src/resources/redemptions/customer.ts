import type { Statement } from "../../db/client";
import type { CustomerRow } from "../../db/tables/customers";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../http/scope";
import {
  customerChange,
  insertCustomer,
  mergeCustomer,
  newCustomer,
  updateCustomer,
} from "../customers/store";
import { viewCustomer } from "../customers/view";
import { nextUpdate } from "../next-update";
import type { Loaded } from "../validations/load";

/** The customer as a redemption leaves it, with what it takes to write and tell so. */
export interface CustomerPart {
  customer: CustomerRow;
  isNew: boolean;
  statements: Statement[];
  events: DomainEvent[];
}

function created(customer: CustomerRow): CustomerPart {
  const data = { customer: { ...viewCustomer(customer) } };
  return {
    customer,
    isNew: true,
    statements: [insertCustomer(customer)],
    events: [{ kind: "customer.created", entity_id: customer.id, data }],
  };
}

/** Whoever the request names: found and merged, or new; null where nobody is named. */
export function planCustomer(scope: Scope, { identity, customer }: Loaded): CustomerPart | null {
  if (!identity) return null;
  if (!customer) return created(newCustomer(scope, identity));
  const merged = mergeCustomer(customer, identity);
  if (JSON.stringify(merged) === JSON.stringify(customer)) {
    return { customer, isNew: false, statements: [], events: [] };
  }
  const change = { ...customerChange(customer, identity), updated_at: nextUpdate(scope, customer) };
  const changed = { ...merged, updated_at: change.updated_at };
  const data = { customer: { ...viewCustomer(changed) } };
  return {
    customer: changed,
    isNew: false,
    statements: updateCustomer(customer, change),
    events: [{ kind: "customer.updated", entity_id: customer.id, data }],
  };
}
