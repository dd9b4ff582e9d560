import type { CustomerRow } from "../../db/tables/customers";
import type { OrderRow } from "../../db/tables/redemptions";
import type { OrderKind } from "../../events/catalogue";
import type { DomainEvent } from "../../events/outbox";
import type { WaitingReferral } from "../../model/referral";
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

/** Who an order is of and who referred to it, as far as they are known. */
type People = Record<"customer" | "referrer", CustomerRow | null>;

const orderData = (order: OrderRow, { customer, referrer }: People) => ({
  customer: customer && viewSimpleCustomer(customer),
  referrer: viewReferrer(order.referrer_id, referrer?.id === order.referrer_id ? referrer : null),
  order: viewOrder(order),
});

/**
 * That an order has left whose it was, and their summary with it: what is told of its customer of
 * now stands in no activity of theirs. It has neither lines nor notes: they may be those of the
 * customer of now, whose deletion would not find them here.
 */
export function orderLeft(before: OrderRow | null, after: OrderRow, people: People): DomainEvent[] {
  const left = before?.customer_id;
  if (!left || left === after.customer_id) return [];
  const { order, ...who } = orderData(after, people);
  const { items: _, ...amounts } = order;
  const data = { ...who, order: { ...amounts, metadata: {} } };
  return [{ kind: "customer.order.updated", entity_id: after.id, customer_id: left, data }];
}

/** What happened as events, each in the activity of the customer whose order it is or was. */
export function orderEvents(
  { before, after }: { before: OrderRow | null; after: OrderRow },
  people: People,
  { referrals }: { referrals: readonly WaitingReferral[] },
): DomainEvent[] {
  const data = orderData(after, people);
  const { id: entity_id, customer_id } = after;
  const told = orderKinds(before, after);
  return [
    ...orderLeft(before, after, people),
    ...told.map((kind, at) => ({
      ...{ kind, entity_id, customer_id },
      data: at === told.length - 1 && referrals.length > 0 ? { ...data, referrals } : data,
    })),
  ];
}
