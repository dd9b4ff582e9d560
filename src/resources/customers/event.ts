import type { DomainEvent } from "../../events/outbox";
import type { Customer } from "../../model/customer";

/** What happened to a customer, in its own activity too. */
export const customerEvent = (
  kind: "customer.created" | "customer.updated" | "customer.deleted",
  customer: Customer,
): DomainEvent => ({
  kind,
  entity_id: customer.id,
  customer_id: customer.id,
  data: { customer },
});
