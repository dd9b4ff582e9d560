import type { LaterEvent } from "../model/told-validation";
import type { Scope } from "../scope/scope";

/**
 * Tells of what a request has seen once its answer has left, for requests that write nothing: the
 * event stands in the outbox some seconds later, as of the request.
 */
export const tellLater = (scope: Pick<Scope, "tellLater">, event: LaterEvent): void =>
  scope.tellLater(event);
