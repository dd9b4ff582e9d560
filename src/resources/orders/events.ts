import type { CustomerRow } from "../../db/tables/customers";
import type { OrderRow } from "../../db/tables/redemptions";
import type { OrderKind } from "../../events/catalogue";
import type { DomainEvent } from "../../events/outbox";
import { viewSimpleCustomer } from "../customers/view";
import { viewOrder } from "./view";

const MOVED = {
  CREATED: [],
  PAID: ["customer.order.paid"],
  FULFILLED: ["customer.order.fulfilled"],
  CANCELED: ["customer.order.canceled"],
} as const;

/** What happened to an order that was written; null stands for none before. */
export const orderKinds = (before: OrderRow | null, after: OrderRow): OrderKind[] => [
  before ? "customer.order.updated" : "customer.order.created",
  ...(before?.status === after.status ? [] : MOVED[after.status]),
];

/** Who referred to an order, as far as that is known; nobody of an order without one. */
export const viewReferrer = (id: string | null | undefined, referrer: CustomerRow | null = null) =>
  id ? (referrer ? viewSimpleCustomer(referrer) : { id, object: "customer" as const }) : null;

/** The same as events, each in the activity of the customer whose order it is. */
export function orderEvents(
  before: OrderRow | null,
  after: OrderRow,
  { customer, referrer }: Record<"customer" | "referrer", CustomerRow | null>,
): DomainEvent[] {
  const data = {
    customer: customer && viewSimpleCustomer(customer),
    referrer: viewReferrer(after.referrer_id, referrer?.id === after.referrer_id ? referrer : null),
    order: viewOrder(after),
  };
  const { id: entity_id, customer_id } = after;
  return orderKinds(before, after).map((kind) => ({ kind, entity_id, customer_id, data }));
}
