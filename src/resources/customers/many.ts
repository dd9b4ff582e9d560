import type { Statement } from "../../db/client";
import type { CustomerRow } from "../../db/tables/customers";
import type { DomainEvent } from "../../events/outbox";
import { present } from "../../lib/assert";
import type { CustomerInput } from "../../model/customer";
import type { Scope } from "../../scope/scope";
import { planCustomer } from "./named";
import { customersStand, insertCustomers, rewriteCustomers } from "./store";

/** Several customers as they are once written, with the statements and events that this takes. */
export interface CustomersPart {
  customers: CustomerRow[];
  /** How many of them are new. */
  created: number;
  statements: Statement[];
  events: DomainEvent[];
}

/** One whom a request names, and who was found under this name. */
export interface NamedCustomer {
  identity: CustomerInput;
  customer: CustomerRow | null;
}

/**
 * Whoever a request names, no one twice: found and merged, or new. However many they are, this
 * takes the same few statements.
 */
export function planCustomers(scope: Scope, all: readonly NamedCustomer[]): CustomersPart {
  const parts = all.map((named) => {
    const { customer: before } = named;
    const part = present(planCustomer(scope, named), "a customer that is named");
    return { ...part, before, isChanged: part.statements.length > 0 };
  });
  const created = parts.filter(({ isNew }) => isNew).map(({ customer }) => customer);
  const changed = parts.flatMap(({ before, customer, isChanged }) =>
    before && isChanged ? [{ before, after: customer }] : [],
  );
  const kept = parts.filter(({ isChanged }) => !isChanged).map(({ customer }) => customer.id);
  return {
    customers: parts.map(({ customer }) => customer),
    created: created.length,
    statements: [
      ...(kept.length > 0 ? [customersStand(scope, kept)] : []),
      ...(created.length > 0 ? [insertCustomers(created)] : []),
      ...(changed.length > 0 ? rewriteCustomers(changed) : []),
    ],
    events: parts.flatMap(({ events }) => events),
  };
}
