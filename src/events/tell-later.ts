import type { Scope } from "../scope/scope";
import type { Emitted } from "./catalogue";

type LaterKind = "customer.validation.succeeded" | "customer.validation.failed";

/**
 * An event of a customer that is written later, when the customer is read: a queue carries no data
 * of people, and of who was deleted meanwhile nothing is told.
 */
export type LaterEvent = {
  [K in LaterKind]: {
    kind: K;
    entity_id: string;
    customer_id: string;
    data: Omit<Emitted<K>, "customer">;
  };
}[LaterKind];

/**
 * Tells of what a request has seen once its answer has left, for requests that write nothing: the
 * event stands in the outbox some seconds later, as of the request.
 */
export const tellLater = (scope: Pick<Scope, "tellLater">, event: LaterEvent): void =>
  scope.tellLater(event);
